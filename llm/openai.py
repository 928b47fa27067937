"""Chat models of any OpenAI-compatible provider, through langchain-openai."""

import asyncio
import json
import logging
import random
import re
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGenerationChunk
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from config.settings import Settings
from errors import ModelError
from llm.faults import RETRYABLE, model_error
from llm.usage import Meter, ModelCall, current_meter, estimated_tokens

_log = logging.getLogger(__name__)
_OWN_LIMIT_NAME = re.compile(r"^(o\d|gpt-5)")  # these know max_completion_tokens only
_FIRST_WAIT_S = 0.3
_LONGEST_WAIT_S = 8.0
MOST_REPLY_CHARS = 100_000  # ten times what any answer needs; reading 940 kB took 23 s
MOST_PROMPT_CHARS = 400_000


class StrictChatOpenAI(ChatOpenAI):
    """ChatOpenAI that never completes a truncated tool call, and keeps a streamed refusal.

    LangChain parses partial JSON, so a cut stream would call a tool with half of its arguments.
    """

    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> dict:
        payload = super()._get_request_payload(input_, stop=stop, **kwargs)
        if self.openai_api_base and not _OWN_LIMIT_NAME.match(self.model_name):
            # Most compatible servers know the older name alone.
            limit = payload.pop("max_completion_tokens", None)
            if limit is not None:
                payload["max_tokens"] = limit
        # As they are: the client would try each against every type of message, which changes none.
        if messages := payload.get("messages"):
            payload["extra_body"] = {**(payload.get("extra_body") or {}), "messages": messages}
            payload["messages"] = []
        return payload

    def _convert_chunk_to_generation_chunk(
        self, chunk: dict, default_chunk_class: type, base_generation_info: dict | None
    ) -> ChatGenerationChunk | None:
        made = super()._convert_chunk_to_generation_chunk(chunk, default_chunk_class, base_generation_info)
        delta = (chunk.get("choices") or [{}])[0].get("delta") or {}
        if made is not None and delta.get("refusal"):
            made.message.additional_kwargs["refusal"] = delta["refusal"]
        return made

    async def _astream(self, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        arguments: dict[Any, str] = {}
        async for chunk in super()._astream(*args, **kwargs):
            for call in getattr(chunk.message, "tool_call_chunks", []):
                arguments[call["index"]] = arguments.get(call["index"], "") + (call["args"] or "")
            yield chunk
        for joined in arguments.values():
            require_object(joined)


def require_object(arguments: str) -> None:
    """Raise unless a tool call's arguments are one whole JSON object."""
    try:
        parsed = json.loads(arguments or "{}")
    except json.JSONDecodeError as error:
        raise ModelError("model_bad_reply", detail="tool call arguments are cut or malformed") from error
    if not isinstance(parsed, dict):
        raise ModelError("model_bad_reply", detail="tool call arguments are no object")


@dataclass(frozen=True)
class Reply:
    """One whole answer of a model."""

    text: str
    tool_calls: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)  # of the first; the loop's tools take none


class ChatClient:
    """Asks one chat model: retries, deadlines, usage, and our own errors."""

    def __init__(self, model: ChatOpenAI, *, retries: int, timeout_s: float) -> None:
        self._model, self._retries, self._timeout_s = model, retries, timeout_s

    @classmethod
    def of(cls, settings: Settings, model: str | None = None) -> "ChatClient":
        """Make the client for the settings' model; costs 76 ms, so once a process."""
        return cls(
            StrictChatOpenAI(
                model=model or settings.llm_model,
                api_key=settings.openai_api_key or SecretStr("none"),  # a local server asks for none
                base_url=settings.openai_base_url,
                temperature=settings.llm_temperature,
                max_tokens=settings.llm_max_tokens,  # type: ignore[call-arg]
                timeout=settings.llm_timeout_s,
                max_retries=0,  # the client below counts tries against the answer's deadline
                stream_usage=True,
                stream_chunk_timeout=settings.llm_timeout_s,
            ),
            retries=settings.llm_max_retries,
            timeout_s=settings.llm_timeout_s,
        )

    async def complete(self, messages: Sequence[BaseMessage], tools: Sequence[Any] = ()) -> Reply:
        """Return one whole reply."""
        model = self._model.bind_tools(list(tools)) if tools else self._model
        meter = current_meter()
        for attempt in range(self._retries + 1):
            sent = Sent(meter, await self._sending(messages, meter))
            try:
                async with asyncio.timeout(min(self._timeout_s, max(0.0, meter.seconds_left))):
                    meter.calls += 1
                    message = await model.ainvoke(list(messages))
                sent.count(messages, message)
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
        whole: AIMessage | None = None
        size = 0
        async for chunk in self._model.astream(list(messages)):
            whole = chunk if whole is None else whole + chunk  # type: ignore[assignment,operator]
            size += len(chunk.text)
            _require_modest(size)
            if chunk.text:
                yield str(chunk.text)
        if whole is not None:
            sent.count(messages, whole)
            _refuse_if_refused(whole)
            if whole.response_metadata.get("finish_reason") == "length":
                raise ModelError("model_cut", detail="finish_reason length")

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
    _refuse_if_refused(message)
    if message.invalid_tool_calls:
        raise ModelError("model_bad_reply", detail="malformed tool call")
    text = str(message.text)
    _require_modest(len(text))
    calls = tuple(call["name"] for call in message.tool_calls)
    if message.response_metadata.get("finish_reason") == "length":
        raise ModelError("model_cut", detail="finish_reason length")
    if not text.strip() and not calls:
        raise ModelError("model_empty")
    return Reply(text, calls, message.tool_calls[0]["args"] if calls else {})


def _require_modest(size: int) -> None:
    if size > MOST_REPLY_CHARS:
        raise ModelError("model_too_long", detail=f"over {MOST_REPLY_CHARS} characters")


def _refuse_if_refused(message: AIMessage) -> None:
    refusal = message.additional_kwargs.get("refusal")
    if refusal or message.response_metadata.get("finish_reason") == "content_filter":
        raise ModelError("model_refused", detail=str(refusal or "content_filter"))


class Sent:
    """One call on its way: its tokens are counted, and who watches is told how it ended."""

    def __init__(self, meter: Meter, call: ModelCall) -> None:
        self.meter, self._call, self._began = meter, call, time.perf_counter()

    def count(self, messages: Sequence[BaseMessage], reply: AIMessage) -> None:
        """Count what a whole reply cost; estimated where the provider does not say."""
        text, usage = str(reply.text), reply.usage_metadata
        asked = usage["input_tokens"] if usage else _estimated(messages)
        spoken = usage["output_tokens"] if usage else estimated_tokens(text)
        self.meter.add(asked, spoken)
        called = " ".join(call["name"] for call in reply.tool_calls)
        self._call = replace(self._call, reply=text or called, prompt_tokens=asked, completion_tokens=spoken)

    async def over(self, error: str = "") -> None:
        """Tell who watches."""
        if self.meter.watch is not None:
            await self.meter.watch.after(replace(self._call, error=error), self._began)


def _estimated(messages: Sequence[BaseMessage]) -> int:
    return sum(estimated_tokens(str(message.content)) for message in messages)
