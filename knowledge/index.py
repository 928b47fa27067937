"""Immutable index directories: built beside their place, opened once, the newest kept."""

import os
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from uuid import uuid4

from appdb.space import is_full
from errors import KnowledgeError
from knowledge.chroma_alone import without_exporter
from knowledge.embeddings import Embedding
from knowledge.items import KnowledgeItem
from knowledge.stored import STORE_KIND, STORE_KINDS, StoreHit, StoreKind, stored_texts
from knowledge.vectors import FILE, StoredVectors

if TYPE_CHECKING:
    from knowledge.vanna_store import VannaStore

BATCH = 500
KEPT_VERSIONS = 3

Progress = Callable[[int, int], None]


class KnowledgeIndex(Protocol):
    """What a snapshot asks of one version's vectors."""

    def search(self, kind: StoreKind, query: str, k: int) -> list[StoreHit]:
        """Return the k nearest texts of a kind, best first."""
        ...

    def hears(self, query: str) -> bool:
        """Tell whether texts near to this one in meaning can be found; else words alone must do."""
        ...


def opened_store(path: Path, embedding: Embedding) -> "VannaStore":
    """Open Vanna's store on a directory; importing it takes two to four seconds, once a process."""
    without_exporter()
    from knowledge.vanna_store import VannaStore

    return VannaStore(path, embedding)


def fill(path: Path, embedding: Embedding, items: Sequence[KnowledgeItem], progress: Progress | None) -> None:
    """Train a new store with every item, in batches, and keep its vectors beside it."""
    store = opened_store(path, embedding)
    try:
        done = 0
        for kind in STORE_KINDS:
            of_kind = [item for item in items if STORE_KIND.get(item.kind) == kind]
            texts = [text for item in of_kind for text in stored_texts(item)]
            for first in range(0, len(texts), BATCH):
                batch = texts[first : first + BATCH]
                store.train(**{kind: batch})
                done += len(batch)
                if progress:
                    progress(min(done, len(items)), len(items))
        StoredVectors({kind: store.vectors(kind) for kind in STORE_KINDS}).save(path)
    finally:
        store.close()


class IndexVersions:
    """Index directories `index/<connection>/<embedding>/<version>`, each opened once."""

    def __init__(self, data_dir: Path, embedding: Embedding) -> None:
        self._root = data_dir / "index"
        self._embedding = embedding
        self._open: dict[Path, VannaStore] = {}
        self._lock = threading.Lock()

    def path(self, connection: str, version: int) -> Path:
        """Return where a version's directory is or would be."""
        return self._root / _safe(connection) / self._embedding.id / str(version)

    def exists(self, connection: str, version: int) -> bool:
        """Tell whether this machine has a version's directory, whole and of today's form."""
        return (self.path(connection, version) / FILE).is_file()

    def build(
        self, connection: str, version: int, items: Sequence[KnowledgeItem], progress: Progress | None = None
    ) -> None:
        """Build a version beside its place and move it in; a half-built one is never seen."""
        if self.exists(connection, version):
            return
        target = self.path(connection, version)
        working = target.with_name(f"{target.name}.{os.getpid()}-{uuid4().hex[:8]}.tmp")
        try:
            working.mkdir(parents=True)
            fill(working, self._embedding, items, progress)
            self.remove(connection, version)  # one of an older form, or broken
            working.rename(target)
        except Exception as error:
            if is_full(error):  # Chroma says so with errors of its own
                raise KnowledgeError("index_disk_full", phase="index", detail=str(error)) from error
            if isinstance(error, OSError):
                raise KnowledgeError("index_not_written", phase="index", detail=str(error)) from error
            raise
        finally:
            shutil.rmtree(working, ignore_errors=True)

    def vectors(self, connection: str, version: int) -> StoredVectors:
        """Return the vectors of a version that exists; what cannot be read exists no longer."""
        try:
            return StoredVectors.load(self.path(connection, version))
        except KnowledgeError:
            self.remove(connection, version)
            raise

    def open(self, connection: str, version: int) -> "VannaStore":
        """Return the open store of a version that exists."""
        path = self.path(connection, version)
        with self._lock:
            if path not in self._open:
                store = opened_store(path, self._embedding)
                store.hold()
                self._open[path] = store
            return self._open[path]

    def drop(self, path: Path) -> None:
        """Close a store if it is open."""
        with self._lock:
            store = self._open.pop(path, None)
        if store is not None:
            store.close()

    def remove(self, connection: str, version: int) -> None:
        """Close a version's store and remove its directory."""
        path = self.path(connection, version)
        self.drop(path)
        shutil.rmtree(path, ignore_errors=True)

    def remove_all(self, connection: str) -> None:
        """Close and remove everything of a connection."""
        home = self._root / _safe(connection)
        for path in [path for path in self._open if home in path.parents]:
            self.drop(path)
        shutil.rmtree(home, ignore_errors=True)

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
        """Close every open store."""
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
