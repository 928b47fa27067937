"""Searching one version: which source answers, and that none of them keeps a question waiting."""

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from errors import KnowledgeError, ModelError
from knowledge.embeddings import Vectors
from knowledge.searching import Bounded, QueryVectors, Searcher
from knowledge.stored import StoreHit, StoreKind
from knowledge.vectors import FILE, StoredVectors

UNIT = np.eye(3, dtype=np.float32)
KEPT = StoredVectors(
    {"ddl": (["a~0", "b~0", "c~0"], UNIT), "sql": ([], UNIT[:0]), "documentation": ([], UNIT[:0])}
)
IN_VECTORS = [StoreHit("b~0", 1.0), StoreHit("a~0", 0.0)]
IN_STORE = [StoreHit("from the store", 1.0)]


class Pointing:
    """An embedding under which every text points at b."""

    id, share, reserved = "pointing", 0.0, ()
    floor = document_floor = table_floor = 0.0

    def __init__(self, wait_s: float = 20) -> None:
        self.wait_s = wait_s
        self.asked: list[list[str]] = []
        self.hold = threading.Event()
        self.hold.set()
        self.error: Exception | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        self.hold.wait(20)
        if self.error:
            raise self.error
        return UNIT[[1] * len(texts)]


class OneHit:
    """A Vanna store that finds one text, or fails; in memory or not."""

    def __init__(self, error: Exception | None = None, held: bool = False) -> None:
        self.error, self.asked, self.held = error, 0, held
        self.threads: set[int] = set()

    def holds(self, kind: StoreKind) -> bool:
        return self.held

    def search(self, kind: StoreKind, question: str, k: int, vector: Vectors | None = None) -> list[StoreHit]:
        self.asked += 1
        self.threads.add(threading.get_ident())
        if self.error:
            raise self.error
        return IN_STORE

    def get_sql_prompt(self, *_: object) -> list[dict[str, str]]:
        return []


def searcher(embedding: Pointing) -> Searcher:
    return Searcher(QueryVectors(embedding), Bounded("vanna", 20))


def test_nothing_is_found_nor_embedded_before_there_are_vectors() -> None:
    embedding = Pointing()
    search = searcher(embedding)
    assert search.search("ddl", "q", 2) == [] and not search.hears("q")
    assert embedding.asked == []


def test_the_vectors_answer_until_the_store_is_open_and_the_question_is_embedded_once() -> None:
    embedding = Pointing()
    search = searcher(embedding)
    search.use_vectors(KEPT)
    assert search.search("ddl", "q", 2) == IN_VECTORS
    assert search.search("sql", "q", 2) == []
    search.use_store(OneHit())
    assert search.search("ddl", "q", 2) == IN_STORE
    assert embedding.asked == [["q"]]


def test_what_was_found_is_looked_for_once_and_not_before_the_store_is_open() -> None:
    search, store = searcher(Pointing()), OneHit()
    search.use_vectors(KEPT)
    assert search.search("ddl", "q", 2) == IN_VECTORS
    search.use_store(store)
    assert [search.search("ddl", "q", k) for k in (2, 1, 0)] == [IN_STORE[:2], IN_STORE[:1], []]
    assert store.asked == 1
    assert search.search("ddl", "other", 2) == search.search("sql", "q", 2) == IN_STORE
    assert store.asked == 3


@pytest.mark.parametrize("held", [False, True])
def test_only_what_is_searched_in_memory_is_searched_without_a_thread_of_its_own(held: bool) -> None:
    search, store = searcher(Pointing()), OneHit(held=held)
    search.use_vectors(KEPT)
    search.use_store(store)
    assert search.search("ddl", "q", 2) == IN_STORE
    assert (store.threads == {threading.get_ident()}) is held


def test_a_store_that_fails_leaves_the_vectors_and_is_left_alone_for_a_while() -> None:
    search, store = searcher(Pointing()), OneHit(RuntimeError("database is locked"))
    search.use_vectors(KEPT)
    search.use_store(store)
    assert [search.search("ddl", "q", 2) for _ in range(3)] == [IN_VECTORS] * 3
    assert store.asked == 1


def test_a_service_that_fails_is_asked_once_and_words_do() -> None:
    embedding = Pointing()
    embedding.error = ModelError("embedding_failed")
    search = searcher(embedding)
    search.use_vectors(KEPT)
    assert [search.search("ddl", question, 2) for question in ("one", "two")] == [[], []]
    assert embedding.asked == [["one"]]


def test_while_a_service_hangs_the_next_question_does_not_wait_and_later_ones_use_it_again() -> None:
    embedding = Pointing(wait_s=0.01)
    embedding.hold.clear()
    search = searcher(embedding)
    search.use_vectors(KEPT)
    assert not search.hears("zero"), "what was late is told"
    assert [search.search("ddl", question, 2) for question in ("one", "two", "three")] == [[], [], []]
    assert embedding.asked == [["zero"]]
    embedding.hold.set()
    found: list[StoreHit] = []
    while not found:
        found = search.search("ddl", "one", 2)
    assert found == IN_VECTORS and search.hears("one")


@pytest.mark.parametrize("content", [None, b"", b"no zip", b"PK\x03\x04 half"])
def test_vectors_that_cannot_be_read_are_named_damaged(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / FILE).write_bytes(content)
    with pytest.raises(KnowledgeError, match="index_not_read"):
        StoredVectors.load(tmp_path)


def test_vectors_come_back_as_they_were_kept(tmp_path: Path) -> None:
    KEPT.save(tmp_path)
    assert StoredVectors.load(tmp_path).search("ddl", UNIT[1], 2) == IN_VECTORS
