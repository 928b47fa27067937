"""Recorded replies are asked again: what is withheld now, and which answers changed since."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage as Words

from commands.evaluate_replay import run_replay, show_replay
from errors import InputError
from evaluation.replay import Recording, day_of
from services import Services
from tests.fakes.openai_server import FakeOpenAI, Say

QUESTION = "Why did takings rise from 2026-10-17 to 2026-10-31?"
TRUE, FALSE = "Takings came to 6,547 in all.", "- There were 45 sales."


def recorded(path: Path, *lines: dict[str, str]) -> Path:
    """Write a recording."""
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), "utf-8")
    return path


def reply(words: str) -> dict[str, str]:
    """Return what an analyst was recorded to have said."""
    return {"kind": "You are the analyst", "question": QUESTION, "reply": words}


async def test_what_was_said_is_held_against_the_rows_there_are_now(
    taught_shop: Services, fake: FakeOpenAI, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = f"{TRUE}\n\n{FALSE}"
    file = recorded(
        tmp_path / "said.jsonl",
        {"id": "q1", "question": QUESTION, "today": "2026-11-21", "answer": words},
        reply(words),
    )
    (one,) = await run_replay(taught_shop, file, "shop", record=False)
    assert (one.now, one.changed, one.unrecorded) == (TRUE, True, 0)
    assert {sentence for sentence, _ in one.withheld} == {FALSE}
    assert not fake.requests, "no model was asked"
    show_replay([one], True, None)  # type: ignore[arg-type]
    assert json.loads(capsys.readouterr().out)["changed"] is True
    assert str(day_of(file)) == "2026-11-21"


async def test_what_was_not_recorded_is_told_and_answered_without_a_model(
    taught_shop: Services, tmp_path: Path
) -> None:
    file = recorded(tmp_path / "asked.jsonl", {"question": QUESTION})
    (one,) = await run_replay(taught_shop, file, "shop", record=False)
    assert one.unrecorded and "6,547" in one.now and not one.changed


async def test_a_model_is_recorded_and_replayed_to_the_same_answers(
    taught_shop: Services, fake: FakeOpenAI, tmp_path: Path
) -> None:
    file = recorded(tmp_path / "asked.jsonl", {"question": QUESTION, "thread": "a"}, reply("said before"))
    fake.replies.append(Say(TRUE, role="report"))
    (one,) = await run_replay(taught_shop, file, "shop", record=True)
    (again,) = await run_replay(taught_shop, file, "shop", record=False)
    assert len(fake.requests) == 1 and "said before" not in file.read_text("utf-8")
    assert again == replace(one, was=one.now) and not again.changed and again.now == TRUE


def test_replies_come_in_their_order_and_the_last_stays(tmp_path: Path) -> None:
    held = Recording.read(recorded(tmp_path / "two.jsonl", reply("first"), reply("second")))
    prompt = [Words("You are the analyst who answers."), Words(f"Rows: 3\n\nQuestion: {QUESTION}")]
    assert [held.take(prompt) for _ in range(3)] == ["first", "second", "second"]
    assert held.take([Words("You write SQL."), prompt[1]]) is None


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = recorded(tmp_path / "bad.jsonl", reply("first"), {"id": "no question"})
    with pytest.raises(InputError) as raised:
        Recording.read(file)
    assert raised.value.params["line"] == 2
