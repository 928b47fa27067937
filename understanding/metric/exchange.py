"""A MetricQuery as a model writes it: what is offered, and how its answer is held to what exists."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from config.wording import Language, language_of
from knowledge.metrics import Catalog, Metric
from knowledge.tables import count_tokens
from language.calendar import days
from language.units import key_of
from understanding.metric.binding import MOST_TOP, Allowed, Stop, Unclear
from understanding.metric.parts import Parts
from understanding.metric.query_json import GRAINS, from_json
from understanding.metric.reader import Binding, MetricReader
from understanding.question import Filter, MetricQuery, Ranking, Window

NAMES_OFFERED = 2
MOST_EXPLAINED = 4  # metrics told with their definition
ROOM = 700  # tokens of all lines; a metric by name costs about 10, with its definition about 30


def offered(question: str, catalog: Catalog, allowed: Allowed) -> tuple[str, ...]:
    """Return lines on the open metrics, the nearest to a question explained, and on what splits them."""
    language, asked = language_of(question), _pairs(question)
    near = sorted(
        (metric for metric in catalog.metrics.values() if catalog.opens(metric.name, allowed)),
        key=lambda metric: -_nearness(asked, metric),
    )
    if not near:
        return ()
    least = _nearness(asked, near[0]) / 2
    explained = [one for one in near[:MOST_EXPLAINED] if _nearness(asked, one) > least]
    lines = [_line(metric) for metric in explained]
    dimensions = _dimensions(catalog, near, language, allowed)
    left = ROOM - sum(map(count_tokens, (*lines, dimensions)))
    if named := _within(left, [f"{one.name} ({one.label(language)})" for one in near[len(explained) :]]):
        lines.append(f"- further metrics: {', '.join(named)}")
    return (*lines, dimensions) if dimensions else tuple(lines)


def _line(metric: Metric) -> str:
    names = ", ".join(metric.wordings[:NAMES_OFFERED])
    return f"- metric {metric.name}: {names}. {metric.definition_en or metric.definition_zh}".rstrip()


def _nearness(asked: frozenset[tuple[str, ...]], metric: Metric) -> float:
    """Return the largest share of one of a metric's names that a question holds."""
    return max((len(asked & _pairs(name)) / max(1, len(_pairs(name))) for name in metric.wordings), default=0)


def _dimensions(catalog: Catalog, metrics: Sequence[Metric], language: Language, allowed: Allowed) -> str:
    """Return one line on what the metrics can be split by: a line each was a third of a whole prompt."""
    named = [
        f"{name} ({found.label(language)})"
        for name, found in sorted(catalog.dimensions.items())
        if (not found.table or allowed(f"{catalog.full(found.table)}.*"))
        and any(catalog.cuts(metric.name, name) for metric in metrics)
    ]
    kept = _within(ROOM // 2, named)
    return f"- dimensions: {', '.join(kept)}" if kept else ""


def _within(room: int, texts: Sequence[str]) -> list[str]:
    """Return the first texts that fit."""
    kept: list[str] = []
    for text in texts:
        room -= count_tokens(text) + 1
        if room < 0:
            break
        kept.append(text)
    return kept


@lru_cache(maxsize=4096)  # the same names for every question
def _pairs(text: str) -> frozenset[tuple[str, ...]]:
    """Return words, and pairs of Han characters."""
    units = key_of(text)
    han = {(a, b) for a, b in pairwise(units) if a > "\u3400" and b > "\u3400"}
    return frozenset(han) | {(unit,) for unit in units if unit < "\u3400" and len(unit) > 2}


def query_from(
    data: Mapping[str, Any], reader: MetricReader, today: dt.date, allowed: Allowed
) -> MetricQuery | None:
    """Return the query that JSON describes, or None where it breaks a rule that holds for what is read."""
    try:
        return _Exchange(reader, today, allowed).query(from_json(data))
    except (Stop, Unclear, ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
        return None


class _Exchange:
    """Holds what somebody else wrote to what exists here, and to the rules of what is read."""

    def __init__(self, reader: MetricReader, today: dt.date, allowed: Allowed) -> None:
        self.reader, self.catalog, self.today, self.allowed = reader, reader.catalog, today, allowed

    def query(self, said: MetricQuery) -> MetricQuery:
        """Return the query with members as they are stored, or raise."""
        query = replace(
            said,
            windows=tuple(self._known_days(window) for window in said.windows),
            filters=tuple(self._filter(one) for one in said.filters),
        )
        self._require_names(query)
        self._require_time(query)
        self._require_share(query)
        if query.ranking and not self._is_ranked(query.ranking, query):
            raise ValueError("rank")
        return Binding(self.reader.known, Parts(""), "en", self.today).checked(query)

    def _require_names(self, query: MetricQuery) -> None:
        named = {*query.metrics, *(condition.metric for condition in query.conditions)}
        named |= {query.ranking.metric} if query.ranking else set()
        cut = {*query.splits, *query.share_within, *(f.dimension for f in query.filters)}
        cut |= {query.average} - {"", *GRAINS}
        if not named <= set(self.catalog.metrics) or not cut <= set(self.catalog.dimensions):
            raise ValueError("names")

    def _require_time(self, query: MetricQuery) -> None:
        """Refuse a comparison with nothing to compare; a figure without a period is one of all data."""
        if query.compared and not query.windows:
            raise ValueError("from, until")

    def _require_share(self, query: MetricQuery) -> None:
        if not query.share:
            return
        if not query.splits or len(query.metrics) != 1 or query.grain or query.compared:
            raise ValueError("share")
        if self.catalog.metrics[query.metrics[0]].additivity != "sum":
            raise ValueError("share")

    def _is_ranked(self, ranking: Ranking, query: MetricQuery) -> bool:
        number = ranking.number is None or 1 <= ranking.number <= MOST_TOP
        return number and bool(query.splits or query.grain)

    def _known_days(self, window: Window) -> Window:
        """Return a window as far as there are days: what has not come yet is cut off, and said to be."""
        if window.start > self.today:
            raise ValueError("from")
        late = self.today + days(1)
        return replace(window, end=late, unfinished=True) if window.end > late else window

    def _filter(self, said: Filter) -> Filter:
        if said.dimension not in self.catalog.dimensions:
            raise ValueError(said.dimension)
        return replace(said, values=tuple(self._member(said.dimension, value) for value in said.values))

    def _member(self, name: str, said: str) -> str:
        """Return the one member of a dimension that is called so, as a question's reader finds it.

        One that is written as it is stored, as in what was asked before, is that one.
        """
        dimension, values = self.catalog.dimensions[name], self.reader.known.values
        column = self.catalog.full_column(dimension.column)
        if said in dimension.values:
            return said
        if values is not None and self.allowed(column) and said in values.named(column, key_of(said)):
            return said
        parts = self.reader.parts(said, self.today, self.allowed).of("value")
        found = {
            self.reader.known.canonical(name, value)
            for part in parts
            for d, value, _ in part.members
            if d == name
        }
        if len(parts) != 1 or len(found) != 1 or "|" in (value := found.pop()):
            raise ValueError(said)
        return value
