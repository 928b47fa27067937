"""Figures of unlike rows that lie off together on one day at one place: each may be chance, all are not."""

import datetime as dt
from collections.abc import Sequence

import numpy as np
import pytest

from analysis.anomaly.joint import figures_of, is_told, joint_of
from analysis.anomaly.looks import Group, Look, Odd, Span, look, odd
from analysis.anomaly.telling import Seen, _finding
from analysis.daily import Daily, SpecialDays
from analysis.words import worded
from config.wording import Language
from language.calendar import days
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import desk_of

LENGTH, SEEDS = 112, 20
START = dt.date(2026, 9, 20) - days(LENGTH)
DAY = START + days(105)
SPANS = [Span(START + days(at), START + days(at + 1)) for at in range(77, LENGTH)]
WEEK = np.array([0.94, 0.92, 0.93, 0.97, 1.09, 1.13, 1.07])
NO_DAYS_OFF = SpecialDays({})
NAMES = ("takings", "cars", "charging")
KINDS = dict.fromkeys(NAMES, NO_DAYS_OFF)


def generated(
    seed: int, falls: Sequence[float] = (1, 1, 1), *, members: int = 8, tails: bool = False
) -> list[Group]:
    """Return three figures of places, which go together a little; on one day the last place's by `falls`."""
    chance = np.random.default_rng(seed)
    weekday = (np.arange(LENGTH) + START.weekday()) % 7
    size, shared = chance.lognormal(10, 0.5, members), chance.standard_normal((members, LENGTH))
    found = []
    for name, noise, fall in zip(NAMES, (0.06, 0.03, 0.05), falls, strict=True):
        own = chance.standard_t(4, shared.shape) if tails else chance.standard_normal(shared.shape)
        each = np.exp(noise * (np.sqrt(0.3) * shared + np.sqrt(0.7) * own))
        values = size[:, None] * WEEK[weekday] * each * np.exp(0.03 * chance.standard_normal(LENGTH))
        values[-1, 105] *= fall
        found.append(Group(name, "branch", {f"{at}": Daily(START, row) for at, row in enumerate(values)}))
    return found


def found_in(groups: Sequence[Group]) -> list[Odd]:
    return joint_of([groups], SPANS, KINDS)


@pytest.mark.parametrize(("members", "tails"), [(8, False), (5, False), (1, False), (8, True)])
def test_nothing_planted_at_most_one_in_twenty_gives_a_false_alarm(members: int, tails: bool) -> None:
    alarms = [bool(found_in(generated(seed, members=members, tails=tails))) for seed in range(SEEDS)]
    assert sum(alarms) <= 0.05 * SEEDS


@pytest.mark.parametrize("members", [8, 5])
def test_a_day_of_rain_is_found_more_often_by_all_figures_than_by_any(members: int) -> None:
    planted = [generated(seed, (0.7, 0.8, 0.75), members=members) for seed in range(SEEDS)]
    hits = [any(it.look.span.start == DAY for it in found_in(groups)) for groups in planted]
    alone = [
        any(
            it.look.span.start == DAY
            for it in odd([x for one in some for x in look(one, SPANS, NO_DAYS_OFF)])
        )
        for some in planted
    ]
    assert sum(hits) >= 0.85 * SEEDS and sum(hits) > sum(alone)


def test_it_is_told_by_the_first_figure_with_the_others_behind() -> None:
    (one,) = [it for it in found_in(generated(3, (0.7, 0.75, 0.7))) if it.look.span.start == DAY]
    assert one.joint and [one.look.metric, *(it.metric for it in one.same)] == [*NAMES]
    assert is_told(one, [Odd(one.same[0])]) and not is_told(one, [])


@pytest.mark.parametrize("falls", [(0.5, 1, 1), (0.6, 1.5, 1), (0.92, 0.93, 0.92)])
def test_one_figure_alone_two_ways_or_a_trifle_is_no_joint_day(falls: Sequence[float]) -> None:
    assert not any(it.look.span.start == DAY for seed in range(10) for it in found_in(generated(seed, falls)))


def test_figures_of_the_same_rows_are_no_evidence_of_each_other() -> None:
    desk = desk_of(kiosks()[1], "en")
    assert figures_of(["takings", "sales"], desk) == []
    assert figures_of(["takings", "sales", "target"], desk) == ["takings", "target"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh", "几项一起就不像偶然了；当天那里的天气是大雨"),
        ("en", "each alone may be chance, together they hardly are; the weather there was"),
    ],
)
def test_the_other_figures_and_the_weather_are_told_behind(language: Language, said: str) -> None:
    span = Span(DAY, DAY + days(1))
    own, other = (Look(name, "kiosk", "Elm", span, 700, 1000, 1.0, 0.01) for name in ("takings", "tickets"))
    desk = desk_of(kiosks()[1], language)
    words = worded(
        _finding(Seen(Odd(own, (other,), joint=True), weather="大雨"), desk), desk.catalog, language
    )
    assert said in words and "-30.0 %" in words, words
    plain = worded(_finding(Seen(Odd(own, (other,))), desk), desk.catalog, language)
    assert said[:6] not in plain
