"""The metrics tab: what is measured and how it is cut; added and changed by a form, tried with a question."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from analysis.briefing.scorecard import scorecard
from appdb.users import User
from config.wording import Language, say_error
from config.wording import language_of as language_of_text
from database.connections import Database
from database.result import QueryResult
from errors import InputError, KnowledgeError, WenshuError
from knowledge.definitions.files import definition_items
from knowledge.items import KnowledgeItem
from knowledge.records import addressed
from knowledge.sight import open_columns
from services import services
from teaching.upkeep.history import ItemHistory
from teaching.upkeep.listing import KnowledgeList
from teaching.validating import validate
from understanding.metric.answers import MetricAnswers
from understanding.metric.desk import MetricDesk
from understanding.metric.forms import CHOICES, FORMS, LINES, definition_from, form_of
from understanding.metric.leading import leading
from understanding.readings import MetricHit, MetricReadings
from web.admin.acts import CHANGED, audit, item_of
from web.admin.page import chosen, connections_of, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/metrics", include_in_schema=False)
ROWS_SHOWN = 10
SOURCE = "admin"


@dataclass(frozen=True)
class Draft:
    """What the form holds, and what to say of it."""

    kind: str
    fields: dict[str, str]
    base: KnowledgeItem | None = None
    problem: str = ""
    detail: str = ""
    message: str = ""


@router.get("")
async def page(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show the definitions that stand or are staged."""
    name = chosen(connection, user)
    return render(
        request,
        "metrics.html",
        user=user,
        here="metrics",
        connection=name,
        connections=connections_of(user),
        groups=await _groups(name),
        asks_model=services().namer is not None,
    )


@router.get("/form")
async def form(
    request: Request, user: Admin, connection: str = "", kind: str = "", base: str = ""
) -> HTMLResponse:
    """Show the form of one definition, empty or filled."""
    name = chosen(connection, user)
    wanted = kind if kind in FORMS else "metric"
    draft = Draft(wanted, dict.fromkeys(FORMS[wanted], ""))
    if base:
        try:
            item = await item_of(base, name)
            draft = Draft(str(item.payload.get("type") or "metric"), form_of(item.payload), item)
        except WenshuError as error:
            draft = replace(draft, problem=say_error(error, language_of(request)))
    elif wanted == "scorecard" and name:
        draft = await _scorecard_drafted(draft, name, user, language_of(request))
    return await _shown(request, name, draft)


@router.post("", dependencies=ours)
async def save(request: Request, user: Admin) -> HTMLResponse:
    """Check a definition on its database and stage it."""
    sent = await request.form()
    name, language = chosen(str(sent.get("connection", "")), user), language_of(request)
    kind = str(sent.get("kind")) if sent.get("kind") in FORMS else "metric"
    fields = {field: str(sent.get(f"field_{field}", "")).replace("\r\n", "\n") for field in FORMS[kind]}
    draft = Draft(kind, fields)
    try:
        if base := str(sent.get("base", "")):
            draft = replace(draft, base=await item_of(base, name))
        item = _item(draft, name, user)
        database, rights = services().databases.get(name), services().access.rights(user, name)
        today = await services().today(user, name)
        await validate(item, await standing_definitions(name), database, rights, language, today)
        history = ItemHistory(services().app_database)
        if draft.base is None:
            await history.add(item)
        else:
            await history.edit(draft.base.id, item, user.name)
    except WenshuError as error:
        return await _shown(
            request, name, replace(draft, problem=say_error(error, language), detail=error.detail)
        )
    await audit(user, "teach.edit" if draft.base else "teach.add", name, item=item.id, title=item.title)
    said = text_of("item_staged", language, title=item.title)
    response = await _shown(request, name, Draft(kind, form_of(item.payload), item, message=said))
    response.headers.update(CHANGED)
    return response


