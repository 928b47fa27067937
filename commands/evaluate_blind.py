"""`evaluate --blind`: ask a blind set of singles and conversations and report what came of each."""

import datetime as dt
import json
import uuid
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from agent.events import Answer
from commands.people import OPERATOR
from evaluation.benchmark.judging import order_keys
from evaluation.blind import BlindReport, Judged, examine_all, labels, read_blind, summary
from evaluation.blind_rows import GoldRows, agrees
from services import Services

_COLUMNS = ("right", "first_button", "other_button", "no_button", "declined", "wrong", "failed")


def blind_day(folder: Path) -> dt.date | None:
    """Return the day a blind set was written for, where it names one."""
    days = {turn.today for conversation in read_blind(folder) for turn in conversation}
    return days.pop() if len(days) == 1 else None


async def run_blind(services: Services, folder: Path, connection: str) -> BlindReport:
    """Ask a blind set; each try by somebody new, so that no choice or answer is remembered."""
    database = services.databases.get(connection)
    rights = services.access.rights(OPERATOR, connection)
    golds: dict[str, GoldRows] = {}

    async def play(messages: Sequence[str]) -> Answer:
        person = replace(OPERATOR, name=f"blind-{uuid.uuid4().hex}")
        thread = uuid.uuid4().hex
        for message in messages:
            answer = await services.assistant.ask_whole(
                message, user=person, connection=connection, thread=thread
            )
        return answer

    async def run_gold(sql: str) -> GoldRows:
        if sql not in golds:
            result = await database.run(await database.approve(sql, rights), user=OPERATOR.name)
            names = [column.name for column in result.columns]
            golds[sql] = GoldRows(result.rows, order_keys(sql, database.dialect.sqlglot_name, names))
        return golds[sql]

    called = labels(folder)
    return await examine_all(
        read_blind(folder), play, run_gold, lambda gold, answer: agrees(gold, answer.rows, called)
    )


def show_blind(report: BlindReport, as_json: bool, console: Console) -> None:
    """Print a report: JSON for machines, two tables and what was wrong for people."""
    if as_json:
        print(json.dumps(report.to_json(), ensure_ascii=False))
        return
    for title, judged in (("single questions", report.singles), ("turns of conversations", report.turns)):
        console.print(_table(title, judged))
        console.print(json.dumps({k: v for k, v in summary(judged).items() if k != "counts"}), markup=False)
    for one in (*report.singles, *report.turns):
        if one.outcome in ("wrong", "failed", "no_button"):
            console.print(f"{one.outcome}  {one.id}  {one.question}  [{one.source}] {one.said}", markup=False)
    for line in report.gold_failed:
        console.print(f"gold failed  {line}", markup=False)


def _table(title: str, judged: Sequence[Judged]) -> Table:
    table = Table("kind", *_COLUMNS, title=title)
    for kind in sorted({one.kind for one in judged}):
        of_kind: list[str] = [one.outcome for one in judged if one.kind == kind]
        table.add_row(kind, *(str(of_kind.count(column)) for column in _COLUMNS))
    return table
