"""Days of nothing at one member are found however long the time, with what they cost and a year before."""

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest

from analysis.anomaly.extent import trimmed
from analysis.anomaly.looks import Group, Look, Span
from analysis.anomaly.peaks import _is_of_days_off
from analysis.anomaly.silences import Plan, Silence, stretches_of
from analysis.anomaly.silent_steps import _shared, silence_plans
from analysis.anomaly.silent_telling import silent_told
from analysis.asked import AnalysisAsked
from analysis.daily import Daily, SpecialDays
from analysis.outcome import Look as Reading
from analysis.outcome import Said
from analysis.words import worded
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import MetricQuery, Window
from tests.unit.analysis.kiosks import FIRST, NAMES, TABLES, Plant, desk_of, told
from tests.unit.analysis.kiosks import calm as kiosks

START, END = dt.date(2026, 1, 1), dt.date(2026, 9, 1)
QUIET = SpecialDays({})
SEEDS = 100


def _plan(*, counts: bool = False) -> Plan:
    metric = Metric("takings", "收款额", "Takings", expression="COUNT(*)" if counts else "SUM(amount)")
    look = Reading("silent", MetricQuery(("takings",)), Said("x"))
    return Plan(metric, "kiosk", Window(START, END, "range"), look)


def _found(values: np.ndarray, *, counts: bool = False) -> list[Silence]:
    first = END - days(len(values))
    return stretches_of("Gorse", Daily(first, values), _plan(counts=counts), QUIET)


def _values(seed: int, empty: float = 0.0) -> np.ndarray:
    chance = np.random.default_rng(seed)
    return np.where(chance.random(600) < empty, 0.0, 100 * np.exp(0.2 * chance.standard_normal(600)))


def test_days_of_nothing_of_any_length_are_found_and_told_with_what_they_cost() -> None:
    for seed in range(SEEDS):
        size, values = 2 + seed % 9, _values(seed)
        values[-100 : -100 + size] = 0.0
        (one,) = _found(values)
        assert (one.look.span.start, one.missing) == (END - days(100), size)
        assert one.look.usual == pytest.approx(102 * size, rel=0.25)


def test_of_who_often_has_nothing_hardly_ever_a_stretch_is_told() -> None:
    assert sum(bool(_found(_values(seed, empty=0.1))) for seed in range(SEEDS)) <= SEEDS * 0.05
    counts = [np.random.default_rng(seed).poisson(2.0, 600).astype(float) for seed in range(SEEDS)]
    assert sum(bool(_found(values, counts=True)) for values in counts) <= SEEDS * 0.05


def test_who_stopped_is_told_from_the_first_day_of_nothing() -> None:
    values = _values(1)
    values[-60:] = 0.0
    (one,) = _found(values)
    assert one.stopped and one.look.span == Span(END - days(60), END)


def test_looks_at_days_are_shared_so_that_the_last_figure_has_one_too() -> None:
    reading = Reading("x", MetricQuery(("takings",)), Said("x"))
    found = _shared([(_plan(), size, [["Gorse"]] * size, [reading] * size) for size in (6, 3, 0, 1)])
    assert [len(looks) for *_, looks in found] == [2, 1, 0, 1]
    assert [len(named) for _, _, named, _ in found] == [2, 1, 0, 1]


def test_a_figure_and_its_ratio_have_one_look_at_days_of_nothing_together() -> None:
    desk = desk_of(kiosks()[1], "en")
    ratios = [name for name, one in desk.catalog.metrics.items() if "takings" in one.parts]
    asked = AnalysisAsked("anomaly", "en", ("takings", *ratios), Window(START, END, "range"))
    names = [one.look.name for one in silence_plans(("takings", *ratios), asked, desk)]
    assert ratios and names and len(names) == len(set(names))


def test_the_same_days_a_year_before_are_named() -> None:
    values = _values(2)
    values[-100:-93] = values[-100 - 364 : -93 - 364] = 0.0
    (one,) = _found(values)
    assert one.year is not None and one.year.start == END - days(464)


def _missing(first: dt.date, size: int) -> Plant:
    def plant(amounts: np.ndarray) -> None:
        at = (first - FIRST).days
        amounts[NAMES.index("Gorse"), at : at + size] = np.nan

    return plant


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("今年收款额有没有异常", "Gorse在 2026-03-03 至 03-09 连续 7 天没有收款额"),
        ("今年有没有异常", "Gorse在 2026-03-03 至 03-09 连续 7 天没有收款额"),
        ("Is anything odd this year?", "Gorse had no takings at all over 3–9 Mar 2026 (7 days in a row)"),
    ],
)
def test_a_year_holds_a_week_of_nothing_and_tells_it_once(question: str, words: str) -> None:
    answer = told(question, *kiosks(_missing(dt.date(2026, 3, 3), 7)))[1]
    assert words in answer
    assert answer.count("Gorse") == 1


