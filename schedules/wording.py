"""What a schedule's messages say beside the answer, in its reader's language."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from zoneinfo import ZoneInfo

from agent.events import Answer
from appdb.schedules import Run, Schedule
from appdb.users import User
from config.wording import Language, say, say_error
from errors import WenshuError
from schedules.condition import Condition, Look
from schedules.message import Message, answer_message, one_line, plain

LATE = dt.timedelta(minutes=10)


def spoken(schedule: Schedule) -> Language:
    """Return the language a schedule speaks."""
    return "zh" if schedule.language == "zh" else "en"


def report(
    schedule: Schedule,
    run: Run,
    answer: Answer,
    owner: User,
    now: dt.datetime,
    pages: str,
    look: Look | None = None,
    condition: Condition | None = None,
) -> Message:
    """Return the message that carries an answer, and where there is a condition what it is about."""
    language = spoken(schedule)
    subject = "alert" if look and look.tells else "report"
    return answer_message(
        answer,
        subject=say(f"schedules.message.{subject}", language, question=schedule.question),
        before=[
            *_timing(schedule, run, now),
            *([_about(condition, look, run, language)] if look and condition else []),
        ],
        link=permalink(pages, answer.id),
        foot=_foot(schedule, owner, now, pages),
        language=language,
    )


def notice(schedule: Schedule, error: WenshuError, now: dt.datetime, pages: str, *, stops: bool) -> Message:
    """Return the message that says that there is no answer, and with `stops` that there will be none."""
    language = spoken(schedule)
    reason = plain(say_error(error, language))
    words = say(
        "schedules.message.stopped" if stops else "schedules.message.failed",
        language,
        question=plain(schedule.question),
        reason=reason,
        owner=schedule.owner,
    )
    return Message(
        subject=one_line(say("schedules.message.report", language, question=schedule.question)),
        words=words,
        foot=_page(pages, language),
        data={"question": schedule.question, "error": error.code, "stopped": stops},
    )


def permalink(pages: str, turn: str) -> str:
    """Return where an answer can be opened by whoever has the rights; empty where no address is set."""
    return f"{pages}/answers/{turn}" if pages and turn else ""


def say_number(value: Decimal) -> str:
    """Return a figure with grouped digits and two decimals at most."""
    rounded = f"{value:,.2f}"
    return rounded.rstrip("0").rstrip(".") if "." in rounded else rounded


def say_condition(condition: Condition, language: Language) -> str:
    """Return a condition in words."""
    number = "" if condition.number is None else say_number(condition.number)
    return say(f"schedules.condition.{condition.kind}", language, number=number)


def say_time(at: dt.datetime, timezone: str) -> str:
    """Return a moment in a time zone, to the minute."""
    return at.astimezone(ZoneInfo(timezone)).strftime("%Y-%m-%d %H:%M")


def _timing(schedule: Schedule, run: Run, now: dt.datetime) -> Iterator[str]:
    language, due = spoken(schedule), say_time(run.due_at, schedule.timezone)
    if run.by_hand:
        yield say("schedules.message.by_hand", language)
    elif run.missed:
        yield say("schedules.message.missed", language, count=run.missed, due=due)
    elif now - run.due_at > LATE:
        yield say("schedules.message.late", language, due=due)


def _about(condition: Condition, look: Look, run: Run, language: Language) -> str:
    waited = say_condition(condition, language)
    if run.by_hand and not look.holds:
        return say("schedules.message.not_held", language, condition=waited)
    line = say("schedules.message.held", language, condition=waited)
    if look.change is not None and look.before is not None and condition.kind == "change":
        change = f"{look.change:+.1f}"
        line += say("schedules.message.changed", language, before=say_number(look.before), change=change)
    return line


def _foot(schedule: Schedule, owner: User, now: dt.datetime, pages: str) -> str:
    language = spoken(schedule)
    who = owner.display_name or owner.name
    at = say_time(now, schedule.timezone)
    rights = say("schedules.message.rights", language, who=who, role=owner.role, at=at)
    return f"{rights}\n{_page(pages, language, who)}"


def _page(pages: str, language: Language, who: str = "") -> str:
    place = f"{pages}/schedules" if pages else say("schedules.title", language)
    return say("schedules.message.stop", language, place=place, who=who or say("schedules.owner", language))
