"""Signing in by name and password, by a proxy's header or through a provider; and out again."""

import secrets
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

import chainlit as cl
from chainlit.server import sio
from chainlit.session import ws_sessions_sid
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from appdb.users import Person
from config.settings import settings
from config.wording import language_of
from database.access import Identity
from errors import AccessError, InputError
from services import services
from web.sessions import session_in

# Why the request at hand let nobody in, for the page that says so; empty where only the try failed.
turned_away: ContextVar[str] = ContextVar("turned_away", default="")


async def check_password(name: str, password: str) -> cl.User | None:
    """Return who signs in with a name and password."""
    person = await services().people.sign_in(name.strip(), password)
    if person is None:
        known = await services().people.person(name.strip())  # a password typed as a name is not kept
        await _note_refusal(known.user.name if known else "", "password", "sign_in_wrong")
        return None
    return await _let_in(person, "password")


async def check_header(headers: Headers) -> cl.User | None:
    """Return whom a trusted proxy names; from anybody else the header never gets here."""
    named = headers.getlist(settings().sign_in_header or "")
    if len(named) != 1 or not named[0].strip():  # twice: a proxy that adds to what the browser sent
        turned_away.set("notnamed")
        return None
    groups = headers.get(settings().sign_in_groups_header or "", "")
    identity = Identity(named[0].strip(), tuple(part.strip() for part in groups.split(",") if part.strip()))
    return await _let_in_as(identity.email.lower(), identity, "header")


async def check_provider(
    provider: str, token: str, told: Mapping[str, Any], user: cl.User, id_token: str | None = None
) -> cl.User | None:
    """Return whom a sign-in provider names."""
    identity = identity_of(provider, told, user.identifier)
    name = identity.email.lower() or f"{provider}:{user.identifier}"
    return await _let_in_as(name, identity, provider)


def identity_of(provider: str, told: Mapping[str, Any], identifier: str) -> Identity:
    """Return what a provider vouches for; an e-mail it has not verified is none."""
    groups = tuple(str(group) for group in told.get("groups") or () if isinstance(group, str))
    if provider == "github":
        emails = (one for one in told.get("emails") or () if one.get("primary") and one.get("verified"))
        return Identity(next((str(one["email"]) for one in emails), ""), groups)
    if provider.startswith("azure"):  # `mail` is free text there, the principal name is not
        return Identity(str(told.get("userPrincipalName") or ""), groups)
    unverified = (told.get(key) in (False, "false") for key in ("email_verified", "verified_email"))
    return Identity("" if any(unverified) else str(told.get("email") or ""), groups)


async def sign_out(request: Request, response: Response) -> dict[str, bool]:
    """End the session everywhere: its token, and the chats it holds open."""
    session = session_in(request.scope)
    if session is None:
        return {"success": True}
    await services().people.sessions.end(session)
    await services().audit.write(who=session.name, act="sign_out")
    for socket, chat in list(ws_sessions_sid.items()):
        if session_in((chat.environ or {}).get("asgi.scope")) == session:
            await sio.disconnect(socket)
    return {"success": True}


async def _let_in_as(name: str, identity: Identity, way: str) -> cl.User | None:
    """Let in whom the identities of access.yaml know, with the role and attributes they have there."""
    people = services().people
    try:
        mapped = services().access.role_for(identity)
        known = await people.person(name)
        if known and known.disabled:
            raise AccessError("person_disabled")
        language = known.language if known else "auto"
        shown = known.user.display_name if known else ""
        await people.put(name, None, mapped.role, mapped.attributes, shown, language)
    except (AccessError, InputError) as error:
        turned_away.set("disabled" if error.code == "person_disabled" else "notlisted")
        await _note_refusal(name, way, error.code)
        return None
    person = await people.person(name)
    return await _let_in(person, way) if person else None


async def _let_in(person: Person, way: str) -> cl.User:
    """Return the person for Chainlit's token; its role is for the looks, rights are asked anew."""
    user = person.user
    await services().audit.write(who=user.name, act="sign_in", detail={"way": way})
    shown = user.display_name or user.name
    return cl.User(
        identifier=user.name,
        display_name=shown,
        metadata={
            "role": user.role,
            "display_name": shown,
            "name_language": language_of(shown),
            "epoch": person.session_epoch,
            "session": secrets.token_hex(16),
        },
    )


async def _note_refusal(name: str, way: str, code: str) -> None:
    await services().audit.write(who=name[:200], act="sign_in", code=code, detail={"way": way})
