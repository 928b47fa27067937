"""Which questions ask for an analysis, told from their words alone."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from analysis.asked import hear, recognise

CASES = yaml.load(
    (Path(__file__).parents[2] / "cases" / "analysis" / "asked.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)


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


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("本月报修多少", None),
        ("本月月报", "briefing"),
        ("今年全年会员数", None),
        ("今年全年会做到多少", "forecast"),
        ("目标客户会来多少", None),
        ("目标会完成吗", "target"),
        ("连续降雨三天", None),
        ("连续降低三天", "trend"),
        ("8月体检人数", None),
        ("how many drivers left", None),
        ("main drivers of takings", "why"),
    ],
)
def test_a_cue_is_a_word_of_its_own(text: str, kind: str | None) -> None:
    found = hear(text)
    assert (found.kind if found else None) == kind


def test_a_last_not_asks_whether_and_leaves_nobody_out() -> None:
    found = recognise("Hazel有啥不对劲的没")
    assert found is not None and (found.kind, found.rest) == ("anomaly", "Hazel")
