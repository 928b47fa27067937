"""Statements typed by hand, from whichever door: one way through all five walls, one line in the audit."""

import logging
import time
from dataclasses import dataclass

from appdb.audit import AuditLog
from appdb.users import User
from database.access import AccessRules
from database.connections import ApprovedQuery, Databases
from database.result import QueryResult
from errors import AccessError, InputError, WenshuError

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class SqlDesk:
    """Runs them; `dry_run` has each planned by the database before it runs."""

    databases: Databases
    access: AccessRules
    audit: AuditLog
    dry_run: bool = True

    async def run(
        self, sql: str, user: User, connection: str, *, confirmed: bool = False, any_role: bool = False
    ) -> QueryResult:
        """Return the rows of one statement under a person's rights, or raise what refused it.

        `confirmed` lets one run that asks first, `any_role` (the terminal) people whose role may write none.
        """
        started = time.perf_counter()
        approved: ApprovedQuery | None = None
        result: QueryResult | None = None
        code: str | None = "cancelled"
        try:
            if not any_role and "edit_sql" not in self.access.features(user):
                raise AccessError("edit_sql_denied")
            rights = self.access.rights(user, connection)
            database = self.databases.get(connection)
            approved = await database.approve(sql, rights, dry_run=self.dry_run)
            if approved.confirm and not confirmed:
                raise _unconfirmed(approved)
            result = await database.run(approved, user=user.name)
            code = None
        except WenshuError as error:
            code = error.code
            logger.info("sql refused", extra={"code": code, "connection": connection, "detail": error.detail})
            raise
        finally:
            # Written also when the caller goes away: a statement that ran is never without its record.
            await self.audit.write(
                who=user.name,
                act="sql",
                connection=connection,
                sql=approved.final_sql if approved else sql,
                policies=approved.policies if approved else None,
                rows=result.row_count if result else None,
                ms=round((time.perf_counter() - started) * 1000, 1),
                code=code,
            )
        return result


def _unconfirmed(approved: ApprovedQuery) -> InputError:
    cost = approved.estimate.cost if approved.estimate else None
    return InputError(
        "confirm_needed",
        cost="?" if cost is None else f"{cost:,.0f}",
        tables=", ".join(approved.tables) or "-",
    )
