"""The people tab: who may sign in, in which role; add, change, shut out, let in, give a password."""

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from appdb.users import User, read_attributes
from config.wording import say_error
from errors import InputError, WenshuError
from services import services
from web.admin.page import render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/people", include_in_schema=False)

Name = Annotated[str, Form(max_length=200)]
Text = Annotated[str, Form(max_length=1000)]


@router.get("")
async def page(request: Request, user: Admin) -> HTMLResponse:
    """Show everybody."""
    return await _shown(request, user, "people.html", here="people")


@router.post("/add", dependencies=ours)
async def add(
    request: Request, user: Admin, name: Name, role: Name, display_name: Text = "", attributes: Text = ""
) -> HTMLResponse:
    """Add a person with a password that is shown this once."""
    password = secrets.token_urlsafe(9)
    try:
        require_role(role)
        typed = read_attributes(_pairs(attributes))
        await services().people.add(name.strip(), password, role, typed, display_name.strip())
    except WenshuError as error:
        return await said(request, user, say_error(error, language_of(request)), good=False)
    await _audit(user, "put", name=name.strip(), role=role)
    words = text_of("person_added", language_of(request), name=name.strip(), password=password)
    return await said(request, user, words, good=True)


@router.post("/change", dependencies=ours)
async def change(
    request: Request, user: Admin, name: Name, display_name: Text = "", attributes: Text = ""
) -> HTMLResponse:
    """Change what a person is called and what row policies may use of them."""
    try:
        typed = read_attributes(_pairs(attributes))
        await services().people.describe(name, display_name.strip(), typed)
    except WenshuError as error:
        return await said(request, user, say_error(error, language_of(request)), good=False)
    await _audit(user, "change", name=name, attributes=typed)
    return await said(request, user, text_of("person_changed", language_of(request), name=name), good=True)


@router.post("/password", dependencies=ours)
async def new_password(request: Request, user: Admin, name: Name) -> HTMLResponse:
    """Give a person a new password, shown this once; their sessions end."""
    password = secrets.token_urlsafe(9)
    try:
        require_other(name, user)
        await services().people.set_password(name, password)
    except WenshuError as error:
        return await said(request, user, say_error(error, language_of(request)), good=False)
    await _audit(user, "password", name=name)
    words = text_of("password_given", language_of(request), name=name, password=password)
    return await said(request, user, words, good=True)


@router.post("/role", dependencies=ours)
async def change_role(request: Request, user: Admin, name: Name, role: Name) -> HTMLResponse:
    """Give a person another role; it counts from their next question on."""
    try:
        require_other(name, user)
        require_role(role)
        await services().people.set_role(name, role)
    except WenshuError as error:
        return await said(request, user, say_error(error, language_of(request)), good=False)
    await _audit(user, "role", name=name, role=role)
    words = text_of("role_changed", language_of(request), name=name, role=role)
    return await said(request, user, words, good=True)


@router.post("/disable", dependencies=ours)
async def disable(
    request: Request, user: Admin, name: Name, disabled: Annotated[bool, Form()]
) -> HTMLResponse:
    """Shut a person out at once, or let them in again."""
    try:
        require_other(name, user)
        await services().people.set_disabled(name, disabled)
    except WenshuError as error:
        return await said(request, user, say_error(error, language_of(request)), good=False)
    await _audit(user, "disable" if disabled else "enable", name=name)
    key = "shut_out" if disabled else "let_in"
    return await said(request, user, text_of(key, language_of(request), name=name), good=True)


def require_other(name: str, user: User) -> None:
    """Refuse admins their own account: the last one could lock everybody out."""
    if name == user.name:
        raise InputError("own_account")


async def said(request: Request, user: User, message: str, *, good: bool) -> HTMLResponse:
    """Return everybody as they are now, and one sentence."""
    return await _shown(request, user, "people_after.html", message=message, good=good)


def require_role(role: str) -> None:
    """Refuse a role that config/access.yaml does not have."""
    roles = services().access.roles
    if role not in roles:
        raise InputError("role_unknown", role=role, known=", ".join(sorted(roles)))


def _pairs(typed: str) -> list[str]:
    return [pair for pair in typed.replace(",", " ").replace("，", " ").split() if pair]


async def _audit(user: User, act: str, **detail: Any) -> None:
    await services().audit.write(who=user.name, act=f"people.{act}", detail=detail)


async def _shown(request: Request, user: User, template: str, **values: Any) -> HTMLResponse:
    people, roles = await services().people.list(), services().access.roles
    return render(request, template, user=user, people=people, roles=roles, **values)
