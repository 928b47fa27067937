"""A MetricQuery as a model writes it, in JSON: what is offered, and how an answer is checked."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import Any

from config.wording import language_of
from knowledge.language.calendar import MONTHS, days, whole
from knowledge.language.units import key_of
from knowledge.metric.binding import MOST_TOP, Allowed, Stop, Unclear
from knowledge.metric.parts import Parts
from knowledge.metric.reader import Binding, MetricReader
from knowledge.metrics import Catalog
from knowledge.question import Compared, Condition, Filter, MetricQuery, Ranking, Window

GRAINS = ("", "day", "week", "month", "quarter", "year")
COMPARED = ("", "last_year", "previous")
MOST_OFFERED = 3
NAMES_OFFERED = 2


def offered(question: str, catalog: Catalog, allowed: Allowed) -> tuple[str, ...]:
    """Return lines on the open metrics a question comes near to, and on what they can be split by."""
    asked = _pairs(question)
    scored = [
        (
            max(len(asked & _pairs(name)) / max(1, len(_pairs(name))) for name in metric.wordings or ("",)),
            metric,
        )
        for metric in catalog.metrics.values()
        if catalog.opens(metric.name, allowed)
    ]
    least = max((score for score, _ in scored), default=0) / 2
    near = sorted((pair for pair in scored if pair[0] > least), key=lambda pair: -pair[0])[:MOST_OFFERED]
    lines = [
        f"- metric {metric.name}: {', '.join(metric.wordings[:NAMES_OFFERED])}. "
        f"{metric.definition_en or metric.definition_zh}".rstrip()
        for _, metric in near
    ]
    open_to_cut = [
        name
        for name, found in catalog.dimensions.items()
        if not found.table or allowed(f"{catalog.full(found.table)}.*")
    ]
    cut = {name for name in open_to_cut for _, metric in near if catalog.cuts(metric.name, name)}
    if not cut:
        return tuple(lines)
    # On one line and in one language: a line each, with all names, was a third of a whole prompt.
    language = language_of(question)
    named = (f"{name} ({catalog.dimensions[name].label(language)})" for name in sorted(cut))
    return (*lines, f"- dimensions: {', '.join(named)}")


def _pairs(text: str) -> set[tuple[str, ...]]:
    """Return words, and pairs of Han characters."""
    units = key_of(text)
    han = {(a, b) for a, b in pairwise(units) if a > "\u3400" and b > "\u3400"}
    return han | {(unit,) for unit in units if unit < "\u3400" and len(unit) > 2}


def query_from(
    data: Mapping[str, Any], reader: MetricReader, today: dt.date, allowed: Allowed
) -> MetricQuery | None:
    """Return the query that JSON describes, or None where it breaks a rule that holds for what is read."""
    try:
        return _Exchange(reader, today, allowed).query(data)
    except (Stop, Unclear, ValueError, TypeError, KeyError, AttributeError, InvalidOperation):
        return None


class _Exchange:
    def __init__(self, reader: MetricReader, today: dt.date, allowed: Allowed) -> None:
        self.reader, self.catalog, self.today, self.allowed = reader, reader.catalog, today, allowed

    def query(self, data: Mapping[str, Any]) -> MetricQuery:
        """Return the query, or raise."""
        metrics = _known(data["metrics"], self.catalog.metrics)
        splits = _known(data.get("split_by") or (), self.catalog.dimensions)
        grain = _one_of(data.get("grain") or "", GRAINS)
        kind = _one_of(data.get("compare") or "", COMPARED)
        window = self._window(data)
        share = bool(data.get("share"))
        if not metrics or (window is None and any(s.time for m in metrics for s in self.catalog.sources(m))):
            raise ValueError("metrics, from, until")
        query = MetricQuery(
            metrics,
            splits,
            grain,  # type: ignore[arg-type]
            (window,) if window else (),
            compared=Compared(kind) if kind else None,  # type: ignore[arg-type]
            filters=(*self._filters(data.get("only"), False), *self._filters(data.get("without"), True)),
            conditions=tuple(self._conditions(data, metrics[0])),
            ranking=self._ranking(data, metrics[0], splits),
            share=share,
            filled=bool(data.get("filled")),
        )
        if (kind and window is None) or (share and (not splits or len(metrics) != 1 or grain or kind)):
            raise ValueError("compare, share")
        if share and self.catalog.metrics[metrics[0]].additivity != "sum":
            raise ValueError("share")
        return Binding(self.reader.known, Parts(""), "en", self.today).checked(query)

    def _window(self, data: Mapping[str, Any]) -> Window | None:
        if not (data.get("from") or data.get("until")):
            return None
        start, end = dt.date.fromisoformat(data["from"]), dt.date.fromisoformat(data["until"])
        if not start < end or start > self.today:
            raise ValueError("from, until")
        unit = next((one for one in ("day", "week", *MONTHS) if whole(one, start) == (start, end)), "range")
        window = Window(start, end, unit)  # type: ignore[arg-type]
        late = self.today + days(1)
        return replace(window, end=late, unfinished=True) if end > late else window

    def _filters(self, said: Any, negated: bool) -> Iterable[Filter]:
        for name, values in dict(said or {}).items():
            (dimension,) = _known([name], self.catalog.dimensions)
            yield Filter(dimension, tuple(self._member(dimension, str(value)) for value in values), negated)

    def _member(self, name: str, said: str) -> str:
        """Return the one member of a dimension that is called so, as a question's reader finds it."""
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

    def _conditions(self, data: Mapping[str, Any], metric: str) -> Iterable[Condition]:
        for word, comparer in (("over", "gt"), ("under", "lt")):
            if data.get(word) is not None:
                yield Condition(metric, comparer, Decimal(str(data[word])))  # type: ignore[arg-type]

    def _ranking(self, data: Mapping[str, Any], metric: str, splits: tuple[str, ...]) -> Ranking | None:
        for word in ("top", "bottom"):
            if data.get(word) is not None:
                number = int(data[word])
                if not 1 <= number <= MOST_TOP or not splits:
                    raise ValueError(word)
                return Ranking(word, number, metric, within=splits[:-1])  # type: ignore[arg-type]
        return None


def _known(names: Iterable[Any], known: Mapping[str, Any]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(str(name) for name in names))
    if isinstance(names, str) or any(name not in known for name in found):
        raise ValueError(names)
    return found


def _one_of(value: Any, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(value)
    return str(value)
