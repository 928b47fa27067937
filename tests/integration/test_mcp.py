"""Agents over the Model Context Protocol: the SDK's own client, the demo, two people's rights."""

from typing import Any

import pytest
from mcp import ClientSession, McpError, types
from mcp.shared.memory import create_connected_server_and_client_session as connected

from appdb.users import User
from config.wording import say
from errors import NotFoundError
from services import Services
from tests.fakes.demo_services import ADMIN, MANAGER
from web.mcp.server import Caller, mcp_server

OCTOBER = {"from": "2026-10-01", "until": "2026-11-01"}
BY_BRANCH = {"metrics": ["revenue"], "split_by": ["branch"], **OCTOBER}


async def called(
    services: Services,
    tool: str,
    person: User = ADMIN,
    scopes: frozenset[str] | None = None,
    told: list[str] | None = None,
    **said: Any,
) -> types.CallToolResult:
    """Call a tool as a client does and return what it got."""

    async def who(_: Any) -> Caller:
        return Caller(person, scopes)

    async def progress(_: float, __: float | None, message: str | None) -> None:
        if told is not None:
            told.append(message or "")

    async with connected(mcp_server(services, who)) as session:
        return await session.call_tool(tool, said, progress_callback=progress)


def text_of(result: types.CallToolResult) -> str:
    return "\n".join(one.text for one in result.content if isinstance(one, types.TextContent))


def data_of(result: types.CallToolResult) -> dict[str, Any]:
    assert result.structuredContent is not None
    return result.structuredContent


async def listed(session: ClientSession) -> set[str]:
    return {tool.name for tool in (await session.list_tools()).tools}


async def test_an_answer_holds_words_a_table_and_where_it_is_from(services: Services) -> None:
    steps: list[str] = []
    got = await called(services, "ask", question="2026年10月各分公司的退款金额是多少？", told=steps)
    data, text = data_of(got), text_of(got)
    assert not got.isError and data["kind"] == "data" and data["row_count"] == 7
    assert data["answer"] in text and "| 分公司 | 退款金额 |" in text
    assert data["provenance"]["source"] == "metric" and say("source.metric", "zh") in text
    assert "SELECT" in data["provenance"]["sql"] and data["provenance"]["how"]
    assert say("chat.step.run_sql", "zh") in steps


async def test_a_follow_up_goes_on_from_its_thread(services: Services) -> None:
    first = await called(services, "ask", question="Revenue of Dongguan Branch in October 2026")
    more = await called(
        services, "ask", question="what about Guangzhou Branch?", thread=data_of(first)["thread"]
    )
    alone = await called(services, "ask", question="Revenue of Guangzhou Branch in October 2026")
    assert not more.isError and data_of(more)["rows"] == data_of(alone)["rows"]


async def test_what_has_no_answer_is_an_error_with_its_sentence_and_no_figure(services: Services) -> None:
    got = await called(services, "ask", question="火星上的营业额")
    assert got.isError and "火星" in text_of(got)
    assert data_of(got)["kind"] == "unanswerable" and data_of(got)["rows"] == []


async def test_no_more_rows_than_asked_for_and_how_many_there_are(services: Services) -> None:
    got = await called(services, "query_metrics", query=BY_BRANCH, max_rows=2, language="en")
    assert len(data_of(got)["rows"]) == 2 and data_of(got)["row_count"] == 7 and data_of(got)["truncated"]
    assert say("mcp.more_rows", "en", count=5) in text_of(got)


async def test_metrics_are_queried_by_the_names_that_are_listed(services: Services) -> None:
    known = data_of(await called(services, "list_metrics", search="refund rate"))
    assert [one["name"] for one in known["metrics"]] == ["refund_rate"]
    assert "branch" in known["metrics"][0]["dimensions"] and known["today"] == "2026-11-20"
    got = await called(services, "query_metrics", query=BY_BRANCH | {"top": 1}, language="en")
    assert data_of(got)["rows"][0][0] == "Dongguan Branch" and data_of(got)["query"]["metrics"] == ["revenue"]


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"metrics": ["revenu"]}, "revenu"),
        ({"metrics": ["revenue"], "split_by": ["planet"]}, "planet"),
        ({"metrics": ["revenue"], "from": "2026-13-01", "until": "2027-01-01"}, "month must be in 1..12"),
        ({"metrics": ["revenue"], "from": "2030-01-01", "until": "2031-01-01"}, "after today"),
        ({"metrics": ["complaints"], "split_by": ["payment_method"]}, "payment_method"),
    ],
)
async def test_a_query_that_cannot_be_is_refused_with_what_is_wrong(
    services: Services, query: dict[str, Any], named: str
) -> None:
    got = await called(services, "query_metrics", query=query, language="en")
    assert got.isError and named in text_of(got) and "rows" not in data_of(got)


