"""What another site's page loads of us: the script with the button, and the frame the chat is in."""

import json
from functools import cache
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from starlette.responses import HTMLResponse, Response

from config.settings import ROOT, settings
from config.wording import LANGUAGES, Language, say
from web.pages import language_of, render

router = APIRouter(prefix="/embed", include_in_schema=False)
FOLDER = ROOT / "web" / "static" / "embed"
TYPES = {"wenshu.js": "text/javascript", "frame.js": "text/javascript", "frame.css": "text/css"}
BUTTON_WORDS = ("open", "close", "title")


@router.get("")
async def frame(request: Request, lang: Annotated[str, Query(max_length=10)] = "") -> HTMLResponse:
    """Return the frame; it asks the page around it for a token and shows nothing before."""
    language: Language = "zh" if lang.startswith("zh") else "en" if lang else language_of(request)
    return render(
        request, "embed.html", "embed", language=language, origins=json.dumps(settings().embedding_origins)
    )


@router.get("/{name}")
async def part(request: Request, name: str) -> Response:
    """Return one of our scripts and styles; a listed site may load them with `integrity`."""
    if name not in TYPES:
        raise HTTPException(404)
    headers = {"Cache-Control": "no-cache", "Vary": "Origin"}
    if (origin := request.headers.get("origin", "")) in settings().embedding_origins:
        headers["Access-Control-Allow-Origin"] = origin
    headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return Response(_text_of(name), media_type=TYPES[name], headers=headers)


@cache
def _text_of(name: str) -> str:
    text = (FOLDER / name).read_text("utf-8")
    if name != "wenshu.js":
        return text
    words = {language: {key: say(f"embed.{key}", language) for key in BUTTON_WORDS} for language in LANGUAGES}
    return text.replace("__WORDS__", json.dumps(words, ensure_ascii=False))
