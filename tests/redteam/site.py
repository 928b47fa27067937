"""The deployment that is attacked: where it is, who can sign in, and what a victim left there."""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import socketio

from tests.fakes.chat_client import ChatClient, browser, chatting, signed_in

VICTIM, ATTACKER, ADMIN = "viewer", "analyst", "admin"
EVIL = "https://evil.example"


@dataclass
class Site:
    """One deployment. What only its operator can do is None where it is somebody else's."""

    address: str
    passwords: Mapping[str, str]
    disable: Callable[[str, bool], Awaitable[None]] | None = None
    change_password: Callable[[str, str], Awaitable[None]] | None = None
    log: Path | None = None
    secrets: tuple[str, ...] = ()
    proxy: str = ""  # an address of this machine that it trusts as a proxy
    left: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, dict[str, str]] = field(default_factory=dict)

    def signed_in(self, name: str) -> contextlib.AbstractAsyncContextManager[httpx.AsyncClient]:
        """Return an HTTP client with a person's session."""
        return signed_in(self.address, name, self.passwords[name])

    def chatting(self, name: str, **how: Any) -> contextlib.AbstractAsyncContextManager[ChatClient]:
        """Return a person's open chat."""
        return chatting(self.address, name, password=self.passwords[name], **how)

    def anyone(self, **how: Any) -> httpx.AsyncClient:
        """Return an HTTP client of nobody."""
        return browser(self.address, timeout=30, **how)

    @contextlib.asynccontextmanager
    async def client_of(self, name: str) -> AsyncIterator[httpx.AsyncClient]:
        """Return a client of a person in a session kept for all requests, or of `nobody`."""
        if name != "nobody" and name not in self.sessions:
            async with self.signed_in(name) as http:
                self.sessions[name] = dict(http.cookies)
        async with self.anyone(cookies=self.sessions.get(name)) as http:
            yield http

    async def socket_opens(
        self, cookies: str, *, session: str = "", thread: str = "", headers: Mapping[str, str] | None = None
    ) -> bool:
        """Tell whether the chat's socket lets somebody in."""
        client = socketio.AsyncClient(reconnection=False, logger=False, handle_sigint=False)
        auth = {
            "sessionId": session or str(uuid.uuid4()),
            "clientType": "webapp",
            "userEnv": "{}",
            "chatProfile": "",
            "threadId": thread,
        }
        try:
            await client.connect(
                self.address,
                headers={"Cookie": cookies, **(headers or {})},
                auth=auth,
                transports=["websocket"],
                socketio_path="/ws/socket.io",
                wait_timeout=10,
            )
        except socketio.exceptions.ConnectionError:
            return False
        finally:
            await client.disconnect()
        return True


def cookies_of(http: httpx.AsyncClient) -> str:
    """Return a client's cookies as a header."""
    return "; ".join(f"{key}={value}" for key, value in http.cookies.items())


@contextlib.asynccontextmanager
async def with_a_victim(site: Site) -> AsyncIterator[None]:
    """Let the victim have a conversation with a file and a verdict; take it away afterwards."""
    async with site.chatting(VICTIM) as page:
        file = await page.upload("secret.md", b"# a victim's file", "text/markdown")
        await page.ask("你好", files=[file])
        await page.ask("你好")
        site.left = {"thread": page.thread, "session": page.session, "file": file}
        for _ in range(100):
            if await _kept(site, page):
                break
            await asyncio.sleep(0.1)
        try:
            yield
        finally:
            await page.http.request("DELETE", "/project/thread", json={"threadId": page.thread})


async def _kept(site: Site, page: ChatClient) -> bool:
    """Note what was stored of the conversation; tell whether it is whole."""
    answer = await page.http.get(f"/project/thread/{page.thread}")
    thread = answer.json() if answer.status_code == 200 else {}
    runs = [
        step for step in thread.get("steps", ()) if step["type"] == "run" and step["name"] == "on_message"
    ]
    said = [step for step in thread.get("steps", ()) if step["type"] == "user_message"]
    files = [
        element
        for element in thread.get("elements", ())
        if (element.get("url") or "").startswith(("/files/", "/turns/"))
    ]
    turns = [step["metadata"]["turn"] for step in thread.get("steps", ()) if step["metadata"].get("turn")]
    if not (runs and said and files and turns):
        return False
    site.left |= {
        "run": runs[0]["id"],
        "step": said[0]["id"],
        "element": files[0]["id"],
        "turn": turns[0],
        "url": files[0]["url"],
    }
    verdict = {"forId": runs[0]["id"], "threadId": page.thread, "value": 1}
    given = await page.http.put("/feedback", json={"feedback": verdict, "sessionId": page.session})
    site.left["feedback"] = given.json().get("feedbackId", "")
    return True
