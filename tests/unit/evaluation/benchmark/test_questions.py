"""Benchmarks are read in the layout they are published in, and their databases found."""

import json
from pathlib import Path
from typing import Any

import pytest

from errors import InputError
from evaluation.benchmark.addresses import address_of
from evaluation.benchmark.questions import BenchmarkQuestion, Layout, chosen, read_benchmark

SPIDER = [{"db_id": "shop", "question": " How many shops? ", "query": "SELECT count(*) FROM shop"}]
BIRD = [
    {
        "question_id": 7,
        "db_id": "shop",
        "question": "Which share of shops is open?",
        "evidence": "open means closed_on IS NULL",
        "SQL": "SELECT 1",
        "difficulty": "moderate",
    }
]
DEFOG = (
    "question,query,db_name,query_category,instructions\n"
    '"Name the shops, sorted","SELECT {id, name} FROM shop ORDER BY {};SELECT name FROM shop",shop,'
    "instruct,Ignore closed ones\n"
    "Shops by city?,SELECT city FROM shop,shop,group_by,\n"
)


def written(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


@pytest.mark.parametrize(
    ("layout", "name", "content", "first"),
    [
        (
            "spider",
            "dev.json",
            SPIDER,
            BenchmarkQuestion("dev-1", "How many shops?", ("SELECT count(*) FROM shop",), "shop"),
        ),
        (
            "bird",
            "dev.json",
            BIRD,
            BenchmarkQuestion(
                "dev-7",
                "Which share of shops is open?\nopen means closed_on IS NULL",
                ("SELECT 1",),
                "shop",
                "moderate",
            ),
        ),
        (
            "defog",
            "questions_gen_postgres.csv",
            DEFOG,
            BenchmarkQuestion(
                "questions_gen_postgres-1",
                "Name the shops, sorted\nIgnore closed ones",
                (
                    "SELECT id FROM shop ORDER BY id",
                    "SELECT name FROM shop ORDER BY name",
                    "SELECT id, name FROM shop ORDER BY id, name",
                    "SELECT name FROM shop",
                ),
                "shop",
                "instruct",
                is_lenient=True,
                is_ordered=True,
            ),
        ),
    ],
)
def test_each_layout_is_read_from_its_folder(
    tmp_path: Path, layout: Layout, name: str, content: Any, first: BenchmarkQuestion
) -> None:
    written(tmp_path, name, content)
    assert read_benchmark(tmp_path, layout)[0] == first


def test_order_counts_in_defog_only_where_the_question_asks_for_it(tmp_path: Path) -> None:
    file = written(tmp_path, "basic.csv", DEFOG)
    assert [question.is_ordered for question in read_benchmark(file, "defog")] == [True, False]


@pytest.mark.parametrize(
    ("layout", "content"),
    [
        ("spider", "no json"),
        ("spider", {"questions": []}),
        ("bird", SPIDER),
        ("defog", "question,query\na,SELECT 1\n"),
    ],
)
def test_a_file_of_another_layout_is_named(tmp_path: Path, layout: Layout, content: Any) -> None:
    with pytest.raises(InputError) as caught:
        read_benchmark(written(tmp_path, "dev.json", content), layout)
    assert (caught.value.code, caught.value.params["layout"]) == ("benchmark_unreadable", layout)


def test_a_folder_without_questions_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_benchmark(tmp_path, "bird")
    assert caught.value.code == "benchmark_no_file"


def test_a_limit_takes_questions_from_the_whole_file() -> None:
    questions = [BenchmarkQuestion(str(n), "?", (), "abc"[n % 3]) for n in range(9)]
    assert [question.id for question in chosen(questions, limit=3)] == ["0", "3", "6"]
    assert [question.id for question in chosen(questions, databases=("b",), limit=5)] == ["1", "4", "7"]
    with pytest.raises(InputError) as caught:
        chosen(questions, databases=("b", "d"))
    assert caught.value.params == {"name": "d"}


@pytest.mark.parametrize(
    "place", ["database/shop/shop.sqlite", "dev_databases/shop/shop.sqlite", "databases/shop.db"]
)
def test_sqlite_files_are_found_beside_the_questions(tmp_path: Path, place: str) -> None:
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.touch()
    assert address_of("shop", "", tmp_path) == f"sqlite:///{file.resolve()}"
    assert address_of("shop", "", tmp_path / "dev.json") == f"sqlite:///{file.resolve()}"


def test_an_address_takes_the_databases_name() -> None:
    assert address_of("shop", "postgresql://reader@db/{db}", Path()) == "postgresql://reader@db/shop"


@pytest.mark.parametrize(
    ("given", "code"),
    [("postgresql://reader@db/shop", "benchmark_address_place"), ("nowhere", "benchmark_database_missing")],
)
def test_a_database_that_cannot_be_found_is_told_before_anything_starts(given: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        address_of("shop", given, Path())
    assert caught.value.code == code
