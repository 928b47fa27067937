"""Tokens of programs: each a person's, with some of what that person may do, for a while.

The secret is kept as its SHA-256 alone: 256 random bits need no slow hash.
"""

import datetime as dt
import hashlib
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from appdb.pool import AppDatabase
from appdb.storable import text
from appdb.users import User
from errors import InputError, NotFoundError

# What a token may be for; docs/api.md says what each opens.
Scope = Literal["ask", "read", "sql", "feedback", "delete", "embed", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
PREFIX = "wenshu_"
MOST_DAYS = 366
MOST_TOKENS = 50  # that a person has at once
LONGEST_LABEL = 80
_NAMES = ("id", "owner", "label", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at")
_COLUMNS = ", ".join(f"tokens.{name}" for name in _NAMES)


@dataclass(frozen=True)
class Token:
    """A token without its secret."""

    id: str
    owner: str
    label: str
    scopes: tuple[Scope, ...]
    created_at: dt.datetime
    expires_at: dt.datetime
    last_used_at: dt.datetime | None = None
    revoked_at: dt.datetime | None = None

    def is_live(self, now: dt.datetime) -> bool:
        """Tell whether it still opens anything."""
        return self.revoked_at is None and now < self.expires_at


class TokenStore:
    """Everybody's tokens."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def add(self, owner: str, label: str, scopes: Collection[str], days: int) -> tuple[Token, str]:
        """Make a token; return it with its secret, which is kept nowhere. Raises InputError."""
        chosen = tuple(scope for scope in SCOPES if scope in scopes)
        if not chosen or len(chosen) != len(set(scopes)):
            raise InputError("token_scopes_invalid", known=", ".join(SCOPES))
        if not 1 <= days <= MOST_DAYS:
            raise InputError("token_days_invalid", most=MOST_DAYS)
        label = " ".join(label.split())
        if not label or len(label) > LONGEST_LABEL or not label.isprintable():
            raise InputError("token_name_invalid", most=LONGEST_LABEL)
        secret = PREFIX + secrets.token_urlsafe(32)
        row = await self._database.row(
            "INSERT INTO tokens (id, owner, label, secret_hash, scopes, expires_at)"
            " SELECT %s, %s, %s, %s, %s, now() + make_interval(days => %s)"
            " WHERE (SELECT count(*) FROM tokens WHERE owner = %s AND revoked_at IS NULL"
            f" AND expires_at > now()) < %s RETURNING {_COLUMNS}",
            *(secrets.token_hex(6), text(owner), text(label), _hashed(secret), list(chosen), days),
            *(text(owner), MOST_TOKENS),
        )
        if row is None:
            raise InputError("too_many_tokens", most=MOST_TOKENS)
        return _token(row), secret

    async def user_of(self, secret: str) -> tuple[Token, User] | None:
        """Return a live token and its person, unless they are shut out; note its use once a minute."""
        if not secret.startswith(PREFIX) or not secret.isascii():
            return None
        row = await self._database.row(
            f"SELECT {_COLUMNS}, name, role, attributes, display_name FROM tokens JOIN people ON name = owner"
            " WHERE secret_hash = %s AND revoked_at IS NULL AND expires_at > now() AND NOT disabled",
            _hashed(secret),
        )
        if row is None:
            return None
        await self._database.run(
            "UPDATE tokens SET last_used_at = now() WHERE id = %s"
            " AND coalesce(last_used_at < now() - interval '1 minute', true)",
            row["id"],
        )
        return _token(row), User(row["name"], row["role"], row["attributes"], row["display_name"])

    async def list(self, owner: str | None = None) -> list[Token]:
        """Return a person's tokens, or everybody's, the newest first."""
        rows = await self._database.rows(
            f"SELECT {_COLUMNS} FROM tokens WHERE %s::text IS NULL OR owner = %s ORDER BY created_at DESC",
            text(owner),
            text(owner),
        )
        return [_token(row) for row in rows]

    async def revoke(self, ident: str, owner: str | None = None) -> Token:
        """End a token now, a person's own where one is named; raise NotFoundError where there is none."""
        row = await self._database.row(
            "UPDATE tokens SET revoked_at = coalesce(revoked_at, now())"
            f" WHERE id = %s AND (%s::text IS NULL OR owner = %s) RETURNING {_COLUMNS}",
            *(text(ident), text(owner), text(owner)),
        )
        if row is None:
            raise NotFoundError("token_unknown", id=ident)
        return _token(row)


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _token(row: Mapping[str, Any]) -> Token:
    values = {name: row[name] for name in _NAMES}
    return Token(**{**values, "scopes": tuple(row["scopes"])})
