"""Which members came to an end between the two stretches of a change, by a column of their own table."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from analysis.lifespans import day_of, ends_at, last_days_look, last_days_of
from analysis.outcome import Look, Name, Read, Said
from analysis.why.looks import Change
from database.schema import Column
from knowledge.metrics import Dimension
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk

ENDED = "ended"
MOST = 3
_FIRST_OF_COMMENT = re.compile(r"^[^，,；;。（(]+")


@dataclass(frozen=True)
class Ended:
    """Members that ended, with their last day, of one dimension."""

    dimension: str
    column: Column
    members: Mapping[str, dt.date]
    alive: int = 0  # members there were when the earlier stretch began, of those asked about

    @property
    def is_all(self) -> bool:
        """Tell whether none is left of those asked about."""
        return 0 < self.alive <= len(self.members)

    def among(self, names: set[str]) -> "Ended | None":
        """Return those of some names, or None."""
        kept = {name: day for name, day in self.members.items() if name in names}
        return replace(self, members=kept) if kept else None

    def listed(self, language: str) -> tuple[Said, ...]:
        """Return the members with their last days, those of one day together."""
        of_day = {
            day: tuple(name for name, its in self.members.items() if its == day)
            for day in sorted(self.members.values())
        }
        column = called(self.column, language)
        return tuple(
            Said("why.ended_one", {"names": names, "column": column, "day": day_of(day)})
            for day, names in of_day.items()
        )

    def told(self, language: str) -> Said:
        """Return which ended, and when, by which column; and whether that is all there were."""
        params = {
            "dimension": Name(self.dimension, dimension=True),
            "list": self.listed(language),
            "count": self.alive,
        }
        if self.is_all:
            return Said("why.ended_only" if self.alive == 1 else "why.ended_all", params)
        return Said("why.ended_within", params)


def called(column: Column, language: str) -> str:
    """Return what people call a column: by the first words of its comment, else by its name."""
    comment = _FIRST_OF_COMMENT.match(column.comment) if language == "zh" and column.comment else None
    return comment[0].strip() if comment else column.name.replace("_", " ")


def ended_looks(change: Change, desk: MetricDesk) -> list[Look]:
    """Return the look at the last days of members whose table tells them, among those asked about."""
    look = ended_look(ENDED, change.metric.name, change.asked.filters, desk)
    return [look] if look else []


def ended_look(name: str, metric: str, filters: tuple[Filter, ...], desk: MetricDesk) -> Look | None:
    """Return the look at the last days of the things of a figure, under a name; None where none are kept."""
    found = _ending(metric, desk)
    return last_days_look(found[0].name, filters, desk, name) if found is not None else None


def ended_of(change: Change, read: Mapping[str, Read], desk: MetricDesk) -> Ended | None:
    """Return the members whose last day lies within the two stretches or between them, where any does."""
    span = change.span
    return ended_within(read.get(ENDED), change.metric.name, span.start, span.end, desk)


def ended_within(
    read: Read | None, metric: str, start: dt.date, end: dt.date, desk: MetricDesk
) -> Ended | None:
    """Return the members whose last day lies from one day to before another, where any does."""
    last = last_days_of(read)
    within = {name: day for name, day in last.items() if day is not None and start <= day < end}
    found = _ending(metric, desk) if within else None
    alive = sum((day or end) >= start for day in last.values())
    return Ended(found[0].name, found[1], within, alive) if found is not None else None


def _ending(metric: str, desk: MetricDesk) -> tuple[Dimension, Column] | None:
    """Return the first dimension of a figure whose own table has a last day of its things."""
    for one in desk.catalog.dimensions.values():
        if (column := ends_at(one, desk)) and desk.catalog.cuts(metric, one.name):
            return one, column
    return None