def test_a_finding_of_the_town_of_a_place_that_stood_still_is_told_by_that() -> None:
    span = Span(dt.date(2026, 3, 2), dt.date(2026, 3, 9))
    quiet = Look("takings", "kiosk", "Gorse", span, 0.0, 700.0, 1.0, 0.0)
    silence, desk = Silence(quiet, ("Gorse",), 7), desk_of(kiosks()[1], "en")
    town = Look("takings", "state", "South", span, 2100.0, 2800.0, 1.0, 0.0)
    far = Span(dt.date(2026, 2, 23), dt.date(2026, 3, 4))
    other = Look("takings", "kiosk", "Ivy", far, 400.0, 700.0, 1.0, 0.0)
    assert silence.tells(town, desk) and not silence.tells(other, desk)


def _closed(count: int) -> Plant:
    def plant(amounts: np.ndarray) -> None:
        at = (dt.date(2026, 8, 10) - FIRST).days
        amounts[:count, at : at + 6] = np.nan

    return plant


def test_where_all_have_nothing_it_is_told_of_all() -> None:
    answer = told("2026年8月收款额有没有异常", *kiosks(_closed(12)))[1]
    assert "2026-08-10 至 08-15 连续 6 天没有收款额，按平常少了约 47.2 万元" in answer
    assert "个售货亭" not in answer and "2. " not in answer
    assert "2026 年 8 月合计：收款额 198.7 万元" in answer


def test_where_more_lack_days_than_are_read_it_is_at_least_so_many() -> None:
    answer = told("Anything unusual in takings in August 2026?", *kiosks(_closed(7)))[1]
    assert "At least 6 kiosks (among them Alder, Birch, Cedar, Dogwood) had no takings" in answer
    assert "Takings of Fir" not in answer


def test_names_in_brackets_are_said_to_be_only_some() -> None:
    span, desk = Span(dt.date(2026, 8, 10), dt.date(2026, 8, 16)), desk_of(kiosks()[1], "zh")
    look = Look("takings", "kiosk", "Alder", span, 0.0, 700.0, 1.0, 0.0)
    five, four = (silent_told(Silence(look, tuple(NAMES[:size]), 6), (), desk) for size in (5, 4))
    assert "5 个售货亭（Alder、Birch、Cedar、Dogwood等）" in worded(five, desk.catalog, "zh")
    assert "4 个售货亭（Alder、Birch、Cedar、Dogwood）" in worded(four, desk.catalog, "zh")


def _english(members: tuple[str, ...], went_on: tuple[tuple[str, float], ...]) -> str:
    span, desk = Span(dt.date(2026, 8, 10), dt.date(2026, 8, 16)), desk_of(kiosks()[1], "en")
    look = Look("takings", "kiosk" if members else "", "".join(members), span, 0.0, 700.0, 1.0, 0.0)
    return worded(silent_told(Silence(look, members, 6, went_on=went_on), (), desk), desk.catalog, "en")


def test_english_holds_for_names_in_the_singular_and_in_the_plural() -> None:
    assert _english((), ()).startswith("The data have no takings at all over 10–15 Aug 2026")
    assert _english(("Gorse",), (("tickets", 2.0),)).endswith(
        "Other figures went on over those days (tickets 2): "
        "please check whether it was closed or records of takings are missing."
    )
    assert _english(("Gorse",), (("tickets", 2.0), ("sales", 8.0))).endswith(
        "so it was probably not closed: rather, records of takings are missing."
    )


def test_days_of_nothing_of_several_tell_the_findings_of_each_and_those_of_all_a_part_s() -> None:
    span, desk = Span(dt.date(2026, 8, 10), dt.date(2026, 8, 16)), desk_of(kiosks()[1], "en")
    look = Look("takings", "kiosk", "Alder", span, 0.0, 700.0, 1.0, 0.0)
    several = Silence(look, tuple(NAMES[:3]), 6)
    all_of_them = Silence(replace(look, dimension="", member=""), (), 6)
    august = Span(dt.date(2026, 8, 1), dt.date(2026, 9, 1))
    cedar = Look("takings", "kiosk", "Cedar", august, 2500.0, 3100.0, 1.0, 0.0)
    maple = replace(cedar, member="Maple")
    assert several.tells(cedar, desk) and not several.tells(maple, desk)
    assert all_of_them.tells(maple, desk) and not all_of_them.tells(replace(maple, value=500.0), desk)


