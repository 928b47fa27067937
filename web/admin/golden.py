"""Golden questions on the page: list, add, edit, remove, take in and give out as files, make from pairs."""

import datetime as dt
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Request, UploadFile
from starlette.responses import HTMLResponse, Response

from appdb.golden import Golden, GoldenStore
from appdb.users import User
from config.wording import Language, say_error
from errors import InputError, WenshuError
from evaluation.from_pairs import golden_from_pairs
from evaluation.golden import read_file, to_csv, to_json_lines
from services import services
from web.admin.acts import audit
from web.admin.page import PAGE_SIZE, chosen, render, text_of
from web.pages import language_of
from web.signed_in import Admin, ours

router = APIRouter(prefix="/admin/golden", include_in_schema=False)

BETWEEN = "\n;;\n"  # alternatives in the form
MOST_PAGES = 100_000


@router.get("")
async def items(
    request: Request, user: Admin, connection: str = "", search: str = "", page: int = 0
) -> HTMLResponse:
    """Show one page of the list."""
    name = chosen(connection, user)
    return render(request, "golden_list.html", connection=name, **await listed(name, search, page))


@router.get("/form")
async def form(request: Request, user: Admin, connection: str = "", ident: str = "") -> HTMLResponse:
    """Show the form, empty or with the question to edit."""
    name = chosen(connection, user)
    try:
        golden = await _store().get(name, ident) if ident else Golden("")
    except WenshuError as error:
        return _form(request, name, Golden(""), say_error(error, language_of(request)))
    return _form(request, name, golden)


@router.post("", dependencies=ours)
async def save(
    request: Request,
    user: Admin,
    question: Annotated[str, Form()] = "",
    sql: Annotated[str, Form(max_length=100_000)] = "",
    kind: Annotated[str, Form(max_length=60)] = "",
    today: Annotated[str, Form()] = "",
    ident: Annotated[str, Form()] = "",
    connection: str = Form(""),
) -> HTMLResponse:
    """Add a question, or write what was edited."""
    name, language = chosen(connection, user), language_of(request)
    gold = tuple(part.strip() for part in sql.replace("\r", "").split(BETWEEN.strip()) if part.strip())
    golden = Golden(question.strip(), gold, kind.strip(), None, ident, user.name, "page")
    try:
        day = dt.date.fromisoformat(today) if today else None
        golden = Golden(golden.question, gold, golden.kind, day, ident, user.name, "page")
        await _check(golden, name, user)
        if ident:
            await _store().save(name, ident, golden)
        else:
            await _store().take(name, [golden])
    except ValueError:
        return _form(request, name, golden, say_error(InputError("golden_line_invalid"), language))
    except WenshuError as error:
        return _form(request, name, golden, _said(error, language))
    await audit(user, "teach.golden", name, question=golden.question)
    return await _after(request, name, text_of("golden_saved", language), good=True)


@router.post("/{ident}/remove", dependencies=ours)
async def remove(request: Request, user: Admin, ident: str, connection: str = Form("")) -> HTMLResponse:
    """Take a question out; it can be brought back from the message."""
    return await _set_removed(request, user, ident, connection, removed=True)


@router.post("/{ident}/restore", dependencies=ours)
async def restore(request: Request, user: Admin, ident: str, connection: str = Form("")) -> HTMLResponse:
    """Bring a removed question back."""
    return await _set_removed(request, user, ident, connection, removed=False)


