"""What of an answer and of its events a program is told: what its person's page would show."""

import datetime as dt
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from agent.events import LAST, Answer, Event, SqlReady, StepFinished, StepStarted, values_of
from agent.turns import last_of
from appdb.turns import Turn
from appdb.users import User
from config.wording import Language, say
from services import services

_WITH_SQL = ("run_sql", "valid_sql", "generate_sql")


def sees_sql(user: User) -> bool:
    """Tell whether a person's role shows SQL."""
    return "see_sql" in services().access.features(user)


def answer_json(answer: Answer, user: User) -> dict[str, Any]:
    """Return an answer as `cli.py ask --json` does, without SQL for a role that sees none."""
    told = answer.to_json()
    if not sees_sql(user):
        told["sql"] = None
        if told["other"]:
            told["other"] = {**told["other"], "sql": None}
    return told


def event_json(event: Event, user: User) -> dict[str, Any] | None:
    """Return an event's fields, or None where this person sees nothing of it."""
    if isinstance(event, LAST):
        return {"answer": answer_json(event.answer, user)}
    if not sees_sql(user):
        if isinstance(event, SqlReady):
            return None
        if isinstance(event, StepFinished | StepStarted) and event.step in _WITH_SQL:
            blank = {"note": ""} if isinstance(event, StepFinished) else {"input": ""}
            return {**values_of(event), **blank}
    return values_of(event)


def turn_json(turn: Turn, user: User) -> dict[str, Any]:
    """Return one's own turn with its answer as far as the rights one has now show it."""
    told: dict[str, Any] = {
        "id": turn.id,
        "thread": turn.thread,
        "connection": turn.connection,
        "question": turn.question,
        "status": turn.status,
        "asked_at": turn.started_at.isoformat(),
        "finished_at": turn.finished_at.isoformat() if turn.finished_at else None,
        "answer": None,
    }
    if turn.status != "running" and services().access.may_use(user, turn.connection):
        told["answer"] = answer_json(last_of(turn).answer, user)
    return told


def origin_of(answer: Mapping[str, Any] | Answer, language: Language) -> str:
    """Say in a line where an answer is from, and as of when; nothing where it has no source."""
    values = answer if isinstance(answer, Mapping) else values_of(answer)
    if not values["source"]:
        return ""
    source = say(f"source.{values['source']}", language)
    if not values["as_of"]:
        return source
    zone = ZoneInfo(services().settings.timezone)
    at = dt.datetime.fromisoformat(values["as_of"]).astimezone(zone).strftime("%Y-%m-%d %H:%M")
    return say("api.origin_at", language, source=source, at=at)
