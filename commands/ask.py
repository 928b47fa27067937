"""`ask`: one question, or a batch of them, in the terminal."""

import asyncio
import json
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table

from agent.events import LAST, Answer, StepFinished
from commands.people import acting_user
from config.wording import Language, language_of, say, say_error
from errors import InputError, WenshuError
from services import Services

SHOWN_ROWS = 20


@dataclass(frozen=True)
class Asked:
    """One question of a batch."""

    id: Any
    question: str
    connection: str | None
    thread: str | None
    user: str | None


async def ask_one(
    services: Services,
    question: str,
    *,
    connection: str | None,
    user: str | None,
    thread: str | None,
    as_json: bool,
    console: Console,
) -> bool:
    """Ask one question, print the answer, and return whether it did not fail."""
    person = await acting_user(services, user)
    events = services.assistant.ask(question, user=person, thread=thread, connection=connection)
    async with aclosing(events):
        async for event in events:
            if isinstance(event, StepFinished) and not as_json:
                mark = "✓" if event.ok else "✗"
                console.print(f"[dim]{mark} {event.step} {event.ms:.0f} ms[/dim]")
            if isinstance(event, LAST):
                answer = event.answer
    if as_json:
        print(json.dumps(answer.to_json(), ensure_ascii=False))
    else:
        show(answer, console)
    return answer.kind != "failed"


def show(answer: Answer, console: Console) -> None:
    """Print an answer for a person: words, rows, SQL, where it comes from, what to ask next."""
    language = language_of(answer.question or answer.answer)
    console.print(answer.answer, markup=False)
    if answer.columns:
        console.print(_table(answer))
        if answer.row_count > SHOWN_ROWS:
            console.print(say("cli.more_rows", language, count=answer.row_count - SHOWN_ROWS))
    if answer.sql:
        console.print(f"\n{answer.sql}", style="cyan", markup=False)
    if answer.source:
        console.print(_origin(answer, language), style="dim", markup=False)
    for question in answer.suggestions:
        console.print(f"  › {question}", style="dim", markup=False)


def _origin(answer: Answer, language: Language) -> str:
    return say(
        "cli.origin",
        language,
        source=say(f"source.{answer.source}", language),
        ms=round(answer.ms.get("total", 0)),
        calls=answer.model_calls,
    )


def _table(answer: Answer) -> Table:
    table = Table()
    for column in answer.columns:
        table.add_column(
            column["name"], justify="right" if column["type"] in ("integer", "number") else "left"
        )
    for row in answer.rows[:SHOWN_ROWS]:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    return table


async def ask_batch(
    services: Services,
    lines: Iterable[str],
    out: TextIO,
    *,
    user: str | None,
    connection: str | None,
    at_once: int,
) -> None:
    """Answer each JSON line with one JSON line, flushed as it is done; `at_once` questions run together."""
    gate = asyncio.Semaphore(at_once)

    async def one(number: int, line: str) -> None:
        async with gate:
            result = await _answered(services, line, number, user, connection)
        out.write(json.dumps(result, ensure_ascii=False) + "\n")
        out.flush()

    async with asyncio.TaskGroup() as group:
        for number, line in enumerate(lines, 1):
            if line.strip():
                group.create_task(one(number, line))


async def _answered(
    services: Services, line: str, number: int, user: str | None, connection: str | None
) -> dict[str, Any]:
    ident: Any = None
    try:
        asked = read_line(line, number)
        ident = asked.id
        person = await acting_user(services, asked.user or user)
        answer = await services.assistant.ask_whole(
            asked.question, user=person, thread=asked.thread, connection=asked.connection or connection
        )
    except WenshuError as error:
        reason = say_error(error, "en")
        answer = Answer("failed", reason, "", failure={"code": error.code, "reason": reason})
    return {**answer.to_json(), "id": ident if ident is not None else answer.id}


def read_line(line: str, number: int) -> Asked:
    """Read one line of a batch, or raise InputError naming it."""
    try:
        data = json.loads(line)
        return Asked(
            data.get("id"),
            str(data["question"]),
            data.get("connection"),
            data.get("thread"),
            data.get("user"),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("batch_line_invalid", line=number) from error
