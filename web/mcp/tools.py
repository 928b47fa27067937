"""The five tools: each does for one person what the same door of the chat does, under the same rights."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from agent.events import LAST, Answer, StepStarted, Waiting
from appdb.users import User
from config.wording import Language, keys, language_of, say
from database.rights import Rights
from errors import AccessError, InputError, NotFoundError
from knowledge.sight import sees, visible_columns
from knowledge.tables import with_taught
from query.as_json import from_json
from query.metric_query import MetricQuery
from services import Services
from understanding.metric.desk import MetricDesk
from understanding.metric.wording import word
from web.mcp import schemas
from web.mcp.listed import dimension_data, holds, metric_data, table_data, table_lines, wanted_table
from web.mcp.told import Told, told_answer, told_rows

MOST_DESCRIBED = 20
Arguments = Mapping[str, Any]
Tell = Callable[[str], Awaitable[None]]


@dataclass(frozen=True)
class Call:
    """Who calls, over which services, and where to say how far it is."""

    services: Services
    person: User
    tell: Tell

    def connection(self, said: Arguments) -> str:
        """Return the database asked for, or the first that this person may ask."""
        if said.get("connection"):
            return str(said["connection"])
        access, names = self.services.access, self.services.databases.names
        found = next((name for name in names if access.may_use(self.person, name)), None)
        if found is None:
            raise InputError("no_connection")
        return found

    def rights(self, connection: str) -> Rights:
        """Return what this person may see there; raises NotFoundError or AccessError."""
        self.services.databases.get(connection)
        return self.services.access.rights(self.person, connection)

    async def desk(self, connection: str, language: Language) -> MetricDesk:
        """Return the metrics as this person may use them; raises NotFoundError where none is defined."""
        rights, taught = self.rights(connection), self.services.taught
        desk = await taught.desk(connection, rights, await taught.today(connection, rights), language)
        if desk is None:
            raise NotFoundError("mcp_no_metrics", connection=connection)
        return desk


def language_for(services: Services, said: Arguments) -> Language:
    """Return the language a call is answered in: the one asked for, the server's, or the question's."""
    if said.get("language") in ("zh", "en"):
        return said["language"]  # type: ignore[no-any-return]
    fixed = services.settings.language
    if fixed != "auto":
        return fixed
    return language_of(str(said["question"])) if said.get("question") else "en"


async def ask(call: Call, said: Arguments, language: Language) -> Told:
    """Ask the database a question in Chinese or English and get a checked answer with its provenance.

    Prefer this for questions of business people. With kind "clarify" it asks back: answer on the same
    `thread` with one of the suggestions. A follow-up goes on the same `thread`. An error says in one sentence
    why there is no figure: pass that on, and do not make one up.
    """
    return await _asked(call, said, language, str(said["question"]), None)


async def query_metrics(call: Call, said: Arguments, language: Language) -> Told:
    """Compute defined metrics exactly, without a language model: figures, splits, periods, ranks, shares.

    Take names from list_metrics. `from` is the first day and `until` the first day after the period.
    """
    connection = call.connection(said)
    desk = await call.desk(connection, language)
    query = _query(said["query"], desk)
    question = word(query, desk.catalog, language, desk.answers.reader.known.member_name)
    rights, taught = call.rights(connection), call.services.taught
    if await taught.composed(said["query"], question, connection, rights, desk.today, language) is None:
        raise InputError("mcp_query_against_rules")
    return await _asked(call, {**said, "connection": connection}, language, question, said["query"])


async def list_metrics(call: Call, said: Arguments, language: Language) -> Told:
    """List the metrics and dimensions defined for a database: names, meanings, units, what splits what.

    `search` keeps those whose name, synonym or definition holds the text.
    """
    connection = call.connection(said)
    desk = await call.desk(connection, language)
    wanted = str(said.get("search") or "").casefold()
    open_dimensions = {name: one for name, one in desk.catalog.dimensions.items() if desk.shows(one)}
    metrics = [
        metric_data(one, desk, open_dimensions, language)
        for name, one in sorted(desk.catalog.metrics.items())
        if desk.opens(name) and holds(one, wanted)
    ]
    cut = {name for one in metrics for name in one["dimensions"]}
    dimensions = [dimension_data(one) for name, one in sorted(open_dimensions.items()) if name in cut]
    lines = [
        f"- {one['name']}: {one['zh']} / {one['en']}. {one['definition']}".rstrip() for one in metrics
    ] + [f"- {one['name']}: {one['zh']} / {one['en']}" for one in dimensions]
    head = say("mcp.metrics", language, metrics=len(metrics), dimensions=len(dimensions))
    data = {
        "connection": connection,
        "today": desk.today.isoformat(),
        "metrics": metrics,
        "dimensions": dimensions,
    }
    await _audit(call, "mcp.list_metrics", connection)
    return Told("\n".join([head, *lines]), data)


async def describe_tables(call: Call, said: Arguments, language: Language) -> Told:
    """Describe the tables this person may read: names and comments of all, or columns and keys of some."""
    connection = call.connection(said)
    rights = call.rights(connection)
    schema = await call.services.databases.get(connection).load_schema()
    taught = await call.services.knowledge.schema(connection)
    tables = [
        visible_columns(rights, with_taught(table, taught.table(table.full_name)))
        for table in schema.tables
        if sees(rights, table.full_name)
    ]
    wanted = [str(name) for name in said.get("tables") or ()]
    found = [wanted_table(name, tables) for name in wanted] if wanted else tables
    data = {"connection": connection, "tables": [table_data(table, whole=bool(wanted)) for table in found]}
    await _audit(call, "mcp.describe_tables", connection)
    lines = [line for table in found for line in table_lines(table, whole=bool(wanted))]
    return Told("\n".join([say("mcp.tables", language, count=len(found)), *lines]), data)


async def run_sql(call: Call, said: Arguments, language: Language) -> Told:
    """Run one SELECT under this person's rights: checked, limited, read-only, written to the audit.

    Use it only for what ask and query_metrics cannot do. Read describe_tables first.
    """
    sql, connection = str(said["sql"]), call.connection(said)
    try:
        result = await call.services.sql.run(sql, call.person, connection)
    except InputError as error:
        if error.code == "confirm_needed":  # a person decides that, not a program
            raise AccessError("mcp_confirm_needed", **error.params) from error
        raise
    return told_rows(result, sql, language, _most(said))


async def _asked(
    call: Call, said: Arguments, language: Language, question: str, query: Mapping[str, Any] | None
) -> Told:
    events = call.services.assistant.ask(
        question,
        user=call.person,
        thread=said.get("thread"),
        connection=call.connection(said),
        language=language,
        query=query,
    )
    answer: Answer | None = None
    async with aclosing(events):
        async for event in events:
            if isinstance(event, Waiting):
                await call.tell(say("chat.waiting", language, place=event.place))
            elif isinstance(event, StepStarted) and f"chat.step.{event.step}" in keys(language):
                await call.tell(say(f"chat.step.{event.step}", language))
            elif isinstance(event, LAST):
                answer = event.answer
    assert answer is not None, "every stream ends with a last event"
    sees_sql = "see_sql" in call.services.access.features(call.person)
    return told_answer(answer, language, _most(said), sees_sql=sees_sql)


def _most(said: Arguments) -> int:
    return int(said.get("max_rows") or schemas.ROWS)


def _query(said: Mapping[str, Any], desk: MetricDesk) -> MetricQuery:
    """Return a query whose names exist for this person, or raise InputError naming what does not."""
    try:
        query = from_json(said)
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError) as error:
        raise InputError("mcp_query_unreadable", part=str(error).strip("'\"")) from error
    metrics, cuts = {*query.figures}, {*query.cuts, *query.share_within}
    known = {name for name in desk.catalog.metrics if desk.opens(name)}
    shown = {name for name, one in desk.catalog.dimensions.items() if desk.shows(one)}
    if unknown := sorted((metrics - known) | (cuts - shown)):
        raise InputError("mcp_name_unknown", names=", ".join(unknown))
    if uncut := sorted(cut for cut in cuts if not all(desk.catalog.cuts(one, cut) for one in metrics)):
        raise InputError("mcp_not_cut", metrics=", ".join(sorted(metrics)), dimensions=", ".join(uncut))
    return query


async def _audit(call: Call, act: str, connection: str) -> None:
    await call.services.audit.write(who=call.person.name, act=act, connection=connection)


@dataclass(frozen=True)
class Tool:
    """One tool; `scope` is what a token needs for it, `reads_only` that nothing at all is kept of it."""

    run: Callable[[Call, Arguments, Language], Awaitable[Told]]
    takes: dict[str, Any]
    gives: dict[str, Any]
    scope: str
    reads_only: bool = True

    @property
    def name(self) -> str:
        """Return what it is called by."""
        return self.run.__name__

    @property
    def description(self) -> str:
        """Return what a model reads of it: the function's docstring."""
        return inspect.getdoc(self.run) or ""


