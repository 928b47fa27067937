"""What a blind set's scorer calls right, and which button it takes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from agent.events import Answer
from errors import InputError
from evaluation.blind import BlindTurn, examine, read_blind, summary
from evaluation.blind_rows import GoldRows, agrees

SHOPS = [["North", 12.5], ["South", 7.25]]


@pytest.mark.parametrize(
    ("gold", "got", "same"),
    [
        (SHOPS, [["South", 7.25, 1], ["North", 12.5, 2]], True),  # a column more, another order
        (SHOPS, [[12.5, "North"], [7.3, "South"]], True),  # rounded to one place
        (SHOPS, [["NORTH", 12.5], ["south", 7.25]], True),
        ([[2025, 5.5], [2026, 7.25]], [[7.25, 5.5, 31.8]], True),  # years beside them are no figures
        (SHOPS, [["North", 12.5]], False),  # a row less
        (SHOPS, [["North", 7.25], ["South", 12.5]], False),  # figures of the other
        ([[100]], [[101]], False),
        ([[10]], [[10.04]], False),
        ([[0.034]], [[0.03]], True),
        ([["a", 348.08], ["b", 238.79]], [["a", 348], ["b", 239]], True),  # of a figure without decimals
        ([["a", 348.08], ["b", 238.79]], [["a", 347], ["b", 239]], False),
        ([[2025, 14.3]], [["2025-01-01", 14.3]], True),
        ([[3]], [[3.4]], False),
        ([["2026-10-01", 5]], [["2026-10", 5]], True),
        ([["2026-Q4", 5]], [["2026-10-01", 5]], True),
        ([["2026-Q3", 5]], [["2026-10-01", 5]], False),
        ([["2026-10-01T00:00:00", 5]], [["2026-10-01", 5]], True),
        ([[None]], [[0]], False),
        ([], [], True),
        ([], [[1]], False),
        ([["2025", 5.5], ["2026", 7.25]], [[7.25, 5.5, 31.8]], True),  # two periods in one row
        ([["2025", 5.5], ["2026", 7.25]], [[7.25, 5.6, 31.8]], False),
        ([[7.25, 5.5]], [["a", 5.5], ["b", 7.25]], True),
        ([["2025", 5.5], ["2026", 5.5]], [[5.5, 1.0]], False),  # one figure is not two
    ],
)
def test_rows_agree_where_a_person_would_say_so(gold: Any, got: Any, same: bool) -> None:
    assert agrees(GoldRows(gold), got) is same


def test_a_label_is_its_code_and_what_is_not_given_is_null() -> None:
    gold = GoldRows([["N", 3], [None, 1]])
    assert agrees(gold, [["North", 3], ["(not given)", 1]], {"north": "n"})
    assert not agrees(gold, [["North", 3], ["(not given)", 1]], {"north": "s"})


def test_order_counts_where_the_gold_orders_and_ties_may_stand_in_any() -> None:
    gold = GoldRows([["a", 3], ["b", 3], ["c", 1]], keys=(1,))
    assert agrees(gold, [["b", 3], ["a", 3], ["c", 1]])
    assert not agrees(gold, [["c", 1], ["a", 3], ["b", 3]])


def answered(rows: list[list[Any]]) -> Answer:
    return Answer(kind="data", answer="", question="", rows=rows)


class Scripted:
    """Answers by the last message; keeps what was sent."""

    def __init__(self, answers: dict[str, Answer]) -> None:
        self.answers = answers
        self.sent: list[list[str]] = []

    async def play(self, messages: Sequence[str]) -> Answer:
        self.sent.append(list(messages))
        return self.answers[messages[-1]]

    async def gold(self, sql: str) -> GoldRows:
        return GoldRows([[int(sql)]])


def holds(gold: GoldRows, answer: Answer) -> bool:
    return agrees(gold, answer.rows)


def turn(question: str, *gold: str, kind: str = "data") -> BlindTurn:
    return BlindTurn(question, question, kind, gold)


ASKED = Answer(kind="clarify", answer="?", question="", suggestions=["by day", "by month"])


@pytest.mark.parametrize(
    ("gold", "outcome"), [("1", "first_button"), ("2", "other_button"), ("3", "no_button")]
)
async def test_a_question_back_is_judged_by_where_its_buttons_lead(gold: str, outcome: str) -> None:
    script = Scripted({"q": ASKED, "by day": answered([[1]]), "by month": answered([[2]])})
    (judged,) = await examine([turn("q", gold)], script.play, script.gold, holds)
    assert judged.outcome == outcome


async def test_a_conversation_goes_on_from_the_button_that_is_right() -> None:
    script = Scripted(
        {"q": ASKED, "by day": answered([[1]]), "by month": answered([[2]]), "next": answered([[5]])}
    )
    judged = await examine([turn("q", "2"), turn("next", "4")], script.play, script.gold, holds)
    assert [one.outcome for one in judged] == ["other_button", "wrong"]
    assert script.sent[-1] == ["q", "by month", "next"]


@pytest.mark.parametrize(
    ("kind", "gold", "answer", "outcome"),
    [
        ("why", (), answered([[1]]), "wrong"),
        ("why", (), answered([[None]]), "right"),
        ("why", (), Answer(kind="general", answer="", question=""), "right"),
        ("vague", ("1",), ASKED, "right"),
        ("vague", ("1",), answered([[2]]), "wrong"),
        ("data", ("1",), Answer(kind="declined", answer="", question=""), "declined"),
        ("data", ("1",), Answer(kind="failed", answer="", question=""), "failed"),
    ],
)
async def test_no_figure_may_be_shown_where_none_is_right(
    kind: str, gold: tuple[str, ...], answer: Answer, outcome: str
) -> None:
    script = Scripted({"q": answer})
    (judged,) = await examine([turn("q", *gold, kind=kind)], script.play, script.gold, holds)
    assert judged.outcome == outcome


async def test_shares_are_of_what_the_data_can_answer_and_wrong_of_all() -> None:
    script = Scripted({"a": answered([[1]]), "b": answered([[9]]), "c": ASKED, "by day": answered([[1]])})
    turns = [turn("a", "1"), turn("b", kind="why"), turn("c", "1")]
    found = [(await examine([one], script.play, script.gold, holds))[0] for one in turns]
    told = summary(found)
    assert (told["wrong_percent"], told["right_or_first_button_percent"]) == (33.3, 100.0)
    assert (told["asked_back_percent"], told["first_button_right_percent"]) == (50.0, 100.0)


def test_a_folder_gives_singles_and_conversations_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "questions.jsonl").write_text('{"id": "1", "question": "q", "kind": "data", "gold": ["s"]}\n')
    (tmp_path / "conversations.jsonl").write_text(
        '{"thread": "c", "turn": 2, "question": "b", "kind": "data"}\n'
        '{"thread": "c", "turn": 1, "question": "a", "kind": "data"}\n'
    )
    found = read_blind(tmp_path)
    assert [[one.question for one in conversation] for conversation in found] == [["q"], ["a", "b"]]


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "questions.jsonl").write_text('{"id": "1", "question": "q"}\n')
    with pytest.raises(InputError) as error:
        read_blind(tmp_path)
    assert str(error.value.params["line"]) == "1"
