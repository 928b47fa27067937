"""A database whose data ended years ago: what today is by it, and what is said of times without data."""

import contextlib
import datetime as dt
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from pydantic import SecretStr

from agent.events import Answer
from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from appdb.users import User
from config.settings import ROOT, Settings
from config.wording import say
from services import Services, build_services
from tests.conftest import SettingsFor, create_database, drop_database
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import settings_on
from tests.fakes.teaching import train_files

CASES: dict[str, Any] = yaml.load(
    (ROOT / "tests/cases/ended_data.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
)
TABLES = """
CREATE TABLE shops (shop_id integer PRIMARY KEY, name varchar(40) NOT NULL);
CREATE TABLE orders (order_id integer PRIMARY KEY, shop_id integer NOT NULL REFERENCES shops (shop_id),
                     ordered_on date NOT NULL, amount integer NOT NULL);
CREATE TABLE refunds (refund_id integer PRIMARY KEY, refunded_on date NOT NULL, amount integer NOT NULL,
                      due_on date NOT NULL);
CREATE TABLE targets (month date PRIMARY KEY, goal integer NOT NULL);
CREATE TABLE prices (plan varchar(9), valid_from date, valid_to date, price integer,
                     PRIMARY KEY (plan, valid_from));
CREATE TABLE returns (return_id integer PRIMARY KEY, order_id integer NOT NULL REFERENCES orders (order_id),
                      returned_on date NOT NULL, settled_on date);
"""
FIRST, LAST = dt.date(2022, 1, 1), dt.date(2023, 6, 30)
ANN, BOB = User("ann", role="admin"), User("bob", role="south")
ROLES = {
    "admin": {"features": ["see_sql", "admin"]},
    "south": {"row_policies": {"*.orders": "shop_id = 2 AND ordered_on < '2023-03-01'"}},
}


def _rows() -> Iterator[str]:
    """Yield an order of 100 in shop 1 and of 10 in shop 2 each day; refunds end sooner, targets run on."""
    yield "INSERT INTO shops VALUES (1, 'North'), (2, 'South')"
    days = [FIRST + dt.timedelta(days=n) for n in range((LAST - FIRST).days + 1)]
    orders = [f"({2 * n}, 1, '{day}', 100), ({2 * n + 1}, 2, '{day}', 10)" for n, day in enumerate(days)]
    yield f"INSERT INTO orders VALUES {', '.join(orders)}"
    yield "INSERT INTO refunds VALUES (1, '2022-02-01', 5, '2022-03-01'), (2, '2022-05-04', 7, '2022-06-01')"
    yield "INSERT INTO prices VALUES ('A', '2022-01-01', '2022-12-31', 90), ('A', '2023-01-01', NULL, 95)"
    yield "INSERT INTO returns VALUES (1, 0, '2022-01-09', NULL), (2, 1000, '2023-06-02', '2023-06-05')"
    months = [dt.date(year, month, 1) for year in range(2022, 2031) for month in range(1, 13)]
    yield "INSERT INTO targets VALUES " + ", ".join(f"('{one}', 1000)" for one in months)


def _filled(engine: str, path: Path, postgres_url: str) -> str:
    if engine == "postgres":
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            for statement in (*filter(str.strip, TABLES.split(";")), *_rows()):
                connection.execute(statement)  # type: ignore[call-overload]
        return postgres_url
    with contextlib.closing(sqlite3.connect(path / "ended.db")) as connection:
        connection.executescript(TABLES)
        for statement in _rows():
            connection.execute(statement)
        connection.commit()
    return f"sqlite:///{path / 'ended.db'}"


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def url(
    request: pytest.FixtureRequest, postgres: EmbeddedPostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Return the address of the database, in one of two engines."""
    create_database(postgres, "ended")
    yield _filled(request.param, tmp_path_factory.mktemp("ended"), postgres.url("ended"))
    drop_database(postgres, "ended")


@contextlib.asynccontextmanager
async def _opened(url: str, folder: Path, settings: Settings) -> AsyncIterator[Services]:
    """Open the real services on one database under two names: today by the clock, and by its data."""
    entries = {"clock": {"url": url}, "ended": {"url": url, "today": "data_end"}}
    connections, access = folder / "connections.yaml", folder / "access.yaml"
    connections.write_text(yaml.safe_dump({"connections": entries}), "utf-8")
    access.write_text(yaml.safe_dump({"roles": ROLES}), "utf-8")
    (folder / "data").mkdir()
    own = {"connections_file": connections, "access_file": access, "demo": False, "today": None}
    services = await build_services(settings.model_copy(update=own))
    files = [
        ("metrics.yaml", yaml.safe_dump(CASES["metrics"], allow_unicode=True).encode()),
        ("pairs.jsonl", CASES["pairs"].encode()),
    ]
    for name in entries:
        assert not (await train_files(services.knowledge, files, name, "ann", publish=True)).refused
    yield services
    await services.close()


@pytest.fixture(scope="module")
async def services(
    url: str, postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    """Return the services without a model."""
    create_database(postgres, "of_ended", app_template, owner=APP_ROLE)
    folder, own = tmp_path_factory.mktemp("of_ended"), SecretStr(postgres.url("of_ended", APP_ROLE))
    async with _opened(url, folder, Settings(data_dir=folder / "data", app_database_url=own)) as opened:
        yield opened
    drop_database(postgres, "of_ended")


@pytest.fixture
async def modelled(
    url: str, settings_for: SettingsFor, app_database_url: str, tmp_path: Path, fake: FakeOpenAI
) -> AsyncIterator[Services]:
    """Return the services with a scripted model."""
    settings = settings_on(fake, settings_for(app_database_url=SecretStr(app_database_url)))
    async with _opened(url, tmp_path, settings) as opened:
        yield opened


async def _asked(services: Services, question: str, connection: str, user: User = ANN) -> Answer:
    return await services.assistant.ask_whole(
        question, user=user, thread=f"{connection} {question}", connection=connection
    )


async def test_today_is_the_last_day_with_data_where_that_is_set(services: Services) -> None:
    for case in CASES["data_end"]:
        answer = await _asked(services, case["ask"], "ended")
        lines = "\n".join(answer.interpretation)
        assert (answer.kind, [list(row) for row in answer.rows]) == ("data", case["rows"]), case["ask"]
        assert [part for part in case["says"] if part not in lines] == [], (case["ask"], lines)
        assert ("2023-06-30" in "".join(one for one in answer.interpretation if "今天" in one)) is case[
            "told"
        ]


async def test_the_last_day_is_of_the_rows_a_person_may_see(services: Services) -> None:
    assert await services.today(ANN, "ended") == LAST
    assert await services.today(BOB, "ended") == dt.date(2023, 2, 28)
    assert await services.today(ANN, "clock") == services.settings.current_date() > LAST


async def test_a_time_without_data_is_answered_with_which_data_there_are(services: Services) -> None:
    for case in CASES["without_data"]:
        answer = await _asked(services, case["ask"], "clock")
        assert (answer.kind, answer.rows, answer.failure and answer.failure["code"]) == (
            "unanswerable",
            [],
            "no_data",
        ), case
        assert [part for part in case["says"] if part not in answer.answer] == [], answer.answer
        assert case.get("offers", answer.suggestions[0]) in answer.suggestions
        for offered in answer.suggestions:
            assert (await _asked(services, offered, "clock")).kind == "data", offered


async def test_a_time_with_data_in_part_says_so(services: Services) -> None:
    for case in CASES["in_part"]:
        answer = await _asked(services, case["ask"], "clock")
        assert answer.kind == "data" and case["says"] in "\n".join(answer.interpretation), case


async def test_sql_of_a_model_says_which_days_it_is_of(modelled: Services, fake: FakeOpenAI) -> None:
    for case in CASES["written"]:
        for language, question in (("zh", "请照旧算出这个数"), ("en", "Please work this out as always")):
            fake.script(f"```sql\n{case['sql']}\n```")
            answer = await modelled.assistant.ask_whole(
                question, user=ANN, thread=f"{language} {case['sql']}", connection="clock", fresh=True
            )
            told = "\n".join([answer.answer, *answer.interpretation])
            assert (answer.kind, case.get(language, "") in told) == (case["kind"], True), (case, told)
            assert [part for part in case.get("not", ()) if part in told] == [], (case, told)


async def test_days_said_are_of_the_rows_a_person_may_see(modelled: Services, fake: FakeOpenAI) -> None:
    sql = "SELECT COUNT(*) AS n FROM orders WHERE ordered_on >= '2023-0{}-01' AND ordered_on < '2023-0{}-01'"
    told = []
    for months in ((2, 4), (4, 6)):
        fake.script(f"```sql\n{sql.format(*months)}\n```")
        answer = await modelled.assistant.ask_whole(
            "请照旧算出这个数", user=BOB, thread=f"bob {months}", connection="clock", fresh=True
        )
        told.append((answer.kind, "\n".join([answer.answer, *answer.interpretation])))
    assert told[0][0] == "data" and "数据从 2022-01-01 到 2023-02-28" in told[0][1]
    assert told[1][0] == "unanswerable" and "数据到 2023-02-28。只包含您有权查看的数据。" in told[1][1]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("2025年的销售额", "所问的时间没有数据；数据到 2023-06-30。"),
        ("Sales in March 2025", "There are no data for the time asked about; they run to 2023-06-30."),
        ("2090年的销售额", say("agent.why_not.forecast", "zh")),
    ],
)
async def test_a_time_after_the_last_day_that_is_today_is_no_forecast(
    services: Services, question: str, said: str
) -> None:
    answer = await _asked(services, question, "ended")
    assert (answer.kind, answer.answer) == ("unanswerable", said)