async def test_figures_are_those_of_the_persons_own_rows(services: Services) -> None:
    own = data_of(await called(services, "query_metrics", MANAGER, query=BY_BRANCH, language="en"))
    every = data_of(await called(services, "query_metrics", query=BY_BRANCH, language="en"))
    assert len(own["rows"]) == 1 and own["rows"][0] in every["rows"] and len(every["rows"]) == 7


async def test_sql_runs_for_who_may_and_through_the_walls(services: Services) -> None:
    sql = "SELECT COUNT(*) AS n FROM branches"
    got = await called(services, "run_sql", sql=sql)
    assert data_of(got)["rows"] == [[7]] and data_of(got)["provenance"]["sql"] == sql
    refused = await called(services, "run_sql", sql="DELETE FROM branches", language="en")
    assert refused.isError and "DELETE" in text_of(refused)
    assert data_of(refused)["failure"]["code"] == "sql_writes", data_of(refused)
    denied = await called(services, "run_sql", MANAGER, sql=sql, language="en")
    assert denied.isError and text_of(denied) == say("errors.edit_sql_denied", "en")
    records = [(one.who, one.code) for one in await services.audit.read(act="sql", limit=3)]
    assert records == [("bob", "edit_sql_denied"), ("ann", "sql_writes"), ("ann", None)]


async def test_tables_are_those_a_person_may_see(services: Services) -> None:
    every = data_of(await called(services, "describe_tables"))
    assert len(every["tables"]) == 22 and "columns" not in every["tables"][0]
    viewer = User("eve", "viewer")
    some = data_of(await called(services, "describe_tables", viewer, tables=["complaints"]))
    names = [column["name"] for column in some["tables"][0]["columns"]]
    assert "complained_on" in names and "content" not in names, "a hidden column is not there"
    gone = await called(services, "describe_tables", tables=["nowhere"], language="zh")
    assert gone.isError and text_of(gone) == say("errors.mcp_table_unknown", "zh", table="nowhere")


async def test_a_token_opens_the_tools_of_its_scopes_alone(services: Services) -> None:
    async def who(_: Any) -> Caller:
        return Caller(ADMIN, frozenset({"ask"}))

    async with connected(mcp_server(services, who)) as session:
        assert "ask" in await listed(session) and "run_sql" not in await listed(session)
    refused = await called(services, "run_sql", ADMIN, frozenset({"ask"}), sql="SELECT 1", language="en")
    assert refused.isError and data_of(refused)["failure"]["code"] == "mcp_scope_missing"


async def test_another_database_and_another_tool_are_refused(services: Services) -> None:
    away = await called(services, "ask", question="revenue", connection="elsewhere")
    assert away.isError and "elsewhere" in text_of(away)
    nothing = await called(services, "drop_tables")
    assert nothing.isError and "drop_tables" in text_of(nothing)


async def test_a_fault_of_ours_is_told_without_its_words(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("secret words of a driver")

    monkeypatch.setattr(services.audit, "write", broken)
    got = await called(services, "describe_tables", language="en")
    assert got.isError and text_of(got) == say("errors.internal", "en")


async def test_a_person_shut_out_meanwhile_is_refused_at_the_next_call(services: Services) -> None:
    async def gone(_: Any) -> Caller:
        raise NotFoundError("person_unknown", name="bob")

    async with connected(mcp_server(services, gone)) as session:
        got = await session.call_tool("ask", {"question": "revenue"})
        assert got.isError and "bob" in text_of(got)
        with pytest.raises(McpError, match="bob"):
            await session.list_tools()


async def test_arguments_that_do_not_fit_are_refused_by_name(services: Services) -> None:
    missing = await called(services, "ask", language="en")
    other = await called(services, "run_sql", sql="SELECT 1", role="admin", language="en")
    assert missing.isError and "'question' is a required property" in text_of(missing)
    assert other.isError and "'role' was unexpected" in text_of(other)
