"""Figures of the same rows over the same times are read by one statement: more looks fit in the budget.

Days of all together are read over the longest time that any look wants them of, as far as one result holds.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, Run
from analysis.outcome import Look, Read, Reading, Said, Steps, day_in, relay
from analysis.series import MOST_ROWS
from database.result import QueryResult
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk


def read_together(
    looks: Sequence[Look], desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], dict[str, Read]]:
    """Yield looks with those of the same rows, times and cut as one, and return what each of them read.

    Where one cannot be read, its looks are asked for again one by one: one figure must not cost the others.
    """
    groups: dict[object, list[Look]] = {}
    for look in looks:
        groups.setdefault(_key(look, desk), []).append(look)
    every = [some for own in groups.values() for some in _within_one_result(own)]
    read = yield [_merged(some) for some in every]
    again = [
        look for some in every if len(some) > 1 and not _is_whole(read.get(some[0].name)) for look in some
    ]
    alone = (yield again) if again else {}
    parts = {look.name: part for some in every for look, part in _parts(some, read)}
    return {**parts, **alone}


def read_once(run: Run) -> Run:
    """Return the steps of an analysis to which days that were read before are given without a statement."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        held = list[Read]()

        def through(wanted: Sequence[Look]) -> Reading:
            known = {look.name: part for look in wanted if (part := _held(look, held, desk)) is not None}
            read = yield [look for look in wanted if look.name not in known]
            held.extend(one for one in read.values() if is_of_days(one.look.query) and _is_whole(one))
            return {**read, **known}

        return relay(run(asked, desk), through)

    return steps


def _held(look: Look, held: Sequence[Read], desk: MetricDesk) -> Read | None:
    """Return the days a look wants out of those that were read before, or None."""
    query = look.query
    if not is_of_days(query) or look.catalog is not None:
        return None
    for one in held:
        own = one.look.query
        if one.look.catalog is not None or not {*query.metrics} <= {*own.metrics}:
            continue
        longer = own.windows[0].start <= query.windows[0].start and query.windows[0].end <= own.windows[0].end
        if longer and _key(look, desk) == _key(replace(one.look, needed=look.needed), desk):
            return _cut_out(look, one)
    return None


def _is_whole(found: Read | None) -> bool:
    return found is not None and not found.result.truncated


def is_of_days(query: MetricQuery) -> bool:
    """Tell what is read day by day of all together over one time: a longer one holds a shorter one."""
    return query.grain == "day" and not query.splits and len(query.windows) == 1


def _within_one_result(some: Sequence[Look]) -> list[list[Look]]:
    """Return looks of the same rows as those that one result holds: days no more than it has rows for."""
    if not is_of_days(some[0].query):
        return [list(some)]
    found = list[list[Look]]()
    for look in sorted(some, key=lambda one: one.query.windows[0].end, reverse=True):
        fits = (own for own in found if _hull([*own, look]).days <= MOST_ROWS)
        if (own := next(fits, None)) is not None:
            own.append(look)
        else:
            found.append([look])
    return found


def _hull(some: Sequence[Look]) -> Window:
    windows = [one.query.windows[0] for one in some]
    if all(one == windows[0] for one in windows):
        return windows[0]
    return Window(min(one.start for one in windows), max(one.end for one in windows), "range")


def _key(look: Look, desk: MetricDesk) -> object:
    """Return what looks have in common that one statement reads; its own name of one that is read alone."""
    query, known = look.query, desk.catalog.metrics
    own = look.catalog or desk.catalog
    defined = all(name in known and own.metrics[name] is known[name] for name in query.metrics)
    if not defined or (query.grain and len(query.windows) != 1):
        return look.name
    rows = {one.rows for name in query.metrics for one in desk.catalog.sources(name)}
    if is_of_days(query):
        return (replace(query, metrics=(), windows=()), frozenset(rows), look.needed)
    return (replace(query, metrics=()), frozenset(rows), look.needed) if len(rows) == 1 else look.name


def _merged(some: Sequence[Look]) -> Look:
    """Return the look that reads several, under the first one's name and the figures of all."""
    first = some[0]
    if len(some) == 1:
        return first
    label = first.label
    if "metric" in label.params:
        each = [_listed(one.label.params.get("metric")) for one in some]
        label = replace(label, params={**label.params, "metric": tuple(dict.fromkeys(sum(each, ())))})
    figures = dict.fromkeys(name for one in some for name in one.query.metrics)
    query = replace(first.query, metrics=tuple(figures))
    if is_of_days(query):
        query = replace(query, windows=(_hull(some),))
        label = Said("series.label", {"metric": label.params["metric"], "window": query.windows[0]})
    detail = all(one.detail for one in some)
    return replace(first, query=query, label=label, needed=False, detail=detail, catalog=None)


def _listed(called: object) -> tuple[object, ...]:
    return called if isinstance(called, tuple) else (called,)


def _parts(some: Sequence[Look], read: Mapping[str, Read]) -> Iterator[tuple[Look, Read]]:
    """Yield each look with its rows out of those of all: of each figure a cell a time."""
    found = read.get(some[0].name)
    if found is None or len(some) == 1:
        yield from [(some[0], found)] if found is not None else []
        return
    yield from ((look, _cut_out(look, found)) for look in some)


def _cut_out(look: Look, found: Read) -> Read:
    """Return the rows of a look out of those of several."""
    query, result, figures = found.look.query, found.result, found.look.query.metrics
    keys, each = len(query.splits) + bool(query.grain), max(1, len(query.windows))
    firsts = (keys + each * figures.index(name) for name in look.query.metrics)
    places = [*range(keys), *(place for first in firsts for place in range(first, first + each))]
    columns = tuple(result.columns[place] for place in places)
    rows = tuple(tuple(row[place] for place in places) for row in result.rows if _is_in(row[0], look.query))
    return Read(look, QueryResult(columns, rows, result.truncated, result.elapsed_ms), found.sql)


def _is_in(cell: object, query: MetricQuery) -> bool:
    """Tell a row of a time that a look wants, where others wanted longer ones."""
    return not is_of_days(query) or query.windows[0].start <= day_in(cell) < query.windows[0].end
