"""Carries out what is due: one process does, under its owner's rights of that moment, and tells once."""

import asyncio
import datetime as dt
import logging
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Protocol

from agent.events import Answer
from appdb.audit import AuditLog
from appdb.schedules import Claimed, Ended, Run, Schedule, ScheduleStore
from appdb.shared import Shared
from appdb.users import User
from config.settings import Settings
from database.access import AccessRules
from errors import AccessError, DeliveryError, InputError, SettingsError, WenshuError
from schedules import wording
from schedules.channels import Channel, Seal
from schedules.condition import condition_from, look_at
from schedules.message import Message
from schedules.reading import same_reading
from schedules.when import When

log = logging.getLogger(__name__)

LOOK_S = 5.0
LEASE_S = 60.0
AT_ONCE = 2  # in one process; people who ask now go on beside them
MOST_TRIES = 3  # a run that ends its process each time is not begun for ever
SENDING, SENT, UNKNOWN = "sending", "sent", "unknown"
_NOTICE = "notice "

Ask = Callable[..., Awaitable[Answer]]
Find = Callable[[str], Awaitable[User | None]]
Clock = Callable[[], dt.datetime]
Share = Callable[[Shared], Awaitable[None]]


class Sends(Protocol):
    """Whoever takes a message to a channel; schedules/delivery.py is it."""

    async def send(self, channel: Channel, message: Message, now: dt.datetime) -> None:
        """Send a message, or raise DeliveryError."""
        ...


class _TakenAwayError(Exception):
    """Another process holds the schedule, or nobody wants it any more: nothing may be sent."""


def utc_now() -> dt.datetime:
    """Return the time."""
    return dt.datetime.now(dt.UTC)


