"""A version's vectors as plain arrays beside its Chroma directory: read in milliseconds, searched exactly.

They answer until Vanna is imported (a terminal's one question never waits for that), and where its files
are broken, locked or slow.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from errors import KnowledgeError
from knowledge.embeddings import Vectors
from knowledge.stored import STORE_KINDS, StoreHit, StoreKind

FILE = "vectors.npz"
Kept = tuple[Sequence[str], Vectors]


class StoredVectors:
    """The vectors of one version by kind; read-only."""

    def __init__(self, kept: Mapping[StoreKind, Kept]) -> None:
        self._kept = kept

    @classmethod
    def load(cls, directory: Path) -> "StoredVectors":
        """Read a version's vectors, or raise KnowledgeError."""
        try:
            with np.load(directory / FILE, allow_pickle=False) as file:
                return cls({kind: (file[f"{kind}_ids"].tolist(), file[kind]) for kind in STORE_KINDS})
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise KnowledgeError("index_not_read", phase="index", detail=str(error)) from error

    def save(self, directory: Path) -> None:
        """Write them into a version's directory."""
        arrays: dict[str, npt.NDArray] = {}
        for kind, (ids, vectors) in self._kept.items():
            arrays |= {f"{kind}_ids": np.array(ids, dtype=np.str_), kind: vectors}
        with (directory / FILE).open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]

    def has(self, kind: StoreKind) -> bool:
        """Tell whether a kind is among them."""
        return kind in self._kept

    def search(self, kind: StoreKind, vector: Vectors, k: int) -> list[StoreHit]:
        """Return the k texts nearest to a vector, best first."""
        ids, vectors = self._kept[kind]
        if not len(ids) or k <= 0:
            return []
        scores = vectors @ vector
        best = np.argsort(-scores, kind="stable")[:k]
        return [StoreHit(ids[place], float(scores[place])) for place in best]
