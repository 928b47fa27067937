"""SQL that was rejected for a question: it is not used for it again, whoever teaches it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import sqlglot
from sqlglot.errors import SqlglotError

from knowledge.items import KnowledgeItem
from knowledge.records import item_key


def sql_shape(sql: str) -> str:
    """Return SQL as it is compared: one layout, no comments; as it stands where it cannot be read."""
    try:
        return sqlglot.parse_one(sql, dialect="postgres").sql(
            dialect="postgres", normalize=True, comments=False
        )
    except (SqlglotError, RecursionError):
        return " ".join(sql.lower().split())


def is_rejected(pair: KnowledgeItem, rejected: Iterable[KnowledgeItem]) -> bool:
    """Tell whether a pair's SQL was rejected for one of its questions."""
    asked = {item_key(pair), *(_key(text) for text in pair.payload.get("variants", ()))}
    return any(
        item_key(one) in asked and sql_shape(one.content) == sql_shape(pair.content) for one in rejected
    )


def without_rejected(items: Sequence[KnowledgeItem]) -> list[KnowledgeItem]:
    """Leave out rejected SQL, and pairs that say what was rejected."""
    rejected = [item for item in items if item.kind == "rejected"]
    if not rejected:
        return list(items)
    return [
        item
        for item in items
        if item.kind != "rejected" and not (item.kind == "pair" and is_rejected(item, rejected))
    ]


def _key(question: str) -> str:
    return item_key(replace(_ANY, title=question))


_ANY = KnowledgeItem("", "", "pair", "", "")
