"""A rate whose rows ripen is set beside an older time at the same age, or not at all: on PostgreSQL."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from config.settings import Settings
from services import Services
from tests.conftest import TODAY, create_database, drop_database
from tests.fakes.own_business import business, told

LAG = "(10 + (n * 7919 % 1000) * (n * 7919 % 1000) / 4000)::int"  # days, from 10 to 260
LATE = f"{LAG} + CASE WHEN n % 3 = 2 AND day >= date '2026-09-01' THEN 7 ELSE 0 END"  # West pays later since
NAMES = ("North", "South", "West")
TABLES = f"""
CREATE TABLE site (site_id int PRIMARY KEY, name text NOT NULL);
INSERT INTO site VALUES (1, 'North'), (2, 'South'), (3, 'West');
CREATE TABLE bill (bill_id int PRIMARY KEY, site_id int NOT NULL REFERENCES site, issued_on date NOT NULL,
  due_on date NOT NULL, paid_on date, amount numeric(10, 2) NOT NULL, status text NOT NULL);
INSERT INTO bill SELECT n, 1 + n % 3, day, day + 30,
    CASE WHEN n % 20 >= 3 AND day + {LATE} < date '{TODAY}' THEN day + {LATE} END, 100 + n % 7,
    CASE WHEN n % 20 >= 3 AND day + {LATE} < date '{TODAY}' THEN 'PAID' ELSE 'OPEN' END
  FROM (SELECT n, date '2024-06-01' + n / 10 AS day FROM generate_series(1, 10000) n)
    b WHERE day < date '{TODAY}';
CREATE TABLE ticket (ticket_id int PRIMARY KEY, site_id int NOT NULL REFERENCES site, opened_on date NOT NULL,
  state text NOT NULL, channel text NOT NULL);
COMMENT ON COLUMN ticket.state IS 'State: NEW open, WIP in work, DONE closed, VOID void';
INSERT INTO ticket SELECT n, 1 + n % 3, day,
    CASE WHEN n % 20 = 0 THEN 'VOID' WHEN n % 20 = 1 THEN 'NEW' WHEN day + {LAG} < date '{TODAY}' THEN 'DONE'
      ELSE 'WIP' END, CASE WHEN n % 5 = 0 THEN 'PHONE' ELSE 'MAIL' END
  FROM (SELECT n, date '2024-06-01' + n / 10 AS day FROM generate_series(1, 10000) n)
    b WHERE day < date '{TODAY}';
CREATE TABLE aim (month date NOT NULL, site_id int NOT NULL REFERENCES site, rate numeric NOT NULL,
  PRIMARY KEY (month, site_id));
INSERT INTO aim SELECT m::date, s, 80
  FROM generate_series(date '2025-01-01', date '2026-12-01', '1 month') m, generate_series(1, 3) s;
"""
DEFINED = """
metrics:
  - {name: billed, names: {zh: 应收金额, en: Billed}, table: bill, expression: SUM(amount), time: issued_on}
  - {name: collected, names: {zh: 实收金额, en: Collected}, table: bill, expression: SUM(amount),
     time: issued_on, filters: [paid_on IS NOT NULL]}
  - {name: collection_rate, names: {zh: 收缴率, en: Collection rate}, ratio: [collected, billed], unit: "%",
     decimals: 1}
  - {name: bills, names: {zh: 账单数, en: Bills}, table: bill, expression: COUNT(*), time: issued_on}
  - {name: paid_bills, names: {zh: 已缴账单数, en: Paid bills}, table: bill, expression: COUNT(*),
     time: issued_on, filters: ["status = 'PAID'"]}
  - {name: settled, names: {zh: 结清率, en: Settlement rate}, ratio: [paid_bills, bills], unit: "%",
     decimals: 1}
  - {name: tickets, names: {zh: 工单数, en: Tickets}, table: ticket, expression: COUNT(*), time: opened_on}
  - {name: done, names: {zh: 办结工单数, en: Closed tickets}, table: ticket, expression: COUNT(*),
     time: opened_on, filters: ["state = 'DONE'"]}
  - {name: closing, names: {zh: 办结率, en: Closing rate}, ratio: [done, tickets], unit: "%", decimals: 1}
  - {name: phoned, names: {zh: 电话工单数, en: Phone tickets}, table: ticket, expression: COUNT(*),
     time: opened_on, filters: ["channel = 'PHONE'"]}
  - {name: by_phone, names: {zh: 电话占比, en: Phone rate}, ratio: [phoned, tickets], unit: "%", decimals: 1}
  - {name: rate_target, names: {zh: 收缴率目标, en: Collection rate target}, table: aim,
     expression: AVG(rate), time: month, time_grain: month, unit: "%", decimals: 1}
