"""`sql`: statements typed by hand, through all five walls, each with its line in the audit."""

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table

from answers.visible import visible
from appdb.users import User
from commands.lines import arriving, ident_of, write_line
from config.wording import Language, say_error
from database.by_hand import SqlDesk
from database.result import QueryResult
from errors import InputError, WenshuError

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Typist:
    """Who types statements at the terminal, for which database; `yes` lets those run that ask first."""

    desk: SqlDesk
    user: User
    connection: str
    yes: bool = False
    language: Language = "en"


async def sql_one(sql: str, typist: Typist, ident: Any = None) -> dict[str, Any]:
    """Run one statement and return its rows, or what refused it."""
    try:
        result = await typist.desk.run(
            sql, typist.user, typist.connection, confirmed=typist.yes, any_role=True
        )
    except WenshuError as error:
        return _answer(ident, None, error, typist.language)
    return _answer(ident, result, None, typist.language)


async def sql_batch(lines: Iterable[str], out: TextIO, typist: Typist) -> None:
    """Answer each {"id", "sql"} line with one JSON line, flushed as it is done; a bad line stops nothing."""
    async for number, line in arriving(lines):
        try:
            ident, sql = _asked(line, number)
            answer = await sql_one(sql, typist, ident)
        except Exception as error:  # the edge: one line's fault must not take the other lines' answers
            answer = _answer(ident_of(line), None, _named(error), typist.language)
        write_line(out, answer)


def _named(error: Exception) -> WenshuError:
    if isinstance(error, WenshuError):
        return error
    logger.error("batch_line_failed", exc_info=error)
    return WenshuError()


def _asked(line: str, number: int) -> tuple[Any, str]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError("batch_line_invalid", line=number) from error
    if not isinstance(record, dict) or not isinstance(record.get("sql"), str):
        raise InputError("batch_line_invalid", line=number)
    return record.get("id"), record["sql"]


def _answer(
    ident: Any, result: QueryResult | None, refusal: WenshuError | None, language: Language
) -> dict[str, Any]:
    return {
        "id": ident,
        "columns": [column.name for column in result.columns] if result else [],
        "rows": [list(row) for row in result.rows] if result else [],
        "row_count": result.row_count if result else 0,
        "truncated": result.truncated if result else False,
        "refused": {"code": refusal.code, "reason": say_error(refusal, language)} if refusal else None,
    }


def show(answer: dict[str, Any], as_json: bool) -> None:
    """Print one answer: as JSON, as a table, or as the reason for a refusal."""
    if as_json:
        print(json.dumps(answer, ensure_ascii=False))
        return
    console = Console()
    if answer["refused"]:
        console.print(answer["refused"]["reason"], markup=False)
        return
    table = Table(*map(visible, answer["columns"]))
    for row in answer["rows"]:
        table.add_row(*("" if cell is None else visible(str(cell)) for cell in row))
    console.print(table)
