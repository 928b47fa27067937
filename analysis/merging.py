"""Figures of the same rows over the same times are read by one statement: more looks fit in the budget."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from analysis.outcome import Look, Name, Read
from database.result import QueryResult
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
    read = yield [_merged(some) for some in groups.values()]
    again = [look for some in groups.values() if len(some) > 1 and some[0].name not in read for look in some]
    alone = (yield again) if again else {}
    parts = {look.name: part for some in groups.values() for look, part in _parts(some, read)}
    return {**alone, **parts}


def _key(look: Look, desk: MetricDesk) -> object:
    """Return what looks have in common that one statement reads; its own name of one that is read alone."""
    query, known = look.query, desk.catalog.metrics
    own = look.catalog or desk.catalog
    defined = all(name in known and own.metrics[name] is known[name] for name in query.metrics)
    if not defined or (query.grain and len(query.windows) != 1):
        return look.name
    rows = {
        (one.table, one.time, tuple(one.filters))
        for name in query.metrics
        for one in desk.catalog.sources(name)
    }
    return (replace(query, metrics=()), frozenset(rows), look.needed) if len(rows) == 1 else look.name


def _merged(some: Sequence[Look]) -> Look:
    """Return the look that reads several, under the first one's name and the figures of all."""
    first = some[0]
    if len(some) == 1:
        return first
    label = first.label
    if "metric" in label.params:
        called = tuple(
            dict.fromkeys(it for one in some if isinstance(it := one.label.params.get("metric"), Name))
        )
        label = replace(label, params={**label.params, "metric": called})
    figures = dict.fromkeys(name for one in some for name in one.query.metrics)
    query = replace(first.query, metrics=tuple(figures))
    detail = all(one.detail for one in some)
    return replace(first, query=query, label=label, needed=False, detail=detail, catalog=None)


def _parts(some: Sequence[Look], read: Mapping[str, Read]) -> Iterator[tuple[Look, Read]]:
    """Yield each look with its rows out of those of all: of each figure a cell a time."""
    found = read.get(some[0].name)
    if found is None or len(some) == 1:
        yield from [(some[0], found)] if found is not None else []
        return
    query, result, figures = found.look.query, found.result, found.look.query.metrics
    keys, each = len(query.splits) + bool(query.grain), max(1, len(query.windows))
    for look in some:
        firsts = (keys + each * figures.index(name) for name in look.query.metrics)
        places = [*range(keys), *(place for first in firsts for place in range(first, first + each))]
        columns = tuple(result.columns[place] for place in places)
        rows = tuple(tuple(row[place] for place in places) for row in result.rows)
        part = QueryResult(columns, rows, result.truncated, result.elapsed_ms)
        yield look, Read(look, part, found.sql)
