"""What reading teaching material gave: items, and what was refused with file, line and reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from config.wording import Language, say
from knowledge.items import KnowledgeItem

Tick = Callable[[float], None]  # told how much is read, from 0 to 1


def no_tick(_: float) -> None:
    """Tell nobody."""


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
    lines: dict[tuple[str, str, str], int] = field(default_factory=dict)  # of pairs, by what they are
    warned: list[Refused] = field(default_factory=list)  # taken, but worth a second look

    def add(self, other: "LoadReport") -> None:
        """Take over what another report holds."""
        self.items.extend(other.items)
        self.refused.extend(other.refused)
        self.lines.update(other.lines)
        self.warned.extend(other.warned)

    def put(self, item: KnowledgeItem, line: int) -> None:
        """Add an item that was read at a line."""
        self.items.append(item)
        self.lines[item.source, item.title, item.content] = line

    def line_of(self, item: KnowledgeItem) -> int:
        """Return the line an item was read at, 0 where that is not known."""
        return self.lines.get((item.source, item.title, item.content), 0)


def refused_line(refused: Refused, language: Language) -> str:
    """Return one refused piece with its file, line and reason."""
    return _line("refused", refused, language)


def warned_line(warned: Refused, language: Language) -> str:
    """Return one piece that was taken, with what to look at."""
    return _line("warned", warned, language)


def _line(kind: str, told: Refused, language: Language) -> str:
    reason = say(f"errors.{told.code}", language, **told.params)
    if not told.line:
        return say(f"train.{kind}_file", language, file=told.file, reason=reason)
    return say(f"train.{kind}", language, file=told.file, line=told.line, reason=reason)
