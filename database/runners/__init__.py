"""One runner per engine: carries out checked SQL read-only, bounded and cancellable."""

import re
from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from config.settings import Settings
from database.runners.base import Runner
from database.spec import ConnectionSpec
from errors import InputError

MEMORY = "1GB"  # DuckDB runs inside this process, and would take most of the machine's memory
OWN_MEMORY, OWN_POOL = "256MB", 2  # of one person's file: there are many


def runner_for(spec: ConnectionSpec, settings: Settings) -> Runner:
    """Return the runner of a connection's engine."""
    try:
        make = _MAKERS[spec.dialect]
    except KeyError:
        raise InputError("connection_driver_missing", engine=spec.dialect, known=", ".join(_MAKERS)) from None
    return make(spec, settings)


# Each driver is imported when a database of its engine is first named, not at every start.
def _postgres(spec: ConnectionSpec, settings: Settings) -> Runner:
    from database.runners.postgres import PostgresRunner

    return PostgresRunner(
        re.sub(r"^postgres(ql)?(\+\w+)?://", "postgresql://", spec.url.get_secret_value()),
        name=spec.name,
        search_path=tuple(dict.fromkeys((spec.default_schema(), *spec.schemas))),
        pool_size=settings.pool_size,
        timezone=settings.timezone,
        set_role=spec.set_role,
    )


def _mysql(spec: ConnectionSpec, settings: Settings) -> Runner:
    from database.runners.mysql import MysqlRunner

    return MysqlRunner(
        spec.url.get_secret_value(),
        name=spec.name,
        schema=spec.default_schema(),
        pool_size=settings.pool_size,
        timezone=settings.timezone,
    )


def _sqlite(spec: ConnectionSpec, settings: Settings) -> Runner:
    from database.runners.sqlite import SqliteRunner

    return SqliteRunner(
        _file(spec), name=spec.name, pool_size=settings.pool_size, max_bytes=settings.max_result_bytes
    )


def _duckdb(spec: ConnectionSpec, settings: Settings) -> Runner:
    from database.runners.duckdb import DuckdbRunner

    return DuckdbRunner(
        _file(spec),
        name=spec.name,
        pool_size=min(settings.pool_size, OWN_POOL) if spec.owner else settings.pool_size,
        timezone=settings.timezone,
        memory=OWN_MEMORY if spec.owner else MEMORY,
    )


def _file(spec: ConnectionSpec) -> str:
    """Return the path of sqlite:///relative.db or sqlite:////absolute.db."""
    return unquote(urlsplit(spec.url.get_secret_value()).path.removeprefix("/"))


_MAKERS: dict[str, Callable[[ConnectionSpec, Settings], Runner]] = {
    "postgres": _postgres,
    "mysql": _mysql,
    "sqlite": _sqlite,
    "duckdb": _duckdb,
}
