"""The reasoner that asks a chat model."""

import dataclasses
import logging
import re
from collections.abc import AsyncIterator, Sequence

from langchain_core.messages import BaseMessage

from config.heavy import aside
from config.wording import Language, language_of
from database.dialects import dialect_named
from errors import ModelError
from llm.openai import ChatClient
from reasoning import metric_tool
from reasoning.analyst import Evidence, Report, report_in, report_messages
from reasoning.joining import JoinBrief, JoinDraft, join_messages, joined_in
from reasoning.prompting import (
    Shape,
    decide_messages,
    general_messages,
    judge_messages,
    plainly,
    sql_messages,
    summary_messages,
)
from reasoning.quoting import PromptCheck, all_unquoted, prompt_check, unquoted
from reasoning.reasoner import Brief, Choice, Contest, Draft, Facts, MetricDraft, NoSql, Situation, SqlDraft
from reasoning.replies import Unreadable, choice_in, plain_words, read_in_dialect, tool_in
from reasoning.wrapping import without_thoughts

_log = logging.getLogger(__name__)
MOST_SUMMARY_CHARS = 10_000  # many times what one needs; holding 100,000 against the rows took 70 s


class ModelReasoner:
    """Writes SQL and words with any OpenAI-compatible model."""

    def __init__(self, client: ChatClient, *, strict_tools: bool = False, shape: Shape = plainly) -> None:
        self._client, self._strict_tools, self._shape = client, strict_tools, shape

    async def write_sql(self, brief: Brief) -> Draft:
        """Ask for SQL, once more where the reply cannot be read, and with less where it was too much.

        Without a table to show nothing is asked: whatever a model said of the data then would be a guess.
        """
        if not brief.linked.tables:
            return NoSql("no_tables", question=brief.question, calls=0)
        try:
            return await self._asked(brief)
        except ModelError as error:
            if error.code == "model_refused":
                return NoSql("declined", question=brief.question)
            if error.code != "model_context_too_long":
                raise
        return await self._asked(shortened(brief))

    async def _asked(self, brief: Brief) -> Draft:
        """Return what the model replies; what cannot be read twice is a refusal in its first words."""
        tools = [metric_tool.SCHEMA] if self._strict_tools and brief.may_query else []
        messages = sql_messages(brief, shape=self._shape)
        said = await self._client.complete(messages, tools)
        if metric_tool.NAME in said.tool_calls:
            asked = MetricDraft(metric_tool.query_of(said.arguments), said.arguments.get("question") or "")
            return await aside(len(asked.question), _told, asked, brief, messages)
        reply = await _read(said.text, brief)
        if isinstance(reply, Unreadable):
            reply = await self._corrected(said.text, reply, brief)
        return await aside(len(said.text), _told, reply, brief, messages)

    async def _corrected(self, first: str, read: Unreadable, brief: Brief) -> Draft:
        """Ask once more, while a call is left, for a reply in one of the forms."""
        otherwise: Draft = read.otherwise or NoSql("declined", message=read.text)
        if brief.calls_left <= 1:
            return otherwise
        _log.info("reply_unreadable", extra={"chars": len(first)})
        corrected = sql_messages(brief, correction=first, shape=self._shape)
        second = (await self._client.complete(corrected)).text
        again = await _read(second, brief)
        if isinstance(again, Unreadable):
            again = again.otherwise or otherwise
        return dataclasses.replace(again, calls=2)

    async def summarize(self, facts: Facts) -> AsyncIterator[str]:
        """Word the facts."""
        messages = summary_messages(facts)
        check = prompt_check(messages[:1], facts.question)  # the facts are there to be said
        async for piece in unquoted(_ending(spoken(self._client.stream(messages))), check):
            yield piece

    async def answer_general(self, question: str, language: Language) -> AsyncIterator[str]:
        """Answer from common knowledge."""
        messages = general_messages(question, language)
        check = prompt_check(messages, question)
        async for piece in unquoted(spoken(self._client.stream(messages)), check):
            yield piece

    async def judge(self, contest: Contest) -> Choice | None:
        """Let the model choose between two statements by the rows that only one of them gives."""
        return choice_in((await self._client.complete(judge_messages(contest))).text)

    async def write_joined(self, brief: JoinBrief) -> JoinDraft | None:
        """Ask for a statement for each of two sources, and the one that joins their rows."""
        said = (await self._client.complete(join_messages(brief))).text
        return await aside(len(said), joined_in, said, brief)

    async def write_report(self, evidence: Evidence) -> Report:
        """Ask for a report on what was computed, or what to look at first; no sentence quotes the prompt."""
        messages = report_messages(evidence)
        reply = (await self._client.complete(messages)).text
        if len(reply) > MOST_SUMMARY_CHARS:
            raise ModelError("model_too_long", detail=f"over {MOST_SUMMARY_CHARS} characters")
        report = await aside(len(reply), report_in, reply, evidence)
        check = prompt_check(messages[:1], evidence.brief.question)  # the facts are there to be said
        return dataclasses.replace(report, words=await aside(len(reply), all_unquoted, report.words, check))

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


