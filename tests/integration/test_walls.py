"""A statement on its way through the walls of a real database: approved, bound, planned, run, or refused."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import psycopg
import pytest
from pydantic import SecretStr

from appdb.users import User
from config.settings import ROOT, Settings
from database.access import AccessRules
from database.connections import ConnectionSpec, Database, Databases, hash_sql
from database.rights import Rights
from demo.people import PEOPLE
from errors import (
    ConnectionFailedError,
    CostError,
    DatabaseError,
    InputError,
    PolicyError,
    UnsafeSQLError,
    WenshuError,
)

EVERYTHING = Rights("admin", "shop")
OWN_BRANCH = Rights(
    "manager",
    "shop",
    row_policies={
        "public.shops": "branch_id = {user.branch_id}",
        "public.sales": "shop_id IN (SELECT s.id FROM public.shops s WHERE s.branch_id = {user.branch_id})",
    },
    masks={"public.shops.phone": "partial"},
    attributes={"branch_id": "2"},
)
SHARED = {
    "companies",
    "routes",
    "sections",
    "shop_categories",
    "payment_methods",
    "vehicle_types",
    "holidays",
}
Opened = Callable[..., Database]


@pytest.fixture
async def opened(empty_database_url: str, settings_for: Callable[..., Settings]) -> AsyncIterator[Opened]:
    """Return a maker of databases over one filled PostgreSQL."""
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("""
            CREATE TABLE shops (id int PRIMARY KEY, branch_id int, name text, phone text);
            CREATE TABLE sales (shop_id int REFERENCES shops, amount numeric(10, 2));
            INSERT INTO shops VALUES (1, 1, '南城', '13800001111'), (2, 2, '北城', '13900002222');
            INSERT INTO sales SELECT 1 + n % 2, n FROM generate_series(1, 3000) n;
            CREATE SCHEMA hidden; CREATE TABLE hidden.pay (id int);
            CREATE TYPE mood AS ENUM ('calm', 'loud'); CREATE DOMAIN pay_row AS hidden.pay;
            ANALYZE;
        """)
    made: list[Databases] = []

    def make(**spec: Any) -> Database:
        databases = Databases.open(
            [ConnectionSpec("shop", SecretStr(empty_database_url), schemas=("public",), **spec)],
            settings_for(),
        )
        made.append(databases)
        return databases.get("shop")

    yield make
    for databases in made:
        await databases.close()


async def test_an_approved_statement_runs_and_says_what_it_read(opened: Opened) -> None:
    database, sql = (
        opened(),
        "SELECT name, sum(amount) FROM shops JOIN sales ON shop_id = id GROUP BY 1 ORDER BY 1",
    )
    approved = await database.approve(sql, EVERYTHING)
    assert (approved.sql, approved.sql_hash, approved.policies) == (sql, hash_sql(sql), ())
    assert set(approved.tables) == {"public.shops", "public.sales"}
    assert approved.estimate is not None and approved.estimate.cost is not None and approved.confirm == ""
    result = await database.run(approved, user="mei")
    assert result.rows == (("北城", 2250000), ("南城", 2251500))


async def test_each_user_sees_the_own_rows_and_masked_numbers(opened: Opened) -> None:
    database, sql = opened(), "SELECT name, phone, (SELECT count(*) FROM sales) FROM shops ORDER BY id"
    everything = await database.run(await database.approve(sql, EVERYTHING))
    approved = await database.approve(sql, OWN_BRANCH)
    own = await database.run(approved)
    assert everything.rows == (("南城", "13800001111", 3000), ("北城", "13900002222", 3000))
    assert own.rows == (("北城", "139****2222", 1500),)
    assert approved.params == ("2",) and "rows:public.shops" in approved.policies


@pytest.mark.parametrize(
    ("sql", "wall", "code"),
    [
        ("DELETE FROM shops", UnsafeSQLError, "sql_writes"),
        ("SELECT 1; SELECT 2", UnsafeSQLError, "sql_not_one_statement"),
        ("SELECT * FROM hidden.pay", UnsafeSQLError, "sql_table_closed"),
        ("SELECT * FROM pg_authid", UnsafeSQLError, "sql_catalog_closed"),
        ("SELECT pg_sleep(1)", UnsafeSQLError, "sql_function_unknown"),
        ("SELECT nope FROM shops", DatabaseError, "column_unknown"),
        ("SELECT name + 1 FROM shops", DatabaseError, "sql_types"),
    ],
)
async def test_a_bad_statement_stops_at_its_wall(
    opened: Opened, sql: str, wall: type[WenshuError], code: str
) -> None:
    with pytest.raises(wall) as caught:
        await opened().approve(sql, EVERYTHING)
    assert caught.value.code == code


async def test_a_cast_shows_no_columns_of_a_table_outside_and_enums_stay_usable(opened: Opened) -> None:
    database, shown = opened(), "SELECT to_jsonb(jsonb_populate_record(null::{}, '{{}}'))"
    refused = {"hidden.pay": "sql_table_closed", "pay": "type_unlisted", "pay_row": "type_unlisted"}
    for name, code in refused.items():
        with pytest.raises((UnsafeSQLError, PolicyError)) as caught:
            await database.approve(shown.format(name), EVERYTHING)
        assert caught.value.code == code
    sql = "SELECT 'calm'::mood, enum_range(null::public.mood)::text, (null::shops).name"
    result = await database.run(await database.approve(sql, EVERYTHING))
    assert result.rows == (("calm", "{calm,loud}", None),)


async def test_a_forbidden_table_is_a_matter_of_rights(opened: Opened) -> None:
    with pytest.raises(PolicyError) as caught:
        await opened().approve(
            "SELECT * FROM sales", Rights("clerk", "shop", denied_tables=("public.sales",))
        )
    assert caught.value.code == "table_forbidden"


async def test_a_heavy_plan_asks_first_and_a_heavier_one_is_refused(opened: Opened) -> None:
    heavy = "SELECT count(*) FROM sales a, sales b"
    assert (await opened(cost_confirm=1000, cost_refuse=None).approve(heavy, EVERYTHING)).confirm == "costly"
    assert (await opened(cost_confirm=None, cost_refuse=None).approve(heavy, EVERYTHING)).confirm == ""
    with pytest.raises(CostError) as caught:
        await opened(cost_refuse=5000).approve(heavy, EVERYTHING)
    assert caught.value.params["cost"] > caught.value.params["most"] == 5000


async def test_without_a_dry_run_guard_and_policy_still_stand(opened: Opened) -> None:
    database = opened(cost_refuse=1)
    approved = await database.approve("SELECT * FROM shops", OWN_BRANCH, dry_run=False)
    assert approved.estimate is None and (await database.run(approved)).row_count == 1
    with pytest.raises(UnsafeSQLError):
        await database.approve("DELETE FROM shops", OWN_BRANCH, dry_run=False)


@pytest.mark.parametrize(
    ("limits", "wall"),
    [
        ({}, None),
        ({"cost_confirm": 1000, "cost_refuse": None}, InputError),
        ({"cost_confirm": 1000, "cost_refuse": None, "confirm_sql": "never"}, None),
        ({"cost_refuse": 5000}, CostError),
    ],
)
async def test_what_is_planned_as_it_runs_does_not_run_where_its_plan_is_too_dear(
    opened: Opened, limits: dict[str, Any], wall: type[WenshuError] | None
) -> None:
    database = opened(**({"cost_confirm": None, "cost_refuse": None} | limits))
    heavy = "SELECT count(*) FROM sales a, sales b"
    approved = await database.approve(heavy, EVERYTHING, dry_run="as it runs")
    assert approved.plan_due and approved.estimate is None
    if wall is None:
        assert (await database.run(approved)).rows == ((9_000_000,),)
        return
    with pytest.raises(wall):
        await database.run(approved)


async def test_what_is_planned_as_it_runs_is_not_run_where_its_names_may_call_something_else(
    opened: Opened, empty_database_url: str
) -> None:
    database, sql = opened(), "SELECT upper(name) FROM shops ORDER BY id"
    approved = await database.approve(sql, EVERYTHING, dry_run="as it runs")
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("CREATE FUNCTION public.upper(text) RETURNS text LANGUAGE sql AS 'SELECT $1'")
    with pytest.raises(InputError) as caught:
        await database.run(approved)
    assert caught.value.code == "sql_not_approved"
    again = await database.approve("SELECT name FROM shops ORDER BY id", EVERYTHING, dry_run="as it runs")
    assert (await database.run(again)).rows == (("南城",), ("北城",)), "the schema was read anew"


async def test_what_the_database_does_not_know_is_refused_as_it_runs_and_read_anew(
    opened: Opened, empty_database_url: str
) -> None:
    database = opened()
    approved = await database.approve("SELECT name FROM shops", EVERYTHING, dry_run="as it runs")
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE shops RENAME COLUMN name TO called")
    with pytest.raises(DatabaseError) as caught:
        await database.run(approved)
    assert caught.value.code == "column_unknown" and caught.value.near.startswith("name FROM shops")
    renamed = await database.approve("SELECT called FROM shops", EVERYTHING, dry_run="as it runs")
    assert (await database.run(renamed)).row_count == 2


@pytest.mark.parametrize(
    ("wish", "sql", "confirm"),
    [
        ("sensitive", "SELECT phone FROM shops", "sensitive"),
        ("sensitive", "SELECT * FROM shops", "sensitive"),
        ("sensitive", "SELECT s FROM shops s", "sensitive"),
        ("sensitive", "SELECT name FROM shops", ""),
        ("always", "SELECT name FROM shops", "always"),
        ("never", "SELECT phone FROM shops", ""),
        ("costly", "SELECT phone FROM shops", ""),
    ],
)
async def test_what_is_tagged_sensitive_asks_first(opened: Opened, wish: str, sql: str, confirm: str) -> None:
    database = opened(confirm_sql=wish, sensitive=("public.*.phone",))
    assert (await database.approve(sql, EVERYTHING)).confirm == confirm


async def test_a_new_column_is_known_after_one_miss_on_a_machine_that_has_just_started(
    opened: Opened, empty_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = time.monotonic()
    monkeypatch.setattr(
        "database.connections.time", SimpleNamespace(monotonic=lambda: time.monotonic() - started)
    )
    database = opened()
    await database.load_schema()
    with pytest.raises(DatabaseError):
        await database.approve("SELECT city FROM shops", EVERYTHING)
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("ALTER TABLE shops ADD city text")
    await database.approve("SELECT city FROM shops", EVERYTHING)
    table = database.schema.table("shops")
    assert table is not None and table.column("city") is not None


async def test_a_function_is_not_called_as_an_attribute_and_a_new_column_is_known_at_once(
    opened: Opened, empty_database_url: str
) -> None:
    database = opened()
    await database.load_schema()
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("""
            CREATE FUNCTION any_pay(anyelement) RETURNS bigint LANGUAGE sql
                AS 'SELECT count(*) FROM hidden.pay';
            ALTER TABLE shops ADD city text;
        """)
    for call in (
        "SELECT s.any_pay FROM shops s",
        "SELECT (ROW(1)).any_pay",
        "SELECT ('calm'::mood).any_pay",
        "SELECT t.any_pay FROM information_schema.tables t",
        "SELECT q.any_pay FROM (SELECT 'any_pay') q",
        "SELECT (SELECT public.shops.any_pay FROM (SELECT 1 AS any_pay) shops) FROM public.shops",
        "SELECT s.nam FROM shops s",
    ):
        with pytest.raises(DatabaseError) as refused:
            await database.approve(call, EVERYTHING)
        assert refused.value.code == "column_unknown"
    assert refused.value.hint == 'Perhaps you meant to reference the column "s.name".'
    await database.approve("SELECT s.city FROM shops s", EVERYTHING)


async def test_a_listed_name_calls_the_engines_own_function_whoever_made_another(
    opened: Opened, empty_database_url: str
) -> None:
    told = "LANGUAGE sql STABLE AS 'SELECT count(*) FROM hidden.pay'"
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute(f"""
            CREATE FUNCTION lower(int) RETURNS bigint {told};
            CREATE FUNCTION upper(shops) RETURNS bigint {told};
            CREATE FUNCTION added(text, int) RETURNS bigint {told};
            CREATE OPERATOR || (leftarg = text, rightarg = int, function = added);
            CREATE FUNCTION kept(bigint, text) RETURNS bigint {told};
            CREATE AGGREGATE sum(text) (sfunc = kept, stype = bigint);
            CREATE FUNCTION round(float8, int) RETURNS numeric LANGUAGE sql IMMUTABLE
                AS 'SELECT round($1::numeric, $2)';
        """)
    database = opened()
    for sql, code in {
        "SELECT lower(id) FROM shops": "sql_types",
        'SELECT "lower" (id) FROM shops': "sql_types",
        "SELECT upper(s) FROM shops s": "sql_types",
        "SELECT s.upper FROM shops s": "column_unknown",
        "SELECT name || id FROM shops": "sql_function_unknown",
        "SELECT sum(name) FROM shops": "sql_types",
    }.items():
        with pytest.raises((DatabaseError, UnsafeSQLError)) as refused:
            await database.approve(sql, EVERYTHING)
        assert (sql, refused.value.code) == (sql, code)
    sql = (
        "SELECT lower(name), sum(amount), round(0.128::float8, 2)"
        " FROM shops JOIN sales ON shop_id = id GROUP BY lower(name)"
    )
    assert (await database.run(await database.approve(sql, OWN_BRANCH))).rows == (("北城", 2250000, 0.13),)


async def test_a_function_made_or_renamed_since_the_schema_was_read_is_known(
    opened: Opened, empty_database_url: str
) -> None:
    database = opened()
    await database.approve("SELECT upper(s.name) FROM shops s", EVERYTHING)
    made = "CREATE FUNCTION {}(shops) RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM hidden.pay'"
    for change in (
        made.format("amount"),
        "ALTER FUNCTION amount(shops) RENAME TO total",
        made.format("upper"),
    ):
        with psycopg.connect(empty_database_url, autocommit=True) as connection:
            connection.execute(change.encode())
        called = "upper" if "upper" in change else "total" if "total" in change else "amount"
        sql = f"SELECT s.{called} FROM shops s, (SELECT 1 AS total) AS t"
        with pytest.raises(DatabaseError) as refused:
            await database.approve(sql, EVERYTHING)
        assert refused.value.code == "column_unknown"


async def test_a_macro_of_a_duckdb_file_takes_no_listed_name(
    tmp_path: Path, settings_for: Callable[..., Settings]
) -> None:
    path = tmp_path / "x.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("""
            CREATE TABLE pay AS SELECT 5 AS wage; CREATE TABLE shops AS SELECT 1 AS id, 'a' AS name;
            CREATE MACRO abs(n) AS (SELECT max(wage) FROM pay);
            CREATE VIEW shown AS SELECT abs(id) AS n FROM shops;
            CREATE MACRO range(n) AS TABLE SELECT * FROM pay;
        """)
    databases = Databases.open([ConnectionSpec("file", SecretStr(f"duckdb:///{path}"))], settings_for())
    database, rights = databases.get("file"), Rights("clerk", "file", denied_tables=("main.pay",))
    for sql in (
        "SELECT ABS(-1)",
        "SELECT id.abs() FROM shops",
        "SELECT * FROM range(3)",
        "SELECT n FROM shown",
    ):
        with pytest.raises((PolicyError, UnsafeSQLError)):
            await database.approve(sql, rights)
    approved = await database.approve("SELECT upper(name) FROM shops", rights)
    assert (await database.run(approved)).rows == (("A",),)
    await databases.close()


async def test_what_was_approved_for_one_database_does_not_run_on_another(
    opened: Opened, tmp_path: Path, settings_for: Callable[..., Settings]
) -> None:
    path = tmp_path / "x.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE shops (id INTEGER)")
    connection.close()
    others = Databases.open([ConnectionSpec("file", SecretStr(f"sqlite:///{path}"))], settings_for())
    approved = await opened().approve("SELECT id FROM shops", EVERYTHING)
    with pytest.raises(DatabaseError) as caught:
        await others.get("file").run(approved)
    assert caught.value.code == "approved_elsewhere"
    own = await others.get("file").approve("SELECT id FROM shops", Rights("admin", "file"))
    assert (await others.get("file").run(own)).row_count == 0
    await others.close()


async def test_one_database_down_leaves_the_others_answering(
    opened: Opened, empty_database_url: str, tmp_path: Path, settings_for: Callable[..., Settings]
) -> None:
    gone = ConnectionSpec("gone", SecretStr(f"postgresql://u:hunter2@/d?host={tmp_path}"))
    opened()
    databases = Databases.open([gone, ConnectionSpec("shop", SecretStr(empty_database_url))], settings_for())
    with pytest.raises(ConnectionFailedError) as caught:
        await databases.get("gone").approve("SELECT 1", Rights("admin", "gone"))
    assert (caught.value.code, caught.value.params["connection"]) == ("database_unreachable", "gone")
    await databases.get("shop").approve("SELECT id FROM shops", EVERYTHING)
    await databases.close()


@pytest.mark.parametrize("user", PEOPLE, ids=lambda user: user.role)
async def test_the_demos_people_can_ask_every_table(
    empty_database_url: str, settings_for: Callable[..., Settings], user: User
) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute((ROOT / "demo" / "schema.sql").read_bytes())
    databases = Databases.open([ConnectionSpec("demo", SecretStr(empty_database_url))], settings_for())
    database = databases.get("demo")
    rights = AccessRules.load(ROOT / "config" / "access.yaml").rights(user, "demo")
    filtered = set()
    for table in (await database.load_schema()).tables:
        approved = await database.approve(f"SELECT * FROM {table.name} AS t", rights)
        filtered |= {name for name in approved.policies if name.startswith("rows:")}
    own = {f"rows:{table.full_name}" for table in database.schema.tables if table.name not in SHARED}
    assert filtered == (own if user.role == "branch_manager" else set())
    await databases.close()


async def test_many_at_once_all_finish_within_a_users_share(opened: Opened) -> None:
    database = opened()
    approved = await database.approve("SELECT count(*) FROM sales", EVERYTHING)
    results = await asyncio.gather(*(database.run(approved, user="mei") for _ in range(30)))
    assert {result.rows for result in results} == {((3000,),)}


@pytest.mark.parametrize(
    ("ending", "most"),
    [
        (" LIMIT 2", 2),
        (" LIMIT 2 OFFSET 1", 2),
        (" UNION ALL SELECT 1 LIMIT 3", 3),
        (" LIMIT 1 + 1", None),
        (" ORDER BY 1 FETCH FIRST 1 ROWS WITH TIES", None),
        ("", None),
    ],
)
async def test_a_statements_own_limit_is_known_and_cuts_nothing(
    opened: Opened, ending: str, most: int | None
) -> None:
    database = opened()
    approved = await database.approve(f"SELECT 1 AS n{ending}", EVERYTHING)
    assert approved.at_most == most
    assert not (await database.run(approved)).truncated
