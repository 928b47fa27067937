"""Whether a definition holds on its database: read, joined and planned before it is staged."""

import datetime as dt
from collections.abc import Iterable

from config.wording import Language
from database.connections import Database
from database.rights import Rights
from errors import KnowledgeError
from knowledge.items import KnowledgeItem
from knowledge.metric.checks import problems, way_problems
from knowledge.metric.composing import compose
from knowledge.metric.files import catalog_from
from knowledge.metrics import Catalog
from knowledge.question import MetricQuery
from knowledge.records import item_key


async def validate(
    item: KnowledgeItem,
    others: Iterable[KnowledgeItem],
    database: Database,
    rights: Rights,
    language: Language,
    today: dt.date,
) -> None:
    """Raise what is wrong with a definition among the others: names, columns, fan-out, types, the plan."""
    schema = await database.load_schema()
    kept = [one for one in others if one.kind == "metric" and item_key(one) != item_key(item)]
    catalog = catalog_from([*kept, item], schema)
    name = str(item.payload.get("name") or "")
    for problem in problems(catalog, database.dialect):
        if problem.name == name:
            raise KnowledgeError(problem.code, **problem.params)
    for problem in way_problems(item, catalog):
        raise KnowledgeError(problem.code, **problem.params)
    for query in _queries(name, catalog):
        sql = compose(query, catalog, database.dialect, language, today)
        await database.approve(sql, rights)


def _queries(name: str, catalog: Catalog) -> list[MetricQuery]:
    """Return what to plan: the metric alone, or the first metric that a dimension cuts."""
    if name in catalog.metrics:
        return [MetricQuery((name,))]
    if name in catalog.dimensions:
        return [MetricQuery((one,), (name,)) for one in catalog.metrics if catalog.cuts(one, name)][:1]
    return []
