"""Steps of a follow-up: other members, and another cut of the same figure."""

import datetime as dt
from dataclasses import replace

from language.calendar import whole
from understanding.metric.back import chooses
from understanding.metric.binding import GRAINS, Stop
from understanding.metric.edit_times import TimeEdits
from understanding.metric.parts import Part
from understanding.metric.vocabulary import metric_words
from understanding.question import Filter, MetricQuery, Window

STEPS = {"finer": 1, "coarser": -1}
BESIDE_OR_INSTEAD = "+"  # what is unclear where a cut comes after a cut: beside it, or in its place


class CutEdits(TimeEdits):
    """Changes whose, and what is split by."""

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
        adds, put_back = self.adds, self.parts.use("restore")
        if put_back and not (values or self.parts.of("metric", "period", "dimension")):
            return self._all_put_back(now)
        for (name, negated), members in filters.items():
            left_out = next((f for f in now.filters if f.dimension == name and f.negated), None)
            if not negated and left_out and (adds or self.says("again")):
                now = self._put_back(now, left_out, members)
                continue
            more = adds or bool(put_back) or self.says("enlarging")
            if not negated and (put_back or self.says("enlarging")):
                kept_so = [f.values for f in now.filters if f.dimension == name and not f.negated]
                if not kept_so:
                    raise Stop(self.unread())
                members = [*kept_so[0], *members]
            if not negated and not adds and self._is_of_days(name):
                kept_days = [f for f in now.filters if not f.negated and self._is_of_days(f.dimension)]
                now = replace(now, filters=tuple(f for f in now.filters if f not in kept_days))
            same = [f for f in now.filters if f.dimension == name and f.negated == negated]
            if self.corrects and now.filters and not same:
                raise Stop(self.unread())  # in the place of whom is not said
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
        adds = self.adds
        instead = self._dropped(now)
        replaces = not adds and (instead is not None or self.says("replacing"))
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
            self._require_all_shown(before, part.token)
            now = self._widened(_one_after_the_other(replace(now, grain=part.token)))  # type: ignore[arg-type]
            if replaces and not before.grain and not self.parts.of("dimension"):
                now = replace(now, splits=(), ascending=False)
            if now.share and not now.shared and not now.share_within:
                now = replace(now, share_within=(f"{now.grain}_start",))  # what made up each month
        if self.parts.use("trend") and not now.grain:
            self._require_all_shown(before, "")
            days = now.window.days if now.window else 0
            grain = next(str(grain) for most, grain in metric_words()["trend_grains"] if days <= most)
            now = replace(now, grain=grain)  # type: ignore[arg-type]
        steps = {part.token for part in self.parts.use(*STEPS)}
        if not dimensions:
            named = bool(self.parts.of("grain"))
            return self._level(now, STEPS[steps.pop()]) if len(steps) == 1 and not named else now
        if self.parts.of("value") and set(dimensions) <= set(now.splits):
            return now  # only the clubs in Bath: what kind of thing is kept to
        adds = adds or (not replaces and ("finer" in steps or self._is_beside(before, now, dimensions)))
        splits = tuple(dict.fromkeys([*now.splits, *dimensions] if adds else dimensions))
        if replaces and not before.splits and not self.parts.of("grain"):
            now = self._without_grain(now)
        filters = tuple(f for f in now.filters if f.negated or f.dimension not in dimensions)
        ranking = replace(now.ranking, within=()) if now.ranking and not adds else now.ranking
        return replace(now, splits=splits, filters=filters, ranking=ranking)

    def _is_beside(self, before: MetricQuery, now: MetricQuery, dimensions: list[str]) -> bool:
        """Tell whether another cut goes beside the one before; where neither words nor levels say, ask.

        Split that by club takes what is shown apart; by club alone may be meant either way.
        """
        told = any(
            self._tells(one, split) or self._tells(split, one) for one in dimensions for split in now.splits
        )
        if not now.splits or told or self.corrects:
            return False
        splits_up = self.says("splitting")
        if chooses(before):  # the rows chosen would be others
            if splits_up:
                raise Stop(self.unread())
            return self.binding.choose(BESIDE_OR_INSTEAD, ("instead",)) == "beside"
        if splits_up and self.says("further"):
            return True
        choices = ("beside", "instead") if splits_up else ("instead", "beside")
        return self.binding.choose(BESIDE_OR_INSTEAD, choices) == "beside"

    def _require_all_shown(self, before: MetricQuery, grain: str) -> None:
        """Stop where a cut along time would lose which groups were chosen: by month after the top 5."""
        chosen = before.ranking or before.conditions
        if chosen and (before.splits or before.grain != grain):
            raise Stop(self.unread())

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
        found = self.binding.known.usual_window(now.metrics[0], now.grain, self.binding.today)
        if found is None or not (found.start <= window.start and window.end <= found.end):
            year = window.start.year
            found = Window(dt.date(year, 1, 1), dt.date(year + 1, 1, 1), unit="year")
        if _is_one(found, now.grain):
            return now
        self.widened = True
        return replace(now, windows=(found,), period_assumed=False)


def _one_after_the_other(now: MetricQuery) -> MetricQuery:
    """Take two named stretches that were compared as the times shown, where a cut along time follows.

    Q3 against Q2 by month is the six months; stretches apart are shown each.
    """
    early, late = now.compared.window if now.compared else None, now.window
    if early is None or late is None or len(now.windows) > 1:
        return now
    together = (Window(early.start, late.end),) if early.end == late.start else (early, late)
    return replace(now, windows=together, compared=None, period_assumed=False)


def _is_one(window: Window, grain: str) -> bool:
    """Tell whether a stretch of time has no more than one day, week, month, quarter or year in it."""
    last = window.end - dt.timedelta(days=1)
    return whole(grain, window.start) == whole(grain, last)
