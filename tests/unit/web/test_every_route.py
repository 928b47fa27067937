"""Every route and tool of ours has its line in tests/cases/doors/requests.yaml, tried on a running server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from starlette.routing import Route

from chat import downloads, routes
from web import answers, openai, schedule_page, token_page, trace
from web.admin import routes as admin
from web.api import app as api
from web.embedding import page as embed_page
from web.mcp import http as mcp_door
from web.mcp.tools import TOOLS

CASES = Path(__file__).resolve().parents[2] / "cases" / "doors" / "requests.yaml"
ROUTERS = (
    *(routes.router, downloads.router, admin.router, trace.router, token_page.router, answers.router),
    schedule_page.router,
    embed_page.router,
)
APPS = ((f"{api.PREFIX}/v1", api.build().router), (openai.PREFIX, openai.build().router))


def found(router: Any) -> Iterator[Route]:
    for route in router.routes:
        if isinstance(route, Route):
            yield route
        else:
            yield from found(route.original_router)


def test_every_route_is_tried_by_whom_it_is_not_for() -> None:
    tried = [
        (case.get("method", "GET"), case["path"].partition("?")[0].replace("{", "").replace("}", ""))
        for case in yaml.load(CASES.read_text("utf-8"), Loader=yaml.CSafeLoader)
        if "path" in case
    ]
    all_routes = [("", route) for router in ROUTERS for route in found(router)]
    all_routes += [(prefix, route) for prefix, router in APPS for route in found(router)]
    untried = [
        (method, prefix + route.path)
        for prefix, route in all_routes
        for method in (route.methods or set()) - {"HEAD"}
        if not any(
            method == verb and path.startswith(prefix) and route.path_regex.match(path.removeprefix(prefix))
            for verb, path in tried
        )
    ]
    assert len(all_routes) > 90 and untried == []


def test_every_tool_of_the_agents_door_is_tried_by_whom_it_is_not_for() -> None:
    cases = [
        case
        for case in yaml.load(CASES.read_text("utf-8"), Loader=yaml.CSafeLoader)
        if case.get("path") == mcp_door.PATH
    ]
    tried = {(case["json"].get("params") or {}).get("name") for case in cases if "json" in case}
    assert {tool.name for tool in TOOLS} <= tried
