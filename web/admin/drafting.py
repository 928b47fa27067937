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
from knowledge.items import KnowledgeItem
from knowledge.metric.files import definition_items
from knowledge.metric.validating import validate
from knowledge.records import addressed
from knowledge.upkeep.history import ItemHistory
from knowledge.upkeep.listing import KnowledgeList
from reasoning.suggesting import suggest
from services import services
from web.admin.acts import CHANGED, audit
from web.admin.page import connections_of, language_of, render, text_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/metrics", include_in_schema=False)
SOURCE = "draft"
MOST_SHOWN = 300
SHOWN = ("metrics", "dimensions", "hierarchies", "joins")
ORDER = ("joins", "dimensions", "metrics", "hierarchies")  # a hierarchy needs its dimensions


@dataclass(frozen=True)
class Offered:
    """One drafted definition as it is shown and sent back."""

    section: str
    entry: Any
    item: KnowledgeItem

    @property
    def text(self) -> str:
        """Return it as a file would hold it."""
        return str(yaml.safe_dump(self.entry, allow_unicode=True, sort_keys=False, width=100)).strip()


@router.post("/draft", dependencies=ours)
async def draft(request: Request, user: Admin, connection: Annotated[str, Form()] = "") -> HTMLResponse:
    """Draft definitions from the live schema, named by the model where one is set; nothing is staged yet."""
    name, language = _open(connection, user), language_of(request)
    database, rights = services().databases.get(name), services().access.rights(user, name)
    try:
        found = await suggest(database, rights, services().namer, await _standing(name))
    except WenshuError as error:
        return _shown(request, name, [], problem=say_error(error, language))
    offered = _offered([(section, one) for section, ones in found.definitions.items() for one in ones])
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
    name, language = _open(connection, user), language_of(request)
    among = _sent(offered)
    ticked = [one for place, one in enumerate(among) if place in set(selected or ())]
    staged, refused = await _stage(sorted(ticked, key=_turn), name, user, language)
    if staged:
        await audit(user, "teach.draft", name, titles=[one.item.title for one in staged][:50])
    left = [one for one in among if one not in staged]
    message = text_of("drafts_staged", language, count=len(staged))
    response = _shown(request, name, left, message=message, refused=refused)
    response.headers.update(CHANGED)
    return response


async def _stage(
    ticked: Sequence[Offered], connection: str, user: User, language: Language
) -> tuple[list[Offered], list[str]]:
    """Stage what holds, in turn, and return it with the reasons of what does not."""
    standing, history = await _standing(connection), ItemHistory(services().app_database)
    database, rights = services().databases.get(connection), services().access.rights(user, connection)
    today = services().settings.current_date()
    staged: list[Offered] = []
    refused: list[str] = []
    for one in ticked:
        item = replace(addressed(one.item, connection, user.name), author=user.name)
        try:
            await validate(item, standing, database, rights, language, today)
            await history.add(item)
        except WenshuError as error:
            refused.append(f"{one.item.title}: {say_error(error, language)}")
            continue
        standing.append(item)
        staged.append(one)
    return staged, refused


def _offered(entries: Sequence[tuple[str, Any]]) -> list[Offered]:
    """Return the definitions that can be read."""
    found = []
    for section, entry in entries:
        for item, _, _ in definition_items({section: [entry]}, SOURCE):
            if item is not None:
                found.append(Offered(section, entry, item))
    return found


def _sent(text: str) -> list[Offered]:
    """Return what a page sends back of what it was shown, or raise where that is something else."""
    try:
        sent = json.loads(text)
        if not isinstance(sent, list):
            raise TypeError("a list was sent to the page")
        entries = [(str(one["section"]), one["entry"]) for one in sent]
    except (ValueError, TypeError, KeyError) as error:
        raise HTTPException(400) from error
    return _offered([(section, entry) for section, entry in entries if section in ORDER])


def _turn(one: Offered) -> int:
    return ORDER.index(one.section)


async def _standing(connection: str) -> list[KnowledgeItem]:
    items = await KnowledgeList(services().app_database).standing(connection, staged=True)
    return [item for item in items if item.kind == "metric"]


def _shown(request: Request, connection: str, offered: Sequence[Offered], **said: Any) -> HTMLResponse:
    shown = offered[:MOST_SHOWN]
    sent = [{"section": one.section, "entry": one.entry} for one in shown]
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


def _open(connection: str, user: User) -> str:
    """Return the connection, or refuse: one that was removed meanwhile must not become another."""
    if connection not in connections_of(user):
        raise HTTPException(404)
    return connection
