"""What people do with schedules: add, pause, resume, run now, remove; each under their own rights."""

import datetime as dt
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from agent.events import Answer
from appdb.audit import AuditLog
from appdb.schedules import Schedule, ScheduleStore
from appdb.users import User
from config.settings import Settings
from config.wording import Language
from database.access import AccessRules
from errors import AccessError, InputError, NotFoundError
from schedules.channels import Channel, Seal
from schedules.condition import Condition, figure_of, require_fitting
from schedules.delivery import Delivery
from schedules.reading import same_reading
from schedules.runner import Ask, Clock, require_data, utc_now
from schedules.when import When, read_when, require_apart


@dataclass(frozen=True)
class Wanted:
    """What somebody wants scheduled; `query` is how an answer they saw was read, where it came of one."""

    question: str
    connection: str
    when: str
    timezone: str
    language: Language
    channels: tuple[Channel, ...]
    condition: Condition | None = None
    query: dict[str, Any] | None = None


class ScheduleDesk:
    """Adds and changes schedules."""

    def __init__(
        self,
        store: ScheduleStore,
        *,
        ask: Ask,
        access: AccessRules,
        connections: Callable[[str], Collection[str]],
        delivery: Delivery,
        seal: Seal,
        audit: AuditLog,
        config: Settings,
        clock: Clock = utc_now,
    ) -> None:
        self.store = store
        self.delivery = delivery
        self._ask = ask
        self._access = access
        self._connections = connections
        self._seal = seal
        self._audit = audit
        self._config = config
        self._clock = clock

    async def add(self, user: User, wanted: Wanted) -> tuple[Schedule, Answer]:
        """Keep a schedule whose question was answered just now, and return both.

        Raises InputError or AccessError where it could not be carried out, or its question is read otherwise
        alone than in the conversation it comes from.
        """
        when, first = await self._checked(user, wanted)
        answer = await self._tried(user, wanted)
        memory: dict[str, Any] = {}
        if wanted.condition and wanted.condition.kind == "change":
            rights = self._access.rights(user, wanted.connection).fingerprint()
            memory = {"figure": str(figure_of(answer)), "rights": rights}
        schedule = Schedule(
            id=uuid.uuid4().hex,
            owner=user.name,
            connection=wanted.connection,
            question=wanted.question.strip(),
            query=answer.query,
            cron=when.cron,
            timezone=when.timezone,
            language=wanted.language,
            condition=wanted.condition.to_json() if wanted.condition else None,
            channels=[{"kind": one.kind, "shown": one.shown} for one in wanted.channels],
            sealed=self._seal.close(wanted.channels),
            memory=memory,
            next_at=first,
        )
        await self.store.add(schedule)
        await self._wrote(user, "add", schedule)
        return schedule, answer

    async def pause(self, user: User, ident: str) -> Schedule:
        """Let a schedule rest."""
        schedule = await self._found(user, ident, admin=True)
        await self.store.set_state(ident, "paused")
        await self._wrote(user, "pause", schedule)
        return schedule

    async def resume(self, user: User, ident: str) -> Schedule:
        """Let a schedule go on from its next time; what it missed meanwhile is not made up for."""
        schedule = await self._found(user, ident)
        following = When(schedule.cron, schedule.timezone).after(self._clock())
        if following is None:
            raise InputError("when_never")
        await self.store.set_state(ident, "active", following)
        await self._wrote(user, "resume", schedule)
        return schedule

    async def run_now(self, user: User, ident: str) -> Schedule:
        """Have a schedule carried out as soon as a server looks, beside its times."""
        schedule = await self._found(user, ident)
        await self.store.ask_for(ident, self._clock())
        await self._wrote(user, "run", schedule)
        return schedule

    async def remove(self, user: User, ident: str) -> Schedule:
        """Take a schedule out with its history."""
        schedule = await self._found(user, ident, admin=True)
        await self.store.remove(ident)
        await self._wrote(user, "remove", schedule)
        return schedule

    async def _checked(self, user: User, wanted: Wanted) -> tuple[When, dt.datetime]:
        known = self._connections(user.name)
        if wanted.connection not in known:
            raise NotFoundError("connection_unknown", name=wanted.connection, known=", ".join(known))
        self._access.rights(user, wanted.connection)
        if "export" not in self._access.features(user):
            raise AccessError("export_denied")
        if await self.store.count(user.name) >= self._config.max_schedules_per_user:
            raise InputError("schedules_too_many", most=self._config.max_schedules_per_user)
        when = read_when(wanted.when, wanted.timezone)
        first = require_apart(when, self._clock(), self._config.schedule_least_minutes)
        self.delivery.require(wanted.channels)
        return when, first

    async def _tried(self, user: User, wanted: Wanted) -> Answer:
        answer = await self._ask(
            wanted.question,
            user=user,
            thread=uuid.uuid4().hex,
            connection=wanted.connection,
            language=wanted.language,
            steps=False,
        )
        require_data(answer)
        if not same_reading(wanted.query, answer.query):
            raise InputError("schedule_not_alone")
        if wanted.condition:
            require_fitting(wanted.condition, wanted.question, answer)
        return answer

    async def _found(self, user: User, ident: str, *, admin: bool = False) -> Schedule:
        """Return one's own schedule, or with `admin` anybody's for an admin, or raise NotFoundError."""
        schedule = await self.store.get(ident)
        if schedule.owner == user.name or (admin and "admin" in self._access.features(user)):
            return schedule
        raise NotFoundError("schedule_unknown")

    async def _wrote(self, user: User, act: str, schedule: Schedule) -> None:
        detail = {
            "schedule": schedule.id,
            "owner": schedule.owner,
            "to": [one["shown"] for one in schedule.channels],
        }
        await self._audit.write(
            who=user.name,
            act=f"schedule.{act}",
            connection=schedule.connection,
            question=schedule.question,
            detail=detail,
        )