dimensions:
  - {name: site, names: {zh: 站点, en: Site}, column: site.name, key: site.site_id}
  - {name: state, names: {zh: 工单状态, en: State}, column: ticket.state,
     values: {NEW: [未受理, open], WIP: [处理中, in work], DONE: [已办结, closed], VOID: [作废, void]}}
scorecard: [billed, collection_rate, closing]
"""


@pytest.fixture(scope="module")
async def bills(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    create_database(postgres, "bills")
    create_database(postgres, "of_bills", app_template, owner=APP_ROLE)
    folder = tmp_path_factory.mktemp("bills")
    own = SecretStr(postgres.url("of_bills", APP_ROLE))
    settings = Settings(data_dir=folder / "data", app_database_url=own, today=TODAY)
    async with business(settings, postgres.url("bills"), folder, TABLES, DEFINED) as services:
        yield services
    drop_database(postgres, "of_bills")
    drop_database(postgres, "bills")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("上个月收缴率和去年同期比怎么样", "还没有定型"),
        ("collection rate last month vs last year", "not ripe"),
        ("结清率上个月同比", "还没有定型"),
        ("各站点上个月收缴率同比", "还没有定型"),
        ("closing rate last month vs last year", "not ripe"),
        ("已缴账单数上个月环比", "还没有定型"),
        ("collection rate by month this year", "no trend"),
        ("closing rate by month this year", "no trend"),
    ],
)
async def test_a_young_rate_is_set_beside_no_older_one(bills: Services, question: str, says: str) -> None:
    found = await told(bills, question)
    assert says in found, found
    assert not [word for word in ("下降", "down", "低了", "lower", "fell") if word in found], found
    by_state, over_time = "closing" in question, "by month" in question
    assert ("同龄相比" in found or "Like beside like" in found) is not (by_state or over_time), found


async def test_at_one_age_who_really_pays_later_is_told(bills: Services) -> None:
    found = (await told(bills, "各站点上个月收缴率同比")).split("同龄相比")[1].splitlines()[0]
    assert "19 天内" in found and found.index("West") == max(found.index(one) for one in NAMES), found
    assert "-" in found[found.index("West") :]
    ranked = await told(bills, "上个月收缴率同比涨得最多的站点")
    assert "降幅" not in ranked and ranked.index("同龄相比") > 0


async def test_why_is_told_of_both_times_at_one_age(bills: Services) -> None:
    found = await told(bills, "why did the collection rate fall last month compared with last year")
    assert "within 19 days" in found and "West" in found, found
    assert not [one for one in ("85.", "26.") if one in found], found


async def test_whether_it_keeps_falling_is_told_of_months_at_one_age(bills: Services) -> None:
    found = await told(bills, "South的收缴率是不是一直在下降")
    assert found.startswith("不是一直下降") and "天内就有" in found, found


@pytest.mark.parametrize(
    "question", ["why did the collection rate fall this month", "为什么上个月办结率下降了"]
)
async def test_what_is_too_young_or_has_no_day_is_not_explained(bills: Services, question: str) -> None:
    found = await told(bills, question)
    assert "不作比较" in found or "not compared" in found, found


async def test_a_report_counts_no_young_rate_as_a_fall(bills: Services) -> None:
    found = await told(bills, "how are we doing")
    assert "not ripe" in found and "to watch" not in found and "-58" not in found
    assert "within 19 days, collection rate in October 2026 against October 2025" in found


async def test_months_of_a_rate_that_ripens_are_no_oddity(bills: Services) -> None:
    found = await told(bills, "收缴率有什么异常")
    assert "没有发现异常" in found and "还没有定型" in found


@pytest.mark.parametrize(
    "question",
    ["collection rate in January 2026 vs January 2025", "phone rate last month vs last year",
     "上个月账单数同比", "collection rate 2025 Q1 vs 2025 Q2"],
)  # fmt: skip
async def test_what_is_ripe_or_never_ripens_is_compared(bills: Services, question: str) -> None:
    found = await told(bills, question)
    assert "ripe" not in found and "定型" not in found, found
    assert [word for word in ("up", "down", "same as", "增长", "下降", "相同") if word in found], found
