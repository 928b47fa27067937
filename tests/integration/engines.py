"""The engines that composed statements are run on: each with some statements carried out first."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

import duckdb
import psycopg
import pymysql

from appdb.embedded import EmbeddedPostgres
from database.dialects import DUCKDB, POSTGRES, SQLITE, Dialect
from tests.conftest import create_database, drop_database
from tests.integration.mariadb import private_mariadb

Run = Callable[[str], list[tuple[Any, ...]]]
RunOn = Callable[[Dialect], Run]


@contextmanager
def engines(
    postgres: EmbeddedPostgres, name: str, statements: Callable[[Dialect], Iterable[str]]
) -> Iterator[RunOn]:
    """Give what runs on each engine, opened with its statements when it is first asked for."""
    with ExitStack() as opened:

        @cache
        def run_on(dialect: Dialect) -> Run:
            made = statements(dialect)
            if dialect in (SQLITE, DUCKDB):
                return on_sqlite(made) if dialect is SQLITE else on_duckdb(made)
            server = on_postgres(postgres, name, made) if dialect is POSTGRES else on_mariadb(made)
            return opened.enter_context(server)

        yield run_on


def on_sqlite(statements: Iterable[str]) -> Run:
    """Run on SQLite."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    for statement in statements:
        connection.execute(statement)
    return lambda sql: connection.execute(sql).fetchall()


def on_duckdb(statements: Iterable[str]) -> Run:
    """Run on DuckDB."""
    connection = duckdb.connect()
    for statement in statements:
        connection.execute(statement)
    return lambda sql: connection.execute(sql).fetchall()


@contextmanager
def on_postgres(postgres: EmbeddedPostgres, name: str, statements: Iterable[str]) -> Iterator[Run]:
    """Run on PostgreSQL, in a database of its own."""
    create_database(postgres, name)
    with psycopg.connect(postgres.url(name), autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())
        yield lambda sql: connection.execute(sql.encode()).fetchall()
    drop_database(postgres, name)


@contextmanager
def on_mariadb(statements: Iterable[str]) -> Iterator[Run]:
    """Run on MariaDB, as strict as MySQL is."""
    with private_mariadb() as url:
        connection = pymysql.connect(unix_socket=url.rpartition("=")[2], user="root", charset="utf8mb4")
        cursor = connection.cursor()
        cursor.execute("CREATE DATABASE asked")
        cursor.execute("USE asked")
        cursor.execute("SET sql_mode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES'")
        for statement in statements:
            cursor.execute(statement)

        def run(sql: str) -> list[tuple[Any, ...]]:
            cursor.execute(sql)
            return list(cursor.fetchall())

        yield run
        connection.close()
