"""Golden sets: questions with the SQL, or the refusal, that is right for them."""

import datetime as dt
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

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
        gold = data.get("gold") or data.get("sql") or []
        golds = (gold,) if isinstance(gold, str) else tuple(gold)
        return GoldenQuestion(
            id=str(data.get("id", number)),
            question=data["question"],
            gold=golds,
            expect="data" if golds else "declined",
            kind=data.get("kind", ""),
            today=dt.date.fromisoformat(data["today"]) if data.get("today") else None,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("golden_line_unreadable", file=path.name, line=number) from error
