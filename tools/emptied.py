"""Why a result is empty: the filter without which there are rows, and the values near the one asked for."""

import asyncio
import datetime as dt
import difflib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from sqlglot import exp, parse_one

from agent.context import Context
from answers.conditions import Words, conjuncts, period_of
from answers.sentences.columns import in_sentence
from answers.sentences.times import day
from config.wording import Language, say
from database.dialects import Dialect
from database.result import QueryResult
from database.schema import Schema
from errors import WenshuError
from knowledge.metrics import Catalog
from knowledge.sight import open_columns
from tools.further import read_further

PATIENCE_S = 3.0  # for all looks together; without them the empty result is said as it is
MOST_FILTERS = 4
MOST_VALUES = 500
_NEAREST = 3
_LIKENESS = 0.3
_A_DAY, _DAY = re.compile(r"\d{4}-\d{2}-\d{2}"), 10
_RANGES = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between)


@dataclass(frozen=True)
class Filter:
    """The conditions of a statement on one column, what is left of it without them, and what they ask for."""

    conditions: tuple[exp.Expr, ...]
    without: str
    table: str = ""  # of the column, where it is a table of the database
    column: str = ""
    texts: tuple[str, ...] = ()  # the values asked for by name
    is_range: bool = False
    beside_rows: bool = False  # what else is asked is of other tables' rows: none without an order
    span: str = ""  # reads from where to where a range goes among the rows that the other conditions leave


def is_empty(result: QueryResult) -> bool:
    """Tell whether there is nothing: no row, or one with nothing in it, as a sum over no rows gives."""
    return not result.rows or (len(result.rows) == 1 and all(value is None for value in result.rows[0]))


