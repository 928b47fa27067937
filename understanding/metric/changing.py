"""The parts of a metric's question, and what may stand in the place of each.

What is offered holds to the same rules as what a model asks (exchange.py), for the person who asks.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from config.wording import Language, say
from knowledge.values import Allowed
from language.calendar import days
from query.as_json import to_json
from query.metric_query import Compared, Filter, MetricQuery, Ranking, Window
from understanding.metric.exchange import query_from
from understanding.metric.known import Known
from understanding.metric.lines import SEPARATOR
from understanding.metric.reader import MetricReader
from understanding.metric.vocabulary import period_in
from understanding.metric.wording import word
from understanding.readings import Part, PartKind
from understanding.words.closed import GRAINS

NUMBERS = (3, 5, 10, 20)
MOST_MEMBERS = 40
MOST_OFFERED = 60
COMPARISONS: tuple[Literal["last_year", "previous"], ...] = ("last_year", "previous")


@dataclass(frozen=True)
class Change:
    """One thing that may stand in a part's place: what it is called, the question then, and its query."""

    label: str
    asked: str
    query: dict[str, Any]
    current: bool = False


def parts_of(query: MetricQuery, known: Known, language: Language, today: dt.date) -> tuple[Part, ...]:
    """Return the parts a query can be changed in, in the order of reading."""
    return tuple(part for part, _ in _Parts(query, known, language, today).every())


def changes_of(
    query: MetricQuery, place: int, reader: MetricReader, language: Language, today: dt.date, allowed: Allowed
) -> tuple[Change, ...]:
    """Return what may stand in the place of a query's part, under the rights of who asks."""
    every = list(_Parts(query, reader.known, language, today, allowed).every())
    if not 0 <= place < len(every):
        return ()
    found: list[Change] = []
    for label, changed in every[place][1]():
        held = query_from(to_json(changed), reader, today, allowed)
        if held is None or any(one.query == to_json(held) for one in found):
            continue
        asked = word(held, reader.catalog, language, reader.known.member_name)
        found.append(Change(label, asked, to_json(held), held.key == query.key))
        if len(found) == MOST_OFFERED:
            break
    return tuple(found)


Offers = Iterator[tuple[str, MetricQuery]]
OfferedBy = Callable[[], Offers]


