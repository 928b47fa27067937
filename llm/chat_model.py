"""One request to an OpenAI-compatible provider: langchain-openai's settings, request and reading of a reply.

Its own way between them makes objects of every part of a request and a reply twice over, and tells callbacks
of every piece: 13 ms of a question's CPU, against 5 with plain JSON through its client, and less by a wire of
our own (`llm/wire.py`).
"""

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Self, cast

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_openai import ChatOpenAI
from pydantic import PrivateAttr

from llm.wire import Wire

_OWN_LIMIT_NAME = re.compile(r"^(o\d|gpt-5)")  # these know max_completion_tokens only


@dataclass(frozen=True)
class Used:
    """What a reply cost in tokens, as the provider says."""

    asked: int
    spoken: int

    @classmethod
    def of(cls, message: AIMessage) -> Self | None:
        """Return what a message cost, or None where the provider does not say."""
        usage = message.usage_metadata
        return cls(usage["input_tokens"], usage["output_tokens"]) if usage else None


@dataclass(frozen=True)
class Piece:
    """A part of a streamed reply."""

    text: str = ""
    refusal: str = ""
    finish: str = ""
    used: Used | None = None


class ChatModel(ChatOpenAI):
    """ChatOpenAI that asks with plain JSON, and keeps a streamed refusal."""

    _wire: Wire | None = PrivateAttr(None)

    async def whole(self, messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]] = ()) -> AIMessage:
        """Return one whole reply; raise what the provider's client raises, ValueError for no reply at all."""
        offered: dict[str, Any] = {"tools": list(tools)} if tools else {}
        if self._use_responses_api(offered):
            return await (self.bind_tools(list(tools)) if tools else self).ainvoke(list(messages))
        asked = self._get_request_payload(list(messages), **offered)
        return self._read(await self._wired().whole(asked))

    def _wired(self) -> Wire:
        """Return the wire to where the provider's own client would send, signed as that does."""
        if self._wire is None:
            client = self.root_async_client
            headers = {**client.auth_headers, **client.default_headers}
            self._wire = Wire(
                f"{str(client.base_url).rstrip('/')}/chat/completions",
                {name: value for name, value in headers.items() if isinstance(value, str)},
                self.stream_chunk_timeout,
            )
        return self._wire

    async def aclose(self) -> None:
        """Close the connections that are kept."""
        if self._wire is not None:
            await self._wire.aclose()

    def _read(self, reply: Any) -> AIMessage:
        (said,) = self._create_chat_result(reply).generations
        kept = {"refusal": reply["choices"][0]["message"].get("refusal")}
        about = {"finish_reason": reply["choices"][0].get("finish_reason")}
        return cast(AIMessage, said.message).model_copy(
            update={"additional_kwargs": kept, "response_metadata": about}
        )

    async def pieces(self, messages: Sequence[BaseMessage]) -> AsyncIterator[Piece]:
        """Yield a reply as it comes; raise what the provider's client raises, TimeoutError for a silence."""
        if self._use_responses_api({}):
            async for chunk in self.astream(list(messages)):
                finish = chunk.response_metadata.get("finish_reason") or ""
                yield Piece(str(chunk.text), finish=finish, used=Used.of(chunk))
            return
        asked = self._get_request_payload(list(messages), stream=True, stream_options={"include_usage": True})
        async for events in self._wired().events(asked):  # what came at once is handed on at once
            yield _joined([_piece(event) for event in events])

    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> dict:
        payload = super()._get_request_payload(input_, stop=stop, **kwargs)
        if self.openai_api_base and not _OWN_LIMIT_NAME.match(self.model_name):
            # Most compatible servers know the older name alone.
            limit = payload.pop("max_completion_tokens", None)
            if limit is not None:
                payload["max_tokens"] = limit
        return payload


def _joined(pieces: list[Piece]) -> Piece:
    """Return pieces of a reply as one."""
    if len(pieces) == 1:
        return pieces[0]
    return Piece(
        "".join([one.text for one in pieces]),
        "".join([one.refusal for one in pieces]),
        next(filter(None, [one.finish for one in reversed(pieces)]), ""),
        next(filter(None, [one.used for one in reversed(pieces)]), None),
    )


def _piece(event: Any) -> Piece:
    """Read one event of a stream; a list of choices is empty where it tells the usage."""
    choice: dict[str, Any] = (event.get("choices") or [{}])[0]
    delta, usage = choice.get("delta") or {}, event.get("usage")
    return Piece(
        text=delta.get("content") or "",
        refusal=delta.get("refusal") or "",
        finish=choice.get("finish_reason") or "",
        used=Used(usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0) if usage else None,
    )
