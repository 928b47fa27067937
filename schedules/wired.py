"""The schedules of one process, put together."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from appdb.audit import AuditLog
from appdb.pool import AppDatabase
from appdb.schedules import ScheduleStore
from appdb.shared import SharedAnswers
from config.settings import Settings
from database.access import AccessRules
from schedules.channels import Seal
from schedules.delivery import Delivery
from schedules.desk import ScheduleDesk
from schedules.runner import Ask, Clock, Find, Runner, Sends, Share, utc_now


@dataclass(frozen=True)
class Schedules:
    """What people do with schedules, and who carries them out."""

    desk: ScheduleDesk
    runner: Runner


def wire(
    config: Settings,
    database: AppDatabase,
    secret: str,
    *,
    ask: Ask,
    find: Find,
    access: AccessRules,
    connections: Callable[[str], Collection[str]],
    sends: Sends | None = None,
    share: Share | None = None,
    clock: Clock = utc_now,
) -> Schedules:
    """Return the schedules of an app database; `sends`, `share` and `clock` are other ones in tests.

    `connections` names what a person may ask: databases, and files of their own.
    """
    store, audit = ScheduleStore(database), AuditLog(database)
    delivery, seal = Delivery(config), Seal(secret)
    desk = ScheduleDesk(
        store,
        ask=ask,
        access=access,
        connections=connections,
        delivery=delivery,
        seal=seal,
        audit=audit,
        config=config,
        clock=clock,
    )
    runner = Runner(
        store,
        ask=ask,
        find=find,
        access=access,
        connections=connections,
        sends=sends or delivery,
        seal=seal,
        audit=audit,
        share=share or SharedAnswers(database).share,
        config=config,
        clock=clock,
    )
    return Schedules(desk, runner)
