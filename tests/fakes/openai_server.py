"""A scripted OpenAI-compatible server: real HTTP on a free port, replies and faults by script."""

import argparse
import asyncio
import json
import re
import threading
import time
import uuid
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import yaml
from aiohttp import web

from config import loop

SUMMARY_MARK = "Tell a business user"
GENERAL_MARK = "from common knowledge"
DECIDE_MARK = "You steer an assistant"
REPORT_MARK = "You are the analyst"
_WIDE = re.compile(r"[\u2e80-\U0010ffff]")


@dataclass(frozen=True)
class Say:
    """One scripted reply; a plain string stands for `Say(text)`."""

    text: str = ""
    status: int = 200
    code: str | None = None
    message: str = "scripted failure"
    retry_after: float | None = None
    delay_s: float = 0.0
    cut_after: int | None = None  # chunks of a stream before the connection breaks
    apart_s: float = 0.0  # between the chunks of a stream, which else may come at once
    finish: str = "stop"
    tool: str | None = None
    arguments: str = "{}"  # raw text: may be malformed
    refusal: str | None = None
    usage: bool = True
    raw: str | None = None  # a body that is no completion at all
    role: str = ""  # answers only this kind of call: sql, summary, general, decide, report


@dataclass
class FakeOpenAI:
    """The server. Replies are used in order; then `answers`, from question (or `*`) to SQL, and defaults."""

    replies: deque[Say] = field(default_factory=deque)
    answers: Mapping[str, str] = field(default_factory=dict)
    general: str = "这是常识性回答。"
    latency_s: float = 0.0
    port: int = 0
    requests: list[dict[str, Any]] = field(default_factory=list)
    embeddings: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)  # what the requests were signed with

    def __init__(self, *replies: str | Say, answers: Mapping[str, str] | None = None, **options: Any) -> None:
        self.replies = deque(reply if isinstance(reply, Say) else Say(reply) for reply in replies)
        self.answers = {} if answers is None else answers
        self.general = options.get("general", type(self).general)
        self.latency_s = options.get("latency_s", 0.0)
        self.port = options.get("port", 0)
        self.requests, self.embeddings, self.keys = [], [], []
        self._loop = loop.new()
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """Return the base URL to give a client."""
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the scripted server did not start")
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        if self._thread:
            self._thread.join(5)

    def script(self, *replies: str | Say) -> None:
        """Add replies to the end of the script."""
        self.replies.extend(reply if isinstance(reply, Say) else Say(reply) for reply in replies)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=0.05)  # who waits is let go
        self._loop.run_until_complete(runner.setup())
        site = web.TCPSite(runner, "127.0.0.1", self.port)
        self._loop.run_until_complete(site.start())
        assert runner.addresses
        self.port = runner.addresses[0][1]
        self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(runner.cleanup())
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.close()

    def app(self) -> web.Application:
        """Return the server's routes."""
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._complete)
        app.router.add_post("/v1/embeddings", self._embed)
        app.router.add_get("/health", self._health)
        return app

    async def _health(self, request: web.Request) -> web.Response:
        return web.json_response({"requests": len(self.requests)})

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(body)
        self.keys.append(request.headers.get("Authorization", ""))
        say = self._next(body)
        await asyncio.sleep(say.delay_s or self.latency_s)
        if say.raw is not None:
            return web.Response(text=say.raw, content_type="text/html")
        if say.status != 200:
            return _failure(say)
        if body.get("stream"):
            return await _stream(request, body, say)
        return web.json_response(_completion(body, say))

    def _next(self, body: dict[str, Any]) -> Say:
        role = role_of(body)
        if self.replies and self.replies[0].role in ("", role):
            return self.replies.popleft()
        return Say(self._default(role, body))

    def _default(self, role: str, body: dict[str, Any]) -> str:
        if role == "summary":
            return _first_fact(body)
        if role == "report":
            return _as_computed(body)
        if role == "general":
            return self.general
        question = asked(body)
        sql = self.answers.get(question, self.answers.get("*"))
        if sql is None:
            return "NO_SQL: not_data\nREASON: no business data asked for"
        return sql if sql.startswith("NO_SQL") else f"```sql\n{sql}\n```"

    async def _embed(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.embeddings.append(body)
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        data = [
            {"object": "embedding", "index": i, "embedding": _vector(text)} for i, text in enumerate(texts)
        ]
        return web.json_response(
            {
                "object": "list",
                "data": data,
                "model": body["model"],
                "usage": {"prompt_tokens": 1, "total_tokens": 1},
            }
        )


def role_of(body: dict[str, Any]) -> str:
    """Tell what a request asks for by its system prompt."""
    system = str(body["messages"][0]["content"])
    marks = {"summary": SUMMARY_MARK, "general": GENERAL_MARK, "decide": DECIDE_MARK, "report": REPORT_MARK}
    for role, mark in marks.items():
        if mark in system:
            return role
    return "sql"


def asked(body: dict[str, Any]) -> str:
    """Return the question within a prompt that asks for SQL."""
    text = str(body["messages"][-1]["content"])
    return text.rsplit("Question: ", 1)[-1].split("\n", 1)[0].strip()


def _first_fact(body: dict[str, Any]) -> str:
    text = str(body["messages"][-1]["content"])
    facts = [line[2:] for line in text.rsplit("Facts:", 1)[-1].splitlines() if line.startswith("- ")]
    return facts[0] if facts else "Done."


def _as_computed(body: dict[str, Any]) -> str:
    """Return what was computed, word by word: a report that leaves nothing out."""
    text = str(body["messages"][-1]["content"]).rsplit("Computed:", 1)[-1].split("\n\n", 1)[0]
    first, *others = [line[2:] for line in text.splitlines() if line.startswith("- ")] or ["Done."]
    return (
        "\n".join((first, "", *(f"- {one}" for one in others)))
        if len(others) > 2
        else " ".join((first, *others))
    )


def _vector(text: str) -> list[float]:
    values = [0.0] * 64
    for left, right in zip(text, text[1:] + " ", strict=False):
        values[hash_of(left + right) % 64] += 1.0
    norm = sum(value * value for value in values) ** 0.5 or 1.0
    return [value / norm for value in values]


def hash_of(text: str) -> int:
    """Return a number that is the same in every process."""
    number = 7
    for char in text:
        number = (number * 131 + ord(char)) % 1_000_003
    return number


def _failure(say: Say) -> web.Response:
    headers = {} if say.retry_after is None else {"Retry-After": str(say.retry_after)}
    error = {"message": say.message, "type": "error", "param": None, "code": say.code}
    return web.json_response({"error": error}, status=say.status, headers=headers)


def _usage(body: dict[str, Any], say: Say) -> dict[str, int]:
    prompt = sum(_tokens(str(message.get("content") or "")) for message in body["messages"])
    reply = _tokens(say.text or say.arguments)
    return {"prompt_tokens": prompt, "completion_tokens": reply, "total_tokens": prompt + reply}


def _tokens(text: str) -> int:
    wide = len(_WIDE.findall(text))
    return wide + (len(text) - wide + 3) // 4


def _calls(say: Say) -> list[dict[str, Any]]:
    if say.tool is None:
        return []
    return [
        {
            "id": f"call_{uuid.uuid4().hex}",
            "type": "function",
            "function": {"name": say.tool, "arguments": say.arguments},
        }
    ]


def _completion(body: dict[str, Any], say: Say) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": say.text or None}
    if calls := _calls(say):
        message["tool_calls"] = calls
    if say.refusal:
        message["refusal"] = say.refusal
    reply = {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else say.finish}],
    }
    return {**reply, "usage": _usage(body, say)} if say.usage else reply


