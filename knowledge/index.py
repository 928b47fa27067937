"""The vector index behind a small protocol, and its immutable versions on disk."""

import importlib
import os
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from database.schema import Table
from errors import KnowledgeError, SettingsError
from knowledge.embeddings import Embedding
from knowledge.items import KnowledgeItem
from knowledge.tables import table_from
from knowledge.vanna_store import STORE_KINDS, StoredText, StoreHit, StoreKind, VannaStore, pair_document

CHROMA = "knowledge.index:ChromaIndex"
BATCH = 500
PART = "~"  # between an item's id and the number of its text
KEPT_VERSIONS = 3

Progress = Callable[[int, int], None]

STORE_KIND: dict[str, StoreKind] = {
    "ddl": "ddl",
    "documentation": "documentation",
    "term": "documentation",
    "metric": "documentation",
    "pair": "sql",
}


class KnowledgeIndex(Protocol):
    """One version's vectors: written once by `build`, then only read."""

    def __init__(self, path: Path, embedding: Embedding) -> None: ...

    def build(self, items: Sequence[KnowledgeItem], progress: Progress | None = None) -> None:
        """Store every item; `progress` hears done and all."""
        ...

    def search(self, kind: StoreKind, query: str, k: int) -> list[StoreHit]:
        """Return the k nearest items of a kind, best first."""
        ...

    def close(self) -> None:
        """Give files and connections back."""
        ...


class ChromaIndex:
    """The index as a Chroma directory that Vanna's store opens."""

    def __init__(self, path: Path, embedding: Embedding) -> None:
        self._store = VannaStore(path, embedding)

    def build(self, items: Sequence[KnowledgeItem], progress: Progress | None = None) -> None:
        """Store every item in batches."""
        done = 0
        for kind in STORE_KINDS:
            texts = [
                text for item in items if STORE_KIND.get(item.kind) == kind for text in stored_texts(item)
            ]
            for first in range(0, len(texts), BATCH):
                batch = texts[first : first + BATCH]
                self._store.add(kind, batch)
                done += len(batch)
                if progress:
                    progress(min(done, len(items)), len(items))

    def search(self, kind: StoreKind, query: str, k: int) -> list[StoreHit]:
        """Return the k nearest items of a kind, best first."""
        return self._store.search(kind, query, k)

    def close(self) -> None:
        """Give the files back."""
        self._store.close()


def stored_texts(item: KnowledgeItem) -> list[StoredText]:
    """Return what the index keeps of an item and what its vectors are made of.

    A pair has a vector per wording; an explanation one for its heading too, which alone is as short as a
    question (with both, 24 of 26 questions find theirs, with the whole text 21). A table is read as a
    sentence of its names: with types and keys between them fewer paraphrases find it.
    """
    if item.kind == "pair":
        document = pair_document(item.title, item.content)
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


def index_class(dotted: str) -> type[KnowledgeIndex]:
    """Return the index class at `package.module:Class`."""
    module, _, name = dotted.partition(":")
    try:
        found: type[KnowledgeIndex] = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise SettingsError("setting_invalid", name="KNOWLEDGE_INDEX", detail=dotted) from error
    return found


class IndexVersions:
    """Immutable index directories `index/<connection>/<embedding>/<version>`, each opened once."""

    def __init__(self, data_dir: Path, embedding: Embedding, dotted: str = CHROMA) -> None:
        self._root = data_dir / "index"
        self._embedding = embedding
        self._class_path = dotted
        self._open: dict[Path, KnowledgeIndex] = {}
        self._lock = threading.Lock()

    def path(self, connection: str, version: int) -> Path:
        """Return where a version's directory is or would be."""
        return self._root / _safe(connection) / self._embedding.id / str(version)

    def exists(self, connection: str, version: int) -> bool:
        """Tell whether this machine has a version's directory."""
        return self.path(connection, version).is_dir()

    def build(
        self,
        connection: str,
        version: int,
        items: Sequence[KnowledgeItem],
        progress: Progress | None = None,
    ) -> None:
        """Build a version beside its place and move it in; a half-built one is never seen."""
        target = self.path(connection, version)
        if target.is_dir():
            return
        working = target.with_name(f"{target.name}.{os.getpid()}-{uuid4().hex[:8]}.tmp")
        try:
            working.mkdir(parents=True)
            index = index_class(self._class_path)(working, self._embedding)
            try:
                index.build(items, progress)
            finally:
                index.close()
            working.rename(target)
        except OSError as error:
            raise KnowledgeError("index_not_written", phase="index", detail=str(error)) from error
        finally:
            shutil.rmtree(working, ignore_errors=True)

    def open(self, connection: str, version: int) -> KnowledgeIndex:
        """Return the open index of a version that exists."""
        path = self.path(connection, version)
        with self._lock:
            if path not in self._open:
                self._open[path] = index_class(self._class_path)(path, self._embedding)
            return self._open[path]

    def drop(self, path: Path) -> None:
        """Close an index if it is open."""
        with self._lock:
            index = self._open.pop(path, None)
        if index is not None:
            index.close()

    def remove(self, connection: str, version: int) -> None:
        """Close a version's index and remove its directory."""
        path = self.path(connection, version)
        self.drop(path)
        shutil.rmtree(path, ignore_errors=True)

    def prune(self, connection: str, keep: set[int]) -> None:
        """Remove what is neither kept nor among the newest versions, and leavings of builds that died."""
        home = self.path(connection, 0).parent
        if not home.is_dir():
            return
        numbers = sorted((int(path.name) for path in home.iterdir() if path.name.isdigit()), reverse=True)
        for version in set(numbers[KEPT_VERSIONS:]) - keep:
            self.remove(connection, version)
        for path in home.iterdir():
            if path.suffix == ".tmp" and not _alive(path):
                shutil.rmtree(path, ignore_errors=True)

    def close(self) -> None:
        """Close every open index."""
        for path in list(self._open):
            self.drop(path)


def _safe(name: str) -> str:
    return "".join(char if char.isalnum() or char in "-_" else f"%{ord(char):x}" for char in name)


def _alive(path: Path) -> bool:
    process = path.name.split(".")[1].split("-")[0]
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True
