"""Rates that are ripe within days or weeks, by moments and in one expression: on PostgreSQL."""

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
CREATE TABLE depot (depot_id int PRIMARY KEY, name text NOT NULL);
INSERT INTO depot VALUES (1, 'East'), (2, 'Port');
CREATE TABLE parcel (parcel_id int PRIMARY KEY, depot_id int NOT NULL REFERENCES depot,
  sent_at timestamp NOT NULL, delivered_at timestamp, state text NOT NULL);
COMMENT ON COLUMN parcel.state IS 'State: TRANSIT in transit, DELIVERED delivered, LOST lost';
INSERT INTO parcel SELECT n, 1 + n % 2, at,
    CASE WHEN n % 25 > 0 AND at + lag < date '{TODAY}' THEN at + lag END,
    CASE WHEN n % 25 = 0 THEN 'LOST' WHEN at + lag < date '{TODAY}' THEN 'DELIVERED' ELSE 'TRANSIT' END
  FROM (SELECT n, timestamp '2025-01-01' + n * interval '2 hours' AS at,
      (20 + n * 7919 % 50) * interval '1 hour' AS lag FROM generate_series(1, 9000) n) p
  WHERE at < date '{TODAY}';
CREATE TABLE trial (trial_id int PRIMARY KEY, started_on date NOT NULL, converted_on date);
INSERT INTO trial SELECT n, day, CASE WHEN n % 3 = 0 AND day + 21 < date '{TODAY}' THEN day + 21 END
  FROM (SELECT n, date '2025-01-01' + n / 12 AS day FROM generate_series(1, 9000) n) t
  WHERE day < date '{TODAY}';
"""
DEFINED = """
metrics:
  - {name: parcels, names: {zh: 包裹数, en: Parcels}, table: parcel, expression: COUNT(*), time: sent_at}
  - {name: delivered, names: {zh: 妥投数, en: Delivered parcels}, table: parcel, expression: COUNT(*),
     time: sent_at, filters: ["state = 'DELIVERED'"]}
  - {name: delivery_rate, names: {zh: 妥投率, en: Delivery rate}, ratio: [delivered, parcels], unit: "%",
     decimals: 1}
  - {name: lost, names: {zh: 丢件数, en: Lost parcels}, table: parcel, expression: COUNT(*), time: sent_at,
     filters: ["state = 'LOST'"]}
  - {name: loss_rate, names: {zh: 丢件率, en: Loss rate}, ratio: [lost, parcels], unit: "%", decimals: 1}
  - {name: trials, names: {zh: 试用数, en: Trials}, table: trial, expression: COUNT(*), time: started_on}
  - {name: conversion, names: {zh: 转化率, en: Conversion rate}, table: trial, unit: "%", decimals: 1,
     expression: "100.0 * SUM(CASE WHEN converted_on IS NOT NULL THEN 1 ELSE 0 END) / COUNT(*)",
     time: started_on}
dimensions:
  - {name: depot, names: {zh: 网点, en: Depot}, column: depot.name, key: depot.depot_id}
scorecard: [parcels, delivery_rate, conversion]
"""


@pytest.fixture(scope="module")
async def parcels(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    create_database(postgres, "parcels")
    create_database(postgres, "of_parcels", app_template, owner=APP_ROLE)
    folder = tmp_path_factory.mktemp("parcels")
    own = SecretStr(postgres.url("of_parcels", APP_ROLE))
    settings = Settings(data_dir=folder / "data", app_database_url=own, today=TODAY)
    async with business(settings, postgres.url("parcels"), folder, TABLES, DEFINED) as services:
        yield services
    drop_database(postgres, "of_parcels")
    drop_database(postgres, "parcels")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("delivery rate last month vs last year", "down 0.2 percentage points from 96.2 %"),
        ("delivery rate last week vs the week before", "(9–15 Nov 2026) was 95.2 %"),
        ("loss rate last month vs last year", "up 0.2 percentage points from 3.8 %"),
    ],
)
async def test_what_is_ripe_by_now_is_compared_as_ever(parcels: Services, question: str, says: str) -> None:
    found = await told(parcels, question)
    assert says in found and "ripe" not in found, found


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("delivery rate this month vs last month", "Left out, as not complete yet: 17–19 Nov 2026"),
        ("conversion rate last month vs last year", "(1–29 Oct 2026) came to 33.3 %, the same as"),
        ("why did the conversion rate fall last month", "did not fall: 33.3 %"),
        ("conversion rate by month this year", "November 2026 (0 %): not complete, left out"),
    ],
)
async def test_the_last_days_that_are_not_ripe_are_left_out(
    parcels: Services, question: str, says: str
) -> None:
    assert says in await told(parcels, question)


@pytest.mark.parametrize("question", ["delivery rate yesterday vs the day before", "转化率这个月和上个月比"])
async def test_a_time_that_is_too_young_is_set_beside_none(parcels: Services, question: str) -> None:
    found = await told(parcels, question)
    assert ("not ripe" in found or "还没有定型" in found) and "下降" not in found and "down" not in found
