"""The databases asked: each takes a statement through the walls and runs it, and nothing else."""

import asyncio
import copy
import hashlib
import logging
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from sqlglot import exp

from appdb.places import Places
from config.heavy import aside
from config.settings import Settings
from database import guard, policy
from database.dialects import Dialect, dialect_named
from database.guard import CheckedQuery
from database.masked_use import computed_with
from database.policy import BoundQuery
from database.result import QueryResult
from database.rights import Rights
from database.runners import runner_for
from database.runners.base import Limits, Params, PlanEstimate, Runner
from database.schema import Schema
from database.sensitive import touches
from database.spec import ConnectionSpec
from database.turnstile import Turnstile
from errors import CostError, DatabaseError, InputError, NotFoundError, PolicyError, WenshuError

__all__ = ["ApprovedQuery", "ConnectionSpec", "Database", "Databases", "PlanEstimate", "hash_sql"]

logger = logging.getLogger(__name__)

SCHEMA_MAX_AGE_S = 600
_NEVER = -math.inf  # not 0: the clock of a machine that has just started is younger than any age
NEAR_CHARS = 40
BYTES_A_ROW = 1_000  # of a part, which is a few names and figures a row


@dataclass(frozen=True)
class ApprovedQuery:
    """A statement that passed guard, policy and dry run, ready to run as it stands.

    `confirm` says why the user must be asked first: costly, sensitive, always; empty where nothing has to be.
    `masked` is a column that it computes with and that is masked for the user. `sensitive` says that it reads
    what the operator tagged so, whether or not the user has to be asked. `at_most` are the rows that its own
    LIMIT leaves, where it has one. `plan_due`: its dry run comes with the run itself; `made` tells which
    functions there were when it was checked.
    """

    connection: str
    sql: str
    final_sql: str
    params: Params
    sql_hash: str
    tables: tuple[str, ...]
    policies: tuple[str, ...]
    estimate: PlanEstimate | None = None
    confirm: str = ""
    masked: str = ""
    sensitive: bool = False
    at_most: int | None = None
    plan_due: bool = False
    made: str = ""

    def require_unmasked(self) -> None:
        """Raise PolicyError where its figures would be figures of masks."""
        if self.masked:
            raise PolicyError("figure_masked", phase="policy", column=self.masked.rpartition(".")[2])


def hash_sql(sql: str) -> str:
    """Return the name by which an approved statement is known within a turn."""
    return hashlib.sha256(sql.encode()).hexdigest()


