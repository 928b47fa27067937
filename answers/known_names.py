"""Rows by the names a reader knows: what codes mean, members as they are called in the reader's language."""

from dataclasses import replace
from typing import Any

from sqlglot import exp

from answers.conditions import Words
from answers.sentences.tree import shape_of, source_of
from database.dialects import Dialect
from database.result import QueryResult

MOST_CODES = 40  # that one column has meanings of
MOST_NAMES = 500  # different values of a column: who has more is no list that is read name by name
_ONE_OF_THEM = (exp.Max, exp.Min, exp.AnyValue)  # of a group's rows, which all have the same


def by_known_names(result: QueryResult, sql: str, dialect: Dialect, words: Words) -> QueryResult:
    """Return a result with each text as its reader knows it: FROZEN as 冷冻, 佛山库 as Foshan, 4 as 政务平台.

    Only of columns shown as they are stored. Where two values of a column are called alike, they keep theirs.
    """
    shape = shape_of(sql, dialect)
    if shape is None or len(shape.expressions) != len(result.columns):
        return result
    known: dict[int, dict[Any, str]] = {}
    for at, (column, shown) in enumerate(zip(result.columns, shape.expressions, strict=True)):
        stored = source_of(shown)
        stored = source_of(stored.this) if isinstance(stored, _ONE_OF_THEM) else stored
        if column.type in ("text", "integer") and isinstance(stored, exp.Column):
            told = _codes if column.type == "integer" else _texts
            known |= {at: names} if (names := told(result, at, stored, words)) else {}
    if not known:
        return result
    rows = tuple(
        tuple(known[at].get(cell, cell) if at in known else cell for at, cell in enumerate(row))
        for row in result.rows
    )
    columns = (replace(one, type="text") if at in known else one for at, one in enumerate(result.columns))
    return replace(result, columns=tuple(columns), rows=rows)


def _texts(result: QueryResult, at: int, stored: exp.Column, words: Words) -> dict[Any, str]:
    """Return what the texts of a column are called, where some have another name and each its own."""
    values = {row[at] for row in result.rows if isinstance(row[at], str)}
    names = words.known_as(stored, values) if len(values) <= MOST_NAMES else {}
    told = any(one != name for one, name in names.items()) and len({*names.values()}) == len(names)
    return dict(names) if told else {}


def _codes(result: QueryResult, at: int, stored: exp.Column, words: Words) -> dict[Any, str]:
    """Return what the numbers of a column mean, where each of them is a code with a meaning of its own."""
    values = {row[at] for row in result.rows if row[at] is not None}
    if len(values) > MOST_CODES:
        return {}
    named = {one: words.meaning(stored, str(one)) for one in values}
    return named if all(named.values()) and len({*named.values()}) == len(named) else {}
