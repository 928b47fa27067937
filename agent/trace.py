"""What happened on one question's way, step by step and bounded, for the trace page and `cli.py trace`."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Literal, Required, TypedDict, cast

from knowledge.items import Linked
from llm.usage import ModelCall

StepKind = Literal["node", "tool", "model", "retrieval", "hook", "error"]
WITHHELD = "withheld"
MOST_STEPS = 80
MOST_TEXT = 6_000  # of one prompt part or reply
MOST_VALUE = 300  # of one state key
MOST_CHARS = 160_000  # of all steps together; later ones then keep their name and time alone
_json = json.JSONEncoder(ensure_ascii=False, default=str).encode  # dumps would make one each time
_UNSHOWN = frozenset({"messages", "execution_path", "history", "preview"})  # long, or shown elsewhere


_EMPTY: tuple[Any, ...] = ("", None, (), {}, [])


class TraceStep(TypedDict, total=False):
    """One step as JSON types; what it has nothing to say about is left out."""

    kind: Required[StepKind]
    name: Required[str]
    at_ms: Required[float]
    ms: Required[float]
    ok: Required[bool]
    input: str
    output: str
    decision: str
    wrote: Sequence[Mapping[str, str]]  # key, before, after
    messages: Sequence[Mapping[str, str]]  # role, text: a prompt as it was sent
    tokens: Sequence[int]  # of the prompt, of the reply
    found: Mapping[str, Any]  # retrieval: what, with its score
    sql: str
    final_sql: str  # with the policies in it, as it runs
    error: str


class Trace:
    """Collects the steps of one run."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._began = clock()
        self._chars = 0
        self.steps: list[TraceStep] = []

    def now(self) -> float:
        """Return the moment a step begins."""
        return self._clock()

    def add(self, kind: StepKind, name: str, began: float, *, ok: bool = True, **told: Any) -> None:
        """Note a step that began then and ends now; over the bounds only its name and time are kept."""
        if len(self.steps) >= MOST_STEPS:
            return
        at, ms = (began - self._began) * 1000, (self._clock() - began) * 1000
        step: dict[str, Any] = {
            "kind": kind,
            "name": name,
            "at_ms": round(at, 1),
            "ms": round(ms, 1),
            "ok": ok,
        }
        kept, size = _bounded(told)
        self._chars += size
        if self._chars > MOST_CHARS:
            kept = {"decision": "…"}
        self.steps.append(cast(TraceStep, step | kept))

    def model(self, call: ModelCall, began: float) -> None:
        """Note one call of a model."""
        self.add(
            "model",
            call.model,
            began,
            ok=not call.error,
            output=call.reply,
            messages=[{"role": role, "text": text} for role, text in call.messages],
            tokens=(call.prompt_tokens, call.completion_tokens),
            error=call.error,
        )

    def withheld(self, sentences: Sequence[str], reasons: Sequence[str]) -> None:
        """Note each sentence of a model that was not shown, with what of it nothing bears out."""
        for sentence, why in zip(sentences, reasons, strict=True):
            self.add("error", WITHHELD, self.now(), ok=False, input=sentence, error=why)

    def retrieval(self, query: str, linked: Linked, began: float, *, fault: str = "") -> None:
        """Note what retrieval linked, with its scores, and what kept it from more than words."""
        self.add(
            "retrieval",
            "retrieve",
            began,
            ok=not fault,
            input=query,
            found=found_in(linked),
            error=fault,
        )

    def to_json(self) -> list[TraceStep]:
        """Return the steps in the order they began."""
        return sorted(self.steps, key=itemgetter("at_ms"))


def found_in(linked: Linked) -> dict[str, Any]:
    """Return what was linked by kind, each with the score it was chosen for."""
    found: dict[str, Any] = {
        "tables": [{"name": t.name, "score": round(t.score, 3), "why": t.why, "level": t.level}
                   for t in linked.tables],
        "documents": [{"name": _short(d.title), "score": round(d.score, 3)} for d in linked.documents],
        "examples": [{"name": _short(e.question), "score": round(e.score, 3)} for e in linked.examples],
        "values": [{"name": _short(f"{v.text} = {v.value}"), "score": round(v.score, 3), "why": v.column}
                   for v in linked.values],
        "periods": [{"name": _short(p.text), "why": f"{p.start} – {p.end}"} for p in linked.periods],
    }  # fmt: skip
    found = {kind: hits for kind, hits in found.items() if hits}
    return {**found, "tokens": linked.tokens} if found else {}


def changes(before: Mapping[str, Any], update: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return which keys a step changed, from what to what; nothing is no change of nothing."""
    return [
        {"key": key, "before": _short(was), "after": _short(value)}
        for key, value in update.items()
        if key not in _UNSHOWN and (was := before.get(key)) != value and (was or value)
    ]


def decided(update: Mapping[str, Any]) -> str:
    """Return what a step decided, in the words of the state."""
    if triage := update.get("triage"):
        return f"{triage['kind']} · {triage['reason']} · {triage['confidence']:.2f} · {triage['method']}"
    if update.get("recalled"):
        return "recalled"
    if outcome := update.get("outcome"):
        end = "ok" if outcome["ok"] else outcome["error_class"]
        following = update.get("suggested_next_step")
        return f"{end} → {following}" if following else end
    return str(update.get("answer_kind") or "")


def _short(value: Any) -> str:
    if value is None or value == "" or value == [] or value == {}:
        return ""
    text = value if isinstance(value, str) else _json(value)
    return text if len(text) <= MOST_VALUE else f"{text[:MOST_VALUE]}…"


def _bounded(told: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """Return what a step tells, without what is empty and with its texts cut, and about how long that is.

    What is no text and no prompt is short in each of its parts.
    """
    kept, whole = dict[str, Any](), 0
    for key, value in told.items():
        if value in _EMPTY:
            continue
        if isinstance(value, str):
            value = _cut(value)
            whole += len(value)
        elif key == "messages":
            value = [{**one, "text": _cut(one["text"])} for one in value]
            whole += sum(len(one["text"]) for one in value)
        else:
            whole += len(_json(value))
        kept[key] = value
    return kept, whole


def _cut(text: str) -> str:
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}… ({len(text)})"
