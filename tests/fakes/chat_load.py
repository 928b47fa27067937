"""Many people at once in the browser's chat, and what each finds on opening the conversation again.

`python -m tests.fakes.chat_load 50 5` serves the app on an own PostgreSQL; its model takes 300 ms a call.
"""

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import TEMPLATE
from tests.fakes.chat_client import chatting, signed_in

PATIENCE_S = 600.0
ROLES = ("viewer", "analyst", "admin")
TOP = "SELECT a.name, sum(s.amount) AS amount FROM sale s JOIN area a ON a.id = s.area_id GROUP BY 1"


@dataclass(frozen=True)
class Found:
    """What was asked and shown, and what of it is there on opening the conversations again."""

    asked: int
    shown: int
    lost: list[str]
    seconds: float


async def load(address: str, sessions: int, questions: int) -> Found:
    """Ask in so many chats at once, so many questions in each, and open all of them again."""
    began = time.monotonic()
    told = await asyncio.gather(*(_session(address, number, questions) for number in range(sessions)))
    seconds = time.monotonic() - began
    lost: list[str] = []
    for number in range(sessions):
        thread, answers = told[number]
        lost += await _lost(address, ROLES[number % len(ROLES)], thread, answers)
    return Found(sessions * questions, sum(map(len, (answers for _, answers in told))), lost, seconds)


async def _session(address: str, number: int, questions: int) -> tuple[str, dict[str, str]]:
    """Ask one question after the other; return the conversation and what was said to each."""
    answers: dict[str, str] = {}
    async with chatting(address, ROLES[number % len(ROLES)], patience_s=PATIENCE_S) as page:
        for turn in range(questions):
            question = f"第{number}号报表第{turn}部分的构成"
            answers[question] = (await page.ask(question))["output"]
        return page.thread, answers


async def _lost(address: str, name: str, thread: str, answers: dict[str, str]) -> list[str]:
    """Return the questions that are not there, or not with what was said to them."""
    async with signed_in(address, name) as http:
        reopened = await http.get(f"/project/thread/{thread}")
    steps: list[dict[str, Any]] = reopened.json().get("steps", []) if reopened.status_code == 200 else []
    runs = {step["id"]: step["parentId"] for step in steps if step["type"] == "run"}
    asked = {step["id"]: step["output"] for step in steps if step["type"] == "user_message"}
    said = {
        asked.get(runs.get(step["parentId"], ""), ""): step["output"]
        for step in steps
        if step["type"] == "assistant_message"
    }
    return [question for question, answer in answers.items() if said.get(question) != answer]


def main(sessions: int, questions: int) -> None:
    """Serve the app, load it and print what was found."""
    from appdb.embedded import EmbeddedPostgres
    from appdb.migrate import migrate
    from appdb.server import APP_ROLE, create_app_database
    from tests.fakes.admin_app import running_admin_app
    from tests.fakes.openai_server import FakeOpenAI

    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedPostgres(Path(folder) / "postgres") as postgres,
        FakeOpenAI(answers={"*": TOP}, latency_s=0.3) as model,
    ):
        create_app_database(postgres.url(), TEMPLATE)
        migrate(postgres.url(TEMPLATE, APP_ROLE))
        served = Path(folder) / "served"
        served.mkdir()
        environment = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "x"}
        with running_admin_app(postgres, TEMPLATE, "load", served, **environment) as server:
            found = asyncio.run(load(server.address, sessions, questions))
    rate = found.asked / found.seconds
    print(
        f"{sessions} sessions: {len(found.lost)} of {found.asked} lost, {rate:.1f} a second", found.lost[:3]
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
