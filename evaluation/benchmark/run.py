"""Asks a benchmark's questions of Wenshu and, for comparison, of the same model with a plain prompt."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from appdb.users import User
from database.connections import Database
from database.result import QueryResult
from errors import NotFoundError, WenshuError
from evaluation.accuracy import Rows, is_ordered, same_rows
from evaluation.benchmark.judging import holds, order_keys
from evaluation.benchmark.plain import plain_sql
from evaluation.benchmark.questions import BenchmarkQuestion
from evaluation.benchmark.report import Asked, Attempt, BenchmarkReport
from evaluation.benchmark.sight import missing_tables, shown_tables
from llm.openai import ChatClient
from llm.usage import Meter, metered
from services import Services

Opened = Callable[[str], Awaitable[Database]]
Seen = Callable[[Asked], None]


@dataclass(frozen=True)
class Made:
    """An attempt before it is judged: its verdict stands only where there are no rows to judge."""

    attempt: Attempt
    rows: Rows | None


@dataclass(frozen=True)
class Gold:
    """One gold statement with what it returns."""

    sql: str
    result: QueryResult


class Benchmark:
    """One run: the same person asks everything, each question on a thread of its own."""

    def __init__(self, services: Services, user: User, plain: ChatClient | None = None) -> None:
        self._services = services
        self._user = user
        self._plain = plain

    async def run(
        self, questions: Sequence[BenchmarkQuestion], opened: Opened, at_once: int, seen: Seen
    ) -> BenchmarkReport:
        """Ask every question, `at_once` together; `opened` makes its database ready to be asked."""
        gate = asyncio.Semaphore(at_once)
        found: dict[int, Asked] = {}

        async def one(place: int, question: BenchmarkQuestion) -> None:
            async with gate:
                found[place] = await self._asked(question, await opened(question.database))
                seen(found[place])

        # Those of one database follow one another, so that few are read at a time.
        by_database = sorted(enumerate(questions), key=lambda pair: pair[1].database)
        tasks = [asyncio.create_task(one(place, question)) for place, question in by_database]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return BenchmarkReport(tuple(found[place] for place in sorted(found)))

    async def _asked(self, question: BenchmarkQuestion, database: Database) -> Asked:
        golds = await self._golds(question, database)
        ours = judged(question, await self._ours(question, database), golds, database)
        if self._plain is None:
            return Asked(question, ours)
        plain = await self._plainly(question, database, self._plain)
        return Asked(question, ours, judged(question, plain, golds, database))

    async def _golds(self, question: BenchmarkQuestion, database: Database) -> list[Gold]:
        """Return the gold statements that run; they pass the walls like any other."""
        found = []
        for sql in question.golds:
            try:
                found.append(Gold(sql, await self._run(sql, database, "gold")))
            except WenshuError:
                continue  # a question none of whose statements runs is counted apart
        return found

    async def _run(self, sql: str, database: Database, user: str) -> QueryResult:
        rights = self._services.access.rights(self._user, database.name)
        return await database.run(await database.approve(sql, rights), user=user)

    async def _ours(self, question: BenchmarkQuestion, database: Database) -> Made:
        answer = await self._services.assistant.ask_whole(
            question.question, user=self._user, connection=database.name
        )
        failed = answer.kind == "failed"
        attempt = Attempt(
            verdict="failed" if failed else "declined",
            sql=answer.sql or "",
            note=(answer.failure or {}).get("code", "") if failed else answer.answer[:300],
            model_calls=answer.model_calls,
            prompt_tokens=answer.prompt_tokens,
            completion_tokens=answer.completion_tokens,
            ms=round(answer.ms.get("total", 0.0), 1),
            missing=await self._missing(question, answer.id, database),
        )
        return Made(attempt, answer.rows if answer.kind == "data" else None)

    async def _missing(
        self, question: BenchmarkQuestion, turn: str, database: Database
    ) -> tuple[str, ...] | None:
        """Return what the first prompt lacked, by the answer's own trace."""
        try:
            shown = shown_tables((await self._services.traces.get(turn)).trace)
        except NotFoundError:
            return None
        dialect = database.dialect.sqlglot_name
        return None if shown is None else missing_tables(question.golds, dialect, shown)

    async def _plainly(self, question: BenchmarkQuestion, database: Database, client: ChatClient) -> Made:
        began = time.perf_counter()
        with metered(Meter()) as meter:
            made = await self._drafted(question, database, client)
        attempt = replace(
            made.attempt,
            model_calls=meter.calls,
            prompt_tokens=meter.prompt_tokens,
            completion_tokens=meter.completion_tokens,
            ms=round((time.perf_counter() - began) * 1000, 1),
        )
        return Made(attempt, made.rows)

    async def _drafted(self, question: BenchmarkQuestion, database: Database, client: ChatClient) -> Made:
        sql = ""
        try:
            schema = await database.load_schema()
            sql, words = await plain_sql(client, schema, question.question, database.dialect)
            if not sql:
                return Made(Attempt("declined", note=words[:300]), None)
            return Made(Attempt("wrong", sql), (await self._run(sql, database, "plain")).rows)
        except WenshuError as error:
            return Made(Attempt("failed", sql, error.code), None)


def judged(question: BenchmarkQuestion, made: Made, golds: Sequence[Gold], database: Database) -> Attempt:
    """Say whether what was made holds what one of the gold statements returns."""
    if not golds:
        return replace(made.attempt, verdict="gold_failed", missing=None)
    if made.rows is None:
        return made.attempt
    dialect = database.dialect.sqlglot_name
    if any(matches(question, gold, made.rows, dialect) for gold in golds):
        return replace(made.attempt, verdict="right", note="")
    return replace(made.attempt, verdict="wrong", note=f"{len(made.rows)} rows")


def matches(question: BenchmarkQuestion, gold: Gold, rows: Rows, dialect: str) -> bool:
    """Compare rows with a gold statement's as the benchmark wants it."""
    if not question.is_lenient:
        return same_rows(
            gold.result.rows, rows, ordered=question.is_ordered and is_ordered(gold.sql, dialect)
        )
    names = [column.name for column in gold.result.columns]
    keys = order_keys(gold.sql, dialect, names) if question.is_ordered else None
    return holds(gold.result.rows, rows, keys)
