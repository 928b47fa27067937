"""Whole conversations as data, through the scripted HTTP model and a real database."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.fakes.openai_server import FakeOpenAI
from tests.integration.conftest import OpenRoom

FOLDER = Path(__file__).parents[1] / "cases" / "conversations"
CONVERSATIONS = {
    file.stem: yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
    for file in sorted(FOLDER.glob("*.yaml"))
}


@pytest.mark.parametrize("turns", CONVERSATIONS.values(), ids=CONVERSATIONS.keys())
async def test_conversation_goes_as_written(
    fake: FakeOpenAI, opened: OpenRoom, turns: list[dict[str, Any]]
) -> None:
    async with opened() as room:
        for turn in turns:
            fake.script(*turn.get("model", []))
            answer = await room.ask(turn["say"])
            found = {name: getattr(answer, name) for name in turn["expect"]}
            assert found == turn["expect"], turn["say"]
            assert not fake.replies, turn["say"]