class Database:
    """One database asked."""

    def __init__(self, spec: ConnectionSpec, runner: Runner, limits: Limits, turnstile: Turnstile) -> None:
        self.spec = spec
        self.name = spec.name
        self.dialect: Dialect = dialect_named(spec.dialect)
        self.limits = limits
        self._runner = runner
        self._turnstile = turnstile
        self._schema: Schema | None = None
        self._schema_read_at = _NEVER
        self._reading = asyncio.Lock()

    @property
    def schema(self) -> Schema:
        """Return the schema as last read; empty before `load_schema`."""
        return self._schema or Schema()

    async def load_schema(self) -> Schema:
        """Return the schema, read anew when there is none or it has aged; an aged one beats none."""
        if self._schema is not None and time.monotonic() - self._schema_read_at < SCHEMA_MAX_AGE_S:
            return self._schema
        try:
            return await self.refresh_schema()
        except DatabaseError:
            if self._schema is None:
                raise
            logger.warning("schema not re-read", extra={"connection": self.name}, exc_info=True)
            return self._schema

    async def refresh_schema(self) -> Schema:
        """Read tables, columns, comments and keys from the database."""
        asked_at = time.monotonic()
        async with self._reading:
            if self._schema is None or self._schema_read_at < asked_at:
                self._schema = await self._runner.read_schema(self.spec.schemas)
                self._schema_read_at = time.monotonic()
            return self._schema

    async def approve(
        self, sql: str, rights: Rights, *, dry_run: bool | Literal["as it runs"] = True
    ) -> ApprovedQuery:
        """Take a statement through guard, policy and EXPLAIN, or raise the wall's error.

        One that runs at once is planned `as it runs`, in one transaction: `run` raises that wall's error.
        """
        schema = await self.load_schema()
        try:
            checked, bound = await aside(len(sql), self._walled, sql, rights, schema)
        except DatabaseError as error:
            if error.code != "column_unknown":
                raise
            schema = await self.refresh_schema()  # the schema may have moved under us
            checked, bound = await aside(len(sql), self._walled, sql, rights, schema, True)
        estimate = await self._estimate(bound.sql, bound.params) if dry_run is True else None
        if estimate is not None and estimate.made != schema.made:  # what a name calls may be another now
            schema = await self.refresh_schema()
            checked, bound = await aside(len(sql), self._walled, sql, rights, schema, True)
            estimate = await self._estimate(bound.sql, bound.params)
        return ApprovedQuery(
            connection=self.name,
            sql=sql,
            final_sql=bound.sql,
            params=bound.params,
            sql_hash=hash_sql(sql),
            tables=tuple(bound.tables),
            policies=tuple(bound.policies),
            estimate=estimate,
            confirm=await aside(len(sql), self._confirm, checked.tree, bound.tables, estimate),
            masked=await aside(len(sql), _computed_with, checked.tree, bound.policies, schema),
            sensitive=await aside(len(sql), self._is_sensitive, checked.tree, bound.tables),
            at_most=_at_most(checked.tree),
            plan_due=dry_run == "as it runs",
            made=schema.made,
        )

    def _walled(
        self, sql: str, rights: Rights, schema: Schema, fresh: bool = False
    ) -> tuple[CheckedQuery, BoundQuery]:
        checked = guard.check(sql, self.dialect, self._scope())
        return checked, policy.apply(checked, rights, schema, self.limits.max_rows, fresh=fresh)

    async def run(
        self, approved: ApprovedQuery, *, user: str = "", max_rows: int | None = None
    ) -> QueryResult:
        """Run what `approve` gave, within the limits of this connection."""
        if approved.connection != self.name:
            raise DatabaseError("approved_elsewhere", phase="execute", connection=self.name)
        async with self._turnstile.turn(user, self.limits.timeout_ms / 1000):
            limits = self.limits.with_rows(max_rows).with_rows(approved.at_most)
            may_run = partial(self._require_as_approved, approved) if approved.plan_due else None
            try:
                return await self._runner.run(approved.final_sql, approved.params, limits, may_run)
            except DatabaseError as error:
                error.near = _near(approved.final_sql, error.position)
                if approved.plan_due:
                    self._note_moved(error)
                raise

    def with_rows(self, max_rows: int) -> "Database":
        """Return the same database with another row limit, for a part of what is joined elsewhere."""
        other = copy.copy(self)
        other.limits = replace(self.limits, max_rows=max_rows, max_bytes=max_rows * BYTES_A_ROW)
        return other

    async def estimate_rows(self) -> Mapping[str, int]:
        """Return how many rows the engine thinks its tables have, by `schema.table`."""
        return await self._runner.estimate_rows(self.spec.schemas)

    async def writable(self) -> tuple[str, ...]:
        """Name what this connection's sign-in could write; empty is what one wants."""
        return await self._runner.writable()

    async def server(self) -> str:
        """Return what tells the server from every other, or "" for engines that have no such name."""
        return await self._runner.server()

    async def has_tables(self, names: Sequence[str]) -> bool:
        """Tell whether all these tables are there, also those this sign-in may not read."""
        return await self._runner.has_tables(names)

    async def close(self) -> None:
        """Give the connections back."""
        await self._runner.close()

    def _scope(self) -> guard.Scope:
        return guard.Scope(schemas=self.spec.schemas, default_schema=self.spec.default_schema())

    async def _estimate(self, sql: str, params: Params) -> PlanEstimate:
        """Plan the statement; refuse what is over the higher threshold."""
        try:
            estimate = await self._runner.explain(sql, params, self.limits.timeout_ms)
        except DatabaseError as error:
            error.phase, error.near = "validate", _near(sql, error.position)
            self._note_moved(error)
            raise
        self._require_modest(estimate)
        return estimate

    def _note_moved(self, error: DatabaseError) -> None:
        """Have the schema read before the next statement where it moved under us."""
        if error.code in ("table_unknown", "column_unknown"):
            self._schema_read_at = _NEVER

    def _require_modest(self, estimate: PlanEstimate) -> None:
        most = self.spec.cost_refuse
        if most is not None and estimate.cost is not None and estimate.cost > most:
            raise CostError(phase="validate", cost=round(estimate.cost), most=round(most))

    def _require_as_approved(self, approved: ApprovedQuery, estimate: PlanEstimate) -> None:
        """Refuse what the user would have to be asked about, or what may call another function by now."""
        self._require_modest(estimate)
        if estimate.made != approved.made:
            self._schema_read_at = _NEVER
        elif not self._is_costly(estimate):
            return
        raise InputError("sql_not_approved", phase="validate")

    def _is_costly(self, estimate: PlanEstimate | None) -> bool:
        most = self.spec.cost_confirm
        wished = self.spec.confirm_sql != "never"
        return bool(
            wished and estimate and estimate.cost is not None and most is not None and estimate.cost > most
        )

    def _confirm(self, tree: Any, tables: Iterable[str], estimate: PlanEstimate | None) -> str:
        wish = self.spec.confirm_sql
        if wish == "never":
            return ""
        if self._is_costly(estimate):
            return "costly"
        if wish in ("sensitive", "always") and self._is_sensitive(tree, tables):
            return "sensitive"
        return "always" if wish == "always" else ""

    def _is_sensitive(self, tree: Any, tables: Iterable[str]) -> bool:
        return touches(tree, tables, self.schema, self.spec.sensitive)


