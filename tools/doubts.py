"""What in a draft calls for a second look: its rows, its joins, what it left out, its form."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from sqlglot import exp
from sqlglot.errors import SqlglotError

from database.dialects import Dialect
from database.schema import Schema, Table
from database.trees import tree_of
from knowledge.items import Linked

Equality = tuple[Table, str, Table, str]  # of a column with another's
Doubt = Literal["empty", "keyless", "unused", "complex"]
MANY_JOINS = 3
SURE_VALUE = 0.9  # of a value called by its name
_KEY_NAME = re.compile(r"(id|code|key|no|num|number)$")
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.])\d+(?:\.\d+)?(?![A-Za-z0-9_.])")
_SETS = (exp.Union, exp.Except, exp.Intersect)


def doubt(
    sql: str, dialect: Dialect, schema: Schema, question: str, linked: Linked, rows: Sequence[Sequence[Any]]
) -> Doubt | None:
    """Return the first reason to have the question read once more, or None.

    >>> from database.dialects import POSTGRES
    >>> doubt("SELECT count(*) FROM t", POSTGRES, Schema(), "how many?", Linked(), [[4]]) is None
    True
    """
    if not rows or all(value is None for row in rows for value in row):
        return "empty"
    try:
        tree = tree_of(sql, dialect)
    except SqlglotError:
        return None
    if any(not _is_keyed(join) for join in _joins(tree, schema)):
        return "keyless"
    if any(True for _ in left_unused(tree, question, linked)):
        return "unused"
    return "complex" if is_complex(tree) else None


def is_complex(tree: exp.Expr) -> bool:
    """Tell whether a statement has windows, sets, an aggregate over an aggregate, a denial, or many joins."""
    if tree.find(exp.Window, *_SETS) or len(list(tree.find_all(exp.Join))) >= MANY_JOINS:
        return True
    if any(one.find(exp.Subquery, exp.Select) for one in tree.find_all(exp.Not)):
        return True
    aggregating = [select for select in tree.find_all(exp.Select) if _aggregates(select)]
    return len(aggregating) > 1


def _aggregates(select: exp.Select) -> bool:
    return any(
        found.find_ancestor(exp.Select) is select
        for one in select.expressions
        for found in one.find_all(exp.AggFunc)
    )


def left_unused(tree: exp.Expr, question: str, linked: Linked) -> Iterator[str]:
    """Yield the values and numbers of a question that its statement speaks of nowhere."""
    said = " ".join(literal.name.casefold() for literal in tree.find_all(exp.Literal))
    names = " ".join(node.name.casefold() for node in tree.find_all(exp.Identifier))
    for value in linked.values:
        if value.score < SURE_VALUE:
            continue
        others = [one.value for one in linked.values if one.text == value.text]
        if not any(one.casefold() in f"{said} {names}" for one in (value.text, *others)):
            yield value.text
    for period in linked.periods:
        question = question.replace(period.text, " ")
    for number in _NUMBER.findall(question):
        if number not in said:
            yield number


def _joins(tree: exp.Expr, schema: Schema) -> Iterator[tuple[Table, list[Equality]]]:
    """Yield each table of the database that is joined, with the equalities that hold it to others."""
    for select in tree.find_all(exp.Select):
        sources = _sources(select, schema)
        equal = [pair for one in select.find_all(exp.EQ) if (pair := _equality(one, sources))]
        for join in select.args.get("joins") or ():
            table = sources.get(join.this.alias_or_name) if isinstance(join.this, exp.Table) else None
            others = [one for name, one in sources.items() if name != join.this.alias_or_name]
            if table is not None and others and None not in sources.values() and not join.args.get("using"):
                yield table, [pair for pair in equal if table in (pair[0], pair[2])]


def _is_keyed(join: tuple[Table, list[Equality]]) -> bool:
    """Tell whether one of the equalities follows a key, declared or inferred, or is of two keys by name.

    Of 105 questions over databases that declare few keys, 22 sound joins were doubted without the names.
    """
    return any(
        _follows(left, column, right, other)
        or _follows(right, other, left, column)
        or (column == other and _KEY_NAME.search(column) is not None)
        for left, column, right, other in join[1]
    )


def _follows(table: Table, column: str, other: Table, other_column: str) -> bool:
    if (other_column,) == tuple(name.lower() for name in other.primary_key):
        return True
    return any(
        key.to_table == other.name and column in key.columns and other_column in key.to_columns
        for key in table.foreign_keys
    )


def _sources(select: exp.Select, schema: Schema) -> dict[str, Table | None]:
    """Return what a select reads by alias; None for what is no table of the database."""
    first = select.args.get("from_") or select.args.get("from")
    read = [first.this] if first else []
    read += [join.this for join in select.args.get("joins") or ()]
    return {one.alias_or_name: (_table(one, schema) if isinstance(one, exp.Table) else None) for one in read}


def _table(node: exp.Table, schema: Schema) -> Table | None:
    return schema.table(f"{node.db}.{node.name}".lstrip(".")) or next(iter(schema.namesakes(node.name)), None)


def _equality(node: exp.EQ, sources: dict[str, Table | None]) -> Equality | None:
    left, right = node.left, node.right
    if not (isinstance(left, exp.Column) and isinstance(right, exp.Column)):
        return None
    one, other = sources.get(left.table), sources.get(right.table)
    if one is None or other is None or left.table == right.table:
        return None
    return one, left.name.lower(), other, right.name.lower()
