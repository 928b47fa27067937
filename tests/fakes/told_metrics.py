"""Defined metrics of which only what a test tells is known, whatever they are asked."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from tests.conftest import TODAY
from understanding.data_days import DataDays


@dataclass(frozen=True)
class ToldMetrics:
    """What `understanding.taught.Taught` asks of the metrics, where nothing is defined."""

    shorter: tuple[str, ...] = ()  # questions over the usual periods
    being_read: bool = False

    async def over_periods(self, *asked: Any) -> tuple[str, ...]:
        """Return the questions told."""
        return self.shorter

    async def _none(self, *asked: Any, **how: Any) -> tuple[str, ...]:
        return ()

    near = alike = beside = askable = offered = is_about_something = _none

    async def _nothing(self, *asked: Any) -> None:
        return None

    composed = answers = recognised = why_not = desk = _nothing

    async def today(self, *asked: Any) -> dt.date:
        """Return the tests' day."""
        return TODAY

    async def days(self, *asked: Any) -> DataDays:
        """Know nothing of the days there are."""
        return DataDays()

    def reading(self, connection: str) -> bool:
        """Tell whether the database is still being read for the first time."""
        return self.being_read

    async def definition(self, *asked: Any) -> str:
        """Know no term."""
        return ""
