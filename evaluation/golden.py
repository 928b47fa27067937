"""Golden sets: questions with the SQL, or the refusal, that is right for them."""

import csv
import datetime as dt
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from answers.export import safe_cell
from appdb.golden import Golden
from errors import InputError

Expect = Literal["data", "declined"]


@dataclass(frozen=True)
class GoldenQuestion:
    """One question, the gold statements of which any may match, and the kind of case it is."""

    id: str
    question: str
    gold: tuple[str, ...]
    expect: Expect
    kind: str = ""
    today: dt.date | None = None  # the day the gold SQL was written for


def read_golden(path: Path) -> list[GoldenQuestion]:
    """Read a golden set from JSON lines, or raise InputError naming the line that cannot be read."""
    return [
        _question(line, number, path)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if line.strip()
    ]


def _question(line: str, number: int, path: Path) -> GoldenQuestion:
    try:
        data = json.loads(line)
        golden = _golden(data)
        return asked(golden, str(data.get("id", number)))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("golden_line_unreadable", file=path.name, line=number) from error


def asked(golden: Golden, ident: str = "") -> GoldenQuestion:
    """Return a kept question as it is asked."""
    return GoldenQuestion(
        id=ident or golden.id,
        question=golden.question,
        gold=golden.gold,
        expect="data" if golden.gold else "declined",
        kind=golden.kind,
        today=golden.today,
    )


@dataclass(frozen=True)
class GoldenFile:
    """What a file gave: questions, each with its line, and the lines that cannot be read."""

    questions: tuple[tuple[int, Golden], ...]
    unreadable: tuple[int, ...] = ()


def read_file(name: str, content: bytes) -> GoldenFile:
    """Read golden questions from JSON lines, or from CSV with the columns question, sql, kind, today."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("golden_file_unreadable", file=name) from error
    lines = _of_csv(text, name) if name.lower().endswith(".csv") else _of_json_lines(text)
    questions: list[tuple[int, Golden]] = []
    unreadable: list[int] = []
    for number, data in lines:
        try:
            questions.append((number, _golden(data)))
        except (ValueError, KeyError, TypeError, AttributeError):
            unreadable.append(number)
    return GoldenFile(tuple(questions), tuple(unreadable))


def to_json_lines(questions: Iterable[Golden]) -> str:
    """Return questions as `read_file` takes them, one a line."""
    return "".join(json.dumps(_told(golden), ensure_ascii=False) + "\n" for golden in questions)


def to_csv(questions: Sequence[Golden]) -> bytes:
    """Return questions as CSV: a row for each gold statement, no cell that a spreadsheet would run."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_CSV_COLUMNS)
    for golden in questions:
        day = golden.today.isoformat() if golden.today else ""
        for sql in golden.gold or ("",):
            writer.writerow([safe_cell(cell) for cell in (golden.question, sql, golden.kind, day)])
    return out.getvalue().encode("utf-8-sig")


_CSV_COLUMNS = ("question", "sql", "kind", "today")


def _of_json_lines(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError:
                yield number, None


def _of_csv(text: str, name: str) -> Iterator[tuple[int, Any]]:
    """Yield one question for its rows, which each may hold another gold statement."""
    reader = csv.DictReader(io.StringIO(text), restkey="rest")
    if "question" not in (reader.fieldnames or ()):
        raise InputError("golden_columns", file=name, columns=", ".join(_CSV_COLUMNS))
    found: dict[str, tuple[int, dict[str, Any]]] = {}
    for row in reader:
        cells = {key: _unquoted(value) for key, value in row.items() if isinstance(value, str)}
        first = found.setdefault(cells.get("question", ""), (reader.line_num, {**cells, "gold": []}))
        if sql := cells.get("sql", "").strip():
            first[1]["gold"].append(sql)
    yield from found.values()


def _unquoted(cell: str) -> str:
    """Take off the mark that keeps a spreadsheet from running a cell."""
    return cell[1:] if cell.startswith("'") and safe_cell(cell[1:]) == cell else cell


def _golden(data: Any) -> Golden:
    gold = data.get("gold") or data.get("sql") or []
    golds = (gold,) if isinstance(gold, str) else tuple(str(sql) for sql in gold)
    question = data["question"]
    if not isinstance(question, str) or not question.strip():
        raise ValueError("no question")
    day = data.get("today")
    return Golden(
        question=question,
        gold=golds,
        kind=str(data.get("kind") or ""),
        today=dt.date.fromisoformat(day) if day else None,
    )


def _told(golden: Golden) -> dict[str, Any]:
    return {
        "id": golden.id,
        "question": golden.question,
        "kind": golden.kind,
        "gold": list(golden.gold),
        "expect": "data" if golden.gold else "declined",
        "today": golden.today.isoformat() if golden.today else None,
    }
