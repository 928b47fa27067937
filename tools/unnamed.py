"""A name that no row has is no zero: the names that are stored go to the writer once, and to the reader."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from agent.context import Context
from agent.state import AgentState
from answers.conditions import Words
from config.wording import say
from database.connections import ApprovedQuery
from database.dialects import Dialect
from database.result import QueryResult
from database.schema import Schema
from database.trees import tree_of
from errors import WenshuError
from knowledge.sight import open_columns
from reasoning.prompting import fix_for
from reasoning.reasoner import SqlDraft, SqlFault
from tools.briefing import brief_for, drafted
from tools.emptied import nearest
from tools.further import read_further

PATIENCE_S = 2.0  # for the values of all columns together
_MOST_NAMES = 300  # of a column; of more it holds texts rather than names
_MOST_TOLD = 60  # to the writer
_FEW = 5  # to the reader, where none is like the one asked for
_MOST_FILTERS = 3
_TEXT = re.compile("char|text|string|enum|clob|^$", re.IGNORECASE)
_NAME = re.compile(r"name|title|label", re.IGNORECASE)  # a column that holds what rows are called
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Named:
    """A condition that a column of a table holds a name: as stored, or as a pattern of LIKE."""

    column: exp.Column
    table: str
    asked: tuple[str, ...]
    is_pattern: bool = False

    def matches(self, value: str) -> bool:
        """Tell a value that meets the condition, whatever its letters' size."""
        if not self.is_pattern:
            return value.casefold() in {one.casefold() for one in self.asked}
        return any(_pattern(one).fullmatch(value) for one in self.asked)

    @property
    def words(self) -> tuple[str, ...]:
        """Return the names without the signs of a pattern."""
        return tuple(one.strip("%_") for one in self.asked)


@dataclass(frozen=True)
class Unnamed:
    """A name that no row has, and what is stored in its place."""

    named: Named
    values: tuple[str, ...]

    @property
    def near(self) -> list[str]:
        """Return the names most like it, else the first few."""
        return nearest(self.named.words, self.values) or [*self.values[:_FEW]]


@dataclass(frozen=True)
class Renamed:
    """The rows under a statement with the names that are stored, and what is to be said of that."""

    told: str
    approved: ApprovedQuery | None = None
    result: QueryResult | None = None


def names_asked(sql: str, dialect: Dialect, schema: Schema) -> Iterator[Named]:
    """Yield the conditions on names that a statement has, in WHERE, FILTER or CASE; none that is denied."""
    try:
        tree = tree_of(sql, dialect)
    except SqlglotError:
        return
    for part in tree.find_all(exp.EQ, exp.In, exp.Like, exp.ILike):
        columns, literals = [*part.find_all(exp.Column)], [*part.find_all(exp.Literal)]
        select = part.find_ancestor(exp.Select)
        whole = len(columns) == 1 and literals and all(one.is_string for one in literals)
        if not whole or select is None or part.find(exp.Select) or part.find_ancestor(exp.Not):
            continue
        table = _table_of(columns[0], select, schema)
        if table:
            is_pattern = isinstance(part, exp.Like | exp.ILike)
            yield Named(columns[0], table, tuple(one.this for one in literals), is_pattern)


def _table_of(column: exp.Column, select: exp.Select, schema: Schema) -> str:
    """Return the table of the database whose text column it is, or nothing."""
    for table in select.find_all(exp.Table):
        known = schema.table(f"{table.db}.{table.name}".lstrip("."))
        found = known.column(column.name) if known and column.table in ("", table.alias_or_name) else None
        if known and found and _TEXT.search(found.type):
            return known.full_name
    return ""


def _taken(found: Sequence[Unnamed], sql: str, context: Context) -> list[str]:
    """Return the stored names that a statement has in the place of those no row has."""
    before = {word for one in found for word in one.named.words}
    stored = {value for one in found for value in one.values}
    return [
        value
        for one in names_asked(sql, context.database.dialect, context.database.schema)
        for value in one.words
        if value not in before and (value in stored or one.is_pattern)
    ]


