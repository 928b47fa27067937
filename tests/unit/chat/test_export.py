"""A conversation taken away holds what was said, and nothing in it runs or leads elsewhere."""

import datetime as dt
from typing import Any

import pytest

from appdb.turns import Turn
from chat.export import KINDS, exported, is_wanted, offer

AT = dt.datetime(2026, 11, 20, 2, 42, tzinfo=dt.UTC)


def _turn(question: str = "各服务区营业额", understood: str = "", **answer: Any) -> Turn:
    columns = [{"name": "名称", "type": "text"}, {"name": "额", "type": "number"}]
    told = {"answer": "南城最高。", "question": understood or question, "sql": "SELECT 1",
            "interpretation": ["时间：十月"], "columns": columns,
            "rows": [["南城|北", 3.5], [None, 1]], "row_count": 80, **answer}  # fmt: skip
    return Turn("t", "ann", "th", "demo", question, "done", told, AT, AT)


@pytest.mark.parametrize("kind", KINDS)
def test_export_holds_question_answer_rows_sql_time_and_how(kind: str) -> None:
    turns = [_turn(), _turn("按月看", understood="各服务区每月营业额")]
    text = exported(turns, kind, "zh", "Asia/Shanghai", sees_sql=True)
    wanted = ["各服务区营业额", "南城最高。", "3.5", "SELECT 1", "2026-11-20 10:42", "时间：十月"]
    assert [part for part in (*wanted, "另有 78 行", "各服务区每月营业额") if part not in text] == []


@pytest.mark.parametrize("kind", KINDS)
def test_sql_is_left_out_for_who_may_not_see_it(kind: str) -> None:
    assert "SELECT" not in exported([_turn()], kind, "en", "UTC", sees_sql=False)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_in_it_runs_or_is_fetched(kind: str) -> None:
    evil = "<script>x()</script> ![x](https://evil.example/a) <img src=//evil.example>"
    text = exported([_turn(evil, answer=evil, rows=[[evil, 1]])], kind, "zh", "UTC", sees_sql=True)
    assert "<script>x" not in text and "<img" not in text
    assert kind == "html" or "](https://evil.example" not in text


def test_stopped_turn_says_that_there_is_no_answer() -> None:
    stopped = Turn("t", "ann", "th", "demo", "慢", "stopped", None, AT, AT)
    assert "没有给出回答" in exported([stopped], "md", "zh", "UTC", sees_sql=True)


def test_cell_cannot_end_its_column() -> None:
    lines = exported([_turn()], "md", "zh", "UTC", sees_sql=True).splitlines()
    assert "| 南城\\|北 | 3.5 |" in lines


def test_command_is_known_in_both_languages_and_offers_both_kinds() -> None:
    assert is_wanted(" /Export ") and is_wanted("/导出") and not is_wanted("/export 营业额")
    assert "/export/t1.md" in offer("t1", "en") and "/export/t1.html" in offer("t1", "zh")
