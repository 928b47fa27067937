"""The one member that a figure is of, and figures read exactly to be held beside its own."""

from decimal import Decimal

from agent.context import Context
from analysis.outcome import Look, Name, Said, exact
from knowledge.metrics import Catalog
from query.as_json import to_json
from query.metric_query import MetricQuery
from tools.looking import read_looks
from understanding.metric.desk import MetricDesk
from understanding.verdicts import Reading, of_metric


def one_kind(query: MetricQuery, catalog: Catalog) -> str:
    """Return the kind of the one thing that a figure is of, or nothing."""
    named = [one for one in query.filters if catalog.names_rows(one.dimension)]
    one = named[0] if len(named) == 1 else None
    return one.dimension if one and len(one.values) == 1 and not one.negated else ""


async def read_exactly(query: MetricQuery, desk: MetricDesk, context: Context) -> list[Decimal]:
    """Return the figure of each group, unrounded; of several groups as many as there are."""
    look = Look("beside", query, Said("mean.look", {"metric": Name(query.metrics[0])}))
    read = (await read_looks([look], desk, context, "")).get("beside")
    rows = read.result.rows if read and not read.result.truncated else ()
    return [value for row in rows if (value := exact(row[len(query.splits)])) is not None]


async def composed_of(query: MetricQuery, text: str, context: Context) -> Reading | None:
    """Return what composes a query for a question, where these rights may ask it."""
    if context.figures is None:
        return None
    who = (context.connection, context.rights, context.today, context.language)
    hit = await context.figures.composed(to_json(query), text, *who)
    return of_metric(hit) if hit is not None else None
