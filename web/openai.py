"""Wenshu as a model of the OpenAI chat API, so that chat programs that speak it can ask: `/v1`.

A chat program sends the whole conversation each time. Which one it is stands in our last answer's link.
"""

import re
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import Mount

from agent.events import LAST, Answer, TakenUp, Token
from answers.markdown import InertStream
from config.wording import Language, say_error
from errors import AccessError, InputError, NotFoundError, WenshuError
from services import services
from web.api.asking import Asking, spoken_in
from web.api.door import Asker, connection_for, open_to, own_turn
from web.api.markdown import after_words, as_markdown
from web.api.problems import Told, language_in, status_of
from web.api.stream import SSE, Course, whole
from web.sharing import link_of
from web.tokens import TokenNeeded

PREFIX = "/v1"
MODEL = "wenshu"  # a person's first database; the others are wenshu/<name>, a file by what it is called
LINK = re.compile(r"/answers/([0-9a-f]{32})\b")
_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
_NOT_TAKEN = {"queue_full": 429, "too_many_messages": 429}


class Part(BaseModel):
    """A piece of a message; only text is read."""

    type: str
    text: str = ""


class Message(BaseModel):
    """One message of the conversation as the program keeps it."""

    role: str
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        """Return its words."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


class StreamOptions(BaseModel):
    """What a stream holds beside its words."""

    include_usage: bool = False


class Completion(BaseModel):
    """A request for an answer; what else the chat API knows (temperature, tools …) is not used."""

    model: Annotated[str, Field(max_length=300)] = MODEL
    messages: Annotated[list[Message], Field(min_length=1, max_length=2000)]
    stream: bool = False
    stream_options: StreamOptions | None = None


def build() -> FastAPI:
    """Return the app of the OpenAI-compatible door."""
    made = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    made.add_api_route("/models", models, methods=["GET"])
    made.add_api_route("/models/{name:path}", model, methods=["GET"])
    made.add_api_route("/chat/completions", complete, methods=["POST"], response_model=None)
    for error in (WenshuError, TokenNeeded, RequestValidationError, HTTPException, Exception):
        made.add_exception_handler(error, on_error)
    return made


def mounted(app: FastAPI) -> None:
    """Put the door ahead of every route there is."""
    app.router.routes.insert(0, Mount(PREFIX, app=build()))


async def models(asker: Asker) -> Response:
    """List a model for each database one may ask."""
    names = [MODEL, *(f"{MODEL}/{name}" for name in _offered(asker))]
    return Told({"object": "list", "data": [_model(name) for name in names]})


async def model(asker: Asker, name: str) -> Response:
    """Return one of them."""
    _connection(asker, name)
    return Told(_model(name))


async def complete(request: Request, asker: Asker, body: Completion) -> Response:
    """Answer the last message, as a message of an assistant or as chunks of one."""
    question = body.messages[-1].text
    if body.messages[-1].role != "user" or not question.strip():
        raise InputError("message_missing")
    connection, language = _connection(asker, body.model), spoken_in(question)
    turn, thread = uuid.uuid4().hex, await _thread(asker, body.messages, connection)
    course = Course(Asking(asker, question, connection, thread, language).events(turn))
    first = await course.first()
    if isinstance(first, LAST) and (failure := first.answer.failure) and failure["code"] in _NOT_TAKEN:
        return _error(_NOT_TAKEN[failure["code"]], failure["code"], failure["reason"])
    link = (services().settings.public_url or str(request.base_url).removesuffix(f"{PREFIX}/")).rstrip("/")
    link += link_of(turn)
    if body.stream:
        usage = bool(body.stream_options and body.stream_options.include_usage)
        told = _chunks(course, body.model, turn, language, link, usage)
        return StreamingResponse(told, media_type=SSE, headers={"Cache-Control": "no-store"})
    answer = await whole(course, request)
    if answer is None:
        return Response(status_code=499)  # nobody reads it
    message = {"role": "assistant", "content": as_markdown(answer, language, link)}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return Told({**_head("chat.completion", body.model, turn), "choices": [choice], "usage": _usage(answer)})


async def _chunks(
    course: Course, name: str, turn: str, language: Language, link: str, with_usage: bool
) -> AsyncIterator[bytes]:
    """Yield the words as they are released, then what stands below them."""
    head = _head("chat.completion.chunk", name, turn)

    def chunk(delta: dict[str, str], ends: Literal["stop"] | None = None) -> bytes:
        return _data({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": ends}]})

    try:
        yield chunk({"role": "assistant", "content": ""})
        said, words = "", InertStream()
        while True:
            event = await course.next()
            if isinstance(event, Token):
                said += event.text
                yield chunk({"content": words.feed(event.text)})
            elif isinstance(event, TakenUp) and said:
                said, words = "", InertStream()
                yield chunk({"content": "\n\n—\n\n"})
            elif isinstance(event, LAST):
                break
        answer = event.answer
        whole_said = answer.answer.startswith(said)
        rest = words.feed((answer.answer[len(said) :] if whole_said else f"\n\n{answer.answer}") + "\n")
        below = "".join(f"\n\n{part}" for part in after_words(answer, language, link))
        yield chunk({"content": rest + below})
        yield chunk({}, "stop")
        if with_usage:
            yield _data({**head, "choices": [], "usage": _usage(answer)})
        yield b"data: [DONE]\n\n"
    finally:
        await course.leave()


async def _thread(asker: Asker, messages: list[Message], connection: str) -> str:
    """Return the conversation that our last answer among the messages belongs to, or a new one."""
    for message in reversed(messages):
        if message.role == "assistant" and (found := LINK.findall(message.text)):
            try:
                before = await own_turn(found[-1], asker)
            except NotFoundError:
                break
            if before.connection == connection:
                return before.thread
    return uuid.uuid4().hex


def _connection(asker: Asker, name: str) -> str:
    """Return the database a model's name stands for, or raise NotFoundError."""
    if name == MODEL:
        return connection_for(asker, None)
    called = name.removeprefix(f"{MODEL}/")
    chosen = _offered(asker).get(called, called)
    if called == name or chosen not in open_to(asker):
        raise NotFoundError("chat_model_unknown", name=name[:80])
    return chosen


