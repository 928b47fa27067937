"""A browser without the browser: signs in, opens Chainlit's socket and keeps what the page would show."""

import asyncio
import contextlib
import datetime as dt
import ssl
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
import socketio

PATIENCE_S = 30.0


@dataclass
class ChatClient:
    """One person's open chat."""

    http: httpx.AsyncClient
    socket: Any
    session: str
    earlier: bool
    steps: dict[str, dict[str, Any]] = field(default_factory=dict)
    elements: dict[str, dict[str, Any]] = field(default_factory=dict)
    windows: list[dict[str, Any]] = field(default_factory=list)
    thread: str = ""
    resumed: dict[str, Any] | None = None
    settings: list[dict[str, Any]] = field(default_factory=list)
    patience_s: float = PATIENCE_S
    _idle: asyncio.Event = field(default_factory=asyncio.Event)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _streamed: asyncio.Event = field(default_factory=asyncio.Event)

    def listen(self) -> None:
        """Keep what the server sends."""
        on = self.socket.on
        on("new_message", self._keep_step)
        on("update_message", self._keep_step)
        on("delete_message", self._take_away)
        on("stream_start", self._keep_first_token)
        on("stream_token", self._keep_token)
        on("element", self._keep_element)
        on("task_start", self._begin)
        on("task_end", self._end)
        on("first_interaction", self._keep_thread)
        on("resume_thread", self._keep_resumed)
        on("resume_thread_error", self._refuse)
        on("window_message", self._keep_window)
        on("chat_settings", self._keep_settings)

    async def _keep_step(self, step: dict[str, Any]) -> None:
        self.steps[step["id"]] = {**self.steps.get(step["id"], {}), **step}

    async def _take_away(self, step: dict[str, Any]) -> None:
        self.steps.pop(step["id"], None)

    async def _keep_first_token(self, step: dict[str, Any]) -> None:
        await self._keep_step(step)
        self._streamed.set()

    async def _keep_token(self, data: dict[str, Any]) -> None:
        self.steps[data["id"]]["output"] += data["token"]
        self._streamed.set()

    async def _keep_element(self, element: dict[str, Any]) -> None:
        self.elements[element["id"]] = element

    async def _begin(self, _: Any) -> None:
        self._idle.clear()

    async def _end(self, _: Any) -> None:
        self._idle.set()

    async def _keep_thread(self, data: dict[str, Any]) -> None:
        self.thread = data["thread_id"]

    async def _keep_resumed(self, thread: dict[str, Any]) -> None:
        self.resumed = thread
        self._opened()

    async def _keep_window(self, data: dict[str, Any]) -> None:
        self.windows.append(data)
        self.thread = data.get("wenshu_thread", self.thread)

    async def _keep_settings(self, inputs: list[dict[str, Any]]) -> None:
        self.settings = inputs
        self._opened()

    def _opened(self) -> None:
        """The panel comes with every chat; an earlier one has also come back, or has been refused."""
        if self.settings and (self.resumed or not self.earlier):
            self._ready.set()

    async def _refuse(self, _: Any) -> None:
        self.earlier = False
        self._opened()

    async def open(self) -> None:
        """Wait until the chat has started."""
        async with asyncio.timeout(self.patience_s):
            await self._ready.wait()
            await self._idle.wait()

    async def send(self, text: str, files: list[str] | None = None) -> None:
        """Send a message without waiting for its answer."""
        self._idle.clear()
        self._streamed.clear()
        message = {
            "id": str(uuid.uuid4()),
            "threadId": "",
            "name": "user",
            "type": "user_message",
            "output": text,
            "createdAt": dt.datetime.now(dt.UTC).isoformat(),
        }
        references = [{"id": file} for file in files or []]
        await self.socket.emit("client_message", {"message": message, "fileReferences": references})

    async def ask(self, text: str, files: list[str] | None = None) -> dict[str, Any]:
        """Send a message and return the last thing the assistant said to it."""
        await self.send(text, files)
        return await self.answered()

    async def said(self, words: str) -> dict[str, Any]:
        """Wait for an assistant's message with these words."""
        async with asyncio.timeout(self.patience_s):
            while True:
                for step in self.steps.values():
                    if step["type"] == "assistant_message" and words in step["output"]:
                        return step
                await asyncio.sleep(0.05)

    async def answered(self) -> dict[str, Any]:
        """Wait for the end of the answer and return its message."""
        async with asyncio.timeout(self.patience_s):
            await self._idle.wait()
        return [step for step in self.steps.values() if step["type"] == "assistant_message"][-1]

    async def streaming(self) -> None:
        """Wait for the first streamed words."""
        async with asyncio.timeout(self.patience_s):
            await self._streamed.wait()

    async def stop(self) -> dict[str, Any]:
        """Press stop and return what is left of the answer."""
        await self.socket.emit("stop")
        return await self.answered()

    async def choose(self, **settings: Any) -> None:
        """Change the settings panel."""
        self._idle.clear()
        await self.socket.emit("chat_settings_change", settings)
        async with asyncio.timeout(self.patience_s):
            await self._idle.wait()

    async def upload(self, name: str, content: bytes, mime: str) -> str:
        """Upload a file as the page does, and return its id."""
        answer = await self.http.post(
            "/project/file", params={"session_id": self.session}, files={"file": (name, content, mime)}
        )
        answer.raise_for_status()
        return str(answer.json()["id"])

    def of(self, message: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the elements of a message by name."""
        return {e["name"]: e for e in self.elements.values() if e["forId"] == message["id"]}

    def tools(self) -> list[dict[str, Any]]:
        """Return the steps of tools, in the order they came."""
        return [step for step in self.steps.values() if step["type"] == "tool"]


@cache
def _authorities() -> ssl.SSLContext:
    return httpx.create_ssl_context()  # reading them takes 30 ms, which each client would do anew


def browser(address: str, **how: Any) -> httpx.AsyncClient:
    """Return an HTTP client of nobody yet."""
    return httpx.AsyncClient(base_url=address, verify=_authorities(), **how)


@contextlib.asynccontextmanager
async def signed_in(
    address: str, name: str = "viewer", password: str = "", patience_s: float = PATIENCE_S
) -> AsyncIterator[httpx.AsyncClient]:
    """Return an HTTP client with a person's session."""
    async with browser(address, timeout=patience_s) as http:
        answer = await http.post(
            "/login", data={"username": name, "password": password or f"{name}-password"}
        )
        answer.raise_for_status()
        yield http


@contextlib.asynccontextmanager
async def chatting(
    address: str,
    name: str = "viewer",
    *,
    thread: str = "",
    profile: str = "",
    language: str = "zh-CN",
    password: str = "",
    patience_s: float = PATIENCE_S,
) -> AsyncIterator[ChatClient]:
    """Open a person's chat, a new one or an earlier one."""
    async with signed_in(address, name, password, patience_s) as http:
        # Handling SIGINT, which test_apart sends, it would cancel every task of all tests' loop.
        socket = socketio.AsyncClient(reconnection=False, handle_sigint=False)
        client = ChatClient(http, socket, str(uuid.uuid4()), bool(thread), patience_s=patience_s)
        client.listen()
        auth = {
            "sessionId": client.session,
            "clientType": "webapp",
            "userEnv": "{}",
            "chatProfile": profile,
            "threadId": thread,
        }
        cookies = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
        await socket.connect(
            address,
            headers={"Cookie": cookies, "Accept-Language": language},
            auth=auth,
            transports=["websocket"],
            socketio_path="/ws/socket.io",
            wait_timeout=int(patience_s),
        )
        try:
            await socket.emit("connection_successful")
            await client.open()
            yield client
        finally:
            await socket.disconnect()
