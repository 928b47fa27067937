"""The people tab: who may sign in, in which role; change a role, shut somebody out, let them in again."""

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import say_error
from errors import InputError, WenshuError
from services import services
from web.admin.page import language_of, render, text_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/people", include_in_schema=False)


@router.get("")
async def page(request: Request, user: Admin) -> HTMLResponse:
    """Show everybody."""
    return await _shown(request, user, "people.html", here="people")


@router.post("/role", dependencies=ours)
async def change_role(
    request: Request, user: Admin, name: Annotated[str, Form()], role: Annotated[str, Form()]
) -> HTMLResponse:
    """Give a person another role; it counts from their next question on."""
    try:
        _require_other(name, user)
        if role not in services().access.roles:
            raise InputError("role_unknown", role=role)
        await services().people.set_role(name, role)
    except WenshuError as error:
        return await _said(request, user, say_error(error, language_of(request)), good=False)
    await services().audit.write(who=user.name, act="people.role", detail={"name": name, "role": role})
    said = text_of("role_changed", language_of(request), name=name, role=role)
    return await _said(request, user, said, good=True)


@router.post("/disable", dependencies=ours)
async def disable(
    request: Request, user: Admin, name: Annotated[str, Form()], disabled: Annotated[bool, Form()]
) -> HTMLResponse:
    """Shut a person out at once, or let them in again."""
    try:
        _require_other(name, user)
        await services().people.set_disabled(name, disabled)
    except WenshuError as error:
        return await _said(request, user, say_error(error, language_of(request)), good=False)
    act = "people.disable" if disabled else "people.enable"
    await services().audit.write(who=user.name, act=act, detail={"name": name})
    key = "shut_out" if disabled else "let_in"
    return await _said(request, user, text_of(key, language_of(request), name=name), good=True)


def _require_other(name: str, user: User) -> None:
    """Refuse admins their own account: the last one could lock everybody out."""
    if name == user.name:
        raise InputError("own_account")


async def _said(request: Request, user: User, message: str, *, good: bool) -> HTMLResponse:
    return await _shown(request, user, "people_after.html", message=message, good=good)


async def _shown(request: Request, user: User, template: str, **values: Any) -> HTMLResponse:
    people, roles = await services().people.list(), services().access.roles
    return render(request, template, user=user, people=people, roles=roles, **values)
