"""What is offered of a database with metrics and no verified questions: to begin with, later, in declines."""

import contextlib
import datetime as dt
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import yaml

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from appdb.users import User
from commands.metrics import suggested
from config.settings import ROOT, Settings
from config.wording import Language
from services import Services, build_services
from tests.conftest import create_database, drop_database
from tests.fakes.teaching import train_files
from understanding.asked import Asked

SHOP = ROOT / "tests" / "cases" / "metrics" / "drafts" / "shop.sql"
TODAY, LATER = dt.date(2026, 11, 20), dt.date(2028, 5, 5)
NAMES = {
    "order_detail_amount": {"zh": "销售额", "en": "Sales"},
    "order_freight": {"zh": "运费", "en": "Freight"},
}
ADMIN, CLERK = User("ann", role="admin"), User("carl", role="clerk")
ROLES = {
    "admin": {"features": ["see_sql", "admin"]},
    "clerk": {"denied_tables": ["*.orderdetails"], "denied_columns": ["*.customers.companyname"]},
    "guest": {"tables": ["*.alembic_version"]},
}
OFFERED = {
    "zh": [
        "上个月的销售额是多少？", "上个月各Category的销售额是多少？", "今年每个月的运费是多少？",
        "上个月销售额最高的5个Product",
    ],
    "en": [
        "Sales last month", "Sales by category last month", "Freight by month this year",
        "Top 5 products by sales last month",
    ],
}  # fmt: skip


@contextlib.asynccontextmanager
async def _opened(folder: Path, app_database_url: str) -> AsyncIterator[Services]:
    """Open the real services on a shop whose drafted metrics are published, two under other names."""
    _fill(folder / "shop.db")
    connections, access = folder / "connections.yaml", folder / "access.yaml"
    connections.write_text(f"connections:\n  shop:\n    url: sqlite:///{folder / 'shop.db'}\n", "utf-8")
    access.write_text(yaml.safe_dump({"roles": ROLES}), "utf-8")
    own = {"connections_file": connections, "access_file": access, "today": TODAY, "demo": False}
    services = await build_services(
        Settings(data_dir=folder / "data", app_database_url=app_database_url, **own)  # type: ignore[arg-type]
    )
    drafted = yaml.load(await suggested(services, "shop"), Loader=yaml.CSafeLoader)
    for one in drafted["metrics"]:
        one["names"] = NAMES.get(one["name"], one["names"])
    files = [("metrics.yaml", yaml.safe_dump(drafted, allow_unicode=True).encode())]
    report = await train_files(services.knowledge, files, "shop", "ann", publish=True)
    assert not report.refused
    yield services
    await services.close()


