"""Good answers a person got before, shown to the writer as examples and never given as answers."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from appdb.pool import AppDatabase
from appdb.storable import text
from config.settings import Settings
from errors import ModelError, WenshuError
from knowledge.embeddings import Embedding, embedding_from
from knowledge.items import Example
from knowledge.language.words import stop_words, terms

MOST_KEPT = 1000  # of one person
_CANDIDATES = 12
_MOST_WORDS = 40
_MOST_SQL_CHARS = 1200  # a longer one costs more of the prompt than it teaches


@dataclass(frozen=True)
class Scope:
    """Whose answers count, and under which rights and schema they were given."""

    owner: str
    connection: str
    rights: str
    schema: str


class EarlierAnswers:
    """The executed questions of each person with their SQL, newest kept."""

    def __init__(self, database: AppDatabase, settings: Settings, embedding: Embedding | None = None) -> None:
        self._database, self._settings = database, settings
        self._embedding = embedding or embedding_from(settings)

    async def add(self, scope: Scope, turn: str, thread: str, question: str, sql: str) -> None:
        """Keep a question that was answered; the same one again takes the newer SQL."""
        if not self._settings.few_shot_enabled or len(sql) > _MOST_SQL_CHARS:
            return
        await self._database.run(
            "INSERT INTO good_answers (turn, owner, thread, connection, rights, schema, question, sql, words)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
            " ON CONFLICT (owner, connection, rights, schema, question) DO UPDATE SET turn = excluded.turn,"
            " thread = excluded.thread, sql = excluded.sql, created_at = clock_timestamp(),"
            " rejected = good_answers.rejected AND good_answers.sql = excluded.sql",
            turn, text(scope.owner), text(thread), text(scope.connection), scope.rights, scope.schema,
            text(question), text(sql), _words(question),
        )  # fmt: skip
        await self._database.run(
            "DELETE FROM good_answers WHERE turn IN (SELECT turn FROM good_answers WHERE owner = %s"
            " ORDER BY created_at DESC OFFSET %s)",
            text(scope.owner),
            MOST_KEPT,
        )

    async def near(self, scope: Scope, question: str, k: int) -> list[Example]:
        """Return up to k near ones, best first; too slow, or no embedding, means none."""
        if not self._settings.few_shot_enabled or k <= 0:
            return []
        try:
            async with asyncio.timeout(self._settings.retrieval_timeout_s):
                return await self._near(scope, question, k)
        except (TimeoutError, WenshuError):
            return []

    async def _near(self, scope: Scope, question: str, k: int) -> list[Example]:
        words = _words(question)
        rows = await self._database.rows(
            "SELECT turn, question, sql FROM good_answers WHERE owner = %s AND connection = %s"
            " AND rights = %s AND schema = %s AND NOT rejected AND question <> %s AND words && %s"
            " ORDER BY (SELECT count(*) FROM unnest(words) AS word WHERE word = ANY(%s)) DESC,"
            " created_at DESC LIMIT %s",
            text(scope.owner), text(scope.connection), scope.rights, scope.schema, text(question), words,
            words, _CANDIDATES,
        )  # fmt: skip
        if not rows:
            return []
        scores = await asyncio.to_thread(self._scores, question, [row["question"] for row in rows])
        least = self._settings.few_shot_min_similarity
        floor = self._embedding.floor if least is None else least
        found = [
            Example(row["turn"], row["question"], row["sql"], round(score, 4))
            for row, score in zip(rows, scores, strict=True)
            if score >= floor
        ]
        return sorted(found, key=lambda example: -example.score)[:k]

    def _scores(self, question: str, others: Sequence[str]) -> list[float]:
        try:
            asked, *known = self._embedding.embed([question, *others])
        except ModelError:
            return [0.0 for _ in others]
        return [float(asked @ vector) for vector in known]

    async def reject(self, turn: str) -> None:
        """Show an answer that was found bad to no writer."""
        await self._database.run("UPDATE good_answers SET rejected = true WHERE turn = %s", text(turn))

    async def forget(self, owner: str, thread: str) -> None:
        """Remove what an owner was answered on a thread."""
        await self._database.run(
            "DELETE FROM good_answers WHERE thread = %s AND owner = %s", text(thread), text(owner)
        )


def _words(question: str) -> list[str]:
    known = stop_words()
    return list(islice(dict.fromkeys(word for word in terms(question) if word not in known), _MOST_WORDS))
