"""`evaluate --benchmark`: a public benchmark somebody has on disk, asked in a place of its own."""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from commands.connect import connect
from commands.people import OPERATOR
from config.settings import Settings
from config.wording import say
from database.connections import Database
from errors import InputError
from evaluation.benchmark.addresses import address_of
from evaluation.benchmark.questions import BenchmarkQuestion, Layout, chosen, read_benchmark
from evaluation.benchmark.report import Asked, BenchmarkReport
from evaluation.benchmark.run import Benchmark
from llm.openai import ChatClient
from services import Services

MOST_ROWS = 20_000  # a gold result cut at the usual limit would make right answers look wrong


@dataclass(frozen=True)
class BenchmarkRun:
    """What is asked, and how."""

    questions: tuple[BenchmarkQuestion, ...]
    addresses: dict[str, str]
    with_plain: bool
    at_once: int


def planned(
    path: Path,
    layout: Layout,
    databases: str,
    *,
    only: Sequence[str] = (),
    limit: int | None = None,
    with_plain: bool = False,
    at_once: int = 1,
) -> BenchmarkRun:
    """Read the questions and find their databases, before anything is started for them."""
    questions = tuple(chosen(read_benchmark(path, layout), databases=tuple(only), limit=limit))
    names = sorted({question.database for question in questions})
    addresses = {name: address_of(name, databases, path) for name in names}
    return BenchmarkRun(questions, addresses, with_plain, at_once)


def set_apart(config: Settings, folder: Path, run: BenchmarkRun) -> None:
    """Let this process keep everything in a folder of its own: the run leaves nothing where people work."""
    if run.with_plain and config.openai_api_key is None and config.openai_base_url is None:
        raise InputError("benchmark_needs_model")
    config.data_dir = folder
    config.app_database_url = None
    config.connections_file = None
    config.demo = False
    config.trace_days = max(config.trace_days, 1)  # what the prompts held is read from the traces
    config.max_rows = max(config.max_rows, MOST_ROWS)
    config.max_queries_per_user = max(config.max_queries_per_user, run.at_once)


async def run_benchmark(services: Services, run: BenchmarkRun) -> BenchmarkReport:
    """Connect each database when its first question comes, and ask."""
    ready: set[str] = set()
    one_by_one = asyncio.Lock()

    async def opened(name: str) -> Database:
        async with one_by_one:
            if name not in ready:
                await connect(services, name, run.addresses[name], (), OPERATOR.name)
                await services.taught.ready(name, services.access.rights(OPERATOR, name))
                ready.add(name)
        return services.databases.get(name)

    plain = ChatClient.of(services.settings) if run.with_plain else None
    benchmark = Benchmark(services, OPERATOR, plain)
    try:
        return await benchmark.run(run.questions, opened, run.at_once, _progress(len(run.questions)))
    finally:
        if plain is not None:
            await plain.aclose()


def _progress(whole: int) -> Callable[[Asked], None]:
    """Return what says on standard error how each question went."""
    done = 0

    def seen(one: Asked) -> None:
        nonlocal done
        done += 1
        ways = [one.ours.verdict, *([one.plain.verdict] if one.plain else [])]
        print(
            f"{done}/{whole} {one.question.database} {one.question.id}: {' / '.join(ways)}", file=sys.stderr
        )

    return seen


def show_benchmark(report: BenchmarkReport, as_json: bool, console: Console) -> None:
    """Print a report: JSON for machines, tables and the misses for people."""
    if as_json:
        print(json.dumps(report.to_json(), ensure_ascii=False))
        return
    for table in (
        _table("database", {**report.by_database(), "": report}),
        _table("level", report.by_level()),
    ):
        console.print(table)
        console.print()
    for one in report.asked:
        if one.ours.verdict not in ("right", "gold_failed"):
            told = f"{one.ours.verdict}  {one.question.id}  {one.question.question}  {one.ours.note}"
            console.print(" ".join(told.split()), markup=False)
    for line in _lines(report):
        console.print(line)


def _table(title: str, parts: dict[str, BenchmarkReport]) -> Table:
    heads = ("right", "wrong", "declined", "failed", "calls", "tokens", "ms", "blind", "plain")
    table = Table(title, box=None, padding=(0, 1, 0, 0), header_style="bold")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for name, part in parts.items():
        ours, plain = part.ours, part.plain
        counts = (ours.right, ours.wrong, ours.declined, ours.failed, ours.model_calls)
        spent = (ours.prompt_tokens + ours.completion_tokens, round(ours.ms_p50), len(part.blind))
        table.add_row(name, *map(str, (*counts, *spent)), "" if plain is None else str(plain.right))
    return table


def _lines(report: BenchmarkReport) -> list[str]:
    ours, plain = report.ours, report.plain
    lines = [say("cli.accuracy", "en", percent=f"{ours.accuracy * 100:.1f}", count=ours.whole)]
    if plain is not None:
        percent = f"{plain.accuracy * 100:.1f}"
        tokens = round(plain.prompt_tokens / plain.whole) if plain.whole else 0
        lines.append(say("cli.plain_accuracy", "en", percent=percent, calls=plain.model_calls, tokens=tokens))
        lines.append(say("cli.paired", "en", **report.paired()))
    lines.append(say("cli.blind", "en", count=len(report.blind), whole=report.prompts))
    if report.gold_failed:
        lines.append(say("cli.gold_failed", "en", count=report.gold_failed))
    return lines
