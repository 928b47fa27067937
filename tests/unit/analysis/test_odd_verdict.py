"""Where nothing is odd that comes first, with the usual range; who came or went with what it did to all."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.looks import Span
from analysis.anomaly.month_looks import Table
from analysis.anomaly.ranges import ranges_told
from analysis.anomaly.stages import lasting_cuts
from analysis.anomaly.totals import EFFECT, Totals
from analysis.asked import AnalysisAsked
from analysis.openings import Opening, Openings
from analysis.outcome import Look, Read
from config.wording import Language
from database.result import QueryResult
from language.calendar import add_months
from query.metric_query import Window
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import desk_of, told
from tests.unit.analysis.kiosks import kiosks as some_open

NOW = Window(dt.date(2026, 1, 1), dt.date(2026, 9, 1), "range")
MONTHS = [add_months(dt.date(2025, 1, 1), n) for n in range(20)]
PAST = [100.0, 120, 95, 130, 110, 105, 99, 118, 107, 111, 122, 101]


def _read(look: Look, now: float, year: float) -> Read:
    return Read(look, QueryResult((), ((now, now, year),), False, 0.0), "")


def test_how_far_things_have_come_by_now_is_no_cut_in_which_the_last_days_stand_out() -> None:
    database, answers = some_open()
    desk = desk_of(answers, "en")
    assert lasting_cuts("tickets", desk) == ["kiosk"]
    _, words = told("Is anything unusual in tickets this month?", database, answers)
    backlog, _, odd = words.partition("Nothing else unusual")
    assert "still Open" in backlog and "Open" not in odd


RANGES: list[tuple[Language, list[float], str]] = [
    ("en", [100, 128, 96, 111, 120, 99, 104, 97], "range_within"),
    ("zh", [100, 128, 96, 111, 120, 99, 104, 97], "range_within"),
    ("en", [100, 128, 96, 111, 120, 99, 104, 88], "range_beside"),
    ("zh", [101], "range_one"),
]


@pytest.mark.parametrize(("language", "now", "code"), RANGES)
def test_between_what_a_figure_lay_is_told_beside_the_months_before(
    language: Language, now: list[float], code: str
) -> None:
    months = MONTHS[: len(PAST) + len(now)]
    spans = tuple(Span(one, add_months(one, 1)) for one in months)
    table = Table("tickets", "", ("",), spans, np.array([[*PAST, *now]]), counts=True, targets=len(now))
    desk = desk_of(kiosks()[1], language)
    (said,) = ranges_told([table], ["tickets"], desk)
    assert said.code == f"anomaly.{code}"
    assert not ranges_told([table], ["takings"], desk)


def test_what_is_told_alike_in_all_months_lies_between_nothing() -> None:
    months = MONTHS[: len(PAST) + 1]
    spans = tuple(Span(one, add_months(one, 1)) for one in months)
    alike = np.array([[100.2] * len(PAST) + [100.3]])
    table = Table("tickets", "", ("",), spans, alike, counts=True, targets=1)
    (said,) = ranges_told([table], ["tickets"], desk_of(kiosks()[1], "zh"))
    assert said.code == "anomaly.range_same"


@pytest.mark.parametrize(("now", "year", "moved"), [(1500, 1300, "15.4"), (1060, 1000, None)])
def test_who_went_is_told_with_how_the_figure_moved_without_them(
    now: float, year: float, moved: str | None
) -> None:
    desk = desk_of(kiosks()[1], "en")
    gone = Openings("kiosk", (Opening("Elm", dt.date(2020, 1, 1), {}, ended=dt.date(2026, 3, 31)),))
    windows = (NOW, NOW.before(), NOW.year_before(None))
    asked = AnalysisAsked("odd", "en", metrics=("takings",), window=NOW)
    totals = Totals((), ("takings",), windows)
    (look,) = totals.alike_looks(gone, asked, desk)
    assert look.query.filters[-1].negated and look.query.filters[-1].values == ("Elm",)
    read = {"score.takings": _read(look, 1590, 1500), look.name: _read(look, now, year)}
    *_, said = totals.told(read, (0.0, 0.0), desk, gone)
    assert said.code == (EFFECT if moved else "anomaly.total_new")
    assert moved is None or str(said.params["change"].value) == moved


def test_of_a_time_without_openings_nobody_named_no_total_is_told() -> None:
    desk = desk_of(kiosks()[1], "en")
    totals = Totals((), ("takings",), (NOW, NOW.before(), NOW.year_before(None)), if_changed=True)
    asked = AnalysisAsked("odd", "en", window=NOW)
    assert totals.alike_looks(Openings("kiosk"), asked, desk) == ()
    assert totals.told({}, (0.0, 0.0), desk, Openings("kiosk")) == ()
