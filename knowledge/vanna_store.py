"""The only importer of Vanna: its Chroma store for DDL, documentation and pairs, and the shape of its prompt.

Never used of Vanna: ask(), get_plotly_figure() (exec), is_sql_valid(), extract_sql(), intermediate SQL.
Importing it takes three seconds, so everything here is imported when the first store is opened.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from errors import KnowledgeError
from knowledge.embeddings import Embedding, Vectors

log = logging.getLogger(__name__)

StoreKind = Literal["ddl", "documentation", "sql"]
STORE_KINDS: tuple[StoreKind, ...] = ("ddl", "documentation", "sql")

# Chroma's own M of 16 lost 107 of 300 near-identical short texts; 64 with 400 lost none.
COLLECTION = {"hnsw:space": "cosine", "hnsw:M": 64, "hnsw:construction_ef": 400, "hnsw:search_ef": 400}


@dataclass(frozen=True)
class StoredText:
    """One text for the store: what is kept, and what its vector is made of."""

    id: str
    document: str
    embedded: str


@dataclass(frozen=True)
class StoreHit:
    """A text found, with its cosine similarity."""

    id: str
    document: str
    score: float


class VannaStore:
    """What the rest of knowledge uses of a Vanna instance."""

    def __init__(self, path: Path, embedding: Embedding) -> None:
        self._embedding = embedding
        self._vanna = _vanna_class()(path, embedding)
        # One question is searched for in three collections; an endpoint is asked for its vector once.
        self._query_vector = lru_cache(maxsize=256)(lambda query: embedding.embed([query]))

    def add(self, kind: StoreKind, texts: Sequence[StoredText]) -> None:
        """Store texts in one batch (one by one, 2,000 tables take minutes)."""
        if texts:
            vectors = self._embedding.embed([text.embedded for text in texts])
            self._collection(kind).add(
                ids=[text.id for text in texts],
                documents=[text.document for text in texts],
                embeddings=vectors,
            )

    def search(self, kind: StoreKind, query: str, k: int) -> list[StoreHit]:
        """Return the k texts nearest to the query, best first."""
        collection = self._collection(kind)
        held = collection.count()
        if not held or k <= 0:
            return []
        found = collection.query(
            query_embeddings=self._query_vector(query),
            n_results=min(k, held),
            include=["documents", "distances"],
        )
        rows = zip(found["ids"][0], found["documents"][0], found["distances"][0], strict=True)
        return [StoreHit(id, document, 1 - float(distance)) for id, document, distance in rows]

    def count(self, kind: StoreKind) -> int:
        """Return how many texts of a kind are stored."""
        return int(self._collection(kind).count())

    def sql_prompt(
        self,
        initial_prompt: str,
        question: str,
        examples: Sequence[tuple[str, str]],
        ddl: Sequence[str],
        documents: Sequence[str],
    ) -> list[dict[str, str]]:
        """Return the messages Vanna would send: system text, DDL and documentation, examples, question."""
        pairs = [{"question": asked, "sql": sql} for asked, sql in examples]
        messages: list[dict[str, str]] = self._vanna.get_sql_prompt(
            initial_prompt, question, pairs, list(ddl), list(documents)
        )
        return messages

    def close(self) -> None:
        """Give the files back."""
        self._vanna.chroma_client.close()

    def _collection(self, kind: StoreKind) -> Any:
        return getattr(self._vanna, f"{kind}_collection")


class Unopened:
    """What Chroma may rebuild from a collection's own config: a name; vectors are always given to it."""

    floor = 1.0
    document_floor = 1.0
    share = 0.0
    reserved: tuple[int, ...] = ()

    def __init__(self, id: str) -> None:
        self.id = id

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Refuse: the index is opened with its embedding."""
        raise KnowledgeError("knowledge_invalid", detail=f"index of {self.id} opened without its embedding")


@lru_cache(maxsize=1)
def _vanna_class() -> Any:
    import chromadb
    from chromadb.config import Settings as ChromaSettings
    from vanna.legacy.base.base import VannaBase
    from vanna.legacy.chromadb.chromadb_vector import ChromaDB_VectorStore

    function = _chroma_function_class()

    class PromptOnly(VannaBase):
        """Vanna's model side: shapes messages and never calls a model; reasoning/ does."""

        def system_message(self, message: str) -> dict[str, str]:
            return {"role": "system", "content": message}

        def user_message(self, message: str) -> dict[str, str]:
            return {"role": "user", "content": message}

        def assistant_message(self, message: str) -> dict[str, str]:
            return {"role": "assistant", "content": message}

        def submit_prompt(self, prompt: Any, **_: Any) -> str:
            raise NotImplementedError("models are called by reasoning/, never by Vanna")

        def log(self, message: str, title: str = "Info") -> None:
            log.debug("vanna %s, %d characters", title, len(message))

    class Store(ChromaDB_VectorStore, PromptOnly):
        """Vanna's Chroma store on one immutable directory."""

        def __init__(self, path: Path, embedding: Embedding) -> None:
            client = chromadb.PersistentClient(
                path=str(path), settings=ChromaSettings(anonymized_telemetry=False)
            )
            config = {
                "client": client,
                "embedding_function": function(embedding),
                "collection_metadata": COLLECTION,
            }
            ChromaDB_VectorStore.__init__(self, config=config)  # type: ignore[no-untyped-call]

        def get_sql_prompt(
            self,
            initial_prompt: str,
            question: str,
            question_sql_list: list,
            ddl_list: list,
            doc_list: list,
            **_: Any,
        ) -> list[dict[str, str]]:
            # The base appends guidelines that ask for intermediate SQL; ours stand in config/prompts.
            system = self.add_ddl_to_prompt(initial_prompt, ddl_list, max_tokens=self.max_tokens)
            system = self.add_documentation_to_prompt(system, doc_list, max_tokens=self.max_tokens)
            messages = [self.system_message(system)]
            for example in question_sql_list:
                messages.append(self.user_message(example["question"]))
                messages.append(self.assistant_message(example["sql"]))
            return [*messages, self.user_message(question)]

    return Store


@lru_cache(maxsize=1)
def _chroma_function_class() -> Any:
    from chromadb.api.types import Documents, EmbeddingFunction, Embeddings
    from chromadb.utils.embedding_functions import register_embedding_function

    @register_embedding_function
    class WenshuEmbedding(EmbeddingFunction[Documents]):
        """Our embedding as Chroma wants it; the path names which one, so none is rebuilt from config."""

        def __init__(self, embedding: Embedding) -> None:
            self._embedding = embedding

        def __call__(self, input: Documents) -> Embeddings:
            return list(self._embedding.embed(input))

        @staticmethod
        def name() -> str:
            return "wenshu"

        def default_space(self) -> Literal["cosine"]:
            return "cosine"

        def get_config(self) -> dict[str, Any]:
            return {"id": self._embedding.id}

        @staticmethod
        def build_from_config(config: dict[str, Any]) -> "WenshuEmbedding":
            return WenshuEmbedding(Unopened(str(config.get("id"))))

    return WenshuEmbedding


def pair_document(question: str, sql: str) -> str:
    """Return a pair as Vanna stores one."""
    return json.dumps({"question": question, "sql": sql}, ensure_ascii=False)
