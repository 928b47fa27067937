"""Rows by the names a reader knows: what codes mean, members as they are called in the reader's language."""

from dataclasses import replace

from sqlglot import exp

from answers.conditions import Words
from answers.sentences.tree import shape_of, source_of
from database.dialects import Dialect
from database.result import QueryResult

MOST_NAMES = 500  # different values of a column: who has more is no list that is read name by name
_ONE_OF_THEM = (exp.Max, exp.Min, exp.AnyValue)  # of a group's rows, which all have the same


def by_known_names(result: QueryResult, sql: str, dialect: Dialect, words: Words) -> QueryResult:
    """Return a result with each text as its reader knows it: FROZEN as 冷冻, 佛山库 as Foshan.

    Only of columns shown as they are stored. Where two values of a column are called alike, they keep theirs.
    """
    shape = shape_of(sql, dialect)
    if shape is None or len(shape.expressions) != len(result.columns):
        return result
    known: dict[int, dict[str, str]] = {}
    for at, (column, shown) in enumerate(zip(result.columns, shape.expressions, strict=True)):
        stored = source_of(shown)
        stored = source_of(stored.this) if isinstance(stored, _ONE_OF_THEM) else stored
        if column.type != "text" or not isinstance(stored, exp.Column):
            continue
        values = {row[at] for row in result.rows if isinstance(row[at], str)}
        names = words.known_as(stored, values) if len(values) <= MOST_NAMES else {}
        if any(one != name for one, name in names.items()) and len({*names.values()}) == len(names):
            known[at] = names
    if not known:
        return result
    rows = tuple(
        tuple(known[at].get(cell, cell) if at in known else cell for at, cell in enumerate(row))
        for row in result.rows
    )
    return replace(result, rows=rows)
