"""Recorded questions asked again: a model's replies as they were, through the checks there are now."""

import datetime as dt
import json
import re
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from pydantic import PrivateAttr, SecretStr

from agent.events import Answer
from agent.trace import WITHHELD
from errors import InputError, ModelError
from llm.chat_model import ChatModel, Piece

_QUESTION = re.compile(r"^Question: (.*)$", re.MULTILINE)
_KIND_WORDS = 4  # of a prompt's first line: what it asks for, before anything of the question stands in it
Key = tuple[str, str]


@dataclass(frozen=True)
class Line:
    """One recorded question of a conversation, with its answer then."""

    id: str
    question: str
    thread: str
    answer: str
    today: dt.date | None = None


class Recording:
    """Questions, and a model's replies by what was asked for and the question, in the order they came."""

    def __init__(self) -> None:
        self.questions: list[Line] = []
        self.replies: defaultdict[Key, deque[str]] = defaultdict(deque)

    @classmethod
    def read(cls, path: Path) -> "Recording":
        """Read a file of JSON lines, or raise InputError naming the line that cannot be read."""
        found = cls()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            try:
                found._add(json.loads(line), str(number))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise InputError("golden_line_unreadable", file=path.name, line=number) from error
        return found

    def _add(self, one: Mapping[str, Any], number: str) -> None:
        if "reply" in one:
            self.replies[one["kind"], one["question"]].append(one["reply"])
            return
        today = dt.date.fromisoformat(one["today"]) if one.get("today") else None
        ident = str(one.get("id") or number)
        thread = str(one.get("thread") or ident)
        self.questions.append(Line(ident, one["question"], thread, one.get("answer") or "", today))

    def take(self, messages: Sequence[BaseMessage]) -> str | None:
        """Return the next reply to such a prompt; the last one stays, None where there is none."""
        held = self.replies.get(key_of(messages))
        if not held:
            return None
        return held.popleft() if len(held) > 1 else held[0]

    def write(self, path: Path, replayed: Sequence["Replayed"]) -> None:
        """Write the questions with the answers they have now, and every reply."""
        lines = [
            {**asdict(line), "today": line.today and line.today.isoformat(), "answer": one.now}
            for line, one in zip(self.questions, replayed, strict=True)
        ]
        for (kind, question), held in self.replies.items():
            lines += [{"kind": kind, "question": question, "reply": reply} for reply in held]
        path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines), "utf-8")


def day_of(path: Path) -> dt.date | None:
    """Return the day a recording was made on, where it names one."""
    days = {line.today for line in Recording.read(path).questions}
    return days.pop() if len(days) == 1 else None


def key_of(messages: Sequence[BaseMessage]) -> Key:
    """Return what a prompt asks for and about which question: what stays when its other words change."""
    first, last = str(messages[0].content), str(messages[-1].content)
    questions: list[str] = _QUESTION.findall(last)
    return " ".join(first.split()[:_KIND_WORDS]), questions[-1] if questions else last


class RecordedModel(ChatModel):
    """Replies as was recorded; what was not is asked of `behind` and kept, or fails where nobody is."""

    _recording: Recording = PrivateAttr(default_factory=Recording)
    _behind: ChatModel | None = PrivateAttr(None)

    @classmethod
    def of(cls, recording: Recording, behind: ChatModel | None = None) -> "RecordedModel":
        """Make a model of a recording."""
        made = cls(model="recorded", api_key=SecretStr("none"))
        made._recording, made._behind = recording, behind
        return made

    async def whole(self, messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]] = ()) -> AIMessage:
        """Return the reply."""
        text = self._recording.take(messages) if self._behind is None else None
        if text is None and self._behind is not None:
            text = str((await self._behind.whole(messages)).text)
            self._recording.replies[key_of(messages)].append(text)
        if text is None:
            raise ModelError("model_unreachable", detail=f"nothing was recorded for {key_of(messages)}")
        return AIMessage(text)

    async def pieces(self, messages: Sequence[BaseMessage]) -> AsyncIterator[Piece]:
        """Yield the reply in one piece."""
        yield Piece(str((await self.whole(messages)).text), finish="stop")


@dataclass(frozen=True)
class Replayed:
    """What a recorded question comes to now; each sentence withheld with why."""

    id: str
    question: str
    was: str
    now: str
    withheld: tuple[tuple[str, str], ...] = ()
    unrecorded: int = 0  # prompts that nothing was recorded for

    @property
    def changed(self) -> bool:
        """Tell an answer in other words than it had."""
        return bool(self.was) and self.was.split() != self.now.split()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON types."""
        return {**asdict(self), "changed": self.changed}


async def replay(
    recording: Recording,
    ask: Callable[[str, str], Awaitable[Answer]],
    trace_of: Callable[[str], Awaitable[Mapping[str, Any]]],
) -> list[Replayed]:
    """Ask every question on its thread, one after the other, so that replies come in their order."""
    found = []
    for line in recording.questions:
        answer = await ask(line.question, line.thread)
        steps = (await trace_of(answer.id))["steps"]
        withheld = ((one.get("input", ""), one["error"]) for one in steps if one["name"] == WITHHELD)
        unrecorded = sum(one["kind"] == "model" and not one["ok"] for one in steps)
        now = answer.answer
        found.append(Replayed(line.id, line.question, line.answer, now, tuple(withheld), unrecorded))
    return found
