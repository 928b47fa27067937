"""A statement typed by hand: through all five walls, with its line in the audit."""

import logging
import time
from dataclasses import dataclass
from typing import NotRequired, TypedDict, Unpack

from appdb.audit import AuditLog
from appdb.users import User
from database.access import AccessRules
from database.connections import ApprovedQuery, Databases
from database.result import QueryResult
from errors import InputError, WenshuError

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ByHand:
    """What came of it: the rows, or what refused them."""

    result: QueryResult | None = None
    refusal: WenshuError | None = None


class Walls(TypedDict):
    """What a statement passes, and who runs it where; `yes` lets one run that asks first."""

    databases: Databases
    access: AccessRules
    audit: AuditLog
    user: User
    connection: str
    dry_run: NotRequired[bool]
    yes: NotRequired[bool]


async def run_by_hand(sql: str, **walls: Unpack[Walls]) -> ByHand:
    """Run one statement through the walls, under a person's rights."""
    user, connection = walls["user"], walls["connection"]
    started = time.perf_counter()
    approved: ApprovedQuery | None = None
    result: QueryResult | None = None
    refusal: WenshuError | None = None
    try:
        rights = walls["access"].rights(user, connection)
        database = walls["databases"].get(connection)
        approved = await database.approve(sql, rights, dry_run=walls.get("dry_run", True))
        if approved.confirm and not walls.get("yes", False):
            raise _unconfirmed(approved)
        result = await database.run(approved, user=user.name)
    except WenshuError as error:
        logger.info(
            "sql refused", extra={"code": error.code, "connection": connection, "detail": error.detail}
        )
        refusal = error
    finally:
        # Written also when the caller goes away: a statement that ran is never without its record.
        await walls["audit"].write(
            who=user.name,
            act="sql",
            connection=connection,
            sql=approved.final_sql if approved else sql,
            policies=approved.policies if approved else None,
            rows=result.row_count if result else None,
            ms=round((time.perf_counter() - started) * 1000, 1),
            code=refusal.code if refusal else None if result else "cancelled",
        )
    return ByHand(result, refusal)


def _unconfirmed(approved: ApprovedQuery) -> InputError:
    cost = approved.estimate.cost if approved.estimate else None
    return InputError(
        "confirm_needed",
        cost="?" if cost is None else f"{cost:,.0f}",
        tables=", ".join(approved.tables) or "-",
    )
