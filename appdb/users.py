"""People: who they are, their role and attributes, and how they sign in."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from psycopg.errors import UniqueViolation

from appdb.pool import AppDatabase
from appdb.sessions import WHOSE, Session, SessionStore, values_of
from appdb.storable import jsonb, text
from errors import InputError, NotFoundError

MIN_PASSWORD = 8
HASHES_AT_ONCE = 2  # each takes 64 MB and a core for some 50 ms
COLUMNS = "name, role, attributes, display_name, language, answer_mode, disabled, session_epoch"


@dataclass(frozen=True)
class User:
    """One person; `attributes` are what row policies may use, such as branch_id."""

    name: str
    role: str = "viewer"
    attributes: Mapping[str, str] = field(default_factory=dict)
    display_name: str = ""


@dataclass(frozen=True)
class Person:
    """A user with what the sign-in needs; a session opened under an older epoch is over."""

    user: User
    language: str = "auto"
    disabled: bool = False
    session_epoch: int = 0
    answer_mode: str = ""  # empty is the setting's


class PeopleStore:
    """The people who may sign in."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database
        self._hashing = asyncio.Semaphore(HASHES_AT_ONCE)
        self.sessions = SessionStore(database)

    async def add(
        self,
        name: str,
        password: str | None = None,
        role: str = "viewer",
        attributes: Mapping[str, str] | None = None,
        display_name: str = "",
        language: str = "auto",
    ) -> User:
        """Add a person; without a password they cannot sign in with one."""
        values = await self._values(name, password, role, attributes, display_name, language)
        try:
            await self._database.run(
                "INSERT INTO people (name, password_hash, role, attributes, display_name, language)"
                " VALUES (%s, %s, %s, %s, %s, %s)",
                *values,
            )
        except UniqueViolation as error:
            raise InputError("user_exists", name=name) from error
        return User(name, role, dict(attributes or {}), display_name)

    async def put(
        self,
        name: str,
        password: str | None = None,
        role: str = "viewer",
        attributes: Mapping[str, str] | None = None,
        display_name: str = "",
        language: str = "auto",
    ) -> User:
        """Add a person or bring them up to date; without a password theirs stays."""
        values = await self._values(name, password, role, attributes, display_name, language)
        await self._database.run(
            "INSERT INTO people (name, password_hash, role, attributes, display_name, language)"
            " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (name) DO UPDATE SET"
            " password_hash = coalesce(excluded.password_hash, people.password_hash),"
            " session_epoch = people.session_epoch + (excluded.password_hash IS NOT NULL)::int,"
            " role = excluded.role, attributes = excluded.attributes,"
            " display_name = excluded.display_name, language = excluded.language",
            *values,
        )
        return User(name, role, dict(attributes or {}), display_name)

    async def verify(self, name: str, password: str) -> User | None:
        """Return the person whose name and password these are; an unknown name takes as long."""
        person = await self.sign_in(name, password)
        return person.user if person else None

    async def sign_in(self, name: str, password: str) -> Person | None:
        """Return the same with the epoch that the password belongs to."""
        row = await self._database.row(
            f"SELECT {COLUMNS}, password_hash FROM people WHERE name = %s", text(name)
        )
        known = row["password_hash"] if row else None
        async with self._hashing:
            right = await asyncio.to_thread(_matches, known or _nobodys_hash(), password)
        if row is None or known is None or row["disabled"] or not right:
            return None
        return _person(row)

    async def has_password(self, name: str, password: str) -> bool:
        """Tell whether this is a person's password, disabled or not."""
        row = await self._database.row("SELECT password_hash FROM people WHERE name = %s", text(name))
        if row is None or row["password_hash"] is None:
            return False
        async with self._hashing:
            return await asyncio.to_thread(_matches, row["password_hash"], password)

    async def find(self, name: str) -> User | None:
        """Return a person who may use Wenshu, or None."""
        person = await self.person(name)
        return None if person is None or person.disabled else person.user

    async def signed_in(self, session: Session) -> User | None:
        """Return who has this session, as they are now, or None where it counts no more."""
        row = await self._database.row(f"SELECT {COLUMNS} {WHOSE}", *values_of(session))
        return _person(row).user if row else None

    async def person(self, name: str) -> Person | None:
        """Return a person, disabled or not."""
        row = await self._database.row(f"SELECT {COLUMNS} FROM people WHERE name = %s", text(name))
        return _person(row) if row else None

    async def list(self) -> list[Person]:
        """Return everybody by name."""
        return [
            _person(row) for row in await self._database.rows(f"SELECT {COLUMNS} FROM people ORDER BY name")
        ]

    async def set_password(self, name: str, password: str) -> None:
        """Change a password and end the sessions that were opened with the old one."""
        changed = await self._database.run(
            "UPDATE people SET password_hash = %s, session_epoch = session_epoch + 1 WHERE name = %s",
            await self._hash(password),
            text(name),
        )
        _require(changed, name)

    async def set_disabled(self, name: str, disabled: bool) -> None:
        """Shut a person out, or let them in again; either ends their sessions."""
        changed = await self._database.run(
            "UPDATE people SET disabled = %s, session_epoch = session_epoch + 1 WHERE name = %s",
            disabled,
            text(name),
        )
        _require(changed, name)

    async def set_role(self, name: str, role: str) -> None:
        """Give a person another role; what they may do is read anew with every question."""
        changed = await self._database.run("UPDATE people SET role = %s WHERE name = %s", role, text(name))
        _require(changed, name)

    async def set_language(self, name: str, language: str) -> None:
        """Remember the language a person wants answers in."""
        changed = await self._database.run(
            "UPDATE people SET language = %s WHERE name = %s", language, text(name)
        )
        _require(changed, name)

    async def set_answer_mode(self, name: str, mode: str) -> None:
        """Remember with how much care a person wants to be answered."""
        changed = await self._database.run(
            "UPDATE people SET answer_mode = %s WHERE name = %s", mode, text(name)
        )
        _require(changed, name)

    async def describe(self, name: str, display_name: str, attributes: Mapping[str, str]) -> None:
        """Change what a person is called, and what row policies may use."""
        changed = await self._database.run(
            "UPDATE people SET display_name = %s, attributes = %s WHERE name = %s",
            text(display_name),
            jsonb(dict(attributes)),
            text(name),
        )
        _require(changed, name)

    async def _values(
        self,
        name: str,
        password: str | None,
        role: str,
        attributes: Mapping[str, str] | None,
        display_name: str,
        language: str,
    ) -> tuple[Any, ...]:
        if not name.strip() or not name.isprintable():
            raise InputError("user_name_invalid")
        hashed = None if password is None else await self._hash(password)
        return name, hashed, role, jsonb(dict(attributes or {})), text(display_name), language

    async def _hash(self, password: str) -> str:
        if len(password) < MIN_PASSWORD:
            raise InputError("password_short", length=MIN_PASSWORD)
        async with self._hashing:
            return await asyncio.to_thread(PasswordHasher().hash, _bytes(password))


def read_attributes(texts: Iterable[str]) -> dict[str, str]:
    """Return attributes typed as key=value, or raise InputError."""
    pairs = [[part.strip() for part in text.partition("=")] for text in texts]
    if any(not key or not sign for key, sign, _ in pairs):
        raise InputError("attribute_invalid", text=" ".join(texts))
    return {key: value for key, _, value in pairs}


def _person(row: Mapping[str, Any]) -> Person:
    user = User(row["name"], row["role"], row["attributes"], row["display_name"])
    return Person(user, row["language"], row["disabled"], row["session_epoch"], row["answer_mode"])


def _matches(known: str, password: str) -> bool:
    try:
        return PasswordHasher().verify(known, _bytes(password))
    except (VerificationError, InvalidHashError):
        return False


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")


@lru_cache(maxsize=1)
def _nobodys_hash() -> str:
    return PasswordHasher().hash("nobody has this password")


def _require(changed: int, name: str) -> None:
    if not changed:
        raise NotFoundError("user_unknown", name=name)
