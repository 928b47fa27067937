"""A benchmark's answer is right where it holds the gold's columns, in the order that was asked for."""

import pytest

from evaluation.benchmark.judging import acceptable, holds, order_keys

GOLD = [["x", 1], ["y", 2], ["z", 2]]


@pytest.mark.parametrize(
    ("sql", "statements"),
    [
        ("SELECT a FROM t;", ["SELECT a FROM t"]),
        ("SELECT a FROM t; SELECT b FROM u", ["SELECT a FROM t", "SELECT b FROM u"]),
        (
            "SELECT {t.id, t.name}, COUNT(*) FROM t GROUP BY {}",
            [
                "SELECT t.id, COUNT(*) FROM t GROUP BY t.id",
                "SELECT t.name, COUNT(*) FROM t GROUP BY t.name",
                "SELECT t.id, t.name, COUNT(*) FROM t GROUP BY t.id, t.name",
            ],
        ),
    ],
)
def test_braces_stand_for_any_of_their_columns(sql: str, statements: list[str]) -> None:
    assert list(acceptable(sql)) == statements


@pytest.mark.parametrize(
    ("got", "right"),
    [
        pytest.param([[2, "z"], [2, "y"], [1, "x"]], True, id="other order of rows and columns"),
        pytest.param([["x", "p", 1], ["y", "q", 2], ["z", "r", 2]], True, id="a column more"),
        pytest.param([["x", 1], ["y", 2], ["z", 2], ["z", 2]], True, id="a row repeated"),
        pytest.param([["x", 1, 0], ["y", 2, 1], ["z", 2, 2], ["z", 2, 3]], False, id="a row more"),
        pytest.param([["x"], ["y"], ["z"]], False, id="a column less"),
        pytest.param([["x", 2], ["y", 1], ["z", 2]], False, id="columns right, rows not"),
        pytest.param([], False, id="nothing"),
    ],
)
def test_the_golds_columns_are_looked_for_among_the_results(got: list[list[object]], right: bool) -> None:
    assert holds(GOLD, got) is right


def test_columns_of_equal_values_are_told_apart_by_their_rows() -> None:
    gold = [["a", 1, 2], ["b", 2, 1]]
    assert holds(gold, [["a", 2, 1], ["b", 1, 2]])
    assert not holds([["a", 1, 2], ["b", 2, 3]], [["a", 2, 2], ["b", 1, 3]])


def test_midnight_is_its_day() -> None:
    assert holds([["2023-02-01T00:00:00", 4]], [["2023-02-01", 4]])
    assert not holds([["2023-02-01T08:00:00", 4]], [["2023-02-01", 4]])


def test_rows_that_tie_in_the_asked_order_may_come_in_any() -> None:
    assert holds(GOLD, [["x", 1], ["z", 2], ["y", 2]], keys=(1,))
    assert not holds(GOLD, [["y", 2], ["z", 2], ["x", 1]], keys=(1,))


@pytest.mark.parametrize(
    ("sql", "keys"),
    [
        ("SELECT name, n FROM t", None),
        ("SELECT name, n FROM t ORDER BY n DESC, name", (1, 0)),
        ("SELECT name, COUNT(*) AS n FROM t GROUP BY name ORDER BY COUNT(*) DESC", (1,)),
        ("SELECT name, n FROM t ORDER BY 2, other, 1", (1,)),
        ("SELECT name, n FROM t ORDER BY other", ()),
        ("SELECT FROM WHERE", None),
    ],
)
def test_order_counts_as_far_as_it_is_seen(sql: str, keys: tuple[int, ...] | None) -> None:
    assert order_keys(sql, "postgres", ["name", "n"]) == keys