async def as_stored(
    state: AgentState, context: Context, approved: ApprovedQuery, result: QueryResult
) -> Renamed | None:
    """Have a statement whose name no row has written once more with the stored names before its writer.

    Only where something came out as nothing. What is stored is told where that brings nothing either.
    """
    empty = not result.rows or any(cell in (0, None) for cell in result.rows[0])
    if state.get("sql_source") != "generated" or not empty:
        return None
    try:
        async with asyncio.timeout(PATIENCE_S):
            found = [one async for one in _unnamed(approved.sql, context)]
    except (WenshuError, TimeoutError) as error:
        _log.info("names_not_read", extra={"cause": repr(error)})
        return None
    if not found:
        return None
    again = await _again(found, state, context)
    if again is None:
        if not result.rows and not found[0].named.is_pattern:
            return None  # told by the filter that empties it
        return Renamed(_told("summary.no_such_name", found, context))
    taken = _taken(found, again[0].sql, context)
    told = _told("summary.taken_for", found, context, dict.fromkeys(taken)) if taken else ""
    return Renamed(told, *again)


async def _unnamed(sql: str, context: Context) -> AsyncIterator[Unnamed]:
    database, is_open = context.database, open_columns(context.rights)
    for named in [*names_asked(sql, database.dialect, database.schema)][:_MOST_FILTERS]:
        if not is_open(f"{named.table}.{named.column.name}"):
            continue
        schema, _, table = named.table.rpartition(".")
        read = exp.select(exp.column(named.column.name, quoted=True)).distinct().limit(_MOST_NAMES + 1)
        read = read.from_(exp.table_(table, db=schema or None, quoted=True))
        text = read.sql(dialect=database.dialect.sqlglot_name)
        rows = (await read_further(text, context, "why_empty", max_rows=_MOST_NAMES + 1, unasked=True))[
            1
        ].rows
        values = [row[0] for row in rows if isinstance(row[0], str) and row[0]]
        if values and len(rows) <= _MOST_NAMES and not any(map(named.matches, values)):
            yield Unnamed(named, tuple(values))


async def _again(
    found: Sequence[Unnamed], state: AgentState, context: Context
) -> tuple[ApprovedQuery, QueryResult] | None:
    """Return another statement and its rows, or None where its writer knows no better name."""
    if context.care == "fast" or not context.settings.prompt_profiles:
        return None
    faults = tuple(
        SqlFault(state["sql"], "no_such_name", _fault(one), fix=fix_for("no_such_name")) for one in found[:1]
    )
    try:
        draft = await drafted(replace(await brief_for(state, context), faults=faults), context)
        if not isinstance(draft, SqlDraft) or draft.sql == state["sql"]:
            return None
        approved, result = await read_further(draft.sql, context, "second_reading", question=draft.question)
    except WenshuError as error:
        _log.info("not_renamed", extra={"cause": repr(error)})
        return None
    left = names_asked(draft.sql, context.database.dialect, context.database.schema)
    return (approved, result) if all(_is_stored(one, found) for one in left) else None


def _is_stored(named: Named, found: Sequence[Unnamed]) -> bool:
    """Tell a name that is stored, as far as the names of its column were read."""
    read = [
        one for one in found if one.named.table == named.table and one.named.column.name == named.column.name
    ]
    return not read or any(map(named.matches, read[0].values))


def _fault(one: Unnamed) -> str:
    near = list(dict.fromkeys([*one.near, *one.values]))[:_MOST_TOLD]
    asked = ", ".join(repr(word) for word in one.named.words)
    return f"no row of {one.named.table} has {one.named.column.name} {asked}. Stored there: {', '.join(near)}"


def _told(key: str, found: Sequence[Unnamed], context: Context, taken: Iterable[str] = ()) -> str:
    """Say which name no row has, and which are most like it or were taken."""
    language, joiner = context.language, say("summary.list_and", context.language)
    words = Words(context.database.schema, language, None)
    one = found[0]
    names = joiner.join(value.rstrip("。.") for value in [*taken] or one.near)
    asked = joiner.join(one.named.words)
    own = _NAME.match(one.named.column.name)
    rows = exp.select("1").from_(exp.to_table(one.named.table.rpartition(".")[2]))
    place = words.main_table(rows) if own else ""
    return say(key, language, place=place or words.listed([one.named.column]), asked=asked, values=names)


def _pattern(like: str) -> re.Pattern[str]:
    """Return a pattern of LIKE as an expression."""
    parts = (".*" if char == "%" else "." if char == "_" else re.escape(char) for char in like)
    return re.compile("".join(parts), re.IGNORECASE | re.DOTALL)
