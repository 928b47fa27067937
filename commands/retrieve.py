"""`retrieve --batch`: what each question would be linked to, without a model."""

import datetime as dt
import json
import time
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from commands.lines import arriving, ident_of, write_line
from config.wording import say_error
from database.rights import Rights
from errors import InputError, KnowledgeError, WenshuError
from knowledge.base import KnowledgeBase

TABLES = 20

RightsFor = Callable[[str], Rights]


async def retrieve_batch(
    knowledge: KnowledgeBase,
    lines: Iterable[str],
    out: TextIO,
    *,
    today: dt.date,
    budget_tokens: int,
    connection: str,
    rights_for: RightsFor,
) -> None:
    """Answer each {"id", "question", "connection"?} line with one JSON line, flushed as it is done."""
    async for number, line in arriving(lines):
        write_line(out, await _linked(knowledge, line, number, today, budget_tokens, connection, rights_for))


async def _linked(
    knowledge: KnowledgeBase,
    line: str,
    number: int,
    today: dt.date,
    budget_tokens: int,
    connection: str,
    rights_for: RightsFor,
) -> dict[str, Any]:
    ident = ident_of(line)
    try:
        record = _record(line, number)
        asked = str(record.get("connection") or connection)
        rights = rights_for(asked)
        # Opening a version is not part of one question's time.
        if await knowledge.snapshot(asked) is None:
            raise KnowledgeError("nothing_published", connection=asked or "?")
        began = time.perf_counter()
        ranked, linked = await knowledge.retrieve_ranked(
            record["question"], asked, rights=rights, today=today, budget_tokens=budget_tokens
        )
        took = time.perf_counter() - began
    except WenshuError as error:
        failure = {"code": error.code, "reason": say_error(error, "en")}
        nothing: dict[str, list[str]] = {part: [] for part in ("tables", "in_prompt", "examples", "values")}
        return {"id": ident, **nothing, "ms": 0.0, "failure": failure}
    return {
        "id": ident,
        "tables": [found.table.full_name for found in ranked[:TABLES]],
        "scores": [round(found.score, 4) for found in ranked[:TABLES]],
        "in_prompt": [table.name for table in linked.tables if table.level == "full"],
        "whole": linked.whole,
        "examples": [{"question": e.question, "sql": e.sql, "score": e.score} for e in linked.examples],
        "values": [{"text": v.text, "value": v.value, "column": v.column} for v in linked.values],
        "tokens": linked.tokens,
        "ms": round(took * 1000, 2),
    }


def _record(line: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError("question_line_invalid", line=number) from error
    if not isinstance(record, dict) or not isinstance(record.get("question"), str):
        raise InputError("question_line_invalid", line=number)
    return record
