"""The only importer of Vanna: one class through which teaching, retrieval and the messages for SQL go.

Importing it takes two to four seconds: knowledge/index.py does so in the background, never a question.
Overridden is what is slow (one text at a time, one vector each), what leaves the process or prints (log,
train), what loses ids and scores (get_*), and what words the prompt. Never used: ask(), get_plotly_figure()
(exec), is_sql_valid(), extract_sql(), the intermediate-SQL path; each ends at `submit_prompt`.
"""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import chromadb
import numpy as np
from chromadb.api.types import Documents, EmbeddingFunction, Embeddings
from chromadb.config import Settings as ChromaSettings
from chromadb.utils.embedding_functions import register_embedding_function
from vanna.legacy.base.base import VannaBase
from vanna.legacy.chromadb.chromadb_vector import ChromaDB_VectorStore

from errors import KnowledgeError
from knowledge.embeddings import Embedding, Vectors
from knowledge.messages import Message, sql_messages
from knowledge.stored import STORE_KINDS, StoredText, StoreHit, StoreKind
from knowledge.vectors import StoredVectors

log = logging.getLogger(__name__)

# Chroma's own M of 16 lost 107 of 300 near-identical short texts; 64 with 400 lost none.
COLLECTION = {"hnsw:space": "cosine", "hnsw:M": 64, "hnsw:construction_ef": 400, "hnsw:search_ef": 400}

HELD_TEXTS = (
    4_000  # up to so many of a kind, comparing with each is faster than asking Chroma, and misses none
)


@register_embedding_function
class WenshuEmbedding(EmbeddingFunction[Documents]):
    """Our embedding as Chroma wants it; the path names which one, so none is rebuilt from config."""

    def __init__(self, embedding: Embedding | None, id: str) -> None:
        self._embedding, self._id = embedding, id

    def __call__(self, input: Documents) -> Embeddings:
        if self._embedding is None:
            raise KnowledgeError(
                "knowledge_invalid", detail=f"index of {self._id} opened without its embedding"
            )
        return list(self._embedding.embed(input))

    @staticmethod
    def name() -> str:
        """Return the name Chroma keeps of it."""
        return "wenshu"

    def default_space(self) -> Literal["cosine"]:
        """Return how vectors are compared."""
        return "cosine"

    def get_config(self) -> dict[str, Any]:
        """Return what Chroma keeps of it."""
        return {"id": self._id}

    @staticmethod
    def build_from_config(config: dict[str, Any]) -> "WenshuEmbedding":
        """Return what stands for it where Chroma reads a collection by itself."""
        return WenshuEmbedding(None, str(config.get("id")))


