"""The page of one's own schedules, with their history; admins see everybody's, without where they go."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from itertools import zip_longest
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from appdb.schedules import Run, Schedule
from appdb.users import User
from config.wording import Language, say, say_error
from errors import NotFoundError, WenshuError
from schedules.channels import KINDS, channel
from schedules.condition import KINDS as CONDITIONS
from schedules.condition import condition_from, read_condition
from schedules.desk import ScheduleDesk, Wanted
from schedules.message import plain
from schedules.reading import holds_data
from schedules.when import When, say_when
from schedules.wording import say_condition, say_time
from services import services
from web.admin.page import connections_of
from web.pages import language_of, render
from web.signed_in import SignedIn, ours

router = APIRouter(prefix="/schedules", include_in_schema=False)
RUNS_SHOWN = 20
QUIET_HOURS = 24
PATIENCE_MS = 300_000  # saving asks the question once
Short = Annotated[str, Form(max_length=200)]
Long = Annotated[str, Form(max_length=4000)]


@router.get("")
async def page(request: Request, user: SignedIn, turn: str = "") -> HTMLResponse:
    """Show one's own schedules and a form for another, filled in where it comes from an answer."""
    return await _shown(request, user, "schedules.html", start=await _start(user, turn))


@router.get("/list")
async def listing(request: Request, user: SignedIn, of: str = "") -> HTMLResponse:
    """Show the schedules as they are now: one's own, or with `of` everybody's for admins."""
    return await _shown(request, user, "schedules_list.html", everybody=of == "all")


@router.post("", dependencies=ours)
async def add(
    request: Request,
    user: SignedIn,
    question: Long,
    when: Short,
    connection: Short = "",
    timezone: Short = "",
    language: Short = "",
    told: Short = "always",
    number: Short = "",
    quiet_h: Annotated[int, Form(ge=0, le=24 * 90)] = QUIET_HOURS,
    kind: Annotated[list[str] | None, Form()] = None,
    address: Annotated[list[str] | None, Form()] = None,
    secret: Annotated[list[str] | None, Form()] = None,
    turn: Short = "",
) -> HTMLResponse:
    """Ask the question once and keep its schedule."""
    spoken = language_of(request)
    try:
        typed = zip_longest(kind or (), address or (), secret or (), fillvalue="")
        places = tuple(channel(*one) for one in typed if one[1].strip())
        names = list(_sources_of(user))
        wanted = Wanted(
            question=question,
            connection=connection or (names[0] if names else ""),
            when=when,
            timezone=timezone.strip() or services().settings.timezone,
            language="zh" if language == "zh" else "en" if language == "en" else spoken,
            channels=places,
            condition=None if told == "always" else read_condition(told, number, quiet_h),
            query=(await _start(user, turn)).get("query"),
        )
        schedule, answer = await _desk().add(user, wanted)
    except WenshuError as error:
        return await _after(request, user, say_error(error, spoken), good=False)
    words = say(
        "schedules.added" if holds_data(answer) else "schedules.added_without_data",
        spoken,
        when=say_when(When(schedule.cron, schedule.timezone), spoken),
        first=_moment(schedule, schedule.next_at),
        answer=plain(answer.answer),
    )
    return await _after(request, user, words, good=True)


@router.post("/{ident}/pause", dependencies=ours)
async def pause(request: Request, user: SignedIn, ident: str) -> HTMLResponse:
    """Let a schedule rest."""
    return await _changed(request, user, "pause", ident, "paused_done")


@router.post("/{ident}/resume", dependencies=ours)
async def resume(request: Request, user: SignedIn, ident: str) -> HTMLResponse:
    """Let a schedule go on."""
    return await _changed(request, user, "resume", ident, "resumed_done")


@router.post("/{ident}/run", dependencies=ours)
async def run_now(request: Request, user: SignedIn, ident: str) -> HTMLResponse:
    """Have a schedule carried out now."""
    return await _changed(request, user, "run_now", ident, "run_done")


@router.post("/{ident}/remove", dependencies=ours)
async def remove(request: Request, user: SignedIn, ident: str) -> HTMLResponse:
    """Take a schedule out."""
    return await _changed(request, user, "remove", ident, "removed_done")


def _desk() -> ScheduleDesk:
    return services().schedules.desk


async def _start(user: User, turn: str) -> dict[str, Any]:
    """Return what the form begins with: the question of one's own answer, as it stands alone."""
    if not turn:
        return {}
    try:
        found = await services().turns.get(turn)
    except NotFoundError:
        return {}
    if found.owner != user.name or not found.answer:
        return {}
    question = found.answer.get("understood") or found.question
    kept = {"turn": turn, "question": question, "connection": found.connection}
    return {**kept, "query": found.answer.get("query")}


