"""What is usual by the month is told with how it is made; what may be chance only where it got worse."""

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest

from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.looks import Odd, Span
from analysis.anomaly.month_looks import Table, months_of
from analysis.anomaly.month_telling import basis_told, month_told, records_told
from analysis.anomaly.outcomes import Outcome
from analysis.anomaly.telling import Seen, is_acted_on, with_days_around
from analysis.asked import AnalysisAsked
from analysis.outcome import Look, Read, Said
from analysis.words import worded
from config.wording import Language
from database.result import QueryResult
from language.calendar import add_months
from query.metric_query import MetricQuery, Window
from tests.unit.analysis.kiosks import desk_of, kiosks

MONTHS = [add_months(dt.date(2025, 1, 1), n) for n in range(14)]
SPANS = tuple(Span(one, add_months(one, 1)) for one in MONTHS)
LENGTHS = np.array([(one.end - one.start).days for one in SPANS])
VALUES = np.array([120.0, 110, 130, 125, 118, 122, 140, 150, 128, 119, 121, 117, 115, 300])
WINDOW = Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month")


def _table(metric: str, **more: object) -> Table:
    return replace(Table(metric, "", ("",), SPANS, VALUES[None, :], begins=True), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    ("table", "usual", "how"),
    [
        (_table("tickets", counts=True), (VALUES[1:13] / LENGTHS[1:13]).mean() * LENGTHS[13], "days_mean"),
        (_table("takings"), np.median(VALUES[1:13] / LENGTHS[1:13]) * LENGTHS[13], "days_median"),
        (_table("average_sale", under=np.full((1, 14), 10.0)), VALUES[1:13].sum() / 120, "sums"),
        (_table("best_day", mean=True), np.median(VALUES[1:13]), "median"),
    ],
)
def test_what_is_usual_can_be_worked_out_from_the_months_told(
    table: Table, usual: float, how: str, language: Language
) -> None:
    (one,) = months_of(table, [13])
    desk = desk_of(kiosks()[1], language)
    said = month_told(one, desk)
    assert said.params["basis"].code == f"anomaly.basis.{how}"
    assert float(said.params["usual"].value) == pytest.approx(usual)
    words = worded(said, desk.catalog, language)
    assert ("此前 12 个月" if language == "zh" else "12 months before") in words
    record = worded(records_told([one], desk), desk.catalog, language)
    assert ("去年同期" if language == "zh" else "a year before") in record


@pytest.mark.parametrize(
    ("metrics", "value", "acted_on"), [((), 130.0, False), ((), 70.0, True), (("takings",), 130.0, True)]
)
def test_a_good_week_that_may_be_chance_is_told_only_of_a_figure_that_was_named(
    metrics: tuple[str, ...], value: float, acted_on: bool
) -> None:
    look = Looked("takings", "", "", SPANS[13], value, 100.0, 1.0, 0.1)
    asked = AnalysisAsked("anomaly", "zh", metrics)
    assert is_acted_on(look, asked, desk_of(kiosks()[1], "zh")) == acted_on


@pytest.mark.parametrize(
    ("count", "named", "told"), [(4, False, None), (4, True, "often"), (40, False, "often"), (2, False, "")]
)
def test_what_came_out_badly_no_more_often_than_ever_is_told_with_its_days_or_where_it_is_asked_of(
    count: int, named: bool, told: str | None
) -> None:
    over = Window(dt.date(2025, 8, 1), WINDOW.end, "range")
    before = [(f"2026-{month:02}-05", 8) for month in range(1, 8)]
    now = [(f"2026-08-{day + 1:02}", 1) for day in range(min(count, 31))]
    now = [*now[:-1], (now[-1][0], 1 + count - len(now))]
    look = Look("outcome", MetricQuery(("tickets",), (), "day", (over,)), Said(""))
    read = {"outcome": Read(look, QueryResult((), (*before, *now), False, 0.0), "")}
    said = Outcome("tickets", "failed", WINDOW, look, named).told(read)
    assert (said and said.code) == (None if told is None else f"anomaly.came_out{told and '_' + told}")
    usual = "fewer" if count < 7 else "usually"  # 56 in 212 days before are 8 in as many as August has
    assert said is None or said.params["before"].code == f"anomaly.came_out_{usual}"


def test_months_with_other_holidays_do_not_tell_what_is_usual() -> None:
    off = tuple(8 if one.month in (2, 5, 10) else 0 for one in MONTHS)
    values = np.where(np.array(off) > 0, 400.0, VALUES)
    table = _table("takings", over=values[None, :-1], spans=SPANS[:-1], off=off[:-1])
    (one,) = months_of(table, [12])  # January beside the nine months without a long holiday
    kept = [at for at in range(12) if not off[at]]
    assert one.look.usual == pytest.approx(np.median(values[kept] / LENGTHS[kept]) * LENGTHS[12])
    assert one.basis == ("days_median", 9) and one.alike
    told = worded(basis_told(one), desk_of(kiosks()[1], "zh").catalog, "zh")
    assert told == "（此前一年里节假日相近的 9 个月各月日均的中位数乘天数）"
    (every,) = months_of(_table("takings", off=off), [13])  # a February: too few are like it
    assert every.basis == ("days_median", 12) and not every.alike


def _day(day: int, value: float) -> Looked:
    start = dt.date(2026, 2, day)
    return Looked("takings", "", "", Span(start, start + dt.timedelta(1)), value, 100.0, 1.0, 0.01)


def test_a_day_is_told_with_the_low_days_around_it_that_are_no_alarm() -> None:
    looks = [_day(23, 101), _day(24, 83), _day(25, 91), _day(26, 90), _day(27, 76), _day(28, 97)]
    found = with_days_around(Seen(Odd(looks[4])), looks)
    assert isinstance(found, Seen) and [one.span.start.day for one in found.around] == [24, 25, 26, 27]
    alone = with_days_around(Seen(Odd(looks[4])), [looks[4], looks[5]])
    assert isinstance(alone, Seen) and not alone.around
