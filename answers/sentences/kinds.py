"""Of many rows that no name tells apart: how many are of each kind, by the columns that hold a few."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from config.wording import Language, say

FEWEST = 13  # rows: of twelve the table is read at a glance
_MOST_KINDS, _MOST_CUTS = 7, 2


def kinds(
    columns: Iterable[tuple[int, str]], rows: Sequence[Sequence[Any]], language: Language
) -> list[tuple[str, str]]:
    """Return what a column is called and its kinds, each with how many rows it has, of at most two columns.

    >>> kinds([(0, "Type")], [("Food",)] * 9 + [("Price",)] * 4, "en")
    [('Type', 'Food 9, Price 4')]
    """
    found = []
    for at, label in columns if len(rows) >= FEWEST else ():
        held = Counter(row[at] for row in rows if isinstance(row[at], str))
        if 1 < len(held) <= _MOST_KINDS and held.total() == len(rows):
            told = (
                say("sentence.beside", language, name=kind, value=f"{many:,}")
                for kind, many in held.most_common()
            )
            found.append((label, say("sentence.listed_comma", language).join(told)))
    return found[:_MOST_CUTS]
