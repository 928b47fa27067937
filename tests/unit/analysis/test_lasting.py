"""Whether a move was one burst, one step, a slope, or none that can be told, over planted days."""

import datetime as dt

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, recognise
from analysis.daily import Daily, SpecialDays
from analysis.trend.lasting import Course, burst_in, course_of, whole_months
from language.calendar import days
from query.metric_query import Window
from tests.unit.analysis.depots import World, depots
from tests.unit.analysis.kiosks import FIRST, Plant, asked, kiosks, told

START, TODAY = dt.date(2024, 9, 1), dt.date(2026, 9, 1)
SIZE = (TODAY - START).days


def _at(day: str) -> int:
    return (dt.date.fromisoformat(day) - FIRST).days


def _burst(amounts: np.ndarray) -> None:
    amounts[:, _at("2026-06-03") : _at("2026-06-11")] *= 2.5


def _burst_each_year(amounts: np.ndarray) -> None:
    _burst(amounts)
    amounts[:, _at("2025-06-03") : _at("2025-06-11")] *= 2.5


def _step(amounts: np.ndarray) -> None:
    amounts[:, _at("2026-04-01") :] *= 0.7


def _slope(amounts: np.ndarray) -> None:
    first = _at("2025-09-01")
    amounts[:, first:] *= np.exp(-0.0012 * np.arange(amounts.shape[1] - first))


def _most_of_a_year(amounts: np.ndarray) -> None:
    amounts[:, _at("2026-01-10") : _at("2026-01-20")] *= 80


CASES: list[tuple[Plant | None, str, str, list[str]]] = [
    (_burst, "6月收款额上涨是趋势还是偶然", "burst", ["2026-06-03 至 06-10", "去年同样的日子没有这样"]),
    (_burst_each_year, "6月收款额暴涨是一次性的吗", "yearly", ["不是一次性的", "2025-06-03 至 06-10"]),
    (_burst, "Was the jump in takings in June a one-off or a trend?", "burst", ["3–10 Jun 2026", "not so"]),
    (_burst, "did takings go back to normal after June?", "burst", ["Yes, it went back"]),
    (_most_of_a_year, "收款额上涨是一次性的还是一直这样", "burst", ["2026-01-10 至 01-19（10 天）"]),
    (_burst, "收款额上涨是一次性的还是一直这样", "steady_year", ["没有突出的一阵"]),
    (_step, "收款额下降是偶然还是长期趋势", "step_year", ["2026 年 4 月起", "没有一个月回去"]),
    (_step, "Did takings recover?", "step_year", ["not gone back", "April 2026"]),
    (_slope, "Is the fall in takings temporary or permanent?", "slope_year", ["steady slope"]),
    (None, "收款额上涨是一次性的还是一直这样", "steady_year", ["不是一次性的"]),
    (None, "8月收款额上涨只是偶然吗", "steady_year", ["不是一次性的"]),
]


@pytest.mark.parametrize(("plant", "question", "code", "said"), CASES)
def test_what_is_planted_is_told_and_nothing_else(
    plant: Plant | None, question: str, code: str, said: list[str]
) -> None:
    outcome, words = told(question, *kiosks(plant))
    assert outcome.statements[0].code == f"lasting.{code}", words
    assert all(one in words for one in said), words


def test_a_burst_of_the_last_days_is_not_called_over() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[:, -6:-2] *= 3

    outcome, words = told("最近收款额暴涨，是趋势还是偶然", *kiosks(plant))
    assert outcome.statements[0].code == "lasting.open", words


@pytest.mark.parametrize(
    "question",
    ["为什么收款额恢复了", "哪些售货亭是一次性的", "收款额目标恢复了吗", "which kiosks recovered?"],
)
def test_what_asks_something_else_is_not_heard_so(question: str) -> None:
    found = recognise(question)
    assert found is None or found.kind != "lasting"


def test_without_a_figure_it_is_not_read() -> None:
    assert not isinstance(asked("这是趋势还是偶然", kiosks()[1]), AnalysisAsked)


def _series(chance: np.random.Generator, mean: float) -> Daily:
    return Daily(START, chance.poisson(mean, SIZE).astype(float))


def test_a_burst_has_the_days_that_hold_it_not_a_single_thing_of_days_before() -> None:
    counts = _series(np.random.default_rng(7), 0.05)
    first = (dt.date(2026, 6, 6) - START).days
    counts.values[first - 10 : first + 20] = 0
    counts.values[[first - 5, first - 3, first + 12]] = 1
    counts.values[first : first + 10] = 6
    burst = burst_in(
        counts, Window(dt.date(2026, 5, 1), TODAY, "range"), SpecialDays({}), counts=True, way=""
    )
    assert burst is not None and burst.holds_most(counts)
    assert (burst.window.start, burst.window.days) == (dt.date(2026, 6, 6), 10)


