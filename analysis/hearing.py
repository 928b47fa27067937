"""A question as it is heard: its clauses and parts, and which words tell no more than its kind."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from analysis.asked import Recognised, cue_spans, is_quiet, quiet_spans
from analysis.briefing.scorecard import scorecard
from analysis.clauses import SET_BESIDE, Clause, Held, Span
from analysis.rest import recent_spans
from analysis.sensing.sensing import way_spans
from analysis.times import days_of
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part, Parts
from understanding.words.empty import is_empty

NUMERALS = re.compile(
    r"[万亿千百成倍件个辆家次人笔]|%|(?:percent|million|billion|times)\b", re.IGNORECASE | re.ASCII
)
# Which way it went, beside what, and in all: an analysis tells these; any other mark says what it does not.
TELLS_NO_MORE = frozenset(
    (
        *("why", "decline", "change", "vary", "trend", "high", "low", "total", "other_data"),
        *("singular", "which", "which_time", "or", "list", "asked", *SET_BESIDE),
    )
)


@dataclass(frozen=True)
class Hearing:
    """A question as it is heard: its clauses, the one of them that tells most, and what of all is used."""

    found: Recognised
    parts: Parts
    clauses: Sequence[Clause]
    main: Clause
    used: Sequence[Held]
    desk: MetricDesk
    asks: Sequence[Clause] = ()  # those that ask for the analysis

    @property
    def tells_only(self) -> bool:
        """Tell a clause that leads up to another that asks: what it says beside data need not be read."""
        return bool(self.asks) and self.main not in self.asks

    @cached_property
    def stretch(self) -> list[Part]:
        """Return the parts of the clause that tells most."""
        return self.parts_of(self.main)

    def parts_of(self, clause: Clause) -> list[Part]:
        """Return the parts of a clause."""
        first, last = clause.span
        return [one for one in self.parts.every if first <= one.piece.span[0] < last]

    @cached_property
    def asking(self) -> list[list[Part]]:
        """Return the parts of that clause, and of each other one that asks for a figure."""
        return [self.parts_of(one) for one in self.clauses if one is self.main or one.asks]

    def is_said(self, span: Span) -> bool:
        """Tell whether words that tell the kind, or nothing, cover all of a span."""
        return all(any(first <= at < last for first, last in self.said) for at in range(*span))

    def bare(self, span: Span) -> Span:
        """Return a span without the end of it that is of a cue which goes on behind it: no 往 of 往下掉."""
        first, last = span
        if self.is_said(span):
            return last, last
        cues = [start for start, end in self.said if first < start < last < end]
        return first, min(cues, default=last)

    @cached_property
    def said(self) -> list[Span]:
        """Return where words tell the kind, or nothing, or the time that is taken for *recently*."""
        text = self.parts.text
        return [*cue_spans(self.found.kind, text), *quiet_spans(text), *recent_spans(text)]

    @cached_property
    def ways(self) -> list[Span]:
        """Return where words that nothing reads only say how the analysis is asked for."""
        return list(way_spans(self.parts.text)) if self.found.sensed else []

    @cached_property
    def shown(self) -> set[str]:
        """Return the figures that are taken, or that a briefing shows anyway."""
        taken = {name for one in self.used for name in one.part.metrics}
        lines = scorecard(self.desk) if self.found.kind == "briefing" else ()
        return taken | {line.metric for line in lines}

    def misses(self, one: Held) -> bool:
        """Tell what is no figure that is shown, and no time that is taken, said again."""
        again = one.kind == "period" and days_of(one) in self._days
        return one not in self.used and not again and self.shown.isdisjoint(one.part.metrics)

    @cached_property
    def _days(self) -> set[tuple[int, int, int] | None]:
        return {days_of(one) for one in self.used if one.kind == "period"}

    def says_nothing(self, part: Part) -> bool:
        """Tell a word that is empty without what tells the kind or how it is asked for."""
        first, last = part.piece.span
        left = "".join(
            char
            for place, char in enumerate(self.parts.text[first:last], first)
            if not any(start <= place < end for start, end in (*self.said, *self.ways))
        )
        return not left.strip() or is_quiet(left) or is_empty(left)

    def is_size(self, part: Part) -> bool:
        """Tell what a number counts in: 两千多万."""
        first, last = part.piece.span
        before = [one for one in self.parts.every if one.piece.span[1] <= first and one.kind != "mark"]
        counted = bool(before) and before[-1].kind == "number"
        return counted and NUMERALS.fullmatch(self.parts.text[first:last]) is not None