@router.post("/import", dependencies=ours)
async def take_in(
    request: Request, user: Admin, files: Annotated[list[UploadFile], File()], connection: str = Form("")
) -> HTMLResponse:
    """Take in files of questions, and say line by line what was refused."""
    name, language = chosen(connection, user), language_of(request)
    most = services().settings.max_upload_mb * 1024 * 1024
    taken: list[Golden] = []
    refused: list[str] = []
    try:
        for file in files:
            data = await file.read(most + 1)
            if len(data) > most:
                raise InputError("file_too_large", mb=most // 1024 // 1024)
            title = Path((file.filename or "file").replace("\\", "/")).name or "file"
            read = read_file(title, data)
            for line in read.unreadable:
                refused.append(_refused(language, title, line, InputError("golden_line_invalid")))
            for line, golden in read.questions:
                try:
                    await _check(golden, name, user)
                    taken.append(
                        Golden(golden.question, golden.gold, golden.kind, golden.today, "", user.name, title)
                    )
                except WenshuError as error:
                    refused.append(_refused(language, title, line, error))
        told = await _store().take(name, taken)
    except WenshuError as error:
        return await _after(request, name, say_error(error, language), good=False)
    await audit(user, "teach.golden", name, files=[file.filename for file in files], items=len(taken))
    counts = {"added": told.added, "changed": told.changed, "unchanged": told.unchanged}
    said = text_of("golden_taken", language, refused=len(refused), **counts)
    return await _after(request, name, said, good=bool(taken), details=refused)


@router.post("/from-pairs", dependencies=ours)
async def from_pairs(request: Request, user: Admin, connection: str = Form("")) -> HTMLResponse:
    """Make questions from the verified pairs that are served."""
    name, language = chosen(connection, user), language_of(request)
    try:
        made, skipped = await golden_from_pairs(services(), name, user)
        told = await _store().take(name, made)
    except WenshuError as error:
        return await _after(request, name, say_error(error, language), good=False)
    await audit(user, "teach.golden", name, items=len(made), source="pairs")
    counts = {"added": told.added, "changed": told.changed, "unchanged": told.unchanged}
    said = text_of("golden_from_pairs_done", language, skipped=skipped, **counts)
    if not made and not skipped:
        said = text_of("golden_nothing_served", language)
    return await _after(request, name, said, good=bool(made))


@router.get("/export")
async def give_out(user: Admin, connection: str = "", form: Literal["jsonl", "csv"] = "jsonl") -> Response:
    """Give every question out as a file that can be taken in again."""
    name = chosen(connection, user)
    questions = list(reversed(await _store().page(name)))
    content = to_csv(questions) if form == "csv" else to_json_lines(questions).encode()
    kind = "text/csv" if form == "csv" else "application/jsonl"
    headers = {"Content-Disposition": f'attachment; filename="golden.{form}"', "Cache-Control": "no-store"}
    return Response(content, media_type=f"{kind}; charset=utf-8", headers=headers)


async def listed(connection: str, search: str = "", page: int = 0) -> dict[str, Any]:
    """Return one page of questions as the list shows it."""
    search, page = search.strip()[:200], min(max(page, 0), MOST_PAGES)
    found = await _store().page(connection, search, PAGE_SIZE + 1, page * PAGE_SIZE)
    asked = {"search": search, "page": page}
    return {"golden": found[:PAGE_SIZE], "golden_more": len(found) > PAGE_SIZE, "golden_asked": asked}


def _store() -> GoldenStore:
    return GoldenStore(services().app_database)


async def _check(golden: Golden, connection: str, user: User) -> None:
    """Hold the question and every gold statement against what a question and a statement must pass."""
    most = services().settings.max_question_chars
    if not any(char.isalnum() for char in golden.question):
        raise InputError("question_empty")
    if len(golden.question) > most:
        raise InputError("question_too_long", most=most)
    database = services().databases.get(connection)
    rights = services().access.rights(user, connection)
    for sql in golden.gold:
        await database.approve(sql, rights)


async def _set_removed(
    request: Request, user: User, ident: str, connection: str, *, removed: bool
) -> HTMLResponse:
    name, language = chosen(connection, user), language_of(request)
    try:
        golden = await _store().get(name, ident)
        await _store().remove(name, ident, removed)
    except WenshuError as error:
        return await _after(request, name, say_error(error, language), good=False)
    await audit(user, "teach.golden", name, question=golden.question, removed=removed)
    said = text_of("golden_removed" if removed else "golden_restored", language, question=golden.question)
    return await _after(request, name, said, good=True, undo_golden=ident if removed else "")


def _form(request: Request, connection: str, golden: Golden, problem: str = "") -> HTMLResponse:
    sql = BETWEEN.join(golden.gold)
    response = render(
        request, "golden_form.html", connection=connection, golden=golden, sql=sql, problem=problem
    )
    response.headers.update({"HX-Retarget": "#golden-form", "HX-Reswap": "innerHTML"})
    return response


async def _after(
    request: Request,
    connection: str,
    message: str,
    *,
    good: bool,
    details: list[str] | None = None,
    undo_golden: str = "",
) -> HTMLResponse:
    """Return the list as it is now, an empty form, and what to say of the act."""
    said: dict[str, Any] = {
        "message": message,
        "good": good,
        "details": details or [],
        "undo": [],
        "undo_golden": undo_golden,
    }
    response = render(request, "golden_after.html", connection=connection, **said, **await listed(connection))
    response.headers["HX-Trigger"] = "golden-changed"
    return response


def _said(error: WenshuError, language: Language) -> str:
    sentence = say_error(error, language)
    return f"{sentence} {error.detail}" if error.detail else sentence


def _refused(language: Language, file: str, line: int, error: WenshuError) -> str:
    return text_of("golden_refused", language, file=file, line=line, reason=_said(error, language))
