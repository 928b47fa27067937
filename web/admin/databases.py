"""The databases tab: add, test, change and remove what is asked, and say who may use it."""

import logging
import re
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import Language, say_error
from database.connecting import Tried, spec_of, tried
from database.spec import TODAYS, ConnectionSpec, Today
from errors import InputError, WenshuError
from services import services
from teaching.live.runs import Reading
from web.admin.acts import audit
from web.admin.live import live_of
from web.admin.page import chosen, connections_of, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

log = logging.getLogger(__name__)
router = APIRouter(prefix="/admin/databases", include_in_schema=False)

TOLD = ("add", "change", "reader")


@dataclass(frozen=True)
class Shown:
    """One database as the page shows it; `lets` names the roles that the access file lets use it."""

    spec: ConnectionSpec
    writable: tuple[str, ...]
    owned: bool
    lets: tuple[str, ...]
    uses: tuple[str, ...]
    reading: Reading | None

    @property
    def kept_to(self) -> tuple[str, ...]:
        """Return the roles that are ticked."""
        return self.spec.roles or self.lets


class Typed:
    """What the form says of a database; the password is in no address that is shown again."""

    def __init__(
        self,
        name: Annotated[str, Form()] = "",
        url: Annotated[str, Form()] = "",
        password: Annotated[str, Form()] = "",
        schemas: Annotated[str, Form()] = "",
        roles: Annotated[list[str] | None, Form()] = None,
        reader_role: Annotated[str, Form()] = "",
        today: Annotated[Today, Form()] = "clock",
    ) -> None:
        self.name, self.reader_role, self.today = name.strip(), reader_role.strip(), today
        self.url, self._password, self.roles = url, password, roles or []
        self._schemas = [part for part in schemas.replace(",", " ").split() if part]

    def spec(self) -> ConnectionSpec:
        """Return the database that was typed."""
        roles = _roles(self.name, self.roles)
        return spec_of(self.name, self.url, self._password, self._schemas, roles, self.today)


Form_ = Annotated[Typed, Depends()]


@router.get("")
async def page(request: Request, user: Admin, connection: str = "", told: str = "") -> HTMLResponse:
    """Show every database, and the tables of the chosen one."""
    name = chosen(connection, user)
    return render(
        request,
        "databases.html",
        user=user,
        here="databases",
        connection=name,
        connections=connections_of(user),
        told=told if told in TOLD and name == connection else "",
        reaching=tuple(services().access.reaching(name)),
        **await _all(),
        **(await live_of(name) if name else {}),
    )


@router.post("/test", dependencies=ours)
async def test(request: Request, user: Admin, typed: Form_) -> HTMLResponse:
    """Try the address that was typed, or that of a database there is; nothing is kept."""
    language = language_of(request)
    try:
        known = not typed.url and typed.name in services().databases.names
        spec = services().databases.get(typed.name).spec if known else typed.spec()
        found = await tried(spec, services().settings, known=known)
    except WenshuError as error:
        return await _said(request, user, say_error(error, language), good=False)
    return await _said(request, user, *_found(found, language), good=not found.writable)


@router.post("/add", dependencies=ours)
async def add(request: Request, user: Admin, typed: Form_) -> HTMLResponse:
    """Keep a database that answers, and begin to read its tables."""

    async def act() -> Tried:
        if typed.name in services().databases.names:
            raise InputError("connection_exists", name=typed.name)
        found = await tried(typed.spec(), services().settings, typed.reader_role)
        await services().registry.add(found.spec, user.name)
        return found

    return await _kept(request, user, typed.name, "add", act)


@router.post("/change", dependencies=ours)
async def change(request: Request, user: Admin, typed: Form_) -> HTMLResponse:
    """Give a database another address or password, once that answers."""

    async def act() -> Tried:
        before = services().databases.get(typed.name).spec
        new = typed.spec()
        found = await tried(
            replace(before, url=new.url, dialect=new.dialect, schemas=new.schemas), services().settings
        )
        await services().registry.put(found.spec, user.name)
        return found

    return await _kept(request, user, typed.name, "change", act)


@router.post("/reader", dependencies=ours)
async def reader(request: Request, user: Admin, typed: Form_) -> HTMLResponse:
    """Make a role that can only read, and use it from now on (PostgreSQL)."""

    async def act() -> Tried:
        spec = services().databases.get(typed.name).spec
        if not services().registry.owns(typed.name):
            raise InputError("connection_declared", name=typed.name)
        found = await tried(spec, services().settings, typed.reader_role or reader_role(typed.name))
        await services().registry.put(found.spec, user.name)
        return found

    return await _kept(request, user, typed.name, "reader", act)


