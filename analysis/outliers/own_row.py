"""What an entry ordinarily is by its own row: quantity times price, where all other rows hold that."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from sqlglot import exp, parse_one

from analysis.outcome import Look, Name, Read, Said, exact
from analysis.outliers.entry import Keyed, Own, added_up
from database.dialects import Dialect
from knowledge.metrics import Metric
from knowledge.vocabulary import IDENTIFYING, NUMERIC
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_PRODUCTS = "products"
MOST_FACTORS = 4  # columns of numbers beside the sum: of more each two would be a look too wide
FEWEST_ROWS, HELD = 30, Decimal("0.95")  # of the rows that have both factors
NEAR = Decimal("0.005")  # of the entry: what rounding makes of it
FURTHER = 2  # times: nearer to its product than that it is what its row says


def product_looks(
    found: Sequence[Keyed], spans: Mapping[str, Window], filters: tuple[Filter, ...], desk: MetricDesk
) -> list[Look]:
    """Return the looks at whether each two columns of a sum's rows make what is summed, and at the entry."""
    looks = []
    for place, one in enumerate(found):
        inside, window = added_up(desk.catalog.metrics[one.metric], desk), spans.get(one.metric)
        pairs = list(combinations(_factors(one.metric, desk), 2))
        if not (inside and pairs and window):
            continue
        metric = desk.catalog.metrics[one.metric]
        made = [it for pair in pairs for it in _counted(pair, inside, one, metric, desk.answers.dialect)]
        catalog = desk.catalog.beside(*made)
        query = MetricQuery(tuple(it.name for it in made), windows=(window,), filters=filters)
        label = Said("entries.label", {"metric": Name(one.metric)})
        looks.append(Look(f"{_PRODUCTS}.{place}", query, label, catalog=catalog, detail=True))
    return looks


def with_own(found: Sequence[Keyed], read: Mapping[str, Read], desk: MetricDesk) -> list[Keyed]:
    """Return entries with what they are by their own rows, where one product alone tells it."""
    told = []
    for place, one in enumerate(found):
        look = read.get(f"{_PRODUCTS}.{place}")
        cells = [exact(cell) for cell in look.result.rows[0]] if look and look.result.rows else []
        pairs = combinations(_factors(one.metric, desk), 2)
        owns = [_own(pair, cells[3 * at : 3 * at + 3], one) for at, pair in enumerate(pairs) if cells]
        by = [it for it in owns if it is not None]
        told.append(replace(one, own=by[0]) if len(by) == 1 else one)
    return told


def _own(pair: tuple[str, str], cells: Sequence[Decimal | None], one: Keyed) -> Own | None:
    """Return what two columns of a row make of it, where they make every other and not this one."""
    held, known, value = cells
    if not held or not known or known < FEWEST_ROWS or held < HELD * known or not value or value <= 0:
        return None
    return Own(value, pair) if max(value / one.value, one.value / value) >= FURTHER else None


def _counted(
    pair: tuple[str, str], inside: str, one: Keyed, metric: Metric, dialect: Dialect
) -> Iterator[Metric]:
    """Yield how many rows their product holds in, how many have both, and that of the entry's own row."""
    first, second = (exp.column(it).sql(dialect=dialect.sqlglot_name, identify=True) for it in pair)
    product = f"{first} * {second}"
    near = f"ABS({product} - ({inside})) <= {NEAR} * ABS({inside})"
    ways = {
        "held": f"SUM(CASE WHEN {near} THEN 1 ELSE 0 END)",
        "known": f"SUM(CASE WHEN {product} IS NOT NULL THEN 1 ELSE 0 END)",
        "own": f"MAX(CASE WHEN {inside} = {one.value:f} THEN {product} END)",
    }
    for way, expression in ways.items():
        name = f"{way}_{'_'.join(pair)}"
        yield replace(metric, name=name, expression=expression, additivity="distinct", show=(), decimals=None)


def _factors(name: str, desk: MetricDesk) -> list[str]:
    """Return the columns of numbers of a sum's rows that are no keys and no part of it; none where many."""
    inside = added_up(desk.catalog.metrics[name], desk)
    table = desk.catalog.schema.table(desk.catalog.metrics[name].table)
    if table is None or inside is None:
        return []
    tree = parse_one(inside, dialect=desk.answers.dialect.sqlglot_name)
    keys = {*table.primary_key, *(own for key in table.foreign_keys for own in key.columns)}
    left_out = {one.lower() for one in keys} | {one.name.lower() for one in tree.find_all(exp.Column)}
    found = [
        one.name
        for one in table.columns
        if NUMERIC.search(one.type) and one.name.lower() not in left_out
        if not IDENTIFYING.search(one.name) and desk.allowed(f"{table.full_name}.{one.name}")
    ]
    return found if len(found) <= MOST_FACTORS else []
