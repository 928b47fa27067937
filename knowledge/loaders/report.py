"""What reading teaching material gave: items, and what was refused with file, line and reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from config.wording import Language, say
from knowledge.items import KnowledgeItem


@dataclass(frozen=True)
class Refused:
    """A piece of material that was not taken; the sentence stands in texts under `errors.<code>`."""

    file: str
    line: int
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class LoadReport:
    """Everything read; items have no id, connection or author yet."""

    items: list[KnowledgeItem] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    def add(self, other: "LoadReport") -> None:
        """Take over what another report holds."""
        self.items.extend(other.items)
        self.refused.extend(other.refused)


def refused_line(refused: Refused, language: Language) -> str:
    """Return one refused piece with its file, line and reason."""
    reason = say(f"errors.{refused.code}", language, **refused.params)
    return say("train.refused", language, file=refused.file, line=refused.line, reason=reason)