class _Parts:
    def __init__(
        self,
        query: MetricQuery,
        known: Known,
        language: Language,
        today: dt.date,
        allowed: Allowed = lambda _: True,
    ) -> None:
        self.query, self.known, self.catalog = query, known, known.catalog
        self.language, self.today, self.allowed = language, today, allowed

    def every(self) -> Iterator[tuple[Part, OfferedBy]]:
        """Yield each part with what may stand in its place."""
        query = self.query
        yield (
            self._part("metric", self._joined([self._metric(name) for name in query.metrics])),
            self._metrics,
        )
        timed = any(one.time for name in query.metrics for one in self.catalog.sources(name))
        if timed and len(query.windows) < 2:
            window = query.window
            yield self._part("period", self._window(window) if window else self._say("all")), self._periods
            if window and not (query.compared and query.compared.kind == "named"):
                kind = query.compared.kind if query.compared else "none"
                yield self._part("compare", self._say(f"compare.{kind}")), self._comparisons
        if not query.conditions and not query.share_within and not query.counted:
            yield self._part("cut", self._cut(query)), self._cuts
        for kept in query.filters:
            yield self._filter_part(kept), lambda kept=kept: self._members(kept)  # type: ignore[misc]
        if len(query.splits) == 1 and not query.grain and not (query.ranking and query.ranking.place):
            yield self._part("top", self._top(query.ranking)), self._numbers

    # What may stand in the place of each

    def _metrics(self) -> Offers:
        """Offer other figures; what a condition says of one figure says nothing of another."""
        query = self.query
        if query.conditions:
            return
        for name in sorted(self.catalog.metrics, key=lambda one: self._metric(one)):
            if not self.catalog.opens(name, self.allowed):
                continue
            ranking = replace(query.ranking, metric=name) if query.ranking else None
            yield self._metric(name), replace(query, metrics=(name,), ranking=ranking, good="")

    def _periods(self) -> Offers:
        query, now = self.query, self.query.window
        texts = self._say("periods").split("|")
        windows = [found for text in texts if (found := self.known.window(text, self.today))]
        if now is not None and now.unit != "range":
            windows = [now.before(), *windows]
        for window in windows:
            if self._has_data(window) and not (query.grain and window.units(query.grain) < 2):
                yield self._window(window), replace(query, windows=(window,), period_assumed=False)
        if not query.compared:
            yield self._say("all"), replace(query, windows=(), period_assumed=False)

    def _comparisons(self) -> Offers:
        yield self._say("compare.none"), replace(self.query, compared=None)
        for kind in COMPARISONS:
            plain = replace(self.query, share=False, running=False, others=False)
            yield self._say(f"compare.{kind}"), replace(plain, compared=Compared(kind))

    def _cuts(self) -> Offers:
        query = self.query
        plain = replace(query, ranking=None, share=False, others=False, ascending=False, filled=False)
        yield self._say("cut_none"), replace(plain, splits=(), grain="", running=False)
        for name, dimension in self.catalog.dimensions.items():
            stored = [self.catalog.full(one.rpartition(".")[0]) for one in dimension.columns]
            if not all(self.allowed(f"{table}.*") for table in stored):
                continue
            if all(self.catalog.cuts(metric, name) for metric in query.metrics):
                number = query.ranking if query.ranking and not query.ranking.within else None
                cut = replace(query, splits=(name,), grain="", ranking=number, running=False, filled=False)
                yield self._cut(cut), cut
        for grain in reversed(GRAINS):
            window = query.window
            if window is None or window.units(grain) > 1:
                cut = replace(plain, splits=(), grain=grain)  # type: ignore[arg-type]
                yield self._cut(cut), cut

    def _members(self, kept: Filter) -> Offers:
        """Offer to keep to nobody, or to another member in the place of the one."""
        query = self.query
        others = tuple(one for one in query.filters if one is not kept)
        yield self._say("filter_none"), replace(query, filters=others)
        if len(kept.values) > 1:
            return
        for value in self._values(kept.dimension):
            changed = replace(kept, values=(value,))
            filters = tuple(changed if one is kept else one for one in query.filters)
            yield (
                self.known.member_name(kept.dimension, value, self.language),
                replace(query, filters=filters),
            )

    def _numbers(self) -> Offers:
        query, (split,) = self.query, self.query.splits
        now = query.ranking
        metric = now.metric if now else query.metrics[0]
        size = self.known.size(split) or MOST_OFFERED
        for direction in ("top", "bottom"):
            for number in NUMBERS:
                if number < size:
                    ranking = Ranking(direction, number, metric, now.by if now else "value")  # type: ignore[arg-type]
                    yield self._top(ranking), replace(query, ranking=ranking)
        yield self._say("top.all"), replace(query, ranking=None, others=False)

    # What they are called

    def _part(self, kind: PartKind, label: str) -> Part:
        return Part(kind, self._say(f"part.{kind}"), label)

    def _filter_part(self, kept: Filter) -> Part:
        names = [self.known.member_name(kept.dimension, value, self.language) for value in kept.values]
        told = self._joined(names)
        label = self._say("without", values=told) if kept.negated else told
        return Part("filter", self.catalog.dimensions[kept.dimension].label(self.language), label)

    def _metric(self, name: str) -> str:
        return self.catalog.metrics[name].label(self.language)

    def _window(self, window: Window) -> str:
        window = window.cut(self.today)
        last = window.end - days(1)
        dates = window.start.isoformat()
        if last != window.start:
            same = last.year == window.start.year
            dates = self._say("dates", first=dates, last=last.isoformat()[5:] if same else last.isoformat())
        words = (period_in(window.text, self.language) or window.text).strip() if window.text else ""
        return self._say("period", words=words, dates=dates) if words else dates

    def _cut(self, query: MetricQuery) -> str:
        names = [self.catalog.dimensions[name].label(self.language) for name in query.splits]
        names += [say(f"metrics.each.{query.grain}", self.language)] if query.grain else []
        return self._say("cut", names=self._joined(names)) if names else self._say("cut_none")

    def _top(self, ranking: Ranking | None) -> str:
        if ranking is None or ranking.number is None:
            return self._say("top.all")
        return self._say(f"top.{ranking.direction}", number=ranking.number)

    def _values(self, name: str) -> list[str]:
        """Return the members of a dimension that may be named, where they are few enough to choose from."""
        dimension, values = self.catalog.dimensions[name], self.known.values
        if dimension.values:
            return list(dimension.values)
        columns = [self.catalog.full_column(one) for one in dimension.columns]
        found = {
            one for column in columns if values and self.allowed(column) for one in values.named(column, ())
        }
        return sorted(found) if len(found) <= MOST_MEMBERS else []

    def _has_data(self, window: Window) -> bool:
        ranges = self.known.ranges(self.query.metrics)
        reached = self.known.reaches(self.query.metrics, window, self.today)
        return reached and all(window.start < end and first < window.end for first, end in ranges)

    def _joined(self, names: list[str]) -> str:
        return SEPARATOR[self.language].join(names)

    def _say(self, key: str, **params: object) -> str:
        return say(f"change.{key}", self.language, **params)
