"""What admins do over the API: knowledge listed and added, tested, published; people."""

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from appdb.teaching_runs import TeachingRun
from appdb.users import Person, User, read_attributes
from config.wording import say_error
from errors import NotFoundError, WenshuError
from evaluation.teaching import Teaching
from knowledge.items import Kind, Status
from services import services
from teaching.loaders.report import refused_line, warned_line
from teaching.upkeep.listing import Filter, KnowledgeList
from web.admin.people import require_other, require_role
from web.admin.transfer import stage_files
from web.api.cursors import Cursor, Limit, cursor_of, number_in
from web.api.door import Admin, Spoken, connection_for
from web.api.problems import Told

router = APIRouter(prefix="/admin", tags=["admin"])
Name = Annotated[str | None, Field(max_length=200)]


class Item(BaseModel):
    """One thing that was taught."""

    id: str
    kind: Kind
    status: Status
    title: str
    content: str
    author: str
    source: str
    verified_by: str
    updated_at: str


class Items(BaseModel):
    """A page of what was taught."""

    connection: str
    total: int
    items: list[Item]
    next: str | None = None


class TextFile(BaseModel):
    """A file of one of the kinds `cli.py train` reads, told by its name: .sql .md .yaml .jsonl .csv .txt."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=200)]
    content: str


class Taught(BaseModel):
    """Files to stage; nothing is served before it is published."""

    model_config = ConfigDict(extra="forbid")

    files: Annotated[list[TextFile], Field(min_length=1, max_length=20)]
    connection: Name = None


class Staged(BaseModel):
    """What became of files: new items by kind, what was known, and each refusal in a line."""

    connection: str
    added: dict[str, int]
    unchanged: int
    refused: list[str]
    warned: list[str]


class Wanted(BaseModel):
    """What to test or publish; `test` asks the golden questions first and holds back what is worse."""

    model_config = ConfigDict(extra="forbid")

    connection: Name = None
    test: bool = True


class Evaluated(BaseModel):
    """What to test."""

    model_config = ConfigDict(extra="forbid")

    connection: Name = None


class Run(BaseModel):
    """A test or a publication, and how far it is."""

    id: str
    connection: str
    act: str
    status: str
    phase: str
    done: int
    whole: int
    version: int
    published: bool
    problem: str
    summary: dict[str, object] | None = None


class PersonTold(BaseModel):
    """One person; `password` is there once, where one was made."""

    name: str
    display_name: str
    role: str
    attributes: dict[str, str]
    disabled: bool
    password: str | None = None


class People(BaseModel):
    """Everybody."""

    people: list[PersonTold]


class NewPerson(BaseModel):
    """Somebody to add; a password is made where none is given."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=200)]
    role: Annotated[str, Field(max_length=200)] = "viewer"
    display_name: Annotated[str, Field(max_length=200)] = ""
    attributes: dict[str, str] = {}


