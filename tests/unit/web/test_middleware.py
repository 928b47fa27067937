"""Paths that cannot name a file are not there; what is no file is kept by nobody."""

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from web.middleware import NamesOfFiles, SecurityHeaders


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/public/%00", 404),
        ("/avatars/a%00b", 404),
        ("/assets/" + "a" * 256, 404),
        ("/assets/" + "%E5%8C%BA" * 86, 404),
        ("/assets/" + "a" * 255, 200),
        ("/public/" + "a/" * 300, 200),
        ("/public/%E5%8C%BA.js", 200),
        ("/", 200),
    ],
)
async def test_path_that_names_no_file_is_not_there(path: str, status: int) -> None:
    inner = Starlette(routes=[Route("/{rest:path}", lambda request: PlainTextResponse("reached"))])
    transport = httpx.ASGITransport(NamesOfFiles(inner))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        told = await client.get(path)
    assert told.status_code == status
    assert status == 200 or told.json() == {"detail": "Not Found"}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({}, "no-store"),
        ({"Cache-Control": "private, max-age=60"}, "private, max-age=60"),
        ({"ETag": '"a"'}, None),
    ],
)
async def test_what_is_no_file_is_kept_by_nobody(given: dict[str, str], kept: str | None) -> None:
    app = SecurityHeaders(JSONResponse({}, headers=given))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as http:
        assert (await http.get("/")).headers.get("cache-control") == kept
