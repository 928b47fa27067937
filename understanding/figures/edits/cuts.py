"""Edits of what figures are split by."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace

from language.calendar import whole
from query.metric_query import Filter, MetricQuery, Window
from understanding.figures.edits.measures import is_within
from understanding.figures.edits.members import tells
from understanding.figures.edits.said import Said
from understanding.figures.own_kinds import kinds_of
from understanding.figures.sentence import NoReading
from understanding.figures.things import Kind
from understanding.metric.back import chooses
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import GRAINS

STEPS = {"finer": 1, "coarser": -1}


@dataclass(frozen=True)
class Cut:
    """A query cut another way; not `settled`: nothing said whether beside the cut before, or in its place."""

    query: MetricQuery
    settled: bool = True


def cut(said: Said, now: MetricQuery) -> Iterator[Cut]:
    """Cut another way: 按月看, by branch instead; where nothing says whether beside or instead, both."""
    if (of_all := _of_all(said, now)) is not None:
        yield Cut(of_all)
        return
    if said.says("everywhere") and not said.of("keep"):
        yield from _everywhere(said, now)
        return
    if _lists_things(said):
        raise NoReading
    if _ranks_what_is_whole(said, now):
        yield from (Cut(replace(now, splits=(name,)), settled=False) for name in _parts_of(said, now))
        return
    if (mean := _mean_of_each(said, now)) is not None:
        yield Cut(mean)
        return
    before, instead = now, _dropped(said, now)
    replaces = not said.adds and (instead is not None or said.says("replacing"))
    now = _along_time(said, before, instead or now, replaces=replaces)
    steps = {one.type for one in said.of(*STEPS)}
    if not said.dimensions:
        yield Cut(_level(said, now, STEPS[steps.pop()]) if len(steps) == 1 and not said.grain else now)
        return
    reached = _reached(said, now)
    every = reached.metrics == now.metrics  # else a figure was dropped, which is asked back
    for one in _by_kinds(said, before, reached, replaces=replaces):
        yield replace(one, settled=one.settled and every)


def _mean_of_each(said: Said, now: MetricQuery) -> MetricQuery | None:
    """Show what a unit comes to on average in each of the longer ones shown: per day, of two months."""
    alone = not (said.dimensions or said.names_figure or said.of("keep", "period", "first", "amount"))
    divides = said.sentence.question.keys[:1] == ("per",) and len(said.sentence.question.keys) == 2
    if not (alone and divides and now.grain and said.grain in GRAINS) or now.compared or now.share:
        return None
    return replace(now, average=said.grain, running=False) if is_within(said.grain, now.grain) else None


def _ranks_what_is_whole(said: Said, now: MetricQuery) -> bool:
    """Tell whether the first or so many are asked for where nothing is told apart: top 3, 哪个最差."""
    alone = not (said.names_figure or said.of("keep", "kind", "cut", "grain", "unit", "which_time"))
    asked = said.of("amount") or said.has("singular")
    return bool(alone and said.of("first") and asked) and not (now.splits or now.grain)


def _parts_of(said: Said, now: MetricQuery) -> list[str]:
    """Return what the first of a whole figure may be of: its things' own kind, then what these belong to."""
    if len(now.metrics) != 1 or now.share:
        raise NoReading
    (number,) = {one.number for one in said.values("amount")} or {1}
    levels = [name for line in said.catalog.hierarchies[:1] for name in reversed(line)]
    every = dict.fromkeys((*kinds_of(now.metrics[0], said.catalog), *levels))
    fixed = {one.dimension for one in now.filters if not one.negated}
    return [
        name
        for name in every
        if name not in fixed and said.catalog.cuts(now.metrics[0], name) and said.known.size(name) > number
    ]


def _lists_things(said: Said) -> bool:
    """Tell whether the things of a named one are asked for, no figure by them: 华东队都有哪些师傅."""
    named = bool(said.dimensions and said.of("keep")) and not (said.names_figure or said.of("period"))
    chosen = said.of("first", "figure_first", "having", "limit", "state")
    return named and said.says("which_after") and not chosen


def _of_all(said: Said, now: MetricQuery) -> MetricQuery | None:
    """Keep no more to the members of a kind whose total is asked for: overall, for all customers."""
    kept = {one.dimension for one in now.filters if not one.negated}
    free = said.of("kind") and not said.of("cut", "grain", "which_time", "unit", "keep")
    if not (said.has("total") and free and kept & {*said.dimensions}):
        return None
    left = tuple(one for one in now.filters if one.dimension not in said.dimensions)
    splits = tuple(one for one in now.splits if one not in said.dimensions)
    return replace(now, filters=left, splits=splits)


