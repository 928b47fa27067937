"""Definitions suggested for a connection: drafted from what it holds, named by a model where one is set."""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from config.wording import Language, say, say_error
from database.connections import Database
from database.dialects import Dialect
from database.rights import Rights
from database.schema import Schema, Table
from errors import ModelError, WenshuError
from knowledge.items import KnowledgeItem
from knowledge.metric.checks import problems
from knowledge.metric.columns import glimpse
from knowledge.metric.drafting import LABELLED, Definitions, draft
from knowledge.metric.files import catalog_from, definition_items
from knowledge.records import item_key
from knowledge.sight import open_columns
from reasoning.naming import Namer, named

log = logging.getLogger(__name__)

READING_S = 30.0  # of first rows; of the tables after that, names and types must do
SOURCE = "draft"


@dataclass(frozen=True)
class Suggested:
    """Definitions for review, and how the naming of them went."""

    definitions: Definitions
    unnamed: int = 0
    fault: ModelError | None = None

    def note(self, language: Language) -> str:
        """Return what to say of names that the model did not give, or nothing."""
        if not self.unnamed and self.fault is None:
            return ""
        said = say("drafts.unnamed", language, count=self.unnamed)
        return f"{said} {say_error(self.fault, language)}" if self.fault else said


async def suggest(
    database: Database, rights: Rights, namer: Namer | None, standing: Sequence[KnowledgeItem] = ()
) -> Suggested:
    """Return definitions of what these rights open, without those that stand already."""
    schema = _open(await database.load_schema(), rights)
    seen = await glimpse(schema, _Reader(database, rights).rows, database.dialect)
    definitions = _sound(draft(schema, database.dialect, seen), schema, database)
    definitions = _new(definitions, standing, schema, database.dialect)
    if namer is None:
        return Suggested(definitions)
    found = await named(definitions, namer, _taken(standing))
    return Suggested(found.definitions, found.unnamed, found.fault)


class _Reader:
    """Reads within the walls and its time; what cannot be read is left out."""

    def __init__(self, database: Database, rights: Rights) -> None:
        self._database, self._rights = database, rights
        self._until = time.monotonic() + READING_S

    async def rows(self, sql: str) -> Sequence[Sequence[Any]]:
        """Return the rows of a query, none where it fails."""
        if time.monotonic() > self._until:
            return ()
        try:
            approved = await self._database.approve(sql, self._rights, dry_run=False)
            return (await self._database.run(approved, user="draft")).rows
        except WenshuError as error:
            log.info("rows not read", extra={"connection": self._database.name, "cause": str(error)})
            return ()


def _open(schema: Schema, rights: Rights) -> Schema:
    """Return the tables and columns that these rights show as they are."""
    is_open = open_columns(rights)
    tables = [
        replace(table, columns=tuple(c for c in table.columns if is_open(f"{table.full_name}.{c.name}")))
        for table in schema.tables
    ]
    return Schema(tuple(table for table in tables if table.columns))


def _sound(definitions: Definitions, schema: Schema, database: Database) -> Definitions:
    """Leave out what could not be composed."""
    items = [item for item, _, _ in definition_items(definitions, SOURCE) if item is not None]
    found = problems(catalog_from(items, schema), database.dialect)
    bad = {one.name for one in found if one.code != "metric_name_clash"}
    return _without(definitions, bad)


def _new(
    definitions: Definitions, standing: Iterable[KnowledgeItem], schema: Schema, dialect: Dialect
) -> Definitions:
    """Leave out what stands, under its name or as the same figure under another."""
    standing = list(standing)
    known = {item_key(item) for item in standing}
    computed = {found for item in standing if (found := _computed(item.payload, schema, dialect))}
    kept: Definitions = {}
    for section, entries in definitions.items():
        for entry in entries:
            for item, _, _ in definition_items({section: [entry]}, SOURCE):
                if item is None or item_key(item) in known:
                    continue
                if _computed(item.payload, schema, dialect) not in computed:
                    kept.setdefault(section, []).append(entry)
    return kept


def _computed(payload: Mapping[str, Any], schema: Schema, dialect: Dialect) -> tuple[Any, ...]:
    """Return what a figure is computed from, whatever it is called; empty for a ratio."""
    table = schema.table(str(payload.get("table") or ""))
    if payload.get("type") != "metric" or table is None or not payload.get("expression"):
        return ()
    filters = payload.get("filters") or ()
    texts = [payload["expression"], *([filters] if isinstance(filters, str) else filters)]
    try:
        said, *rest = (_plain(str(text), table, dialect) for text in texts)
    except SqlglotError:
        return ()
    return table.full_name, said, frozenset(rest), bool(payload.get("time"))


def _plain(text: str, table: Table, dialect: Dialect) -> str:
    """Return an expression without quotes, case and its own table's name; rows counted by key are rows."""
    tree = parse_one(text, dialect=dialect.sqlglot_name)
    for column in tree.find_all(exp.Column):
        if not column.table or _owner(column) in (table.name.lower(), table.full_name.lower()):
            column.replace(exp.column(column.name.lower()))
    own = f"COUNT({table.primary_key[0].lower()})" if len(table.primary_key) == 1 else ""
    said = tree.sql()
    return "COUNT(*)" if said == own else said


def _owner(column: exp.Column) -> str:
    return ".".join(part.name for part in column.parts[:-1]).lower()


def _without(definitions: Definitions, bad: set[str]) -> Definitions:
    kept = {
        section: [one for one in entries if section not in LABELLED or one["name"] not in bad]
        for section, entries in definitions.items()
    }
    kept["hierarchies"] = [way for way in kept.get("hierarchies", ()) if not bad & set(way)]
    return {section: entries for section, entries in kept.items() if entries}


def _taken(standing: Iterable[KnowledgeItem]) -> list[str]:
    """Return what the definitions that stand are called."""
    found: list[str] = []
    for item in standing:
        names, others = item.payload.get("names"), item.payload.get("synonyms")
        found += map(str, names.values()) if isinstance(names, dict) else [str(names)] if names else []
        found += map(str, others) if isinstance(others, list) else []
    return found
