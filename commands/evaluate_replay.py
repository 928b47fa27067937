"""`evaluate --replay`: ask recorded questions again with a model's recorded replies."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from agent.events import Answer
from agent.memory import AnswerMemory
from assistant import Assistant
from commands.people import OPERATOR
from evaluation.replay import RecordedModel, Recording, Replayed, replay
from llm.openai import ChatClient
from reasoning.fallback import FallbackReasoner
from reasoning.model import ModelReasoner
from reasoning.offline import OfflineReasoner
from services import Services


async def run_replay(services: Services, path: Path, connection: str, *, record: bool) -> list[Replayed]:
    """Replay a recording; `record` asks the model that is set instead, and writes its replies into it."""
    recording = Recording.read(path)
    if record:
        recording.replies.clear()
    config = services.settings
    asked = ChatClient.model_of(config) if record else None
    model = RecordedModel.of(recording, asked)
    client = ChatClient(model, retries=0, timeout_s=config.llm_timeout_s)
    reasoner = FallbackReasoner(
        [ModelReasoner(client, shape=services.knowledge.sql_messages), OfflineReasoner()]
    )
    assistant = Assistant(replace(services.rooms, reasoner=reasoner, recall=AnswerMemory()))
    run = uuid.uuid4().hex

    async def ask(question: str, thread: str) -> Answer:
        return await assistant.ask_whole(
            question, user=OPERATOR, connection=connection, thread=f"{run}-{thread}"
        )

    async def trace_of(turn: str) -> Mapping[str, Any]:
        return (await services.traces.get(turn)).trace

    try:
        found = await replay(recording, ask, trace_of)
    finally:
        await assistant.close()
        if asked is not None:
            await asked.aclose()
    if record:
        recording.write(path, found)
    return found


def show_replay(found: Sequence[Replayed], as_json: bool, console: Console) -> None:
    """Print what was withheld and what changed: JSON lines for machines, both texts for people."""
    for one in found:
        if as_json:
            print(json.dumps(one.to_json(), ensure_ascii=False))
            continue
        for sentence, why in one.withheld:
            console.print(f"withheld  {one.id}  {sentence}  ({why})", markup=False)
        if one.unrecorded:
            console.print(f"unrecorded  {one.id}  {one.question}  ({one.unrecorded})", markup=False)
        if one.changed:
            console.print(f"changed  {one.id}  {one.question}\n- {one.was}\n+ {one.now}", markup=False)
    if not as_json:
        counts = (
            len(found),
            sum(len(one.withheld) for one in found),
            sum(one.changed for one in found),
        )
        console.print("{} answers, {} sentences withheld, {} answers changed".format(*counts), markup=False)
