"""What models really answer is read as far as it can be, and no further."""

from typing import Any

import pytest

from database.dialects import dialect_named
from database.screening import MAX_LENGTH
from reasoning.reasoner import Draft, MetricDraft, NeedTables, NoSql, SqlDraft
from reasoning.replies import Unreadable, plain_words, read_in_dialect, tool_in
from reasoning.wrapping import unwrapped
from tests.conftest import TODAY
from tests.fakes.replies import reply_cases

CASES = reply_cases()


def test_cases_are_many_and_each_is_its_own() -> None:
    assert len(CASES) >= 150
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_reply_is_read(case: dict[str, Any]) -> None:
    read = read_in_dialect(case["reply"], dialect_named(case.get("dialect", "postgres")), TODAY.isoformat())
    assert told(read, case) == {"form": form_of(case)} | {n: case[n] for n in case if n in TOLD}
    if "question" in case:
        assert not isinstance(read, Unreadable) and read.question == case["question"]
    if isinstance(read, Unreadable):
        assert (read.otherwise.sql if read.otherwise else None) == case.get("otherwise")


TOLD = ("sql", "reason", "message", "readings", "tables", "metric")  # what a case may say of a reply


def form_of(case: dict[str, Any]) -> str:
    """Return which member of the union a case expects."""
    forms = {"sql": "sql", "reason": "refusal", "tables": "need", "metric": "metric"}
    return next((form for name, form in forms.items() if case.get(name)), "unreadable")


def told(read: Draft | Unreadable, case: dict[str, Any]) -> dict[str, Any]:
    """Return a reply as the cases say it; its words count where a case gives some."""
    match read:
        case SqlDraft():
            return {"form": "sql", "sql": read.sql}
        case MetricDraft():
            return {"form": "metric", "metric": dict(read.query)}
        case NeedTables():
            return {"form": "need", "tables": list(read.tables)}
        case NoSql():
            said = {"message": read.message, "readings": list(read.readings)}
            return {"form": "refusal", "reason": read.reason} | {k: v for k, v in said.items() if k in case}
        case _:
            return {"form": "unreadable"}


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


def test_a_part_of_a_question_may_say_of_when_it_is() -> None:
    asked = "How many complaints in August, and last October, how much did they grow?"
    part = "How much did complaints grow in October 2026 on October 2025?"
    assert plain_words(part, asked) == ""
    assert plain_words(part, asked, may_date=True) == part
    assert plain_words("Why are there 281 complaints?", asked, may_date=True) == ""


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


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("<think>" * 3 + "SELECT 1", ""),
        ("<think>a</think>SELECT 1<think>b</think>", "SELECT 1"),
        ("<think>a<reasoning>b</think>SELECT 1", "SELECT 1"),
        ("[THINK]a[/THINK]SELECT 1", "SELECT 1"),
        ("Tables (part):\nshop(id)\nQuestion: how many?\nSELECT 1", "SELECT 1"),
        ("Question: how many?\nSELECT 1", "Question: how many?\nSELECT 1"),
    ],
)
def test_wrappings_are_removed_whether_their_marks_are_paired_or_not(reply: str, said: str) -> None:
    assert unwrapped(reply) == said


@pytest.mark.parametrize(("length", "clock"), [(MAX_LENGTH - 1000, False), (MAX_LENGTH + 1, True)])
def test_statement_too_long_for_the_guard_is_left_as_it_is_written(length: int, clock: bool) -> None:
    written = "SELECT CURRENT_DATE, amount FROM sale WHERE id IN (" + "1, " * (length // 3) + "1)"
    read = read_in_dialect(written, dialect_named("postgres"), TODAY.isoformat())
    assert isinstance(read, SqlDraft)
    assert ("CURRENT_DATE" in read.sql) is clock
