"""A message that changes the question before it: another period, place, figure or cut; all else stays."""

import datetime as dt
from dataclasses import dataclass, replace
from functools import cached_property

from config.wording import Language, language_of
from knowledge.follow_up import COMPARING, SAME_PERIOD
from knowledge.language.calendar import add_months, whole
from knowledge.language.reading import Pieces, QuestionReader
from knowledge.language.units import key_of
from knowledge.language.vocabulary import Word, lexicon
from knowledge.metric.back import BackReferences, chooses, chosen_by, may_keep
from knowledge.metric.binding import BOTH, CHANGES, GRAINS, MOST_TOP, Allowed, Stop, Unclear
from knowledge.metric.filling import fillable, read_parts, take_fill
from knowledge.metric.parts import Part, Parts
from knowledge.metric.reader import Binding, MetricReader
from knowledge.metric.vocabulary import metric_words
from knowledge.periods import Step, read_step, read_time
from knowledge.question import (
    Ambiguous,
    Compared,
    Filter,
    MetricQuery,
    NotMine,
    Ranking,
    Window,
)

MOST_UNITS = 24
STEPS = {"finer": 1, "coarser": -1}
RANKS = ("top", "bottom", "rank", "rank_up")


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
        marks = {**metric_words()["levels"], **metric_words()["turns"]}
        for mark, wordings in marks.items():
            for wording in wordings:
                vocabulary.add(str(wording), Word("mark", (str(mark),)))
        return replace(self.reader.words, vocabulary=vocabulary)

    @cached_property
    def _strong(self) -> list[tuple[str, ...]]:
        return [key_of(marker.rstrip("*")) for marker in lexicon()["follow_up"] if marker.endswith("*")]

    @cached_property
    def _back(self) -> BackReferences:
        return BackReferences.build(self.reader.catalog)

    def refers_back(self, text: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message speaks of the rows just shown: 它们, 这几个, of those three."""
        return (
            self._back.find(text, today, lambda start: self._names_before(text, start, today, allowed))
            is not None
        )

    def _names_before(self, text: str, start: int, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message itself names, before some place, what a pronoun there stands for."""
        parts = read_parts(
            self.words.read(text[:start], today, allowed), self.reader.catalog, self.reader.known.columns
        )
        return bool(parts.of("dimension", "value"))

    def is_marked(self, text: str) -> bool:
        """Tell whether a message says itself that it follows: 那…呢, what about, instead."""
        names = key_of(text)
        return len(names) <= MOST_UNITS and any(_holds(names, marker) for marker in self._strong)

    def edit(
        self, before: MetricQuery, text: str, today: dt.date, allowed: Allowed
    ) -> Edited | Ambiguous | None:
        """Return the query a message leads to, or its readings; None where a word says otherwise."""
        if len(key_of(text)) > MOST_UNITS:
            return None
        step, language = _step_from(before, text, today), language_of(text)
        if step is not None:
            text = f"{text[: step.span[0]]} {text[step.span[1] :]}"
        back = None
        if chooses(before):
            back = self._back.find(text, today, lambda start: self._names_before(text, start, today, allowed))
        if back is not None:
            if not may_keep(before, self.reader.catalog, back.number):
                return None
            text = f"{text[: back.span[0]]} {text[back.span[1] :]}"
        pieces = replace(self.words.read(text, today, allowed), language=language)
        return self._edited(before, pieces, step, today, {}, keeps=back is not None)

    def _edited(
        self,
        before: MetricQuery,
        pieces: Pieces,
        step: Step | None,
        today: dt.date,
        choices: dict[str, str],
        *,
        keeps: bool = False,
    ) -> Edited | Ambiguous | None:
        parts = read_parts(pieces, self.reader.catalog, self.reader.known.columns)
        binding = Binding(self.reader.known, parts, pieces.language, today)
        binding.choices = choices
        edit = _Edit(before, parts, binding, step, keeps)
        try:
            query = edit.query()
        except Stop:
            return None
        except Unclear as unclear:
            if choices:
                return None
            tried = [
                self._edited(before, pieces, step, today, {unclear.place: one}, keeps=keeps)
                for one in unclear.choices
            ]
            return _either([one for one in tried if isinstance(one, Edited)])
        if query.key == before.key and not edit.chart and not edit.says_something:
            return None
        return Edited(query, pieces.language, edit.chart, edit.widened)


@dataclass
class _Edit:
    before: MetricQuery
    parts: Parts
    binding: Binding
    step: Step | None = None  # the month before
    keeps: bool = False  # exactly the rows just shown are asked about
    chart: str = ""
    widened: bool = False  # one month by month is one figure, so a longer stretch is taken

    def query(self) -> MetricQuery:
        """Apply each part of the message and return the query, or raise Stop where a part is left."""
        binding, before = self.binding, self.before
        binding.refuse_unknown()
        if self.keeps and self.parts.has("total", *RANKS):
            raise Stop(self.unread())
        now = self._metrics(before)
        binding.metrics = list(now.metrics)
        now = self._time(now)
        now = self._values(now)
        now = self._splits(now)
        now = self._conditions(now)
        now = self._turned(self._which(now))
        now = self._ranking(now)
        now = self._filled(self._extras(now))
        binding.metrics = list(now.metrics)
        binding.refuse_other_units()
        self.parts.use("singular", "plural", "respectively", "some", "total", "count", "per")
        for mark in [part for part in self.parts.left("mark") if part.token.startswith("chart:")]:
            mark.used = True
            self.chart = mark.token.partition(":")[2]
        binding.require_all_used()
        if self.keeps and replace(now, metrics=before.metrics).key != before.key:
            raise Stop(self.unread())  # another time or cut might show other rows
        return binding.checked(now)

    @property
    def says_something(self) -> bool:
        """Tell whether the message names a time, a figure, a member or a cut: what it asks for may stand."""
        named = ("metric", "period", "value", "dimension", "grain", "comparison", "comparison_word")
        return self.step is not None or bool(self.parts.of(*named))

    def _metrics(self, now: MetricQuery) -> MetricQuery:
        """Put another figure in the place of the one before, or beside it where the words add."""
        named = self.parts.left("metric") or self.parts.left("weak")[:1]
        names = [self.binding.chosen_metric(part)[0] for part in named]
        for part in [*named, *self.parts.left("weak")]:
            part.used = True
        if not names:
            return now
        if self.keeps:
            return replace(now, metrics=tuple(dict.fromkeys([*chosen_by(now), *names])))
        adds = self._adds
        metrics = tuple(dict.fromkeys([*now.metrics, *names] if adds else names))
        ranking = now.ranking
        if ranking and ranking.metric not in metrics:
            ranking = replace(ranking, metric=metrics[0])
        return replace(now, metrics=metrics, ranking=ranking, conditions=())

    def _time(self, now: MetricQuery) -> MetricQuery:
        periods = [part for part in self.parts.left("period") if part.piece.period]
        comparisons = [*self.parts.left("comparison"), *self.parts.of("comparison_word")]
        for part in (*periods, *comparisons):
            part.used = True
        said, compares = len(periods) + bool(self.step), self.parts.has("compare")
        both = len(periods) == BOTH and compares and not comparisons and self.step is None
        if (said > 1 and not both) or len({part.token for part in comparisons}) > 1:
            raise Stop(self.unread())
        if both:
            early, late = (Window.of(one.piece.period) for one in periods if one.piece.period)
            return self._against(replace(now, windows=(early,), compared=None), late)
        if self.step is not None:
            if comparisons:
                raise Stop(self.unread())
            return self._stepped(now, self.step, compares)
        if periods and periods[0].piece.period:
            window = Window.of(periods[0].piece.period)
            if not self.binding.known.reaches(now.metrics, window, self.binding.today):
                raise Stop(self.unread())
            if compares and not comparisons:
                return self._against(now, window)
            if self._adds and not comparisons:
                return self._beside(now, window)
            now = replace(now, windows=(self._same_part(now, window),), period_assumed=False)
        if comparisons:
            self.parts.use(*CHANGES, "compare", "high", "low")
            token = comparisons[0].token or "last_year"
            text = comparisons[0].piece.text.lower()
            days = any(word in text for word in SAME_PERIOD) and not any(word in text for word in COMPARING)
            days = days and not compares
            if token == "last_year" and not periods and days and now.window:
                cut, holidays = now.window.cut(self.binding.today), self.binding.catalog.holidays
                return replace(now, windows=(cut.year_before(holidays),), compared=None)
            units = {p.piece.comparison.unit for p in comparisons if p.piece.comparison} - {""}
            if token == "previous" and now.window and not units <= {now.window.unit, unit_of(now), now.grain}:
                raise Stop(self.unread())
            return replace(now, compared=Compared(token))  # type: ignore[arg-type]
        return now

    def _stepped(self, now: MetricQuery, step: Step, compares: bool) -> MetricQuery:
        """Go so many units on from the time asked about, or compare with that: the month before."""
        window, holidays = now.window, self.binding.catalog.holidays
        if window is None or len(now.windows) > 1:
            raise Stop(self.unread())
        unit = unit_of(now)
        yearly = step.unit == "year" and not (unit == "year" and not compares) and step.count < 0
        if compares:
            self.parts.use("compare", *CHANGES, "high", "low")
            if step.count > 0 or not (yearly or step.unit in (unit, now.grain)):
                raise Stop(self.unread())
            return replace(now, compared=Compared("last_year" if yearly else "previous"))
        if yearly:
            moved = window.cut(self.binding.today).year_before(holidays)
        elif step.unit == unit:
            start, end = whole(unit, window.start, step.count)
            moved = Window(start, end, unit=unit)  # type: ignore[arg-type]
        else:
            raise Stop(self.unread())
        if not self.binding.known.reaches(now.metrics, moved, self.binding.today):
            raise Stop(self.unread())
        return replace(now, windows=(moved,), period_assumed=False)

    def _against(self, now: MetricQuery, other: Window) -> MetricQuery:
        """Compare with a stretch that is named: with Q2, 跟上上个月比."""
        window = now.window
        if window is None or len(now.windows) > 1:
            raise Stop(self.unread())
        self.parts.use("compare", *CHANGES, "high", "low")
        if other.unit == "year" and other.start.year == window.start.year - 1 and window.unit != "range":
            return replace(now, compared=Compared("last_year"))
        if unit_of(now) == other.unit and whole(other.unit, window.start, -1) == (other.start, other.end):
            return replace(now, compared=Compared("previous"))
        early, late = sorted((window, other), key=lambda one: one.start)
        if now.grain or early.end > late.start:
            raise Stop(self.unread())
        return replace(now, windows=(late,), compared=Compared("named", early), period_assumed=False)

    @property
    def _adds(self) -> bool:
        """Tell whether the message adds to what is shown: also, 加上."""
        return self._says("adding") or self.parts.has("restore")

    def _says(self, role: str) -> bool:
        """Tell whether a function word of the message plays a part: instead, 加上."""
        return bool({part.text for part in self.parts.of("function")} & set(metric_words()[role]))

    def _beside(self, now: MetricQuery, other: Window) -> MetricQuery:
        """Show another stretch beside the one before: add last year, 加上9月."""
        window = now.window
        if window is None or len(now.windows) > 1 or now.compared:
            raise Stop(self.unread())
        if other.unit == "year" and other.start.year == window.start.year - 1:
            return self._against(now, other)
        plain = not (now.grain or now.ranking or now.conditions or now.average or now.running)
        if not plain or not (other.end <= window.start or window.end <= other.start):
            raise Stop(self.unread())
        return replace(now, windows=(window, other), period_assumed=False)

    def _same_part(self, now: MetricQuery, named: Window) -> Window:
        """Take the same part of another year where that is asked for: same for 2025, after October."""
        same = {part.text for part in self.parts.of("function")} & set(metric_words()["same"])
        window = now.window
        if not same or window is None or len(now.windows) > 1 or named.unit != "year" or named.count > 1:
            return named
        if window.unit == "year" or unit_of(now) == "year":
            return named
        months = 12 * (named.start.year - window.start.year)
        if window.holiday or window.unit in ("day", "week") or window.unfinished or months > 0:
            raise Stop(self.unread())
        start, end = add_months(window.start, months), add_months(window.end, months)
        return Window(start, end, window.unit, window.count)

    def _values(self, now: MetricQuery) -> MetricQuery:
        """Put a member in the place of the one of its dimension, or keep to it beside the others."""
        values = self.parts.left("value")
        self.binding.bind_negations(values)
        self.binding.preferred = frozenset([*now.splits, *(kept.dimension for kept in now.filters)])
        filters: dict[tuple[str, bool], list[str]] = {}
        named: dict[str, list[Part]] = {}
        for part in values:
            name, members = self.binding.chosen_member(part)
            part.used = True
            self.binding.absorb_kind(part, name)
            filters.setdefault((name, part.negated), []).extend(members)
            named.setdefault(name, []).append(part)
        adds, put_back = self._adds, self.parts.use("restore")
        if put_back and not (values or self.parts.of("metric", "period", "dimension")):
            return self._all_put_back(now)
        for (name, negated), members in filters.items():
            left_out = next((f for f in now.filters if f.dimension == name and f.negated), None)
            if not negated and left_out and (adds or self._says("again")):
                now = self._put_back(now, left_out, members)
                continue
            more = adds or bool(put_back) or self._says("enlarging")
            if not negated and (put_back or self._says("enlarging")):
                kept_so = [f.values for f in now.filters if f.dimension == name and not f.negated]
                if not kept_so:
                    raise Stop(self.unread())
                members = [*kept_so[0], *members]
            if not negated and not adds and self._is_of_days(name):
                kept_days = [f for f in now.filters if not f.negated and self._is_of_days(f.dimension)]
                now = replace(now, filters=tuple(f for f in now.filters if f not in kept_days))
            same = [f for f in now.filters if f.dimension == name and f.negated == negated]
            others = tuple(
                f for f in now.filters if f not in same and not (f.dimension == name and not negated)
            )
            if (negated or adds) and same:
                members = [*same[0].values, *members]
            if more and not negated and same and len(same[0].values) > 1 and name not in now.splits:
                raise Stop(self.unread())  # beside a group
            kept = Filter(name, tuple(dict.fromkeys(members)), negated)
            now = replace(now, filters=(*others, kept))
            if not negated and len(kept.values) > 1:
                self.parts.use("compare", "respectively", "or")
            if not negated:
                several = len(named[name]) > 1 or (more and len(kept.values) > 1)
                now = (
                    self._side_by_side(now, name, named[name]) if several else self._without_split(now, name)
                )
        return now

    def _put_back(self, now: MetricQuery, left_out: Filter, members: list[str]) -> MetricQuery:
        """Take members in again that were left out: include Tea again, 把Tea加回来."""
        if not set(members) <= set(left_out.values):
            raise Stop(self.unread())
        rest = tuple(one for one in left_out.values if one not in members)
        others = tuple(one for one in now.filters if one is not left_out)
        return replace(now, filters=(*others, replace(left_out, values=rest)) if rest else others)

    def _all_put_back(self, now: MetricQuery) -> MetricQuery:
        """Take in again the one thing that was left out: add it back."""
        left_out = [one for one in now.filters if one.negated]
        if len(left_out) != 1:
            raise Stop(self.unread())
        return replace(now, filters=tuple(one for one in now.filters if not one.negated))

    def _side_by_side(self, now: MetricQuery, name: str, parts: list[Part]) -> MetricQuery:
        """Split by the several members named; shares are of them, cut as before."""
        if now.share or name in now.splits:
            return now
        self.binding.refuse_groups_side_by_side(parts)
        return replace(now, splits=(*now.splits, name))

    def _is_of_days(self, name: str) -> bool:
        """Tell whether a dimension says what kind of day it was: of two, the later is meant."""
        dimension = self.binding.catalog.dimensions[name]
        return bool(dimension.days) or dimension.on_time

    def _without_split(self, now: MetricQuery, name: str) -> MetricQuery:
        """Split no more by what one member has one of."""
        told = {split for split in now.splits if self._tells(name, split)}
        if not told or now.share:
            return now
        ranking = now.ranking if now.ranking and not told & {now.splits[-1], *now.ranking.within} else None
        left = tuple(one for one in now.splits if one not in told)
        return replace(now, splits=left, ranking=ranking, conditions=())

    def _tells(self, name: str, split: str) -> bool:
        """Tell whether one member of a dimension has one member of another: a service area its branch."""
        levels = self.binding.catalog.hierarchies
        return name == split or any(
            {name, split} <= set(one) and one.index(split) < one.index(name) for one in levels
        )

    def _splits(self, now: MetricQuery) -> MetricQuery:
        """Cut another way: 按月看, by branch instead; a member of the new cut is no longer a filter."""
        adds = self._adds
        instead = self._dropped(now)
        replaces = not adds and (instead is not None or self._says("replacing"))
        now, before = instead or now, now
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
            if replaces and not before.grain and not self.parts.of("dimension"):
                now = replace(now, splits=(), ranking=None, conditions=(), ascending=False)
            if now.ranking:
                now = replace(now, ranking=None, splits=(), conditions=())
            if now.share and not now.shared and not now.share_within:
                now = replace(now, share_within=(f"{now.grain}_start",))  # what made up each month
        if self.parts.use("trend") and not now.grain:
            days = now.window.days if now.window else 0
            grain = next(str(grain) for most, grain in metric_words()["trend_grains"] if days <= most)
            now = replace(now, grain=grain, ranking=None, splits=(), conditions=())  # type: ignore[arg-type]
        steps = {part.token for part in self.parts.use(*STEPS)}
        if not dimensions:
            named = bool(self.parts.of("grain"))
            return self._level(now, STEPS[steps.pop()]) if len(steps) == 1 and not named else now
        splits = tuple(dict.fromkeys([*now.splits, *dimensions] if adds else dimensions))
        if replaces and not before.splits and not self.parts.of("grain"):
            now = self._without_grain(now)
        filters = tuple(f for f in now.filters if f.negated or f.dimension not in dimensions)
        ranking = replace(now.ranking, within=()) if now.ranking and not adds else now.ranking
        return replace(now, splits=splits, filters=filters, ranking=ranking)

    def _dropped(self, now: MetricQuery) -> MetricQuery | None:
        """Give up the cut a message names to be rid of: not by month, by branch instead of by city."""
        every, before, found = self.parts.every, now, False
        for mark in self.parts.marks("not", "rather_than"):
            part = self.parts.after(mark, lambda one: one.token == "per")
            if part is None or part.used or part not in every[every.index(mark) :]:
                continue
            if part.kind == "grain" and part.token == now.grain:
                now = self._without_grain(now)
            elif part.kind == "dimension" and set(part.dimensions) & set(now.splits):
                now = replace(now, splits=tuple(one for one in now.splits if one not in part.dimensions))
            else:
                continue
            mark.used = part.used = found = True
        new = bool(self.parts.left("dimension"))
        mixed = bool(before.splits and before.grain) and new != (now.splits != before.splits)
        if found and (mixed or not self.parts.left("dimension", "grain")):
            raise Stop(self.unread())
        return now if found else None

    def _without_grain(self, now: MetricQuery) -> MetricQuery:
        """Cut no longer along time, where nothing is asked of it that only goes along time."""
        if now.running or (now.compared and now.compared.kind == "previous"):
            raise Stop(self.unread())
        return replace(now, grain="", share_within=())

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

    def _which(self, now: MetricQuery) -> MetricQuery:
        """Show the groups that were only counted: which ones, 是哪些."""
        asks = self.parts.use("singular") or self._says("which") or self._says("which_after")
        return replace(now, counted=False) if now.counted and asks and not self.says_something else now

    def _turned(self, now: MetricQuery) -> MetricQuery:
        """Turn an order round, or show all again where only the first so many were kept."""
        if self.parts.use("reverse"):
            if now.ranking or not now.splits:
                raise Stop(self.unread())
            return replace(now, ascending=not now.ascending)
        alone = not any(part.token != "total" for part in self.parts.left("mark"))
        if alone and not self.says_something and self.parts.use("total"):
            cut = not (now.share or now.running or now.average in now.splits)
            if not cut:
                raise Stop(self.unread())
            return replace(now, splits=(), grain="", ranking=None, conditions=(), ascending=False)
        if self.parts.use("everything"):
            kept = any(not one.negated for one in now.filters)
            left = tuple(one for one in now.filters if not one.negated)
            narrowed = now.ranking is not None or bool(now.conditions)
            if (kept and not narrowed) or (narrowed and len(left) < len(now.filters)):
                raise Stop(self.unread())
            filters = now.filters if narrowed else left
            return replace(now, ranking=None, conditions=(), others=False, filters=filters)
        return now

    def _ranking(self, now: MetricQuery) -> MetricQuery:
        directions = self.parts.use("top", "bottom")
        self.parts.use("rank")
        if self.parts.use("rank_up"):
            now = replace(now, ascending=True)
        numbers = self.parts.left("number")
        if not directions and not numbers:
            return now
        if self.parts.use("which_time"):
            return self._best_time(now, directions, numbers)
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

    def _best_time(self, now: MetricQuery, directions: list[Part], numbers: list[Part]) -> MetricQuery:
        """Name the day or month with the most or least of the one figure shown: 哪天最高."""
        tokens = {part.token for part in directions}
        plain = not (now.splits or now.compared or now.share or now.average or now.running or now.conditions)
        if not (now.grain and plain) or len(tokens) != 1 or numbers or len(now.metrics) != 1:
            raise Stop(self.unread())
        ranking = Ranking(tokens.pop(), 1, now.metrics[0])  # type: ignore[arg-type]
        return replace(now, ranking=ranking, ascending=False, filled=False)

    def _extras(self, now: MetricQuery) -> MetricQuery:
        if self.parts.use("share", "distribution"):
            if not now.splits:
                raise Stop(self.unread())
            within = (f"{now.grain}_start",) if now.grain else ()
            now = replace(now, share=True, share_within=now.share_within or within, compared=None, average="")
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


def unit_of(query: MetricQuery) -> str:
    """Return the day, week, month, quarter or year that a query's one stretch of time is, or nothing."""
    window = query.window
    if window is None:
        return ""
    if window.unfinished:
        return window.unit if window.count == 1 and window.unit in GRAINS else ""
    same = (unit for unit in GRAINS if whole(unit, window.start) == (window.start, window.end))
    return next(same, "")


def _step_from(before: MetricQuery, text: str, today: dt.date) -> Step | None:
    """Return the step a message takes from the time before; the previous month only from a month."""
    step = read_step(text)
    if step is None or read_time(text, today).comparisons:
        return None
    return step if step.sure or step.unit == unit_of(before) else None


def _either(edits: list[Edited]) -> Edited | Ambiguous | None:
    """Return what all readings of a message come to, or the queries to choose from."""
    distinct = {one.query.key: one for one in edits}
    if len(distinct) == 1:
        return edits[0]
    if not distinct:
        return None
    return Ambiguous(tuple(one.query for one in distinct.values()), edits[0].language)


def _is_one(window: Window, grain: str) -> bool:
    """Tell whether a stretch of time has no more than one day, week, month, quarter or year in it."""
    last = window.end - dt.timedelta(days=1)
    return whole(grain, window.start) == whole(grain, last)


def _holds(names: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(names[at : at + len(part)] == part for at in range(len(names) - len(part) + 1))
