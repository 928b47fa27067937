"""Ask every golden question and count right, wrong and declined."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from agent.events import Answer
from database.dialects import Dialect
from database.result import QueryResult
from errors import WenshuError
from evaluation.accuracy import is_ordered, same_rows
from evaluation.golden import GoldenQuestion

Verdict = Literal["right", "wrong", "declined", "failed", "gold_failed"]
Ask = Callable[[str], Awaitable[Answer]]
RunGold = Callable[[str], Awaitable[QueryResult]]


@dataclass(frozen=True)
class Judged:
    """One golden question and how it went."""

    id: str
    question: str
    kind: str
    verdict: Verdict
    answer_kind: str
    sql: str | None
    source: str | None
    ms: float
    model_calls: int
    note: str = ""
    tokens: int = 0


@dataclass(frozen=True)
class Report:
    """The outcome of one run over a golden set."""

    judged: tuple[Judged, ...]

    @property
    def counts(self) -> Counter[str]:
        """Return how many questions got each verdict."""
        return Counter(case.verdict for case in self.judged)

    @property
    def accuracy(self) -> float:
        """Return the share of right answers, or 0 for an empty set."""
        return self.counts["right"] / len(self.judged) if self.judged else 0.0

    def by_kind(self) -> dict[str, dict[str, int]]:
        """Return the verdicts counted for each kind of case."""
        kinds: dict[str, Counter[str]] = {}
        for case in self.judged:
            kinds.setdefault(case.kind or "-", Counter())[case.verdict] += 1
        return {kind: dict(counts) for kind, counts in sorted(kinds.items())}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types."""
        return {
            "accuracy": round(self.accuracy, 4),
            "counts": dict(self.counts),
            "by_kind": self.by_kind(),
            "questions": [asdict(case) for case in self.judged],
        }


async def evaluate(golden: Sequence[GoldenQuestion], ask: Ask, run_gold: RunGold, dialect: Dialect) -> Report:
    """Ask each question in turn and compare its rows with the gold SQL's."""
    return Report(tuple([await judge(case, await ask(case.question), run_gold, dialect) for case in golden]))


async def judge(case: GoldenQuestion, answer: Answer, run_gold: RunGold, dialect: Dialect) -> Judged:
    """Say whether an answer holds what one of the gold statements returns."""
    verdict, note = await _verdict(case, answer, run_gold, dialect)
    return Judged(
        id=case.id,
        question=case.question,
        kind=case.kind,
        verdict=verdict,
        answer_kind=answer.kind,
        sql=answer.sql,
        source=answer.source,
        ms=round(answer.ms.get("total", 0.0), 1),
        model_calls=answer.model_calls,
        note=note,
        tokens=answer.prompt_tokens + answer.completion_tokens,
    )


async def _verdict(
    case: GoldenQuestion, answer: Answer, run_gold: RunGold, dialect: Dialect
) -> tuple[Verdict, str]:
    if answer.kind == "failed":
        return "failed", (answer.failure or {}).get("code", "")
    if case.expect == "declined":
        return ("wrong", "answered with data") if answer.kind == "data" else ("right", "")
    if answer.kind != "data":
        return "declined", answer.answer
    try:
        for sql in case.gold:
            gold = await run_gold(sql)
            ordered = is_ordered(sql, dialect.sqlglot_name)
            if same_rows(gold.rows, answer.rows, ordered=ordered):
                return "right", ""
    except WenshuError as error:
        return "gold_failed", str(error)
    return "wrong", f"{answer.row_count} rows"