@router.post("/roles", dependencies=ours)
async def roles(request: Request, user: Admin, typed: Form_) -> HTMLResponse:
    """Say which roles may use a database; it counts from their next question on."""
    language = language_of(request)
    try:
        spec = services().databases.get(typed.name).spec
        wanted = _roles(typed.name, typed.roles)
        await services().registry.put(replace(spec, roles=wanted), user.name)
    except WenshuError as error:
        return await _said(request, user, say_error(error, language), good=False)
    await audit(user, "connect.roles", typed.name, roles=list(wanted))
    said = text_of("roles_kept", language, name=typed.name, roles=", ".join(wanted))
    return await _said(request, user, said, good=True)


@router.post("/today", dependencies=ours)
async def today(request: Request, user: Admin, typed: Form_) -> HTMLResponse:
    """Say which day is today for a database: it counts from the next question on."""
    language = language_of(request)
    try:
        spec = services().databases.get(typed.name).spec
        await services().registry.put(replace(spec, today=typed.today), user.name)
    except WenshuError as error:
        return await _said(request, user, say_error(error, language), good=False)
    await audit(user, "connect.today", typed.name, today=typed.today)
    said = text_of(f"today_kept_{typed.today}", language, name=typed.name)
    return await _said(request, user, said, good=True)


@router.post("/remove", dependencies=ours)
async def remove(request: Request, user: Admin, typed: Form_) -> HTMLResponse:
    """Ask a database no more; what was taught of it stays."""
    language = language_of(request)
    try:
        await services().registry.remove(typed.name)
        await services().live_tables.forget(typed.name)
        await services().known_values.forget(typed.name)
    except WenshuError as error:
        return await _said(request, user, say_error(error, language), good=False)
    services().writable.pop(typed.name, None)
    await audit(user, "connect.remove", typed.name)
    return await _said(request, user, text_of("database_removed", language, name=typed.name), good=True)


async def _kept(request: Request, user: User, name: str, act: str, do: Any) -> HTMLResponse:
    language = language_of(request)
    try:
        found: Tried = await do()
        services().writable[name] = found.writable
        await audit(user, f"connect.{act}", name, address=found.spec.safe_url())
        await services().schema_reader.start(name, user.name)
    except WenshuError as error:
        log.info("database not taken in", extra={"connection": name, "code": error.code})
        if error.code != "reading_runs":
            return await _said(request, user, say_error(error, language), good=False)
    place = f"/admin/databases?{urlencode({'connection': name, 'told': act})}"
    return HTMLResponse(headers={"HX-Redirect": place})


def _found(found: Tried, language: Language) -> tuple[str, list[str]]:
    """Return what to say of a database that answered, and a warning where its sign-in can write."""
    count = len(found.schema.tables)
    said = text_of("database_tested", language, name=found.spec.name, tables=count)
    details = [] if count else [text_of("database_shows_nothing", language)]
    if found.writable:
        details.append(text_of("database_writes", language, what=", ".join(found.writable[:5])))
    return said, details


async def _said(
    request: Request, user: User, message: str, details: list[str] | None = None, *, good: bool
) -> HTMLResponse:
    return render(
        request,
        "databases_after.html",
        user=user,
        connection="",
        message=message,
        details=details or [],
        good=good,
        undo=[],
        **await _all(),
    )


async def _all() -> dict[str, Any]:
    shown = []
    for name in services().databases.names:
        access = services().access
        shown.append(
            Shown(
                spec=services().databases.get(name).spec,
                writable=services().writable.get(name, ()),
                owned=services().registry.owns(name),
                lets=tuple(role for role in access.roles if access.lets(role, name)),
                uses=tuple(access.reaching(name)),
                reading=await services().schema_reader.last(name),
            )
        )
    admins = _admins()
    return {
        "databases": shown,
        "unreadable": services().registry.unreadable,
        "roles": services().access.roles,
        "admins": admins,
        "reader_role": reader_role,
        "todays": TODAYS,
    }


def reader_role(name: str) -> str:
    """Return what a database's reading role may be called: one of its own, for roles span databases."""
    return "wenshu_" + re.sub(r"[^a-z0-9_]", "_", name.lower())


def _admins() -> tuple[str, ...]:
    access = services().access
    return tuple(role for role in access.roles if "admin" in access.features(User("", role)))


def _roles(name: str, ticked: list[str]) -> tuple[str, ...]:
    """Return the ticked roles that there are, and always those that keep this page."""
    known = services().access.roles
    wanted = {*ticked, *_admins()}
    if unknown := [role for role in ticked if role not in known]:
        raise InputError("role_unknown", role=unknown[0])
    return tuple(role for role in known if role in wanted)
