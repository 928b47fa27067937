"""The sentence over rows that are listed: how many, which, and what the first of them are called."""

import datetime as dt
from decimal import Decimal
from typing import Any

from answers.sentences.phrases import some
from config.wording import Language, say
from database.result import QueryResult
from understanding.question import Listed

NAMED = 6


def listed_rows(listed: Listed, result: QueryResult, language: Language) -> tuple[str, ...]:
    """Say how many rows there are and which, or of one row that was named what was asked of it."""
    rows = result.rows
    if listed.of and len(rows) == 1 and len(rows[0]) == 2:
        name, value = rows[0]
        key = "told_none" if value is None else "told_value"
        return (say(f"rows.{key}", language, name=name, column=listed.column, value=_shown(value)),)
    if result.truncated:
        return (say("sentence.rows_cut", language, count=f"{len(rows):,}"),)
    names = list(dict.fromkeys(str(row[0]) for row in rows if row and row[0] is not None))
    told = {
        "count": f"{len(rows):,}",
        "rows": listed.one if len(rows) == 1 else listed.many,
        "which": say("rows.told_which", language, which=listed.which) if listed.which else "",
    }
    if listed.named and len(names) == len(rows):
        return (say("rows.told_names", language, names=some(names, language, NAMED), **told),)
    return (say("rows.told", language, **told),)


def _shown(value: Any) -> str:
    """Return a cell as a sentence has it."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return value.isoformat(" ") if isinstance(value, dt.datetime) else str(value)
    return f"{value:,}"
