"""A message that changes the question before it: another period, place, figure or cut; all else stays."""

import datetime as dt
from dataclasses import dataclass, replace
from functools import cached_property

from config.wording import Language
from knowledge.follow_up import COMPARING, SAME_PERIOD
from knowledge.language.calendar import whole
from knowledge.language.reading import QuestionReader
from knowledge.language.units import key_of
from knowledge.language.vocabulary import Word, lexicon
from knowledge.metric.binding import CHANGES, GRAINS, MOST_TOP, Allowed, Stop, Unclear
from knowledge.metric.filling import fillable, read_parts, take_fill
from knowledge.metric.parts import Parts
from knowledge.metric.reader import Binding, MetricReader
from knowledge.metric.vocabulary import metric_words
from knowledge.question import (
    Compared,
    Filter,
    MetricQuery,
    NotMine,
    Ranking,
    Window,
)

MOST_UNITS = 24
STEPS = {"finer": 1, "coarser": -1}


@dataclass(frozen=True)
class Edited:
    """What a message makes of the query before it."""

    query: MetricQuery
    language: Language
    chart: str = ""  # the one it wishes
    widened: bool = False


@dataclass
class FollowUps:
    """Edits queries with one reader's words."""

    reader: MetricReader

    @cached_property
    def words(self) -> QuestionReader:
        """Return the reader of words to which 换成, 只看 or instead say nothing more."""
        vocabulary = self.reader.words.vocabulary.copy()
        for marker in [*lexicon()["follow_up"], *metric_words()["follow_up"]]:
            vocabulary.add(str(marker).rstrip("*"), Word("function", ()))
        for step, wordings in metric_words()["levels"].items():
            for wording in wordings:
                vocabulary.add(str(wording), Word("mark", (str(step),)))
        return replace(self.reader.words, vocabulary=vocabulary)

    @cached_property
    def _strong(self) -> list[tuple[str, ...]]:
        return [key_of(marker.rstrip("*")) for marker in lexicon()["follow_up"] if marker.endswith("*")]

    def is_marked(self, text: str) -> bool:
        """Tell whether a message says itself that it follows: 那…呢, what about, instead."""
        names = key_of(text)
        return len(names) <= MOST_UNITS and any(_holds(names, marker) for marker in self._strong)

    def edit(self, before: MetricQuery, text: str, today: dt.date, allowed: Allowed) -> Edited | None:
        """Return the query a message leads to; None where a word says otherwise."""
        if len(key_of(text)) > MOST_UNITS:
            return None
        pieces = self.words.read(text, today, allowed)
        parts = read_parts(pieces, self.reader.catalog, self.reader.known.columns)
        edit = _Edit(before, parts, Binding(self.reader.known, parts, pieces.language, today))
        try:
            query = edit.query()
        except (Stop, Unclear):
            return None
        if query.key == before.key and not edit.chart and not edit.says_something:
            return None
        return Edited(query, pieces.language, edit.chart, edit.widened)


