"""A least-privilege role on PostgreSQL: reads the given schemas and nothing else."""

import re
import secrets
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import AsyncConnection, sql

from database.spec import engine_of
from errors import ConnectionFailedError, DatabaseError, InputError

_ROLE = re.compile(r"[a-z_][a-z0-9_]{0,62}")
CONNECT_TIMEOUT_S = 5


def require_role(url: str, role: str) -> None:
    """Raise InputError where no such role can be made there."""
    if engine_of(url) != "postgres":
        raise InputError("role_engine_unsupported", engine=engine_of(url))
    if not _ROLE.fullmatch(role) or role.startswith("pg_"):
        raise InputError("role_name_invalid", name=role)


async def create_reader_role(url: str, role: str, schemas: Sequence[str]) -> str:
    """Create (or set again) a role that can only read, as the sign-in of `url`; return the role's address.

    Without schemas it may read every one that the sign-in can grant.
    """
    from sqlalchemy.engine import make_url  # 11 MB

    require_role(url, role)
    password = secrets.token_urlsafe(24)
    address = make_url(url).set(drivername="postgresql")
    try:
        connection = await AsyncConnection.connect(
            address.render_as_string(hide_password=False), connect_timeout=CONNECT_TIMEOUT_S
        )
        async with connection:
            await _create(connection, role, password)
            for schema in schemas or await _grantable(connection):
                await _grant(connection, role, schema)
    except psycopg.OperationalError as error:
        raise ConnectionFailedError(phase="connect", detail=str(error), connection=role) from error
    except psycopg.Error as error:
        code = "query_forbidden" if error.sqlstate == "42501" else None
        raise DatabaseError(
            code, phase="connect", sqlstate=error.sqlstate or "", detail=str(error)
        ) from error
    return address.set(username=role, password=password).render_as_string(hide_password=False)


async def _create(connection: AsyncConnection[Any], role: str, password: str) -> None:
    name = sql.Identifier(role)
    found = await (
        await connection.execute("SELECT rolsuper, current_user FROM pg_roles WHERE rolname = %s", [role])
    ).fetchone()
    if found and (found[0] or found[1] == role):
        # Taking rights from a superuser, or from the very sign-in at work, is not what was asked.
        raise InputError("role_name_invalid", name=role)
    verb = sql.SQL("ALTER" if found else "CREATE")
    await connection.execute(
        sql.SQL("{} ROLE {} LOGIN PASSWORD {} NOCREATEDB NOCREATEROLE NOINHERIT CONNECTION LIMIT 50").format(
            verb, name, sql.Literal(password)
        )
    )
    await connection.execute(sql.SQL("ALTER ROLE {} SET default_transaction_read_only = on").format(name))
    await connection.execute(
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(sql.Identifier(connection.info.dbname), name)
    )


async def _grantable(connection: AsyncConnection[Any]) -> list[str]:
    rows = await connection.execute(
        "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
        " AND has_schema_privilege(oid, 'USAGE WITH GRANT OPTION') ORDER BY nspname"
    )
    return [row[0] for row in await rows.fetchall()]


async def _grant(connection: AsyncConnection[Any], role: str, schema: str) -> None:
    for words in (
        "GRANT USAGE ON SCHEMA {schema} TO {role}",
        "REVOKE CREATE ON SCHEMA {schema} FROM {role}",
        "REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role}",
        "GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO {role}",
    ):
        statement = sql.SQL(words).format(schema=sql.Identifier(schema), role=sql.Identifier(role))
        await connection.execute(statement)