def _everywhere(said: Said, now: MetricQuery) -> Iterator[Cut]:
    """Keep no more to anybody: of the whole company, in one figure or along the time that is shown."""
    if said.of("kind", "cut", "grain", "unit", "which_time") or chooses(now) or said.before.share:
        raise NoReading
    left = tuple(one for one in now.filters if one.negated)
    of_all = replace(now, filters=left)
    if of_all.key == said.before.key:
        raise NoReading
    settled = not (now.splits or now.grain)
    if not settled:
        yield Cut(_without_grain(replace(of_all, splits=())), settled=False)
    yield Cut(of_all, settled=settled)


def _by_kinds(said: Said, before: MetricQuery, now: MetricQuery, *, replaces: bool) -> Iterator[Cut]:
    """Yield the cuts by the kinds of things that a message names."""
    if said.of("keep") and {*said.dimensions} <= {*now.splits}:
        yield Cut(now)  # only the clubs in Bath: what kind of thing is kept to
    elif _adds_cut(said, now) or (not replaces and said.of("finer") and not said.of("coarser")):
        yield Cut(_beside(said, now))
    elif replaces:
        along = now if before.splits or said.grain else _without_grain(now)
        yield Cut(_instead(said, along))
    elif now.shared and not (now.grain or now.share_within) and len(said.dimensions) == 1:
        yield Cut(_share_of_each(said, now))
    else:
        yield from _either(said, before, now)


def _adds_cut(said: Said, now: MetricQuery) -> bool:
    """Tell whether a cut is to stand beside the one before, and not only a figure beside that figure.

    By branch, add kWh after service areas: their figures with the branch of each are no figures by branch.
    """
    return bool(said.adds) and not (said.names_figure and _of_one_line(said, now))


def _of_one_line(said: Said, now: MetricQuery) -> bool:
    """Tell whether what is now cut by stands on one line of members within members with what was."""
    new = {*said.dimensions} - {*now.splits}
    return bool(now.splits and new) and all(
        any({one, split} <= {*line} for line in said.catalog.hierarchies)
        for one in new
        for split in now.splits
    )


def _reached(said: Said, now: MetricQuery) -> MetricQuery:
    """Leave out the figures that come along and cannot be cut so; the first is what was asked about."""
    reached = [one for one in now.metrics if all(said.catalog.cuts(one, name) for name in said.dimensions)]
    if reached[:1] != [*now.metrics[:1]] or (len(reached) < len(now.metrics) and said.names_figure):
        raise NoReading
    return replace(now, metrics=tuple(reached))


def _either(said: Said, before: MetricQuery, now: MetricQuery) -> Iterator[Cut]:
    """Yield the cut beside the one before, in its place, or both ways, the likelier first.

    Split that by club takes what is shown apart; by club alone may be meant either way.
    """
    pairs = [(one, split) for one in said.dimensions for split in now.splits]
    told = any(tells(said, one, split) or tells(said, split, one) for one, split in pairs)
    splits_up = said.says("splitting")
    if not now.splits or told or said.corrects or (_of_one_line(said, now) and not splits_up):
        yield Cut(_instead(said, now))
    elif chooses(before):  # the rows chosen would be others
        if splits_up:
            raise NoReading
        yield Cut(_instead(said, now), settled=False)
    elif splits_up and said.says("further"):
        yield Cut(_beside(said, now))
    else:
        ways = [_beside(said, now), _instead(said, now)]
        yield from (Cut(one, settled=False) for one in (ways if splits_up else ways[::-1]))


def _beside(said: Said, now: MetricQuery) -> MetricQuery:
    splits = tuple(dict.fromkeys([*now.splits, *said.dimensions]))
    return replace(now, splits=splits, filters=_free(said, now))


def _share_of_each(said: Said, now: MetricQuery) -> MetricQuery:
    """Show the share that a member has of all as the one it has within each: EV share, by service area."""
    if {*said.dimensions} & {*now.splits} or [len(one.values) for one in now.shared] != [1]:
        raise NoReading
    return replace(now, splits=(*said.dimensions, *now.splits), share_within=said.dimensions)


def _instead(said: Said, now: MetricQuery) -> MetricQuery:
    ranking = replace(now.ranking, within=()) if now.ranking else None
    return replace(now, splits=said.dimensions, filters=_free(said, now), ranking=ranking)


def _free(said: Said, now: MetricQuery) -> tuple[Filter, ...]:
    """Return the members kept to, but for those of what is now cut by."""
    return tuple(one for one in now.filters if one.negated or one.dimension not in said.dimensions)


