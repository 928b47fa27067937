"""The page that shows the API's routes, made from its OpenAPI document; it loads nothing from elsewhere."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from appdb.users import User
from config.wording import Language, keys, say
from services import services
from web.admin.page import text_of

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent.parent / "templates"), autoescape=True, trim_blocks=True
)


def rendered(openapi: Mapping[str, Any], user: User, language: Language) -> str:
    """Return the page in a language."""
    known = keys(language)

    def text(key: str, **params: Any) -> str:
        return say(f"api.docs.{key}", language, **params)

    def about(operation: Mapping[str, Any]) -> str:
        key = f"api.docs.route.{operation['summary'].lower().replace(' ', '_')}"
        return say(key, language) if key in known else str(operation.get("description", ""))

    groups: dict[str, list[tuple[str, str, Any]]] = {}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append((method.upper(), path, operation))
    return _templates.get_template("api.html").render(
        t=text,
        a=lambda key: text_of(key, language),
        about=about,
        language=language,
        user=user,
        groups=groups,
        schemas=openapi["components"]["schemas"],
        server=openapi["servers"][0]["url"],
        origin=(services().settings.public_url or "").rstrip("/"),
    )
