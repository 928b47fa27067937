"""Teaching from files: read, stage, publish, and report what was added, unchanged and refused."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from database.connections import Database
from database.dialects import POSTGRES
from database.rights import Rights
from database.schema import Schema
from errors import DatabaseError, KnowledgeError, WenshuError
from knowledge.base import KnowledgeBase
from knowledge.definitions.files import catalog_from
from knowledge.index import Progress
from knowledge.items import KnowledgeItem
from knowledge.metrics import Catalog, Dimension
from knowledge.records import item_key
from knowledge.tables import table_from, table_item
from teaching.loaders import LoadReport, Refused, load_paths
from teaching.loaders.absent import absent_tables
from teaching.upkeep.definition_checks import checked_definitions
from teaching.upkeep.pair_words import unread_wordings
from teaching.upkeep.unlisted import unlisted_values
from teaching.validating import unplanned

_LEAVING = ("metric", "pair")  # what a file no longer holds is answered by until it is retired


@dataclass(frozen=True)
class TrainReport:
    """What teaching did: counts by kind, refused lines, and the version served now (0: none).

    `absent` names taught tables that the connected database does not have; `warned` is taken, but worth a
    second look. `gone` names definitions and pairs that the files taught once and hold no more: they are
    answered by until they are retired, as those of `retired` are.
    """

    added: dict[str, int] = field(default_factory=dict)
    unchanged: int = 0
    replaced: int = 0
    refused: list[Refused] = field(default_factory=list)
    version: int = 0
    absent: list[str] = field(default_factory=list)
    warned: list[Refused] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)


async def train(
    knowledge: KnowledgeBase,
    paths: Iterable[Path],
    connection: str,
    author: str,
    *,
    publish: bool = True,
    prune: bool = False,
    database: Database | None = None,
    progress: Progress | None = None,
) -> TrainReport:
    """Teach files and folders to a connection name, which need not be connected to a database.

    `prune` retires the definitions and pairs that these files taught once and hold no more.
    """
    known = await knowledge.known_tables(connection)
    dialect = database.dialect if database else POSTGRES
    report = await asyncio.to_thread(load_paths, list(paths), dialect, known)
    gone = gone_items(report, await knowledge.records.of_kinds(connection, *_LEAVING))
    leaving, named = (gone if prune else []), [str(one.payload.get("name") or one.title) for one in gone]
    report = await with_sound_definitions(knowledge, report, connection, database, leaving=leaving)
    report = await with_unread_wordings(knowledge, report, connection, database)
    done = await teach(
        knowledge, report, connection, author, publish=publish, leaving=leaving, progress=progress
    )
    told = replace(done, retired=named) if prune else replace(done, gone=named)
    return replace(told, absent=await absent_tables(report.items, database))


def gone_items(report: LoadReport, standing: Iterable[KnowledgeItem]) -> list[KnowledgeItem]:
    """Return the definitions and pairs that these files taught once and hold no more; a refused one is held.

    Of a pair that is refused nothing tells which it was: of its file none is gone.
    """
    read = [item for item in report.items if item.kind in _LEAVING]
    files, held = {(one.source, one.kind) for one in read}, {(one.kind, item_key(one)) for one in read}
    refused = {(one.file, str(one.params.get("name") or "")) for one in report.refused}
    faulty = {one.file for one in report.refused}
    return [
        one
        for one in standing
        if (one.source, one.kind) in files
        and (one.kind, item_key(one)) not in held
        and (one.source, str(one.payload.get("name") or one.title)) not in refused
        and not (one.kind == "pair" and one.source in faulty)
    ]


async def with_sound_definitions(
    knowledge: KnowledgeBase,
    report: LoadReport,
    connection: str,
    database: Database | None,
    *,
    rights: Rights | None = None,
    alone: bool = False,
    leaving: Iterable[KnowledgeItem] = (),
    file: str = "",
) -> LoadReport:
    """Return a report without the definitions that do not hold on the live tables, or on those taught.

    On live tables each new one's SQL is planned as well, under `rights` where a person teaches. Where what
    was read is to stand `alone`, it is not held to the definitions there are, nor to those `leaving`.
    """
    if not any(item.kind == "metric" for item in report.items):
        return report
    gone = {one.id for one in leaving}
    told = [] if alone else await knowledge.records.definitions(connection)
    standing = [one for one in told if one.id not in gone]
    schema = await _live(database)
    if not schema.tables:
        taught = [table_from(item.payload) for item in report.items if item.kind == "ddl"]
        schema = Schema((*taught, *await knowledge.known_tables(connection)))
    dialect = database.dialect if database else POSTGRES
    checked = await asyncio.to_thread(checked_definitions, report, standing, schema, dialect, file)
    taken = [
        Refused(file or item.source, checked.line_of(item), "dimension_lies", params)
        for item, params in columns_taken(checked.items, standing, schema)
    ]
    checked = replace(checked, warned=[*checked.warned, *taken])
    if database is None or not database.schema.tables:
        return checked
    own = rights or Rights("", connection)
    planned = await _planned(checked, standing, database, own, file)
    sound = await asyncio.to_thread(checked_definitions, planned, standing, schema, dialect, file)
    warned = [
        Refused(file or item.source, sound.line_of(item), "values_unlisted", params)
        for item, params in await unlisted_values(sound.items, database, own)
    ]
    again = [one for one in sound.warned if one not in checked.warned]
    return replace(sound, warned=[*checked.warned, *again, *warned])


async def with_unread_wordings(
    knowledge: KnowledgeBase, report: LoadReport, connection: str, database: Database | None
) -> LoadReport:
    """Return a report that warns of the wordings of its pairs which no question can be read as."""
    if not any(item.kind == "pair" for item in report.items):
        return report
    schema = await _live(database)
    if not schema.tables:
        taught = [table_from(item.payload) for item in report.items if item.kind == "ddl"]
        schema = Schema((*taught, *await knowledge.known_tables(connection)))
    dialect = database.dialect if database else POSTGRES
    found = await asyncio.to_thread(unread_wordings, report.items, dialect, schema)
    told = [Refused(item.source, report.line_of(item), one.code, one.params) for item, one in found]
    return replace(report, warned=[*report.warned, *told])


async def _planned(
    report: LoadReport, standing: Sequence[KnowledgeItem], database: Database, rights: Rights, file: str
) -> LoadReport:
    """Return a report without the new definitions whose SQL the database does not plan."""
    told = {item_key(item): item.payload for item in standing}
    definitions = [item for item in report.items if item.kind == "metric"]
    fresh = [item for item in definitions if told.get(item_key(item)) != item.payload]
    found = await unplanned(fresh, [*standing, *report.items], database, rights)
    refused = [
        Refused(file or item.source, report.line_of(item), "metric_unplanned", _why(item, error))
        for item, error in found
    ]
    bad = {item_key(item) for item, _ in found}
    left = [item for item in report.items if item.kind != "metric" or item_key(item) not in bad]
    return LoadReport(left, [*report.refused, *refused], report.lines)


def _why(item: KnowledgeItem, error: WenshuError) -> dict[str, str]:
    return {"name": str(item.payload.get("name") or ""), "detail": error.detail or error.code}


async def _live(database: Database | None) -> Schema:
    try:
        return await database.load_schema() if database else Schema(())
    except DatabaseError:
        return Schema(())  # what was taught of it must do


async def train_schema(
    knowledge: KnowledgeBase, schema: Schema, connection: str, author: str, *, publish: bool = True
) -> TrainReport:
    """Teach the tables read from a live database."""
    report = LoadReport([table_item(table, "database") for table in schema.tables])
    return await teach(knowledge, report, connection, author, publish=publish)


async def teach(
    knowledge: KnowledgeBase,
    report: LoadReport,
    connection: str,
    author: str,
    *,
    publish: bool,
    leaving: Sequence[KnowledgeItem] = (),
    progress: Progress | None = None,
) -> TrainReport:
    """Stage what was read and what is `leaving` and, where anything waits, publish it."""
    if not report.items and not report.refused:
        raise KnowledgeError("nothing_taught", connection=connection)
    staged = await knowledge.stage(report.items, connection, author)
    await knowledge.records.stage_removal([one.id for one in leaving], by=author)
    version = await knowledge.version(connection)
    if publish and await knowledge.records.waits(connection):
        version = (await knowledge.publish(connection, author, "train", progress)).version
    return TrainReport(
        added=dict(Counter(item.kind for item in staged.added)),
        unchanged=len(staged.unchanged),
        replaced=len(staged.replaced),
        refused=report.refused,
        warned=report.warned,
        version=version,
    )


def columns_taken(
    items: Iterable[KnowledgeItem], standing: Sequence[KnowledgeItem], schema: Schema
) -> Iterator[tuple[KnowledgeItem, dict[str, str]]]:
    """Yield the dimensions of several columns among what is taught, with the figures of each column."""
    several = [one for one in items if one.payload.get("type") == "dimension" and _columns(one) > 1]
    catalog = catalog_from([*standing, *items], schema) if several else Catalog({}, {})
    for item in several:
        if dimension := catalog.dimensions.get(str(item.payload["name"])):
            yield item, {"name": dimension.name, "figures": "; ".join(_figures(dimension, catalog))}


def _columns(item: KnowledgeItem) -> int:
    column = item.payload.get("column")
    return len(column) if isinstance(column, list | tuple) else 1


def _figures(dimension: Dimension, catalog: Catalog) -> Iterator[str]:
    """Yield each column with the simple figures that take it, and those that reach none behind a dash."""
    simple = [one for one in catalog.metrics.values() if one.kind == "simple"]
    taken = {one.name: catalog.lying(dimension, one.table).column for one in simple}
    for column in (*dimension.columns, ""):
        if names := [name for name, own in taken.items() if own == column]:
            yield f"{column or '–'}: {', '.join(names)}"
