"""`connect`: take in a database: test it, read its schema, teach it, register it, warn of rights to write."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from config.wording import Language, say
from database.connections import ConnectionSpec, Databases
from database.reader_role import create_reader_role
from database.reading import to_ddl
from database.schema import Schema, Table
from database.spec import refuse_metadata_address, save_spec

Teach = Callable[[str, list[tuple[Table, str]]], Awaitable[None]]

SHOWN_WRITABLE = 5


@dataclass(frozen=True)
class Connected:
    """What was found in a database that is now registered; `writable` should be empty."""

    name: str
    address: str
    tables: int
    columns: int
    commented: int
    writable: tuple[str, ...]


async def connect(
    name: str,
    url: str,
    schemas: Sequence[str],
    *,
    databases: Databases,
    data_dir: Path,
    teach: Teach,
    reader_role: str = "",
    any_address: bool = False,
) -> Connected:
    """Register a database and teach its schema; nothing is kept of one that does not answer.

    With `reader_role`, a role of that name that can only read is created first, and its address is kept
    instead of the given one (PostgreSQL). `any_address` lets link-local addresses pass.
    """
    spec = ConnectionSpec(name=name, url=SecretStr(url), schemas=tuple(schemas))
    if not any_address:
        await asyncio.to_thread(refuse_metadata_address, url)
    if reader_role:
        address = await create_reader_role(url, reader_role, schemas)
        spec = ConnectionSpec(name=name, url=SecretStr(address), schemas=tuple(schemas))
    trial = Databases.open([spec], databases.settings)
    try:
        schema = await trial.get(name).refresh_schema()
        writable = await trial.get(name).writable()
    finally:
        await trial.close()
    save_spec(data_dir, spec)
    await databases.add(spec)
    await teach(name, [(table, to_ddl(table)) for table in schema.tables])
    return _found(spec, schema, writable)


def report_lines(found: Connected, language: Language) -> list[str]:
    """Return what a person reads after `connect`."""
    lines = [
        say(
            "connect.done",
            language,
            name=found.name,
            address=found.address,
            tables=found.tables,
            columns=found.columns,
            commented=found.commented,
        )
    ]
    if found.tables == 0:
        lines.append(say("connect.empty", language))
    if found.writable:
        places = ", ".join(found.writable[:SHOWN_WRITABLE])
        lines.append(say("connect.can_write", language, places=places, count=len(found.writable)))
    return lines


def _found(spec: ConnectionSpec, schema: Schema, writable: tuple[str, ...]) -> Connected:
    columns = [column for table in schema.tables for column in table.columns]
    return Connected(
        name=spec.name,
        address=spec.safe_url(),
        tables=len(schema.tables),
        columns=len(columns),
        commented=sum(bool(column.comment) for column in columns),
        writable=writable,
    )
