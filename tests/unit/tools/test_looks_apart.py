"""Which columns of a look leave some out whom the whole has."""

from answers.scopes import WITHOUT
from database.result import QueryResult, ResultColumn
from tools.look_bases import said_apart

RESULT = QueryResult(
    (ResultColumn("Month", "text"), ResultColumn("Complaints", "integer")), (("2026-08", 281),), False, 1.0
)


def test_a_statement_leaves_out_what_its_label_or_a_heading_says() -> None:
    assert said_apart("Complaints by month", RESULT) == frozenset()
    assert said_apart("Complaints by month, without Houjie", RESULT) == {0, 1}
    both = QueryResult(
        (*RESULT.columns, ResultColumn("Complaints without Houjie", "integer")), (), False, 1.0
    )
    assert said_apart("All and without Houjie", both) == {2}
    assert WITHOUT.search("不算北江、吴川")
