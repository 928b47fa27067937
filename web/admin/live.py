"""A database's tables on the databases tab: read, choose, follow changes, describe."""

from dataclasses import replace
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import say_error
from errors import InputError, WenshuError
from knowledge.inferred import with_inferred
from knowledge.tables import table_text
from services import services
from teaching.live.descriptions import Description
from teaching.live.tables import LiveTable, Only, Wanted
from teaching.live.teaching import StagedTables
from web.admin.acts import audit
from web.admin.page import open_connection, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/databases", include_in_schema=False)

TABLES_SHOWN = 50
EVERYTHING = Wanted()
ONLY: tuple[Only, ...] = get_args(Only)


async def live_of(connection: str, wanted: Wanted = EVERYTHING, page: int = 0) -> dict[str, Any]:
    """Return how far the reading of a database is, what has changed, and a page of its tables."""
    tables = services().live_tables
    found, among = await tables.page(connection, wanted, TABLES_SHOWN, page * TABLES_SHOWN)
    return {
        "reading": await services().schema_reader.last(connection),
        "drift": await services().live_teaching.drift(connection),
        "schemas": await tables.schemas(connection),
        "tables": found,
        "among": among,
        "wanted": wanted,
        "page": page,
        "pages": -(-among // TABLES_SHOWN),
    }


@router.get("/reading")
async def reading(request: Request, user: Admin, connection: str = "") -> HTMLResponse:
    """Show how far a reading is; once it has ended, the tables come anew."""
    name = open_connection(connection, user)
    last = await services().schema_reader.last(name)
    drift = await services().live_teaching.drift(name)
    response = render(request, "reading.html", connection=name, reading=last, drift=drift)
    if last is None or last.status != "reading":
        response.headers["HX-Trigger"] = "tables-changed"
    return response


@router.post("/read", dependencies=ours)
async def read(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Begin to read the tables anew."""
    name = open_connection(connection, user)
    try:
        await services().schema_reader.start(name, user.name)
    except WenshuError as error:
        return await _after(request, name, say_error(error, language_of(request)), good=False)
    await services().audit.write(who=user.name, act="connect.read", connection=name)
    return await _after(request, name)


@router.post("/cancel", dependencies=ours)
async def cancel(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Stop a reading; what was read before stays."""
    name = open_connection(connection, user)
    await services().schema_reader.cancel(name)
    return await _after(request, name)


@router.get("/tables")
async def tables(
    request: Request,
    user: Admin,
    connection: str = "",
    search: str = "",
    within: str = "",
    only: str = "",
    page: int = 0,
) -> HTMLResponse:
    """Show one page of the tables that are looked for."""
    name = open_connection(connection, user)
    live = await live_of(name, _wanted(search, within, only), min(max(page, 0), 10_000))
    return render(request, "tables.html", connection=name, **live)


@router.post("/stage", dependencies=ours)
async def stage(
    request: Request,
    user: Admin,
    connection: str = Form(""),
    selected: Annotated[list[str] | None, Form()] = None,
    every: bool = Form(False),
    search: str = Form(""),
    within: str = Form(""),
    only: str = Form(""),
) -> HTMLResponse:
    """Stage the ticked tables, or all that are looked for."""
    name = open_connection(connection, user)
    teaching = services().live_teaching

    async def act() -> StagedTables:
        if every:
            return await teaching.stage_all(name, _wanted(search, within, only), user.name)
        return await teaching.stage(name, selected or [], user.name)

    return await _staging(request, user, name, act)


@router.post("/drift", dependencies=ours)
async def drift(
    request: Request, user: Admin, connection: str = Form(""), leave: bool = Form(False)
) -> HTMLResponse:
    """Stage what has changed, or leave what is taught as it is."""
    name = open_connection(connection, user)
    if not leave:
        return await _staging(request, user, name, lambda: services().live_teaching.follow(name, user.name))
    await services().live_teaching.take_note(name)
    await services().audit.write(who=user.name, act="connect.drift_left", connection=name)
    return await _after(request, name, text_of("drift_left", language_of(request)), good=True)


@router.get("/table")
async def table(request: Request, user: Admin, connection: str = "", name: str = "") -> HTMLResponse:
    """Show one table with its columns, samples and descriptions, to edit."""
    return await _table(request, open_connection(connection, user), name)


@router.post("/describe", dependencies=ours)
async def describe(
    request: Request,
    user: Admin,
    connection: str = Form(""),
    name: str = Form(""),
    revision: int = Form(0),
    text: str = Form(""),
    column: Annotated[list[str] | None, Form()] = None,
    said: Annotated[list[str] | None, Form()] = None,
) -> HTMLResponse:
    """Keep what was said of a table and its columns."""
    chosen_name, language = open_connection(connection, user), language_of(request)
    columns = dict(zip(column or [], said or [], strict=False))
    try:
        wanted = Description(text, columns, revision)
        staged = await services().live_teaching.describe(chosen_name, name, wanted, user.name)
    except WenshuError as error:
        return await _table(request, chosen_name, name, message=say_error(error, language), good=False)
    await audit(user, "teach.describe", chosen_name, table=name)
    key = "description_staged" if staged else "description_kept"
    return await _table(request, chosen_name, name, message=text_of(key, language, name=name), good=True)


@router.post("/draft", dependencies=ours)
async def draft(
    request: Request, user: Admin, connection: str = Form(""), name: str = Form("")
) -> HTMLResponse:
    """Fill the form with a model's draft; nothing is kept before it is saved."""
    chosen_name, language = open_connection(connection, user), language_of(request)
    try:
        drafter = services().drafter
        if drafter is None:
            raise InputError("no_model_to_draft")
        live, _ = await _read_table(chosen_name, name)
        columns = [column.name for column in live.table.columns]
        drafted = await drafter.draft(table_text(live.table), columns, live.samples, language)
    except WenshuError as error:
        return await _table(request, chosen_name, name, message=say_error(error, language), good=False)
    message = text_of("drafted", language)
    return await _table(request, chosen_name, name, message=message, good=True, drafted=drafted)


async def _staging(request: Request, user: User, name: str, act: Any) -> HTMLResponse:
    language = language_of(request)
    try:
        report: StagedTables = await act()
    except WenshuError as error:
        return await _after(request, name, say_error(error, language), good=False)
    await audit(user, "teach.stage", name, tables=report.staged, leaving=report.leaving)
    counts = {"staged": report.staged, "unchanged": report.unchanged, "leaving": report.leaving}
    response = await _after(request, name, text_of("tables_staged", language, **counts), good=True)
    response.headers["HX-Trigger"] = "tables-changed"
    return response


async def _after(request: Request, connection: str, message: str = "", *, good: bool = True) -> HTMLResponse:
    return render(
        request,
        "reading_after.html",
        connection=connection,
        message=message,
        details=[],
        good=good,
        undo=[],
        reading=await services().schema_reader.last(connection),
        drift=await services().live_teaching.drift(connection),
    )


async def _table(
    request: Request, connection: str, name: str, *, message: str = "", good: bool = True, drafted: Any = None
) -> HTMLResponse:
    values: dict[str, Any] = {"message": message, "details": [], "good": good, "undo": []}
    try:
        live, description = await _read_table(connection, name)
    except WenshuError as error:
        failure = say_error(error, language_of(request))
        return render(
            request,
            "table.html",
            connection=connection,
            live=None,
            **values | {"message": failure, "good": False},
        )
    can_draft = services().drafter is not None
    return render(
        request,
        "table.html",
        connection=connection,
        live=live,
        description=description,
        drafted=drafted,
        can_draft=can_draft,
        shows_values=services().settings.result_summary,
        **values,
    )


async def _read_table(connection: str, name: str) -> tuple[LiveTable, Description]:
    """Return a table as read, with its inferred keys, and what was said of it."""
    live, description = await services().live_teaching.table(connection, name)
    [table] = with_inferred([live.table], (await services().known_values.loaded(connection)).keys)
    return replace(live, table=table), description


def _wanted(search: str, schema: str, only: str) -> Wanted:
    return Wanted(search.strip()[:200], schema, next((known for known in ONLY if known == only), ""))
