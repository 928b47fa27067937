"""Databases, metrics and SQL over the API."""

import uuid
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from agent.events import Answer
from config.wording import Language
from errors import InputError
from knowledge.sight import open_columns
from services import services
from web.api.asking import EVENTS, Asking, Ident, Key, answered, spoken_in
from web.api.door import Anyone, Asker, Reader, Spoken, Writer, connection_for, open_to
from web.api.problems import Told

router = APIRouter(tags=["data"])
Name = Annotated[str | None, Field(max_length=200)]


class ConnectionTold(BaseModel):
    """A database one may ask; `today` is the day its periods are read against."""

    name: str
    dialect: str
    today: str


class Connections(BaseModel):
    """The databases one may ask, the usual one first."""

    connections: list[ConnectionTold]


class MetricTold(BaseModel):
    """One figure, and what it may be cut by."""

    name: str
    label: str
    unit: str
    definition: str
    also_called: list[str]
    cut_by: list[str]
    over_time: bool
    verified_by: str


class DimensionTold(BaseModel):
    """One way to cut figures."""

    name: str
    label: str
    also_called: list[str]


class Metrics(BaseModel):
    """What may be asked of the metrics of a database under the rights one has."""

    connection: str
    metrics: list[MetricTold]
    dimensions: list[DimensionTold]


class Queried(BaseModel):
    """A MetricQuery in its JSON form (docs/metrics.md), and where to ask it."""

    model_config = ConfigDict(extra="forbid")

    query: dict[str, Any]
    connection: Name = None
    thread: Ident | None = None
    language: Literal["zh", "en"] | None = None


class Statement(BaseModel):
    """One SELECT; `confirm` lets one run that asks first because it is costly or sensitive."""

    model_config = ConfigDict(extra="forbid")

    sql: str
    connection: Name = None
    confirm: bool = False
    language: Literal["zh", "en"] | None = None


class Selected(BaseModel):
    """The rows of a statement; `truncated` says that the database had more."""

    columns: list[dict[str, str]]
    rows: list[list[object]]
    row_count: int
    truncated: bool


class Me(BaseModel):
    """Who asks, and what this request may do."""

    name: str
    display_name: str
    role: str
    scopes: list[str]


@router.get("/me", response_model=Me)
async def me(caller: Anyone) -> Response:
    """Tell who a token speaks for."""
    user = caller.user
    told = {"name": user.name, "display_name": user.display_name, "role": user.role}
    return Told({**told, "scopes": sorted(caller.scopes)})


@router.get("/connections", response_model=Connections)
async def list_connections(reader: Reader) -> Response:
    """List the databases one may ask."""
    opened = services()
    found = [
        {
            "name": name,
            "dialect": opened.databases.get(name).spec.dialect,
            "today": (await opened.today(reader, name)).isoformat(),
        }
        for name in open_to(reader)
    ]
    return Told({"connections": found})


@router.get("/metrics", response_model=Metrics)
async def list_metrics(reader: Reader, language: Spoken, connection: str = "") -> Response:
    """List the metrics of a database and what each may be cut by."""
    name = connection_for(reader, connection)
    rights = services().access.rights(reader, name)
    answers, allowed = await services().taught.answers(name, rights), open_columns(rights)
    if answers is None:
        return Told({"connection": name, "metrics": [], "dimensions": []})
    catalog = answers.catalog
    dimensions = [one for one in catalog.dimensions.values() if catalog.shows(one, allowed)]
    metrics = [
        {
            "name": one.name,
            "label": one.label(language),
            "unit": one.unit(language),
            "definition": one.definition(language) or one.definition_zh,
            "also_called": list(one.wordings),
            "cut_by": [cut.name for cut in dimensions if catalog.cuts(one.name, cut.name)],
            "over_time": all(source.time for source in catalog.sources(one.name)),
            "verified_by": one.verified_by,
        }
        for one in catalog.metrics.values()
        if catalog.opens(one.name, allowed)
    ]
    cuts = [
        {"name": one.name, "label": one.label(language), "also_called": list(one.wordings)}
        for one in dimensions
    ]
    return Told({"connection": name, "metrics": metrics, "dimensions": cuts})


@router.post("/metrics/query", response_model=Answer, responses=EVENTS)
async def query_metrics(
    request: Request, asker: Asker, body: Queried, idempotency_key: Key = None
) -> Response:
    """Ask the metrics by a MetricQuery; the answer is that of a question, with its provenance."""
    request.state.language = body.language
    name = connection_for(asker, body.connection)
    language: Language = body.language or spoken_in("")
    rights = services().access.rights(asker, name)
    today = await services().taught.today(name, rights)
    hit = await services().taught.composed(body.query, "", name, rights, today, language)
    if hit is None:
        raise InputError("metric_query_invalid")
    asking = Asking(
        asker,
        hit.asked or ", ".join(hit.query.metrics),
        name,
        body.thread or uuid.uuid4().hex,
        language,
        query=body.query,
    )
    return await answered(request, asking, idempotency_key, body.model_dump())


@router.post("/sql", response_model=Selected)
async def run_sql(request: Request, writer: Writer, body: Statement) -> Response:
    """Run one SELECT of one's own through all walls, with its line in the audit."""
    request.state.language = body.language
    connection = connection_for(writer, body.connection)
    result = await services().sql.run(body.sql, writer, connection, confirmed=body.confirm)
    return Told(
        {
            "columns": [{"name": column.name, "type": column.type} for column in result.columns],
            "rows": [list(row) for row in result.rows],
            "row_count": result.row_count,
            "truncated": result.truncated,
        }
    )
