"""Whether all that a query reads is open to who asks: over a masked column a figure would be one of masks."""

from knowledge.metrics import Catalog
from knowledge.values import Allowed
from query.metric_query import MetricQuery


def opens(query: MetricQuery, catalog: Catalog, allowed: Allowed) -> bool:
    """Tell whether its figures, conditions, ranks and cuts are open, and the keys from figure to cut."""
    figures = {*query.figures, *(one for name in query.figures for one in catalog.metrics[name].show)}
    cuts = {*query.cuts, *query.share_within, query.average} & {*catalog.dimensions}
    return (
        all(catalog.opens(name, allowed) for name in figures)
        and all(catalog.shows(catalog.dimensions[name], allowed) for name in cuts)
        and all(map(allowed, _keys(figures, cuts, catalog)))
    )


def _keys(figures: set[str], cuts: set[str], catalog: Catalog) -> set[str]:
    """Return the columns that tables are joined by, from each figure to each cut."""
    steps = {
        step
        for name in figures
        for source in catalog.sources(name)
        for cut in cuts
        for step in catalog.way(source.table, catalog.dimensions[cut]) or ()
    }
    here = {f"{catalog.full(step.table)}.{name}".lower() for step in steps for name in step.columns}
    there = {f"{catalog.full(step.to_table)}.{name}".lower() for step in steps for name in step.to_columns}
    return here | there
