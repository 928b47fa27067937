"""Searching one version: in Vanna's store once it is open, till then in stored vectors, never for long."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

from errors import ModelError
from knowledge.embeddings import Embedding, Vectors
from knowledge.messages import Message
from knowledge.stored import StoreHit, StoreKind
from knowledge.vectors import StoredVectors

log = logging.getLogger(__name__)

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

REST_S = 5.0
THREADS = 8
QUERIES_KEPT = 256
SEARCHES_KEPT = 64
MOST_SEEN = 96  # nearest texts kept of a search: one of 30 takes as long as one of 8


class Store(Protocol):
    """What is asked of an open Vanna store."""

    def search(self, kind: StoreKind, question: str, k: int, vector: Vectors | None = None) -> list[StoreHit]:
        """Return the k texts nearest to a question."""
        ...

    def holds(self, kind: StoreKind) -> bool:
        """Tell whether a kind is searched in memory, so that nobody waits for it."""
        ...

    def get_sql_prompt(
        self,
        initial_prompt: str,
        question: str,
        question_sql_list: list[dict[str, str]],
        ddl_list: list[str],
        doc_list: list[str],
    ) -> list[Message]:
        """Return the messages that ask for SQL."""
        ...


class Newest(OrderedDict[K, V]):
    """Keeps what came last, as much as it may."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> None:
        """Keep one more, and let the oldest go."""
        self[key] = value
        while len(self) > self._most:
            self.popitem(last=False)


class Bounded:
    """Runs work that may hang within a time; nobody waits while a run is overdue or just failed."""

    def __init__(self, name: str, wait_s: float) -> None:
        self._name, self._wait_s = name, wait_s
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix=name)
        self._overdue: Future | None = None
        self._rests_until = 0.0

    def run(self, work: Callable[[], T]) -> T | None:
        """Return what the work returns, or None where it fails or takes too long."""
        is_overdue = self._overdue is not None and not self._overdue.done()
        if is_overdue or time.monotonic() < self._rests_until:
            return None
        running = self._pool.submit(work)
        try:
            return running.result(timeout=self._wait_s)
        except TimeoutError:
            self._overdue = running
            log.warning("too slow, done without", extra={"what": self._name, "waited_s": self._wait_s})
        except ModelError as error:
            log.warning("done without", extra={"what": self._name, "cause": f"{error.code}: {error.detail}"})
        except Exception:  # Chroma raises whatever its files make it raise; no question may end of that
            log.exception("failed, done without", extra={"what": self._name})
        if running.done():
            self._rests_until = time.monotonic() + REST_S
        return None

    def start(self, work: Callable[[], object]) -> None:
        """Do work for which nobody waits."""
        self._pool.submit(work)

    def close(self) -> None:
        """Start nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class QueryVectors:
    """Questions' vectors, each asked for once: a question is searched for in three collections."""

    def __init__(self, embedding: Embedding) -> None:
        self._bounded = Bounded("embedding", embedding.wait_s)
        self._embedding = embedding
        self._kept: Newest[str, Vectors] = Newest(QUERIES_KEPT)

    def of(self, query: str) -> Vectors | None:
        """Return a question's vector, or None where there is none in time."""
        kept = self._kept.get(query)
        return self._bounded.run(lambda: self._embed(query)) if kept is None else kept

    def read_ahead(self) -> None:
        """Let the embedding read its weights while nobody waits for them."""
        self._bounded.start(lambda: self._embed("warm up"))

    def close(self) -> None:
        """Start nothing more."""
        self._bounded.close()

    def _embed(self, query: str) -> Vectors:
        if query not in self._kept:
            self._kept.keep(query, self._embedding.embed([query])[0])
        return self._kept[query]


class Searcher:
    """What one version's questions are searched in; nothing is found until `use` gave it something."""

    def __init__(self, queries: QueryVectors, bounded: Bounded) -> None:
        self._queries, self._bounded = queries, bounded
        self._vectors: StoredVectors | None = None
        self._store: Store | None = None
        self._found: Newest[tuple[StoreKind, str], list[StoreHit]] = Newest(SEARCHES_KEPT)

    @property
    def ready(self) -> bool:
        """Tell whether it searches more than nothing."""
        return self._vectors is not None

    @property
    def store(self) -> Store | None:
        """Return Vanna's store, once it is open."""
        return self._store

    def use_vectors(self, vectors: StoredVectors) -> None:
        """Search in these."""
        self._vectors = vectors

    def use_store(self, store: Store) -> None:
        """Search in Vanna's store, and in the vectors where it fails."""
        self._store = store

    def hears(self, query: str) -> bool:
        """Tell whether a question's vector was there in time, and something to compare it with."""
        return self._vectors is not None and self._queries.of(query) is not None

    def search(self, kind: StoreKind, query: str, k: int) -> list[StoreHit]:
        """Return the k texts of a kind nearest to a question, best first; without vectors words must do."""
        if k <= MOST_SEEN and (found := self._found.get((kind, query))) is not None:
            return found[:k]
        vectors, store = self._vectors, self._store
        vector = self._queries.of(query) if vectors is not None else None
        if vectors is None or vector is None:
            return []
        most = max(k, MOST_SEEN)
        if store is None:
            return vectors.search(kind, vector, k)
        if store.holds(kind):
            found = store.search(kind, query, most, vector)
        else:
            found = self._bounded.run(lambda: store.search(kind, query, most, vector))
        if found is None:
            return vectors.search(kind, vector, k)
        # A version never changes, and suggestions look where linking has looked.
        self._found.keep((kind, query), found)
        return found[:k]
