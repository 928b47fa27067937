"""Set-up steps: each done once for an app database, whichever process gets there first."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import psycopg

from appdb.alone import alone


class Progress(Protocol):
    """What a step may tell about how far it is."""

    def __call__(self, share: float) -> None:
        """Say which share of the work, 0 to 1, is done."""


@dataclass(frozen=True)
class Step:
    """One piece of the first start; blocking, and safe to begin again after a kill half-way.

    `title_key` is its text while it runs. An `every_start` step runs at each start and leaves no mark.
    """

    name: str
    title_key: str
    work: Callable[[Progress], None]
    every_start: bool = False


def once(url: str, step: str, work: Callable[[psycopg.Connection], None]) -> bool:
    """Do a step that has not been done, and return whether this call did it.

    Under an advisory lock. The mark is written in the transaction that `work` is given, so what it writes
    there and the mark stand or fall together; what it does elsewhere must bear being done again.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        if _is_done(connection, step):
            return False
        with alone(connection, _lock_key(step)):
            if _is_done(connection, step):
                return False
            with connection.transaction():
                work(connection)
                connection.execute("INSERT INTO setup_marks (step) VALUES (%s)", [step])
    return True


def one_after_the_other(url: str, step: str, work: Callable[[], None]) -> None:
    """Do a step of every start while no other start does it."""
    with psycopg.connect(url, autocommit=True) as connection, alone(connection, _lock_key(step)):
        work()


def is_done(url: str, step: str) -> bool:
    """Tell whether a step has been done."""
    with psycopg.connect(url, autocommit=True) as connection:
        return _is_done(connection, step)


def _is_done(connection: psycopg.Connection, step: str) -> bool:
    return connection.execute("SELECT 1 FROM setup_marks WHERE step = %s", [step]).fetchone() is not None


def _lock_key(step: str) -> int:
    return int.from_bytes(hashlib.sha256(f"wenshu setup {step}".encode()).digest()[:8], signed=True)