def _along_time(said: Said, before: MetricQuery, now: MetricQuery, *, replaces: bool) -> MetricQuery:
    if said.grain and not said.has("avg"):
        _require_all_shown(before, said.grain)
        now = widened(said, _one_after_the_other(replace(now, grain=said.grain)))  # type: ignore[arg-type]
        if replaces and not before.grain and not said.dimensions:
            now = replace(now, splits=(), ascending=False)
        if now.share and not now.shared and not now.share_within:
            now = replace(now, share_within=(f"{now.grain}_start",))  # what made up each month
    if said.has("trend") and not now.grain:
        _require_all_shown(before, "")
        days = now.window.days if now.window else 0
        grain = next(str(grain) for most, grain in metric_words()["trend_grains"] if days <= most)
        now = replace(now, grain=grain)  # type: ignore[arg-type]
    return now


def _require_all_shown(before: MetricQuery, grain: str) -> None:
    """Stop where a cut along time would lose which groups were chosen: by month after the top 5."""
    if (before.ranking or before.conditions) and (before.splits or before.grain != grain):
        raise NoReading


def _dropped(said: Said, now: MetricQuery) -> MetricQuery | None:
    """Give up the cut a message names to be rid of: not by month, by branch instead of by city."""
    gone, before = said.values("dropped"), now
    for part in gone:
        if part == now.grain and now.grain:
            now = _without_grain(now)
        elif isinstance(part, Kind) and part.dimension in now.splits:
            now = replace(now, splits=tuple(one for one in now.splits if one != part.dimension))
        else:
            raise NoReading
    new = bool(said.dimensions)
    mixed = bool(before.splits and before.grain) and new != (now.splits != before.splits)
    if gone and (mixed or not said.cuts):
        raise NoReading
    return now if gone else None


def _without_grain(now: MetricQuery) -> MetricQuery:
    """Cut no longer along time, where nothing is asked of it that only goes along time."""
    if now.running or (now.compared and now.compared.kind == "previous"):
        raise NoReading
    return replace(now, grain="", share_within=())


def _level(said: Said, now: MetricQuery, step: int) -> MetricQuery:
    """Cut one level finer or coarser along the hierarchies, or along time where only that is cut."""
    members = [one.dimension for one in now.filters if not one.negated]
    if now.splits or (members and not now.grain):
        at = now.splits[-1] if now.splits else members[-1]
        found = {level for one in said.catalog.hierarchies if (level := _next(said, now, one, at, step))}
        if len(found) != 1 or not (now.splits or step > 0):
            raise NoReading
        level = found.pop()
        splits = tuple(dict.fromkeys([*now.splits[:-1], level]))
        filters = tuple(one for one in now.filters if one.negated or one.dimension != level)
        return replace(now, splits=splits, filters=filters, conditions=())
    order = GRAINS[::-1]
    place = order.index(now.grain) + step if now.grain else -1
    if not 0 <= place < len(order):
        raise NoReading
    return replace(now, grain=order[place])  # type: ignore[arg-type]


def _next(said: Said, now: MetricQuery, levels: tuple[str, ...], at: str, step: int) -> str:
    """Return the next level of a hierarchy that these metrics can be cut by."""
    if at not in levels:
        return ""
    beyond = levels[levels.index(at) + 1 :] if step > 0 else levels[: levels.index(at)][::-1]
    every = (one for one in beyond if all(said.catalog.cuts(metric, one) for metric in now.metrics))
    return next(every, "")


def is_widened(said: Said, now: MetricQuery) -> bool:
    """Tell whether a longer stretch was taken that nobody named, as one month by month is one figure."""
    before, named = said.before, said.of("period", "ended", "step", "comparison", "last_year", "previous")
    newly = bool(now.grain) and not before.grain and not before.compared
    return newly and not named and before.window is not None and before.windows != now.windows


def widened(said: Said, now: MetricQuery) -> MetricQuery:
    """Take a longer stretch where the one asked about is a single point of the grain: 上个月 → 按月看."""
    window = now.window
    if window is None or now.compared or said.of("period", "ended") or not _is_one(window, now.grain):
        return now
    found = said.known.usual_window(now.metrics[0], now.grain, said.today)
    if found is None or not (found.start <= window.start and window.end <= found.end):
        year = window.start.year
        found = Window(dt.date(year, 1, 1), dt.date(year + 1, 1, 1), unit="year")
    return now if _is_one(found, now.grain) else replace(now, windows=(found,), period_assumed=False)


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