async def _read(text: str, brief: Brief) -> Draft | Unreadable:
    return await aside(len(text), read_in_dialect, text, dialect_named(brief.dialect), brief.today)


def _told(reply: Draft, brief: Brief, sent: Sequence[BaseMessage]) -> Draft:
    """Return a reply with the question it stands for, a refusal in words fit to show."""
    question = reply.question or brief.question
    if isinstance(reply, NoSql):
        check = prompt_check(sent, brief.question)
        shown = (plain_words(reading, brief.question, check) for reading in reply.readings)
        said = _said(reply.message, brief, check)
        return dataclasses.replace(
            reply, message=said, readings=tuple(filter(None, shown)), question=question
        )
    if isinstance(reply, MetricDraft) and not brief.may_query:
        return NoSql("declined", question=question, calls=reply.calls)
    if isinstance(reply, SqlDraft | MetricDraft) and reply.also:
        check = prompt_check(sent, brief.question)
        also = tuple(
            filter(None, (plain_words(one, brief.question, check, may_date=True) for one in reply.also))
        )
        reply = dataclasses.replace(reply, also=() if brief.is_second or brief.faults else also)
    return dataclasses.replace(reply, question=question)


def _said(message: str, brief: Brief, check: PromptCheck) -> str:
    """Return the model's words where they are in the user's language."""
    said = plain_words(message, brief.question, check)
    return said if said and language_of(said) == brief.language else ""


def shortened(brief: Brief) -> Brief:
    """Return the brief with the half of its context that matters least left out."""
    linked = brief.linked
    best = sorted(linked.tables, key=lambda table: -table.score)[: max(1, len(linked.tables) // 2)]
    return dataclasses.replace(
        brief,
        history=brief.history[-1:],
        linked=dataclasses.replace(
            linked,
            tables=tuple(table for table in linked.tables if table in best),
            whole=False,
            documents=linked.documents[:1],
            examples=linked.examples[:1],
        ),
    )


async def _ending(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield a summary, or raise where it does not end: each of its sentences is held against the rows."""
    size = 0
    async for piece in pieces:
        size += len(piece)
        if size > MOST_SUMMARY_CHARS:
            raise ModelError("model_too_long", detail=f"over {MOST_SUMMARY_CHARS} characters")
        yield piece


_OPENS = ("<think", "<reasoning", "[think]", "<|channel|>analysis")
_CLOSES = re.compile(r"</(?:think|thinking|reasoning)>|\[/think\]|final<\|message\|>", re.I)
_LONGEST_OPENING = max(map(len, _OPENS))


async def spoken(pieces: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield a stream without the thinking some models begin with."""
    held, thinking = "", None
    async for piece in pieces:
        if thinking is False:
            yield piece
            continue
        held += piece
        start = held.lstrip().lower()
        if thinking is None and len(start) < _LONGEST_OPENING and start[:1] in ("", "<", "["):
            continue
        recent = held[-len(piece) - _LONGEST_OPENING :]  # a thought is long: only its end is looked through
        thinking = start.startswith(_OPENS) and not _CLOSES.search(recent)
        if not thinking:
            said = without_thoughts(held) if start.startswith(_OPENS) else held.strip()
            yield said + held[len(held.rstrip()) :] if said else ""
            held = ""
    if held and (said := without_thoughts(held)):
        yield said