def _course(months: list[tuple[Window, float, float]]) -> Course | None:
    over, totals, levels = zip(*months, strict=True)
    return course_of(over, levels, counted=totals)


@pytest.mark.parametrize("mean", [0.3, 3.0, 40.0])
def test_of_counts_where_nothing_happened_hardly_any_burst_step_or_slope_is_told(mean: float) -> None:
    chance, none = np.random.default_rng(3), SpecialDays({})
    focus, found = Window(TODAY - days(60), TODAY, "range"), 0
    for _ in range(60):
        series = _series(chance, mean)
        months = whole_months(series, TODAY)
        course = course_of(
            [it for it, *_ in months], [it for *_, it in months], counted=[it for _, it, _ in months]
        )
        found += burst_in(series, focus, none, counts=True, way="") is not None
        found += course is not None and course.kind in ("step", "slope")
    assert found <= 4


def _of_a_step(mean: np.ndarray) -> None:
    mean[-150:] = 60


def _of_a_slope(mean: np.ndarray) -> None:
    mean[365:] *= np.exp(np.linspace(0, 0.6, SIZE - 365))


@pytest.mark.parametrize(("plant", "kind"), [(_of_a_step, "step"), (_of_a_slope, "slope")])
def test_of_counts_a_step_and_a_slope_are_told_apart(plant: Plant, kind: str) -> None:
    chance, found = np.random.default_rng(5), 0
    for _ in range(40):
        mean = np.full(SIZE, 40.0)
        plant(mean)
        months = whole_months(Daily(START, chance.poisson(mean).astype(float)), TODAY)
        course = course_of(
            [it for it, *_ in months], [it for *_, it in months], counted=[it for _, it, _ in months]
        )
        found += course is not None and course.kind == kind
    assert found >= 34


def _step_with_a_burst(amounts: np.ndarray) -> None:
    amounts[:, _at("2026-04-01") :] *= 2.5
    amounts[:, _at("2026-08-03") : _at("2026-08-13")] *= 2


def _burst_over_two_months(amounts: np.ndarray) -> None:
    amounts[:, _at("2026-07-05") : _at("2026-08-16")] *= 2.5


@pytest.mark.parametrize(
    ("plant", "code"),
    [(_step_with_a_burst, "step_year"), (_burst_over_two_months, "burst"), (_burst, "burst")],
)
@pytest.mark.parametrize(
    "question", ["收款额上涨是趋势还是偶然", "Is the rise in takings a blip or permanent?"]
)
def test_a_burst_within_what_has_lasted_is_no_verdict(plant: Plant, code: str, question: str) -> None:
    if plant is _burst:
        question = {"收": "6月收款额上涨是趋势还是偶然"}.get(
            question[0], "Was the jump in takings in June a one-off?"
        )
    outcome, words = told(question, *kiosks(plant))
    assert outcome.statements[0].code == f"lasting.{code}", words
    assert code == "burst" or not any("burst" in one.code for one in outcome.statements), words


@pytest.mark.parametrize(
    ("question", "answer"),
    [("收款额有没有好转", "没有好转。"), ("have takings recovered?", "It has not got better.")],
)
def test_months_that_go_on_falling_are_told_as_no_better_first(question: str, answer: str) -> None:
    _, words = told(question, *kiosks(_slope))
    assert words.startswith(answer)


@pytest.mark.parametrize("question", ["收款额好转了吗", "Did takings get better?"])
def test_whether_it_got_better_is_told_of_how_it_goes_and_of_no_burst_long_over(question: str) -> None:
    outcome, words = told(question, *kiosks(_burst))
    assert outcome.statements[0].code == "lasting.steady_year", words
    assert words.startswith(("在好转。", "It is getting better.")), words


def _a_burst_of_tickets(world: World) -> None:
    world.tickets[:] = world.chance.poisson(0.02, world.tickets.shape)
    for year in (2025, 2026):
        world.tickets[2, world.at(dt.date(year, 6, 3), dt.date(year, 6, 11))] = 60


@pytest.mark.parametrize("question", ["破损件数好转了没有", "have damage tickets got better?"])
def test_a_burst_that_is_most_of_a_year_and_over_tells_that_it_got_better(question: str) -> None:
    """Over 60 days back it was told to be neither better nor worse, beside 65 in August and 2, 3, 1 since."""
    outcome, words = told(question, *depots(_a_burst_of_tickets))
    assert outcome.statements[0].code == "lasting.yearly", words
    assert words.startswith(("恢复了。", "Yes, it went back.")), words
