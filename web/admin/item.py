"""One piece of knowledge on a page of its own: added, edited, verified, its history, and nothing lost."""

from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Form, Request
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import say_error
from errors import ConnectionFailedError, DatabaseError, KnowledgeError, NotFoundError, WenshuError
from knowledge.items import Kind, KnowledgeItem
from knowledge.records import addressed
from knowledge.rejected import is_rejected
from services import services
from teaching.upkeep.fields import FIELDS, REQUIRED, fields_of, item_from
from teaching.upkeep.history import ItemChanged, ItemHistory
from teaching.upkeep.listing import Filter, KnowledgeList
from teaching.upkeep.pair_checks import try_pair
from web.admin.acts import CHANGED, KINDS, audit, item_of
from web.admin.page import chosen, connections_of, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/item", include_in_schema=False)
SOURCE = "admin"
ROWS = {"text": 14, "sql": 10, "definition": 3, "variants": 3, "synonyms": 3, "tags": 2, "reason": 2}
CHANGES_SHOWN = 30


@dataclass(frozen=True)
class Draft:
    """What a form holds: the fields as typed, and the item they were made from, if any."""

    kind: Kind
    fields: dict[str, str]
    base: KnowledgeItem | None = None
    verified: bool = False
    theirs: KnowledgeItem | None = None
    problem: str = ""
    detail: str = ""
    message: str = ""
    undo: str = ""


@router.get("")
async def new(request: Request, user: Admin, connection: str = "", kind: str = "") -> HTMLResponse:
    """Show an empty form for one kind."""
    wanted: Kind = next((known for known in KINDS if known == kind), "term")
    draft = Draft(wanted, dict.fromkeys(FIELDS[wanted], ""))
    return await _shown(request, user, chosen(connection, user), draft)


@router.get("/{ident}")
async def page(request: Request, user: Admin, ident: str, connection: str = "") -> HTMLResponse:
    """Show an item's form and history."""
    name = chosen(connection, user)
    try:
        item = await item_of(ident, name)
    except NotFoundError as error:
        problem = say_error(error, language_of(request))
        draft = Draft("term", dict.fromkeys(FIELDS["term"], ""), problem=problem)
        return await _shown(request, user, name, draft, status=404)
    return await _shown(request, user, name, _draft(item))


@router.post("", dependencies=ours)
async def save(request: Request, user: Admin) -> HTMLResponse:
    """Stage what was typed: a new item, or a new text in an old one's place."""
    form = await request.form()
    name = chosen(str(form.get("connection", "")), user)
    language = language_of(request)
    kind: Kind = next((known for known in KINDS if known == form.get("kind")), "term")
    draft = Draft(kind, _typed(form, kind), verified=form.get("verified") == "on")
    try:
        if base := str(form.get("base", "")):
            draft = replace(draft, base=await item_of(base, name))
        item, unchecked = await _item(draft, name, user)
        changed = await _staged(item, draft, user)
    except ItemChanged as error:
        draft = replace(draft, base=error.latest, theirs=error.latest, problem=say_error(error, language))
        if error.latest is None:
            draft = replace(draft, problem=text_of("taken_out_meanwhile", language))
        return await _shown(request, user, name, draft, whole=False)
    except WenshuError as error:
        words = isinstance(error, DatabaseError) and error.detail  # say more than what an asker is told
        problem = text_of("database_refuses", language) if words else say_error(error, language)
        draft = replace(draft, problem=problem, detail=error.detail)
        return await _shown(request, user, name, draft, whole=False)
    await audit(user, "teach.edit" if draft.base else "teach.add", name, item=item.id, title=item.title)
    key = "item_same" if not changed else "item_unchecked" if unchecked else "item_staged"
    undo = item.id if draft.base is not None and draft.base.id != item.id else ""
    saved = replace(_draft(item), message=text_of(key, language, title=item.title), undo=undo)
    return await _shown(request, user, name, saved, whole=False)


