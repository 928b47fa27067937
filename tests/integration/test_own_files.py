"""Files asked as data: their owner's alone, read-only, counted, and gone with what they belong to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from appdb.own_files import BY_CONNECTION
from appdb.users import User
from config.settings import Settings
from errors import AccessError, InputError, NotFoundError, WenshuError
from services import Services, build_services
from tests.conftest import TODAY

MEI, BO, BOSS = User("mei", "viewer"), User("bo", "viewer"), User("boss", "admin")
SALES = "日期,地区,销售额\n2026-10-01,北京,10.5\n2026-10-02,上海,20\n2026-11-03,北京,30\n合计,,60.5\n"
OUTSIDE = (
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('/*')",
    "ATTACH '/tmp/x.duckdb'",
    "COPY (SELECT 1) TO '/tmp/x.csv'",
    "INSTALL httpfs",
    "SET enable_external_access = true",
    "DELETE FROM 销售",
)


@pytest.fixture(scope="module")
async def services(
    tmp_path_factory: pytest.TempPathFactory, postgres: object, app_template: str
) -> AsyncIterator[Services]:
    """Open services on a database of the app's own, two files a person."""
    from appdb.server import APP_ROLE
    from tests.conftest import create_database, drop_database

    create_database(postgres, "own_files", app_template, owner=APP_ROLE)  # type: ignore[arg-type]
    folder = tmp_path_factory.mktemp("own_files")
    made = Settings(
        data_dir=folder,
        app_database_url=SecretStr(postgres.url("own_files", APP_ROLE)),  # type: ignore[attr-defined]
        demo=False,
        today=TODAY,  # its questions name last month
        max_files_per_user=2,
        max_file_mb=1,
    )
    opened = await build_services(made)
    yield opened
    await opened.close()
    drop_database(postgres, "own_files")  # type: ignore[arg-type]


@pytest.fixture
async def asked(services: Services, tmp_path: Path) -> AsyncIterator[str]:
    """Return the connection of a file of Mei's, dropped into conversation t."""
    made = await services.own_files.add(sales(tmp_path), "销售.csv", "mei", "viewer", thread="t")
    yield made.name
    await services.own_files.forget_owner("mei")


def sales(folder: Path) -> Path:
    """Return a file of sales."""
    path = folder / "sales.csv"
    path.write_text(SALES, "utf-8")
    return path


async def test_a_file_is_asked_without_a_model_by_its_owner_alone(services: Services, asked: str) -> None:
    assert services.databases.owned("mei") == (asked,)
    assert asked not in services.databases.names
    answer = await services.assistant.ask_whole("各地区的销售额", user=MEI, connection=asked)
    assert answer.source == "metric" and "40" in answer.answer and "60" in answer.answer
    for other in (BO, BOSS, User("operator", "admin")):
        assert not services.access.may_use(other, asked)
        with pytest.raises(AccessError):
            services.access.rights(other, asked)
        with pytest.raises(NotFoundError):
            await services.own_files.profile(other.name, asked)
        with pytest.raises(NotFoundError):
            await services.own_files.remove(other.name, asked)
        refused = await services.assistant.ask_whole("各地区的销售额", user=other, connection=asked)
        told = refused.answer.replace(asked, "")  # its name is made of random digits
        assert "40" not in told and not refused.sql and not refused.rows
    assert services.access.reaching(asked) == {} and not services.access.lets("admin", asked)
    with pytest.raises(NotFoundError) as unknown:
        services.databases.get("nobody's")
    assert asked not in str(unknown.value.params)


@pytest.mark.parametrize("sql", OUTSIDE)
async def test_a_files_engine_reaches_nothing_else(services: Services, asked: str, sql: str) -> None:
    database, rights = services.databases.get(asked), services.access.rights(MEI, asked)
    with pytest.raises(WenshuError):
        await database.approve(sql, rights)
    runner = database._runner
    with pytest.raises(WenshuError):
        await runner.run(sql, (), database.limits)  # behind the guard too


async def test_files_are_counted_and_weighed(services: Services, asked: str, tmp_path: Path) -> None:
    await services.own_files.add(sales(tmp_path), "again.csv", "mei", "viewer")
    with pytest.raises(InputError) as raised:
        await services.own_files.add(sales(tmp_path), "third.csv", "mei", "viewer")
    assert raised.value.code == "too_many_own_files"
    large = tmp_path / "large.csv"
    large.write_bytes(b"a,b\n" + b"1,2\n" * 300_000)
    with pytest.raises(InputError) as raised:
        await services.own_files.add(large, "large.csv", "bo", "viewer")
    assert raised.value.code == "data_file_too_large"
    bad = tmp_path / "bad.csv"
    bad.write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError):
        await services.own_files.add(bad, "bad.csv", "bo", "viewer")
    assert services.own_files.of("bo") == [] and not list(services.settings.data_dir.rglob("*bo*.duckdb"))


