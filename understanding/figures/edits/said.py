"""One way to cover a message, as what edits a query looks at it."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from knowledge.metrics import Catalog
from language.calendar import whole
from query.metric_query import MetricQuery
from understanding.chart.spans import Span
from understanding.figures.cutting import each_of
from understanding.figures.goals import SET_BESIDE
from understanding.figures.sentence import NoReading, Sentence
from understanding.figures.things import Kind
from understanding.metric.back import Back
from understanding.metric.known import Known
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import GRAINS

ENDS = ("first", "figure_first", "rank", "rank_up", "sorted")


@dataclass(frozen=True)
class Said:
    """A covering of a message, the query before it, and what it points back to."""

    sentence: Sentence
    before: MetricQuery
    back: Back | None = None

    @property
    def catalog(self) -> Catalog:
        """Return the definitions."""
        return self.sentence.catalog

    @property
    def known(self) -> Known:
        """Return what is known of the database."""
        return self.sentence.known

    @property
    def today(self) -> dt.date:
        """Return the day the message is read on."""
        return self.sentence.question.today

    def of(self, *types: str) -> list[Span]:
        """Return the clauses of some types, in order."""
        return self.sentence.of(*types)

    def values(self, *types: str) -> list[Any]:
        """Return what the clauses of some types mean."""
        return [one.value for one in self.of(*types)]

    def has(self, *types: str) -> bool:
        """Tell whether there is any span of some types."""
        return self.sentence.has(*types)

    def says(self, *roles: str) -> bool:
        """Tell whether a small word of the message plays a part: instead, 加上."""
        return any(self.sentence.small & set(map(str, metric_words()[role])) for role in roles)

    @property
    def adds(self) -> bool:
        """Tell whether the message adds to what is shown: also, 加上."""
        beside = any(one.rule == SET_BESIDE for one in self.of("figure"))
        return self.says("adding") or self.has("restore") or beside

    @property
    def corrects(self) -> bool:
        """Tell whether the message puts right what was understood before: 我说的是, no, I meant."""
        told = self.sentence.question.text.lower()
        return any(str(one) in told for one in metric_words()["correcting"])

    @property
    def widens(self) -> bool:
        """Tell whether the message takes back that only some are shown: not only Berlin, 不只看东莞."""
        only = {*map(str, metric_words()["only"])}
        for negation in self.sentence.every:
            behind = negation if negation.type in ("not", "rather_than") else None
            while behind is not None:
                behind = self.sentence.small_behind(behind)
                if behind is not None and behind.value in only:
                    return True
        return False

    @cached_property
    def names_figure(self) -> bool:
        """Tell whether a figure is named."""
        held = any(child.type == "figure" for one in self.of("keep") for child in one.leaves)
        return held or bool(self.of("figure", "figure_first", "weak", "thing", "number_of"))

    @cached_property
    def sets_members_beside(self) -> bool:
        """Tell whether it compares two members that it names: what time it names beside is when."""
        compares, times = self.of("compare"), self.of("period")
        held = any(self.says_before(time, "held_against") for time in times)
        held = held or any(
            one.end == time.start for one in compares for time in times
        )  # compared with October
        return self.sentence.sets_beside and not held

    def says_before(self, span: Span, role: str) -> bool:
        """Tell whether a small word that plays a part stands right before a span."""
        return self.sentence.touching(span, -1) in map(str, metric_words()[role])

    @cached_property
    def cuts(self) -> tuple[Kind | str, ...]:
        """Return what the message cuts by: dimensions, and units of time."""
        bound = [part for one in self.values("cut") for part in one]
        kept = {members.dimension for one in self.values("keep") for members in one.named}
        free = [one for one in self.values("kind") if one.dimension not in kept]  # the clubs of Hilltop
        units = self.values("unit") if self.of("first") else []
        each = each_of(self.sentence)
        return tuple(dict.fromkeys([*bound, *free, *each, *self.values("grain", "which_time"), *units]))

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Return the dimensions it cuts by."""
        return tuple(dict.fromkeys(one.dimension for one in self.cuts if isinstance(one, Kind)))

    @cached_property
    def grain(self) -> str:
        """Return the unit of time it cuts by, or raise NoReading where there are two."""
        found = {str(one) for one in self.cuts if not isinstance(one, Kind)}
        if len(found) > 1 or not found <= {*GRAINS}:
            raise NoReading
        return next(iter(found), "")

    @property
    def says_what(self) -> bool:
        """Tell whether it names a figure, member, cut or order, or what the time is held against."""
        named = ("keep", "comparison", "last_year", "previous", "rate", *ENDS[2:])
        return self.names_figure or bool(self.cuts) or bool(self.of(*named))

    @property
    def says_something(self) -> bool:
        """Tell whether it names anything, a time among it: what it asks for may stand."""
        return self.says_what or bool(self.of("period", "ended", "step"))

    @cached_property
    def of_the_first(self) -> bool:
        """Tell whether it asks for a figure of the first so many shown: 前两个的订单数."""
        figures, firsts, amounts = self.of("figure"), self.of("first"), self.of("amount")
        if not (len(figures) == len(firsts) == len(amounts) == 1):
            return False
        if figures[0].start > firsts[0].start:
            joined = self.sentence.small_behind(amounts[0])
            return joined is not None and joined.value == "的" and joined.end == figures[0].start
        joined = self.sentence.small_behind(figures[0])
        return joined is not None and joined.value == "of"


def unit_of(query: MetricQuery) -> str:
    """Return the day, week, month, quarter or year that a query's one stretch of time is, or nothing."""
    window = query.window
    if window is None:
        return ""
    if window.unfinished:
        return window.unit if window.count == 1 and window.unit in GRAINS else ""
    same = (unit for unit in GRAINS if whole(unit, window.start) == (window.start, window.end))
    return next(same, "")
