"""A report counts both ways of asking alike, and tells blind prompts from wrong answers."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from commands.benchmark import show_benchmark
from database.dialects import POSTGRES
from database.schema import Column, ForeignKey, Schema, Table
from evaluation.benchmark.plain import schema_text
from evaluation.benchmark.questions import BenchmarkQuestion
from evaluation.benchmark.report import Asked, Attempt, BenchmarkReport
from evaluation.benchmark.sight import missing_tables, shown_tables

RIGHT = Attempt("right", model_calls=2, prompt_tokens=300, completion_tokens=20, ms=10.0, missing=())
WRONG = replace(RIGHT, verdict="wrong", ms=30.0, missing=("shop",))
DECLINED = replace(RIGHT, verdict="declined", ms=20.0, missing=None)
BROKEN = replace(RIGHT, verdict="gold_failed", missing=None)


def asked(ours: Attempt, plain: Attempt | None = None, database: str = "a", level: str = "") -> Asked:
    return Asked(BenchmarkQuestion("1", "?", ("SELECT 1",), database, level), ours, plain)


def test_a_question_whose_gold_does_not_run_counts_for_nobody() -> None:
    report = BenchmarkReport((asked(RIGHT, WRONG), asked(WRONG, RIGHT), asked(BROKEN, BROKEN)))
    told = report.to_json()
    assert (told["ours"]["accuracy"], told["ours"]["questions"], told["gold_failed"]) == (0.5, 2, 1)
    assert told["paired"] == {"both": 0, "only_ours": 1, "only_plain": 1, "neither": 0}
    assert (told["ours"]["model_calls"], told["ours"]["prompt_tokens"], told["ours"]["ms_p50"]) == (
        4,
        600,
        20.0,
    )


def test_only_questions_that_were_linked_can_be_blind() -> None:
    report = BenchmarkReport((asked(RIGHT), asked(WRONG), asked(DECLINED)))
    told = report.to_json()
    assert (told["prompts"], told["prompts_missing_tables"]) == (2, 1)
    assert told["plain"] is None and told["paired"] is None


def test_people_read_the_share_and_each_miss() -> None:
    printed = io.StringIO()
    report = BenchmarkReport((asked(RIGHT), asked(WRONG), asked(BROKEN)))
    show_benchmark(report, False, Console(file=printed, width=120))
    said = printed.getvalue()
    assert "50.0" in said and "of 2 questions" in said and "wrong 1 ?" in said


def test_groups_are_by_database_and_by_level() -> None:
    told = BenchmarkReport((asked(RIGHT, level="hard"), asked(WRONG, database="b"))).to_json()
    assert {name: part["ours"]["right"] for name, part in told["by_database"].items()} == {"a": 1, "b": 0}
    assert {name: part["ours"]["right"] for name, part in told["by_level"].items()} == {"-": 0, "hard": 1}


@pytest.mark.parametrize(
    ("golds", "shown", "missing"),
    [
        (["SELECT 1 FROM Shop s JOIN city c ON true"], ["public.shop", "public.city"], ()),
        (["SELECT 1 FROM shop s JOIN city c ON true"], ["public.shop"], ("city",)),
        (["SELECT 1 FROM shop, city", "SELECT 1 FROM shop"], ["public.shop"], ()),
        (["WITH w AS (SELECT 1 FROM shop) SELECT * FROM w"], [], ("shop",)),
        (["SELECT FROM WHERE"], [], ()),
    ],
)
def test_what_a_prompt_lacked_is_told_by_the_nearest_gold(
    golds: list[str], shown: list[str], missing: tuple[str, ...]
) -> None:
    assert missing_tables(golds, "postgres", shown) == missing


def test_the_first_prompt_counts_and_a_bare_name_does_not() -> None:
    first = {"tables": [{"name": "a", "level": "full"}, {"name": "b", "level": "name"}, {"name": "c"}]}
    steps = [{"kind": "node"}, {"kind": "retrieval", "found": first}, {"kind": "retrieval", "found": {}}]
    assert shown_tables({"steps": steps}) == ("a", "c")
    assert shown_tables({"steps": steps[:1]}) is None
    assert shown_tables({"steps": [{"kind": "retrieval"}]}) == ()


def test_the_plain_prompt_shows_the_whole_schema_as_declared() -> None:
    city = Table(
        "public", "city", (Column("id", "integer"), Column("name", "text", "as on maps")), "Towns", ("id",)
    )
    declared, guessed = (
        ForeignKey((c,), "public", "city", ("id",), c == "old_id") for c in ("city_id", "old_id")
    )
    columns = (Column("city_id", "integer"), Column("old_id", "integer"))
    shop = Table("trade", "shop", columns, foreign_keys=(declared, guessed))
    assert schema_text(Schema((city, shop)), POSTGRES) == (
        "CREATE TABLE city ( -- Towns\n  id integer,\n  name text, -- as on maps\n  PRIMARY KEY (id)\n);\n\n"
        "CREATE TABLE trade.shop (\n  city_id integer,\n  old_id integer,\n"
        "  FOREIGN KEY (city_id) REFERENCES city (id)\n);"
    )
