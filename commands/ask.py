"""`ask`: one question, or a batch of them, in the terminal."""

import asyncio
import errno
import json
import logging
from collections import defaultdict
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table

from agent.events import LAST, Answer, StepFinished, Waiting
from answers.visible import visible
from commands.lines import arriving, ident_of, write_line
from commands.people import acting_user
from config.wording import Language, say, say_error
from errors import InputError, WenshuError
from services import Services

log = logging.getLogger(__name__)

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
    language = services.assistant.spoken_in(question)
    events = services.assistant.ask(question, user=person, thread=thread, connection=connection)
    async with aclosing(events):
        async for event in events:
            if isinstance(event, Waiting) and not as_json:
                waits = say("chat.waiting", language, place=event.place)
                console.print(waits, style="dim", markup=False)
            if isinstance(event, StepFinished) and not as_json:
                mark = "✓" if event.ok else "✗"
                console.print(f"[dim]{mark} {event.step} {event.ms:.0f} ms[/dim]")
            if isinstance(event, LAST):
                answer = event.answer
    if as_json:
        print(json.dumps(answer.to_json(), ensure_ascii=False))
    else:
        show(answer, console, language)
    return answer.kind != "failed"


def show(answer: Answer, console: Console, language: Language) -> None:
    """Print an answer for a person: words, rows, how it was read, SQL, where it is from, what to ask next."""
    console.print(visible(answer.answer), markup=False)
    if answer.columns:
        console.print(_table(answer))
        if answer.row_count > SHOWN_ROWS:
            console.print(say("cli.more_rows", language, count=answer.row_count - SHOWN_ROWS))
    for line in answer.interpretation:
        console.print(f"· {visible(line)}", style="dim", markup=False)
    if answer.sql:
        console.print(f"\n{visible(answer.sql)}", style="cyan", markup=False)
    if answer.source:
        console.print(_origin(answer, language), style="dim", markup=False)
    for question in answer.suggestions:
        console.print(f"  › {visible(question)}", style="dim", markup=False)


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
            visible(column["name"]), justify="right" if column["type"] in ("integer", "number") else "left"
        )
    for row in answer.rows[:SHOWN_ROWS]:
        table.add_row(*("" if cell is None else visible(str(cell)) for cell in row))
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
    """Answer each JSON line with one JSON line, flushed as it is done; `at_once` questions run together.

    The questions of one thread are asked in the order of their lines.
    """
    gate = asyncio.Semaphore(at_once)
    threads: defaultdict[str | None, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def one(number: int, line: str) -> None:
        try:
            write_line(out, await _answered(services, line, number, user, connection, threads))
        finally:
            gate.release()

    try:
        async with asyncio.TaskGroup() as group:
            async for number, line in arriving(lines):
                await gate.acquire()
                group.create_task(one(number, line))
    except BaseExceptionGroup as faults:
        if faults.subgroup(BrokenPipeError):  # as in `… | head`: nobody reads any more
            raise BrokenPipeError(errno.EPIPE, "standard output was closed") from None
        raise


async def _answered(
    services: Services,
    line: str,
    number: int,
    user: str | None,
    connection: str | None,
    threads: defaultdict[str | None, asyncio.Lock],
) -> dict[str, Any]:
    asked: Asked | None = None
    try:
        asked = read_line(line, number)
        async with threads[asked.thread] if asked.thread else asyncio.Lock():
            answer = await services.assistant.ask_whole(
                asked.question,
                user=await acting_user(services, asked.user or user),
                thread=asked.thread,
                connection=asked.connection or connection,
            )
    except Exception as error:  # the edge: one line's fault must not take the other lines' answers
        answer = _failed(error, asked.question if asked else "")
    ident = asked.id if asked else ident_of(line)
    return {**answer.to_json(), "id": answer.id if ident is None and answer.id else ident}


def _failed(error: Exception, question: str) -> Answer:
    if not isinstance(error, WenshuError):
        log.error("batch_line_failed", exc_info=error)
        error = WenshuError()
    reason = say_error(error, "en")
    return Answer("failed", reason, question, failure={"code": error.code, "reason": reason})


def read_line(line: str, number: int) -> Asked:
    """Read one line of a batch, or raise InputError naming it."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError("question_line_invalid", line=number) from error
    if not isinstance(data, dict) or not isinstance(data.get("question"), str):
        raise InputError("question_line_invalid", line=number)
    connection, thread, user = (_name(data.get(key), number) for key in ("connection", "thread", "user"))
    return Asked(data.get("id"), data["question"], connection, thread, user)


def _name(value: Any, number: int) -> str | None:
    """Return a name; a number, as of a thread, is one too."""
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, int):
        return str(value)
    raise InputError("question_line_invalid", line=number)
