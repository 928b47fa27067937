"""The demo database: made, filled and kept up to yesterday."""

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import psycopg
from psycopg import sql

if TYPE_CHECKING:
    from demo.days import Days

DATABASE = "wenshu_demo"
OWNER = "wenshu_demo_owner"
READER = "wenshu_demo_reader"
HERE = Path(__file__).resolve().parent
SCHEMA = HERE / "schema.sql"
TEACHING = (SCHEMA, HERE / "knowledge")  # what the assistant is taught about it
GOLDEN = HERE / "golden.jsonl"
NOT_FILLING = ("__init__.py", "database.py", "people.py", "first_start.py")
YEARS = 2
LOCK = 7_302_114  # advisory lock: one filling at a time

Progress = Callable[[float, str], None]
Connection = psycopg.Connection[tuple[Any, ...]]


def demo_url(superuser_url: str, database: str = DATABASE) -> str:
    """Return the superuser's URL of the demo database."""
    return _of(superuser_url, database)


def reader_url(superuser_url: str, database: str = DATABASE) -> str:
    """Return the URL under which questions are run."""
    return _of(superuser_url, database, READER)


def _of(url: str, database: str = "", account: str = "") -> str:
    """Return a URL as libpq takes it, of another database or account where they are named."""
    parts = urlsplit(url)
    own, _, place = parts.netloc.rpartition("@")
    at = f"{account or own}@{place}" if account or own else place
    path = f"/{quote(database, safe='')}" if database else parts.path
    return parts._replace(scheme="postgresql", netloc=at, path=path).geturl()


def create(superuser_url: str, database: str = DATABASE) -> None:
    """Make the database and its two roles where they are missing, and set the reader's rights."""
    with psycopg.connect(_of(superuser_url), autocommit=True) as server:
        for role, options in ((OWNER, "NOLOGIN"), (READER, "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE")):
            _create_role(server, role, options)
        server.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(OWNER)))
        server.execute(
            sql.SQL("ALTER ROLE {} SET default_transaction_read_only = on").format(sql.Identifier(READER))
        )
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone():
            server.execute(
                sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE template0 ENCODING 'UTF8'").format(
                    sql.Identifier(database), sql.Identifier(OWNER)
                )
            )
    _set_rights(demo_url(superuser_url, database), database)


def _create_role(server: Connection, role: str, options: str) -> None:
    if server.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
        return
    server.execute(sql.SQL("CREATE ROLE {} {}").format(sql.Identifier(role), sql.SQL(options)))


def _set_rights(url: str, database: str) -> None:
    """Let the reader see the tables and do nothing else."""
    names = {"db": sql.Identifier(database), "owner": sql.Identifier(OWNER), "reader": sql.Identifier(READER)}
    with psycopg.connect(url) as connection:
        for statement in (
            "REVOKE ALL ON DATABASE {db} FROM PUBLIC",
            "GRANT CONNECT ON DATABASE {db} TO {reader}",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC",
            "GRANT ALL ON SCHEMA public TO {owner}",
            "GRANT USAGE ON SCHEMA public TO {reader}",
            "ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA public GRANT SELECT ON TABLES TO {reader}",
        ):
            connection.execute(sql.SQL(statement).format(**names))


def first_day(today: dt.date) -> dt.date:
    """Return the first day of the demo's data: the start of the month two years ago."""
    return dt.date(today.year - YEARS, today.month, 1)


def fill(url: str, today: dt.date, progress: Progress | None = None) -> None:
    """Make the tables and fill them up to yesterday, in one transaction; where they are, add missing days."""
    append_missing_days(url, today, progress)


def append_missing_days(url: str, today: dt.date, progress: Progress | None = None) -> int:
    """Add the days between the last one held and today; return how many.

    A database that is empty, or that an earlier version of these files filled, is filled anew.
    """
    with psycopg.connect(_of(url)) as connection:
        last = _last_day(connection)
        first = first_day(today) if last is None else last + dt.timedelta(days=1)
        if last is not None and first >= today:
            return 0
        from demo.days import Days  # with numpy: at most starts every day is there

        days = Days(first, max(first, today))
        if last is None:
            _load(connection, days, progress or _quietly)
        else:
            _append(connection, days, progress or _quietly)
    return len(days.dates)


def _quietly(_share: float, _what: str) -> None:
    return


def _last_day(connection: Connection) -> dt.date | None:
    """Return the last day held, or None where these files did not fill the tables; taken under the lock."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(OWNER)))
    held = connection.execute("SELECT obj_description('public'::regnamespace)").fetchone()
    if held != (_edition(),):
        return None
    last = connection.execute("SELECT max(weather_date) FROM weather").fetchone()
    return last[0] if last else None


@lru_cache(maxsize=1)
def _edition() -> str:
    """Name what fills the tables: days of two editions would not fit together."""
    digest = hashlib.sha256()
    for path in sorted(path for kind in ("*.py", "*.sql", "world/*.yaml") for path in HERE.glob(kind)):
        if path.name not in NOT_FILLING:
            digest.update(path.read_bytes())
    return f"wenshu demo {digest.hexdigest()[:12]}"


def _load(connection: Connection, days: "Days", progress: Progress) -> None:
    from demo.network import fixed_tables

    for (table,) in connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    ).fetchall():
        connection.execute(sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(table)))
    connection.execute(SCHEMA.read_text("utf-8"))
    for table, rows in fixed_tables().items():
        _copy(connection, table, zip(*rows, strict=True))
    progress(0.05, "service_areas")
    # Checked for all rows at once after loading, each key costs a tenth of what it costs row by row.
    keys = connection.execute(
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE contype = 'f' AND conrelid::regclass::text IN ('daily_revenue', 'vehicle_flow')"
    ).fetchall()
    for table, name, _ in keys:
        connection.execute(
            sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(sql.Identifier(table), sql.Identifier(name))
        )
    _append(connection, days, progress)
    for table, name, definition in keys:
        connection.execute(
            sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} {}").format(
                sql.Identifier(table), sql.Identifier(name), sql.SQL(definition)
            )
        )
    connection.execute((HERE / "indexes.sql").read_text("utf-8"))
    connection.execute(sql.SQL("COMMENT ON SCHEMA public IS {}").format(sql.Literal(_edition())))
    connection.execute("ANALYZE")
    progress(1.0, "")


def _append(connection: Connection, days: "Days", progress: Progress) -> None:
    from demo.facts import blocks

    newest = connection.execute("SELECT max(target_month) FROM monthly_targets").fetchone()
    months = _months_after(newest[0] if newest else None, days)
    for done, block in enumerate(blocks(days, months), 1):
        _copy(connection, block.table, block.columns)
        progress(min(0.95, 0.05 + 0.12 * done), block.table)


def _months_after(newest: dt.date | None, days: "Days") -> list[dt.date]:
    """Return the months without a target up to the end of the last day's year."""
    months = [
        dt.date(year, month, 1)
        for year in range(days.first.year, days.end.year + 1)
        for month in range(1, 13)
    ]
    start = days.first.replace(day=1)
    return [month for month in months if month >= start and (newest is None or month > newest)]


def _copy(connection: Connection, table: str, columns: Iterable[Iterable[Any]]) -> None:
    """Write a table's rows, made into text column by column: cell by cell it took twice the CPU."""
    lines = map("\t".join, zip(*map(_texts, columns), strict=True))
    with (
        connection.cursor() as cursor,
        cursor.copy(sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(table))) as copy,
    ):
        copy.write("\n".join([*lines, ""]))


def _texts(column: Iterable[Any]) -> list[str]:
    return [r"\N" if value is None else str(value) for value in column]
