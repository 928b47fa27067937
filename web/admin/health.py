"""The health tab: every stored pair checked against the live database, and what is to be mended."""

import asyncio
import logging
from typing import Any

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from config.wording import Language, keys, say, say_error
from errors import InputError, WenshuError
from services import services
from teaching.upkeep.checkup import NIGHTLY, Checkups
from teaching.upkeep.health import BROKEN, RULES, Finding
from web.admin.acts import audit
from web.admin.page import chosen, connections_of, render
from web.pages import language_of
from web.signed_in import Admin, ours

log = logging.getLogger(__name__)
router = APIRouter(prefix="/admin/health", include_in_schema=False)
SHOWN = 100
ENGINE = ("sql_types", "sql_syntax")  # what the guard calls sql_… is explained by its own sentence
FOUND_WITHIN_S = 5.0  # until a check that was begun is in the table

_running: set[asyncio.Task[Any]] = set()  # the event loop alone would let them be collected


@router.get("")
async def page(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show the last check."""
    name = chosen(connection, user)
    return await _shown(
        request, "health.html", name, user=user, here="health", connections=connections_of(user)
    )


@router.get("/progress")
async def progress(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show how far the check is, or what it found."""
    return await _shown(request, "health_state.html", chosen(connection, user))


@router.post("", dependencies=ours)
async def begin(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Begin a check; it goes on when the page is left."""
    name = chosen(connection, user)
    checkups = Checkups(services().app_database)
    before = await checkups.latest(name)
    task = asyncio.create_task(checkups.run(services().databases.get(name), user.name))
    _running.add(task)
    task.add_done_callback(_ended)
    await audit(user, "teach.check", name)
    problem = ""
    try:
        async with asyncio.timeout(FOUND_WITHIN_S):
            while not task.done():
                latest = await checkups.latest(name)
                if latest is not None and (before is None or latest.id != before.id):
                    break
                await asyncio.sleep(0.05)
    except TimeoutError:
        log.info("the check of %s is slow to begin", name)
    if task.done() and isinstance(error := task.exception(), WenshuError):
        problem = say_error(error, language_of(request))
    return await _shown(request, "health_state.html", name, problem=problem)


@router.post("/stop", dependencies=ours)
async def stop(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Ask the running check to stop."""
    name = chosen(connection, user)
    await Checkups(services().app_database).stop(name)
    await audit(user, "teach.stop_check", name)
    return await _shown(request, "health_state.html", name)


def _ended(task: "asyncio.Task[Any]") -> None:
    _running.discard(task)
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, InputError):
        log.error("a check of knowledge failed", exc_info=error)


async def _shown(request: Request, template: str, connection: str, **more: Any) -> HTMLResponse:
    checkups = Checkups(services().app_database)
    latest = await checkups.latest(connection)
    done = await checkups.last_done(connection)  # read after it: a check that ends between the two is seen
    found = {rule: [one for one in done.findings if one.rule == rule] if done else [] for rule in RULES}
    language = language_of(request)
    return render(
        request,
        template,
        connection=connection,
        latest=latest,
        checkup=done,
        found={rule: items for rule, items in found.items() if items},
        broken=BROKEN,
        shown=SHOWN,
        nightly=NIGHTLY,
        hour=services().settings.health_hour,
        why=lambda finding: _why(finding, language),
        **{"problem": "", **more},
    )


def _why(finding: Finding, language: Language) -> str:
    """Return the sentence of the error that a pair or definition ends with."""
    key = f"errors.{finding.code}"
    if not finding.code or key not in keys(language):
        return ""
    if finding.detail and (not finding.code.startswith("sql_") or finding.code in ENGINE):
        return ""  # the database's own words say more than what an asker would be told
    try:
        return say(key, language, **finding.params)
    except (KeyError, ValueError):  # kept by an earlier release, whose sentence had other parts
        return finding.code
