"""Members of one parent that lay off on one day are one finding, with the others and that day's weather."""

import datetime as dt
from dataclasses import replace

import pytest

from analysis.anomaly.joined import by_day_and_parent
from analysis.anomaly.looks import Look, Odd, Span
from analysis.anomaly.telling import Seen, _finding
from analysis.openings import Opening, Openings
from analysis.words import worded
from config.wording import Language
from language.calendar import days
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import desk_of

DAY = dt.date(2026, 9, 9)
BUILT = dt.date(2020, 1, 1)
PLACES = Openings(
    "kiosk",
    tuple(
        Opening(name, BUILT, {"branch": branch})
        for name, branch in (("Elm", "North"), ("Fir", "North"), ("Gorse", "South"), ("Hazel", "North"))
    ),
)


def _seen(member: str, value: float, day: dt.date = DAY, length: int = 1) -> Seen:
    span = Span(day, day + days(length))
    return Seen(Odd(Look("takings", "kiosk", member, span, value, 1000, 1.0, 1e-6)))


def _members(found: list[Seen]) -> list[list[str]]:
    return [[one.odd.look.member, *(it.member for it in one.joined)] for one in found]


def test_one_day_at_several_members_of_one_parent_is_one_finding() -> None:
    found = by_day_and_parent(
        [_seen("Elm", 500), _seen("Gorse", 500), _seen("Fir", 700), _seen("Hazel", 600)], PLACES
    )
    assert _members(found) == [["Elm", "Fir", "Hazel"], ["Gorse"]] and found[0].parent == "North"


@pytest.mark.parametrize(
    "other",
    [_seen("Fir", 1500), _seen("Fir", 500, DAY + days(1)), _seen("Fir", 3500, DAY, 7), _seen("Gorse", 500)],
)
def test_what_lay_off_another_way_or_day_or_of_another_parent_stands_alone(other: Seen) -> None:
    assert len(by_day_and_parent([_seen("Elm", 500), other], PLACES)) == 2
    assert len(by_day_and_parent([_seen("Elm", 500), _seen("Fir", 500)], None)) == 2


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh", "同一天North里还有：Fir（-30.0 %）；当天那里的天气是大雨"),
        ("en", "all of North: Fir (-30.0 %); the weather there was"),
    ],
)
def test_the_others_and_the_weather_are_told_behind_the_largest(language: Language, said: str) -> None:
    (one,) = by_day_and_parent([_seen("Elm", 500), _seen("Fir", 700)], PLACES)
    desk = desk_of(kiosks()[1], language)
    words = worded(_finding(replace(one, weather="大雨"), desk), desk.catalog, language)
    assert said in words, words
    assert "天气" not in worded(_finding(one, desk_of(kiosks()[1], "zh")), desk.catalog, "zh")
