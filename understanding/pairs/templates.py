"""Verified pairs as templates: SQL with named slots, and the questions that fill them.

Slots by name: `:period_start`/`:period_end` the question's one period; `:previous_start`/`:previous_end` and
`:last_year_start`/`:last_year_end` follow from it; `:top_n` the number of a ranking. Any other name compared
with a column (`a.name = :area`) is a value of that column, one in `> :least` a number.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.scope import Scope, traverse_scope

from database.dialects import Dialect
from database.schema import Schema
from database.trees import unplaced
from errors import KnowledgeError
from language.calendar import Holidays
from language.periods import Period, last_year, previous

PERIOD_SLOTS = frozenset(
    f"{name}_{end}" for name in ("period", "previous", "last_year") for end in ("start", "end")
)
TOP = "top_n"
EQUALS = (exp.EQ, exp.NEQ, exp.In, exp.Like, exp.ILike)
COMPARES = (exp.GT, exp.GTE, exp.LT, exp.LTE)


@dataclass(frozen=True)
class Slots:
    """The open places of one SQL text."""

    period: bool
    top: bool
    values: Mapping[str, str]  # slot → schema.table.column, or as much of it as the SQL tells
    numbers: tuple[str, ...]
    times: frozenset[str]  # the columns, in small letters, that its period is set against
    last_year: bool = False  # it is set beside a year before


@dataclass(frozen=True)
class Template:
    """The parsed SQL of one verified pair."""

    item_id: str
    question: str
    sql: str
    tree: exp.Expr
    slots: Slots
    ordered: bool
    verified_by: str = ""


def make_template(
    item_id: str,
    question: str,
    sql: str,
    dialect: Dialect,
    schema: Schema | None = None,
    verified_by: str = "",
) -> Template:
    """Parse a pair's SQL and find its slots, or raise KnowledgeError naming what cannot be used."""
    try:
        tree = sqlglot.parse_one(sql, read=dialect.sqlglot_name)
    except SqlglotError as error:
        raise KnowledgeError("pair_sql_unreadable", question=question, detail=str(error)) from error
    return _template(item_id, question, sql, tree, schema, verified_by)


def opened(template: Template, tree: exp.Expr, schema: Schema | None = None) -> Template:
    """Return a template of which some literals are slots as well."""
    return _template(template.item_id, template.question, template.sql, tree, schema, template.verified_by)


def _template(
    item_id: str, question: str, sql: str, tree: exp.Expr, schema: Schema | None, verified_by: str
) -> Template:
    slots = _slots(tree, schema, question)
    ordered = tree.args.get("order") is not None
    return Template(item_id, question, sql, unplaced(tree), slots, ordered, verified_by)


def _slots(tree: exp.Expr, schema: Schema | None, question: str) -> Slots:
    values: dict[str, str] = {}
    numbers: dict[str, None] = {}
    times: set[str] = set()
    names = {str(place.this) for place in tree.find_all(exp.Placeholder)}
    for place in tree.find_all(exp.Placeholder):
        name = str(place.this)
        if name in PERIOD_SLOTS:
            times.update(_timed(tree, place, schema))
        if name in PERIOD_SLOTS or name == TOP:
            continue
        column = _compared_column(place)
        if column is not None:
            values[name] = full_name(tree, column, schema)
        elif isinstance(_holder(place), COMPARES):
            numbers[name] = None
        else:
            raise KnowledgeError("pair_slot_unknown", question=question, slot=name)
    timed, year = bool(names & PERIOD_SLOTS), "last_year_start" in names
    return Slots(timed, TOP in names, values, tuple(numbers), frozenset(times), year)


def _timed(tree: exp.Expr, place: exp.Expr, schema: Schema | None) -> set[str]:
    """Return the columns a slot about time is compared with."""
    holder = place.find_ancestor(*COMPARES, exp.Between, exp.EQ)
    columns = holder.find_all(exp.Column) if holder else ()
    return {full_name(tree, column, schema).lower() for column in columns}


def _holder(place: exp.Expr) -> exp.Expr | None:
    """Return what a slot is compared by, through casts, functions of it alone and brackets."""
    parent = place.parent
    while isinstance(parent, (exp.Cast, exp.Paren, exp.Lower, exp.Upper, exp.Tuple)):
        parent = parent.parent
    return parent


def _compared_column(place: exp.Expr) -> exp.Column | None:
    holder = _holder(place)
    if not isinstance(holder, EQUALS):
        return None
    return next((side for side in holder.find_all(exp.Column)), None)


def full_name(tree: exp.Expr, column: exp.Column, schema: Schema | None) -> str:
    """Return schema.table.column of a column, following its alias; fewer where the SQL does not tell."""
    for scope in traverse_scope(tree):
        if any(found is column for found in scope.find_all(exp.Column)):
            source = _source(scope, column, schema)
            if source is not None:
                known = (
                    schema.table(f"{source.db}.{source.name}" if source.db else source.name)
                    if schema
                    else None
                )
                return f"{known.full_name if known else source.name}.{column.name}"
    return column.name


def _source(scope: Scope, column: exp.Column, schema: Schema | None) -> exp.Table | None:
    tables = {name: source for name, source in scope.sources.items() if isinstance(source, exp.Table)}
    if column.table:
        return tables.get(column.table)
    if len(tables) == 1 and len(scope.sources) == 1:
        return next(iter(tables.values()))
    owners = [
        source
        for source in tables.values()
        if schema and (table := schema.table(source.name)) and table.column(column.name)
    ]
    return owners[0] if len(owners) == 1 else None


def same_column(slot: str, column: str) -> bool:
    """Tell whether a found value's column is the slot's, which may be named in fewer parts."""
    return column == slot or column.endswith("." + slot)


def period_dates(period: Period, holidays: Holidays | None = None) -> dict[str, dt.date]:
    """Return what a period gives to each slot about time."""
    before, year_before = previous(period), last_year(period, holidays)
    pairs = (("period", period), ("previous", before), ("last_year", year_before))
    return {f"{name}_{end}": getattr(stretch, end) for name, stretch in pairs for end in ("start", "end")}


def fill(
    template: Template,
    dialect: Dialect,
    dates: Mapping[str, dt.date],
    values: Mapping[str, tuple[str, bool]],
    numbers: Mapping[str, str],
) -> str:
    """Return the SQL with literals in the place of its slots, put in as parts of the tree."""

    def filled(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Placeholder):
            return node
        name = str(node.this)
        if name in dates:
            return _date(dates[name], node, dialect)
        if name in values:
            text, is_number = values[name]
            return exp.Literal.number(text) if is_number else exp.Literal.string(text)
        return exp.Literal.number(numbers[name])

    return template.tree.transform(filled).sql(dialect=dialect.sqlglot_name, pretty=True, copy=False)


def _date(day: dt.date, place: exp.Expr, dialect: Dialect) -> exp.Expr:
    """Return a date literal; SQLite has no date type, and a cast there would make a number of it."""
    literal = exp.Literal.string(day.isoformat())
    if dialect.name == "sqlite" or isinstance(place.parent, exp.Cast):
        return literal
    return exp.cast(literal, exp.DType.DATE, copy=False)