def test_a_storm_of_two_days_has_no_third() -> None:
    assert trimmed(0, 3, np.array([1080.0, 930.0, 155.0])) == (0, 2)
    assert trimmed(0, 3, np.array([6.0, 3.0, 5.0])) == (0, 3)


def test_a_month_that_only_its_days_off_make_is_not_odd() -> None:
    first = dt.date(2025, 11, 1)
    off = {dt.date(2026, 2, 15) + days(number): "Spring Festival" for number in range(9)}
    values = np.full((dt.date(2026, 4, 1) - first).days, 100.0)
    series = Daily(first, values)
    for day in off:
        values[(day - first).days] = 250.0
    month = Look("takings", "", "", Span(dt.date(2026, 2, 1), dt.date(2026, 3, 1)), 4150.0, 2800.0, 1.0, 0.0)
    group = Group("takings", "", {"": series})
    assert _is_of_days_off(month, [group], SpecialDays(off))
    values[(dt.date(2026, 2, 1) - first).days :][:28] *= 1.5
    assert not _is_of_days_off(month, [group], SpecialDays(off))


@pytest.mark.parametrize("closed", ["2026-06-30", "2026-07-01", None])
def test_who_closed_by_then_is_not_silent_and_is_looked_at_until_then(
    closed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, (dt.date(2026, 7, 1) - FIRST).days :] = np.nan  # Elm

    with_end = TABLES.replace("opened_on DATE)", "opened_on DATE, closed_on DATE)")
    monkeypatch.setattr("tests.unit.analysis.kiosks.TABLES", with_end)
    database, answers = kiosks.__wrapped__(plant)
    database.execute("UPDATE kiosks SET closed_on = ? WHERE name = 'Elm'", (closed,))
    every = told("今年收款额有什么异常", database, answers)[1]
    assert ("Elm从 2026-07-01 起再没有收款额" in every) is (closed is None)
    own = told("Elm今年有什么异常", database, answers)[1]
    if closed is None:
        assert "Elm从 2026-07-01 起再没有收款额" in own and "Elm的从" not in own
    else:
        assert "再没有" not in own and "2026-01-01 至 06-" in own


def test_of_several_that_stopped_together_only_who_closed_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Elm closed that day, Linden did not: what is missing of Linden was lost with it."""

    def plant(amounts: np.ndarray) -> None:
        amounts[[4, 8], (dt.date(2026, 7, 1) - FIRST).days :] = np.nan

    with_end = TABLES.replace("opened_on DATE)", "opened_on DATE, closed_on DATE)")
    monkeypatch.setattr("tests.unit.analysis.kiosks.TABLES", with_end)
    database, answers = kiosks.__wrapped__(plant)
    database.execute("UPDATE kiosks SET opened_on = '2024-01-01'")
    database.execute("UPDATE kiosks SET closed_on = '2026-06-30' WHERE name = 'Elm'")
    words = told("今年收款额有什么异常", database, answers)[1]
    assert "再没有收款额" in words and NAMES[8] in words


def test_who_closed_before_the_time_asked_about_is_said_to_have(monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, (dt.date(2026, 7, 1) - FIRST).days :] = np.nan  # Elm

    with_end = TABLES.replace("opened_on DATE)", "opened_on DATE, closed_on DATE)")
    monkeypatch.setattr("tests.unit.analysis.kiosks.TABLES", with_end)
    database, answers = kiosks.__wrapped__(plant)
    database.execute("UPDATE kiosks SET closed_on = '2026-06-30' WHERE name = 'Elm'")
    for question in ("8月Elm有没有异常", "Elm有没有异常"):
        outcome, _ = told(question, database, answers)
        assert outcome.declined is not None and outcome.declined.code == "anomaly.closed"
        assert outcome.declined.params["names"] == ("Elm",)


@pytest.mark.parametrize(("year", "beside"), [(2026, True), (2025, False)])
def test_a_total_stands_beside_no_year_of_which_there_are_but_some_months(year: int, beside: bool) -> None:
    words = told(f"{year}年收款额有没有异常", *kiosks())[1]
    assert "合计：收款额" in words and ("同比" in words.partition("合计：收款额")[2][:40]) is beside


@pytest.mark.parametrize(("counted", "first"), [(True, "2025-08-06"), (False, "2025-08-07")])
def test_the_days_of_a_year_before_are_the_same_weekdays_and_of_what_is_counted_the_same_dates(
    counted: bool, first: str
) -> None:
    span = Span(dt.date(2026, 8, 6), dt.date(2026, 8, 16)).year_before(counted=counted)
    assert (span.start.isoformat(), (span.end - span.start).days) == (first, 10)
