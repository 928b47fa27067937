"""What fits into the prompt: tables first, with a small share beside them for pairs and documents."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from database.rights import Rights
from database.schema import Table
from knowledge.items import Example, LinkedDocument, LinkedTable
from knowledge.levels import Notes, Written, in_levels, whole_schema
from knowledge.sight import visible_columns
from knowledge.snapshot import Links
from knowledge.tables import count_tokens

Piece = TypeVar("Piece")

EXAMPLES_PART = 0.15
DOCUMENTS_PART = 0.1
LONGEST_DOCUMENT_TOKENS = 160


@dataclass(frozen=True)
class Fitted:
    """What fits, and its tokens; `whole` where the tables are all this person may see."""

    tables: list[LinkedTable]
    documents: list[LinkedDocument]
    examples: list[Example]
    tokens: int
    whole: bool = False


def fitted(links: Links, question: str, rights: Rights, budget: int, notes: Notes | None = None) -> Fitted:
    """Return tables, documents and examples that fit the budget together.

    While every table fits the budget, all are there, and what is beside them comes on top. `notes` say by
    lower-case full table name and column what its data are like.
    """
    examples, used = _fit(links.examples, lambda e: count_tokens(e.question + e.sql), budget * EXAMPLES_PART)
    documents, more = _fit(
        [_cut(document) for document in links.documents],
        lambda d: count_tokens(d.text),
        budget * DOCUMENTS_PART,
    )
    written = _whole(links, rights, budget, notes or {})
    whole = written is not None
    if written is None:
        written = _levels(links, question, rights, budget - used - more, notes or {})
    return Fitted(
        _linked(links, written), documents, examples, used + more + sum(one.tokens for one in written), whole
    )


def _whole(links: Links, rights: Rights, budget: int, notes: Notes) -> list[Written] | None:
    if not links.complete:
        return None
    best_first = [found.table.full_name for found in links.tables]
    tables = sorted((found.table for found in links.tables), key=lambda table: (table.schema, table.name))
    return whole_schema([visible_columns(rights, table) for table in tables], budget, notes, best_first)


def _levels(links: Links, question: str, rights: Rights, room: int, notes: Notes) -> list[Written]:
    def seen(table: Table) -> Table:
        return visible_columns(rights, table)

    ranked = [found.table for found in links.tables]
    return in_levels(links.strong, ranked, links.beside, question, room, notes, seen)


def _linked(links: Links, written: Sequence[Written]) -> list[LinkedTable]:
    found = {one.table.full_name: one for one in links.tables}
    names = ((one, one.table.full_name) for one in written)
    return [
        LinkedTable(name, round(found[name].score, 4), one.text, found[name].why, one.level)
        if name in found
        else LinkedTable(name, 0.0, one.text, "join", one.level)
        for one, name in names
    ]


def _fit(pieces: Sequence[Piece], cost: Callable[[Piece], int], budget: float) -> tuple[list[Piece], int]:
    kept: list[Piece] = []
    used = 0
    for piece in pieces:
        tokens = cost(piece)
        if used + tokens <= budget:
            kept.append(piece)
            used += tokens
    return kept, used


def _cut(document: LinkedDocument) -> LinkedDocument:
    if count_tokens(document.text) <= LONGEST_DOCUMENT_TOKENS:
        return document
    lines: list[str] = []
    for line in document.text.splitlines():
        if count_tokens("\n".join([*lines, line])) > LONGEST_DOCUMENT_TOKENS:
            break
        lines.append(line)
    text = "\n".join(lines) or document.text[:LONGEST_DOCUMENT_TOKENS]
    return LinkedDocument(document.title, f"{text} …", document.score)
