"""`evaluate`: ask a golden set and report execution accuracy."""

import datetime as dt
import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from agent.events import Answer
from commands.people import OPERATOR
from config.wording import say
from database.result import QueryResult
from evaluation.golden import read_golden
from evaluation.run import Report, evaluate
from services import Services


def day_of(path: Path) -> dt.date | None:
    """Return the day a golden set's SQL was written for, where it names one."""
    days = {case.today for case in read_golden(path)}
    return days.pop() if len(days) == 1 else None


async def run_evaluation(services: Services, path: Path, connection: str) -> Report:
    """Ask every question of a golden set, as the operator, each on a thread of its own."""
    database = services.databases.get(connection)
    rights = services.access.rights(OPERATOR, connection)

    async def ask(question: str) -> Answer:
        return await services.assistant.ask_whole(question, user=OPERATOR, connection=connection)

    async def run_gold(sql: str) -> QueryResult:
        return await database.run(await database.approve(sql, rights), user=OPERATOR.name)

    return await evaluate(read_golden(path), ask, run_gold, database.dialect)


def show_report(report: Report, as_json: bool, console: Console) -> None:
    """Print a report: JSON for machines, a table and the misses for people."""
    if as_json:
        print(json.dumps(report.to_json(), ensure_ascii=False))
        return
    table = Table("kind", "right", "wrong", "declined", "failed")
    for kind, counts in report.by_kind().items():
        table.add_row(
            kind, *(str(counts.get(verdict, 0)) for verdict in ("right", "wrong", "declined", "failed"))
        )
    console.print(table)
    for case in report.judged:
        if case.verdict in ("wrong", "failed", "gold_failed"):
            console.print(f"{case.verdict}  {case.id}  {case.question}  {case.note}", markup=False)
    console.print(say("cli.accuracy", "en", percent=f"{report.accuracy * 100:.1f}", count=len(report.judged)))
