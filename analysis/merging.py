"""Figures of the same rows over the same times are read by one statement: more looks fit in the budget."""

from collections.abc import Generator, Mapping, Sequence
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
    return {**alone} | {
        look.name: _part(look, some, read[some[0].name])
        for some in groups.values()
        if some[0].name in read
        for look in some
    }


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
    query = replace(first.query, metrics=_figures(some))
    detail = all(one.detail for one in some)
    return replace(first, query=query, label=label, needed=False, detail=detail, catalog=None)


def _figures(some: Sequence[Look]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in some for name in one.query.metrics))


def _part(look: Look, some: Sequence[Look], read: Read) -> Read:
    """Return the rows of one look out of those of all: of each figure a cell a time."""
    if len(some) == 1:
        return read
    figures, keys = _figures(some), len(look.query.splits) + bool(look.query.grain)
    each = max(1, len(look.query.windows))
    places = [*range(keys)]
    for name in look.query.metrics:
        first = keys + each * figures.index(name)
        places += range(first, first + each)
    result = read.result
    columns = tuple(result.columns[place] for place in places)
    rows = tuple(tuple(row[place] for place in places) for row in result.rows)
    return Read(look, QueryResult(columns, rows, result.truncated, result.elapsed_ms), read.sql)
