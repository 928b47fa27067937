"""What was changed, left out or refused of a file while it was read, and how that is said."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_LINES = 20


@dataclass(frozen=True)
class Note:
    """One remark on a file: its text is `files.notes.<code>`; `line` counts the file's own, from 1."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    line: int = 0
    table: str = ""

    def plain(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        return {"code": self.code, "params": dict(self.params), "line": self.line, "table": self.table}


def listed(lines: list[int]) -> str:
    """Return the first lines of many, as text."""
    shown = ", ".join(str(line) for line in lines[:MOST_LINES])
    return f"{shown} …" if len(lines) > MOST_LINES else shown
