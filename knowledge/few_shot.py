"""Which verified pairs are shown as examples: alike in shape, over the same tables, and diverse."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.embeddings import HashingEmbedding
from knowledge.items import KnowledgeItem

MASK = "·"
MASKED_SHARE, LIKE_SHARE, TABLES_SHARE = 0.5, 0.3, 0.2
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_HASHED = HashingEmbedding(512)


@dataclass(frozen=True)
class Candidate:
    """A verified pair near a question: how alike the index finds them, and the tables its SQL reads."""

    item: KnowledgeItem
    likeness: float
    tables: frozenset[str]


def choose(
    question: str, masked: Iterable[str], candidates: Sequence[Candidate], linked: Collection[str], most: int
) -> list[Candidate]:
    """Return the most useful candidates, best first, no two of one SQL skeleton.

    `masked` are the texts of the question that stand for values and periods; `linked` the full names, lower
    case, of the tables the question is linked to.
    """
    if not candidates or most <= 0:
        return []
    shape = without(question, masked)
    shapes = [_shape_of(one.item.title, one.item.content) for one in candidates]
    asked, *known = _HASHED.embed([shape, *shapes])
    scored = sorted(
        (
            (
                MASKED_SHARE * float(asked @ vector)
                + LIKE_SHARE * one.likeness
                + TABLES_SHARE * overlap(one.tables, linked),
                -place,
            )
            for place, (one, vector) in enumerate(zip(candidates, known, strict=True))
        ),
        reverse=True,
    )
    return _diverse((candidates[-place] for _, place in scored), most)


def overlap(tables: Collection[str], linked: Collection[str]) -> float:
    """Return the share of an example's tables that the question is linked to.

    >>> overlap({"a", "b"}, {"b", "c"})
    0.5
    """
    return len(set(tables) & set(linked)) / len(tables) if tables else 0.0


def without(text: str, masked: Iterable[str]) -> str:
    """Return a text with values and numbers masked, the longest first.

    >>> without("南城10月的前3名", ["南城", "10月"])
    '··的前·名'
    """
    for value in sorted(set(masked), key=len, reverse=True):
        if value:
            text = re.sub(re.escape(value), MASK, text, flags=re.IGNORECASE)
    return _NUMBER.sub(MASK, text)


def _diverse(candidates: Iterable[Candidate], most: int) -> list[Candidate]:
    found: list[Candidate] = []
    seen: set[str] = set()
    for one in candidates:
        skeleton = skeleton_of(one.item.content)
        if skeleton not in seen:
            seen.add(skeleton)
            found.append(one)
        if len(found) == most:
            break
    return found


@lru_cache(maxsize=20_000)
def _shape_of(question: str, sql: str) -> str:
    """Return a pair's question without the values its SQL filters by."""
    tree = _tree(sql)
    values = [literal.name for literal in tree.find_all(exp.Literal)] if tree else []
    return without(question, [value for value in values if len(value) > 1])


@lru_cache(maxsize=20_000)
def skeleton_of(sql: str) -> str:
    """Return a statement without its literals and aliases: pairs of one skeleton teach the same."""
    tree = _tree(sql)
    if tree is None:
        return sql
    for literal in list(tree.find_all(exp.Literal)):
        literal.replace(exp.Placeholder())
    for alias in list(tree.find_all(exp.Alias)):
        alias.replace(alias.this)
    return tree.sql()


def _tree(sql: str) -> exp.Expr | None:
    try:
        return sqlglot.parse_one(sql, dialect="postgres")
    except (SqlglotError, RecursionError):
        return None
