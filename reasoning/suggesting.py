"""Definitions suggested for a connection: drafted from what it holds, named by a model where one is set."""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from config.wording import Language, say, say_error
from database.connections import Database
from database.dialects import Dialect
from database.rights import Rights
from database.schema import Schema, Table
from errors import ModelError, WenshuError
from knowledge.definitions.code_tables import told_codes
from knowledge.definitions.columns import glimpse
from knowledge.definitions.files import catalog_from, definition_items
from knowledge.inferred import with_inferred
from knowledge.items import KnowledgeItem
from knowledge.profiling.known_values import KnownValues
from knowledge.profiling.store import Profiled
from knowledge.records import item_key
from knowledge.sight import open_columns
from reasoning.naming import ModelNamer, named
from teaching.validating import unplanned
from understanding.drafting.checks import problems
from understanding.drafting.drafting import LABELLED, Definitions, Draft, Review, draft
from understanding.drafting.names import called_as_headed
from understanding.drafting.states import stated

log = logging.getLogger(__name__)

Reviews = Mapping[tuple[str, str], Review]
READING_S = 30.0  # of first rows; of the tables after that, names and types must do
SOURCE = "draft"


@dataclass(frozen=True)
class Suggested:
    """Definitions for review, and how the naming of them went."""

    definitions: Definitions
    reviews: Reviews = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    unnamed: int = 0
    fault: ModelError | None = None

    def note(self, language: Language) -> str:
        """Return what to say of names that the model did not give and of figures left out, or nothing."""
        lines = []
        if self.refused:
            lines.append(say("drafts.review.refused", language, names=", ".join(self.refused)))
        if self.unnamed or self.fault:
            said = say("drafts.unnamed", language, count=self.unnamed)
            lines.append(f"{said} {say_error(self.fault, language)}" if self.fault else said)
        return "\n".join(lines)

    def remarks(self, section: str, entry: Any, language: Language) -> list[str]:
        """Return what to review of a definition: which columns could say when, and what was assumed."""
        return remarks(self.review(section, entry), language)

    def review(self, section: str, entry: Any) -> Review:
        """Return what to look at in a definition."""
        name = str(entry.get("name") or entry.get("from")) if isinstance(entry, Mapping) else ""
        return self.reviews.get((section, name), Review())


async def suggest(
    database: Database,
    rights: Rights,
    namer: ModelNamer | None,
    standing: Sequence[KnowledgeItem] = (),
    known: Profiled | None = None,
    *,
    of_file: bool = False,
) -> Suggested:
    """Return definitions of what these rights open, planned, without those that stand already.

    `known` is what was read before of the data: profiles, and keys that nobody declared.
    """
    known = known or Profiled()
    whole = await database.load_schema()
    whole = Schema(tuple(with_inferred(whole.tables, known.keys)))
    schema = _open(whole, rights)
    reader = _Reader(database, rights)
    seen = await glimpse(schema, reader.rows, database.dialect)
    codes, only_codes = await told_codes(schema, seen, reader.rows, database.dialect.sqlglot_name)
    of_business = Schema(tuple(one for one in schema.tables if one.full_name not in only_codes))
    drafted = draft(
        of_business, database.dialect, seen, known.tables, codes=codes, of_file=of_file, shares=True
    )
    definitions = _sound(drafted.definitions, schema, database)
    definitions = _new(definitions, standing, schema, database.dialect)
    refused = await _refused(definitions, standing, database, rights)
    definitions = _without(definitions, set(refused))
    found = Suggested(_stated(definitions, drafted), drafted.reviews, tuple(refused))
    if namer is None:
        return found
    said = await named(definitions, namer, _taken(standing))
    stated = _stated(said.definitions, drafted)  # only now: states are values, which no model sees
    return replace(found, definitions=stated, unnamed=said.unnamed, fault=said.fault)


def _stated(definitions: Definitions, drafted: Draft) -> Definitions:
    """Return definitions in which each figure says which states of rows are in it."""
    figures = {"metrics": stated(definitions["metrics"], drafted.states)} if "metrics" in definitions else {}
    return definitions | figures


async def drafted(database: Database, rights: Rights, known_values: KnownValues) -> list[KnowledgeItem]:
    """Return definitions drafted from what a file holds that need nobody's review, as items."""
    known = await known_values.of(database.name)
    found = await suggest(database, rights, None, (), known, of_file=True)
    entries = [entry for section in LABELLED for entry in found.definitions.get(section, ())]
    called_as_headed(entries, await database.load_schema())
    return [item for item, _, _ in definition_items(found.definitions, SOURCE) if item is not None]


def remarks(review: Review, language: Language) -> list[str]:
    """Return what a review says, a sentence each."""
    when, said = review.when, []
    if when.is_open:
        said.append(say("drafts.review.open", language, others=", ".join(when.choices)))
    elif when.column:
        others = ", ".join(when.choices[1:])
        key = "chosen" if others else "only"
        said.append(say(f"drafts.review.{key}", language, column=when.column, others=others))
    if review.states:
        said.append(say("drafts.review.states", language, states="; ".join(review.states)))
    return [*said, *(say(f"drafts.review.{note}", language) for note in review.notes)]


async def _refused(
    definitions: Definitions, standing: Sequence[KnowledgeItem], database: Database, rights: Rights
) -> list[str]:
    """Return the names of drafted figures and cuts whose SQL the database does not plan."""
    items = [item for item, _, _ in definition_items(definitions, SOURCE) if item is not None]
    found = await unplanned(items, standing, database, rights)
    return [str(item.payload["name"]) for item, _ in found]


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
