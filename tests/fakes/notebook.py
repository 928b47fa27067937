"""What tests/vanna_agent_test.ipynb stands on: an own PostgreSQL, the shop database and a scripted model."""

import contextlib
import datetime as dt
import logging
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool
from langgraph.prebuilt import ToolRuntime

from agent.context import Context
from agent.events import Answered, Clarify, Event, Failed, RowsReady, SqlReady, StepFinished
from agent.rooms import context_for
from agent.state import AgentState, fresh_turn
from appdb.embedded import EmbeddedPostgres
from appdb.migrate import migrate
from appdb.pool import AppDatabase
from appdb.server import APP_ROLE, create_app_database
from appdb.turns import Turn
from config.settings import Settings
from config.wording import language_of
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import Room, fill_shop, open_room, settings_on

TODAY = dt.date(2026, 11, 20)


@dataclass
class Bench:
    """A room and its scripted model, with what a reader of the notebook wants to see of them."""

    room: Room
    model: FakeOpenAI

    def question(self, text: str) -> tuple[AgentState, Context]:
        """Return the state and the context that the four tools share for one question."""
        user, rooms = self.room.user, self.room.rooms
        now = dt.datetime.now(dt.UTC)
        turn = Turn(
            "0", user.name, "alone", "shop", text, "running", None, now, None, {"language": language_of(text)}
        )
        state = fresh_turn() | AgentState(asked=text, question=text, messages=[], history=[])
        return state, context_for(rooms, turn, user)

    async def call(self, tool: BaseTool, state: AgentState, context: Context) -> AgentState:
        """Run one tool outside the loop and return the state after it."""
        runtime = ToolRuntime(state, context, RunnableConfig(), lambda _: None, "call-1", None)
        command: Any = await tool.coroutine(runtime)  # type: ignore[attr-defined]
        return state | {key: value for key, value in command.update.items() if key != "messages"}

    async def ask(self, question: str, *replies: str, thread: str | None = None) -> None:
        """Ask with these replies scripted, and print what came of it step by step."""
        self.model.script(*replies)
        room = replace(self.room, thread=thread or question)
        for event in await room.events(question):
            print(line) if (line := told(event)) else None


def told(event: Event) -> str:
    """Return an event in a line, without times and ids; words that stream say nothing here."""
    match event:
        case StepFinished():
            return f"{'✓' if event.ok else '✗'} {event.step}" + ("" if event.ok else f": {event.note}")
        case SqlReady():
            return f"  SQL ({event.source}): {event.sql}"
        case RowsReady():
            return f"  rows: {event.rows}"
        case Answered() | Clarify() | Failed():
            answer = event.answer
            return (
                f"{answer.kind.upper()} after {answer.model_calls} model calls, {answer.repairs} repairs:"
                f" {answer.answer}"
            )
    return ""


@contextlib.asynccontextmanager
async def bench() -> AsyncIterator[Bench]:
    """Start everything in a folder of its own, and remove it afterwards."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="wenshu-notebook-") as folder, FakeOpenAI() as model:
        server = EmbeddedPostgres(Path(folder) / "postgres")
        server.start()
        try:
            create_app_database(server.url(), "wenshu")
            app_url = server.url("wenshu", APP_ROLE)
            migrate(app_url)
            with psycopg.connect(server.url(), autocommit=True) as connection:
                connection.execute("CREATE DATABASE shop")
            fill_shop(server.url("shop"))
            settings = settings_on(model, Settings(data_dir=Path(folder) / "data", today=TODAY))
            async with (
                await AppDatabase.open(app_url, size=4) as app,
                open_room(settings, app, server.url("shop")) as room,
            ):
                yield Bench(room, model)
        finally:
            server.stop()
