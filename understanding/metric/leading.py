"""Questions that lead on from one without an answer: of the figure, place and time that it named."""

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from config.wording import Language
from language.calendar import Range, whole
from language.period.covered import month_of
from language.roots import root, words_of
from language.words import is_han
from query.metric_query import Filter, Grain, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.nearest import Rest, rest_of, takes_out
from understanding.metric.offering import around, main_metrics
from understanding.metric.opening import opens
from understanding.metric.parts import Part, Parts, is_small_member
from understanding.metric.states_now import are_as_now
from understanding.readings import Ambiguous, MetricReading
from understanding.words.closed import GRAINS

MOST = 3
KEPT_BY_A_FIGURE = frozenset(["count", "some", "per", "singular"])  # marks that a plain figure answers
LEAST_POINTED = 3.0  # of what a word of few names tells, in some 35 figures; one of many tells less
POSSESSIVE = re.compile(r"['’]s$")
Shape = Hashable


def leading(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return questions that keep the figure, place, time and cut that were read of one, the nearest first."""
    every = _Leading(question, desk).questions()
    found: dict[str, None] = {}
    while len(found) < MOST and (asked := next(every, "")):
        found[asked] = None
    return tuple(found)


def beside(query: MetricQuery, desk: MetricDesk) -> dict[str, Shape]:
    """Return what else is asked of a query's figure, of the same members and time, each with its shape."""
    made = _Leading("", desk)
    known = desk.answers.reader.known.range_of(query.metrics)
    times = [_with_data(one, known) for one in query.windows]
    called = replace(query, windows=tuple(_by_name(one, desk.language) for one in times))
    return {
        asked: (desk.language, *_shape(other))
        for other in around(called, desk)
        for asked in made.said([other])
    }


def alike(question: str, others: Iterable[str], desk: MetricDesk) -> list[str]:
    """Return those of other questions that are near one: of its figure, where it names none of its member.

    One that names only a time is near none: what is asked at that time is not known.
    """
    named = _Named.of(question, desk)
    return [one for one in others if named.is_near(_Named.of(one, desk))] if named else []


def is_about_something(question: str, desk: MetricDesk) -> bool:
    """Tell a question that names a figure, a member or a thing: nothing is near one that names none."""
    return bool(_Named.of(question, desk))


@dataclass(frozen=True)
class _Named:
    """What a question is about: the figures, the members, the things it names."""

    figures: frozenset[str]
    members: frozenset[tuple[str, str]]
    things: frozenset[str]

    @classmethod
    def of(cls, text: str, desk: MetricDesk) -> "_Named":
        """Return what a question names."""
        parts = desk.parts(text)
        return cls(
            frozenset(name for part in parts.of("metric") for name in part.metrics),
            frozenset((name, value) for part in parts.of("value") for name, value, _ in part.members),
            frozenset(name for part in parts.of("dimension") for name in part.dimensions),
        )

    def __bool__(self) -> bool:
        """Tell whether anything is named."""
        return bool(self.figures or self.members or self.things)

    def is_near(self, other: "_Named") -> bool:
        """Tell whether another question is about the same."""
        if self.figures:
            return bool(self.figures & other.figures)
        return bool(self.members & other.members if self.members else self.things & other.things)


def _shape(query: MetricQuery) -> tuple[object, ...]:
    """Return what a question asks but for its members and days: SQL of one shape reads the same columns."""
    kept = tuple(one.dimension for one in query.filters)
    return (query.metrics, query.splits, query.compared and query.compared.kind, kept, len(query.windows))


def _by_name(window: Window, language: Language) -> Window:
    """Return a whole month as it is called, where nothing tells how it was asked for."""
    is_month = (window.start, window.end) == whole("month", window.start)
    return replace(window, text=month_of(window.start, language)) if is_month and not window.text else window


def _with_data(window: Window, known: Range | None) -> Window:
    """Return a time that is said in dates as far as there are data: no day is offered that has none."""
    if window.text or known is None or not window.start < known[1] < window.end:
        return window
    return replace(window, end=known[1])


def of_something(query: MetricQuery) -> bool:
    """Tell a figure of some time, place or cut from a figure alone."""
    return bool(query.windows or query.filters or query.splits or query.grain)


def worded_as_read(queries: Iterable[MetricQuery], desk: MetricDesk) -> Iterator[str]:
    """Yield those of some queries that may be asked as whole questions, which are read as these."""
    for query in queries:
        if not opens(query, desk.catalog, desk.allowed):
            continue
        if query.compared and are_as_now(query, desk.catalog):
            continue
        if asked := desk.asked(replace(query, period_assumed=False)):
            yield asked


def pointed_figures(question: str, desk: MetricDesk) -> list[str]:
    """Return the figures that words of a question which nothing reads are of."""
    found = desk.answers.reader.pointers.of(desk.parts(question), desk.allowed)
    return [one.metric for one in found if one.explains and one.score >= LEAST_POINTED]


def pointed_whole(question: str, desk: MetricDesk) -> list[MetricQuery]:
    """Return the figures that unread words are of, where these keep all members, times and cuts read."""
    made = _Leading(question, desk)
    return made.pointed_whole()


@dataclass(frozen=True)
class _Leading:
    question: str
    desk: MetricDesk

    def questions(self) -> Iterator[str]:
        """Yield the question without its unread words, its figures as they were read, and what is beside."""
        found = self._rest.found
        whole = [found.query] if isinstance(found, MetricReading) else []
        whole += found.queries if isinstance(found, Ambiguous) else []
        pointed = self._pointed()
        if pointed and not any({*one.figures} & {*pointed} for one in whole):
            whole = []  # what is read without the words that point elsewhere comes after it
        yield from self.said(one for one in whole if of_something(one))
        own = (name for part in self._parts.of("metric") for name in part.metrics)
        named = dict.fromkeys([*pointed, *own])
        kept = [one for one in map(self._kept, named) if of_something(one)]
        yield from self.said(kept)
        yield from self.said(replace(one, splits=(), grain="") for one in kept)
        for query in kept:
            yield from self.said(around(query, self.desk))
        if not named and self._parts.of("value", "period"):
            yield from self._over_main_figures()

    def pointed_whole(self) -> list[MetricQuery]:
        """Return the figures that words point at, where nothing that was read is lost with them."""
        parts = self._parts
        marks = {one.token for one in parts.of("mark")} - KEPT_BY_A_FIGURE
        if parts.of("number", "comparison") or marks - {"avg"}:
            return []
        figures = [one for one in self._pointed() if "avg" not in marks or self._is_mean(one)]
        kept = [self._kept(name) for name in figures]
        read = [len(parts.of(kind)) for kind in ("value", "dimension", "period", "grain")]
        return [
            one
            for one in kept
            if [len(one.filters), len(one.splits), len(one.windows), bool(one.grain)] == read
        ]

    def _is_mean(self, name: str) -> bool:
        """Tell a figure that is an average itself: it is what is asked on average."""
        metric = self.desk.catalog.metrics[name]
        return metric.kind == "ratio" or metric.additivity == "average"

    def _pointed(self) -> list[str]:
        """Return the figures that words of the question which nothing reads are of."""
        if takes_out(self.question):
            return []
        return pointed_figures(self.question, self.desk)

    @cached_property
    def _rest(self) -> Rest:
        return rest_of(self.question, self.desk)

    @cached_property
    def _parts(self) -> Parts:
        return self.desk.parts(self._rest.text)

    def _over_main_figures(self) -> Iterator[str]:
        """Yield the main figures where a question names none: first those that all members it names have.

        Of these first those that are cut as it is, are called by a word of it, or lead the scorecard.
        """
        listed = self.desk.catalog.scorecard
        main = [self._kept(metric.name) for metric in main_metrics(self.desk)]

        def far(kept: MetricQuery) -> tuple[int, int, int, int]:
            name = kept.metrics[0]
            place = listed.index(name) if name in listed else len(listed)
            return -len(kept.filters), -len(kept.splits), -self._shared(name), place

        for kept in sorted(main, key=far):
            given = self.desk.read(self._rest.text, given=kept.metrics[0])
            queries = [given.query] if isinstance(given, MetricReading) else []
            if kept.windows or kept.filters:
                queries += [kept, replace(kept, splits=(), grain="")]
            yield from list(self.said(queries))[:1]

    def _shared(self, name: str) -> int:
        """Return how many words that nothing reads, of two signs in Chinese, a figure is called by too."""
        unread = [one.text.lower() for one in self.desk.parts(self.question).of("other")]
        called = self.desk.catalog.metrics[name].wordings
        words = {root(word) for text in unread for word in words_of(text)}
        own = {root(word) for text in called for word in words_of(text)}
        pairs = ("".join(pair) for text in unread for pair in pairwise(text) if all(map(is_han, pair)))
        return len(words & own) + sum(any(one in text for text in called) for one in pairs)

    def said(self, queries: Iterable[MetricQuery]) -> Iterator[str]:
        """Yield those of the queries as questions that are read as these."""
        yield from worded_as_read(queries, self.desk)

    def _kept(self, metric: str) -> MetricQuery:
        """Return a figure of the members, at the time and by the cut that are named, where it has them."""
        catalog, parts = self.desk.catalog, self._parts
        filters = () if takes_out(self.question) else tuple(self._filters(metric))
        held = {one.dimension for one in filters}
        cuts = [name for part in parts.of("dimension") for name in part.dimensions[:1]]
        splits = [name for name in cuts if name not in held and catalog.cuts(metric, name)][:1]
        spoken = [Window.of(one.piece.period) for one in parts.of("period") if one.piece.period]
        windows = [replace(one, text=POSSESSIVE.sub("", one.text)) for one in spoken]
        begun = [one for one in windows if one.start <= self.desk.today][:1]
        grain = "" if splits else _grain(parts)
        return MetricQuery((metric,), tuple(splits), grain, tuple(begun), filters=filters)

    def _filters(self, metric: str) -> Iterator[Filter]:
        """Yield the members a question names that a figure has; what may be several of one kind is none."""
        seen: set[str] = set()
        catalog, parts = self.desk.catalog, self._parts
        for part in parts.of("value"):
            if is_small_member(part, parts.text, catalog):
                continue
            sure = sorted(part.members, key=lambda one: (-one[2], len(one[1])))  # the area, none of its sides
            dimension = next((name for name, _, _ in sure if catalog.cuts(metric, name)), "")
            values = self._called(part, dimension)
            if dimension and dimension not in seen and len(values) == 1:
                seen.add(dimension)
                yield Filter(dimension, values)

    def _called(self, part: Part, dimension: str) -> tuple[str, ...]:
        known = self.desk.answers.reader.known
        own = [value for name, value, _ in part.members if name == dimension]
        return tuple(dict.fromkeys(known.canonical(dimension, value) for value in own))


def _grain(parts: Parts) -> Grain:
    split = [part.token for part in parts.of("grain") if part.split and part.token in GRAINS]
    return split[0] if split else ""  # type: ignore[return-value]
