"""Days off are told as expected beside ordinary days, of which nothing is hidden."""

import datetime as dt
from dataclasses import replace

import numpy as np

from analysis.anomaly.looks import Group, Look, Span
from analysis.anomaly.peaks import peaks_told
from analysis.anomaly.silences import Silence
from analysis.asked import AnalysisAsked
from analysis.daily import WORKED, Daily, special_days
from analysis.words import worded
from language.calendar import days
from query.metric_query import Window
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import desk_of
from tests.unit.analysis.kiosks import told as answered

FIRST = dt.date(2025, 12, 1)
FESTIVAL, ITS_END = dt.date(2026, 2, 15), dt.date(2026, 2, 24)


def _told(
    start: dt.date,
    end: dt.date,
    *nothing: tuple[dt.date, dt.date],
    language: str = "zh",
    silent: tuple[Silence, ...] = (),
    high: dt.date | None = None,
) -> list[str]:
    """Return what is told of days at 100 and a Spring Festival at 200, with nothing over some of them."""
    values = np.full(120, 100.0)
    values[(FESTIVAL - FIRST).days : (ITS_END - FIRST).days] = 200.0
    for first, stop in nothing:
        values[(first - FIRST).days : (stop - FIRST).days] = 0.0
    if high is not None:
        values[(high - FIRST).days] = 150.0
    desk = desk_of(kiosks()[1], "en" if language == "en" else "zh")
    asked = AnalysisAsked("anomaly", desk.language, ("takings",), Window(start, end, "range"))
    group = Group("takings", "", {"": Daily(FIRST, values)})
    said = peaks_told([group], {"takings": special_days(None)}, silent, asked, desk)
    return [worded(one, desk.catalog, desk.language) for one in said]


def test_a_time_of_days_off_alone_has_no_ordinary_days_to_tell() -> None:
    (told,) = _told(FESTIVAL, ITS_END)
    assert "春节" in told and "+100 %" in told


def test_of_days_off_alone_it_is_told_how_they_went() -> None:
    outcome, words = answered("2026年2月15日到2月23日收款额有没有异常", *kiosks())
    assert outcome.declined is None
    assert "合计：收款额" in words and "节假日在预料之中" in words


def test_where_ordinary_days_have_nothing_none_is_the_lowest() -> None:
    before = (FESTIVAL - days(5), FESTIVAL)
    told = _told(before[0], ITS_END, before)
    assert "春节" in told[0] and not any("最低是" in one for one in told)


def test_a_festival_with_nothing_throughout_is_not_called_expected() -> None:
    told = _told(dt.date(2026, 2, 1), dt.date(2026, 3, 1), (FESTIVAL, ITS_END))
    assert not any("在预料之中" in one for one in told)
    assert "春节（2026-02-15 至 02-23）没有收款额，前后平常日子日均 100 元；数据没有说明原因。" in told


def test_a_festival_within_days_of_nothing_that_lead_is_not_told_again() -> None:
    closed = Span(FESTIVAL - days(3), ITS_END)
    silent = Silence(Look("takings", "", "", closed, 0.0, 1200.0, 1.0, 0.0), (), 12)
    told = _told(dt.date(2026, 2, 1), dt.date(2026, 3, 1), (closed.start, closed.end), silent=(silent,))
    assert not any("春节" in one for one in told)
    of_one = replace(silent, members=("Gorse",))
    told = _told(dt.date(2026, 2, 1), dt.date(2026, 3, 1), (closed.start, closed.end), silent=(of_one,))
    assert any("春节" in one for one in told)


def test_a_festival_of_which_some_days_have_something_is_expected_still() -> None:
    told = _told(dt.date(2026, 2, 1), dt.date(2026, 3, 1), (FESTIVAL, ITS_END - days(2)))
    assert "在预料之中" in told[0]


def test_ordinary_days_of_nothing_are_counted_beside_the_lowest_one() -> None:
    closed = (dt.date(2026, 2, 3), dt.date(2026, 2, 5))
    told = _told(dt.date(2026, 2, 1), dt.date(2026, 3, 1), closed, language="en")
    assert told[-2] == "Of the other, ordinary days 2 had no takings."
    assert told[-1].startswith("The others of these lay between ")
    assert not any("had no" in one for one in _told(closed[1], dt.date(2026, 3, 1), language="en"))


def test_a_day_worked_for_a_bridge_is_among_the_other_days() -> None:
    worked = next(day for day, name in special_days(None).named.items() if name == WORKED and day > ITS_END)
    told = _told(dt.date(2026, 2, 1), worked + days(2), high=worked)
    assert any(f"最高是 {worked.isoformat()} 的 150" in one for one in told)