@pytest.fixture(scope="module")
async def shop(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    """Return the services of all tests that teach nothing."""
    create_database(postgres, "offers", app_template, owner=APP_ROLE)
    async with _opened(tmp_path_factory.mktemp("offers"), postgres.url("offers", APP_ROLE)) as services:
        yield services
    drop_database(postgres, "offers")


@pytest.fixture
async def own_shop(app_database_url: str, tmp_path: Path) -> AsyncIterator[Services]:
    """Return services that a test may teach."""
    async with _opened(tmp_path, app_database_url) as services:
        yield services


def _fill(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(SHOP.read_text("utf-8"))


async def offered(
    shop: Services, user: User, language: Language, near: str = "", today: dt.date = TODAY
) -> list[str]:
    """Return what is offered to a person."""
    rights = shop.access.rights(user, "shop")
    return list(await shop.taught.askable(near, 4, "shop", rights, today, language))


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_total_a_split_a_trend_and_the_first_five_are_offered(
    shop: Services, language: Language
) -> None:
    assert await offered(shop, ADMIN, language) == OFFERED[language]


@pytest.mark.parametrize("today", [TODAY, LATER], ids=["now", "long after the last data"])
@pytest.mark.parametrize("language", ["zh", "en"])
async def test_what_is_offered_is_read_and_finds_rows(
    shop: Services, language: Language, today: dt.date
) -> None:
    database, rights = shop.databases.get("shop"), shop.access.rights(ADMIN, "shop")
    questions = await offered(shop, ADMIN, language, today=today)
    assert len(questions) == 4
    for question in questions:
        hit = await shop.taught.metric(Asked(question, "shop", rights, today))
        assert hit.verdict == "certain", question
        rows = (await database.run(await database.approve(hit.sql, rights))).rows
        assert rows and rows[0][-1] is not None, question


async def test_what_a_role_may_not_see_is_not_offered_to_it(shop: Services) -> None:
    told = " ".join(await offered(shop, CLERK, "en"))
    assert "Freight last month" in told and "ales" not in told and "customers" not in told
    assert await offered(shop, User("gus", role="guest"), "en") == []


async def test_after_an_answer_more_of_the_same_figure_is_offered(shop: Services) -> None:
    answer = await shop.assistant.ask_whole("Freight last month", user=ADMIN, connection="shop")
    assert answer.source == "metric"
    assert "Freight by month this year" in answer.suggestions
    assert [one for one in answer.suggestions if "reight" not in one] == []
    assert "Freight last month" not in answer.suggestions and len(answer.suggestions) == 3


@pytest.mark.parametrize("question", ["How satisfied is our freight?", "我们的运费满意吗？"])
async def test_a_decline_offers_questions_about_what_was_asked(shop: Services, question: str) -> None:
    answer = await shop.assistant.ask_whole(question, user=ADMIN, connection="shop")
    assert answer.kind == "unanswerable" and answer.suggestions
    assert [one for one in answer.suggestions if "reight" not in one and "运费" not in one] == []


@pytest.mark.parametrize("question", ["How satisfied are people here?", "大家满意吗？"])
async def test_a_decline_offers_nothing_where_nothing_is_near(shop: Services, question: str) -> None:
    answer = await shop.assistant.ask_whole(question, user=ADMIN, connection="shop")
    assert (answer.kind, answer.suggestions) == ("unanswerable", [])


async def test_help_begins_with_questions_over_the_metrics(shop: Services) -> None:
    answer = await shop.assistant.ask_whole("help", user=ADMIN, connection="shop")
    assert [one for one in OFFERED["en"][:3] if f"- {one}" not in answer.answer] == []


async def test_a_verified_question_is_offered_before_those_over_metrics(own_shop: Services) -> None:
    pair = b'[{"question": "What is the highest freight?", "sql": "SELECT MAX(Freight) FROM Orders"}]'
    await train_files(own_shop.knowledge, [("pairs.json", pair)], "shop", "ann", publish=True)
    answer = await own_shop.assistant.ask_whole(
        "How satisfied is our freight?", user=ADMIN, connection="shop"
    )
    assert answer.suggestions[0] == "What is the highest freight?"


@pytest.mark.parametrize(
    ("question", "offered"), [("Total freight in 1997", True), ("How many orders in 1997?", False)]
)
async def test_beneath_a_figure_only_what_is_about_it_is_offered(
    own_shop: Services, question: str, offered: bool
) -> None:
    pair = b'[{"question": "What is the highest freight?", "sql": "SELECT MAX(Freight) FROM Orders"}]'
    await train_files(own_shop.knowledge, [("pairs.json", pair)], "shop", "ann", publish=True)
    answer = await own_shop.assistant.ask_whole(question, user=ADMIN, connection="shop")
    assert answer.kind == "data"
    assert offered or "What is the highest freight?" not in answer.suggestions


@pytest.mark.parametrize("near", ["Total freight in 1997", "Sales by category", "How is it going?"])
async def test_what_is_offered_about_the_same_is_what_is_offered_less_what_is_not(
    shop: Services, near: str
) -> None:
    rights = shop.access.rights(ADMIN, "shop")
    every = await offered(shop, ADMIN, "en", near)
    about = await shop.taught.alike(near, every, "shop", rights, TODAY)
    kept = await shop.taught.askable(near, 4, "shop", rights, TODAY, "en", only_alike=True)
    assert list(kept) == list(about)
    assert bool(kept) is await shop.taught.is_about_something(near, "shop", rights, TODAY)


@pytest.mark.parametrize(
    "question",
    ["Why did freight rise last month?", "为什么上个月运费涨了", "Freight next month", "Freight last month"],
)
async def test_a_verified_question_asked_word_for_word_goes_before_figures_and_analyses(
    own_shop: Services, question: str
) -> None:
    sql = "SELECT MAX(Freight) FROM Orders WHERE OrderDate >= :period_start AND OrderDate < :period_end"
    pair = json.dumps([{"question": question, "sql": sql}]).encode()
    await train_files(own_shop.knowledge, [("pairs.json", pair)], "shop", "ann", publish=True)
    answer = await own_shop.assistant.ask_whole(question, user=ADMIN, connection="shop")
    assert "MAX" in (answer.sql or ""), answer.answer