class Runner:
    """Carries schedules out in this process."""

    def __init__(
        self,
        store: ScheduleStore,
        *,
        ask: Ask,
        find: Find,
        access: AccessRules,
        connections: Callable[[str], Collection[str]],
        sends: Sends,
        seal: Seal,
        audit: AuditLog,
        share: Share,
        config: Settings,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._ask = ask
        self._find = find
        self._access = access
        self._connections = connections
        self._sends = sends
        self._seal = seal
        self._audit = audit
        self._share = share
        self._config = config
        self._clock = clock
        self._pages = (config.public_url or "").rstrip("/")

    async def for_ever(self) -> None:
        """Look every few seconds; an app database that is away is waited for."""
        while True:
            try:
                await self.look()
            except Exception:  # whatever fails now must not keep later times from being tried
                log.warning("schedules not looked at", exc_info=True)
            await asyncio.sleep(LOOK_S)

    async def look(self) -> int:
        """Carry out what is due, a few at once, and return how many that were."""
        return sum(await asyncio.gather(*(self._one_by_one() for _ in range(AT_ONCE))))

    async def _one_by_one(self) -> int:
        count = 0
        while (claimed := await self._store.claim(self._clock(), LEASE_S)) is not None:
            await self._carry_out(claimed)
            count += 1
        return count

    async def _carry_out(self, claimed: Claimed) -> None:
        schedule, now = claimed.schedule, self._clock()
        when = When(schedule.cron, schedule.timezone)
        if schedule.asked_at is not None:
            run = await self._store.begin(claimed, schedule.asked_at, by_hand=True)
        else:
            due, missed = when.last_due(schedule.next_at or now, now)
            run = await self._store.begin(claimed, due, missed=missed)
        if run is None:
            return
        work = asyncio.create_task(self._ended(claimed, run, now, when))
        try:
            while not (await asyncio.wait({work}, timeout=LEASE_S / 4))[0]:
                if await self._store.hold(claimed, LEASE_S) is None:
                    work.cancel()
            await self._store.finish(claimed, run, work.result())
        except (_TakenAwayError, asyncio.CancelledError):
            work.cancel()
            log.info("schedule_taken_away", extra={"schedule": schedule.id})
            if (task := asyncio.current_task()) and task.cancelling():
                raise

    async def _ended(self, claimed: Claimed, run: Run, now: dt.datetime, when: When) -> Ended:
        """Do the work of one run, and return how it ended; what fails is told and counted."""
        schedule = claimed.schedule
        following = None if run.by_hand else when.after(max(now, run.due_at))
        turn = uuid.uuid4().hex
        try:
            if run.tries > MOST_TRIES:
                raise WenshuError("cut_off_again")
            owner = await self._owner(schedule)
            rights = self._access.rights(owner, schedule.connection).fingerprint()
            channels = self._seal.open(schedule.sealed)
            answer = await self._answer(schedule, owner, turn)
            return await self._told(claimed, run, owner, rights, channels, answer, now, following)
        except _TakenAwayError:
            raise
        except WenshuError as error:
            return await self._failed(claimed, run, error, now, following, turn)
        except Exception:
            log.exception("schedule_failed", extra={"schedule": schedule.id})
            return await self._failed(claimed, run, WenshuError(), now, following, turn)

    async def _owner(self, schedule: Schedule) -> User:
        """Return the owner as they are now, or raise AccessError where they may not have this any more."""
        owner = await self._find(schedule.owner)
        if owner is None:
            raise AccessError("schedule_owner_gone", name=schedule.owner)
        if schedule.connection not in self._connections(owner.name):
            raise AccessError("schedule_connection_gone", connection=schedule.connection)
        self._access.rights(owner, schedule.connection)
        if "export" not in self._access.features(owner):
            raise AccessError("export_denied")
        return owner

    async def _answer(self, schedule: Schedule, owner: User, turn: str) -> Answer:
        """Ask in a conversation of its own, or raise WenshuError where not that came which was agreed."""
        answer = await self._ask(
            schedule.question,
            user=owner,
            thread=uuid.uuid4().hex,
            connection=schedule.connection,
            language=wording.spoken(schedule),
            fresh=True,
            turn=turn,
            steps=False,
        )
        require_data(answer)
        if not same_reading(schedule.query, answer.query):
            raise InputError("schedule_read_otherwise")
        return answer

    async def _told(
        self,
        claimed: Claimed,
        run: Run,
        owner: User,
        rights: str,
        channels: tuple[Channel, ...],
        answer: Answer,
        now: dt.datetime,
        following: dt.datetime | None,
    ) -> Ended:
        """Send an answer where it is wanted, and let its link be opened by who has the same rights."""
        schedule = claimed.schedule
        condition = condition_from(schedule.condition) if schedule.condition else None
        look = look_at(condition, answer, schedule.memory, rights, now) if condition else None
        memory = look.memory if look and not run.by_hand else schedule.memory
        said = answer.answer[:500]
        if look and not look.tells and not run.by_hand:
            return Ended("quiet", 0, memory, following, answer.id, said)
        if self._pages:
            await self._share(Shared(answer.id, owner.name, rights))
        message = wording.report(schedule, run, answer, owner, now, self._pages, look, condition)
        outcomes = await self._delivered(claimed, run, channels, message, now)
        if not any(outcome in (SENT, UNKNOWN) for outcome in outcomes.values()):
            # It was not told: the next look shall find the event as new as this one did.
            error = DeliveryError("delivery_failed")
            return await self._failed(claimed, run, error, now, following, answer.id, said)
        await self._audit.write(
            who=schedule.owner,
            act="schedule.send",
            connection=schedule.connection,
            question=schedule.question,
            rows=len(answer.rows),
            detail={"schedule": schedule.id, "turn": answer.id, "to": [one.shown for one in channels]},
        )
        failures = schedule.failures if run.by_hand else 0
        return Ended("sent", failures, memory, following, answer.id, said)

    async def _failed(
        self,
        claimed: Claimed,
        run: Run,
        error: WenshuError,
        now: dt.datetime,
        following: dt.datetime | None,
        turn: str = "",
        said: str = "",
    ) -> Ended:
        """Count a failure, tell of the first and of the last, and stop where there is no use in going on."""
        schedule, why = claimed.schedule, kept(error)
        failures = schedule.failures + (0 if run.by_hand else 1)
        for_good = isinstance(error, AccessError) or error.code == "channels_sealed"
        stops = for_good or failures >= self._config.schedule_most_failures
        log.info("schedule_not_answered", extra={"schedule": schedule.id, "code": error.code})
        if not isinstance(error, DeliveryError) and (stops or failures == 1 or run.by_hand):
            await self._noticed(claimed, run, error, now, stops=stops)
        if stops:
            await self._audit.write(
                who=schedule.owner, act="schedule.stop", code=error.code, detail={"schedule": schedule.id}
            )
        stopping = why if stops else None
        return Ended("failed", failures, schedule.memory, following, turn, said, why, stopping)

    async def _noticed(
        self, claimed: Claimed, run: Run, error: WenshuError, now: dt.datetime, *, stops: bool
    ) -> None:
        try:
            channels = self._seal.open(claimed.schedule.sealed)
        except SettingsError:
            return  # nobody can be told but whoever opens the page
        message = wording.notice(claimed.schedule, error, now, self._pages, stops=stops)
        await self._delivered(claimed, run, channels, message, now, _NOTICE)

    async def _delivered(
        self,
        claimed: Claimed,
        run: Run,
        channels: tuple[Channel, ...],
        message: Message,
        now: dt.datetime,
        prefix: str = "",
    ) -> dict[str, str]:
        """Send to each channel and return what became of it; what was begun before is not sent twice."""
        state = await self._store.hold(claimed, LEASE_S)
        if state is None or (state != "active" and not run.by_hand):
            raise _TakenAwayError
        outcomes: dict[str, str] = {}
        for place, channel in enumerate(channels):
            key = f"{prefix}{place}"
            before = run.deliveries.get(key)
            if before in (SENT, SENDING, UNKNOWN):
                outcomes[key] = SENT if before == SENT else UNKNOWN
            else:
                await self._note(claimed, run, {key: SENDING})
                outcomes[key] = await self._outcome(channel, message, now)
            await self._note(claimed, run, {key: outcomes[key]})
        return outcomes

    async def _outcome(self, channel: Channel, message: Message, now: dt.datetime) -> str:
        try:
            await self._sends.send(channel, message, now)
        except DeliveryError as error:
            log.info("not_delivered", extra={"channel": channel.kind, "code": error.code})
            return error.code
        return SENT

    async def _note(self, claimed: Claimed, run: Run, outcome: Mapping[str, str]) -> None:
        if not await self._store.delivering(claimed, run, outcome):
            raise _TakenAwayError


def require_data(answer: Answer) -> None:
    """Raise WenshuError where an answer holds no data: nothing else is sent to anybody."""
    if answer.kind == "data":
        return
    raise InputError("schedule_no_answer", said=answer.answer[:300])


def kept(error: WenshuError) -> dict[str, Any]:
    """Return an error as it is kept, to be told in any language."""
    return {"code": error.code, "params": {name: str(value) for name, value in error.params.items()}}
