"""Names of a composed statement's own columns, told apart from tables and from the engines' own words."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace

from sqlglot.dialects import DuckDB, MySQL

from knowledge.metrics import Catalog, Dimension, Metric
from query.metric_query import MetricQuery

SUFFIX = "_figure"
# Words that no column may bear without quotes: a figure of drivers who left.
RESERVED = DuckDB.Generator.RESERVED_KEYWORDS | MySQL.Generator.RESERVED_KEYWORDS
MADE_OF_ONE = (
    "",
    "_now",
    "_before",
    "_key",
    "_own",
    "_now_part",
    "_before_part",
    "_now_days",
    "_before_days",
)


def apart_from_tables(query: MetricQuery, catalog: Catalog) -> tuple[MetricQuery, Catalog]:
    """Return a query and its definitions with no metric or dimension called like a table or a word of SQL."""
    new, renamed = catalog.once(_apart)
    return (query.renamed(new), renamed) if new else (query, catalog)


def _apart(catalog: Catalog) -> tuple[dict[str, str], Catalog]:
    """Return what is called so with another name, and all definitions under these names."""
    tables = catalog.once(_tables)
    if catalog.widened is not None:
        known_before, more = catalog.widened
        if not any(_is_taken(one.name, tables) for one in more):
            return _beside(catalog, more, *known_before.once(_apart))
    known = {*catalog.metrics, *catalog.dimensions}
    new: dict[str, str] = {}
    for name in sorted(one for one in known if _is_taken(one, tables)):
        other = name + SUFFIX
        while other in known or _is_a_table(other, tables):
            other += SUFFIX
        new[name] = other
    return new, _catalog(catalog, new) if new else catalog


def _beside(
    catalog: Catalog, more: Iterable[Metric], new: dict[str, str], renamed: Catalog
) -> tuple[dict[str, str], Catalog]:
    """Return definitions with further figures, of which only these are left to be told apart."""
    if not new:
        return new, catalog
    named = {one.name: one for one in (_metric(one, new) for one in more)}
    return new, replace(renamed, metrics={**renamed.metrics, **named}).reaching_as(catalog)


def _tables(catalog: Catalog) -> frozenset[str]:
    return frozenset(table.name.lower() for table in catalog.schema.tables)


def _is_taken(name: str, tables: AbstractSet[str]) -> bool:
    return name.lower() in RESERVED or _is_a_table(name, tables)


def _is_a_table(name: str, tables: AbstractSet[str]) -> bool:
    """Tell what is called like a table, itself or with what is made of it."""
    return not tables.isdisjoint(map(name.lower().__add__, MADE_OF_ONE))


def _catalog(catalog: Catalog, new: dict[str, str]) -> Catalog:
    metrics = [_metric(one, new) for one in catalog.metrics.values()]
    dimensions = [_dimension(one, new) for one in catalog.dimensions.values()]
    return replace(
        catalog,
        metrics={one.name: one for one in metrics},
        dimensions={one.name: one for one in dimensions},
        # By them the way to a level is chosen: of accidents the depot is their line's.
        hierarchies=tuple(tuple(new.get(name, name) for name in line) for line in catalog.hierarchies),
    ).reaching_as(catalog)


def _metric(metric: Metric, new: dict[str, str]) -> Metric:
    if new.keys().isdisjoint((metric.name, *metric.parts, *metric.show, *metric.not_by)):
        return metric
    return replace(
        metric,
        name=new.get(metric.name, metric.name),
        en=metric.en or metric.zh or metric.name,  # its heading stays
        parts=tuple(new.get(name, name) for name in metric.parts),
        show=tuple(new.get(name, name) for name in metric.show),
        not_by=tuple(new.get(name, name) for name in metric.not_by),
    )


def _dimension(dimension: Dimension, new: dict[str, str]) -> Dimension:
    if (shared := dimension.namesakes) is not None and shared.within in new:
        dimension = replace(dimension, namesakes=replace(shared, within=new[shared.within]))
    if dimension.name not in new:
        return dimension
    en = dimension.en or dimension.zh or dimension.name
    return replace(dimension, name=new[dimension.name], en=en)
