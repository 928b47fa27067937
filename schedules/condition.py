"""When an alert is told: its condition on one figure, once for each event, with a quiet time."""

import datetime as dt
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, get_args

from agent.events import Answer
from analysis.asked import recognise
from errors import InputError
from language.numerals import MULTIPLIERS, number

Kind = Literal["above", "below", "change", "anomaly"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NUMERIC = ("integer", "number")
EVENTS_KEPT = 200  # anomalies that were told, by their digest


@dataclass(frozen=True)
class Condition:
    """What is waited for: a figure above or below `number`, changed by `number` percent, or something odd.

    `quiet_h` is how many hours after one message nothing is told.
    """

    kind: Kind
    number: Decimal | None = None
    quiet_h: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON types."""
        said = None if self.number is None else str(self.number)
        return {"kind": self.kind, "number": said, "quiet_h": self.quiet_h}


@dataclass(frozen=True)
class Look:
    """What one look came to: whether it is told, whether the condition holds, the figures, what is kept."""

    tells: bool
    holds: bool
    memory: dict[str, Any]
    figure: Decimal | None = None
    before: Decimal | None = None
    change: Decimal | None = None  # in percent


def read_condition(kind: str, typed: str, quiet_h: int) -> Condition:
    """Return the condition somebody typed, such as above and 2000万, or raise InputError."""
    if kind not in KINDS:
        raise InputError("condition_unknown", name=kind[:40])
    if kind == "anomaly":
        return Condition("anomaly", None, quiet_h)
    found = _number(typed)
    if found is None or (kind == "change" and found <= 0):
        raise InputError("condition_number", text=typed[:40])
    return Condition(kind, found, quiet_h)


def _number(typed: str) -> Decimal | None:
    """Return a number as people type it, with 万 or k behind it.

    >>> _number("2,000万"), _number("12.5%")
    (Decimal('20000000'), Decimal('12.5'))
    """
    match = re.fullmatch(r"(-?[\d.]+)\s*([^\d\s%]*)\s*%?", typed.strip().replace(",", "").replace("，", ""))
    scale = MULTIPLIERS.get(match[2].lower(), None if match[2] else 1) if match else None
    found = number(match[1]) if match and scale else None
    return found * scale if found is not None and scale else None


def condition_from(kept: Mapping[str, Any]) -> Condition:
    """Return the condition that `to_json` wrote."""
    said = kept.get("number")
    return Condition(kept["kind"], None if said is None else Decimal(said), int(kept.get("quiet_h") or 0))


def require_fitting(condition: Condition, question: str, answer: Answer) -> None:
    """Raise InputError where a question's answer is nothing that this condition can be held to."""
    if condition.kind == "anomaly":
        asked = recognise(question)
        if asked is None or asked.kind != "anomaly":
            raise InputError("condition_no_anomaly")
    else:
        figure_of(answer)


def figure_of(answer: Answer) -> Decimal:
    """Return the one figure of an answer, or raise InputError where it has none or several."""
    places = [place for place, column in enumerate(answer.columns) if column.get("type") in NUMERIC]
    if len(answer.rows) != 1 or answer.row_count != 1 or len(places) != 1:
        raise InputError("condition_no_figure")
    try:
        found = Decimal(str(answer.rows[0][places[0]]))
    except InvalidOperation as error:  # also nothing at all: no data is no figure
        raise InputError("condition_no_figure") from error
    if not found.is_finite():
        raise InputError("condition_no_figure")
    return found


def look_at(
    condition: Condition, answer: Answer, memory: Mapping[str, Any], rights: str, now: dt.datetime
) -> Look:
    """Return what an answer means under a condition, or raise InputError where it has no figure.

    `rights` is a digest of what its owner may see: a figure seen under others is not compared with.
    """
    if condition.kind == "anomaly":
        return _odd(condition, answer, memory, now)
    figure = figure_of(answer)
    known = memory.get("figure") if memory.get("rights") == rights else None
    before = None if known is None else Decimal(known)
    change = None if not before else (figure - before) / abs(before) * 100
    limit = condition.number or Decimal(0)
    holds = {
        "above": figure > limit,
        "below": figure < limit,
        "change": change is not None and abs(change) >= limit,
    }[condition.kind]
    # Each change is an event of its own; a figure that stays above or below is one until it returns.
    is_new = condition.kind == "change" or not memory.get("told")
    tells = holds and is_new and not _quiet(condition, memory, now)
    kept = {
        "figure": str(figure),
        "rights": rights,
        "told": holds and (tells or (bool(memory.get("told")) and condition.kind != "change")),
        "told_at": now.isoformat() if tells else memory.get("told_at"),
    }
    return Look(tells, holds, kept, figure, before, change)


def _odd(condition: Condition, answer: Answer, memory: Mapping[str, Any], now: dt.datetime) -> Look:
    """Tell what is odd and was not told before; what falls into the quiet time is told after it."""
    # What a row says is odd, and when; its figures may still be corrected.
    events = [_digest(row[:2]) for row in answer.rows]
    told: list[str] = list(memory.get("events") or ())
    new = [event for event in events if event not in told]
    tells = bool(new) and not _quiet(condition, memory, now)
    kept = {
        "events": (told + new)[-EVENTS_KEPT:] if tells else told,
        "told_at": now.isoformat() if tells else memory.get("told_at"),
    }
    return Look(tells, bool(events), kept)


def _digest(row: list[Any]) -> str:
    return hashlib.sha256(json.dumps(row, ensure_ascii=False, default=str).encode()).hexdigest()[:16]


def _quiet(condition: Condition, memory: Mapping[str, Any], now: dt.datetime) -> bool:
    said = memory.get("told_at")
    return said is not None and now < dt.datetime.fromisoformat(said) + dt.timedelta(hours=condition.quiet_h)
