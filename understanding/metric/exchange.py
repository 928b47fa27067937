"""A MetricQuery as a model writes it, held to what exists."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from knowledge.values import Allowed
from language.calendar import MONTHS, days, whole
from language.units import key_of
from query.as_json import GRAINS, from_json
from query.metric_query import Filter, MetricQuery, Window
from understanding.figures.frame import frame_of
from understanding.figures.legality import illegal
from understanding.metric.reader import MetricReader
from understanding.readings import Why
from understanding.words.closed import MOST_TOP

_RULES: Mapping[Why, str] = {
    "unreachable": "these metrics cannot be cut or filtered by {words}",
    "no_data": "these metrics are known by a coarser grain than {words}",
    "whole_months": "these metrics are known by whole months: from and until must be first days of months",
    "shape": "these options do not go together",
}


def query_from(
    data: Mapping[str, Any], reader: MetricReader, today: dt.date, allowed: Allowed
) -> MetricQuery | None:
    """Return the query that JSON describes, or None where it breaks a rule that holds for what is read."""
    return _held(lambda: from_json(data), reader, today, allowed)


def query_written(
    data: Mapping[str, Any], reader: MetricReader, today: dt.date, allowed: Allowed
) -> MetricQuery | None:
    """Return the query that a model wrote, or None: its shares of members by month are of each month.

    Of all months together nobody asks: new energy cars as 3.8 % of two years' cars, not 28 % of a quarter's.
    Before the first days of the month that still runs are the same days of the month before.
    """

    return _held(lambda: _meant(data, today), reader, today, allowed)


def why_refused(data: Mapping[str, Any], reader: MetricReader, today: dt.date, allowed: Allowed) -> str:
    """Return which rule a query breaks, in English for the model that wrote it; nothing where none."""
    try:
        _Exchange(reader, today, allowed).query(_meant(data, today))
    except ValueError as error:
        return str(error)
    except (TypeError, KeyError, AttributeError, ArithmeticError):
        return "not in the form of a metric query"
    return ""


def _meant(data: Mapping[str, Any], today: dt.date) -> MetricQuery:
    said = from_json(data)
    if said.compared is not None and said.compared.kind == "previous":
        said = replace(said, windows=tuple(_as_running(one, today) for one in said.windows))
    each = bool(said.share and said.grain and said.splits and not said.share_within)
    return replace(said, share_within=(f"{said.grain}_start",)) if each else said


def _as_running(window: Window, today: dt.date) -> Window:
    """Return the first days of the week, month or year of today as the part of it that they are: 1-21 Nov."""
    units = [] if window.unit != "range" else [(one, *whole(one, today)) for one in ("week", *MONTHS)]
    unit = next((one for one, start, end in units if start == window.start and window.end < end), None)
    return replace(window, unit=unit, unfinished=True) if unit else window  # type: ignore[arg-type]


def _held(
    said: Callable[[], MetricQuery], reader: MetricReader, today: dt.date, allowed: Allowed
) -> MetricQuery | None:
    try:
        return _Exchange(reader, today, allowed).query(said())
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
        return None


class _Exchange:
    """Holds what somebody else wrote to what exists here, and to the rules of what is read."""

    def __init__(self, reader: MetricReader, today: dt.date, allowed: Allowed) -> None:
        self.reader, self.catalog, self.today, self.allowed = reader, reader.catalog, today, allowed

    def query(self, said: MetricQuery) -> MetricQuery:
        """Return the query with members as they are stored, or raise."""
        query = replace(
            said,
            windows=tuple(self._known_days(window, said) for window in said.windows),
            filters=tuple(self._filter(one) for one in said.filters),
        )
        self._require_names(query)
        if query.others and not query.ranking:
            raise ValueError("the others are what is left beside a top or bottom")
        if query.ranking and query.ranking.number is not None and not 1 <= query.ranking.number <= MOST_TOP:
            raise ValueError(f"top and bottom go from 1 to {MOST_TOP}")
        query = self._over_whole_months(query)
        broken = illegal(frame_of(query), self.reader.known, self.today)
        if broken is not None:
            raise ValueError(_RULES.get(broken.why, _RULES["shape"]).format(words=", ".join(broken.words)))
        return query

    def _over_whole_months(self, query: MetricQuery) -> MetricQuery:
        """Return figures of days beside those of months, of no time, over the whole months that both have.

        Targets of months to come are no part of what was reached: 96.0 % of two years for 100.7 %.
        """
        sources = [one for name in query.figures for one in self.catalog.sources(name) if one.time]
        if query.windows or len({one.time_grain == "month" for one in sources}) == 1:
            return query
        known = self.reader.known.shared_range(query.figures)
        end = min(known[1], whole("month", self.today)[0]) if known else None
        if known is None or end is None or known[0] >= end:
            return query
        return replace(query, windows=(Window(known[0], end, "range"),))

    def _require_names(self, query: MetricQuery) -> None:
        named = {*query.metrics, *(condition.metric for condition in query.conditions)}
        named |= {query.ranking.metric} if query.ranking else set()
        cut = {*query.splits, *query.share_within, *(f.dimension for f in query.filters)}
        cut -= {f"{query.grain}_start"}  # a share within each of the times
        cut |= {query.average} - {"", *GRAINS}
        missing = {one for one in named if one not in self.catalog.metrics}  # a quotient is there, not listed
        unknown = sorted(missing | (cut - {*self.catalog.dimensions}))
        if unknown:
            raise ValueError(f"no metric or dimension is called {', '.join(unknown)}")

    def _known_days(self, window: Window, said: MetricQuery) -> Window:
        """Return a window as far as there are days: what has not come yet is cut off, and said to be.

        What is set by the month, as targets are, is known before; so is what its own table holds ahead, as
        the days on which leases run out.
        """
        known = [one for one in said.metrics if one in self.catalog.metrics]
        if known and all(map(self.catalog.is_monthly, known)):
            return window
        late = self.today + days(1)
        coming = replace(window, start=max(window.start, late))
        if known and coming.start < coming.end and self.reader.known.reaches(known, coming, self.today):
            return window
        if window.start > self.today:
            raise ValueError("that time is still to come, and there are no data of it")
        return replace(window, end=late, unfinished=True) if window.end > late else window

    def _filter(self, said: Filter) -> Filter:
        if said.dimension not in self.catalog.dimensions:
            raise ValueError(f"no dimension is called {said.dimension}")
        return replace(said, values=tuple(self._member(said.dimension, value) for value in said.values))

    def _member(self, name: str, said: str) -> str:
        """Return the one member of a dimension that is called so, as a question's reader finds it.

        One that is written as it is stored, as in what was asked before, is that one.
        """
        dimension, values = self.catalog.dimensions[name], self.reader.known.values
        columns = [self.catalog.full_column(one) for one in dimension.columns]
        if said in dimension.values:
            return said
        key, seen = key_of(said), [one for one in columns if self.allowed(one)]
        if values is not None and any(said in values.named(column, key) for column in seen):
            return said
        parts = self.reader.parts(said, self.today, self.allowed).of("value")
        found = {
            self.reader.known.canonical(name, value)
            for part in parts
            for d, value, _ in part.members
            if d == name
        }
        if not found and values is not None:  # Jinlan of Jinlan Bank, where one alone has that word
            found = {self.reader.known.canonical(name, one) for it in seen for one in values.named(it, key)}
        if len(parts) > 1 or len(found) != 1 or "|" in (value := found.pop()):
            raise ValueError(f"{name} has no one member that is called {said}")
        return value
