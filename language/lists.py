"""The lexicon: words of both languages, a file for each use in language/lexicon/."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

LEXICON = Path(__file__).resolve().parent / "lexicon"


def words_in(name: str) -> dict[str, Any]:
    """Return the classes of words that a file of the lexicon holds."""
    found: dict[str, Any] = _read(name)
    return found


def lines_in(name: str) -> list[Any]:
    """Return the lines of a file of the lexicon that is one list."""
    found: list[Any] = _read(name)
    return found


@cache
def _read(name: str) -> Any:
    return yaml.load((LEXICON / f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
