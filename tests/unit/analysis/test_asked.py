"""Which questions ask for an analysis, told from their words alone."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from analysis.asked import recognise

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "analysis" / "asked.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_a_why_question_is_told_from_others(case: dict[str, Any]) -> None:
    found = recognise(case["text"])
    if "rest" not in case:
        assert found is None or found.kind != "why"
        return
    assert found is not None and found.kind == "why"
    assert (found.rest, found.direction) == (case["rest"], case["direction"])


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("虎门哪些天车多得不正常", "虎门 车多得"),
        ("哪些天营业额异常", "营业额"),
        ("最近数据有没有什么不对劲的地方", "最近"),
        ("有没有什么要跟老板报一声的异常", ""),
    ],
)
def test_what_is_odd_swallows_no_word_before_it(text: str, rest: str) -> None:
    found = recognise(text)
    assert found is not None and (found.kind, found.rest) == ("anomaly", rest)
