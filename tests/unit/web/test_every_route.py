"""Every route of ours has its line in tests/cases/doors/requests.yaml, tried against a running server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from starlette.routing import Route

from chat import downloads, routes
from web import token_page, trace
from web.admin import routes as admin

CASES = Path(__file__).resolve().parents[2] / "cases" / "doors" / "requests.yaml"
ROUTERS = (routes.router, downloads.router, admin.router, trace.router, token_page.router)


def found(router: Any) -> Iterator[Route]:
    for route in router.routes:
        if isinstance(route, Route):
            yield route
        else:
            yield from found(route.original_router)


def test_every_route_is_tried_by_whom_it_is_not_for() -> None:
    tried = [
        (case.get("method", "GET"), case["path"].partition("?")[0].replace("{", "").replace("}", ""))
        for case in yaml.safe_load(CASES.read_text("utf-8"))
        if "path" in case
    ]
    all_routes = [route for router in ROUTERS for route in found(router)]
    untried = [
        (method, route.path)
        for route in all_routes
        for method in (route.methods or set()) - {"HEAD"}
        if not any(method == verb and route.path_regex.match(path) for verb, path in tried)
    ]
    assert len(all_routes) > 60 and untried == []
