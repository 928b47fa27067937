"""What models really answer is read as far as it can be, and no further."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from reasoning.replies import plain_words, read_reply, tool_in

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "replies" / "sql.yaml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_reply_is_read(case: dict[str, Any]) -> None:
    read = read_reply(case["reply"])
    assert read.sql == case.get("sql", "")
    assert read.reason == case.get("reason")
    for name in ("question", "message"):
        if name in case:
            assert getattr(read, name) == case[name]
    assert list(read.readings) == case.get("readings", [])


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("没有天气数据。", "没有天气数据。"),
        ("没有天气数据。大约有 42 条。", "没有天气数据。"),
        ("Use **bold** and <b>tags</b> at https://x.example/y", "Use bold and tags at"),
        ("```sql\nSELECT a FROM t\n```only words", "only words"),
        ("Run SELECT a FROM t. Then look.", ""),
        ("<think>secret</think>No such table.", "No such table."),
    ],
)
def test_models_own_words_are_shown_without_figures_markup_and_sql(message: str, shown: str) -> None:
    assert plain_words(message, "2025年的气温") == shown


def test_figure_the_user_wrote_may_be_repeated() -> None:
    assert plain_words("没有 2025 年的天气。", "2025年的气温") == "没有 2025 年的天气。"


def test_long_words_are_cut() -> None:
    assert len(plain_words("很长" * 500, "")) <= 241


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("I will call generate_sql now", "generate_sql"),
        ("first valid_sql then run_sql", None),
        ("<think>run_sql?</think>generate_sql", "generate_sql"),
        ("nothing", None),
    ],
)
def test_tool_named_in_text_counts_only_where_it_is_one(text: str, tool: str | None) -> None:
    assert tool_in(text, ("generate_sql", "valid_sql", "run_sql")) == tool
