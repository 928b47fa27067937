"""The live catalogue of the tables a failed statement is about: the schema may have moved meanwhile."""

import asyncio
import difflib
import re
from collections.abc import Iterable, Iterator

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from agent.context import Context
from agent.state import Fault
from database.schema import Schema, Table
from errors import WenshuError
from knowledge.items import Level, LinkedTable
from knowledge.levels import needed_columns
from knowledge.sight import visible_columns
from knowledge.tables import count_tokens, table_text

MOST_TABLES = 6
_NEAREST = 2  # tables and columns of a like name, for each name that is missing
_LIKENESS = 0.6
_WIDE = 60  # columns; of wider tables those the question and the error speak of
_WORD = re.compile(r"\w+")


async def live_tables(fault: Fault, question: str, context: Context) -> tuple[LinkedTable, ...]:
    """Read the catalogue anew and return the tables a failed statement is about, as far as the user may see.

    A database that does not tell in time is no reason to fail: what was linked before must do.
    """
    try:
        async with asyncio.timeout(context.settings.retrieval_timeout_s):
            schema = await context.database.refresh_schema()
    except (WenshuError, TimeoutError):
        return ()
    seen = Schema(
        tuple(visible_columns(context.rights, t) for t in schema.tables if context.may_see(t.full_name))
    )
    said = f"{fault['message']} {fault['hint']}"
    about = involved(fault["sql"], said, seen, context.database.dialect.sqlglot_name)
    return tuple(
        LinkedTable(table.full_name, 1.0, _text(table, f"{question} {said}"), "live") for table in about
    )


def catalogued(context: Context, budget_tokens: int) -> tuple[LinkedTable, ...]:
    """Return the tables of the live schema that this person may see, for a connection nobody has taught.

    Written out as far as they fit, then named.
    """
    found: list[LinkedTable] = []
    for table in context.database.schema.tables:
        if not context.may_see(table.full_name):
            continue
        text = table_text(visible_columns(context.rights, table))
        level: Level = "full" if count_tokens(text) <= budget_tokens else "name"
        text = text if level == "full" else table.full_name
        budget_tokens -= count_tokens(text)
        if budget_tokens < 0:
            break
        found.append(LinkedTable(table.full_name, 0.0, text, "live", level))
    return tuple(found)


def involved(sql: str, said: str, schema: Schema, dialect: str) -> list[Table]:
    """Return the tables a statement reads, then those that have what it misses, then those of like names."""
    tables, columns = _names_in(sql, dialect)
    words = {word.lower() for word in _WORD.findall(said)}
    found = {t.full_name: t for name in tables for t in schema.namesakes(name)}
    for name in [name for name in columns if name in words and not _has(found.values(), name)]:
        found |= {t.full_name: t for t in schema.tables_with(name)}
        found |= {t.full_name: t for near in _like(name, _columns(schema)) for t in schema.tables_with(near)}
    bare = {table.name.lower() for table in schema.tables}
    for name in [name for name in tables if name not in bare]:
        found |= {t.full_name: t for near in _like(name, bare) for t in schema.namesakes(near)}
    return list(found.values())[:MOST_TABLES]


def _names_in(sql: str, dialect: str) -> tuple[list[str], list[str]]:
    try:
        tree = parse_one(sql, dialect=dialect)
    except SqlglotError:
        words = list(dict.fromkeys(word.lower() for word in _WORD.findall(sql)))
        return words, words
    own = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    tables = dict.fromkeys(table.name.lower() for table in tree.find_all(exp.Table))
    columns = dict.fromkeys(column.name.lower() for column in tree.find_all(exp.Column))
    return [name for name in tables if name not in own], list(columns)


def _has(tables: Iterable[Table], column: str) -> bool:
    return any(table.column(column) for table in tables)


def _columns(schema: Schema) -> Iterator[str]:
    return (column.name for table in schema.tables for column in table.columns)


def _like(name: str, names: Iterable[str]) -> list[str]:
    return difflib.get_close_matches(name, set(names), n=_NEAREST, cutoff=_LIKENESS)


def _text(table: Table, words: str) -> str:
    return table_text(table, needed_columns(table, words) if len(table.columns) > _WIDE else None)
