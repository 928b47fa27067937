"""The sentence over rows that are listed: how many, which, and what was asked of them."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from answers.sentences.phrases import some
from config.wording import Language, say
from database.result import QueryResult
from understanding.question import Listed

NAMED = 6
MOST_COLUMNS = 3  # of a row in a sentence; the table has them all
Row = Sequence[Any]


def listed_rows(listed: Listed, result: QueryResult, language: Language) -> tuple[str, ...]:
    """Say how many rows there are and which, or of one row that was named what was asked of it."""
    rows, asked = result.rows, len(listed.columns)
    if listed.of and len(rows) == 1 and len(rows[0]) == 1 + asked <= 1 + MOST_COLUMNS:
        return (_of_one(listed, rows[0], language),)
    if result.truncated:
        return (say("sentence.rows_cut", language, count=f"{len(rows):,}"),)
    names = list(dict.fromkeys(str(row[0]) for row in rows if row and row[0] is not None))
    told = {
        "count": f"{len(rows):,}",
        "rows": listed.one if len(rows) == 1 else listed.many,
        "which": say("rows.told_which", language, which=listed.which) if listed.which else "",
    }
    if listed.named and len(names) == len(rows):
        if 0 < asked <= MOST_COLUMNS and all(len(row) == 1 + asked for row in rows):
            names = [_with_columns(listed, row, language) for row in rows]
        return (say("rows.told_names", language, names=some(names, language, NAMED), **told),)
    return (say("rows.told", language, **told),)


def _of_one(listed: Listed, row: Row, language: Language) -> str:
    """Say what was asked of the one row, what is not recorded too."""
    if len(listed.columns) == 1 and row[1] is None:
        return say("rows.told_none", language, name=row[0], column=listed.columns[0])
    cells = [_labelled(*one, language) for one in zip(listed.columns, row[1:], strict=True)]
    between = say("sentence.comma_wide", language)
    return say("rows.told_value", language, name=row[0], values=between.join(cells))


def _with_columns(listed: Listed, row: Row, language: Language) -> str:
    """Return a row's name with what was asked of it: numbers and days say of what they are."""
    cells = [
        str(cell) if isinstance(cell, str) and not _is_day(cell) else _labelled(column, cell, language)
        for column, cell in zip(listed.columns, row[1:], strict=True)
    ]
    between = say("sentence.comma_wide", language)
    return say("rows.told_with", language, name=row[0], values=between.join(cells))


def _labelled(column: str, cell: Any, language: Language) -> str:
    if cell is None:
        return say("rows.column_none", language, column=column)
    return say("rows.column_value", language, column=column, value=_shown(cell))


def _is_day(cell: str) -> bool:
    try:
        dt.date.fromisoformat(cell[:10])
    except ValueError:
        return False
    return True


def _shown(value: Any) -> str:
    """Return a cell as a sentence has it."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return value.isoformat(" ") if isinstance(value, dt.datetime) else str(value)
    return f"{value:,}"