class ChangedPerson(BaseModel):
    """What to change of somebody; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    role: Annotated[str | None, Field(max_length=200)] = None
    display_name: Annotated[str | None, Field(max_length=200)] = None
    attributes: dict[str, str] | None = None
    disabled: bool | None = None


@router.get("/knowledge", response_model=Items)
async def list_knowledge(
    admin: Admin,
    connection: str = "",
    kind: Kind | None = None,
    status: Status | None = None,
    search: str = "",
    limit: Limit = 50,
    cursor: Cursor = "",
) -> Response:
    """List what was taught, the newest first."""
    name, start = connection_for(admin, connection), number_in(cursor)
    wanted = Filter(search=search.strip()[:200].replace("\0", ""), kind=kind, status=status)
    found = await KnowledgeList(services().app_database).page(name, wanted, limit, start)
    items = [
        {
            "id": one.item.id,
            "kind": one.item.kind,
            "status": one.item.status,
            "title": one.item.title,
            "content": one.item.content,
            "author": one.item.author,
            "source": one.item.source,
            "verified_by": one.item.verified_by,
            "updated_at": one.updated_at.isoformat(),
        }
        for one in found.items
    ]
    more = start + limit < found.total
    following = cursor_of(start + limit) if more else None
    return Told({"connection": name, "total": found.total, "items": items, "next": following})


@router.post("/knowledge", response_model=Staged)
async def add_knowledge(admin: Admin, language: Spoken, body: Taught) -> Response:
    """Stage files for the next version; pairs are tried on the database first."""
    name = connection_for(admin, body.connection)
    files = [(one.name, one.content.encode("utf-8", "replace")) for one in body.files]
    report = await stage_files(files, name, admin)
    count = sum(report.added.values())
    detail = {"files": [one.name for one in body.files], "items": count}
    await services().audit.write(who=admin.name, act="teach.stage", connection=name, detail=detail)
    return Told(
        {
            "connection": name,
            "added": report.added,
            "unchanged": report.unchanged,
            "refused": [refused_line(one, language) for one in report.refused],
            "warned": [warned_line(one, language) for one in report.warned],
        }
    )


@router.post("/publish", response_model=Run, status_code=202)
async def publish(admin: Admin, language: Spoken, body: Wanted) -> Response:
    """Start publishing what is staged; `GET /admin/runs/{run}` tells how far it is."""
    name, teaching = connection_for(admin, body.connection), Teaching(services())
    if body.test and await teaching.golden.count(name):
        run = await teaching.test(name, admin, publish=True)
    else:
        run = await teaching.publish_untested(name, admin)
    return Told(_run(await teaching.runs.get(name, run), language), 202)


@router.post("/evaluate", response_model=Run, status_code=202)
async def evaluate(admin: Admin, language: Spoken, body: Evaluated) -> Response:
    """Start asking the golden questions of what is staged and of what is served; publishes nothing."""
    name, teaching = connection_for(admin, body.connection), Teaching(services())
    run = await teaching.test(name, admin, publish=False)
    return Told(_run(await teaching.runs.get(name, run), language), 202)


@router.get("/runs/{run}", response_model=Run)
async def read_run(admin: Admin, language: Spoken, run: str, connection: str = "") -> Response:
    """Tell how far a test or a publication is, and what it came to."""
    name = connection_for(admin, connection)
    return Told(_run(await Teaching(services()).runs.get(name, run), language))


@router.get("/people", response_model=People)
async def list_people(admin: Admin) -> Response:
    """List everybody who may sign in, and who is shut out."""
    return Told({"people": [_person(one) for one in await services().people.list()]})


@router.post("/people", response_model=PersonTold, status_code=201)
async def add_person(admin: Admin, body: NewPerson) -> Response:
    """Add a person with a password that is told this once."""
    require_role(body.role)
    password, name = secrets.token_urlsafe(9), body.name.strip()
    attributes = read_attributes(f"{key}={value}" for key, value in body.attributes.items())
    await services().people.add(name, password, body.role, attributes, body.display_name.strip())
    await _audit(admin, "put", name=name, role=body.role)
    return Told({**_person(await _known(name)), "password": password}, 201)


@router.patch("/people/{name}", response_model=PersonTold)
async def change_person(admin: Admin, name: str, body: ChangedPerson) -> Response:
    """Change a person's role, name or attributes, shut them out or let them in."""
    people, known = services().people, await _known(name)
    if body.role is not None or body.disabled is not None:
        require_other(name, admin)
    if body.role is not None:
        require_role(body.role)
        await people.set_role(name, body.role)
        await _audit(admin, "role", name=name, role=body.role)
    if body.display_name is not None or body.attributes is not None:
        called = known.user.display_name if body.display_name is None else body.display_name.strip()
        given = known.user.attributes if body.attributes is None else body.attributes
        attributes = read_attributes(f"{key}={value}" for key, value in given.items())
        await people.describe(name, called, attributes)
        await _audit(admin, "change", name=name, attributes=attributes)
    if body.disabled is not None:
        await people.set_disabled(name, body.disabled)
        await _audit(admin, "disable" if body.disabled else "enable", name=name)
    return Told(_person(await _known(name)))


async def _known(name: str) -> Person:
    found = await services().people.person(name)
    if found is None:
        raise NotFoundError("user_unknown", name=name)
    return found


def _person(person: Person) -> dict[str, Any]:
    user = person.user
    return {
        "name": user.name,
        "display_name": user.display_name,
        "role": user.role,
        "attributes": dict(user.attributes),
        "disabled": person.disabled,
    }


def _run(run: TeachingRun, language: Literal["zh", "en"]) -> dict[str, Any]:
    failed = run.status == "failed"
    return {
        **{
            name: getattr(run, name)
            for name in ("id", "connection", "act", "status", "phase", "done", "whole")
        },
        "version": run.version,
        "published": run.published,
        "problem": say_error(WenshuError(run.code, **run.params), language) if failed else "",
        "summary": run.summary,
    }


async def _audit(user: User, act: str, **detail: Any) -> None:
    await services().audit.write(who=user.name, act=f"people.{act}", detail=detail)
