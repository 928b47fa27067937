"""`metrics suggest`: a draft from a live schema, as YAML to review; `metrics export`: what is published."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import yaml

from config.wording import say
from database.rights import Rights
from database.schema import Schema
from errors import DatabaseError, KnowledgeError
from reasoning.suggesting import Suggested, suggest
from services import Services
from teaching.exchange.ossie_write import beyond_ossie, to_ossie
from teaching.folder.writing import definitions_of, yaml_text
from teaching.upkeep.listing import KnowledgeList
from understanding.drafting.checks import OPEN_TIME

Format = Literal["ossie", "wenshu"]


async def suggested(services: Services, connection: str) -> str:
    """Return a YAML draft for a connection, named by the model where one is set."""
    database = services.databases.get(connection)
    standing = await services.knowledge.records.definitions(connection)
    known = await services.known_values.of(connection)
    found = await suggest(database, Rights("", connection), services.namer, standing, known)
    return "".join(f"# {line}\n" for line in found.note("en").splitlines()) + as_yaml(found)


async def export_metrics(
    services: Services, file: Path, connection: str, kind: Format, out: Callable[[str], None]
) -> None:
    """Write the published definitions of a connection as one file, in our own form or as Ossie."""
    items = await KnowledgeList(services.app_database).standing(connection, staged=False)
    definitions = definitions_of(item for item in items if item.kind == "metric")
    if not definitions:
        raise KnowledgeError("nothing_published", connection=connection)
    written: dict[str, Any] = definitions
    if kind == "ossie":
        schema, dialect = await _live(services, connection)
        written = await asyncio.to_thread(to_ossie, definitions, connection, schema, dialect)
    await asyncio.to_thread(file.write_text, yaml_text(written), "utf-8")
    counts = {section: len(definitions.get(section, ())) for section in ("metrics", "dimensions", "joins")}
    out(say("exchange.written", "en", file=file.name, **counts))
    if kind == "ossie" and (beyond := beyond_ossie(definitions)):
        out(say("exchange.beyond", "en", names=", ".join(beyond)))


async def _live(services: Services, connection: str) -> tuple[Schema, str]:
    """Return the live tables and the dialect; of a database that is away nothing is added."""
    database = services.databases.find(connection)
    if database is None:
        return Schema(), ""
    try:
        return await database.load_schema(), database.dialect.sqlglot_name
    except DatabaseError:
        return Schema(), database.dialect.sqlglot_name


def as_yaml(found: Suggested) -> str:
    """Return definitions as a file to review, with what to look at as comments before each."""
    return "".join(
        f"{section}:\n" + "".join(_entry(section, one, found) for one in entries)
        for section, entries in found.definitions.items()
    )


def _entry(section: str, entry: Any, found: Suggested) -> str:
    remarks = "".join(f"# {line}\n" for line in found.remarks(section, entry, "en"))
    shown = {**entry, "time": OPEN_TIME} if found.review(section, entry).when.is_open else entry
    return remarks + str(yaml.safe_dump([shown], allow_unicode=True, sort_keys=False, width=110))
