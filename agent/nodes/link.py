"""Schema linking: what was taught about the question, retrieved once."""

import asyncio
import time
import uuid
from collections.abc import Coroutine
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Show, StepFinished, StepStarted
from agent.stages import stage
from agent.state import AgentState, NoteGiven
from config.wording import Language, say
from knowledge.items import Linked
from teaching.notes import noted
from tools.briefing import link as retrieve
from tools.generate_sql import read

_PATIENCE_S = 1.5  # before a person is told what they wait for


@stage
async def link(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Link tables, examples, values and periods, unless the question is certain without a model.

    A follow-up is linked together with what it follows, a word that a note of the person defines together
    with that note.
    """
    triage = state.get("triage")
    follows = bool(triage) and triage["kind"] == "follow_up"  # type: ignore[index]
    earlier = [turn["question"] for turn in state.get("history", [])[-1:]] if follows else []
    context = runtime.context
    own = noted(await context.own_notes(), state["question"])
    lent = [part for part in (*earlier, own.lent) if part]
    if (await read(state, context)).verdict != "certain":  # 20 of 78 ms of an answer no writer is asked for
        work = retrieve(state["question"], context, ["\n".join(lent)] if lent else [])
        context.desk.linked = await _patiently(work, context.show, context.language)
    return {"noted": [NoteGiven(text=note.text, named=note.named) for note in own.given]}


async def _patiently(work: Coroutine[Any, Any, Linked], show: Show, language: Language) -> Linked:
    """Wait for what was linked, and say so where it takes its time."""
    task, began = asyncio.create_task(work), time.perf_counter()
    try:
        await asyncio.wait({task}, timeout=_PATIENCE_S)
        if task.done():
            return task.result()
        ident = uuid.uuid4().hex
        show(StepStarted("link", ident, say("agent.still_linking", language)))
        linked = await task
        show(StepFinished("link", ident, True, round((time.perf_counter() - began) * 1000, 1)))
        return linked
    finally:
        task.cancel()