def _offered(asker: Asker) -> dict[str, str]:
    """Return what one may ask by the names it is offered under.

    A file is called as it was dropped; where something else one may ask is called so too, by its id.
    """
    databases, names = services().databases, open_to(asker)
    titles = {one: databases.get(one).spec.display_en for one in names if databases.owner(one)}
    taken = Counter([*names, *titles.values()])
    free = {one: title for one, title in titles.items() if taken[title] == 1}
    return {free.get(one, one): one for one in names}


async def on_error(request: Request, error: Exception) -> Response:
    """Answer a refusal as the chat API does."""
    language = language_in(request)
    if isinstance(error, TokenNeeded):
        return _error(401, "invalid_api_key", say_error(AccessError("token_needed"), language))
    if isinstance(error, RequestValidationError):
        return _error(400, "request_invalid", say_error(InputError("request_invalid"), language))
    if isinstance(error, HTTPException):
        return _error(error.status_code, "path_unknown", say_error(NotFoundError("path_unknown"), language))
    known = error if isinstance(error, WenshuError) else WenshuError()
    status = 400 if status_of(known) == 422 else status_of(known)
    return _error(status, known.code, say_error(known, language))


def _error(status: int, code: str, sentence: str) -> Response:
    kind = _TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
    return Told({"error": {"message": sentence, "type": kind, "param": None, "code": code}}, status)


def _head(kind: str, name: str, turn: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{turn}", "object": kind, "created": int(time.time()), "model": name}


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": MODEL}


def _usage(answer: Answer) -> dict[str, int]:
    prompt, reply = answer.prompt_tokens, answer.completion_tokens
    return {"prompt_tokens": prompt, "completion_tokens": reply, "total_tokens": prompt + reply}


def _data(content: dict[str, Any]) -> bytes:
    return b"data: %s\n\n" % Told(content).body
