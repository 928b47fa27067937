"""Names a database can use, made of a file's own: short, unique, never a file's or the catalog's."""

import re
import unicodedata
from collections.abc import Iterable

LONGEST = 60
_WORD = re.compile(r"[^\w]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")
_CLOSED = re.compile(
    r"(?:duckdb|sqlite|pragma|pg)_.*|show|describe|summarize|glob|information_schema|main|temp|system"
    r"|csv|tsv|parquet|json|jsonl|ndjson|xlsx|xls|db|ddb|duckdb|sqlite3?|txt|gz|zst|arrow|feather|avro|orc|wal|blob"
)


def identifier(text: str, otherwise: str) -> str:
    """Return a name in lower case of letters, digits and underscores; Chinese stays as it is."""
    plain = unicodedata.normalize("NFKC", text)
    name = _WORD.sub("_", _CAMEL.sub("_", plain)).strip("_").lower()[:LONGEST].strip("_") or otherwise
    if name[0].isdigit():
        name = f"{otherwise.rstrip('0123456789_')}_{name}"
    return f"{name}_data" if _CLOSED.fullmatch(name) else name


def unique(names: Iterable[str]) -> list[str]:
    """Return the names, those that came before with a number behind them."""
    found: list[str] = []
    for name in names:
        free, number = name, 2
        while free in found:
            free, number = f"{name}_{number}", number + 1
        found.append(free)
    return found
