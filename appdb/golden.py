"""The golden questions of each connection: what a new version of its knowledge is tested with."""

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from psycopg.errors import UniqueViolation

from appdb.pool import AppDatabase
from appdb.storable import text
from errors import InputError, NotFoundError


@dataclass(frozen=True)
class Golden:
    """One question with its gold statements, none where it must be declined; `today` is its day."""

    question: str
    gold: tuple[str, ...] = ()
    kind: str = ""
    today: dt.date | None = None
    id: str = ""
    author: str = ""
    source: str = ""


@dataclass(frozen=True)
class Taken:
    """What taking in questions changed."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0


class GoldenStore:
    """The golden questions; one wording stands once per connection, and a removed one can come back."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def count(self, connection: str) -> int:
        """Return how many questions a connection has."""
        row = await self._database.row(
            "SELECT count(*) AS n FROM golden_questions WHERE connection = %s AND NOT removed", connection
        )
        return int(row["n"]) if row else 0

    async def page(
        self, connection: str, search: str = "", limit: int | None = None, offset: int = 0
    ) -> list[Golden]:
        """Return questions, newest first; `search` looks in questions, SQL and kinds."""
        wanted = f"%{_escaped(search)}%"
        rows = await self._database.rows(
            "SELECT question, gold, kind, today, id, author, source FROM golden_questions"
            " WHERE connection = %s AND NOT removed AND (question ILIKE %s OR kind ILIKE %s"
            " OR array_to_string(gold, ' ') ILIKE %s) ORDER BY at DESC, id LIMIT %s OFFSET %s",
            connection,
            *(wanted, wanted, wanted),
            *(limit, offset),
        )
        return [Golden(**{**row, "gold": tuple(row["gold"])}) for row in rows]

    async def get(self, connection: str, ident: str) -> Golden:
        """Return one question, or raise NotFoundError."""
        row = await self._database.row(
            "SELECT question, gold, kind, today, id, author, source FROM golden_questions"
            " WHERE connection = %s AND id = %s",
            connection,
            text(ident),
        )
        if row is None:
            raise NotFoundError("golden_unknown")
        return Golden(**{**row, "gold": tuple(row["gold"])})

    async def take(self, connection: str, questions: Sequence[Golden]) -> Taken:
        """Add questions; one that is known by its words takes what is new of it."""
        by_words = {one_line(golden.question): golden for golden in questions}
        async with self._database.pool.connection() as held, held.transaction(), held.cursor() as cursor:
            rows = [_row(connection, words, golden) for words, golden in by_words.items()]
            await cursor.executemany(_TAKE, rows, returning=True)
            fates = []
            while rows:
                found = await cursor.fetchone()
                fates.append(found["is_new"] if found else None)
                if not cursor.nextset():
                    break
        return Taken(fates.count(True), fates.count(False), fates.count(None))

    async def save(self, connection: str, ident: str, golden: Golden) -> None:
        """Write what was edited, or raise: NotFoundError, or InputError where the words are taken."""
        try:
            done = await self._database.run(
                "UPDATE golden_questions SET question = %s, gold = %s, kind = %s, today = %s, author = %s,"
                " source = %s, at = clock_timestamp() WHERE connection = %s AND id = %s AND NOT removed",
                *_row(connection, one_line(golden.question), golden)[2:],
                connection,
                text(ident),
            )
        except UniqueViolation as error:
            raise InputError("golden_twice") from error
        if not done:
            raise NotFoundError("golden_unknown")

    async def remove(self, connection: str, ident: str, removed: bool = True) -> None:
        """Take a question out, or bring it back."""
        try:
            done = await self._database.run(
                "UPDATE golden_questions SET removed = %s WHERE connection = %s AND id = %s",
                removed,
                connection,
                text(ident),
            )
        except UniqueViolation as error:
            raise InputError("golden_twice") from error
        if not done:
            raise NotFoundError("golden_unknown")


_TAKE = """
INSERT INTO golden_questions AS known (id, connection, question, gold, kind, today, author, source)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (connection, md5(question)) WHERE NOT removed DO UPDATE
SET gold = excluded.gold, kind = excluded.kind, today = excluded.today, author = excluded.author,
    source = excluded.source, at = clock_timestamp()
WHERE (known.gold, known.kind, known.today) IS DISTINCT FROM (excluded.gold, excluded.kind, excluded.today)
RETURNING xmax = 0 AS is_new
"""


def one_line(question: str) -> str:
    """Return a question's words, as two spellings of one question share them."""
    return " ".join((text(question) or "").split())


def _row(connection: str, words: str, golden: Golden) -> tuple[object, ...]:
    gold = [text(sql) for sql in golden.gold]
    rest = (text(golden.kind), golden.today, golden.author, text(golden.source))
    return (uuid.uuid4().hex, connection, words, gold, *rest)


def _escaped(search: str) -> str:
    return (text(search) or "").replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
