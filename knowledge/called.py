"""What tables are called, and which of them a question calls by their whole name."""

from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np

from knowledge.lexical import Ints


class CalledTables:
    """The names of tables as sets of terms: `complaints` is said whole where `complaint_log` is in part."""

    def __init__(self, names: Sequence[Collection[frozenset[str]]]) -> None:
        rows = [(place, name) for place, of in enumerate(names) for name in of if name]
        self._places: Ints = np.array([place for place, _ in rows], dtype=np.int32)
        self._sizes: Ints = np.array([len(name) for _, name in rows], dtype=np.int32)
        held: dict[str, list[int]] = defaultdict(list)
        for row, (_, name) in enumerate(rows):
            for term in name:
                held[term].append(row)
        self._rows = {term: np.array(found, dtype=np.int32) for term, found in held.items()}

    def said(self, terms: Collection[str]) -> dict[int, int]:
        """Return the places of tables that have a name of these terms only, with how many terms it has."""
        counts = np.zeros(len(self._sizes), dtype=np.int32)
        for term in terms:
            if term in self._rows:
                counts[self._rows[term]] += 1
        whole = np.flatnonzero(counts == self._sizes)
        found: dict[int, int] = {}
        for place, size in zip(self._places[whole].tolist(), self._sizes[whole].tolist(), strict=True):
            found[place] = max(size, found.get(place, 0))
        return found
