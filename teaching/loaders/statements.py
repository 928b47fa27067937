"""SQL material cut into statements with their line numbers; one bad statement does not lose the rest."""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
      (?P<line_comment>--[^\n]*|^[ \t]*\#[^\n]*)
    | (?P<block_comment>/\*.*?(?:\*/|\Z))
    | (?P<string>'(?:[^'\\]|''|\\.)*')
    | (?P<quoted>"(?:[^"\\]|""|\\.)*"|`[^`]*`)
    | (?P<dollar>\$(?P<tag>\w*)\$.*?\$(?P=tag)\$)
    | (?P<end>;)
    | (?P<go>^[ \t]*(?:go|GO|Go)[ \t]*$)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, statement) for each statement, its leading comments with it."""
    start = 0
    for match in _TOKEN.finditer(text):
        if match.lastgroup in ("end", "go"):
            yield from _one(text, start, match.start())
            start = match.end()
    yield from _one(text, start, len(text))


def _one(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    body = text[start:end]
    stripped = body.strip()
    if stripped:
        first = start + len(body) - len(body.lstrip())
        yield text.count("\n", 0, first) + 1, stripped


_LEADING = re.compile(r"(?:\s+|--[^\n]*(?:\n|\Z)|\#[^\n]*(?:\n|\Z)|/\*.*?\*/)*", re.DOTALL)


def without_leading_comments(statement: str) -> str:
    """Return a statement from its first word on."""
    match = _LEADING.match(statement)
    return statement[match.end() :] if match else statement


_BEGINNING = re.compile(r"^(?=[ \t]*(?:CREATE|ALTER\s+TABLE|COMMENT\s+ON)\b)", re.IGNORECASE | re.MULTILINE)


def restart(statement: str) -> list[tuple[int, str]]:
    """Cut what could not be read where a line begins anew: a quote left open swallows what follows."""
    places = [match.start() for match in _BEGINNING.finditer(statement)]
    places = [0, *(place for place in places if statement[:place].strip())]
    ends = [*places[1:], len(statement)]
    return [
        (statement.count("\n", 0, start), statement[start:end].strip().rstrip(";"))
        for start, end in zip(places, ends, strict=True)
    ]
