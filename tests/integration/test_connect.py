"""Taking in a database: tried, registered sealed, taught, or not kept at all."""

import socket
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr
from sqlalchemy.engine import make_url

from appdb.connections import ConnectionStore
from appdb.embedded import EmbeddedPostgres
from appdb.pool import AppDatabase
from appdb.users import User
from commands.connect import connect, read_line, report_lines
from config.settings import Settings
from database.connecting import spec_of, tried
from database.connections import ConnectionSpec, Databases
from database.registry import Registry
from database.rights import Rights
from errors import ConnectionFailedError, DatabaseError, InputError, NotFoundError, WenshuError
from services import Services, build_services
from tests.fakes.postgres_answers import answering
from tests.fakes.tunnel import tunnel

READER = "connect_reader"
SECRET = "a secret of thirty-two characters"


@pytest.fixture
async def services(settings_for: Callable[..., Settings], app_database_url: str) -> AsyncIterator[Services]:
    made = settings_for(app_database_url=SecretStr(app_database_url), demo=False)
    made.data_dir.mkdir()
    opened = await build_services(made)
    yield opened
    await opened.close()


@pytest.fixture
def shop_url(empty_database_url: str) -> str:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE shops (id int PRIMARY KEY, name text)")
        connection.execute("COMMENT ON TABLE shops IS '店铺'; COMMENT ON COLUMN shops.name IS '名称'")
        connection.execute("INSERT INTO shops VALUES (1, '南城')")
        connection.execute("CREATE SCHEMA old; CREATE TABLE old.shops AS SELECT * FROM shops")
    return empty_database_url


@pytest.fixture
def without_reader(postgres: EmbeddedPostgres, shop_url: str) -> Iterator[None]:
    yield
    with psycopg.connect(shop_url, autocommit=True) as connection:
        connection.execute(f"DROP OWNED BY {READER}; DROP ROLE {READER}")


async def test_a_database_is_registered_sealed_taught_and_at_once_askable(
    services: Services, shop_url: str
) -> None:
    found = await connect(services, "shop", shop_url, ["public"], "ann")
    assert (len(found.schema.tables), found.columns, found.commented) == (1, 2, 1)
    taught = (await services.knowledge.schema("shop")).tables
    assert [(table.full_name, table.comment) for table in taught] == [("public.shops", "店铺")]
    approved = await services.databases.get("shop").approve("SELECT name FROM shops", Rights("admin", "shop"))
    assert (await services.databases.get("shop").run(approved)).rows == (("南城",),)
    assert "superuser" in found.writable
    assert any("superuser" in line for line in report_lines(found, "zh"))
    [kept] = await ConnectionStore(services.app_database).all()
    assert kept.name == "shop" and "shop" not in kept.sealed and "postgres" not in kept.sealed


