"""A target of a stock is the stock's at a period's end: neither summed over months nor paced by days."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from config.settings import Settings
from services import Services
from tests.conftest import TODAY, create_database, drop_database
from tests.fakes.own_business import business, told

TABLES = f"""
CREATE TABLE club (club_id int PRIMARY KEY, name text NOT NULL);
INSERT INTO club VALUES (1, 'Hill'), (2, 'Lake');
CREATE TABLE membership (membership_id int PRIMARY KEY, club_id int NOT NULL REFERENCES club,
  joined_on date NOT NULL, left_on date);
INSERT INTO membership SELECT n, 1 + n % 2, date '2025-01-01' + n / 3, NULL
  FROM generate_series(1, 2000) n WHERE date '2025-01-01' + n / 3 < date '{TODAY}';
CREATE TABLE deposit_daily (club_id int NOT NULL REFERENCES club, day date NOT NULL, balance numeric NOT NULL,
  PRIMARY KEY (club_id, day));
INSERT INTO deposit_daily SELECT c, d::date, 1000 * c + (d::date - date '2025-01-01')
  FROM generate_series(1, 2) c, generate_series(date '2025-01-01', date '{TODAY}' - 1, '1 day') d;
CREATE TABLE plan (club_id int NOT NULL REFERENCES club, month date NOT NULL, members int NOT NULL,
  balance int NOT NULL, joined int NOT NULL, PRIMARY KEY (club_id, month));
INSERT INTO plan SELECT c, m::date, 500 + 50 * extract(month FROM m)::int, 1500 * c, 50
  FROM generate_series(1, 2) c, generate_series(date '2026-01-01', date '2026-12-01', '1 month') m;
"""
DEFINED = """
metrics:
  - {name: members, names: {zh: 会员数, en: Members}, table: membership, expression: COUNT(membership_id),
     time: joined_on, until: left_on, decimals: 0}
  - {name: member_target, names: {zh: 会员数目标, en: Members target}, table: plan, expression: SUM(members),
     time: month, time_grain: month, decimals: 0}
  - {name: member_completion, names: {zh: 会员数完成率, en: Members target completion},
     ratio: [members, member_target], unit: "%", decimals: 1}
  - {name: joined, names: {zh: 入会人数, en: Joined}, table: membership, expression: COUNT(membership_id),
     time: joined_on, decimals: 0}
  - {name: joined_target, names: {zh: 入会人数目标, en: Joined target}, table: plan, expression: SUM(joined),
     time: month, time_grain: month, decimals: 0}
  - {name: joined_completion, names: {zh: 入会完成率, en: Joined target completion},
     ratio: [joined, joined_target], unit: "%", decimals: 1}
  - {name: balance, names: {zh: 储值余额, en: Balance}, table: deposit_daily, expression: SUM(balance),
     time: day, additivity: semi, unit: {zh: 元, en: CNY}}
  - {name: balance_target, names: {zh: 储值余额目标, en: Balance target}, table: plan,
     expression: SUM(balance),
     time: month, time_grain: month, unit: {zh: 元, en: CNY}}
dimensions:
  - {name: club, names: {zh: 门店, en: Club}, column: club.name, key: club.club_id}
scorecard: [members, joined]
"""


@pytest.fixture(scope="module")
async def clubs(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    create_database(postgres, "clubs")
    create_database(postgres, "of_clubs", app_template, owner=APP_ROLE)
    folder = tmp_path_factory.mktemp("clubs")
    own = SecretStr(postgres.url("of_clubs", APP_ROLE))
    settings = Settings(data_dir=folder / "data", app_database_url=own, today=TODAY)
    async with business(settings, postgres.url("clubs"), folder, TABLES, DEFINED) as services:
        yield services
    drop_database(postgres, "of_clubs")
    drop_database(postgres, "clubs")


@pytest.mark.parametrize(
    ("question", "says", "never"),
    [
        ("member target in Q3 2026", "1,900", "5,400"),
        ("今年会员数目标完成了吗", "目标 2,200，差 200", "19,800"),
        ("are we on track to meet the members target this year", "2,200 (200 short)", "19,800"),
        ("will the balance reach its target this year", "CNY 4,500 (CNY 126 short)", "54,000"),
        ("which clubs missed their members target last quarter", "Hill 956 (target 950, 6 over)", "2,700"),
        ("how are we doing", "members 2,000 (+106.6 % on the year, target 2,200)", "19,800"),
        ("members target by club in Q3 2026", "950", "2,700"),
    ],
)
async def test_a_target_of_what_stands_is_that_of_the_end(
    clubs: Services, question: str, says: str, never: str
) -> None:
    found = await told(clubs, question)
    assert says in found and never not in found, found


@pytest.mark.parametrize(
    ("question", "says"),
    [("joined target in Q3 2026", "300"), ("今年入会人数能完成目标吗", "2026 年目标 1,200 的 75.5 %")],
)
async def test_a_target_of_what_comes_in_adds_up(clubs: Services, question: str, says: str) -> None:
    assert says in await told(clubs, question)
