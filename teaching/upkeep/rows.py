"""Items as rows of a sheet: a column for the kind and one for each field, alike in CSV, Excel and JSONL."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from database.dialects import POSTGRES, Dialect
from knowledge.items import KnowledgeItem
from teaching.upkeep.fields import FIELDS, fields_of, item_from

COLUMNS = (
    "kind",
    *dict.fromkeys(name for names in FIELDS.values() for name in names),
    "verified_by",
    "source",
    "author",
    "status",
)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def row_of(item: KnowledgeItem) -> dict[str, str]:
    """Return an item as a row; author and status are told, and not read again."""
    told = {"verified_by": item.verified_by, "source": item.source, "author": item.author}
    return {"kind": item.kind, **fields_of(item), **told, "status": item.status}


def is_item_row(row: Mapping[str, Any]) -> bool:
    """Tell whether a row says which kind of item it is."""
    return _text(row.get("kind")) in FIELDS


def item_of_row(row: Mapping[str, Any], file: str, dialect: Dialect = POSTGRES) -> KnowledgeItem:
    """Return the item of a row, or raise naming the field that is wrong."""
    kind = next(known for known in FIELDS if known == _text(row.get("kind")))
    item = item_from(kind, {name: _text(row.get(name)) for name in FIELDS[kind]}, dialect)
    return replace(
        item,
        source=_text(row.get("source")) or file,
        verified_by=_text(row.get("verified_by")) or item.verified_by,
    )


def _text(value: Any) -> str:
    """Return a cell's text, without the mark that kept a spreadsheet from running it."""
    if isinstance(value, list):
        return "\n".join(map(str, value))
    text = str(value) if isinstance(value, str | int | float) else ""
    return text[1:] if text[:1] == "'" and text[1:2] in FORMULA_STARTS else text
