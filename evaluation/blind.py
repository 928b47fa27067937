"""Blind sets: single questions and conversations with gold SQL by people who never read the reader."""

import datetime as dt
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

from agent.events import Answer
from errors import InputError, WenshuError
from evaluation.blind_rows import GoldRows, shows_figure

QUESTIONS, CONVERSATIONS, DEFINITIONS = "questions.jsonl", "conversations.jsonl", "metrics.yaml"
Outcome = Literal["right", "first_button", "other_button", "no_button", "declined", "wrong", "failed"]
Play = Callable[[Sequence[str]], Awaitable[Answer]]
RunGold = Callable[[str], Awaitable[GoldRows]]
Agrees = Callable[[GoldRows, Answer], bool]


@dataclass(frozen=True)
class BlindTurn:
    """One message with the statements of which any is right; none where no figure may be shown."""

    id: str
    question: str
    kind: str
    gold: tuple[str, ...]
    today: dt.date | None = None


@dataclass(frozen=True)
class Judged:
    """One message and what came of it; `pressed` is the button that was taken where it was asked back."""

    id: str
    question: str
    kind: str
    outcome: Outcome
    source: str | None
    pressed: str
    buttons: tuple[str, ...]
    sql: str | None
    said: str


def read_blind(folder: Path) -> list[list[BlindTurn]]:
    """Read a folder's conversations, single questions among them, or raise InputError."""
    singles = [[_turn(line)] for line in _lines(folder / QUESTIONS)]
    threads: dict[str, list[tuple[int, BlindTurn]]] = {}
    if (folder / CONVERSATIONS).exists():
        for line in _lines(folder / CONVERSATIONS):
            thread, place = str(line["thread"]), int(line["turn"])
            threads.setdefault(thread, []).append((place, _turn(line, f"{thread}.{place}")))
    told = [[turn for _, turn in sorted(turns, key=lambda one: one[0])] for turns in threads.values()]
    return singles + told


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip():
            try:
                found = json.loads(line)
                found["question"], found["kind"]
            except (ValueError, KeyError, TypeError) as error:
                raise InputError("golden_line_unreadable", file=path.name, line=number) from error
            yield found


def _turn(line: dict[str, Any], ident: str = "") -> BlindTurn:
    day = line.get("today")
    return BlindTurn(
        id=ident or str(line["id"]),
        question=str(line["question"]),
        kind=str(line["kind"]),
        gold=tuple(line.get("gold") or ()),
        today=dt.date.fromisoformat(day) if day else None,
    )


def labels(folder: Path) -> dict[str, str]:
    """Return the code that each label of a folder's definitions stands for, labels in small letters."""
    path = folder / DEFINITIONS
    dimensions = (
        yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader).get("dimensions", ())
        if path.exists()
        else ()
    )
    return {
        str(name).casefold(): str(code).casefold()
        for dimension in dimensions
        for code, names in (dimension.get("values") or {}).items()
        for name in (names if isinstance(names, list) else [names])
    }


async def examine(turns: Sequence[BlindTurn], play: Play, run_gold: RunGold, agreed: Agrees) -> list[Judged]:
    """Ask a conversation turn by turn; where it is asked back, go on with the first button that is right.

    `play` sends messages one after another on a fresh thread and returns the last answer, so that each button
    is tried without what another left behind.
    """
    sent: list[str] = []
    judged = []
    for turn in turns:
        answer = await play([*sent, turn.question])
        golds = [await run_gold(sql) for sql in turn.gold]
        if answer.kind == "clarify" and turn.gold and turn.kind != "vague":
            outcome, pressed = await _pressed(answer, [*sent, turn.question], golds, play, agreed)
        else:
            outcome, pressed = _outcome(turn, answer, golds, agreed), ""
        sent += [turn.question, pressed] if pressed else [turn.question]
        judged.append(_judged(turn, answer, outcome, pressed))
    return judged


async def _pressed(
    answer: Answer, sent: Sequence[str], golds: Sequence[GoldRows], play: Play, agreed: Agrees
) -> tuple[Outcome, str]:
    for place, button in enumerate(answer.suggestions):
        then = await play([*sent, button])
        if then.kind == "data" and any(agreed(gold, then) for gold in golds):
            return ("other_button" if place else "first_button"), button
    return "no_button", answer.suggestions[0] if answer.suggestions else ""


def _outcome(turn: BlindTurn, answer: Answer, golds: Sequence[GoldRows], agreed: Agrees) -> Outcome:
    if answer.kind == "failed":
        return "failed"
    if not turn.gold or answer.kind == "clarify":
        return "wrong" if answer.kind == "data" and shows_figure(answer.rows) else "right"
    if answer.kind != "data":
        return "declined"
    return "right" if any(agreed(gold, answer) for gold in golds) else "wrong"


def _judged(turn: BlindTurn, answer: Answer, outcome: Outcome, pressed: str) -> Judged:
    return Judged(
        id=turn.id,
        question=turn.question,
        kind=turn.kind,
        outcome=outcome,
        source=answer.source,
        pressed=pressed,
        buttons=tuple(answer.suggestions) if answer.kind == "clarify" else (),
        sql=answer.sql,
        said=answer.answer[:300],
    )


@dataclass(frozen=True)
class BlindReport:
    """What came of a blind set: single questions and turns of conversations counted apart."""

    singles: tuple[Judged, ...]
    turns: tuple[Judged, ...]
    gold_failed: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types."""
        return {
            "singles": summary(self.singles),
            "turns": summary(self.turns),
            "gold_failed": list(self.gold_failed),
            "questions": [asdict(one) for one in (*self.singles, *self.turns)],
        }


def summary(judged: Sequence[Judged]) -> dict[str, Any]:
    """Return counts and shares in percent: wrong of all, the others of what the data can answer."""
    counts: dict[str, int] = {}
    for one in judged:
        counts[one.outcome] = counts.get(one.outcome, 0) + 1
    can = [one for one in judged if one.kind == "data"]
    asked = [one for one in can if one.outcome in ("first_button", "other_button", "no_button")]
    good = [one for one in can if one.outcome in ("right", "first_button")]
    first = [one for one in asked if one.outcome == "first_button"]
    return {
        "asked": len(judged),
        "counts": counts,
        "wrong_percent": percent(counts.get("wrong", 0), len(judged)),
        "right_or_first_button_percent": percent(len(good), len(can)),
        "asked_back_percent": percent(len(asked), len(can)),
        "first_button_right_percent": percent(len(first), len(asked)),
    }


def percent(part: int, whole: int) -> float | None:
    """Return a share in percent, to one place; None of nothing."""
    return round(100 * part / whole, 1) if whole else None


async def examine_all(
    conversations: Sequence[Sequence[BlindTurn]], play: Play, run_gold: RunGold, agreed: Agrees
) -> BlindReport:
    """Ask a whole set; a conversation with a gold statement that does not run is counted apart."""
    singles: list[Judged] = []
    turns: list[Judged] = []
    failed: list[str] = []
    for conversation in conversations:
        try:
            found = await examine(conversation, play, run_gold, agreed)
        except WenshuError as error:
            failed.append(f"{conversation[0].id}: {error}")
            continue
        (singles if len(conversation) == 1 else turns).extend(found)
    return BlindReport(tuple(singles), tuple(turns), tuple(failed))