async def test_after_connecting_a_prompt_says_what_columns_hold_and_which_keys_are_inferred(
    services: Services, shop_url: str
) -> None:
    with psycopg.connect(shop_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE visits (id int PRIMARY KEY, shop_id int, state text)")
        connection.execute("INSERT INTO visits SELECT n, 1, (ARRAY['open', 'done'])[1 + n % 2]"
                           " FROM generate_series(1, 20) n")  # fmt: skip
    await connect(services, "shop", shop_url, ["public"], "ann")
    assert "2 of 2 tables; 1 keys" in read_line(services, "shop", "en")
    rights = services.access.rights(User("ann", role="admin"), "shop")
    asked = {"rights": rights, "today": services.settings.current_date(), "budget_tokens": 3000}
    linked = await services.knowledge.retrieve("visits by state", "shop", **asked)
    [ddl] = [table.ddl for table in linked.tables if table.name == "public.visits"]
    assert "state {done, open}" in ddl and "shop_id ~ shops.id" in ddl
    taught = (await services.knowledge.schema("shop")).table("public.visits")
    assert taught is not None and taught.foreign_keys == (), "what is taught is what the database declares"


@pytest.mark.usefixtures("without_reader")
async def test_a_reading_role_is_made_and_can_read_and_not_write(services: Services, shop_url: str) -> None:
    found = await connect(services, "shop", shop_url, [], "ann", reader_role=READER)
    assert found.writable == () and len(report_lines(found, "en")) == 1
    assert [table.full_name for table in found.schema.tables] == ["old.shops", "public.shops"]
    spec = services.databases.get("shop").spec
    address = spec.url.get_secret_value()
    assert READER in address and "***" in spec.safe_url()
    with psycopg.connect(address, autocommit=True) as connection:
        assert connection.execute("SELECT name FROM shops").fetchall() == [("南城",)]
        connection.execute("SET default_transaction_read_only = off")
        for write in ("DELETE FROM shops", "CREATE TABLE mine (id int)"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(write)


async def test_the_sign_in_at_work_never_becomes_the_reading_role(services: Services, shop_url: str) -> None:
    with pytest.raises((InputError, DatabaseError)):
        await connect(services, "shop", shop_url, [], "ann", reader_role="postgres")
    with psycopg.connect(shop_url) as connection:
        row = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = 'postgres'").fetchone()
    assert row == (True,)
    assert services.databases.names == ()


@pytest.mark.parametrize(
    ("url", "role", "code"),
    [
        ("postgresql://u@169.254.169.254/d", "", "connection_address_refused"),
        ("sqlite:///x.db", "reader", "role_engine_unsupported"),
        ("postgresql:///d?host=/nowhere", "reader; DROP", "role_name_invalid"),
        ("oracle://localhost/d", "", "connection_driver_missing"),
        ("hello", "", "connection_url_invalid"),
        ("postgresql://u:hunter2@127.0.0.1:{closed}/d", "", "connect_refused"),
        ("mysql://u:hunter2@127.0.0.1:{closed}/d", "", "connect_refused"),
        ("postgresql://u:hunter2@127.0.0.1:port/d", "", "connect_address_port"),
        ("postgresql://u:hunter2@{28P01}/d", "", "connect_sign_in"),
        ("postgresql://u:hunter2@{3D000}/d", "", "connect_database_unknown"),
        ("postgresql://u:hunter2@{plain}/d?sslmode=require", "", "connect_tls"),
        ("sqlite:////nowhere/hunter3.db", "", "connect_file"),
        ("duckdb:////nowhere/hunter3.duckdb", "", "connect_file"),
    ],
)
async def test_a_wrong_address_is_refused_with_its_reason_and_without_its_password(
    settings_for: Callable[..., Settings], url: str, role: str, code: str
) -> None:
    with answering() as ports, socket.create_server(("127.0.0.1", 0)) as free:
        closed = free.getsockname()[1]
        free.close()
        url = url.replace("{closed}", str(closed))
        for kind, port in ports.items():
            url = url.replace(f"{{{kind}}}", f"127.0.0.1:{port}")
        with pytest.raises(WenshuError) as caught:
            await tried(spec_of("x", url), settings_for(), role)
    assert caught.value.code == code
    assert "hunter2" not in f"{caught.value!s} {caught.value.params} {caught.value.detail}"


async def test_the_apps_own_database_is_refused_whatever_its_sign_in_may_read(
    settings_for: Callable[..., Settings], postgres: EmbeddedPostgres, app_database_url: str
) -> None:
    name = str(make_url(app_database_url).database)
    narrow = make_url(postgres.url(name)).set(username="narrow").render_as_string(hide_password=False)
    with psycopg.connect(postgres.url(name), autocommit=True) as connection:
        connection.execute("CREATE ROLE narrow LOGIN; GRANT SELECT ON turns TO narrow")
        connection.execute(f'GRANT CONNECT ON DATABASE "{name}" TO narrow')
        try:
            for url in (app_database_url, narrow):
                with pytest.raises(InputError) as caught:
                    await tried(spec_of("x", url, schemas=["chat"]), settings_for())
                assert caught.value.code == "connection_own_database"
        finally:
            connection.execute("DROP OWNED BY narrow; DROP ROLE narrow")


@pytest.mark.parametrize(
    "address",
    [
        "sqlite:///{data}/index/chroma.sqlite3",
        "sqlite:////{data}/../data/x.db",
        "sqlite:///{linked}/x.db",
        "sqlite:///{data}/%69ndex/x.db",
        "duckdb:///{data}/files/a.duckdb",
        "postgresql://postgres@/wenshu?host={data}/postgres/socket",
        "postgresql://postgres@{encoded}%2Fpostgres%2Fsocket/wenshu",
        "postgresql://postgres@/wenshu?host=127.0.0.1,{data}/postgres/socket",
        "postgresql://postgres@127.0.0.1/wenshu?passfile={data}/auth_secret",
        "mysql://root@localhost/mysql?unix_socket={data}/s",
    ],
)
async def test_no_address_leads_into_the_folder_of_the_apps_own_data(
    settings_for: Callable[..., Settings], tmp_path: Path, address: str
) -> None:
    settings = settings_for()
    settings.data_dir.mkdir()
    (tmp_path / "linked").symlink_to(settings.data_dir)
    data = str(settings.data_dir)
    encoded = data.replace("/", "%2F")
    url = address.format(data=data, encoded=encoded, linked=tmp_path / "linked")
    with pytest.raises(InputError) as caught:
        await tried(spec_of("x", url), settings)
    assert caught.value.code == "connection_own_database"


async def test_no_database_of_the_apps_own_cluster_is_taken_in_whatever_way_leads_to_it(
    settings_for: Callable[..., Settings], postgres: EmbeddedPostgres, shop_url: str, tmp_path: Path
) -> None:
    own = settings_for(data_dir=postgres.home.parent)
    address = make_url(shop_url)
    name = str(address.database)
    async with tunnel(f"{address.query['host']}/.s.PGSQL.5432") as (port, _):
        around = f"postgresql://postgres@127.0.0.1:{port}/{name}"
        for url in (shop_url, around, around.replace(name, "postgres")):
            with pytest.raises(InputError) as caught:
                await tried(spec_of("x", url), own)
            assert caught.value.code == "connection_own_database"
        assert (await tried(spec_of("x", around), settings_for())).schema.tables, "another app's cluster"
        assert (await tried(spec_of("x", around), own, known=True)).schema.tables, "the demo's own"


async def test_what_one_process_registers_changes_and_removes_every_other_follows(
    settings_for: Callable[..., Settings], app_database: AppDatabase, tmp_path: Path
) -> None:
    def process(secret: str = SECRET) -> tuple[Databases, Registry]:
        databases = Databases.open([], settings_for())
        return databases, Registry(ConnectionStore(app_database), databases, secret, declared=["file"])

    (ours, here), (theirs, there), (odd, elsewhere) = process(), process(), process(SECRET[::-1])
    await here.add(ConnectionSpec("a", SecretStr(f"sqlite:///{tmp_path}/1.db"), roles=("admin",)), "ann")
    await there.refresh()
    assert theirs.names == ("a",) and theirs.roles("a") == ("admin",) and there.owns("a")
    for name, code in (("a", "connection_exists"), ("file", "connection_declared")):
        with pytest.raises(InputError) as caught:
            await there.add(ConnectionSpec(name, SecretStr(f"sqlite:///{tmp_path}/2.db")), "bob")
        assert caught.value.code == code
    await there.put(ConnectionSpec("a", SecretStr(f"sqlite:///{tmp_path}/2.db")), "bob")
    await here.refresh()
    assert ours.get("a").spec.url.get_secret_value().endswith("2.db")
    await elsewhere.refresh()
    assert odd.names == () and elsewhere.unreadable == ("a",)
    for name in ("a", ""):  # asked by name, and where nothing else is there
        with pytest.raises(NotFoundError) as caught:
            odd.get(name)
        assert (caught.value.code, caught.value.params) == ("connection_sealed", {"name": "a"})
    await here.remove("a")
    await there.refresh()
    assert ours.names == theirs.names == ()
    with pytest.raises(NotFoundError):
        await there.remove("a")


async def test_nothing_is_kept_of_a_database_that_does_not_answer(services: Services, tmp_path: Path) -> None:
    with pytest.raises(ConnectionFailedError):
        await connect(services, "gone", f"postgresql://u@/d?host={tmp_path}", [], "ann")
    assert await ConnectionStore(services.app_database).all() == [] and services.databases.names == ()
