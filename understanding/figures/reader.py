"""Reads one question over metrics by the chart, and says how sure it is; called by tests until the switch."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from config.wording import language_of
from understanding.chart.cover import Covering, coverings
from understanding.chart.saturation import Rule, saturated
from understanding.chart.spans import Span
from understanding.figures.clauses import price
from understanding.figures.frame import Against, Frame, When
from understanding.figures.leaves import Allowed, Leaves, Question
from understanding.figures.legality import is_legal
from understanding.figures.reading import frames
from understanding.figures.rules import RULES
from understanding.figures.sentence import Sentence
from understanding.metric.known import Known
from understanding.metric.unread import with_a_role
from understanding.pairs.reading import SURE_NAME
from understanding.verdicts import Verdict
from understanding.words.empty import is_empty

SLACK = 20  # how much dearer than the cheapest a covering may be that is still looked at
MARGIN = 1  # a reading this much dearer than the best competes with it
LONGEST = 80  # units of a question


@dataclass(frozen=True)
class FigureReading:
    """The frames that compete for a question, the surest first.

    `unread` are small words that were given no meaning; not `sure`: a member is called by part of its name.
    `rules` made the spans.
    """

    frames: tuple[Frame, ...] = ()
    unread: tuple[str, ...] = ()
    sure: bool = True
    rules: frozenset[str] = frozenset()

    @property
    def verdict(self) -> Verdict:
        """Return how sure it is."""
        if not self.frames:
            return "not_mine"
        sure = len(self.frames) == 1 and self.sure and not self.unread
        return "certain" if sure and not _takes_a_period(self.frames[0]) else "candidate"


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

    def read(self, text: str, today: dt.date, allowed: Allowed = lambda _: True) -> FigureReading:
        """Return what a question asks."""
        question = Question.of(text, today)
        if not self.known.catalog.metrics or len(question.units) > LONGEST:
            return FigureReading()
        leaves = tuple(self.leaves.of(question, allowed))
        chart = saturated(leaves, self.rules)
        ways = coverings(chart, len(question.units), price, SLACK)
        sentences = [
            Sentence(question, one, leaves, language_of(text), self.known) for one in ways if not one.unread
        ]
        found = [(frame, one.covering) for one in sentences for frame in frames(one)]
        found = [(frame, way) for frame, way in found if is_legal(frame, self.known, today)]
        return _judged(found, skipped(question, leaves))


def _takes_a_period(frame: Frame) -> bool:
    """Tell whether a comparison stands on a period that nobody named; one that a definition takes is said."""
    return any(one.assumed for one in frame.of(When)) and bool(frame.of(Against))


def _judged(found: list[tuple[Frame, Covering]], unread: tuple[str, ...]) -> FigureReading:
    """Return the frames whose coverings cost as good as the least."""
    least = min((way.cost for _, way in found), default=0)
    near = [(frame, way) for frame, way in found if way.cost <= least + MARGIN]
    kept: dict[object, Frame] = {}
    for frame, _ in near:
        kept.setdefault(frame.query.key, frame)
    spans = [one for _, way in near for one in way.leaves]
    sure = all(one.value.score >= SURE_NAME for one in spans if one.type == "member")
    return FigureReading(tuple(kept.values()), unread, sure, frozenset(one.rule for one in spans))


def skipped(question: Question, leaves: Sequence[Span]) -> tuple[str, ...]:
    """Return the small words that say something and that nothing reads."""
    told = with_a_role()
    small = [
        (str(one.value), question.written(one.start, one.end).lower())
        for one in leaves
        if one.type == "empty"
    ]
    return tuple(key for key, text in small if not ({key, text} & told or is_empty(key) or is_empty(text)))
