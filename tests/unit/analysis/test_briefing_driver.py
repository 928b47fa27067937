"""What a briefing's first sentence says made the figure move is what the two factors make of it."""

import datetime as dt
from decimal import Decimal

import pytest

from analysis.briefing.driver import driver_told
from analysis.briefing.figures import Alike, Scored
from analysis.briefing.scorecard import Line
from analysis.outcome import Said
from query.metric_query import Window
from tests.unit.analysis.kiosks import desk_of, kiosks

NOW = Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month")
THEN = Window(dt.date(2025, 8, 1), dt.date(2025, 9, 1), "month")
BEFORE = Window(dt.date(2026, 7, 1), dt.date(2026, 8, 1), "month")


def _one(name: str, now: float, year: float, alike: tuple[float, float] | None = None) -> Scored:
    kept = Alike(*(Decimal(str(one)) for one in alike)) if alike else None
    return Scored(
        Line(name, ""), Decimal(str(now)), None, Decimal(str(year)), None, alike=(None, kept)
    )  # fmt: skip


def _told(*scored: Scored) -> Said | str:
    found: Said | str = driver_told(scored, (NOW, BEFORE, THEN), desk_of(kiosks()[1], "zh"))["made"]
    return found


@pytest.mark.parametrize(
    ("sales", "average", "code", "first"),
    [
        (120, 100, "briefing.verdict.made_up", "sales"),
        (100, 120, "briefing.verdict.made_up", "average_sale"),
        (90, 100, "briefing.verdict.made_down", "sales"),
        (115, 110, "briefing.verdict.made_up", "sales"),
        (120, 95, "briefing.verdict.made_up", "sales"),
    ],
)
def test_the_factor_that_makes_half_or_more_is_told(sales: int, average: int, code: str, first: str) -> None:
    found = _told(
        _one("takings", sales * average, 100 * 100),
        _one("sales", sales, 100),
        _one("average_sale", average, 100),
    )
    assert isinstance(found, Said) and (found.code, found.params["first"].name) == (code, first)


def test_what_is_level_or_has_no_factors_is_driven_by_nothing() -> None:
    level = (_one("takings", 10_000, 10_000), _one("sales", 120, 100), _one("average_sale", 83.3, 100))
    assert _told(*level) == "" and _told(_one("takings", 12_000, 10_000)) == ""


def test_growth_that_who_is_new_makes_is_said_to_be_theirs() -> None:
    lead = _one("takings", 20_000, 10_000, alike=(10_500, 10_000))
    found = _told(lead, _one("sales", 200, 100, (105, 100)), _one("average_sale", 100, 100, (100, 100)))
    assert isinstance(found, Said) and found.code == "briefing.verdict.made_new_up"
    lead = _one("takings", 13_000, 10_000, alike=(12_000, 10_000))
    found = _told(lead, _one("sales", 130, 100, (120, 100)), _one("average_sale", 100, 100, (100, 100)))
    assert isinstance(found, Said) and found.params["basis"] != ""
