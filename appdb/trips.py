"""Statements sent to PostgreSQL together and answered together, by libpq's own pipeline.

psycopg's pipeline makes a cursor, a queue and a wait of each statement: of a question's 35 statements that
was a fifth of its CPU, three times of what this takes. Nothing here opens or ends a transaction by itself.
"""

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from psycopg import AsyncConnection, OperationalError, abc, errors
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait

Send = Callable[[PGconn], None]
Maker = Callable[[Sequence[Any]], Any]
MOST_PREPARED = 200  # of one connection; a statement beyond is parsed each time
_numbers = itertools.count()
_FAILED = (ExecStatus.FATAL_ERROR, ExecStatus.BAD_RESPONSE)
_OUTDATED = (errors.InvalidSqlStatementName, errors.FeatureNotSupported)  # its tables are others by now
_prepared: WeakKeyDictionary[AsyncConnection[Any], dict[tuple[str, tuple[int, ...]], bytes]] = (
    WeakKeyDictionary()
)


class Trip:
    """What goes to a server in one trip, in parts: one that fails ends its own part, not those after it."""

    def __init__(self, connection: AsyncConnection[Any]) -> None:
        self.connection = connection
        self._encoding = connection.info.encoding
        self._adapts = Transformer(connection)
        self._sends: list[Send] = []
        self._parts = 0
        self._preparing: dict[int, tuple[tuple[str, tuple[int, ...]], bytes]] = {}  # by place among replies
        self._replies = 0

    def add(self, sql: str, values: Sequence[Any] = (), *, keep: bool = False) -> int:
        """Add a statement with its values as $1, $2 …; return its reply's place.

        One that is to be kept is prepared on the connection, for the next time.
        """
        adapts, text = self._adapts, sql.encode(self._encoding)
        sent = adapts.dump_sequence(values, [PyFormat.AUTO] * len(values)) if values else []
        types, formats = (adapts.types or (), adapts.formats) if values else ((), None)
        name = self._name(sql, text, tuple(types)) if keep else b""
        if name:
            self._sends.append(lambda server: server.send_query_prepared(name, sent, formats))
        else:
            self._sends.append(lambda server: server.send_query_params(text, sent, types, formats))
        self._replies += 1
        return self._replies - 1

    def _name(self, sql: str, text: bytes, types: tuple[int, ...]) -> bytes:
        """Return the name a statement is prepared under, or nothing where there are too many."""
        known, key = _prepared.setdefault(self.connection, {}), (sql, types)
        if (kept := known.get(key)) is not None or len(known) >= MOST_PREPARED:
            return kept or b""
        name = f"wenshu_{next(_numbers)}".encode()
        self._sends.append(lambda server: server.send_prepare(name, text, types))
        self._preparing[self._replies] = key, name
        self._replies += 1
        return name

    def part(self) -> None:
        """End a part: where no transaction is open, its statements are one."""
        self._sends.append(lambda server: server.pipeline_sync())
        self._parts += 1

    async def go(self) -> "Replies":
        """Send all of it; raise what the server says of the first statement that failed."""
        connection = self.connection
        replies = await connection.wait(_there_and_back(connection.pgconn, self._sends, self._parts))
        known = _prepared.setdefault(connection, {})
        for place, (key, name) in self._preparing.items():
            if replies[place].status == ExecStatus.COMMAND_OK:
                known[key] = name
        for reply in replies:
            if reply.status in _FAILED:
                error = errors.error_from_result(reply, encoding=self._encoding)
                if isinstance(error, _OUTDATED):
                    known.clear()
                raise error
        return Replies(replies, self._adapts, self._encoding)


class Replies:
    """What a server replied to each statement of a trip."""

    def __init__(self, replies: Sequence[PGresult], adapts: abc.Transformer, encoding: str) -> None:
        self._replies, self._adapts, self._encoding = replies, adapts, encoding

    def columns(self, place: int) -> list[tuple[str, int]]:
        """Return the columns of a reply: their names, and their types' numbers."""
        reply = self._replies[place]
        named = ((reply.fname(column) or b"", column) for column in range(reply.nfields))
        return [(name.decode(self._encoding), reply.ftype(column)) for name, column in named]

    def rows(self, place: int, make: Maker = tuple) -> list[Any]:
        """Return the rows of a reply."""
        reply = self._replies[place]
        self._adapts.set_pgresult(reply)
        return self._adapts.load_rows(0, reply.ntuples, make)

    def dicts(self, place: int) -> list[dict[str, Any]]:
        """Return the rows of a reply by their columns' names."""
        names = [name for name, _ in self.columns(place)]
        return self.rows(place, lambda values: dict(zip(names, values, strict=True)))

    def touched(self, place: int) -> int:
        """Return how many rows a statement returned or changed."""
        reply = self._replies[place]
        return reply.ntuples if reply.status == ExecStatus.TUPLES_OK else reply.command_tuples or 0


@lru_cache(maxsize=1024)
def numbered(sql: str) -> str:
    """Return a statement with psycopg's %s as the $1, $2 … that PostgreSQL reads."""
    first, *others = sql.split("%s")
    return (first + "".join(f"${place}{text}" for place, text in enumerate(others, 1))).replace("%%", "%")


def _there_and_back(server: PGconn, sends: Sequence[Send], parts: int) -> abc.PQGen[list[PGresult]]:
    """Send everything, then read every reply; always to the end, so that the connection is fit for more."""
    server.enter_pipeline_mode()
    try:
        for send in sends:
            send(server)
    except Exception:  # half of it may be under way
        server.finish()
        raise
    while server.flush():
        if (yield Wait.RW) & Ready.R:
            server.consume_input()
    replies: list[PGresult] = []
    while parts:
        while server.is_busy():
            yield Wait.R
            server.consume_input()
        reply = server.get_result()
        if reply is None:  # the end of one statement's
            if server.status != ConnStatus.OK:
                raise OperationalError(server.get_error_message())
        elif reply.status == ExecStatus.PIPELINE_SYNC:
            parts -= 1
        else:
            replies.append(reply)
    server.exit_pipeline_mode()
    return replies
