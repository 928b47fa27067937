"""Reads the word lists of database/functions/: `topic: word word …`, comments with #."""

from functools import lru_cache
from pathlib import Path

_LISTS = Path(__file__).resolve().parent / "functions"


@lru_cache
def topics(name: str) -> dict[str, frozenset[str]]:
    """Return the words of one list by topic."""
    lines = (_LISTS / f"{name}.txt").read_text("utf-8").splitlines()
    parts = (line.partition(":") for line in lines if line and not line.startswith("#"))
    return {topic: frozenset(words.split()) for topic, _, words in parts}


@lru_cache
def words(name: str) -> frozenset[str]:
    """Return every word of one list."""
    return frozenset().union(*topics(name).values())
