"""Rows as a Markdown table: for a file to take away, and for programs that show Markdown."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from answers.markdown import inert
from answers.visible import visible

PIPE = re.compile(r"(\\*)\|")  # a backslash before it would take its escape away


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return names and rows as a Markdown table; nothing in a cell breaks it or leads elsewhere.

    >>> print(markdown_table(["a|b"], [[None]]))
    | a\\|b |
    | --- |
    |  |
    """
    lines = [_row(columns), _row("---" for _ in columns), *map(_row, rows)]
    return "\n".join(lines)


def one_line(text: str) -> str:
    """Return a text as one line of Markdown without links, pictures and tags."""
    return inert(" ".join(text.split())).replace("<", "&lt;")


def _row(cells: Iterable[Any]) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(value: Any) -> str:
    return "" if value is None else PIPE.sub(r"\1\1\\|", one_line(str(visible(value))))
