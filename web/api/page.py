"""The page that shows the API's routes, made from its OpenAPI document; it loads nothing from elsewhere."""

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from starlette.responses import HTMLResponse

from appdb.users import User
from config.wording import keys, say
from services import services
from web.pages import language_of, render


def rendered(request: Request, openapi: Mapping[str, Any], user: User) -> HTMLResponse:
    """Return the page in the browser's language."""
    language = language_of(request)
    known = keys(language)

    def about(operation: Mapping[str, Any]) -> str:
        key = f"api.docs.route.{operation['summary'].lower().replace(' ', '_')}"
        return say(key, language) if key in known else str(operation.get("description", ""))

    groups: dict[str, list[tuple[str, str, Any]]] = {}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append((method.upper(), path, operation))
    server = openapi["servers"][0]["url"]
    here = services().settings.public_url or str(request.base_url).removesuffix(f"{server}/")
    return render(
        request,
        "api.html",
        "api.docs",
        about=about,
        user=user,
        groups=groups,
        schemas=openapi["components"]["schemas"],
        server=server,
        origin=here.rstrip("/"),
    )
