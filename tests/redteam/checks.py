"""How a door is tried: a request that must be refused, or a function that tells what is wrong."""

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import yaml

from tests.redteam.site import Site

REQUESTS = Path(__file__).resolve().parents[1] / "cases" / "doors" / "requests.yaml"
Check = Callable[[Site], Awaitable[str | None]]
CHECKS: dict[str, Check] = {}
NOT_CHECKED = "not checked: "


def check(function: Check) -> Check:
    """Take a function among the checks."""
    CHECKS[function.__name__] = function
    return function


def request_cases() -> list[dict[str, Any]]:
    """Return the requests that must be refused."""
    return list(yaml.load(REQUESTS.read_text("utf-8"), Loader=yaml.CSafeLoader))


async def refused(site: Site, case: Mapping[str, Any]) -> str | None:
    """Send one request of the cases; return what is wrong with the answer."""
    async with site.client_of(case["as"]) as http:
        answer = await _sent(site, http, case)
    if answer.status_code not in case["status"]:
        return f"status {answer.status_code} instead of {case['status']}"
    text = answer.text
    for word in (*case.get("lacks", ()), *site.secrets):
        if word in text:
            return f"the answer holds {word!r}"
    for name in case.get("lacks_headers", ()):
        if name in answer.headers:
            return f"the answer has the header {name}: {answer.headers[name]}"
    return None


async def _sent(site: Site, http: httpx.AsyncClient, case: Mapping[str, Any]) -> httpx.Response:
    filled = json.loads(_fill(json.dumps(case), site.left))
    if upload := filled.get("upload"):
        files = {"file": (upload["name"], b"x", upload["mime"])}
        if upload["session"] == "own":
            async with site.chatting(filled["as"]) as page:
                session = {"session_id": page.session}
                return await page.http.post("/project/file", params=session, files=files)
        return await http.post("/project/file", params={"session_id": upload["session"]}, files=files)
    body: dict[str, Any] = {}
    for given, name in (("json", "json"), ("form", "data"), ("raw", "content")):
        if given in filled:
            body[name] = filled[given]
    return await http.request(
        filled.get("method", "GET"), filled["path"], headers=filled.get("headers"), **body
    )


def _fill(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text
