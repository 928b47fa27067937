"""Does a sentence give each figure to whom it belongs? A right number at the wrong name is a wrong answer."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import yaml

from answers.checks import Figure, figures, within_brackets
from answers.profile import columns_of, profile
from database.result import QueryResult

MOST_ROWS = 500  # a summary of more speaks of totals
SHORTEST_LABEL = 2
End = Literal["highest", "lowest"]


@dataclass(frozen=True)
class Named:
    """One row as a sentence may name it: its labels, and what it holds or is a share of."""

    labels: frozenset[str]
    values: tuple[float, ...]


class ClaimCheck:
    """Knows which row each figure stands in; a clause that names other rows may not state it."""

    def __init__(self, result: QueryResult, question: str = "") -> None:
        """Take the rows, and the question: its own numbers are nobody's."""
        columns = profile(result)
        texts, measures = columns_of(columns, "category"), columns_of(columns, "measure")
        rows = result.rows if 1 < result.row_count <= MOST_ROWS else ()
        self._names = _names([[row[column.index] for row in rows] for column in texts])
        totals = [sum(_number(row[column.index]) or 0.0 for row in rows) for column in measures]
        self._rows = [
            Named(
                frozenset(str(row[column.index]) for column in texts if isinstance(row[column.index], str)),
                tuple(_held([row[column.index] for column in measures], totals)),
            )
            for row in rows
        ]
        means = [total / len(rows) for total in totals] if rows else []
        self._common = {*totals, *means, *map(float, range(1, 11))}
        self._asked = {one.value for one in figures(question)}
        self._ends = _ends(self._rows) if len(measures) == 1 else {}

    def unfounded(self, sentence: str) -> list[str]:
        """Return the figures and claims of a sentence that belong to a row it does not name."""
        found: list[str] = []
        named: frozenset[str] = frozenset()
        awaiting = True  # names that no figure followed yet: A, B and C had 1, 2 and 3
        for clause in _clauses(sentence):
            if here := self._named(clause):
                named = named | here if awaiting else here
            awaiting = not figures(_without(clause, named))
            if named:
                found += self._misplaced(clause, named)
                found += [word for end, word in _extremes(clause) if not self._reaches(end, named)]
        return found

    def _named(self, clause: str) -> frozenset[str]:
        left, found = clause.lower(), set()
        for name, label in self._names:  # the longest first, and a name inside another is not that name
            if name in left:
                found.add(label)
                left = left.replace(name, "\0")
        return frozenset(found)

    def _misplaced(self, clause: str, named: frozenset[str]) -> Iterator[str]:
        theirs = [value for row in self._rows if row.labels & named for value in row.values]
        others = [value for row in self._rows if not row.labels & named for value in row.values]
        for figure in figures(_without(clause, named)):
            if (
                figure.value not in self._asked
                and _is_among(figure, others)
                and not _is_among(figure, [*theirs, *self._common])
            ):
                yield figure.text

    def _reaches(self, end: End, named: frozenset[str]) -> bool:
        at_the_end = self._ends.get(end)
        return at_the_end is None or bool(at_the_end & named)


def _clauses(sentence: str) -> list[str]:
    """Split a sentence at its commas, which a number has too; brackets belong to the clause around them."""
    cuts = [
        found.start()
        for found in re.finditer(r"[，；;,](?!\d)", sentence)
        if not within_brackets(sentence[: found.start()])
    ]
    ends = [*cuts, len(sentence)]
    clauses = [sentence[start:end].lstrip("，；;,") for start, end in zip([0, *cuts], ends, strict=True)]
    return [clause for clause in clauses if clause.strip()]


def _without(clause: str, named: frozenset[str]) -> str:
    """Return the clause without its labels: the 2 of “Gate 2” is no figure."""
    for label in named:
        clause = re.sub(re.escape(label), " ", clause, flags=re.IGNORECASE)
    return clause


def _names(columns: Sequence[Sequence[Any]]) -> list[tuple[str, str]]:
    """Return how each label may be written, longest first: whole, or without the end all labels share."""
    names: dict[str, set[str]] = {}
    for column in columns:
        labels = {value for value in column if isinstance(value, str) and len(value) >= SHORTEST_LABEL}
        shared = _shared_end(labels)
        for label in labels:
            for name in {label.lower(), label.removesuffix(shared).strip().lower()}:
                if len(name) >= SHORTEST_LABEL:
                    names.setdefault(name, set()).add(label)
    certain = [(name, next(iter(labels))) for name, labels in names.items() if len(labels) == 1]
    return sorted(certain, key=lambda pair: (-len(pair[0]), pair[0]))


def _shared_end(labels: set[str]) -> str:
    """Return the longest end that most labels share, as 服务区; one label shares nothing."""
    ends = Counter(label[-length:] for label in labels for length in range(2, len(label)))
    shared = [end for end, count in ends.items() if count * 2 > len(labels) > 1]
    return max(shared, key=len, default="")


def _held(values: Sequence[Any], totals: Sequence[float]) -> Iterator[float]:
    for value, total in zip(values, totals, strict=True):
        number = _number(value)
        if number is not None:
            yield number
            if total:
                yield number / total


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _is_among(figure: Figure, values: Sequence[float]) -> bool:
    slack = figure.tolerance * (1 + 1e-9) + 1e-12
    return any(abs(abs(value) - abs(figure.value)) <= slack for value in values)


def _ends(rows: Sequence[Named]) -> dict[End, frozenset[str]]:
    """Return the labels at the top and at the bottom of the one measure, ties together."""
    measured = [row for row in rows if row.values]
    if not measured:
        return {}
    ends: dict[End, float] = {
        "highest": max(row.values[0] for row in measured),
        "lowest": min(row.values[0] for row in measured),
    }
    return {
        end: frozenset().union(*(row.labels for row in measured if row.values[0] == value))
        for end, value in ends.items()
    }


@lru_cache(maxsize=1)
def _words() -> dict[End, list[str]]:
    words: dict[End, list[str]] = yaml.safe_load(
        (Path(__file__).parent / "superlatives.yaml").read_text("utf-8")
    )
    return words


def _extremes(clause: str) -> Iterator[tuple[End, str]]:
    lowered = clause.lower()
    for end, words in _words().items():
        if word := next((word for word in words if word in lowered), None):
            yield end, word
