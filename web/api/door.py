"""What every route of the API asks first: who it is, with which scope, in which language, which database."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request

from appdb.tokens import Scope
from appdb.turns import Turn
from appdb.users import User
from config.wording import Language
from errors import AccessError, InputError, NotFoundError
from services import services
from web.api.problems import language_in
from web.tokens import Caller, caller_of


async def caller(request: Request) -> Caller:
    """Return who sends the request, or raise TokenNeeded."""
    return await caller_of(request.scope, request.headers.get("authorization"))


def _with(scope: Scope) -> Callable[[Caller], Awaitable[User]]:
    async def found(one: Annotated[Caller, Depends(caller)]) -> User:
        return one.require(scope)

    return found


def _embedder(one: Annotated[Caller, Depends(caller)]) -> Caller:
    one.require("embed")
    return one


Anyone = Annotated[Caller, Depends(caller)]
Asker = Annotated[User, Depends(_with("ask"))]
Reader = Annotated[User, Depends(_with("read"))]
Writer = Annotated[User, Depends(_with("sql"))]
Judge = Annotated[User, Depends(_with("feedback"))]
Remover = Annotated[User, Depends(_with("delete"))]
Embedder = Annotated[Caller, Depends(_embedder)]
Admin = Annotated[User, Depends(_with("admin"))]


def _language(request: Request) -> Language:
    return language_in(request)


Spoken = Annotated[Language, Depends(_language)]


def open_to(user: User) -> list[str]:
    """Return the databases a person may ask."""
    access, databases = services().access, services().databases
    names = (*databases.names, *databases.owned(user.name))
    return [name for name in names if access.may_use(user, name)]


def connection_for(user: User, asked: str | None) -> str:
    """Return the database asked for, or the person's first; raise AccessError where it is not theirs."""
    names = open_to(user)
    if asked:
        if asked not in names:
            raise AccessError("connection_forbidden", connection=asked[:80])
        return asked
    if not names:
        raise InputError("no_connection")
    return names[0]


async def own_turn(ident: str, user: User) -> Turn:
    """Return a person's own turn; anybody else's is not there."""
    turn = await services().turns.get(ident)
    if turn.owner != user.name:
        raise NotFoundError("turn_unknown")
    return turn
