"""One answer on the page: the stream of events folded into steps, text, chart, table and follow-ups."""

import datetime as dt
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from types import TracebackType
from typing import Self
from zoneinfo import ZoneInfo

import chainlit as cl
from chainlit.utils import utc_now

from agent.events import (
    Answer,
    Answered,
    ChartReady,
    Clarify,
    Event,
    Failed,
    RowsReady,
    SqlReady,
    StepFinished,
    StepStarted,
    Suggestions,
    Token,
)
from chat.cards import follow_ups, result_card
from chat.figures import chart
from chat.markdown import InertStream, fenced, inert
from config.wording import Language, say
from services import services

log = logging.getLogger(__name__)

# The four tools, each with its picture; other stages go by unseen.
VISIBLE = {
    "link": "search",
    "generate_sql": "pencil-line",
    "valid_sql": "shield-check",
    "run_sql": "database",
    "generate_summary": "text-search",
}


class Reply:
    """Shows one answer as it comes, and leaves behind what a reload brings back."""

    def __init__(
        self, language: Language, *, steps: bool = True, features: frozenset[str] = frozenset()
    ) -> None:
        self.language = language
        self.finished = False
        self._shows_steps = steps
        self._sees_sql = "see_sql" in features
        self._exports = "export" in features
        self._traced = services().settings.trace_days > 0
        self._connection = str(cl.user_session.get("chat_profile") or "")
        self._steps: dict[str, cl.Step] = {}
        self._parent = cl.context.current_step.id if cl.context.current_step else None
        self._message = cl.Message(content="")
        self._words_so_far = InertStream()
        self._sent = False
        self._sql: SqlReady | None = None
        self._rows: RowsReady | None = None
        self._chart: ChartReady | None = None
        self._card: cl.CustomElement | None = None
        self._questions: list[str] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.finished:
            return
        await self._close_steps()
        if kind is not None and not issubclass(kind, Exception):  # cancelled: the stop button, or a shutdown
            await self._leave_as_it_is("chat.stopped")
        elif self._sent or kind is None:
            await self._leave_as_it_is("errors.internal")

    async def show_all(self, events: AsyncGenerator[Event, None]) -> None:
        """Show every event of one answer; whoever stops it stops the work."""
        async with self, aclosing(events):
            async for event in events:
                await self.show(event)

    async def show(self, event: Event) -> None:
        """Show one event."""
        match event:
            case StepStarted():
                await self._start_step(event)
                await self._show_found()
            case StepFinished():
                await self._finish_step(event)
            case SqlReady():
                self._sql = event
            case RowsReady():
                self._rows = event
            case ChartReady():
                self._chart = event
            case Token():
                await self._show_found()
                await self._stream(event.text)
            case Suggestions():
                self._questions = event.questions
            case Answered() | Clarify() | Failed():
                await self._finish(event.answer)

    async def _leave_as_it_is(self, sentence: str) -> None:
        """End an unfinished answer with a sentence, keeping what is there."""
        await self._show_card(last=True)
        parts = (self._message.content, say(sentence, self.language))
        self._message.content = "\n\n".join(part for part in parts if part)
        await self._put_message(again=True)
        self.finished = True

    async def _start_step(self, event: StepStarted) -> None:
        if not self._shows_steps or event.step not in VISIBLE:
            return
        step = cl.Step(
            name=event.input or say(f"chat.step.{event.step}", self.language),
            type="tool",
            parent_id=self._parent,
            metadata={"step": event.step},
            icon=VISIBLE[event.step],
            show_input=False,
        )
        step.start = utc_now()
        self._steps[event.id] = step
        await step.send()

    async def _finish_step(self, event: StepFinished) -> None:
        step = self._steps.pop(event.id, None)
        if step is None:
            return
        step.end, step.name = utc_now(), say(f"chat.step.{event.step}", self.language)
        step.is_error = not event.ok and event.step != "generate_sql"  # to write none is an answer too
        if event.language != "sql":
            step.output = inert(event.note)
        elif self._sees_sql:
            step.output, step.language = fenced(event.note), "sql"
        await step.update()

    async def _close_steps(self) -> None:
        for step in self._steps.values():
            step.end = utc_now()
            await step.update()
        self._steps.clear()

    async def _show_found(self) -> None:
        """Show chart and table once the next step has begun: the page puts it below a message sent before."""
        if self._rows and not self._card:
            await self._show_card(last=False)
        if self._chart:
            event, self._chart = self._chart, None
            await self._show_chart(event)

    async def _show_chart(self, event: ChartReady) -> None:
        element = chart(event.figure)
        if element is None:
            log.warning(
                "chart_not_drawable", extra={"traces": [trace.get("type") for trace in event.figure["data"]]}
            )
            return
        await self._put_message()
        await element.send(for_id=self._message.id)

    async def _show_card(self, last: bool, answer: Answer | None = None) -> None:
        """Show the table; it is stored once, at the end, with all that is known of it."""
        if self._rows is None:
            return
        props = result_card(
            self._rows,
            language=self.language,
            sql=self._sql.sql if self._sql and self._sees_sql else None,
            source=(answer.source if answer else None) or (self._sql.source if self._sql else None),
            interpretation=answer.interpretation if answer else (),
            export=self._exports,
            turn=answer.id if answer and self._traced else "",
            question=answer.question if answer else "",
            remembered=_clock(answer.as_of) if answer and answer.remembered and answer.as_of else "",
            understood=answer.understood if answer else "",
        )
        await self._put_message()
        if self._card is None:
            self._card = cl.CustomElement(name="ResultCard", props=props, display="inline")
        self._card.props = props
        await self._card.send(for_id=self._message.id, persist=last)

    async def _show_other(self, answer: Answer) -> None:
        """Show the second reading's figures on a card of their own."""
        if (other := answer.other) is None:
            return
        rows = RowsReady("", other["columns"], other["rows"], other["row_count"], other["truncated"])
        props = result_card(
            rows,
            language=self.language,
            sql=other["sql"] if self._sees_sql else None,
            source="generated",
            interpretation=[say("chat.other_reading", self.language, question=other["question"])],
            export=False,
        )
        await cl.CustomElement(name="ResultCard", props=props, display="inline").send(for_id=self._message.id)

    async def _stream(self, text: str) -> None:
        await self._put_message()
        if shown := self._words_so_far.feed(text):
            await self._message.stream_token(shown)

    async def _finish(self, answer: Answer) -> None:
        await self._close_steps()
        self._message.content = self._words(answer)
        self._message.is_error = answer.kind == "failed"
        self._message.metadata = {"turn": answer.id}  # what a verdict on this answer is about
        await self._put_message(again=True)
        await self._show_card(last=True, answer=answer)
        await self._show_found()
        await self._show_other(answer)
        if answer.kind == "teach":
            props = {"connection": self._connection}
            notes = cl.CustomElement(name="NotesCard", props=props, display="inline")
            await notes.send(for_id=self._message.id)
        questions = answer.suggestions or self._questions
        if questions:
            props = follow_ups(questions, language=self.language, choosing=answer.kind == "clarify")
            element = cl.CustomElement(name="FollowUps", props=props, display="inline")
            await element.send(for_id=self._message.id)
        self.finished = True

    def _words(self, answer: Answer) -> str:
        text = inert(answer.answer or self._message.content) or say("errors.internal", self.language)
        if answer.kind == "general":
            return f"> {say('chat.general', self.language)}\n\n{text}"
        return text

    async def _put_message(self, again: bool = False) -> None:
        if not self._sent:
            self._sent = True
            await self._message.send()
        elif again:
            await self._message.update()


def _clock(as_of: str) -> str:
    at = dt.datetime.fromisoformat(as_of).astimezone(ZoneInfo(services().settings.timezone))
    return at.strftime("%H:%M")
