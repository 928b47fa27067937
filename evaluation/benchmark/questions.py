"""Reads benchmark files as they are published: Spider and BIRD (JSON), defog's sql-eval (CSV)."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from errors import InputError
from evaluation.benchmark.judging import acceptable

Layout = Literal["spider", "bird", "defog"]
QUESTION_FILES: dict[Layout, str] = {
    "spider": "dev.json",
    "bird": "dev.json",
    "defog": "questions_gen_postgres.csv",
}
_ASKS_FOR_ORDER = re.compile(r"\b(order|sort|arrange)", re.IGNORECASE)


@dataclass(frozen=True)
class BenchmarkQuestion:
    """One question of a benchmark; any of `golds` may match."""

    id: str
    question: str  # with the hint or instructions that come with it
    golds: tuple[str, ...]
    database: str
    level: str = ""  # difficulty or category, where the file says one
    is_lenient: bool = False  # columns beyond the gold's are no mistake
    is_ordered: bool = True  # where the gold orders, the order counts


def read_benchmark(path: Path, layout: Layout) -> list[BenchmarkQuestion]:
    """Read a benchmark's question file, or the one in a folder; raise InputError where it is none."""
    file = path / QUESTION_FILES[layout] if path.is_dir() else path
    if not file.is_file():
        raise InputError("benchmark_no_file", path=str(path), file=QUESTION_FILES[layout])
    try:
        return list(_READERS[layout](file))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("benchmark_unreadable", file=file.name, layout=layout) from error


def _spider(file: Path) -> Iterator[BenchmarkQuestion]:
    for number, record in enumerate(_records(file), 1):
        level = str(record.get("hardness") or record.get("difficulty") or "")
        yield BenchmarkQuestion(
            f"{file.stem}-{number}", record["question"].strip(), (record["query"],), record["db_id"], level
        )


def _bird(file: Path) -> Iterator[BenchmarkQuestion]:
    for number, record in enumerate(_records(file), 1):
        yield BenchmarkQuestion(
            f"{file.stem}-{record.get('question_id', number)}",
            _with(record["question"], record.get("evidence")),
            (record["SQL"],),
            record["db_id"],
            str(record.get("difficulty") or ""),
        )


def _defog(file: Path) -> Iterator[BenchmarkQuestion]:
    rows = csv.DictReader(io.StringIO(file.read_text("utf-8-sig")))
    for number, row in enumerate(rows, 1):
        category, question = row["query_category"], row["question"]
        yield BenchmarkQuestion(
            f"{file.stem}-{number}",
            _with(question, row.get("instructions")),
            acceptable(row["query"]),
            row["db_name"],
            category,
            is_lenient=True,
            is_ordered=category == "order_by" or _ASKS_FOR_ORDER.search(question) is not None,
        )


_READERS = {"spider": _spider, "bird": _bird, "defog": _defog}


def _records(file: Path) -> list[Mapping[str, Any]]:
    records = json.loads(file.read_text("utf-8-sig"))
    if not isinstance(records, list):
        raise ValueError("not a list of questions")
    return records


def _with(question: str, hint: str | None) -> str:
    """Return a question with what the benchmark tells about it, the same for whoever is asked."""
    return "\n".join(part for part in (question.strip(), (hint or "").strip()) if part)


def chosen(
    questions: list[BenchmarkQuestion], *, databases: tuple[str, ...] = (), limit: int | None = None
) -> list[BenchmarkQuestion]:
    """Return the questions of these databases, at most `limit`, spread over the file."""
    if unknown := set(databases) - {question.database for question in questions}:
        raise InputError("benchmark_database_unknown", name=", ".join(sorted(unknown)))
    kept = [question for question in questions if not databases or question.database in databases]
    if limit is None or len(kept) <= limit:
        return kept
    return [kept[place * len(kept) // limit] for place in range(limit)]