def filters(sql: str, dialect: Dialect, schema: Schema) -> Iterator[Filter]:
    """Yield each column's conditions with the statement as it is without them.

    None of a statement whose groups must meet more than its rows: it may be that which leaves none.
    """
    tree = parse_one(sql, dialect=dialect.sqlglot_name)
    if tree.find(exp.Having):
        return
    selects = [one for one in tree.find_all(exp.Select) if one.args.get("where") is not None]
    parts = [conjuncts(one.args["where"].this) for one in selects]
    by_column: dict[tuple[str, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for place, select in enumerate(selects):
        tables = {table.alias_or_name: table.sql() for table in select.find_all(exp.Table)}
        for number, part in enumerate(parts[place]):
            columns = {(tables.get(one.table, ""), one.name) for one in part.find_all(exp.Column)}
            if part.find(exp.Literal, exp.Is) and len(columns) == 1:  # closed shops: what has a closing day
                by_column[columns.pop()][place].append(number)
    for found in by_column.values():
        first = min(found)
        own = [parts[first][number] for number in found[first]]
        one = _filter(own, _without(tree, found), selects[first], dialect, schema)
        others = [part for number, part in enumerate(parts[first]) if number not in found[first]]
        span = _span(own[0], others, selects[first], dialect) if one.is_range else ""
        yield replace(one, span=span, beside_rows=_asks_for_rows(others))


def _asks_for_rows(parts: Sequence[exp.Expr]) -> bool:
    """Tell conditions on rows of other tables, as that there are none: these empty a result as well."""
    return any(part.find(exp.Exists, exp.Subquery) is not None for part in parts)


def _span(part: exp.Expr, others: Sequence[exp.Expr], select: exp.Select, dialect: Dialect) -> str:
    """Return a statement that reads the first and the last of what a condition holds to a range."""
    ends = exp.select(exp.Min(this=part.this.copy()), exp.Max(this=part.this.copy()))
    ends.set("from_", select.args["from_"].copy())
    ends.set("joins", [one.copy() for one in select.args.get("joins") or ()])
    ends = ends.where(*(one.copy() for one in others)) if others else ends
    return ends.sql(dialect=dialect.sqlglot_name)


def _without(tree: exp.Expr, gone: Mapping[int, Sequence[int]]) -> exp.Expr:
    """Return the statement without some conditions of its selects that have any, by their places.

    One time may stand in several blocks: without it in one of them the others are as empty as before.
    """
    copy = tree.copy()
    selects = [one for one in copy.find_all(exp.Select) if one.args.get("where") is not None]
    for place, numbers in gone.items():
        parts = conjuncts(selects[place].args["where"].this)
        left = [part.copy() for number, part in enumerate(parts) if number not in numbers]
        selects[place].set("where", exp.Where(this=exp.and_(*left)) if left else None)
    return copy


def _filter(
    parts: Sequence[exp.Expr], without: exp.Expr, select: exp.Select, dialect: Dialect, schema: Schema
) -> Filter:
    column = next(parts[0].find_all(exp.Column))
    sources = {table.alias_or_name: table for table in select.find_all(exp.Table)}
    known = {name: schema.table(f"{table.db}.{table.name}".lstrip(".")) for name, table in sources.items()}
    named = known.get(column.table) if column.table else None
    holding = [table for table in known.values() if table and table.column(column.name)]
    table = named or (holding[0] if len(holding) == 1 else None)
    texts = [
        one.this for part in parts if isinstance(part, exp.EQ | exp.In) for one in part.find_all(exp.Literal)
    ]
    return Filter(
        conditions=tuple(parts),
        without=without.sql(dialect=dialect.sqlglot_name),
        table=table.full_name if table else "",
        column=column.name,
        texts=tuple(texts),
        is_range=any(isinstance(part, _RANGES) for part in parts),
    )


async def why_empty(sql: str, context: Context) -> str:
    """Say which filter empties a result and what is near it; nothing where that cannot be told in time."""
    every = list(filters(sql, context.database.dialect, context.database.schema))
    language, query = context.language, context.desk.query[1] if context.desk.query else None
    told: list[Filter] = []
    near: list[str] = []
    try:
        async with asyncio.timeout(PATIENCE_S):
            catalog = await _catalog(context)
            words = Words(context.database.schema, language, catalog)
            own = _defining(query.metrics if query else (), catalog, context.database.dialect)
            found = [one for one in every if not is_defining(one.conditions, own)][:MOST_FILTERS]
            open_ = [one for one in found if not is_empty(await _read(one.without, context))]
            # Of the time asked about there are rows, and none of them reaches the number.
            bounds = [one for one in open_ if one.is_range and not any(map(_dated, one.conditions))]
            for one in bounds or open_:
                if late := await _not_yet(one, context):
                    return late
                told.append(one)
                near.append(await _near(one, words, context))
    except (WenshuError, TimeoutError):
        if not told:
            return ""
    if not told:
        return say("summary.emptied_together", language) if len(found) > 1 else ""
    # Bills there are, but none that the figure is of.
    things = _things_of(query.metrics[0], catalog, language) if query and found != every else ""
    return (" " if language == "en" else "").join(filter(None, (_told(told, words, things, context), *near)))


def _things_of(metric: str, catalog: Catalog | None, language: Language) -> str:
    if catalog is None:
        return ""
    name = in_sentence(catalog.metrics[metric].label(language), language)
    return say("summary.things_of", language, name=name)


def _defining(metrics: Sequence[str], catalog: Catalog | None, dialect: Dialect) -> set[str]:
    """Return the conditions by which figures are defined, which nobody asked for."""
    sources = [one for name in metrics for one in catalog.sources(name)] if catalog else []
    parsed = (parse_one(text, dialect=dialect.sqlglot_name) for one in sources for text in one.filters)
    return {_bare(part) for one in parsed for part in conjuncts(one)}


def is_defining(conditions: Sequence[exp.Expr], own: Set[str]) -> bool:
    """Tell conditions that a figure's definition brings; one that is there twice was asked for as well."""
    told = [_bare(one) for one in conditions]
    return own >= {*told} and len({*told}) == len(told)


def _bare(condition: exp.Expr) -> str:
    """Return a condition as it is over columns of no table."""
    bare = condition.copy()
    for column in bare.find_all(exp.Column):
        column.set("table", None)
        column.set("db", None)
    return bare.sql().lower()


def _told(found: Sequence[Filter], words: Words, things: str, context: Context) -> str:
    """Say which filter empties a result, or which do so together though each alone leaves rows."""
    language = context.language
    tree = parse_one(found[0].without, dialect=context.database.dialect.sqlglot_name)
    named = [period_of(one.conditions, language) or words.listed(one.conditions) for one in found]
    things = things or words.main_table(tree) or say("summary.things", language)
    if len(named) == 1:
        code = "emptied_beside" if found[0].beside_rows else "emptied_by"
        return say(f"summary.{code}", language, filter=named[0], things=things)
    joined = say("summary.emptied_between", language).join(named)
    return say("summary.emptied_by_all", language, filters=joined, things=things)


async def _not_yet(one: Filter, context: Context) -> str:
    """Say that the time asked about has no rows yet, and when the last ones were; nothing of other times."""
    named = [found for part in one.conditions for found in days_in(part)]
    runs = one.is_range and named and max(named) >= context.today.isoformat()
    if not runs or not open_columns(context.rights)(f"{one.table}.{one.column}"):
        return ""
    rows = (await _read(one.span, context)).rows
    last = str(rows[0][1])[:_DAY] if rows and rows[0][1] is not None else ""
    if not last or last >= min(named):
        return ""
    language = context.language
    when = period_of(one.conditions, language) or min(named)
    return say("summary.none_yet", language, when=when, last=day(dt.date.fromisoformat(last), language))


def _dated(part: exp.Expr) -> bool:
    """Tell a condition on a time."""
    return any(days_in(part)) or part.find(exp.CurrentDate, exp.CurrentTimestamp, exp.Interval) is not None


def days_in(part: exp.Expr) -> Iterator[str]:
    """Yield the days that a condition names."""
    for one in part.find_all(exp.Literal):
        if _A_DAY.match(str(one.this)):
            yield str(one.this)[:_DAY]


async def _catalog(context: Context) -> Catalog | None:
    """Return the definitions, whose names are told instead of columns."""
    figures = context.figures
    answers = await figures.answers(context.connection, context.rights) if figures else None
    return answers.catalog if answers else None


async def _near(one: Filter, words: Words, context: Context) -> str:
    """Say from where to where the values go, or which are most like the one asked for."""
    if not one.table or not open_columns(context.rights)(f"{one.table}.{one.column}"):
        return ""
    language = context.language
    if one.is_range:
        rows = (await _read(one.span, context)).rows
        first, last = rows[0] if rows else (None, None)
        if first is None:
            return ""
        name = words.listed([one.conditions[0].this])
        return say("summary.values_from_to", language, name=name, first=first, last=last)
    schema, _, table = one.table.rpartition(".")
    asked = exp.select(exp.column(one.column, quoted=True)).distinct().limit(MOST_VALUES)
    asked = asked.from_(exp.table_(table, db=schema or None, quoted=True))
    rows = (await _read(asked.sql(dialect=context.database.dialect.sqlglot_name), context)).rows
    near = nearest(one.texts, [row[0] for row in rows])
    return (
        say("summary.values_near", language, values=say("summary.list_and", language).join(near))
        if near
        else ""
    )


def nearest(asked: Sequence[str], values: Sequence[Any]) -> list[str]:
    """Return the values most like those asked for."""
    texts = [value for value in values if isinstance(value, str) and value]
    if set(asked) & set(texts):
        return []  # it is there: only not with the other conditions
    return difflib.get_close_matches(asked[0], texts, n=_NEAREST, cutoff=_LIKENESS) if asked else []


async def _read(sql: str, context: Context) -> QueryResult:
    return (await read_further(sql, context, "why_empty", max_rows=MOST_VALUES))[1]
