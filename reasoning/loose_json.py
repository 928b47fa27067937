"""JSON as models write it: within prose, with a comma too many, in Python's words, in typographic quotes."""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

_DECODER = json.JSONDecoder(strict=False)  # a line may break within a string
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORDS = {"true": "True", "false": "False", "null": "None"}
_WORD = re.compile(r"\b(?:true|false|null)\b")
_TRAILING = re.compile(r",\s*(?=[}\]])")
_LINE_COMMENT = re.compile(r"//[^\n]*")
_MARKS = str.maketrans("“”„，：｛｝［］", '""",:{}[]')
_MOST_CHARS = 20_000
_MOST_TRIES = 50


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Yield the objects found anywhere in a text, outermost first."""
    at = _next(text, 0)
    for _ in range(_MOST_TRIES):  # braces in a loop would be read from each of them to the end
        if at == -1:
            return
        value, end = _decoded(text, at)
        if isinstance(value, dict):
            yield value
            at = _next(text, end)
        else:
            at = _next(text, at + 1)


def deep(value: Any, key: str) -> Any:
    """Return the first value of a key at any depth; arguments may be JSON within a string."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = next(objects_in(value), None)
    if isinstance(value, list):
        return next((found for part in value if (found := deep(part, key)) is not None), None)
    if isinstance(value, dict):
        for name, part in value.items():
            if str(name).lower() == key:
                return part
        return next((found for part in value.values() if (found := deep(part, key)) is not None), None)
    return None


def _next(text: str, start: int) -> int:
    places = [at for mark in "{｛" if (at := text.find(mark, start)) != -1]
    return min(places, default=-1)


def _decoded(text: str, at: int) -> tuple[Any, int]:
    """Return the value that begins here and where it ends, or None."""
    try:
        return _DECODER.raw_decode(text, at)
    except (json.JSONDecodeError, RecursionError):
        end = _closing(text, at)
        return (_mended(text[at:end]), end) if end else (None, at)


def _closing(text: str, start: int) -> int:
    """Return where the object that begins here ends, by its braces outside of strings, or 0."""
    depth, quote = 0, ""
    for at, char in enumerate(text[start : start + _MOST_CHARS], start):
        if quote:
            quote = "" if char == quote and text[at - 1] != "\\" else quote
        elif char in "\"'":
            quote = char
        elif char in "{｛":
            depth += 1
        elif char in "}｝":
            depth -= 1
            if not depth:
                return at + 1
    return 0


def _mended(text: str) -> Any:
    for written in (text, _outside_strings(text), _outside_strings(text.translate(_MARKS))):
        try:
            return ast.literal_eval(written)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    return None


def _outside_strings(text: str) -> str:
    """Take away trailing commas and comments, and put JSON's words in Python's."""
    parts, last = [], 0
    for string in _STRING.finditer(text):
        parts += [_plain(text[last : string.start()]), string.group()]
        last = string.end()
    return "".join([*parts, _plain(text[last:])])


def _plain(text: str) -> str:
    return _WORD.sub(lambda word: _WORDS[word.group()], _TRAILING.sub("", _LINE_COMMENT.sub("", text)))
