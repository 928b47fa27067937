"""Reads one question over metrics by the chart, and says how sure it is."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from config.wording import language_of
from knowledge.items import Assumption
from knowledge.values import SURE_NAME, Allowed
from query.metric_query import MetricQuery
from understanding.chart.cover import Covering, coverings
from understanding.chart.saturation import Rule, saturated
from understanding.chart.spans import Span
from understanding.figures.clauses import NAMED, UNKNOWN, price
from understanding.figures.either_time import with_both_times
from understanding.figures.frame import Frame
from understanding.figures.given import left_unread
from understanding.figures.guesses import of_begun_kinds, of_roles, of_siblings, set_right, without_names_said
from understanding.figures.halves import lost
from understanding.figures.leaves import SMALL, Leaves, Question
from understanding.figures.legality import illegal, is_legal
from understanding.figures.reading import frames
from understanding.figures.rules import RULES
from understanding.figures.sentence import NoReading, Sentence, replaced
from understanding.figures.usual_days import as_usual_days
from understanding.metric.known import Known, is_narrower
from understanding.metric.unread import with_a_role
from understanding.metric.vocabulary import metric_words
from understanding.readings import Why
from understanding.verdicts import Verdict
from understanding.words.empty import is_empty

SLACK = 20  # how much dearer than the cheapest a covering may be that is still looked at
MARGIN = 1  # a reading this much dearer than the best competes with it
LONGEST = 80  # units of a question

Way = tuple[Frame, Covering]  # what a covering asks


@dataclass(frozen=True)
class FigureReading:
    """The frames that compete for a question, the surest first.

    `unread` are small words that were given no meaning; `unknown`, where there is no frame, those that
    nothing stands for, and `why` and `words` tell what else keeps it from being read; `doubts` are what was
    taken for granted; `falls`: a decline is asked for. `rules` made the spans.
    """

    frames: tuple[Frame, ...] = ()
    unread: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    doubts: tuple[Assumption, ...] = ()
    rules: frozenset[str] = frozenset()
    falls: bool = False
    why: Why = "shape"
    words: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Return how sure it is."""
        if not self.frames:
            return "not_mine"
        return "certain" if len(self.frames) == 1 and not (self.unread or self.doubts) else "candidate"


@dataclass(frozen=True)
class FigureReader:
    """Reads questions with what is known of one database."""

    leaves: Leaves
    rules: Sequence[Rule] = RULES

    @classmethod
    def over(cls, known: Known) -> "FigureReader":
        """Return what reads questions over one catalog."""
        return cls(Leaves(known))

    @property
    def known(self) -> Known:
        """Return what is known of the database."""
        return self.leaves.known

    def read(
        self, text: str, today: dt.date, allowed: Allowed = lambda _: True, given: str = ""
    ) -> FigureReading:
        """Return what a question asks; `given` is the figure to take where none is named."""
        question = Question.of(text, today)
        if not self.known.catalog.metrics or len(question.units) > LONGEST:
            return FigureReading(why="no_metric" if not self.known.catalog.metrics else "shape")
        leaves = self._leaves(question, allowed)
        if (meant := set_right(question, leaves, self.known.catalog)) != question.text:
            question = Question.of(meant, today)
            found = self._read(question, self._leaves(question, allowed), given)
            return replace(found, doubts=("slip", *found.doubts)) if found.frames else found
        return self._read(question, leaves, given)

    def _leaves(self, question: Question, allowed: Allowed) -> tuple[Span, ...]:
        read = as_usual_days(list(self.leaves.of(question, allowed)), question, self.leaves.names)
        return tuple(with_both_times(list(read)))

    def _read(self, question: Question, leaves: tuple[Span, ...], given: str) -> FigureReading:
        chart, language = saturated(leaves, self.rules), language_of(question.text)
        every = coverings(chart, len(question.units), price, SLACK)
        ways = [one for one in every if not one.unread]
        found, stops = list[Way](), list[tuple[Why, Sentence]]()
        for way in ways:
            sentence = Sentence(question, way, leaves, language, self.known)
            try:
                read = frames(sentence, given)
            except NoReading as stop:
                stops.append((stop.why, sentence))
            else:
                open_ = (MARGIN + 1) * (
                    len(read) > 1
                )  # one that leaves something open competes with none that does not
                found += [(frame, replace(way, cost=way.cost + open_)) for frame in read]
        catalog = self.known.catalog
        for frame, way in [*found]:
            begun = of_begun_kinds(frame, way.leaves, question, catalog)
            said = without_names_said(frame, way.leaves, question, catalog)
            found += [(other, way) for other in (*begun, *said, *of_roles(frame, question.text, catalog))]
        faults = [illegal(frame, self.known, question.today) for frame, _ in found]
        legal = [one for one, fault in zip(found, faults, strict=True) if fault is None]
        small = skipped(question, leaves)
        if legal:
            way = min((one for _, one in legal), key=lambda one: one.cost)
            idle = lost(Sentence(question, way, leaves, language, self.known))
            return _judged(self._meant(legal), (*self._unread(legal, small), *idle))
        if found and (others := self._of_siblings(found, question.today)):
            return _judged(others, self._unread(others, small), ("sibling",))
        if fault := next(filter(None, faults), None):
            return FigureReading(why=fault.why, words=fault.words)
        if unknown := _unknown(question, leaves):
            return FigureReading(unknown=unknown, why="word", words=_units(question, leaves))
        if not stops:
            return FigureReading(words=bare_words(question, every[0]))
        why, sentence = stops[0]
        return FigureReading(why=why, words=idle_words(sentence, given) if why == "shape" else ())

    def _unread(self, found: Sequence[Way], small: tuple[str, ...]) -> tuple[str, ...]:
        """Return the small words without a meaning: current has none before a stock."""
        catalog = self.known.catalog
        stocks = all(catalog.is_level(name) for frame, _ in found for name in frame.query.figures)
        idle = metric_words()["of_a_stock"] if stocks else ()
        small = tuple(one for one in small if one.lower() not in idle)
        return left_unread(small, tuple(frame.query for frame, _ in found))

    def _meant(self, found: Sequence[Way]) -> list[Way]:
        """Return ways without those over a narrower kind, where a name is one of the plain kind too."""
        if len(found) == 1:
            return [*found]
        kinds, keys = self.known.catalog.dimensions, {frame.query.key for frame, _ in found}
        kept = {one.dimension for frame, _ in found for one in frame.query.filters}

        def is_told(query: MetricQuery) -> bool:
            return any(
                query.keeping(replace(own, dimension=name), own).key in keys
                for own in query.filters
                for name in kept - {own.dimension}
                if is_narrower(kinds[own.dimension], kinds[name])
            )

        return [one for one in found if not is_told(one[0].query)] or [*found]

    def _of_siblings(self, found: Sequence[Way], today: dt.date) -> list[Way]:
        """Return a question over the one other figure of its unit that can be cut so, if there is one."""
        if len({frame.query.figures for frame, _ in found}) > 1:
            return []  # which figure is in question already
        others = [(other, way) for one, way in found for other in of_siblings(one, self.known.catalog)]
        legal = [one for one in others if is_legal(one[0], self.known, today)]
        return legal if len({frame.query.key for frame, _ in legal}) == 1 else []