@router.post("/{ident}/undo", dependencies=ours)
async def undo(request: Request, user: Admin, ident: str, connection: str = Form("")) -> HTMLResponse:
    """Take an edit back."""
    name = chosen(connection, user)
    language = language_of(request)
    try:
        item = await item_of(ident, name)
        before = await ItemHistory(services().app_database).undo(ident, user.name)
    except NotFoundError as error:
        draft = Draft("term", dict.fromkeys(FIELDS["term"], ""), problem=say_error(error, language))
        return await _shown(request, user, name, draft, whole=False)
    except KnowledgeError as error:
        refused = replace(_draft(item), problem=say_error(error, language))
        return await _shown(request, user, name, refused, whole=False)
    await audit(user, "teach.undo", name, item=ident, title=item.title)
    said = text_of("edit_undone", language, title=before.title)
    return await _shown(request, user, name, replace(_draft(before), message=said), whole=False)


def _draft(item: KnowledgeItem) -> Draft:
    return Draft(item.kind, fields_of(item), item, bool(item.verified_by))


def _typed(form: FormData, kind: Kind) -> dict[str, str]:
    return {name: str(form.get(f"field_{name}", "")).replace("\r\n", "\n") for name in FIELDS[kind]}


async def _item(draft: Draft, connection: str, user: User) -> tuple[KnowledgeItem, bool]:
    """Return the item that was typed, and whether the database could not be asked about it."""
    database = services().databases.get(connection)
    item = item_from(draft.kind, draft.fields, database.dialect, draft.base)
    same = draft.base is not None and draft.base.content == item.content and draft.base.verified_by
    verified = (draft.base.verified_by if same and draft.base else user.name) if draft.verified else ""
    item = replace(item, author=user.name, source=item.source or SOURCE, verified_by=verified)
    item = replace(addressed(item, connection, user.name), author=user.name)
    unchecked = False
    if item.kind == "pair":
        rejected = await KnowledgeList(services().app_database).every(connection, Filter(kind="rejected"))
        if is_rejected(item, [one for one in rejected if one.status != "retired"]):
            raise KnowledgeError("pair_rejected_before", question=item.title)
        try:
            await try_pair(item.title, item.content, database, services().access.rights(user, connection))
        except ConnectionFailedError:
            unchecked = True
    return item, unchecked


async def _staged(item: KnowledgeItem, draft: Draft, user: User) -> bool:
    history = ItemHistory(services().app_database)
    if draft.base is None:
        await history.add(item)
        return True
    return await history.edit(draft.base.id, item, user.name)


async def _shown(
    request: Request, user: User, connection: str, draft: Draft, *, whole: bool = True, status: int = 200
) -> HTMLResponse:
    """Render the page, or what a change replaces of it."""
    language = language_of(request)
    history = ItemHistory(services().app_database)
    texts = await history.texts(draft.base.id) if draft.base else []
    changes = await history.changes([text.item.id for text in texts])
    latest = await history.latest(draft.base.id) if draft.base else None

    def told(item: KnowledgeItem) -> str:
        named = {text_of(f"field_{name}", language): value for name, value in fields_of(item).items()}
        return "\n".join(f"{name}\n{value}" if value else name for name, value in named.items())

    shown = [told(text.item) for text in texts]
    response = render(
        request,
        "item.html" if whole else "item_after.html",
        status=status,
        user=user,
        here="knowledge",
        connection=connection,
        connections=connections_of(user) if draft.base is None else [connection],
        draft=draft,
        required=REQUIRED[draft.kind],
        rows=ROWS,
        texts=list(zip(texts, shown, [*shown[1:], None], strict=False)),
        changes=changes[:CHANGES_SHOWN],
        titles={text.item.id: text.item.title for text in texts},
        latest=latest,
        theirs=told(draft.theirs) if draft.theirs else "",
        mine=_mine(draft, language),
    )
    if not whole:
        response.headers.update(CHANGED)
    return response


def _mine(draft: Draft, language: Any) -> str:
    named = {text_of(f"field_{name}", language): value for name, value in draft.fields.items()}
    return "\n".join(f"{name}\n{value}" if value else name for name, value in named.items())