class VannaStore(ChromaDB_VectorStore, VannaBase):
    """Vanna on one immutable directory: trained once, then only read."""

    def __init__(self, path: Path, embedding: Embedding) -> None:
        client = chromadb.PersistentClient(
            path=str(path), settings=ChromaSettings(anonymized_telemetry=False)
        )
        config = {
            "client": client,
            "embedding_function": WenshuEmbedding(embedding, embedding.id),
            "collection_metadata": COLLECTION,
        }
        ChromaDB_VectorStore.__init__(self, config=config)  # type: ignore[no-untyped-call]
        self._held: StoredVectors | None = None

    def hold(self) -> None:
        """Read the vectors of every kind that has few texts, once nothing more is trained."""
        few = [kind for kind in STORE_KINDS if self._collection(kind).count() <= HELD_TEXTS]
        self._held = StoredVectors({kind: self.vectors(kind) for kind in few})

    def holds(self, kind: StoreKind) -> bool:
        """Tell whether a kind is searched in memory, where nothing can hang."""
        return self._held is not None and self._held.has(kind)

    def train(  # type: ignore[override]
        self,
        *,
        ddl: Sequence[StoredText] = (),
        documentation: Sequence[StoredText] = (),
        sql: Sequence[StoredText] = (),
    ) -> list[str]:
        """Store all that is given; Vanna's own takes one text, prints it, and asks a model for a question."""
        return [*self.add_documentation(documentation), *self.add_question_sql(sql), *self.add_ddl(ddl)]

    def add_ddl(self, ddl: Sequence[StoredText], **_: Any) -> list[str]:  # type: ignore[override]
        """Store tables."""
        return self._add(self.ddl_collection, ddl)

    def add_documentation(  # type: ignore[override]
        self, documentation: Sequence[StoredText], **_: Any
    ) -> list[str]:
        """Store documentation and terms."""
        return self._add(self.documentation_collection, documentation)

    def add_question_sql(self, pairs: Sequence[StoredText], **_: Any) -> list[str]:  # type: ignore[override]
        """Store question–SQL pairs; each wording's vector leads to its pair."""
        return self._add(self.sql_collection, pairs)

    def generate_embedding(self, data: Sequence[str], **_: Any) -> Vectors:  # type: ignore[override]
        """Return one vector per text."""
        return np.asarray(self.embedding_function(list(data)), dtype=np.float32)

    def get_related_ddl(  # type: ignore[override]
        self, question: str, *, k: int = 10, vector: Vectors | None = None, **_: Any
    ) -> list[StoreHit]:
        """Return the tables nearest to a question, best first; `vector` is the question's, where known."""
        return self._nearest("ddl", question, k, vector)

    def get_related_documentation(  # type: ignore[override]
        self, question: str, *, k: int = 10, vector: Vectors | None = None, **_: Any
    ) -> list[StoreHit]:
        """Return the documentation and terms nearest to a question, best first."""
        return self._nearest("documentation", question, k, vector)

    def get_similar_question_sql(  # type: ignore[override]
        self, question: str, *, k: int = 10, vector: Vectors | None = None, **_: Any
    ) -> list[StoreHit]:
        """Return the pairs whose wording is nearest to a question, best first."""
        return self._nearest("sql", question, k, vector)

    def get_sql_prompt(
        self,
        initial_prompt: str,
        question: str,
        question_sql_list: list[dict[str, str]],
        ddl_list: list[str],
        doc_list: list[str],
        **_: Any,
    ) -> list[Message]:
        """Return our messages; Vanna's own append guidelines that ask for intermediate SQL."""
        return sql_messages(
            system=initial_prompt,
            question=question,
            ddl=ddl_list,
            documents=doc_list,
            examples=[(pair["question"], pair["sql"]) for pair in question_sql_list],
        )

    def search(self, kind: StoreKind, question: str, k: int, vector: Vectors | None = None) -> list[StoreHit]:
        """Return the k texts of a kind nearest to a question, best first."""
        find = {
            "ddl": self.get_related_ddl,
            "documentation": self.get_related_documentation,
            "sql": self.get_similar_question_sql,
        }[kind]
        return find(question, k=k, vector=vector)

    def vectors(self, kind: StoreKind) -> tuple[list[str], Vectors]:
        """Return the ids and vectors of a kind."""
        found = self._collection(kind).get(include=["embeddings"])
        return found["ids"], np.asarray(found["embeddings"], dtype=np.float32)

    def close(self) -> None:
        """Give the files back."""
        self.chroma_client.close()  # type: ignore[attr-defined]

    def system_message(self, message: str) -> Message:
        """Return a system message."""
        return {"role": "system", "content": message}

    def user_message(self, message: str) -> Message:
        """Return a user message."""
        return {"role": "user", "content": message}

    def assistant_message(self, message: str) -> Message:
        """Return an assistant message."""
        return {"role": "assistant", "content": message}

    def submit_prompt(self, prompt: Any, **_: Any) -> str:
        """Refuse: models are called by reasoning/, and what they wrote passes the walls."""
        raise NotImplementedError("models are called by reasoning/, never by Vanna")

    def log(self, message: str, title: str = "Info") -> None:
        """Log a length; Vanna's own prints whole prompts with the schema."""
        log.debug("vanna %s, %d characters", title, len(message))

    def _add(self, collection: Any, texts: Sequence[StoredText]) -> list[str]:
        """Store texts at once: one by one, 2,000 tables take two minutes."""
        if texts:
            collection.add(
                ids=[text.id for text in texts],
                documents=[text.document for text in texts],
                embeddings=self.generate_embedding([text.embedded for text in texts]),
            )
        return [text.id for text in texts]

    def _collection(self, kind: StoreKind) -> Any:
        return getattr(self, f"{kind}_collection")

    def _nearest(self, kind: StoreKind, question: str, k: int, vector: Vectors | None) -> list[StoreHit]:
        if k <= 0:
            return []
        asked = self.generate_embedding([question]) if vector is None else vector[np.newaxis]
        if self._held is not None and self._held.has(kind):
            return self._held.search(kind, asked[0], k)
        found = self._collection(kind).query(query_embeddings=asked, n_results=k, include=["distances"])
        return [
            StoreHit(id, 1 - float(distance))
            for id, distance in zip(found["ids"][0], found["distances"][0], strict=True)
        ]
