"""The sentence over rows that are listed: how many, which, and what was asked of them."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from answers.sentences.phrases import some
from config.wording import Language, say
from database.result import QueryResult
from understanding.readings import Listed

NAMED = 6  # with what was asked of each
NAMED_ALONE = 20  # a list that is asked for is its names
MOST_COLUMNS = 3  # of each row in a sentence; the table has them all
MOST_OF_ONE = 8  # of a row that is alone and has no name
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
        "end": listed.end,
    }
    if not rows:
        return (say("rows.told_no_rows", language, **told),)
    key = "told_end" if listed.end else "told"
    if listed.named and len(names) == len(rows):
        most = NAMED if asked else NAMED_ALONE
        if 0 < asked <= MOST_COLUMNS and all(len(row) == 1 + asked for row in rows):
            names = [_with_columns(listed, row, language) for row in rows]
        key = f"{key}_one" if listed.end and len(rows) == 1 else f"{key}_names"
        named = some(names, language, most, counted_before=True)
        return (say(f"rows.{key}", language, names=named, **told),)
    if len(rows) == 1 and not listed.named and len(rows[0]) == asked <= MOST_OF_ONE:
        cells = list(zip(listed.columns, rows[0], strict=True))[listed.keyed :]
        values = say("sentence.comma_wide", language).join(_labelled(*one, language) for one in cells)
        return (say(f"rows.{key}_values", language, values=values, **told),)
    return (say(f"rows.{key}", language, **told),)


def _of_one(listed: Listed, row: Row, language: Language) -> str:
    """Say what was asked of the one row, what is not recorded too."""
    if len(listed.columns) == 1 and row[1] is None:
        return say("rows.told_none", language, name=row[0], column=listed.columns[0])
    cells = [_labelled(*one, language) for one in zip(listed.columns, row[1:], strict=True)]
    between = say("sentence.comma_wide", language)
    return say("rows.told_value", language, name=row[0], values=between.join(cells))


def _with_columns(listed: Listed, row: Row, language: Language) -> str:
    """Return a row's name with what was asked of it: numbers and days say of what they are, once."""
    cells = [
        _shown(cell) if _speaks(listed, column, cell) else _labelled(column, cell, language)
        for column, cell in zip(listed.columns, row[1:], strict=True)
    ]
    between = say("sentence.comma_wide", language)
    return say("rows.told_with", language, name=row[0], values=between.join(cells))


def _speaks(listed: Listed, column: str, cell: Any) -> bool:
    """Tell a cell that needs no name of its column: a word, or what the rows are called by."""
    return (column in listed.told and cell is not None) or (isinstance(cell, str) and not _is_day(cell))


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
