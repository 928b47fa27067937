"""The engines that composed statements are run on: each with some statements carried out first."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import duckdb
import psycopg
import pymysql

from appdb.embedded import EmbeddedPostgres
from tests.conftest import create_database, drop_database
from tests.integration.mariadb import private_mariadb

Run = Callable[[str], list[tuple[Any, ...]]]


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
