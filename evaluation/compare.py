"""Two versions of what was taught, held against each other question by question."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from agent.events import Answer
from evaluation.golden import GoldenQuestion
from evaluation.run import Judged, Verdict

Way = Literal["worse", "better", "other", "same"]
WAYS: tuple[Way, ...] = ("worse", "better", "other", "same")
Blocker = Literal["below_floor", "regressions"]
ROWS_SHOWN = 8
MOST_COMPARED = 2000  # rows; the rest of a large result says no more about why


@dataclass(frozen=True)
class Side:
    """What one version made of a question."""

    verdict: Verdict
    answer_kind: str
    sql: str
    source: str
    note: str
    row_count: int
    ms: float
    model_calls: int
    tokens: int


@dataclass(frozen=True)
class Compared:
    """One golden question on the published version, where there is one, and on the candidate."""

    question: str
    kind: str
    gold: tuple[str, ...]
    before: Side | None
    after: Side
    columns: tuple[str, ...] = ()
    lost: tuple[list[Any], ...] = ()
    gained: tuple[list[Any], ...] = ()

    @property
    def way(self) -> Way:
        """Return how the candidate fares: worse and better are flips, other is another SQL or failure."""
        if self.before is None:
            return "same" if self.after.verdict == "right" else "other"
        was, now = self.before.verdict == "right", self.after.verdict == "right"
        if was != now:
            return "better" if now else "worse"
        before, after = self.before, self.after
        unlike = (before.verdict, before.sql, before.row_count) != (after.verdict, after.sql, after.row_count)
        return "other" if unlike or self.lost or self.gained else "same"

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON types, its rows only where they tell why."""
        told = asdict(self)
        return told if self.way != "same" else {**told, "lost": [], "gained": []}


@dataclass(frozen=True)
class Score:
    """One version over the whole golden set."""

    right: int
    whole: int
    ms: float
    model_calls: int
    tokens: int

    @property
    def accuracy(self) -> float:
        """Return the share of right answers, 0 of nothing."""
        return self.right / self.whole if self.whole else 0.0


@dataclass(frozen=True)
class Comparison:
    """What a test came to."""

    before: Score | None
    after: Score
    ways: dict[Way, int]
    seconds: float = 0.0

    def blockers(self, floor: float) -> list[Blocker]:
        """Return what asks for a reason before the candidate is published."""
        found: list[Blocker] = ["below_floor"] if self.after.accuracy < floor else []
        return [*found, "regressions"] if self.ways.get("worse") else found

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON types."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Comparison":
        """Return what was kept."""
        before = Score(**told["before"]) if told["before"] else None
        return cls(before, Score(**told["after"]), told["ways"], told["seconds"])


def side_of(judged: Judged, answer: Answer) -> Side:
    """Return what is kept of one version's answer."""
    return Side(
        verdict=judged.verdict,
        answer_kind=judged.answer_kind,
        sql=judged.sql or "",
        source=judged.source or "",
        note=((answer.failure or {}).get("reason") or judged.note)[:500],
        row_count=answer.row_count,
        ms=judged.ms,
        model_calls=judged.model_calls,
        tokens=judged.tokens,
    )


def compared(
    case: GoldenQuestion, before: tuple[Judged, Answer] | None, after: tuple[Judged, Answer]
) -> Compared:
    """Hold one question's two answers against each other."""
    old, new = (before[1] if before else None), after[1]
    lost, gained = row_diff(old.rows, new.rows) if old else ([], [])
    return Compared(
        question=case.question,
        kind=case.kind,
        gold=case.gold,
        before=side_of(*before) if before else None,
        after=side_of(*after),
        columns=tuple(str(column["name"]) for column in (new.columns or (old.columns if old else []))),
        lost=tuple(lost),
        gained=tuple(gained),
    )


def row_diff(
    before: Sequence[Sequence[Any]], after: Sequence[Sequence[Any]]
) -> tuple[list[list[Any]], list[list[Any]]]:
    """Return the first rows that only the one has, and those that only the other has, as bags."""
    old, new = before[:MOST_COMPARED], after[:MOST_COMPARED]
    return _only(old, new)[:ROWS_SHOWN], _only(new, old)[:ROWS_SHOWN]


def _only(rows: Sequence[Sequence[Any]], others: Sequence[Sequence[Any]]) -> list[list[Any]]:
    left = Counter(_key(row) for row in others)
    found = []
    for row in rows:
        if left[_key(row)]:
            left[_key(row)] -= 1
        else:
            found.append(list(row))
    return found


def _key(row: Sequence[Any]) -> tuple[str, ...]:
    return tuple(f"{cell:.6g}" if isinstance(cell, float) else str(cell) for cell in row)


def comparison(questions: Sequence[Compared], seconds: float = 0.0) -> Comparison:
    """Return what a test came to."""
    befores = [one.before for one in questions if one.before is not None]
    ways: Counter[Way] = Counter(one.way for one in questions)
    return Comparison(
        before=_score(befores) if befores else None,
        after=_score([one.after for one in questions]),
        ways={way: ways[way] for way in WAYS},
        seconds=round(seconds, 1),
    )


def _score(sides: Sequence[Side]) -> Score:
    return Score(
        right=sum(side.verdict == "right" for side in sides),
        whole=len(sides),
        ms=round(sum(side.ms for side in sides), 1),
        model_calls=sum(side.model_calls for side in sides),
        tokens=sum(side.tokens for side in sides),
    )
