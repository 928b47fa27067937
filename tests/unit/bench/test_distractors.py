"""The labelled retrieval set: gold tables from gold SQL, and distractors that are always the same."""

from evaluation.golden import GoldenQuestion
from tests.bench.pool import Labelled, distractors, labelled, recall


def test_gold_tables_are_those_the_sql_reads_and_no_cte_and_each_question_counts_once() -> None:
    sql = "WITH m AS (SELECT * FROM public.Sale) SELECT * FROM m JOIN area USING (id)"
    golden = [
        GoldenQuestion("1", "how much?", (sql,), "data"),
        GoldenQuestion("2", "how much?", ("SELECT 1 FROM other",), "data"),
        GoldenQuestion("3", "the moon?", (), "declined"),
        GoldenQuestion("4", "today?", ("SELECT 1",), "data"),
    ]
    assert labelled(golden) == [Labelled("how much?", frozenset({"sale", "area"}))]


def test_recall_counts_what_stands_among_the_first() -> None:
    wanted = frozenset({"sale", "area"})
    assert [recall(wanted, ["Sale", "x", "area"], k) for k in (1, 2, 3)] == [0.5, 0.5, 1.0]


def test_distractors_are_many_different_and_the_same_each_time() -> None:
    tables = distractors(2500)
    assert len({table.full_name for table in tables}) == 2500
    assert tables == distractors(2500) and tables[:10] == distractors(10)
    silent = sum(not table.comment for table in tables) / len(tables)
    assert 0.3 < silent < 0.5
