"""JSON that is a table without being a list of objects: names apart from rows, or whole columns."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from database.files.text_rows import Row

LARGEST = 20_000_000  # bytes: it is read as one object, and takes some ten times as much
_NAMES = ("columns", "cols", "fields", "headers", "header")
_ROWS = ("data", "rows", "values", "records")


def json_table(path: Path, encoding: str) -> Iterator[Row] | None:
    """Return the rows of such a file, its names first; None where it is none, or no JSON."""
    if path.stat().st_size > LARGEST:
        return None
    text = path.read_text(encoding).lstrip("\ufeff \r\n\t")
    if not text.startswith("{") and not text[1:].lstrip().startswith("["):
        return None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    rows = _rows_of(document)
    return enumerate_rows(rows) if rows else None


def enumerate_rows(rows: Sequence[Sequence[Any]]) -> Iterator[Row]:
    """Yield each row's number from 1 with its cells as text."""
    for number, cells in enumerate(rows, 1):
        yield number, [_text(cell) for cell in cells]


def _rows_of(document: Any) -> list[list[Any]]:
    if isinstance(document, list):
        return _lists(document)
    if not isinstance(document, dict):
        return []
    for inner in (document, *(value for value in document.values() if isinstance(value, dict))):
        if found := _named(inner):
            return found
    return _columns(document) or _keyed(document)


def _lists(rows: Any) -> list[list[Any]]:
    """Return a list of lists as it is."""
    return rows if isinstance(rows, list) and rows and all(isinstance(row, list) for row in rows) else []


def _named(document: Mapping[str, Any]) -> list[list[Any]]:
    """Return `{"columns": [...], "data": [[...], ...]}` as names above rows."""
    names = next((document[key] for key in _NAMES if isinstance(document.get(key), list)), None)
    rows = next((found for key in _ROWS if (found := _lists(document.get(key)))), None)
    if not names or not rows:
        return []
    said = [str(one.get("name", "")) if isinstance(one, dict) else str(one) for one in names]
    return [said, *rows] if all(len(row) == len(said) for row in rows) else []


def _columns(document: Mapping[str, Any]) -> list[list[Any]]:
    """Return `{"a": [1, 2], "b": [3, 4]}`, or the same with places for keys, as rows."""
    held = [list(one.values()) if _is_counted(one) else one for one in document.values()]
    lengths = {len(one) for one in held if isinstance(one, list)}
    if len(lengths) != 1 or not all(isinstance(one, list) and _are_plain(one) for one in held):
        return []
    counted = any(isinstance(one, dict) for one in document.values())
    if not counted and (lengths <= {0, 1} or len(held) < 2):
        return []
    return [list(document), *map(list, zip(*held, strict=True))]


def _keyed(document: Mapping[str, Any]) -> list[list[Any]]:
    """Return `{"x": {"n": 1}, "y": {"n": 2}}` as rows that begin with their key."""
    objects = list(document.values())
    if len(objects) < 2 or not all(isinstance(one, dict) and _are_plain(one.values()) for one in objects):
        return []
    names = list(objects[0])
    if not names or any(set(one) != set(names) for one in objects):
        return []
    return [["key", *names], *([key, *map(one.get, names)] for key, one in document.items())]


def _is_counted(one: Any) -> bool:
    """Tell an object whose keys are 0, 1, 2 …"""
    return isinstance(one, dict) and bool(one) and list(one) == [str(at) for at in range(len(one))]


def _are_plain(values: Any) -> bool:
    return not any(isinstance(value, dict | list) for value in values)


def _text(cell: Any) -> str:
    if cell is None or cell != cell:  # nothing, or no number
        return ""
    if isinstance(cell, str):
        return cell
    return json.dumps(cell, ensure_ascii=False)
