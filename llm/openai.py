"""Chat models of any OpenAI-compatible provider, through langchain-openai."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from pydantic import SecretStr

from config.settings import Settings
from errors import ModelError
from llm.chat_model import ChatModel, Used
from llm.faults import RETRYABLE, model_error
from llm.usage import Meter, ModelCall, current_meter, estimated_tokens

_log = logging.getLogger(__name__)
_FIRST_WAIT_S = 0.3
_LONGEST_WAIT_S = 8.0
MOST_REPLY_CHARS = 100_000  # ten times what any answer needs; reading 940 kB took 23 s
MOST_PROMPT_CHARS = 400_000


@dataclass(frozen=True)
class Reply:
    """One whole answer of a model."""

    text: str
    tool_calls: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)  # of the first; the loop's tools take none


class ChatClient:
    """Asks one chat model: retries, deadlines, usage, and our own errors."""

    def __init__(self, model: ChatModel, *, retries: int, timeout_s: float) -> None:
        self._model, self._retries, self._timeout_s = model, retries, timeout_s

    @classmethod
    def of(cls, settings: Settings, model: str | None = None) -> "ChatClient":
        """Make the client for the settings' model; costs 76 ms, so once a process."""
        return cls(
            cls.model_of(settings, model), retries=settings.llm_max_retries, timeout_s=settings.llm_timeout_s
        )

    @staticmethod
    def model_of(settings: Settings, model: str | None = None) -> ChatModel:
        """Make the settings' model."""
        return ChatModel(
            model=model or settings.llm_model,
            api_key=settings.openai_api_key or SecretStr("none"),  # a local server asks for none
            base_url=settings.openai_base_url,
            temperature=settings.llm_temperature,
            max_tokens=settings.llm_max_tokens,  # type: ignore[call-arg]
            timeout=settings.llm_timeout_s,
            max_retries=0,  # the client counts tries against the answer's deadline
            stream_chunk_timeout=settings.llm_timeout_s,
        )

    async def aclose(self) -> None:
        """Close the connections that are kept."""
        await self._model.aclose()

    async def complete(self, messages: Sequence[BaseMessage], tools: Sequence[Any] = ()) -> Reply:
        """Return one whole reply."""
        meter = current_meter()
        for attempt in range(self._retries + 1):
            sent = Sent(meter, await self._sending(messages, meter))
            try:
                async with asyncio.timeout(min(self._timeout_s, max(0.0, meter.seconds_left))):
                    meter.calls += 1
                    message = await self._model.whole(messages, tools)
                called = " ".join(call["name"] for call in message.tool_calls)
                sent.count(messages, str(message.text) or called, Used.of(message))
                reply = _reply(message)
                await sent.over()
                return reply
            except Exception as error:
                known = model_error(error)
                await sent.over(known.code)
                await self._wait_or_raise(known, attempt, meter)
        raise ModelError("model_failed")

    async def _sending(self, messages: Sequence[BaseMessage], meter: Meter) -> ModelCall:
        """Tell who watches what is about to be sent; refuse what is more than any model takes."""
        size = sum(len(str(message.content)) for message in messages)
        if size > MOST_PROMPT_CHARS:
            raise ModelError("model_context_too_long", detail=f"{size} characters")
        call = ModelCall(
            self._model.model_name, tuple((message.type, str(message.content)) for message in messages)
        )
        if meter.watch is not None:
            await meter.watch.before(call)
        return call

    async def stream(self, messages: Sequence[BaseMessage]) -> AsyncIterator[str]:
        """Yield a reply piece by piece; begun anew only while nothing has been yielded."""
        meter = current_meter()
        for attempt in range(self._retries + 1):
            begun, sent = False, Sent(meter, await self._sending(messages, meter))
            try:
                async for piece in self._pieces(messages, sent):
                    begun = True
                    yield piece
                if not begun:
                    raise ModelError("model_empty")
                await sent.over()
                return
            except Exception as error:
                known = model_error(error, streaming=True)
                await sent.over(known.code)
                if begun:
                    raise known from error
                await self._wait_or_raise(known, attempt, meter)

    async def _pieces(self, messages: Sequence[BaseMessage], sent: "Sent") -> AsyncIterator[str]:
        sent.meter.calls += 1
        said, refusal, finish, used = "", "", "", None
        async for piece in self._model.pieces(messages):
            said, refusal = said + piece.text, refusal + piece.refusal
            finish, used = piece.finish or finish, piece.used or used
            _require_modest(len(said))
            if piece.text:
                yield piece.text
        sent.count(messages, said, used)
        _refuse_if_refused(refusal, finish)
        _refuse_if_cut(finish)

    async def _wait_or_raise(self, error: ModelError, attempt: int, meter: Meter) -> None:
        """Wait before the next try, or raise where none can help or none is left."""
        _log.warning("model_fault", extra={"code": error.code, "attempt": attempt, "cause": error.detail})
        empty_twice = error.code in ("model_empty", "model_bad_reply") and attempt >= 1
        if error.code not in RETRYABLE or attempt >= self._retries or empty_twice:
            raise error
        wait = min(_FIRST_WAIT_S * 2**attempt * random.uniform(0.8, 1.2), _LONGEST_WAIT_S)
        if error.code in ("model_empty", "model_bad_reply", "model_cut"):
            wait = 0.0
        if error.retry_after_s is not None:
            wait = error.retry_after_s
        if wait >= meter.seconds_left or wait > self._timeout_s:
            raise error
        await asyncio.sleep(wait)


def _reply(message: AIMessage) -> Reply:
    finish = message.response_metadata.get("finish_reason") or ""
    _refuse_if_refused(message.additional_kwargs.get("refusal") or "", finish)
    if message.invalid_tool_calls:
        raise ModelError("model_bad_reply", detail="malformed tool call")
    text = str(message.text)
    _require_modest(len(text))
    calls = tuple(call["name"] for call in message.tool_calls)
    _refuse_if_cut(finish)
    if not text.strip() and not calls:
        raise ModelError("model_empty")
    return Reply(text, calls, message.tool_calls[0]["args"] if calls else {})


def _require_modest(size: int) -> None:
    if size > MOST_REPLY_CHARS:
        raise ModelError("model_too_long", detail=f"over {MOST_REPLY_CHARS} characters")


def _refuse_if_refused(refusal: str, finish: str) -> None:
    if refusal or finish == "content_filter":
        raise ModelError("model_refused", detail=refusal or finish)


def _refuse_if_cut(finish: str) -> None:
    if finish == "length":
        raise ModelError("model_cut", detail="finish_reason length")


class Sent:
    """One call on its way: its tokens are counted, and who watches is told how it ended."""

    def __init__(self, meter: Meter, call: ModelCall) -> None:
        self.meter, self._call, self._began = meter, call, time.perf_counter()

    def count(self, messages: Sequence[BaseMessage], reply: str, used: Used | None) -> None:
        """Count what a whole reply cost; estimated where the provider does not say."""
        used = used or Used(_estimated(messages), estimated_tokens(reply))
        self.meter.add(used.asked, used.spoken)
        self._call = replace(self._call, reply=reply, prompt_tokens=used.asked, completion_tokens=used.spoken)

    async def over(self, error: str = "") -> None:
        """Tell who watches."""
        if self.meter.watch is not None:
            await self.meter.watch.after(replace(self._call, error=error), self._began)


def _estimated(messages: Sequence[BaseMessage]) -> int:
    return sum(estimated_tokens(str(message.content)) for message in messages)
