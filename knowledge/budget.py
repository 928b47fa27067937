"""What fits into the prompt: whole tables first, then their needed columns, then names."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from database.rights import Rights
from database.schema import Column, Table
from knowledge.items import Example, LinkedDocument, LinkedTable
from knowledge.language.words import content_terms, terms
from knowledge.lexical import meanings
from knowledge.retrieval import RankedTable
from knowledge.sight import visible_columns
from knowledge.snapshot import Links
from knowledge.tables import count_tokens, short_type, table_text

Piece = TypeVar("Piece")

EXAMPLES_PART = 0.35
DOCUMENTS_PART = 0.2
LONGEST_DOCUMENT_TOKENS = 160
WEAKEST_SHARE = 0.3  # a table far below the best one is noise
WEAKEST_OF_SCHEMA = 0.5  # the more so if none of its own words were asked for
MOST_TABLES = 10
MOST_PRUNED_COLUMNS = 14
FEWEST_COLUMN_TOKENS = 3
LEAST_ROOM = 20


@dataclass(frozen=True)
class Fitted:
    """What fits, and its tokens."""

    tables: list[LinkedTable]
    documents: list[LinkedDocument]
    examples: list[Example]
    tokens: int


def fitted(
    links: Links,
    question: str,
    rights: Rights,
    budget: int,
    notes: Mapping[str, Mapping[str, str]] | None = None,
) -> Fitted:
    """Return tables, documents and examples that fit the budget together.

    `notes` say by lower-case full table name and column what its data are like.
    """
    examples, used = _fit(links.examples, lambda e: count_tokens(e.question + e.sql), budget * EXAMPLES_PART)
    documents, more = _fit(
        [_cut(document) for document in links.documents],
        lambda d: count_tokens(d.text),
        budget * DOCUMENTS_PART,
    )
    tables, rest = _fit_tables(_near(links.tables), question, rights, budget - used - more, notes or {})
    return Fitted(tables, documents, examples, used + more + rest)


def _near(ranked: Sequence[RankedTable]) -> list[RankedTable]:
    best = ranked[0].score if ranked else 0.0
    return [
        found
        for found in ranked[:MOST_TABLES]
        if found.score >= best * (WEAKEST_OF_SCHEMA if found.why == "schema" else WEAKEST_SHARE)
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


def _fit_tables(
    ranked: Sequence[RankedTable],
    question: str,
    rights: Rights,
    budget: float,
    notes: Mapping[str, Mapping[str, str]],
) -> tuple[list[LinkedTable], int]:
    """Name every table, then write out as many as fit, the best first."""
    tables = [visible_columns(rights, found.table) for found in ranked]
    texts: list[str] = []
    used = 0
    for table in tables:
        cost = count_tokens(table.full_name)
        if used + cost <= budget or not texts:
            texts.append(table.full_name)
            used += cost
    for place, table in enumerate(tables[: len(texts)]):
        if budget - used < LEAST_ROOM:
            break
        about = notes.get(table.full_name.lower(), {})
        for text in _writings(table, question, budget - used, about):
            cost = used - count_tokens(texts[place]) + count_tokens(text)
            if cost <= budget:
                texts[place], used = text, cost
                break
    linked = [
        LinkedTable(name, round(found.score, 4), text, found.why, "name" if text == name else "full")
        for found, text in zip(ranked, texts, strict=False)
        for name in (found.table.full_name,)
    ]
    return linked, used


def _writings(table: Table, question: str, room: float, notes: Mapping[str, str]) -> Iterator[str]:
    if len(table.columns) * FEWEST_COLUMN_TOKENS <= room:
        yield table_text(table, notes=notes)
        yield table_text(table)
    yield table_text(table, needed_columns(table, question))


def needed_columns(table: Table, question: str) -> set[str]:
    """Return keys, dates and the columns the question's words are near to."""
    asked = set(content_terms(question))
    asked |= {other for term in asked for other in meanings(term)}
    keys = set(table.primary_key) | {name for key in table.foreign_keys for name in key.columns}

    def weight(column: Column) -> float:
        own = len(asked & set(terms(column.name))) + len(asked & set(terms(column.comment)))
        kind = short_type(column.type)
        return (
            own + (0.9 if column.name in keys else 0.0) + (0.5 if kind.startswith(("date", "time")) else 0.0)
        )

    weighed = sorted(((weight(c), -i, c.name) for i, c in enumerate(table.columns)), reverse=True)
    return {name for value, _, name in weighed[:MOST_PRUNED_COLUMNS] if value > 0} or {
        column.name for column in table.columns[:MOST_PRUNED_COLUMNS]
    }
