"""The columns of a CREATE TABLE that no dialect's parser accepts, cut at its commas."""

import re
from collections.abc import Iterator

from database.schema import Column, Table

_HEAD = re.compile(
    r"CREATE\s+(?:OR\s+REPLACE\s+)?(?:\w+\s+){0,3}?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"
    r"(?P<name>(?:[`\"\[]?[\w $-]+[`\"\]]?|`[^`]+`)(?:\.[`\"\[]?[\w $-]+[`\"\]]?)*)\s*\(",
    re.IGNORECASE,
)
_COLUMN = re.compile(r"[`\"\[]?(?P<name>[^\W\d][\w $#-]*?)[`\"\]]?\s+(?P<type>[A-Za-z]\w*(?:\s*\([^)]*\))?)")
_QUOTES = re.compile(r"[`\"\[\]]")
_NOT_A_COLUMN = {"primary", "foreign", "constraint", "unique", "key", "check", "exclude", "fulltext"}
_BRACKETS = {"(": 1, "<": 1, "[": 1, ")": -1, ">": -1, "]": -1}


def plain_table(statement: str) -> Table | None:
    """Return the table with names and types only, or None where even those cannot be told."""
    head = _HEAD.search(statement)
    if head is None:
        return None
    parts = _QUOTES.sub("", head["name"]).strip().split(".")
    columns = tuple(_columns(statement[head.end() :]))
    return Table(".".join(parts[:-1]), parts[-1], columns) if columns else None


def _columns(body: str) -> Iterator[Column]:
    for part in _top_level(body):
        match = _COLUMN.match(part)
        if match and match["name"].lower() not in _NOT_A_COLUMN:
            yield Column(match["name"], match["type"])


def _top_level(body: str) -> Iterator[str]:
    depth, start, quote = 0, 0, ""
    for place, char in enumerate(body):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"`":
            quote = char
        elif char in _BRACKETS:
            depth += _BRACKETS[char]
            if depth < 0:
                break
        elif char == "," and depth == 0:
            yield body[start:place].strip()
            start = place + 1
    else:
        place = len(body)
    yield body[start:place].strip()