async def left_of(services: Services, name: str) -> list[str]:
    """Return every place that still knows a file's connection."""
    found = [
        table
        for table in (*BY_CONNECTION, "own_files")
        if await services.app_database.row(
            f"SELECT 1 AS one FROM {table} AS t WHERE to_jsonb(t) ->> %s = %s LIMIT 1",  # type: ignore[arg-type]
            "name" if table == "own_files" else "connection",
            name,
        )
    ]
    paths = await asyncio.to_thread(lambda: [str(p) for p in services.settings.data_dir.rglob(f"*{name}*")])
    return [*found, *paths]


async def test_a_file_goes_with_its_conversation_unless_it_is_kept(services: Services, asked: str) -> None:
    await services.own_files.change("mei", asked, kept=True)
    await services.forget("mei", "t")
    assert services.own_files.asked_in("mei", "t") is not None
    await services.own_files.change("mei", asked, kept=False, asked=False)
    assert services.own_files.asked_in("mei", "t") is None, "the conversation asks a database again"
    await services.forget("bo", "t")
    assert await left_of(services, asked), "another's conversation of that name is another"
    await services.forget("mei", "t")
    assert await left_of(services, asked) == []


async def test_a_file_goes_after_its_days_and_with_its_owner(services: Services, asked: str) -> None:
    await services.app_database.run("UPDATE own_files SET made_at = now() - interval '31 days'")
    await services.own_files.change("mei", asked, kept=True)
    await services.own_files.sweep()
    assert services.own_files.of("mei")
    await services.own_files.change("mei", asked, kept=False)
    await services.own_files.sweep()
    assert await left_of(services, asked) == []


def test_the_roles_that_may_ask_files_are_those_the_access_file_names(
    services: Services, settings_for: Callable[..., Settings]
) -> None:
    assert "files" in services.access.features(MEI)
    assert not services.access.features(User("x", "nobody"))


PEOPLE = """name,status,region,income,joined
Ann,active,North,5000,2026-01-05
Bob,inactive,South,7000,2026-02-01
Cid,active,South,9000,2026-03-01
Dee,active,North,3000,2026-04-01
"""
CLIENTS = """客户,状态,地区,收入,加入日期
安,活跃,北区,5000,2026-01-05
波,停用,南区,7000,2026-02-01
陈,活跃,南区,9000,2026-03-01
丁,活跃,北区,3000,2026-04-01
"""
STORES = """日期,门店名称,商品,数量(件),金额,毛利率
2026-10-02,南山店,咖啡,12,360,32%
2026-10-03,罗湖店,咖啡,8,240,28%
2026-10-09,南山店,茶,5,300,30%
2026-11-03,罗湖店,咖啡,12,330,35%
"""


@pytest.mark.parametrize(("name", "text", "asks"), [
    ("门店销售.csv", STORES, {
        "各门店的金额": ["南山店 660", "罗湖店 570"],
        "各门店的数量": ["罗湖店 20", "南山店 17"],
        "金额是多少": ["1,230"],
        "平均毛利率": ["31.25 %"],
        "金额": ["1,230"],
        "上个月的金额": ["900"],
        "行数多少钱": [],
    }),
    ("sales.csv", PEOPLE, {
        "only active, sort by income": ["3 rows", "Cid (income 9,000), Ann"],
        "total income, sorted by joined": [],
        "show rows where status is active": ["3 rows (status is active)"],
        "income by status": ["active 17,000", "inactive 7,000"],
        "how many rows by region": ["2 regions had the same number of rows"],
    }),
    ("客户表.csv", CLIENTS, {
        "只看活跃的，按收入排序": ["客户", "陈（收入 9,000）、安"],
        "活跃的收入排名": [],
        "显示状态是活跃的行": ["状态是活跃的客户有 3 位：安、陈、丁。"],
        "有多少行": ["客户数为 4"],
    }),
])  # fmt: skip
async def test_a_file_is_asked_in_the_words_of_its_header_and_of_rows(
    services: Services, tmp_path: Path, name: str, text: str, asks: dict[str, list[str]]
) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    made = await services.own_files.add(path, name, "bo", "viewer")
    for question, told in asks.items():
        answer = await services.assistant.ask_whole(question, user=BO, connection=made.name)
        assert (answer.kind == "data") == bool(told), (question, answer.answer)
        assert [one for one in told if one not in answer.answer] == [], answer.answer
    await services.own_files.forget_owner("bo")
