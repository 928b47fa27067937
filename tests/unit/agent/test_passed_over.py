"""A message that narrows goes on from the last answer, and says so where the question between failed."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from agent.context import Context
from agent.nodes.compose import _passed_over
from agent.state import AgentState, Turn

ANSWERED = Turn(question="10月各站收入", sql="SELECT 1", answer="…", kind="data", source="metric", beside="")
FAILED = Turn(
    question="10月各站目标达成率", sql="SELECT 2", answer="", kind="failed", source="metric", beside=""
)
TOLD = "「10月各站目标达成率」没有得到答案，这里接的是「10月各站收入」。"


@pytest.mark.parametrize(
    ("history", "asked", "source", "told"),
    [
        ([ANSWERED, FAILED], "只看江苏的", "metric", [TOLD]),
        ([ANSWERED], "只看江苏的", "metric", []),
        ([FAILED, ANSWERED], "只看江苏的", "metric", []),
        ([ANSWERED, FAILED], "10月江苏各站收入", "metric", []),
        ([ANSWERED, FAILED], "只看江苏的", "generated", []),
        ([FAILED], "只看江苏的", "metric", []),
    ],
    ids=["between", "none_failed", "before", "whole_question", "read_by_a_model", "nothing_to_follow"],
)
def test_what_a_message_goes_on_from_is_said(
    history: list[Turn], asked: str, source: str, told: list[str]
) -> None:
    state: dict[str, Any] = {"history": history, "asked": asked, "question": "10月江苏各站收入"}
    context = cast(Context, SimpleNamespace(language="zh"))
    assert _passed_over(cast(AgentState, {**state, "sql_source": source}), context) == told
