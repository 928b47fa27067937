"""Execution accuracy counts rows, not names, order or the last digit."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errors import InputError
from evaluation.accuracy import is_ordered, same_rows
from evaluation.golden import read_golden

A = [["x", 1.0], ["y", 2.5], ["z", None]]


@pytest.mark.parametrize(
    ("got", "ordered", "same"),
    [
        (A, True, True),
        (A[::-1], False, True),
        (A[::-1], True, False),
        ([[1.0, "x"], [2.5, "y"], [None, "z"]], True, True),
        ([["x", 1.0000001], ["y", 2.5], ["z", None]], True, True),
        ([["x", 1.01], ["y", 2.5], ["z", None]], True, False),
        (A[:2], False, False),
        ([["x", 1.0], ["x", 1.0], ["z", None]], False, False),
        ([["x"], ["y"], ["z"]], False, False),
        ([["x", 1.0], ["y", 2.5], ["z", 0]], False, False),
    ],
)
def test_rows_are_compared_as_the_gold_orders_them(
    got: list[list[object]], ordered: bool, same: bool
) -> None:
    assert same_rows(A, got, ordered=ordered) is same


@given(st.lists(st.tuples(st.integers(), st.text(max_size=3)), max_size=8), st.randoms())
def test_a_shuffled_result_is_the_same_bag(rows: list[tuple[int, str]], random: object) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert same_rows(rows, shuffled, ordered=False)
    if rows:
        assert not same_rows(rows, [*shuffled, rows[0]], ordered=False)


@pytest.mark.parametrize(
    ("sql", "ordered"),
    [
        ("SELECT a FROM t ORDER BY a", True),
        ("SELECT a FROM (SELECT a FROM t ORDER BY a) s", False),
        ("(SELECT a FROM t) UNION (SELECT b FROM u) ORDER BY 1", True),
        ("WITH w AS (SELECT a FROM t ORDER BY a) SELECT a FROM w", False),
    ],
)
def test_only_the_outermost_order_counts(sql: str, ordered: bool) -> None:
    assert is_ordered(sql, "postgres") is ordered


def test_an_unreadable_golden_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    path.write_text(json.dumps({"question": "a?", "gold": "SELECT 1"}) + "\n\n{not json}\n", "utf-8")
    with pytest.raises(InputError) as caught:
        read_golden(path)
    assert caught.value.params == {"file": "golden.jsonl", "line": 3}


def test_a_question_without_gold_expects_to_be_declined(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    path.write_text('{"id":"g","question":"荔枝几月上市","gold":null}\n', "utf-8")
    assert [(case.expect, case.gold) for case in read_golden(path)] == [("declined", ())]
