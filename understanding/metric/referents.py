"""One member that a message points at, of those just shown: it, the first one, 最高的那家."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from config.wording import Language
from knowledge.metrics import Catalog, Metric
from language.words import either
from query.metric_query import Filter, MetricQuery
from understanding.metric.back import END_POINTED_AT, Span
from understanding.metric.judging import turned
from understanding.metric.known import Known
from understanding.metric.parts import Part, Parts
from understanding.metric.vocabulary import metric_words
from understanding.words.pointing import is_idle

Which = Literal["only", "first", "top", "bottom"]
SIDES: dict[str, Which] = {"high": "top", "low": "bottom", "top": "top", "bottom": "bottom"}
CLASSIFIER = re.compile(r"\s*one\b|的?\s*(?:那|这)?(?:一)?[个家位条座款名种项]?")
_LEADS_ON = re.compile(r"\W*(?:那么?|所以|然后)?\W*")
ARTICLE = re.compile(r"\bthe\s+$", re.IGNORECASE)


@dataclass(frozen=True)
class Pointed:
    """Where a message speaks of one thing shown, and which: the only one, that with most, that with least."""

    span: Span
    which: Which
    owning: bool = False
    place: bool = False
    kinds: frozenset[str] = frozenset()  # the dimensions it may be of, where a noun says: that branch

    def named(self, text: str, name: str, language: Language) -> str:
        """Return a message with the name of what it points at in the place of the words for it."""
        start, end = self.span
        if language == "zh":
            return text[:start] + name + text[end:]
        owned = f"{name}'s" if self.owning else f"in {name}" if self.place else name
        return f"{text[:start].rstrip()} {owned} {text[end:].lstrip()}".strip().replace(" ?", "?")


@dataclass(frozen=True)
class Member:
    """A member of a dimension, by its value there."""

    dimension: str
    value: str


def pointed(text: str, parts: Parts, before: MetricQuery | None, catalog: Catalog) -> Pointed | None:
    """Return the one place where a message points at one thing shown, or None."""
    if before is not None and (end := _end(parts, before, catalog)):
        return end
    if kind := of_a_kind(parts):
        return kind
    for which, words in (("first", "first"), ("only", "only"), ("only", "places")):
        every = (one for one in _pattern(words).finditer(text) if one.group() != "IT")
        found = [one for one in every if not is_idle(text, one.start())]
        if len(found) == 1 and not text[found[0].end() :].lstrip().startswith(_not_one()):
            owning = found[0].group().lower() in metric_words()["one_shown"]["owning"]
            return Pointed(found[0].span(), which, owning, words == "places")  # type: ignore[arg-type]
    return None


def heads_with_a_place(text: str, parts: Parts) -> Span | None:
    """Return where a message points at a place of what was shown and at nothing of its own: the first one.

    In Chinese it stands at the head: 排第一的到底是什么问题, over 营业额排第一的店.
    """
    found = [one.span() for one in _pattern("first").finditer(text)]
    found += [
        one.piece.span for one in parts.marks(*SIDES) if END_POINTED_AT.match(parts.text, one.piece.span[1])
    ]
    kinds = {one.piece.span[0] for one in parts.of("dimension")}
    places = [
        (start, end)
        for start, end in found
        if end not in kinds and (text[start:end].isascii() or _LEADS_ON.fullmatch(text[:start]))
    ]
    return places[0] if len(places) == 1 else None


def may_speak_of_a_kind(text: str) -> bool:
    """Tell whether a text has a word that may stand before the noun for a kind: that, 这家."""
    return _before_kind_anywhere().search(text) is not None


@lru_cache(maxsize=1)
def _before_kind_anywhere() -> re.Pattern[str]:
    return re.compile(either(metric_words()["one_shown"]["before_kind"]), re.IGNORECASE)


def points_to_a_kind(ahead: str) -> bool:
    """Tell whether a text ends in a word that stands before the noun for the kind of the one shown: that."""
    return _pattern("before_kind").search(ahead) is not None


def of_a_kind(parts: Parts) -> Pointed | None:
    """Return where a text speaks of the one shown by a noun for its kind: that branch, 这家店."""
    named = parts.of("dimension")
    found = [
        Pointed((match.start(), last), "only", kinds=frozenset(kind.dimensions))
        for at, kind in enumerate(named)
        for start, last in (kind.piece.span,)
        if (match := _pattern("before_kind").search(parts.text[:start])) and match.end() == start
        if not any({*kind.dimensions} & {*one.dimensions} for one in named[:at])  # that pier's
    ]
    return found[0] if len(found) == 1 else None


def _end(parts: Parts, before: MetricQuery, catalog: Catalog) -> Pointed | None:
    """Return where it speaks of the one with most or least of the figure shown, with the noun behind it."""
    marks = parts.marks(*SIDES)
    ends = [one for one in marks if END_POINTED_AT.match(parts.text, one.piece.span[1])]
    if len(ends) != 1 or len(before.metrics) != 1:
        return None
    (end,) = ends
    match = CLASSIFIER.match(parts.text, end.piece.span[1])
    until = match.end() if match else end.piece.span[1]
    kinds = [one for one in parts.of("dimension") if one.piece.span[0] == until]
    if any(set(one.dimensions).isdisjoint(before.splits) for one in kinds):
        return None
    last = kinds[0].piece.span[1] if kinds else until
    start = end.piece.span[0]
    article = ARTICLE.search(parts.text[:start])
    return Pointed(
        (article.start() if article else start, last), _side(end, catalog.metrics[before.metrics[0]])
    )


def _side(end: Part, metric: Metric) -> Which:
    return SIDES[turned(end.text, SIDES[end.token], metric)[0]]


@lru_cache(maxsize=1)
def _not_one() -> tuple[str, ...]:
    """Return what behind such a word makes it several, or a time: 它们, 那个月, 第一个季度."""
    return ("们", *map(str, metric_words()["rows_shown"]["times"]))


@lru_cache(maxsize=4)
def _pattern(which: str) -> re.Pattern[str]:
    pattern = either(metric_words()["one_shown"][which])
    return re.compile(rf"{pattern}\s*$" if which == "before_kind" else pattern, re.IGNORECASE)


def kept_to(before: MetricQuery, catalog: Catalog, found: Pointed = Pointed((0, 0), "only")) -> Member | None:
    """Return the one thing that a figure is of, which is no code; a place or 这个套餐 may be cut further."""
    further = found.place or bool({one.dimension for one in before.filters} & found.kinds)
    if before.splits and not further:
        return None
    dimensions = catalog.dimensions
    kept = [
        one
        for one in before.filters
        if dimensions[one.dimension].key or (found.place and not dimensions[one.dimension].values)
        if not found.kinds or one.dimension in found.kinds
    ]
    if len(kept) != 1 or kept[0].negated or len(kept[0].values) != 1:
        return None
    return Member(kept[0].dimension, kept[0].values[0])


def shows(query: MetricQuery, one: Member) -> bool:
    """Tell whether a figure is of a member, or shows it among others."""
    of_it = any(kept.dimension == one.dimension and one.value in kept.values for kept in query.filters)
    return of_it or one.dimension in query.splits


def shows_members(before: MetricQuery, which: Which) -> bool:
    """Tell whether the rows of a query are members of one dimension, in the order of one figure.

    The only row is a member whatever stands beside its figure: who grew fastest, what share one has.
    """
    if before.grain or before.others or before.counted or len(before.splits) != 1:
        return False
    return which == "only" or not (before.compared or before.share or len(before.metrics) > 1)


def meant(which: Which, before: MetricQuery, rows: Sequence[Sequence[Any]], known: Known) -> Member | None:
    """Return the member of the row that is meant; None where two have the same figure, or it has no name."""
    low = before.ascending or (before.ranking is not None and before.ranking.direction == "bottom")
    ahead = before.ranking is not None and before.ranking.ahead and len(rows) == 2  # of the next it is told
    if ahead and which == "only":
        rows = rows[:1]
    if (which == "only" and len(rows) != 1) or (which == "first" and low):
        return None
    figures = [row for row in rows if row[1] is not None]
    ordered = sorted(figures, key=lambda row: row[1], reverse=which != "bottom")
    if not ordered or (len(ordered) > 1 and ordered[0][1] == ordered[1][1]):
        return None
    (name,) = before.splits
    values = _values(name, str(ordered[0][0]), known)
    return Member(name, values[0]) if len(values) == 1 else None


def _values(name: str, label: str, known: Known) -> list[str]:
    """Return the values of the members that are shown so."""
    dimension = known.catalog.dimensions[name]
    if dimension.values:
        return [code for code, names in dimension.values.items() if label in names]
    return known.canonicals(name, label)


def focused(before: MetricQuery, one: Member) -> MetricQuery:
    """Return the figure of one of the members shown."""
    others = tuple(kept for kept in before.filters if kept.dimension != one.dimension)
    return replace(
        before,
        splits=(),
        filters=(*others, Filter(one.dimension, (one.value,))),
        ranking=None,
        conditions=(),
        ascending=False,
        good="",
        metrics=before.metrics[:1],
    )