async def _stream(request: web.Request, body: dict[str, Any], say: Say) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    for number, chunk in enumerate(_chunks(body, say)):
        if say.cut_after is not None and number >= say.cut_after:
            assert request.transport is not None
            request.transport.close()
            return response
        await response.write(f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode())
        await asyncio.sleep(say.apart_s)
    await response.write(b"data: [DONE]\n\n")
    return response


def _chunks(body: dict[str, Any], say: Say) -> Iterator[dict[str, Any]]:
    ident = f"chatcmpl-{uuid.uuid4().hex}"

    def chunk(choices: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        made = {"id": ident, "object": "chat.completion.chunk", "created": int(time.time())}
        return {**made, "model": body["model"], "choices": choices, **more}

    def delta(finish: str | None = None, **parts: Any) -> dict[str, Any]:
        return chunk([{"index": 0, "delta": parts, "finish_reason": finish}])

    yield delta(role="assistant", content="")
    if say.refusal:
        yield delta(refusal=say.refusal)
    for call in _calls(say):
        yield delta(tool_calls=[{"index": 0, **call, "function": {"name": say.tool, "arguments": ""}}])
        for piece in _pieces(say.arguments):
            yield delta(tool_calls=[{"index": 0, "function": {"arguments": piece}}])
    for piece in _pieces(say.text):
        yield delta(content=piece)
    yield delta("tool_calls" if say.tool and say.finish == "stop" else say.finish)
    if say.usage and (body.get("stream_options") or {}).get("include_usage"):
        yield chunk([], usage=_usage(body, say))


def _pieces(text: str, size: int = 12) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def answers_of(path: Path) -> dict[str, str]:
    """Read question → SQL from YAML, JSON or JSON lines with question and sql."""
    text = path.read_text("utf-8")
    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
        return {row["question"]: row["sql"] for row in rows}
    return dict(yaml.load(text, Loader=yaml.CSafeLoader))


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path, help="question → SQL (.yaml, .json, .jsonl)")
    parser.add_argument("--latency-ms", type=float, default=0.0)
    options = parser.parse_args()
    answers = answers_of(options.script) if options.script else {}
    with FakeOpenAI(answers=answers, port=options.port, latency_s=options.latency_ms / 1000) as fake:
        print(fake.url, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
