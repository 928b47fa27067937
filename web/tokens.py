"""Who calls a program's door: the person of a bearer token, or of the browser's sign-in.

Either is the same `User` as everywhere, read anew with each request; a token lets through less, never more.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from appdb.audit import through
from appdb.tokens import SCOPES, Scope, TokenStore
from appdb.users import User
from database.rights import Feature
from errors import AccessError
from services import services
from web.sessions import session_in

# What a person must be able to do for a scope of theirs to open anything.
NEEDED: Mapping[Scope, Feature] = {"sql": "edit_sql", "admin": "admin"}


class TokenNeeded(Exception):
    """Neither a live token nor an open sign-in came with the request."""


@dataclass(frozen=True)
class Caller:
    """A person, and which scopes this request has of them; `token` is empty for a browser."""

    user: User
    scopes: frozenset[Scope]
    token: str = ""

    def require(self, scope: Scope) -> User:
        """Return the person where this request may do what the scope is for, else raise AccessError."""
        if scope not in self.scopes:
            raise AccessError("scope_missing", scope=scope)
        if (feature := NEEDED.get(scope)) and feature not in services().access.features(self.user):
            raise AccessError("feature_missing", feature=feature)
        return self.user


async def authenticate(header: str | None) -> Caller | None:
    """Return who an `Authorization` header speaks for: None where it holds no live token of ours."""
    scheme, _, secret = (header or "").strip().partition(" ")
    if scheme.lower() != "bearer":
        return None
    found = await TokenStore(services().app_database).user_of(secret.strip())
    if found is None:
        return None
    token, user = found
    through.set(token.label)
    return Caller(user, frozenset(token.scopes), token.id)


async def caller_of(scope: Mapping[str, object], header: str | None) -> Caller:
    """Return who sends an HTTP request, or raise TokenNeeded.

    A header that names a token decides alone: a dead token is not helped by a browser's cookie. Changes by
    cookie have passed web/origin.py, as on every other route.
    """
    if caller := await authenticate(header):
        return caller
    session = session_in(scope)
    if session is None or (header and not _is_session(header)):
        raise TokenNeeded
    user = await services().people.find(session.name)
    if user is None:
        raise TokenNeeded
    return Caller(user, frozenset(SCOPES))


def possible_scopes(user: User) -> list[Scope]:
    """Return the scopes that would open anything for this person."""
    features = services().access.features(user)
    return [scope for scope in SCOPES if NEEDED.get(scope) is None or NEEDED[scope] in features]


def _is_session(header: str) -> bool:
    """Tell the sign-in's own signed token, as Chainlit's page may send it, from any other."""
    return header.count(".") == 2
