"""Taking in a database: its address is checked, tried and read before anything is kept of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from pydantic import SecretStr

from config.settings import Settings
from database.connect_faults import told_apart
from database.connections import Databases
from database.own_places import refuse_own_cluster, refuse_own_places
from database.reader_role import create_reader_role, require_role
from database.schema import Schema
from database.spec import ConnectionSpec, Today, refuse_metadata_address
from errors import ConnectionFailedError, DatabaseError, InputError

TRY_S = 60.0
OUR_OWN = ("chat.threads", "public.knowledge_items", "public.turns")


@dataclass(frozen=True)
class Tried:
    """A database that answered: what it shows, and what its sign-in could write, which should be nothing."""

    spec: ConnectionSpec
    schema: Schema
    writable: tuple[str, ...]

    @property
    def columns(self) -> int:
        """Return how many columns it shows."""
        return sum(len(table.columns) for table in self.schema.tables)

    @property
    def commented(self) -> int:
        """Return how many of them have a comment."""
        return sum(bool(column.comment) for table in self.schema.tables for column in table.columns)


async def tried(
    spec: ConnectionSpec, settings: Settings, reader_role: str = "", *, known: bool = False
) -> Tried:
    """Try a database out, or raise what says why it cannot be used.

    With `reader_role`, a role of that name that can only read is made first, and its address takes the place
    of the given one (PostgreSQL). The app's own files and cluster are refused, but for a `known` database
    that is in use already, as the demo is.
    """
    url = spec.url.get_secret_value()
    if reader_role:
        require_role(url, reader_role)
    await asyncio.to_thread(refuse_metadata_address, url)
    if not known:
        await asyncio.to_thread(refuse_own_places, spec, settings)
    try:
        async with asyncio.timeout(TRY_S):
            found = await _read(spec, settings, known)
            if not reader_role:
                return found
            address = await create_reader_role(url, reader_role, spec.schemas)
            spec = replace(spec, url=SecretStr(address))
            return await _read(spec, settings, known)
    except DatabaseError as error:
        raise told_apart(error, spec) from error
    except TimeoutError as error:
        raise ConnectionFailedError("connect_slow", phase="connect", place=spec.safe_url()) from error


async def _read(spec: ConnectionSpec, settings: Settings, known: bool) -> Tried:
    trial = Databases.open([spec], settings)
    try:
        database = trial.get(spec.name)
        if not known:
            await refuse_own_cluster(database, settings)
        # Whoever may read one table of ours alone must not have it asked either.
        if await database.has_tables(OUR_OWN):
            raise InputError("connection_own_database")
        schema = await database.refresh_schema()
        return Tried(spec, schema, await database.writable())
    finally:
        await trial.close()


def spec_of(
    name: str,
    url: str,
    password: str = "",
    schemas: Sequence[str] = (),
    roles: Sequence[str] = (),
    today: Today = "clock",
) -> ConnectionSpec:
    """Return the description of a database from what a form or a command line says."""
    address = url.strip()
    try:
        urlsplit(address).port  # noqa: B018  raises
    except ValueError as error:
        raise InputError("connect_address_port") from error
    if password:
        from sqlalchemy.engine import make_url  # 11 MB, for a server that reaches databases by other ways
        from sqlalchemy.exc import ArgumentError

        try:
            address = make_url(address).set(password=password).render_as_string(hide_password=False)
        except (ArgumentError, ValueError) as error:
            raise InputError("connection_url_invalid") from error
    return ConnectionSpec(
        name=name.strip(), url=SecretStr(address), schemas=tuple(schemas), roles=tuple(roles), today=today
    )