def _computed_with(tree: Any, policies: Iterable[str], schema: Schema) -> str:
    """Return a column masked by these policies that a statement computes with."""
    named = (kind_and_name.partition(":")[::2] for kind_and_name in policies)
    return computed_with(tree, {name.lower() for kind, name in named if kind != "rows"}, schema)


def _at_most(tree: exp.Expr) -> int | None:
    """Return the number of a statement's own LIMIT, where it is written as one."""
    limit = tree.args.get("limit")
    most = limit.expression if isinstance(limit, exp.Limit) else None
    return int(most.name) if isinstance(most, exp.Literal) and most.is_int else None


def _near(sql: str, position: int | None) -> str:
    """Return the statement's words from where an engine points."""
    return "" if position is None else " ".join(sql[position - 1 :][:NEAR_CHARS].split())


class Databases:
    """Every database asked, by name; one that is down raises only when it is asked."""

    def __init__(
        self, databases: Mapping[str, Database], settings: Settings, places: Places | None = None
    ) -> None:
        self._databases = dict(databases)
        self.settings = settings
        self._turnstile = Turnstile(settings.max_queries_per_user, places)
        self.unopened: dict[str, WenshuError] = {}  # registered, but nobody here can read where they are

    @classmethod
    def open(
        cls, specs: Iterable[ConnectionSpec], settings: Settings, places: Places | None = None
    ) -> "Databases":
        """Make ready, without connecting; a later spec of the same name replaces an earlier one."""
        databases = cls({}, settings, places)
        for spec in specs:
            databases._databases[spec.name] = databases._made(spec)
        return databases

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of those that are nobody's own, in the order they were given."""
        return tuple(name for name, one in self._databases.items() if not one.spec.owner)

    def owned(self, owner: str) -> tuple[str, ...]:
        """Return the names of a person's own, the newest first."""
        return tuple(name for name, one in reversed(self._databases.items()) if one.spec.owner == owner)

    def owner(self, name: str) -> str:
        """Return whose own a database is; empty where it is nobody's or not there."""
        found = self._databases.get(name)
        return found.spec.owner if found else ""

    def get(self, name: str) -> Database:
        """Return the database of this name, or raise NotFoundError; no name where there is none at all."""
        try:
            return self._databases[name]
        except KeyError:
            if not name and not self.names:
                raise self.nothing() from None
            if lost := self.unopened.get(name):
                raise NotFoundError(lost.code, **lost.params) from None
            raise NotFoundError("connection_unknown", name=name, known=", ".join(self.names) or "-") from None

    def nothing(self) -> NotFoundError:
        """Return the error for having nothing to ask: nothing is connected, or it cannot be opened."""
        lost = next(iter(self.unopened.values()), None)
        return NotFoundError(lost.code, **lost.params) if lost else NotFoundError("no_connection")

    def find(self, name: str) -> Database | None:
        """Return the connection called so, or None where a name is only taught under."""
        return self._databases.get(name)

    async def add(self, spec: ConnectionSpec) -> Database:
        """Take in a database while running; one of the same name is closed and replaced."""
        before = self._databases.get(spec.name)
        self._databases[spec.name] = self._made(spec)
        if before is not None:
            await before.close()
        return self._databases[spec.name]

    async def remove(self, name: str) -> None:
        """Let a database go; one that is not there is no error."""
        before = self._databases.pop(name, None)
        if before is not None:
            await before.close()

    def roles(self, name: str) -> tuple[str, ...]:
        """Return the roles a database is kept to; empty is every role that the access file lets."""
        database = self._databases.get(name)
        return database.spec.roles if database else ()

    async def close(self) -> None:
        """Close every database; one that cannot close does not keep the others open."""
        await self._turnstile.close()
        results = await asyncio.gather(
            *(database.close() for database in self._databases.values()), return_exceptions=True
        )
        for result in results:
            if isinstance(result, BaseException):
                logger.warning("a database did not close", exc_info=result)

    def _made(self, spec: ConnectionSpec) -> Database:
        limits = Limits(
            timeout_ms=spec.query_timeout_ms or self.settings.query_timeout_ms,
            max_rows=spec.max_rows or self.settings.max_rows,
            max_bytes=self.settings.max_result_bytes,
        )
        return Database(spec, runner_for(spec, self.settings), limits, self._turnstile)
