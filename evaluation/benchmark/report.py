"""What a benchmark run came to: each question both ways, counted by database and by level."""

import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from evaluation.benchmark.questions import BenchmarkQuestion
from evaluation.run import Verdict


@dataclass(frozen=True)
class Attempt:
    """What one way of asking made of a question, and what it cost.

    `missing` are the gold tables that its first prompt did not hold; None where no prompt was linked.
    """

    verdict: Verdict
    sql: str = ""
    note: str = ""
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    ms: float = 0.0
    missing: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Asked:
    """One question, asked of Wenshu and, where wanted, with the plain prompt."""

    question: BenchmarkQuestion
    ours: Attempt
    plain: Attempt | None = None


@dataclass(frozen=True)
class Tally:
    """One way of asking over many questions; those whose gold does not run are left out of the accuracy."""

    right: int
    wrong: int
    declined: int
    failed: int
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    ms_p50: float

    @property
    def whole(self) -> int:
        """Return how many questions could be judged."""
        return self.right + self.wrong + self.declined + self.failed

    @property
    def accuracy(self) -> float:
        """Return the share of right answers, 0 of nothing."""
        return self.right / self.whole if self.whole else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON types."""
        return {"accuracy": round(self.accuracy, 4), "questions": self.whole, **asdict(self)}


def tally(attempts: Sequence[Attempt]) -> Tally:
    """Count attempts."""
    judged = [attempt for attempt in attempts if attempt.verdict != "gold_failed"]
    counts = Counter(attempt.verdict for attempt in judged)
    return Tally(
        right=counts["right"],
        wrong=counts["wrong"],
        declined=counts["declined"],
        failed=counts["failed"],
        model_calls=sum(attempt.model_calls for attempt in judged),
        prompt_tokens=sum(attempt.prompt_tokens for attempt in judged),
        completion_tokens=sum(attempt.completion_tokens for attempt in judged),
        ms_p50=round(statistics.median([attempt.ms for attempt in judged]) if judged else 0.0, 1),
    )


@dataclass(frozen=True)
class BenchmarkReport:
    """The outcome of one run."""

    asked: tuple[Asked, ...]

    @property
    def ours(self) -> Tally:
        """Return how Wenshu did."""
        return tally([one.ours for one in self.asked])

    @property
    def plain(self) -> Tally | None:
        """Return how the plain prompt did, None where it was not asked."""
        attempts = [one.plain for one in self.asked if one.plain]
        return tally(attempts) if attempts else None

    @property
    def gold_failed(self) -> int:
        """Return how many questions have no gold statement that runs."""
        return sum(one.ours.verdict == "gold_failed" for one in self.asked)

    @property
    def prompts(self) -> int:
        """Return for how many questions a prompt was linked."""
        return sum(one.ours.missing is not None for one in self.asked)

    @property
    def blind(self) -> tuple[Asked, ...]:
        """Return the questions whose first prompt lacked a table of every gold statement."""
        return tuple(one for one in self.asked if one.ours.missing)

    def paired(self) -> dict[str, int]:
        """Return how many were right both ways, one way alone, and neither."""
        names = {(True, True): "both", (True, False): "only_ours", (False, True): "only_plain"}
        counts = dict.fromkeys([*names.values(), "neither"], 0)
        for one in self.asked:
            if one.plain and one.ours.verdict != "gold_failed":
                went = (one.ours.verdict == "right", one.plain.verdict == "right")
                counts[names.get(went, "neither")] += 1
        return counts

    def by_database(self) -> dict[str, "BenchmarkReport"]:
        """Return a report of each database, by name."""
        return self._grouped(lambda question: question.database)

    def by_level(self) -> dict[str, "BenchmarkReport"]:
        """Return a report of each difficulty or category, by name."""
        return self._grouped(lambda question: question.level)

    def _grouped(self, by: Callable[[BenchmarkQuestion], str]) -> dict[str, "BenchmarkReport"]:
        groups: dict[str, list[Asked]] = {}
        for one in self.asked:
            groups.setdefault(by(one.question) or "-", []).append(one)
        return {name: BenchmarkReport(tuple(groups[name])) for name in sorted(groups)}

    def summary(self) -> dict[str, Any]:
        """Return the figures as JSON types."""
        return {
            "ours": self.ours.to_json(),
            "plain": self.plain.to_json() if self.plain else None,
            "paired": self.paired() if self.plain else None,
            "gold_failed": self.gold_failed,
            "prompts": self.prompts,
            "prompts_missing_tables": len(self.blind),
        }

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON types."""
        return {
            **self.summary(),
            "by_database": {name: part.summary() for name, part in self.by_database().items()},
            "by_level": {name: part.summary() for name, part in self.by_level().items()},
            "questions": [
                {
                    **asdict(one.question),
                    "ours": asdict(one.ours),
                    "plain": asdict(one.plain) if one.plain else None,
                }
                for one in self.asked
            ],
        }
