"""The reasoner that asks a chat model."""

import dataclasses
import logging
from collections.abc import AsyncIterator

from config.wording import Language, language_of
from errors import ModelError
from llm.openai import ChatClient
from reasoning.prompting import decide_messages, general_messages, sql_messages, summary_messages
from reasoning.reasoner import Brief, Facts, NoSql, Situation, SqlDraft
from reasoning.replies import ReadReply, plain_words, read_reply, tool_in, without_thoughts

_log = logging.getLogger(__name__)


class ModelReasoner:
    """Writes SQL and words with any OpenAI-compatible model."""

    def __init__(self, client: ChatClient) -> None:
        self._client = client

    async def write_sql(self, brief: Brief) -> SqlDraft | NoSql:
        """Ask for SQL, once more where the reply cannot be read, and with less where it was too much."""
        try:
            reply = await self._asked(brief)
        except ModelError as error:
            if error.code == "model_refused":
                return NoSql("declined", question=brief.question)
            if error.code != "model_context_too_long":
                raise
            brief = shortened(brief)
            reply = await self._asked(brief)
        return _draft(reply, brief)

    async def _asked(self, brief: Brief) -> ReadReply:
        first = await self._client.complete(sql_messages(brief))
        reply = read_reply(first.text)
        if reply.sql or reply.reason or reply.metric:
            return reply
        _log.info("reply_unreadable", extra={"chars": len(first.text)})
        again = read_reply((await self._client.complete(sql_messages(brief, correction=first.text))).text)
        return again if again.sql or again.reason or again.metric else reply

    async def summarize(self, facts: Facts) -> AsyncIterator[str]:
        """Word the facts."""
        async for piece in spoken(self._client.stream(summary_messages(facts))):
            yield piece

    async def answer_general(self, question: str, language: Language) -> AsyncIterator[str]:
        """Answer from common knowledge."""
        async for piece in spoken(self._client.stream(general_messages(question, language))):
            yield piece

    async def decide(self, situation: Situation) -> str | None:
        """Let the model call the next tool; a tool named in plain text counts as called."""
        schemas = [
            {
                "type": "function",
                "function": {"name": tool, "parameters": {"type": "object", "properties": {}}},
            }
            for tool in situation.tools
        ]
        reply = await self._client.complete(decide_messages(situation), schemas)
        called = next((tool for tool in reply.tool_calls if tool in situation.tools), None)
        return called or tool_in(reply.text, situation.tools)


def _draft(reply: ReadReply, brief: Brief) -> SqlDraft | NoSql:
    if reply.metric and brief.metrics:
        return SqlDraft("", reply.question or brief.question, metric=reply.metric)
    if reply.sql:
        return SqlDraft(reply.sql, reply.question or brief.question)
    return NoSql(
        reply.reason or "declined",
        message=_said(reply.message, brief),
        readings=tuple(filter(None, (plain_words(reading, brief.question) for reading in reply.readings))),
        question=reply.question or brief.question,
    )


def _said(message: str, brief: Brief) -> str:
    """Return the model's words where they are in the user's language."""
    said = plain_words(message, brief.question)
    return said if said and language_of(said) == brief.language else ""


def shortened(brief: Brief) -> Brief:
    """Return the brief with the half of its context that matters least left out."""
    linked = brief.linked
    return dataclasses.replace(
        brief,
        history=brief.history[-1:],
        linked=dataclasses.replace(
            linked,
            tables=linked.tables[: max(1, len(linked.tables) // 2)],
            documents=linked.documents[:1],
            examples=linked.examples[:1],
        ),
    )


async def spoken(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield a stream without the thinking some models begin with."""
    held, thinking = "", None
    async for piece in pieces:
        if thinking is False:
            yield piece
            continue
        held += piece
        start = held.lstrip()
        if (
            thinking is None
            and len(start) < len("<reasoning>")
            and "<reasoning>".startswith(start[:1] or "<")
        ):
            continue
        thinking = start.lower().startswith(("<think", "<reasoning")) and "</" not in start
        if not thinking:
            yield without_thoughts(held) if "</" in start else start
            held = ""
    if held and (said := without_thoughts(held)):
        yield said