@dataclass
class _Edit:
    before: MetricQuery
    parts: Parts
    binding: Binding
    chart: str = ""
    widened: bool = False  # one month by month is one figure, so a longer stretch is taken

    def query(self) -> MetricQuery:
        """Apply each part of the message and return the query, or raise Stop where a part is left."""
        binding, before = self.binding, self.before
        binding.refuse_unknown()
        now = self._metrics(before)
        binding.metrics = list(now.metrics)
        now = self._time(now)
        now = self._values(now)
        now = self._splits(now)
        now = self._conditions(now)
        now = self._ranking(now)
        now = self._filled(self._extras(now))
        for token in ("singular", "plural", "respectively", "some", "total", "count", "per"):
            self.parts.use(token)
        for mark in [part for part in self.parts.left("mark") if part.token.startswith("chart:")]:
            mark.used = True
            self.chart = mark.token.partition(":")[2]
        binding.require_all_used()
        return binding.checked(now)

    @property
    def says_something(self) -> bool:
        """Tell whether the message names a time, a figure, a member or a cut: what it asks for may stand."""
        return bool(self.parts.of("metric", "period", "value", "dimension", "grain", "comparison"))

    def _metrics(self, now: MetricQuery) -> MetricQuery:
        """Put another figure in the place of the one before, or beside it where the words add."""
        named = self.parts.left("metric") or self.parts.left("weak")[:1]
        names = [self.binding.chosen_metric(part)[0] for part in named]
        for part in [*named, *self.parts.left("weak")]:
            part.used = True
        if not names:
            return now
        adds = {part.text for part in self.parts.of("function")} & set(metric_words()["adding"])
        metrics = tuple(dict.fromkeys([*now.metrics, *names] if adds else names))
        ranking = now.ranking
        if ranking and ranking.metric not in metrics:
            ranking = replace(ranking, metric=metrics[0])
        return replace(now, metrics=metrics, ranking=ranking, conditions=())

    def _time(self, now: MetricQuery) -> MetricQuery:
        periods = [part for part in self.parts.left("period") if part.piece.period]
        comparisons = self.parts.left("comparison", "comparison_word")
        for part in (*periods, *comparisons):
            part.used = True
        if len(periods) > 1 or len({part.token for part in comparisons}) > 1:
            raise Stop(self.unread())
        if periods and periods[0].piece.period:
            window = Window.of(periods[0].piece.period)
            if window.start > self.binding.today:
                raise Stop(self.unread())
            now = replace(now, windows=(window,), period_assumed=False)
        if comparisons:
            self.parts.use(*CHANGES, "compare")
            token = comparisons[0].token or "last_year"
            text = comparisons[0].piece.text.lower()
            days = any(word in text for word in SAME_PERIOD) and not any(word in text for word in COMPARING)
            days = days and not self.parts.has("compare")
            if token == "last_year" and not periods and days and now.window:
                cut, holidays = now.window.cut(self.binding.today), self.binding.catalog.holidays
                return replace(now, windows=(cut.year_before(holidays),), compared=None)
            kind = token if comparisons[0].kind == "comparison" else comparisons[0].token
            return replace(now, compared=Compared(kind))  # type: ignore[arg-type]
        return now

    def _values(self, now: MetricQuery) -> MetricQuery:
        """Put a member in the place of the one of its dimension, or keep to it beside the others."""
        values = self.parts.left("value")
        self.binding.bind_negations(values)
        self.binding.preferred = frozenset([*now.splits, *(kept.dimension for kept in now.filters)])
        filters: dict[tuple[str, bool], list[str]] = {}
        for part in values:
            name, members = self.binding.chosen_member(part)
            part.used = True
            self.binding.absorb_kind(part, name)
            filters.setdefault((name, part.negated), []).extend(members)
        for (name, negated), members in filters.items():
            same = [f for f in now.filters if f.dimension == name and f.negated == negated]
            others = tuple(
                f for f in now.filters if f not in same and not (f.dimension == name and not negated)
            )
            if negated and same:
                members = [*same[0].values, *members]
            kept = Filter(name, tuple(dict.fromkeys(members)), negated)
            now = replace(now, filters=(*others, kept))
            if not negated:
                now = self._without_split(now, name, len(kept.values))
        return now

    def _without_split(self, now: MetricQuery, name: str, members: int) -> MetricQuery:
        if members > 1:
            return now if name in now.splits else replace(now, splits=(*now.splits, name))
        told = {split for split in now.splits if self._tells(name, split)}
        if not told or now.share:
            return now
        ranking = now.ranking if now.ranking and not told & {now.splits[-1], *now.ranking.within} else None
        left = tuple(one for one in now.splits if one not in told)
        return replace(now, splits=left, ranking=ranking, conditions=())

    def _tells(self, name: str, split: str) -> bool:
        """Tell whether one member of a dimension has one member of another: a service area its branch."""
        catalog = self.binding.catalog
        one, other = catalog.dimensions[name], catalog.dimensions[split]
        if name == split:
            return True
        if (
            one.days
            or other.days
            or one.on_time
            or other.on_time
            or catalog.full(one.table) == catalog.full(other.table)
        ):
            return False
        return catalog.path(one.table, other.table) is not None

    def _splits(self, now: MetricQuery) -> MetricQuery:
        """Cut another way: 按月看, by branch instead; a member of the new cut is no longer a filter."""
        adds = {part.text for part in self.parts.of("function")} & set(metric_words()["adding"])
        dimensions = []
        for part in self.parts.left("dimension"):
            part.used = True
            dimensions.append(self.binding.chosen_dimension(part))
        self.parts.use("per")
        for part in self.parts.left("grain"):
            if part.token not in GRAINS or self.parts.has("avg"):
                continue
            part.used = True
            now = self._widened(replace(now, grain=part.token))  # type: ignore[arg-type]
            if now.ranking:
                now = replace(now, ranking=None, splits=(), conditions=())
        if self.parts.use("trend") and not now.grain:
            days = now.window.days if now.window else 0
            grain = next(str(grain) for most, grain in metric_words()["trend_grains"] if days <= most)
            now = replace(now, grain=grain, ranking=None, splits=(), conditions=())  # type: ignore[arg-type]
        steps = {part.token for part in self.parts.use(*STEPS)}
        if not dimensions:
            named = bool(self.parts.of("grain"))
            return self._level(now, STEPS[steps.pop()]) if len(steps) == 1 and not named else now
        splits = tuple(dict.fromkeys([*now.splits, *dimensions] if adds else dimensions))
        filters = tuple(f for f in now.filters if f.negated or f.dimension not in dimensions)
        ranking = replace(now.ranking, within=()) if now.ranking and not adds else now.ranking
        return replace(now, splits=splits, filters=filters, ranking=ranking)

    def _level(self, now: MetricQuery, step: int) -> MetricQuery:
        """Cut one level finer or coarser along the hierarchies, or along time where only that is cut."""
        kept = [one.dimension for one in now.filters if not one.negated]
        if now.splits or (kept and not now.grain):
            at = now.splits[-1] if now.splits else kept[-1]
            found = {
                level for one in self.binding.catalog.hierarchies if (level := self._next(one, at, step))
            }
            if len(found) != 1 or not (now.splits or step > 0):
                raise Stop(self.unread())
            level = found.pop()
            splits = tuple(dict.fromkeys([*now.splits[:-1], level]))
            filters = tuple(one for one in now.filters if one.negated or one.dimension != level)
            return replace(now, splits=splits, filters=filters, conditions=())
        order = GRAINS[::-1]
        place = order.index(now.grain) + step if now.grain else -1
        if not 0 <= place < len(order):
            raise Stop(self.unread())
        return replace(now, grain=order[place])  # type: ignore[arg-type]

    def _next(self, levels: tuple[str, ...], at: str, step: int) -> str:
        """Return the next level of a hierarchy that these metrics can be cut by."""
        if at not in levels:
            return ""
        beyond = levels[levels.index(at) + 1 :] if step > 0 else levels[: levels.index(at)][::-1]
        return next((one for one in beyond if self.binding.cuts_all(one)), "")

    def _widened(self, now: MetricQuery) -> MetricQuery:
        """Take a longer stretch where the one asked about is a single point of the grain: 上个月 → 按月看."""
        window = now.window
        if window is None or now.compared or self.parts.of("period") or not _is_one(window, now.grain):
            return now
        found = self.binding.known.default_window(now.metrics[0], now.grain, self.binding.today)
        if found is None or not (found.start <= window.start and window.end <= found.end):
            year = window.start.year
            found = Window(dt.date(year, 1, 1), dt.date(year + 1, 1, 1), unit="year")
        if _is_one(found, now.grain):
            return now
        self.widened = True
        return replace(now, windows=(found,), period_assumed=False)

    def _conditions(self, now: MetricQuery) -> MetricQuery:
        """Keep the groups whose figure compares so: 超过100万的有哪些."""
        self.binding.bind_conditions()
        if not self.binding.conditions:
            return now
        if not now.splits or now.compared:
            raise Stop(self.unread())
        return replace(now, conditions=tuple(self.binding.conditions), ranking=None)

    def _ranking(self, now: MetricQuery) -> MetricQuery:
        directions = self.parts.use("top", "bottom")
        self.parts.use("rank")
        if self.parts.use("rank_up"):
            now = replace(now, ascending=True)
        numbers = self.parts.left("number")
        if not directions and not numbers:
            return now
        if len(numbers) > 1 or not (now.splits or (now.grain and now.ranking)):
            raise Stop(self.unread())
        if now.grain and now.splits and not now.ranking:
            now = replace(now, grain="", running=False)  # the first of all areas, not of all months
        number = now.ranking.number if now.ranking else None
        for part in numbers:
            part.used = True
            value = part.piece.number
            if value is None or value != int(value) or not 1 <= value <= MOST_TOP:
                raise Stop(self.unread())
            number = int(value)
        tokens = {part.token for part in directions}
        if len(tokens) > 1 and "倒数" not in {part.text for part in directions}:
            raise Stop(self.unread())
        direction = "bottom" if "bottom" in tokens else "top"
        if now.ranking and not tokens:
            direction = now.ranking.direction
        elif now.ranking and tokens and {p.text for p in directions} & {"前", "头", "top", "first"}:
            direction = now.ranking.direction if direction == "top" else direction
        if now.ranking:
            changed = replace(now.ranking, direction=direction, number=number, place=False)  # type: ignore[arg-type]
            return replace(now, ranking=changed)
        if number is None:
            number = 1
        ranking = Ranking(direction, number, now.metrics[0], within=now.splits[:-1])  # type: ignore[arg-type]
        return replace(now, ranking=ranking, conditions=())

    def _extras(self, now: MetricQuery) -> MetricQuery:
        if self.parts.use("share", "distribution"):
            if not now.splits:
                raise Stop(self.unread())
            now = replace(now, share=True, compared=None, average="", grain="")
        if self.parts.use("avg"):
            units = [part for part in self.parts.left("grain") if part.token in GRAINS]
            if len(units) != 1 or now.grain:
                raise Stop(self.unread())
            units[0].used = True
            now = replace(now, average=units[0].token, share=False, compared=None, running=False)
        if self.parts.use("cumulative"):
            if not now.grain:
                raise Stop(self.unread())
            now = replace(now, running=True)
        changes = self.parts.use(*CHANGES)
        if changes and not now.compared:
            raise Stop(self.unread())
        if now.compared:
            self.parts.use("compare")
        return now

    def _filled(self, now: MetricQuery) -> MetricQuery:
        """Ask for days without data too, or go on asking where what is cut by allows it."""
        asked = take_fill(self.parts, now.grain, bool(now.splits))
        if asked is None:
            raise Stop(self.unread())
        return replace(now, filled=asked or (now.filled and fillable(now, self.binding.catalog)))

    def unread(self) -> NotMine:
        """Return that the message is no edit of a metric's question."""
        return NotMine("shape", tuple(part.text for part in self.parts.left()))


def _is_one(window: Window, grain: str) -> bool:
    """Tell whether a stretch of time has no more than one day, week, month, quarter or year in it."""
    last = window.end - dt.timedelta(days=1)
    return whole(grain, window.start) == whole(grain, last)


def _holds(names: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(names[at : at + len(part)] == part for at in range(len(names) - len(part) + 1))
