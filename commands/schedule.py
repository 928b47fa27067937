"""`schedule`: list, add, remove, and carry out what is due, in the terminal."""

from collections.abc import Sequence
from typing import Any

from appdb.schedules import Schedule
from config.wording import language_of, say
from errors import InputError, NotFoundError
from schedules.channels import channel
from schedules.condition import read_condition
from schedules.desk import Wanted
from schedules.reading import holds_data
from schedules.when import When, say_when
from schedules.wording import say_time
from services import Services


async def list_schedules(services: Services, user: str | None) -> list[dict[str, Any]]:
    """Return a person's schedules, or everybody's, as JSON types without where they go."""
    return [_json(one) for one in await services.schedules.desk.store.of(user)]


async def add_schedule(
    services: Services,
    *,
    user: str | None,
    question: str,
    connection: str,
    when: str,
    timezone: str | None,
    condition: tuple[str, str, int] | None,
    to: Sequence[tuple[str, str, str]],
) -> dict[str, Any]:
    """Ask a question once as a person and keep its schedule; return it with the answer's words."""
    if user is None:
        raise InputError("schedule_owner_needed")
    person = await services.people.find(user)
    if person is None:
        raise NotFoundError("person_unknown", name=user)
    wanted = Wanted(
        question=question,
        connection=connection,
        when=when,
        timezone=timezone or services.settings.timezone,
        language=language_of(question),
        channels=tuple(channel(*one) for one in to),
        condition=read_condition(*condition) if condition else None,
    )
    schedule, answer = await services.schedules.desk.add(person, wanted)
    return {**_json(schedule), "answer": answer.answer, "holds_data": holds_data(answer)}


async def remove_schedule(services: Services, ident: str) -> None:
    """Take anybody's schedule out."""
    if not await services.schedules.desk.store.remove(ident):
        raise NotFoundError("schedule_unknown")


async def run_due(services: Services) -> int:
    """Carry out what is due now, and return how many that were."""
    return await services.schedules.runner.look()


def told(line: dict[str, Any]) -> str:
    """Return a schedule as a line for a person."""
    alert = f" · {line['condition']['kind']} {line['condition']['number'] or ''}" if line["condition"] else ""
    what = f"{line['id']}  {line['state']:8}{line['owner']}: {line['question']}"
    return " · ".join(part for part in (what, f"{line['when']}{alert}", line["next"]) if part)


def _json(schedule: Schedule) -> dict[str, Any]:
    following = schedule.next_at if schedule.state == "active" else None
    return {
        "id": schedule.id,
        "owner": schedule.owner,
        "question": schedule.question,
        "connection": schedule.connection,
        "when": say_when(When(schedule.cron, schedule.timezone), "en"),
        "state": schedule.state,
        "condition": schedule.condition,
        "to": [one["shown"] for one in schedule.channels],
        "next": say_time(following, schedule.timezone) if following else "",
    }


def ran(count: int) -> str:
    """Return how many were carried out, as a sentence."""
    return say("schedules.cli.ran", "en", count=count)