async def _changed(request: Request, user: User, act: str, ident: str, done: str) -> HTMLResponse:
    language, desk = language_of(request), _desk()
    try:
        schedule: Schedule = await getattr(desk, act)(user, ident)
        if act == "resume":
            schedule = await desk.store.get(ident)
    except WenshuError as error:
        return await _after(request, user, say_error(error, language), good=False)
    words = say(f"schedules.{done}", language, first=_moment(schedule, schedule.next_at))
    everybody = schedule.owner != user.name
    return await _after(request, user, words, good=True, everybody=everybody)


async def _after(
    request: Request, user: User, message: str, *, good: bool, everybody: bool = False
) -> HTMLResponse:
    said: dict[str, Any] = {"message": message, "good": good}
    return await _shown(request, user, "schedules_after.html", everybody=everybody, **said)


async def _shown(
    request: Request, user: User, template: str, *, everybody: bool = False, **values: Any
) -> HTMLResponse:
    language, is_admin = language_of(request), "admin" in services().access.features(user)
    store = _desk().store
    found = await store.of(None if everybody and is_admin else user.name)
    listed = [_line(one, await store.runs(one.id, RUNS_SHOWN), user, language) for one in found]

    return render(
        request,
        template,
        "schedules",
        patience_ms=PATIENCE_MS,
        user=user,
        schedules=listed,
        is_admin=is_admin,
        everybody=everybody and is_admin,
        connections=_sources_of(user),
        timezone=services().settings.timezone,
        kinds=[kind for kind in KINDS if kind != "mail" or _desk().delivery.offers_mail],
        conditions=CONDITIONS,
        quiet_hours=QUIET_HOURS,
        **values,
    )


def _sources_of(user: User) -> dict[str, str]:
    """Return what a person may ask by what it is called: databases, and files of their own.

    Where several are called so, each file's is told with the moment it was added.
    """
    databases, own = connections_of(user), services().own_files.of(user.name)
    titles = {one.name: services().databases.get(one.name).spec.display_en or one.name for one in own}
    called = Counter([*databases, *titles.values()])
    added = {one.name: one.made_at for one in own if called[titles[one.name]] > 1}
    told, seen = dict[str, str](), Counter[str]()
    for name, title in titles.items():
        dated = f"{title}{_added(added.get(name))}"
        seen[dated] += 1
        told[name] = f"{dated} ({seen[dated]})" if seen[dated] > 1 else dated  # two within one second
    return {**{name: name for name in databases}, **told}


def _added(at: dt.datetime | None) -> str:
    """Return when a file was added, to the second: behind its name."""
    return f" · {at.astimezone(ZoneInfo(services().settings.timezone)):%Y-%m-%d %H:%M:%S}" if at else ""


def _line(schedule: Schedule, runs: list[Run], user: User, language: Language) -> dict[str, Any]:
    """Return what the list says of a schedule; where another's goes is nobody's business."""
    is_own = schedule.owner == user.name
    condition = condition_from(schedule.condition) if schedule.condition else None
    shown = [
        say(f"schedules.channel_kind.{one['kind']}", language) + (f" {one['shown']}" if is_own else "")
        for one in schedule.channels
    ]
    return {
        "schedule": schedule,
        "asks": _sources_of(user).get(schedule.connection, schedule.connection),
        "is_own": is_own,
        "when": say_when(When(schedule.cron, schedule.timezone), language),
        "next": _moment(schedule, schedule.next_at) if schedule.state == "active" else "",
        "condition": say_condition(condition, language) if condition else "",
        "quiet_h": condition.quiet_h if condition else 0,
        "why": _why(schedule.why, language),
        "places": say("schedules.when.and", language).join(shown),
        "runs": [
            {
                "run": run,
                "at": _moment(schedule, run.due_at),
                "said": plain(run.said or "") if is_own else "",
                "why": _why(run.why, language) if is_own else "",
                "deliveries": _deliveries(run, shown, language),
            }
            for run in runs
        ],
    }


def _deliveries(run: Run, places: list[str], language: Language) -> list[str]:
    """Return what became of each delivery; that of a notice is named after a word, its place last."""
    said = []
    for key, outcome in sorted(run.deliveries.items()):
        notice, _, number = key.rpartition(" ")
        what = (
            say(f"schedules.delivery.{outcome}", language)
            if outcome in ("sent", "sending", "unknown")
            else say_error(WenshuError(outcome), language)
        )
        template = "notice_to" if notice else "to_place"
        said.append(say(f"schedules.{template}", language, place=places[int(number)], what=what))
    return said


def _why(kept: Mapping[str, Any] | None, language: Language) -> str:
    return say_error(WenshuError(kept["code"], **kept.get("params", {})), language) if kept else ""


def _moment(schedule: Schedule, at: Any) -> str:
    return say_time(at, schedule.timezone) if at else "—"
