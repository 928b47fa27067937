"""What the index keeps of each item: the texts its vectors are made of, and what a search finds."""

import json
from dataclasses import dataclass
from typing import Literal

from database.schema import Table
from knowledge.items import KnowledgeItem
from knowledge.tables import table_from

StoreKind = Literal["ddl", "documentation", "sql"]  # Vanna's words, also what its train() calls them
STORE_KINDS: tuple[StoreKind, ...] = ("ddl", "documentation", "sql")

STORE_KIND: dict[str, StoreKind] = {
    "ddl": "ddl",
    "documentation": "documentation",
    "term": "documentation",
    "metric": "documentation",
    "pair": "sql",
}
PART = "~"  # between an item's id and the number of its text


@dataclass(frozen=True)
class StoredText:
    """One text for the store: what is kept, and what its vector is made of."""

    id: str
    document: str
    embedded: str


@dataclass(frozen=True)
class StoreHit:
    """A text found, with its cosine similarity."""

    id: str
    score: float


def stored_texts(item: KnowledgeItem) -> list[StoredText]:
    """Return what the index keeps of an item and what its vectors are made of.

    A pair has a vector per wording; an explanation one for its heading too, which alone is as short as a
    question (with both, 24 of 26 questions find theirs, with the whole text 21). A table is read as a
    sentence of its names: with types and keys between them fewer paraphrases find it.
    """
    if item.kind == "pair":
        # As Vanna keeps one.
        document = json.dumps({"question": item.title, "sql": item.content}, ensure_ascii=False)
        wordings = [item.title, *item.payload.get("variants", ())]
    elif item.kind == "ddl":
        document, wordings = item.content, [_named(table_from(item.payload))]
    else:
        document, wordings = item.content or item.title, [item.title, f"{item.title}\n{item.content}"]
    return [StoredText(f"{item.id}{PART}{i}", document, wording) for i, wording in enumerate(wordings)]


def item_of(hit: StoreHit) -> str:
    """Return the item that a text found belongs to."""
    return hit.id.rpartition(PART)[0]


def _named(table: Table) -> str:
    columns = ", ".join(column.name for column in table.columns)
    return f"{table.name}: {table.comment}. {columns}" if table.comment else f"{table.name}: {columns}"