_TEXT = {"type": "string", "minLength": 1}
_SHARED: dict[str, Any] = {"connection": schemas.CONNECTION, "language": schemas.LANGUAGE}
TOOLS = (
    Tool(
        ask,
        schemas.takes(
            ("question",),
            question=_TEXT,
            thread={"type": "string", "description": "The thread of an earlier answer, to go on from it."},
            max_rows=schemas.MOST,
            **_SHARED,
        ),
        schemas.ANSWER,
        "ask",
        reads_only=False,  # "remember that …" keeps a note of the person
    ),
    Tool(list_metrics, schemas.takes(search={"type": "string"}, **_SHARED), schemas.METRICS, "read"),
    Tool(
        query_metrics,
        schemas.takes(("query",), query=schemas.QUERY, max_rows=schemas.MOST, **_SHARED),
        schemas.ANSWER,
        "ask",
    ),
    Tool(
        describe_tables,
        schemas.takes(tables={"type": "array", "items": _TEXT, "maxItems": MOST_DESCRIBED}, **_SHARED),
        schemas.TABLES,
        "read",
    ),
    Tool(
        run_sql,
        schemas.takes(("sql",), sql=_TEXT, max_rows=schemas.MOST, **_SHARED),
        schemas.gives("columns", "rows", "provenance", **schemas.ROWS_GIVEN, provenance=schemas.PROVENANCE),
        "sql",
    ),
)
