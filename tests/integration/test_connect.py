"""`cli.py connect`: a database is tested, read, taught and registered, or not kept at all."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from appdb.embedded import EmbeddedPostgres
from commands.connect import connect, report_lines
from config.settings import Settings
from database.connections import Databases
from database.rights import Rights
from database.schema import Table
from database.spec import registered_specs
from errors import ConnectionFailedError, DatabaseError, InputError

READER = "connect_reader"
Taught = dict[str, list[tuple[Table, str]]]


@pytest.fixture
async def databases(settings_for: Callable[..., Settings]) -> AsyncIterator[Databases]:
    found = Databases.open([], settings_for())
    yield found
    await found.close()


@pytest.fixture
def shop_url(empty_database_url: str) -> str:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE shops (id int PRIMARY KEY, name text)")
        connection.execute("COMMENT ON TABLE shops IS '店铺'; COMMENT ON COLUMN shops.name IS '名称'")
        connection.execute("INSERT INTO shops VALUES (1, '南城')")
    return empty_database_url


@pytest.fixture
def without_reader(postgres: EmbeddedPostgres, shop_url: str) -> Iterator[None]:
    yield
    with psycopg.connect(shop_url, autocommit=True) as connection:
        connection.execute(f"DROP OWNED BY {READER}; DROP ROLE {READER}")


async def test_a_database_is_registered_taught_and_at_once_askable(
    databases: Databases, shop_url: str, tmp_path: Path
) -> None:
    taught: Taught = {}

    async def teach(name: str, tables: list[tuple[Table, str]]) -> None:
        taught[name] = tables

    found = await connect("shop", shop_url, ["public"], databases=databases, data_dir=tmp_path, teach=teach)
    assert (found.tables, found.columns, found.commented) == (1, 2, 1)
    assert [table.name for table, _ in taught["shop"]] == ["shops"] and "-- 店铺" in taught["shop"][0][1]
    assert [spec.name for spec in registered_specs(tmp_path)] == ["shop"]
    rights = Rights("admin", "shop")
    approved = await databases.get("shop").approve("SELECT name FROM shops", rights)
    assert (await databases.get("shop").run(approved)).rows == (("南城",),)
    assert "superuser" in found.writable
    assert any("superuser" in line for line in report_lines(found, "zh"))


@pytest.mark.usefixtures("without_reader")
async def test_a_reading_role_is_made_and_can_read_and_not_write(
    databases: Databases, shop_url: str, tmp_path: Path
) -> None:
    found = await connect(
        "shop", shop_url, ["public"], databases=databases, data_dir=tmp_path, teach=ignore, reader_role=READER
    )
    assert found.writable == () and len(report_lines(found, "en")) == 1
    address = registered_specs(tmp_path)[0].url.get_secret_value()
    assert READER in address and "***" in found.address
    with psycopg.connect(address, autocommit=True) as connection:
        assert connection.execute("SELECT name FROM shops").fetchall() == [("南城",)]
        connection.execute("SET default_transaction_read_only = off")
        for write in ("DELETE FROM shops", "CREATE TABLE mine (id int)"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(write)


async def test_nothing_is_kept_of_a_database_that_does_not_answer(
    databases: Databases, tmp_path: Path
) -> None:
    with pytest.raises(ConnectionFailedError):
        url = f"postgresql://u@/d?host={tmp_path}"
        await connect("gone", url, [], databases=databases, data_dir=tmp_path, teach=ignore)
    assert registered_specs(tmp_path) == () and databases.names == ()


@pytest.mark.parametrize(
    ("url", "role", "code"),
    [
        ("postgresql://u@169.254.169.254/d", "", "connection_address_refused"),
        ("sqlite:///x.db", "reader", "role_engine_unsupported"),
        ("postgresql:///d?host=/nowhere", "reader; DROP", "role_name_invalid"),
        ("oracle://localhost/d", "", "connection_driver_missing"),
        ("hello", "", "connection_url_invalid"),
    ],
)
async def test_a_wrong_address_is_refused_with_its_reason(
    databases: Databases, tmp_path: Path, url: str, role: str, code: str
) -> None:
    with pytest.raises(InputError) as caught:
        await connect("x", url, [], databases=databases, data_dir=tmp_path, teach=ignore, reader_role=role)
    assert caught.value.code == code


async def test_the_sign_in_at_work_never_becomes_the_reading_role(
    databases: Databases, shop_url: str, tmp_path: Path
) -> None:
    with pytest.raises((InputError, DatabaseError)):
        await connect(
            "shop", shop_url, [], databases=databases, data_dir=tmp_path, teach=ignore, reader_role="postgres"
        )
    with psycopg.connect(shop_url) as connection:
        row = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = 'postgres'").fetchone()
    assert row == (True,)


async def ignore(name: str, tables: list[tuple[Table, str]]) -> None:
    """Teach nothing."""
