"""Whether a definition holds on its database: read, joined and planned before it is staged."""

import asyncio
import datetime as dt
from collections.abc import Iterable, Sequence

from config.wording import Language
from database.connections import Database
from database.rights import Rights
from errors import ConnectionFailedError, CostError, KnowledgeError, QueryTimeoutError, WenshuError
from knowledge.definitions.files import catalog_from
from knowledge.items import KnowledgeItem
from knowledge.metrics import Catalog
from knowledge.records import item_key
from query.metric_query import MetricQuery, Window
from query.plan.compose import compose
from understanding.drafting.checks import problems, sound, way_problems

A_YEAR = Window(dt.date(2025, 1, 1), dt.date(2026, 1, 1), "year")  # any will do: nothing is read


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


async def unplanned(
    items: Sequence[KnowledgeItem], others: Iterable[KnowledgeItem], database: Database, rights: Rights
) -> list[tuple[KnowledgeItem, WenshuError]]:
    """Return the figures and cuts whose SQL the database does not plan, each with why.

    A database that cannot be reached refuses nothing; nor is a plan that costs much a wrong definition.
    """
    told = {item_key(item) for item in items}
    kept = [one for one in others if one.kind == "metric" and item_key(one) not in told]
    schema = await database.load_schema()
    found: list[tuple[KnowledgeItem, WenshuError]] = []
    cuts = [item for item in items if item.payload.get("type") == "dimension"]
    for judged in ([item for item in items if item not in cuts], cuts):  # a cut by a figure that holds
        bad = [item for item, _ in found]
        sound_items = [*kept, *(item for item in items if item not in bad)]
        catalog = sound(catalog_from(sound_items, schema), database.dialect)
        for item in judged:
            try:
                error = await _refusal(str(item.payload.get("name") or ""), catalog, database, rights)
            except ConnectionFailedError:
                return found  # each of the others would wait for it as well
            if error:
                found.append((item, error))
    return found


async def _refusal(name: str, catalog: Catalog, database: Database, rights: Rights) -> WenshuError | None:
    """Return why the database does not plan a definition, or None where it does or says nothing of it."""
    try:
        await _plan(name, catalog, database, rights)
    except ConnectionFailedError:
        raise
    except (CostError, QueryTimeoutError):
        return None
    except WenshuError as error:
        return error
    return None


async def _plan(name: str, catalog: Catalog, database: Database, rights: Rights) -> None:
    for query in _queries(name, catalog):
        sql = await asyncio.to_thread(compose, query, catalog, database.dialect, "en", dt.date.today())
        await database.approve(sql, rights)


def _queries(name: str, catalog: Catalog) -> list[MetricQuery]:
    """Return what to plan: the metric alone and, where it has a time, of a year; or what a dimension cuts."""
    if name in catalog.metrics:
        timed = any(one.time for one in catalog.sources(name))
        return [MetricQuery((name,)), *([MetricQuery((name,), windows=(A_YEAR,))] if timed else [])]
    if name in catalog.dimensions:
        return [MetricQuery((one,), (name,)) for one in catalog.metrics if catalog.cuts(one, name)][:1]
    return []
