"""What is said of a file: its tables and columns, what was changed and what was refused."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from config.wording import Language, keys, say
from errors import WenshuError

REFUSALS = frozenset(
    (
        "value_refused",
        "values_refused",
        "rows_too_wide",
        "sheet_refused",
        "quote_open",
        "formulas_uncomputed",
        "letters_broken",
    )
)
COMMONEST_SHOWN = 3
_KINDS = (
    ("DECIMAL", "number"),
    ("DOUBLE", "number"),
    ("FLOAT", "number"),
    ("TIMESTAMP", "datetime"),
    ("DATE", "date"),
    ("TIME", "time"),
    ("BOOLEAN", "boolean"),
    ("VARCHAR", "text"),
    ("JSON", "text"),
)


def table_line(table: Mapping[str, Any], language: Language) -> str:
    """Return a table's name with how many rows and columns it has."""
    counts = {"rows": f"{table['rows']:,}", "columns": len(table["columns"])}
    return say("files.table", language, name=table["name"], title=table["title"], **counts)


def column_line(column: Mapping[str, Any], language: Language) -> str:
    """Return what a column holds: its kind, its range or commonest values, how many are empty."""
    comma = "、" if language == "zh" else ", "
    parts = [say(f"files.kinds.{kind_of(str(column['type']))}", language)]
    if column["lowest"]:
        parts.append(
            say("files.range", language, low=_short(column["lowest"]), high=_short(column["highest"]))
        )
    elif column["commonest"]:
        values = comma.join(str(value)[:30] for value, _ in column["commonest"][:COMMONEST_SHOWN])
        more = " …" if column["distinct"] > COMMONEST_SHOWN else ""
        parts.append(values + more)
    if column["empty"]:
        parts.append(say("files.empty", language, count=column["empty"]))
    return " · ".join(parts)


def kind_of(engine_type: str) -> str:
    """Return the plain kind of an engine's type."""
    if "INT" in engine_type:
        return "number"
    return next((kind for start, kind in _KINDS if engine_type.startswith(start)), "text")


def note_lines(notes: Sequence[Mapping[str, Any]], language: Language, *, refused: bool) -> Iterator[str]:
    """Yield what was refused of a file, or else what was changed, a line each."""
    for note in notes:
        if (note["code"] in REFUSALS) == refused:
            yield note_line(note, language)


def note_line(note: Mapping[str, Any], language: Language) -> str:
    """Return one remark, with the table and line it is on."""
    params = dict(note["params"])
    if note["code"] == "sheet_refused":
        error = WenshuError(params.pop("code"), **{"file": "", **params})
        known = f"errors.{error.code}" in keys(language)
        params = {
            "name": params["name"],
            "why": say(f"errors.{error.code}", language, **error.params) if known else "",
        }
    said = say(f"files.notes.{note['code']}", language, **params)
    if not note["line"]:
        return said
    return say("files.at_line", language, line=note["line"], said=said)


def _short(text: str) -> str:
    """Return a figure without the zeros its type adds, a moment without a midnight."""
    if "." in text and text.replace(".", "", 1).lstrip("-").isdigit():
        return text.rstrip("0").rstrip(".")
    return text.removesuffix(" 00:00:00")
