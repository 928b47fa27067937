"""A whole assistant on a small real database, for tests: only the model is scripted, and that over HTTP."""

import asyncio
import contextlib
import datetime as dt
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import psycopg
from pydantic import SecretStr

from agent.checkpoints import FencedSaver
from agent.events import LAST, Answer, Event
from agent.graph import build_graph
from agent.hooks import Hook
from agent.memory import AnswerMemory
from agent.rooms import Rooms
from appdb.places import Places
from appdb.pool import AppDatabase
from appdb.preferences import PreferenceStore
from appdb.results import ResultStore
from appdb.share import UNLIMITED, Share
from appdb.traces import TraceStore
from appdb.turns import TurnStore
from appdb.users import User
from assistant import Assistant
from config.settings import Settings
from config.wording import Language
from database.connections import ConnectionSpec, Databases
from database.rights import Rights
from database.schema import Schema
from knowledge.items import Example, Linked, LinkedDocument, LinkedTable, ReuseHit
from llm.openai import ChatClient
from reasoning.fallback import FallbackReasoner
from reasoning.model import ModelReasoner
from reasoning.reasoner import Reasoner
from teaching.notes import NoteStore
from tests.fakes.openai_server import FakeOpenAI
from understanding.asked import Asked

SHOP = """
CREATE TABLE area (id int PRIMARY KEY, name text NOT NULL);
COMMENT ON TABLE area IS '服务区';
COMMENT ON COLUMN area.name IS '服务区名称';
CREATE TABLE sale (id int PRIMARY KEY, area_id int REFERENCES area, day date NOT NULL, amount numeric(12,2));
COMMENT ON TABLE sale IS '营业额';
COMMENT ON COLUMN sale.amount IS '营业额（元）';
INSERT INTO area VALUES (1, '南城服务区'), (2, '北山服务区'), (3, '东湖服务区');
INSERT INTO sale SELECT n, 1 + n % 3, date '2026-10-01' + n % 31, 100 + n FROM generate_series(1, 90) n;
"""
TOP = (
    "SELECT a.name, sum(s.amount) AS amount FROM sale s JOIN area a ON a.id = s.area_id"
    " GROUP BY 1 ORDER BY 2 DESC"
)
USER = User("ann", role="analyst", display_name="Ann")


@dataclass
class ToldKnowledge:
    """Knowledge that is told what to link: tests of the loop do not depend on retrieval."""

    linked: Linked = field(
        default_factory=lambda: Linked(
            tables=(
                LinkedTable("public.area", 1.0, "area(id int, name text) -- 服务区"),
                LinkedTable(
                    "public.sale", 1.0, "sale(id int, area_id int, day date, amount numeric) -- 营业额"
                ),
            ),
            documents=(LinkedDocument("客单价", "营业额除以交易笔数。", 0.9),),
            examples=(Example("p1", "各服务区营业额", TOP, 0.5),),
            best_score=1.0,
            likeliest=("public.area", "public.sale"),
        )
    )
    reusable: dict[str, ReuseHit] = field(default_factory=dict)
    questions: tuple[str, ...] = ("各服务区营业额", "营业额最高的服务区", "十月营业额", "南城服务区营业额")
    wider: Linked | None = None  # what is linked when there is more room than the settings give
    in_memory: Linked = field(default_factory=Linked)  # what is linked where retrieval fails
    failing: Exception | None = None
    slow_s: float = 0.0
    queries: list[str] = field(default_factory=list)
    wanted: list[tuple[str, ...]] = field(default_factory=list)
    kept_version: int = 1
    taught_schema: Schema = field(default_factory=Schema)

    async def retrieve(
        self,
        question: str,
        connection: str,
        *,
        rights: Rights,
        today: dt.date,
        budget_tokens: int,
        history: Sequence[str] = (),
        examples: bool = True,
        wanted_tables: Sequence[str] = (),
        **_: Any,
    ) -> Linked:
        """Return what was told, and note the query."""
        self.queries.append(" ".join([*history, question]))
        self.wanted.append(tuple(wanted_tables))
        await asyncio.sleep(self.slow_s)
        if self.failing is not None:
            raise self.failing
        if self.wider is not None and budget_tokens > Settings().prompt_budget_tokens:
            return self.wider
        return self.linked if examples else replace(self.linked, examples=())

    def retrieve_lexical(self, question: str, connection: str, **_: Any) -> Linked:
        """Return what was told to be in memory."""
        return self.in_memory

    async def nearest_questions(
        self, question: str, connection: str, k: int, rights: Rights, language: Language
    ) -> Sequence[str]:
        """Return the first questions told."""
        return self.questions[:k]

    async def reuse(self, asked: Asked) -> ReuseHit | None:
        """Return the hit told for exactly this question; the nearest questions all have one."""
        question = asked.question
        verified = ReuseHit("p1", question, TOP, exact=True) if question in self.questions else None
        return self.reusable.get(question, verified)

    async def schema(self, connection: str) -> Schema:
        """Return no taught tables."""
        return self.taught_schema

    async def version(self, connection: str) -> int:
        """Return the version told."""
        return self.kept_version


