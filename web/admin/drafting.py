"""Drafts of definitions on the metrics tab: made from the live schema, ticked by an admin, staged."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import yaml
from fastapi import APIRouter, Form, HTTPException, Request
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import Language, say_error
from errors import WenshuError
from knowledge.definitions.files import definition_items
from knowledge.items import KnowledgeItem
from knowledge.records import addressed
from reasoning.suggesting import Suggested, suggest
from services import services
from teaching.upkeep.history import ItemHistory
from teaching.validating import validate
from understanding.drafting.checks import OPEN_TIME
from web.admin.acts import CHANGED, audit
from web.admin.metrics import standing_definitions
from web.admin.page import open_connection, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/metrics", include_in_schema=False)
SOURCE = "draft"
NO_TIME = "-"  # a figure of what there is now
MOST_SHOWN = 300
SHOWN = ("metrics", "dimensions", "hierarchies", "joins")
ORDER = ("joins", "dimensions", "metrics", "hierarchies")  # a hierarchy needs its dimensions


@dataclass(frozen=True)
class Offered:
    """One drafted definition as it is shown and sent back, with the columns that could say when."""

    section: str
    entry: Any
    item: KnowledgeItem
    times: tuple[str, ...] = ()
    is_open: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return it as a file would hold it."""
        return str(yaml.safe_dump(self.entry, allow_unicode=True, sort_keys=False, width=100)).strip()

    @property
    def sent(self) -> dict[str, Any]:
        """Return what the page sends back of it."""
        kept = ("section", "entry", "times", "is_open", "remarks")
        return {name: getattr(self, name) for name in kept}

    def at(self, time: str) -> "Offered":
        """Return it counted by the column that was chosen: one of its own, none, or still open."""
        if time not in (*self.times, NO_TIME, OPEN_TIME):
            raise HTTPException(400)
        entry = {name: value for name, value in self.entry.items() if name != "time"}
        entry |= {"time": time} if time != NO_TIME else {}
        return replace(self, entry=entry, item=_item(self.section, entry) or self.item)


@router.post("/draft", dependencies=ours)
async def draft(request: Request, user: Admin, connection: Annotated[str, Form()] = "") -> HTMLResponse:
    """Draft definitions from the live schema, named by the model where one is set; nothing is staged yet."""
    name, language = open_connection(connection, user), language_of(request)
    database, rights = services().databases.get(name), services().access.rights(user, name)
    try:
        known = await services().known_values.of(name)
        found = await suggest(database, rights, services().namer, await standing_definitions(name), known)
    except WenshuError as error:
        return _shown(request, name, [], problem=say_error(error, language))
    offered = _offered(found, language)
    return _shown(request, name, offered, note=found.note(language))


@router.post("/draft/stage", dependencies=ours)
async def stage(
    request: Request,
    user: Admin,
    connection: Annotated[str, Form()] = "",
    offered: Annotated[str, Form()] = "",
    selected: Annotated[list[int] | None, Form()] = None,
) -> HTMLResponse:
    """Check the ticked definitions on their database and stage them; the others stay offered."""
    name, language = open_connection(connection, user), language_of(request)
    among = _sent(offered)
    sent = await request.form()
    ticked = [
        (one, _timed(one, sent.get(f"time_{p}"))) for p, one in enumerate(among) if p in (selected or ())
    ]
    staged, refused = await _stage(sorted(ticked, key=_turn), name, user, language)
    if staged:
        await audit(user, "teach.draft", name, titles=[one.item.title for one in staged][:50])
    left = [one for one in among if one not in staged]
    message = text_of("drafts_staged", language, count=len(staged))
    response = _shown(request, name, left, message=message, refused=refused)
    response.headers.update(CHANGED)
    return response


async def _stage(
    ticked: Sequence[tuple[Offered, Offered]], connection: str, user: User, language: Language
) -> tuple[list[Offered], list[str]]:
    """Stage what holds, in turn, and return what was offered of it with the reasons of the rest."""
    standing, history = await standing_definitions(connection), ItemHistory(services().app_database)
    database, rights = services().databases.get(connection), services().access.rights(user, connection)
    today = await services().today(user, connection)
    staged: list[Offered] = []
    refused: list[str] = []
    for one, timed in ticked:
        item = replace(addressed(timed.item, connection, user.name), author=user.name)
        try:
            await validate(item, standing, database, rights, language, today)
            await history.add(item)
        except WenshuError as error:
            refused.append(f"{one.item.title}: {say_error(error, language)}")
            continue
        standing.append(item)
        staged.append(one)
    return staged, refused


def _offered(found: Suggested, language: Language) -> list[Offered]:
    """Return the drafted definitions that can be read, with what to review of each."""
    offered = []
    for section, entries in found.definitions.items():
        for entry in entries:
            if item := _item(section, entry):
                when = found.review(section, entry).when
                remarks = tuple(found.remarks(section, entry, language))
                offered.append(Offered(section, entry, item, when.choices, when.is_open, remarks))
    return offered


def _item(section: str, entry: Any) -> KnowledgeItem | None:
    """Return the item of one definition, or None where it cannot be read."""
    return next((item for item, _, _ in definition_items({section: [entry]}, SOURCE) if item), None)


def _sent(text: str) -> list[Offered]:
    """Return what a page sends back of what it was shown, or raise where that is something else."""
    try:
        sent = json.loads(text)
        if not isinstance(sent, list):
            raise TypeError("a list was sent to the page")
        return [found for one in sent if (found := _sent_one(one))]
    except (ValueError, TypeError, KeyError) as error:
        raise HTTPException(400) from error


def _sent_one(one: Any) -> Offered | None:
    section, entry = str(one["section"]), one["entry"]
    item = _item(section, entry) if section in ORDER else None
    times, remarks = (tuple(map(str, one.get(name) or ())) for name in ("times", "remarks"))
    return Offered(section, entry, item, times, bool(one.get("is_open")), remarks) if item else None


def _timed(one: Offered, chosen: Any) -> Offered:
    """Return a definition counted by the column that was chosen for it, else by the drafted one."""
    if one.section != "metrics" or not one.times:
        return one
    return one.at(str(chosen)) if chosen else one.at(OPEN_TIME) if one.is_open else one


def _turn(ticked: tuple[Offered, Offered]) -> int:
    return ORDER.index(ticked[0].section)


def _shown(request: Request, connection: str, offered: Sequence[Offered], **said: Any) -> HTMLResponse:
    shown = offered[:MOST_SHOWN]
    sent = [one.sent for one in shown]
    values: Mapping[str, Any] = {"problem": "", "note": "", "message": "", "refused": [], **said}
    return render(
        request,
        "metrics_drafts.html",
        connection=connection,
        groups={section: [o for o in enumerate(shown) if o[1].section == section] for section in SHOWN},
        sent=json.dumps(sent, ensure_ascii=False, default=str),
        hidden=len(offered) - len(shown),
        asks_model=services().namer is not None,
        **values,
    )
