"""A sum that rises since one of its places opened is looked at without it: an opening is nothing odd."""

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest

from analysis.anomaly.as_there import as_there, as_there_group, changed_within, is_too_new
from analysis.anomaly.looks import BACK_DAYS, Group, Look, Span, look, odd, unlikely
from analysis.anomaly.telling import Found, Material, none_odd
from analysis.asked import AnalysisAsked
from analysis.daily import Daily, SpecialDays
from analysis.openings import Opening, Openings
from language.calendar import days
from query.metric_query import Window
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import desk_of

WEEK = Span(dt.date(2025, 6, 9), dt.date(2025, 6, 16))
START, LENGTH = WEEK.start - days(BACK_DAYS), BACK_DAYS + 7
OPENED = WEEK.start - days(14)
QUIET = SpecialDays({})
REACH = (WEEK.start, WEEK.end)


def _series(seed: int, *, week: float = 1.0) -> Daily:
    values = 1000 * np.exp(0.03 * np.random.default_rng(seed).standard_normal(LENGTH))
    values[-7:] *= week
    return Daily(START, values)


def _opened(own: Daily) -> Daily:
    """Return a series with a place that brings a third more from its opening on."""
    grown = own.values.copy()
    grown[(OPENED - START).days :] += 330.0
    return Daily(START, grown)


def _found(own: Daily) -> tuple[object, object]:
    group = Group("takings", "", {"": _opened(own)})
    looks = look(group, [WEEK], QUIET)
    limit = max((one.chance for one in unlikely(looks, lambda one: one.chance)), default=0.0)
    (shown,) = odd(looks)
    beside = as_there_group(shown.look, Group("takings", "", {"": own}), group)
    assert beside is not None
    return shown, as_there(shown, beside, QUIET, limit, REACH)


@pytest.mark.parametrize("seed", range(3))
def test_a_week_that_is_high_only_by_a_place_that_opened_is_as_usual_without_it(seed: int) -> None:
    shown, kept = _found(_series(seed))
    assert shown is not None and kept is None


@pytest.mark.parametrize("seed", range(3))
def test_a_week_that_is_high_without_it_too_is_told_without_it(seed: int) -> None:
    own = _series(seed, week=1.6)
    _, kept = _found(own)
    assert kept is not None
    assert kept.look.value == pytest.approx(own.total(*REACH)) and kept.look.change == pytest.approx(
        0.6, abs=0.1
    )


def test_only_places_that_are_part_of_it_and_began_within_the_weeks_before_are_left_out() -> None:
    _, answers = kiosks()
    desk = desk_of(answers, "en")
    every = (
        Opening("North", OPENED, {"town": "A"}), Opening("South", OPENED, {"town": "B"}),
        Opening("Old", START - days(1), {"town": "A"}),
    )  # fmt: skip
    openings = Openings("kiosk", every)

    def names(dimension: str, member: str, back: int = BACK_DAYS) -> set[str]:
        one = Look("takings", dimension, member, WEEK, 1.0, 2.0, 1.0, 0.0)
        found = changed_within(one, openings, desk, back)
        return set(found.names) if found else set()

    assert names("", "") == {"North", "South"} and names("town", "A") == {"North"}
    assert names("town", "A", 400) == {"North", "Old"}
    assert names("kind", "tea") == {"North", "South"} and names("kiosk", "North") == set()
    own = Look("takings", "kiosk", "North", WEEK, 1.0, 2.0, 1.0, 0.0)
    assert is_too_new(own, openings) and not is_too_new(
        Look("takings", "kiosk", "Old", WEEK, 1, 2, 1, 0), openings
    )


def test_who_ended_within_the_time_is_what_changed_where_nothing_else_did() -> None:
    _, answers = kiosks()
    gone = Opening("North", START, {}, ended=dt.date(2026, 8, 20))
    asked = AnalysisAsked("odd", "en", window=Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month"))
    found = Found(openings=Openings("kiosk", (gone, Opening("Old", START, {}))))
    outcome = none_odd(found, Material((), (), (), {}), asked, {}, desk_of(answers, "en"))
    assert outcome.statements[0].code == "anomaly.none_but"
    before = replace(asked, window=Window(dt.date(2026, 7, 1), dt.date(2026, 8, 1), "month"))
    assert (
        none_odd(found, Material((), (), (), {}), before, {}, desk_of(answers, "en")).statements[0].code
        == "anomaly.none"
    )
