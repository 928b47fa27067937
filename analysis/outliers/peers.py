"""What an entry ordinarily is by its peers: the rows of the same thing, where those are much alike."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from sqlglot import exp

from analysis.outcome import Look, Name, Read, Said, exact
from analysis.outliers.entry import Keyed, Peers, added_up
from knowledge.metrics import Metric
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_ROW, _PEERS = "entry_row", "entry_peers"
MOST_THINGS = 6  # that a row is of
FEWEST_PEERS = 10
ALIKE = Decimal("0.4")  # of their mean: what peers differ by, at most


def row_looks(
    found: Sequence[Keyed], spans: Mapping[str, Window], filters: tuple[Filter, ...], desk: MetricDesk
) -> list[Look]:
    """Return the looks at which things the row of each entry is of."""
    looks = []
    for place, one in enumerate(found):
        metric = desk.catalog.metrics[one.metric]
        inside = added_up(metric, desk)
        its = [
            beside(metric, f"of_{name}", f"MAX(CASE WHEN {inside} = {one.value:f} THEN {column} END)")
            for name, column in things(one.metric, desk)
        ]
        looks += _look(f"{_ROW}.{place}", one, its, spans, filters, desk)
    return looks


def with_peers(
    found: Sequence[Keyed],
    read: Mapping[str, Read],
    spans: Mapping[str, Window],
    filters: tuple[Filter, ...],
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], list[Keyed]]:
    """Yield the looks at the other rows of those things, and return entries with what the most alike are."""
    looks = []
    for place, one in enumerate(found):
        row = read.get(f"{_ROW}.{place}")
        members = row.result.rows[0] if row is not None and row.result.rows else ()
        its = list(counted(one, members, desk))
        looks += _look(f"{_PEERS}.{place}", one, its, spans, filters, desk)
    told = (yield looks) if looks else {}
    return [_with_peers(one, told.get(f"{_PEERS}.{place}")) for place, one in enumerate(found)]


def _with_peers(one: Keyed, read: Read | None) -> Keyed:
    best = peers_in(read)
    return replace(one, typical=best.mean, peers=best) if best is not None else one


def peers_in(read: Read | None) -> Peers | None:
    """Return the most alike of the groups of rows that were read, where those are much alike."""
    spread = _groups(read) if read is not None and read.result.rows else ()
    best = min(spread, key=lambda it: (it.apart / it.mean, it.many), default=None)
    return best if best is not None and best.apart <= ALIKE * best.mean else None


def _groups(read: Read) -> Iterator[Peers]:
    """Yield how many the other rows of each group are, their mean, and how far apart they are."""
    cells = [exact(cell) for cell in read.result.rows[0]]
    for many, mean, square in zip(cells[::3], cells[1::3], cells[2::3], strict=True):
        if many and many >= FEWEST_PEERS and mean and mean > 0 and square:
            yield Peers(int(many), mean, max(square - mean * mean, Decimal(0)).sqrt())


def counted(one: Keyed, members: Sequence[object], desk: MetricDesk) -> Iterator[Metric]:
    """Yield of the other rows of each thing, and of each two, their number, mean and mean square.

    The same client's same test costs the same each time, where neither's rows alone are alike.
    """
    metric = desk.catalog.metrics[one.metric]
    inside = added_up(metric, desk)
    known = [it for it in zip(things(one.metric, desk), members, strict=False) if it[1] is not None]
    groups = [*((it,) for it in known), *combinations(known, 2)]
    for at, group in enumerate(groups):
        same = " AND ".join(f"{column} = {_written(member, desk)}" for (_, column), member in group)
        other = f"CASE WHEN {same} AND {inside} <> {one.value:f} THEN {inside} END"
        yield beside(metric, f"many_{at}", f"COUNT({other})")
        yield beside(metric, f"mean_{at}", f"AVG({other})")
        yield beside(metric, f"square_{at}", f"AVG(({other}) * ({other}))")


def _written(member: object, desk: MetricDesk) -> str:
    text = isinstance(member, str)
    its = exp.Literal.string(member) if text else exp.Literal.number(str(member))
    return its.sql(dialect=desk.answers.dialect.sqlglot_name)


def _look(
    name: str,
    one: Keyed,
    metrics: Sequence[Metric],
    spans: Mapping[str, Window],
    filters: tuple[Filter, ...],
    desk: MetricDesk,
) -> list[Look]:
    if not metrics or one.metric not in spans:
        return []
    query = MetricQuery(tuple(it.name for it in metrics), windows=(spans[one.metric],), filters=filters)
    label = Said("entries.label", {"metric": Name(one.metric)})
    return [Look(name, query, label, catalog=desk.catalog.beside(*metrics), detail=True)]


def beside(metric: Metric, name: str, expression: str) -> Metric:
    """Return a figure of other expression over the rows of a sum."""
    return replace(metric, name=name, expression=expression, additivity="distinct", show=(), decimals=None)


def things(name: str, desk: MetricDesk) -> list[tuple[str, str]]:
    """Return the columns that say which things a sum's rows are of, and how they are written."""
    metric = desk.catalog.metrics[name]
    table = desk.catalog.schema.table(metric.table)
    if table is None or added_up(metric, desk) is None:
        return []
    keys = [key.columns[0] for key in table.foreign_keys if len(key.columns) == 1]
    seen = (one for one in dict.fromkeys(keys) if desk.allowed(f"{table.full_name}.{one}"))
    dialect = desk.answers.dialect.sqlglot_name
    return [(it, exp.column(it).sql(dialect=dialect, identify=True)) for it in seen][:MOST_THINGS]