@dataclass
class Room:
    """The assistant and what it stands on, to look at from a test."""

    assistant: Assistant
    rooms: Rooms
    knowledge: ToldKnowledge
    app: AppDatabase
    shop_url: str = ""
    user: User = USER
    thread: str = "t1"

    async def ask(self, question: str, **who: Any) -> Answer:
        """Ask on the room's thread as its user."""
        return await self.assistant.ask_whole(question, **{"user": self.user, "thread": self.thread, **who})

    async def events(self, question: str, **who: Any) -> list[Event]:
        """Return every event of one question."""
        asked = self.assistant.ask(question, **{"user": self.user, "thread": self.thread, **who})
        async with contextlib.aclosing(asked) as events:
            return [event async for event in events]


def last_of(events: list[Event]) -> Answer:
    """Return the answer of the last event."""
    last = events[-1]
    assert isinstance(last, LAST)
    return last.answer


def settings_on(fake: FakeOpenAI, base: Settings, **overrides: Any) -> Settings:
    """Return settings whose model is the scripted server, with short waits."""
    values = {
        "openai_api_key": SecretStr("test-key"),
        "openai_base_url": fake.url,
        "llm_timeout_s": 5.0,
        "answer_timeout_s": 20.0,
    }
    return base.model_copy(update={**values, **overrides})


@contextlib.asynccontextmanager
async def open_room(
    settings: Settings,
    app: AppDatabase,
    shop_url: str,
    *,
    reasoner: Reasoner | None = None,
    knowledge: ToldKnowledge | None = None,
    rights: Rights | None = None,
    hooks: Sequence[Hook] = (),
    share: Share = UNLIMITED,
    **spec: Any,
) -> AsyncIterator[Room]:
    """Build the assistant as services.py does, on the shop database."""
    databases = Databases.open([ConnectionSpec("shop", SecretStr(shop_url), **spec)], settings, Places(app))
    saver = FencedSaver(app)
    await saver.setup()
    told, client = knowledge or ToldKnowledge(), ChatClient.of(settings)
    rooms = Rooms(
        graph=build_graph(saver, step_durable=settings.durability == "async"),
        settings=settings,
        databases=databases,
        rights_of=lambda user, connection: rights or Rights(user.role, connection),
        knowledge=told,
        notes=NoteStore(app),
        preferences=PreferenceStore(app),
        reuse=told.reuse,
        reasoner=reasoner or FallbackReasoner([ModelReasoner(client)]),
        results=ResultStore(app),
        turns=TurnStore(app, share),
        recall=AnswerMemory(),
        traces=TraceStore(app, settings.trace_days),
        hooks=hooks,
    )
    assistant = Assistant(rooms)
    try:
        yield Room(assistant, rooms, told, app, shop_url)
    finally:
        await assistant.close()
        await client.aclose()
        await databases.close()


def fill_shop(url: str) -> None:
    """Create the small database the tests ask."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SHOP)