@router.get("/list")
async def listed(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show the list again after a change."""
    name = chosen(connection, user)
    return render(request, "metrics_list.html", connection=name, groups=await _groups(name))


@router.post("/try", dependencies=ours)
async def try_question(
    request: Request, user: Admin, question: Annotated[str, Form()] = "", connection: str = Form("")
) -> HTMLResponse:
    """Ask a question of the definitions as they would be published, and show how it is read."""
    name, language = chosen(connection, user), language_of(request)
    try:
        found = await _tried(question.strip(), name, user)
    except WenshuError as error:
        found = {"problem": say_error(error, language), "detail": error.detail}
    return render(request, "metrics_tried.html", connection=name, **{"problem": "", "detail": "", **found})


def _item(draft: Draft, connection: str, user: User) -> KnowledgeItem:
    kept = draft.base.payload if draft.base else {}
    data = definition_from(draft.kind, draft.fields, kept)
    found = list(definition_items(data, draft.base.source if draft.base else SOURCE))
    item, name, problem = found[0] if found else (None, draft.fields.get("name", ""), draft.kind)
    if item is None:
        raise KnowledgeError("metric_invalid", name=name, field=problem)
    return replace(addressed(item, connection, user.name), author=user.name)


async def standing_definitions(connection: str) -> list[KnowledgeItem]:
    """Return the definitions that are published or staged."""
    items = await KnowledgeList(services().app_database).standing(connection, staged=True)
    return [item for item in items if item.kind == "metric"]


async def _groups(connection: str) -> dict[str, list[KnowledgeItem]]:
    """Return the definitions by their sort, each by its name."""
    items = sorted(await standing_definitions(connection), key=lambda item: item.title.casefold())
    return {kind: [i for i in items if (i.payload.get("type") or "metric") == kind] for kind in FORMS}


async def _tried(question: str, connection: str, user: User) -> dict[str, Any]:
    if not question:
        raise InputError("question_empty")
    if len(question) > services().settings.max_question_chars:
        raise InputError("question_too_long", most=services().settings.max_question_chars)
    desk = await _desk(connection, user, language_of_text(question))
    answers, today, rights = desk.answers, desk.today, services().access.rights(user, connection)
    found = answers.answer(question, today, open_columns(rights))
    if isinstance(found, MetricReadings):
        return {"readings": found.questions}
    if not isinstance(found, MetricHit):
        unread = answers.why_unread(question, today, open_columns(rights)).unread
        near = leading(question, desk)
        return {"unread": unread, "nearest": near[0] if near else None, "declined": True}
    result = await _run(found.sql, services().databases.get(connection), rights, user)
    return {"hit": found, "result": result, "rows": result.rows[:ROWS_SHOWN]}


async def _desk(connection: str, user: User, language: Language) -> MetricDesk:
    """Return what answers from the definitions as they would be published, staged ones among them."""
    database, rights = services().databases.get(connection), services().access.rights(user, connection)
    schema, today = await database.load_schema(), await services().today(user, connection)
    values = await services().taught.values(connection, rights)
    start = services().settings.fiscal_year_start_month
    answers = MetricAnswers.build(
        await standing_definitions(connection), schema, values, database.dialect, start
    )
    return MetricDesk(answers, language, today, open_columns(rights))


async def _scorecard_drafted(draft: Draft, connection: str, user: User, language: Language) -> Draft:
    """Return the form with the figures that a briefing shows as it is."""
    try:
        lines = scorecard(await _desk(connection, user, language))
    except WenshuError as error:
        return replace(draft, problem=say_error(error, language))
    names = "\n".join(one.metric for one in lines)
    said = text_of("scorecard_drafted", language) if names else ""
    return replace(draft, fields={**draft.fields, "metrics": names}, message=said)


async def _run(sql: str, database: Database, rights: Any, user: User) -> QueryResult:
    return await database.run(await database.approve(sql, rights), user=user.name)


async def _shown(request: Request, connection: str, draft: Draft) -> HTMLResponse:
    schema = await services().databases.get(connection).load_schema() if connection else None
    tables = [table.name for table in schema.tables] if schema else []
    columns = (
        [f"{table.name}.{column.name}" for table in schema.tables for column in table.columns]
        if schema
        else []
    )
    return render(
        request,
        "metrics_form.html",
        connection=connection,
        draft=draft,
        lines=LINES,
        choices=CHOICES,
        tables=tables,
        columns=columns[:2000],
    )
