"""The tab that tests, publishes and retrains: what runs, what the last test found, and what to do with it."""

import asyncio
from collections.abc import Awaitable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from appdb.teaching_runs import TeachingRun
from appdb.users import User
from config.wording import say, say_error
from errors import WenshuError
from evaluation.compare import Comparison
from evaluation.history import HEIGHT, WIDTH, points
from evaluation.teaching import Teaching
from services import services
from teaching.upkeep.pending import pending
from web.admin.golden import listed
from web.admin.page import chosen, connections_of, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/publishing", include_in_schema=False)

TESTS_SHOWN = 30
FLIPS_SHOWN = 60
CALLS_A_QUESTION = 4  # two for each version: write SQL, word the summary


@router.get("")
async def page(request: Request, user: Admin, connection: str = "", run: str = "") -> HTMLResponse:
    """Show the whole tab for one connection; `run` is an earlier test to look at."""
    name = chosen(connection, user)
    return render(
        request,
        "publishing.html",
        user=user,
        here="publishing",
        connection=name,
        connections=connections_of(user),
        **await _now(request, user, name, run[:64]),
        **await listed(name),
    )


@router.get("/progress")
async def progress(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show how far the run is; when it has ended, everything that came of it."""
    name = chosen(connection, user)
    await _teaching().runs.settle()
    newest = await _newest(name)
    if newest is not None and newest.status == "running":
        return render(request, "publishing_progress.html", connection=name, going=newest)
    response = render(request, "publishing_now.html", connection=name, **await _now(request, user, name))
    response.headers.update({"HX-Retarget": "#now", "HX-Reswap": "innerHTML"})
    return response


@router.post("/test", dependencies=ours)
async def test(
    request: Request, user: Admin, publish: Annotated[bool, Form()] = False, connection: str = Form("")
) -> HTMLResponse:
    """Start a test of what is staged."""
    name = chosen(connection, user)
    return await _act(request, user, name, _teaching().test(name, user, publish=publish), "test_started")


@router.post("/untested", dependencies=ours)
async def publish_untested(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Start publishing where there is nothing to test with."""
    name = chosen(connection, user)
    return await _act(request, user, name, _teaching().publish_untested(name, user), "publish_started")


@router.post("/retrain", dependencies=ours)
async def retrain(
    request: Request, user: Admin, staged: Annotated[bool, Form()] = False, connection: str = Form("")
) -> HTMLResponse:
    """Start building an index anew."""
    name = chosen(connection, user)
    return await _act(request, user, name, _teaching().rebuild(name, user, staged=staged), "rebuild_started")


@router.post("/cancel", dependencies=ours)
async def cancel(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Ask what runs to stop."""
    name = chosen(connection, user)
    asked = await _teaching().runs.ask_to_cancel(name)
    said = text_of("cancel_asked" if asked else "nothing_runs", language_of(request))
    return await _after(request, user, name, said, good=asked)


@router.post("/confirm", dependencies=ours)
async def confirm(
    request: Request,
    user: Admin,
    run: Annotated[str, Form()],
    reason: Annotated[str, Form(max_length=2000)] = "",
    connection: str = Form(""),
) -> HTMLResponse:
    """Publish what a test built."""
    name = chosen(connection, user)
    try:
        served = await _teaching().confirm(name, user, run, reason)
    except WenshuError as error:
        return await _after(request, user, name, say_error(error, language_of(request)), good=False)
    said = text_of("tested_and_published", language_of(request), version=served.version)
    return await _after(request, user, name, said, good=True)


@router.post("/discard", dependencies=ours)
async def discard(
    request: Request, user: Admin, run: Annotated[str, Form()], connection: str = Form("")
) -> HTMLResponse:
    """Give up what a test built."""
    name = chosen(connection, user)
    try:
        gone = await _teaching().discard(name, user, run)
    except WenshuError as error:
        return await _after(request, user, name, say_error(error, language_of(request)), good=False)
    said = text_of("given_up", language_of(request), version=gone.version)
    return await _after(request, user, name, said, good=True)


@router.post("/rollback", dependencies=ours)
async def roll_back(
    request: Request, user: Admin, version: Annotated[int, Form()], connection: str = Form("")
) -> HTMLResponse:
    """Serve an earlier version again."""
    name = chosen(connection, user)
    try:
        await _teaching().roll_back(name, user, version)
    except WenshuError as error:
        return await _after(request, user, name, say_error(error, language_of(request)), good=False)
    said = text_of("rollback_done", language_of(request), version=version)
    return await _after(request, user, name, said, good=True)


async def _act(
    request: Request, user: User, connection: str, starting: Awaitable[str], said: str
) -> HTMLResponse:
    language = language_of(request)
    try:
        await starting
    except WenshuError as error:
        return await _after(request, user, connection, say_error(error, language), good=False)
    return await _after(request, user, connection, text_of(said, language), good=True)


async def _after(request: Request, user: User, connection: str, message: str, *, good: bool) -> HTMLResponse:
    now = await _now(request, user, connection)
    said: dict[str, Any] = {"message": message, "good": good, "details": [], "undo": []}
    return render(request, "publishing_after.html", connection=connection, **said, **now)


def _teaching() -> Teaching:
    return Teaching(services())


async def _newest(connection: str) -> TeachingRun | None:
    found = await _teaching().runs.recent(connection, ["test", "publish", "rebuild", "prepare"])
    return found[0] if found else None


async def _now(request: Request, user: User, connection: str, run: str = "") -> dict[str, Any]:
    """Return everything that changes while the page is open."""
    teaching, config = _teaching(), services().settings
    await teaching.runs.settle()
    changes, current, questions, tests, rebuilds, newest = await asyncio.gather(
        pending(services().app_database, connection, shown=1),
        services().records.current(connection),
        teaching.golden.count(connection),
        teaching.runs.recent(connection, ["test"], TESTS_SHOWN),
        teaching.runs.recent(connection, ["rebuild", "prepare"]),
        _newest(connection),
    )
    shown = next((test for test in tests if test.id == run), None) or _last_ended(newest, tests)
    models = config.openai_api_key is not None or config.openai_base_url is not None
    return {
        "going": newest if newest is not None and newest.status == "running" else None,
        "changes": changes.total,
        "current": current,
        "questions": questions,
        "floor": config.golden_floor,
        "calls": questions * CALLS_A_QUESTION if models else 0,
        "shown": await _shown(request, user, shown) if shown else None,
        "is_newest": not tests or shown is None or shown.id == tests[0].id or not run,
        "tests": [(test, await _outcome(test)) for test in tests],
        "retrained": rebuilds[0] if rebuilds else None,
        "retrain_failure": _failure(request, rebuilds[0]) if rebuilds else "",
        "points": points([test for test in reversed(tests) if test.summary], config.golden_floor),
        "chart": {"width": WIDTH, "height": HEIGHT},
    }


def _last_ended(newest: TeachingRun | None, tests: list[TeachingRun]) -> TeachingRun | None:
    """Return what there is to look at: the last test, or a publication without one that came after it."""
    ended = [run for run in tests if run.status != "running"]
    if newest is not None and newest.act == "publish" and newest.status != "running":
        return newest
    return ended[0] if ended else None


async def _outcome(run: TeachingRun) -> str:
    if run.status != "done" or run.act != "test":
        return run.status
    if run.published:
        return "published"
    return "waits" if await _teaching().waits(run) else "not_published"


async def _shown(request: Request, user: User, run: TeachingRun) -> dict[str, Any]:
    """Return one ended test as the page shows it."""
    teaching = _teaching()
    found = Comparison.from_json(run.summary) if run.summary else None
    ways = ("worse", "better", "other")
    flips = {way: await teaching.runs.questions(run.id, [way], FLIPS_SHOWN) for way in ways} if found else {}
    return {
        "run": run,
        "found": found,
        "flips": flips,
        "most": FLIPS_SHOWN,
        "failure": _failure(request, run),
        "waits": await teaching.waits(run),
        "blockers": teaching.blockers(run),
        "same_rights": services().access.rights(user, run.connection).fingerprint() == run.rights,
    }


def _failure(request: Request, run: TeachingRun) -> str:
    """Return why a run did not end well, or nothing."""
    language = language_of(request)
    if run.status == "cancelled":
        return say("errors.run_cancelled", language)
    return say_error(WenshuError(run.code, **run.params), language) if run.status == "failed" else ""