def _judged(
    found: Sequence[Way], unread: tuple[str, ...], doubts: tuple[Assumption, ...] = ()
) -> FigureReading:
    """Return the frames whose coverings cost as good as the least."""
    least = min((way.cost for _, way in found), default=0)
    near = [(frame, way) for frame, way in found if way.cost <= least + MARGIN]
    kept: dict[object, Frame] = {}
    for frame, _ in near:
        kept.setdefault(frame.query.key, frame)
    spans = [one for _, way in near for one in way.leaves]
    sure = all(one.value.score >= SURE_NAME for one in spans if one.type == "member")
    part: tuple[Assumption, ...] = () if sure else ("part_of_name",)
    doubts = tuple(dict.fromkeys((*(told for one in kept.values() for told in one.doubts), *doubts)))
    rules = frozenset(one.rule for one in spans)
    falls = any(one.type == "decline" or (one.type == "first" and one.value.falls) for one in spans)
    spent = {word for one in kept.values() for word in one.spent}
    unread = tuple(one for one in unread if one not in spent)
    return FigureReading(tuple(kept.values()), unread, (), (*doubts, *part), rules, falls)


def _unknown(question: Question, leaves: Sequence[Span]) -> tuple[str, ...]:
    """Return the words that nothing stands for as they were written, in Chinese as far as they touch."""
    spans: list[tuple[int, int]] = []
    for one in (one for one in leaves if one.type in UNKNOWN):
        start, end = spans.pop() if spans and spans[-1][1] == one.start else (one.start, one.start)
        joined = start == end or not question.written(start, one.end).isascii()
        spans += [(start, one.end)] if joined else [(start, end), (one.start, one.end)]
    return tuple(dict.fromkeys(question.written(*span) for span in spans))


def _units(question: Question, leaves: Sequence[Span]) -> tuple[str, ...]:
    """Return the words that nothing stands for, as word lists keep them."""
    found = (question.keys[one.start : one.end] for one in leaves if one.type in UNKNOWN)
    return tuple((" " if keys[0].isascii() else "").join(keys) for keys in found)


def skipped(question: Question, leaves: Sequence[Span]) -> tuple[str, ...]:
    """Return the small words that say something and that nothing reads."""
    told = with_a_role()
    small = [(str(one.value), question.written(one.start, one.end)) for one in leaves if one.type == "empty"]
    left = (
        text for key, text in small if not ({key, text.lower()} & told or is_empty(key) or is_empty(text))
    )
    return tuple(dict.fromkeys(left))


def bare_words(question: Question, covering: Covering) -> tuple[str, ...]:
    """Return what a covering leaves uncovered as it was written, neighbours together."""
    runs: list[tuple[int, int]] = []
    for at in covering.unread:
        start = runs.pop()[0] if runs and runs[-1][1] == at else at
        runs.append((start, at + 1))
    return tuple(dict.fromkeys(question.written(*run) for run in runs))


def idle_words(sentence: Sentence, given: str) -> tuple[str, ...]:
    """Return the clause without which a sentence asks for something, or else the figures that it names."""
    clauses = [one for one in sentence.covering.spans if one.type not in SMALL]
    named = [one for one in clauses if one.type in NAMED]
    for one in clauses:
        if one not in named and _asks(replaced(sentence, (one,)), given):
            return (sentence.written(one),)
    return tuple(dict.fromkeys(sentence.written(one) for one in named))


def _asks(sentence: Sentence, given: str) -> bool:
    try:
        found: Sequence[object] = frames(sentence, given)
    except NoReading:
        return False
    return bool(found)
