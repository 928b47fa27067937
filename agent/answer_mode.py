"""How much care a question is given: fast for simple ones, careful where two writers are to agree."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

import yaml

Mode = Literal["auto", "fast", "careful"]
Care = Literal["fast", "simple", "normal", "careful"]
MODES: tuple[Mode, ...] = get_args(Mode)
_RULES = Path(__file__).resolve().parent.parent / "config" / "simple_questions.yaml"


@dataclass(frozen=True)
class SimpleQuestions:
    """What makes a question simple: short, of a plain pattern, without words that ask for more."""

    most_chars: int
    patterns: tuple[re.Pattern[str], ...]
    more: re.Pattern[str]

    @classmethod
    @lru_cache(maxsize=1)
    def load(cls) -> "SimpleQuestions":
        """Read the rules of config/simple_questions.yaml."""
        data = yaml.load(_RULES.read_text("utf-8"), Loader=yaml.CSafeLoader)
        return cls(
            int(data["under_chars"]),
            tuple(re.compile(pattern, re.IGNORECASE) for pattern in data["patterns"]),
            re.compile("|".join(data["more_than_simple"]), re.IGNORECASE),
        )

    def fit(self, question: str) -> bool:
        """Say whether a question is simple."""
        text = question.strip()
        if len(text) >= self.most_chars or self.more.search(text):
            return False
        return any(pattern.search(text) for pattern in self.patterns)


def care_for(question: str, mode: Mode, rules: SimpleQuestions) -> Care:
    """Return the care a question is given; what a person chose goes before what the question looks like."""
    if mode != "auto":
        return mode
    return "simple" if rules.fit(question) else "normal"
