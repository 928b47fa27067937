"""One answer on the page: the stream of events folded into steps, text, chart, table and follow-ups."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self

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
    StepMoved,
    StepStarted,
    Stopped,
    Suggestions,
    TakenUp,
    Token,
    Waiting,
    WordsReady,
)
from answers.markdown import InertStream, inert
from chat.cards import follow_ups
from chat.composed import (
    VISIBLE,
    Look,
    card,
    cut_short,
    failed,
    named,
    other_card,
    output_of,
    part,
    run_of,
    words,
)
from chat.figures import chart
from chat.stopping import is_told
from config.heavy import aside
from config.wording import say

log = logging.getLogger(__name__)
ASKED_CHARS = 200


class Reply:
    """Shows one turn as it comes; a reload composes the same from the turn."""

    def __init__(self, turn: str, look: Look) -> None:
        self.finished = False
        self._turn = turn
        self._look = look
        self._connection = str(cl.user_session.get("chat_profile") or "")
        self._waiting: cl.Message | None = None
        self._begin()

    def _begin(self) -> None:
        """Start with nothing shown."""
        self._steps: dict[str, cl.Step] = {}
        self._started = 0
        self._message = cl.Message(content="", id=part(self._turn, "answer"))
        self._message.parent_id = run_of(self._turn)
        self._words_so_far = InertStream()
        self._computed = ""  # words that stand until a model's own come
        self._sent = False
        self._sql: SqlReady | None = None
        self._rows: RowsReady | None = None
        self._held: tuple[RowsReady, list[list[Any]]] | None = None  # as the page shows them
        self._chart: ChartReady | None = None
        self._card: cl.CustomElement | None = None
        self._has_chart = False
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
            is_told.set(True)
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
        if isinstance(event, Waiting):
            await self._wait(event.place)
            return
        await self._wait_no_longer()
        match event:
            case TakenUp():
                await self._begin_anew(event)
            case StepStarted():
                await self._start_step(event)
                await self._show_found()
            case StepMoved():
                await self._move_step(event)
            case StepFinished():
                await self._finish_step(event)
            case SqlReady():
                self._sql = event
            case RowsReady():
                await self._show_rows(event)
            case ChartReady():
                self._chart = event
            case WordsReady():
                await self._show_found()
                await self._show_computed(event.text)
            case Token():
                await self._show_found()
                await self._stream(event.text)
            case Suggestions():
                self._questions = event.questions
            case Answered() | Clarify() | Failed():
                await self._finish(event.answer)
            case Stopped():
                await self._close_steps()
                await self._leave_as_it_is("chat.stopped")

    async def _wait(self, place: int) -> None:
        """Say that earlier questions go first, and where this one stands among those that wait."""
        said = say("chat.waiting", self._look.language, place=place)
        if self._waiting is None:
            self._waiting = cl.Message(content=said, id=part(self._turn, "waiting"))
            self._waiting.parent_id = run_of(self._turn)
            await self._waiting.send()
        else:
            self._waiting.content = said
            await self._waiting.update()

    async def _wait_no_longer(self) -> None:
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            await waiting.remove()

    async def _begin_anew(self, event: TakenUp) -> None:
        """Say that whoever answered is gone, and show from the beginning what comes now."""
        await self._close_steps()
        was_sent = self._sent
        self._begin()
        if was_sent:
            await self._put_message()
        asked = inert(" ".join(event.question.split())[:ASKED_CHARS])
        said = say("chat.taken_up", self._look.language, question=asked)
        note = cl.Message(content=said, id=part(self._turn, "note"))
        note.parent_id = run_of(self._turn)
        await note.send()

    async def _leave_as_it_is(self, sentence: str) -> None:
        """End an unfinished answer with a sentence, keeping what is there."""
        await self._wait_no_longer()
        await self._show_card()
        shown = self._computed or self._message.content
        self._message.content = cut_short(self._look, shown, sentence)
        await self._put_message(again=True)
        self.finished = True

    async def _start_step(self, event: StepStarted) -> None:
        if not self._look.steps or event.step not in VISIBLE:
            return
        step = cl.Step(
            id=part(self._turn, f"step-{self._started}"),
            name=event.input or say(f"chat.step.{event.step}", self._look.language),
            type="tool",
            parent_id=run_of(self._turn),
            metadata={"step": event.step},
            icon=VISIBLE[event.step],
            show_input=False,
        )
        step.start = utc_now()
        self._started += 1
        self._steps[event.id] = step
        await step.send()

    async def _move_step(self, event: StepMoved) -> None:
        if (step := self._steps.get(event.id)) is not None:
            step.name = event.input
            await step.update()

    async def _finish_step(self, event: StepFinished) -> None:
        step = self._steps.pop(event.id, None)
        if step is None:
            return
        step.end, step.name = utc_now(), named(self._look, event)
        step.is_error = failed(event)
        step.output, step.language = output_of(self._look, event)
        await step.update()

    async def _close_steps(self) -> None:
        for step in self._steps.values():
            step.end = utc_now()
            await step.update()
        self._steps.clear()

    async def _show_found(self) -> None:
        """Show chart and table once the next step has begun: the page puts it below a message sent before."""
        if self._rows and not self._card:
            await self._show_card()
        if self._chart:
            event, self._chart = self._chart, None
            await self._show_chart(event)

    async def _show_rows(self, event: RowsReady) -> None:
        """Keep rows to be shown with the next step; those without a column take back the ones shown."""
        self._rows = event if event.columns else None
        if self._rows is None and self._card:
            card, self._card = self._card, None
            await card.remove()

    async def _show_chart(self, event: ChartReady) -> None:
        element = await chart(event.figure)
        if element is None:
            log.warning(
                "chart_not_drawable", extra={"traces": [trace.get("type") for trace in event.figure["data"]]}
            )
            return
        self._has_chart = True
        element.id = part(self._turn, "chart")
        await self._put_message()
        await element.send(for_id=self._message.id)

    async def _show_card(self, answer: Answer | None = None) -> None:
        """Show the table; at the end once more, with all that is known of it."""
        if self._rows is None:
            return
        sql, source = (self._sql.sql, self._sql.source) if self._sql else ("", None)
        sql = sql or (answer.sql if answer else "") or ""
        size = self._rows.row_count * len(self._rows.columns)
        held = self._held[1] if self._held and self._held[0] is self._rows else None
        props = await aside(size, card, self._look, self._rows, answer, sql, source, held)
        self._held = (self._rows, props["rows"])
        await self._put_message()
        self._card = self._card or self._element("card", "ResultCard", props)
        self._card.props = props
        await self._card.send(for_id=self._message.id)

    def _element(self, name: str, shown_as: str, props: dict[str, object]) -> cl.CustomElement:
        return cl.CustomElement(id=part(self._turn, name), name=shown_as, props=props, display="inline")

    async def _show_computed(self, text: str) -> None:
        """Show computed words, and that a model still looks further."""
        self._computed = inert(text)
        note = say("chat.looking_further", self._look.language)
        self._message.content = f"{self._computed}\n\n*{note}*"
        await self._put_message(again=True)

    async def _stream(self, text: str) -> None:
        if self._computed:  # kept until something stands in its place: a stop may come between
            self._message.content = ""
            await self._message.update()
        await self._put_message()
        if shown := self._words_so_far.feed(text):
            await self._message.stream_token(shown)
            self._computed = ""

    async def _finish(self, answer: Answer) -> None:
        await self._close_steps()
        self._take_from(answer)
        self._message.content = words(self._look, answer, self._computed or self._message.content)
        self._message.is_error = answer.kind == "failed"
        self._message.metadata = {"turn": answer.id}  # what a verdict on this answer is about
        await self._put_message(again=True)
        await self._show_card(answer)
        await self._show_found()
        shown: list[cl.CustomElement] = []
        if answer.other is not None:
            shown.append(self._element("other", "ResultCard", other_card(self._look, answer.other)))
        if answer.kind == "teach":
            shown.append(self._element("notes", "NotesCard", {"connection": self._connection}))
        if questions := answer.suggestions or self._questions:
            props = follow_ups(questions, language=self._look.language, choosing=answer.kind == "clarify")
            shown.append(self._element("next", "FollowUps", props))
        for element in shown:
            await element.send(for_id=self._message.id)
        self.finished = True

    def _take_from(self, answer: Answer) -> None:
        """Take rows and chart from the answer: who came late has not seen them come."""
        if answer.columns and (self._rows is None or len(answer.rows) > len(self._rows.rows)):
            self._rows = RowsReady(
                answer.result_id or "", answer.columns, answer.rows, answer.row_count, answer.truncated
            )
        if answer.chart and not self._has_chart:
            self._chart = ChartReady(answer.chart)

    async def _put_message(self, again: bool = False) -> None:
        if not self._sent:
            self._sent = True
            await self._message.send()
        elif again:
            await self._message.update()
