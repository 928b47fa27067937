"""Does a sentence give each figure to whom it belongs? A right number at the wrong name is a wrong answer."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import yaml

from answers.checks import IN_PERCENT, Figure, figures, within_brackets, without_days
from answers.profile import columns_of, profile
from answers.total_rows import says_total
from database.result import QueryResult

MOST_ROWS = 500  # a summary of more speaks of totals
SHORTEST_LABEL = 2
_AFTER_THE_FIRST = re.compile(r"\b(?:next|second|third|fourth|fifth|2nd|3rd|4th|5th)[ -]\w+")  # next lowest
_UNIT_OF_A_ROW = re.compile(r"\s*[(（][^()（）]*[)）]$")  # 营业额(元), Revenue (CNY)
_BEGINS = re.compile(r"^(?:[\u4e00-\u9fff]{2}|[A-Za-z]{4,}(?= ))")  # 大连 of 大连多语中心
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
        in_percent = [bool(IN_PERCENT.search(column.name)) for column in measures]
        totals = [sum(_number(row[column.index]) or 0.0 for row in rows) for column in measures]
        self._rows = [
            Named(
                frozenset(str(row[column.index]) for column in texts if isinstance(row[column.index], str)),
                tuple(_held([row[column.index] for column in measures], totals, in_percent)),
            )
            for row in rows
        ]
        means = [total / len(rows) for total in totals] if rows else []
        self._common = {*totals, *means, *_of_all(self._rows), *map(float, range(1, 11))}
        self._asked = {one.value for one in figures(question)}
        self._ends = _ends(self._rows) if len(measures) == 1 else {}
        self._figures_in_rows = are_figures({label for row in self._rows for label in row.labels})

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
                found += self._misplaced(clause, named, sentence)
                found += [word for end, word in _extremes(clause) if not self._reaches(end, named)]
        return found

    def _named(self, clause: str) -> frozenset[str]:
        left, found = clause.lower(), set()
        for name, label in self._names:  # the longest first, and a name inside another is not that name
            if name in left:
                found.add(label)
                left = left.replace(name, "\0")
        return frozenset(found)

    def _misplaced(self, clause: str, named: frozenset[str], sentence: str) -> Iterator[str]:
        theirs = [value for row in self._rows if self._is_meant(row, sentence, named) for value in row.values]
        others = [value for row in self._rows if not row.labels & named for value in row.values]
        for figure in figures(_without(clause, named)):
            if (
                figure.value not in self._asked
                and _is_among(figure, others)
                and not _is_among(figure, [*theirs, *self._common])
            ):
                yield figure.text

    def _is_meant(self, row: Named, sentence: str, named: frozenset[str]) -> bool:
        """Tell whether a sentence speaks of a row: a figure's is named in part (投诉 for 投诉量(件))."""
        if row.labels & named:
            return True
        return self._figures_in_rows and any(_in_part(label, sentence) for label in row.labels)

    def _reaches(self, end: End, named: frozenset[str]) -> bool:
        at_the_end = self._ends.get(end)
        return at_the_end is None or bool(at_the_end & named)


def _of_all(rows: Sequence[Named]) -> Iterator[float]:
    """Yield what stands in a row of totals: that belongs beside each part of it."""
    for row in rows:
        if any(map(says_total, row.labels)):
            yield from row.values


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
    """Return the clause without its labels and dates: the 2 of “Gate 2” is no figure."""
    for label in named:
        clause = re.sub(re.escape(label), " ", clause, flags=re.IGNORECASE)
    return without_days(clause)


def _names(columns: Sequence[Sequence[Any]]) -> list[tuple[str, str]]:
    """Return how each label may be written, longest first: whole, without its unit or the shared end, or by
    what one with that end begins with.
    """
    names: dict[str, set[str]] = {}
    for column in columns:
        labels = {value for value in column if isinstance(value, str) and len(value) >= SHORTEST_LABEL}
        shared = _shared_end(labels)
        for label in labels:
            bare = label.removesuffix(shared)
            short = {bare, _UNIT_OF_A_ROW.sub("", label)}
            short |= {*_BEGINS.findall(bare)} - labels if bare != label else set()
            for name in {label.lower(), *(name.strip().lower() for name in short)}:
                if len(name) >= SHORTEST_LABEL:
                    names.setdefault(name, set()).add(label)
    certain = [(name, next(iter(labels))) for name, labels in names.items() if len(labels) == 1]
    return sorted(certain, key=lambda pair: (-len(pair[0]), pair[0]))


def are_figures(labels: set[str]) -> bool:
    """Tell whether rows are figures, one below the other: their names say in what unlike units they are."""
    units = [found.group() for label in labels if (found := _UNIT_OF_A_ROW.search(label))]
    return len(set(units)) > 1 and len(units) * 2 > len(labels)


def _in_part(label: str, sentence: str) -> bool:
    """Tell whether a sentence has a part of a name that tells it: two characters of Chinese, else a word."""
    name = _UNIT_OF_A_ROW.sub("", label).lower()
    words = re.findall(r"[a-z]{4,}", name)
    pairs = [name[at : at + 2] for at in range(len(name) - 1) if name[at : at + 2].isalpha()]
    return any(part in sentence.lower() for part in (words or pairs))


def _shared_end(labels: set[str]) -> str:
    """Return the longest end that as many labels as can be share, and most of them, as 服务区.

    Nancheng, Wayaogang and Beijiang Service Area share a longer one, which Baiyun Service Area lacks.
    """
    ends = Counter(label[-length:] for label in labels for length in range(2, len(label)))
    shared = [(count, len(end), end) for end, count in ends.items() if count * 2 > len(labels) > 1]
    return max(shared, default=(0, 0, ""))[2]


def _held(values: Sequence[Any], totals: Sequence[float], in_percent: Sequence[bool]) -> Iterator[float]:
    for value, total, of_hundred in zip(values, totals, in_percent, strict=True):
        number = _number(value)
        if number is not None:
            yield number
            if of_hundred:
                yield number / 100
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
    words: dict[End, list[str]] = yaml.load(
        (Path(__file__).parent / "superlatives.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return words


def _extremes(clause: str) -> Iterator[tuple[End, str]]:
    lowered = _AFTER_THE_FIRST.sub(" ", clause.lower())
    for end, words in _words().items():
        if word := next((word for word in words if word in lowered), None):
            yield end, word
