"""The demo database on a real PostgreSQL: filled, extended, interrupted, asked."""

import datetime as dt
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from appdb.embedded import EmbeddedPostgres
from demo import database as demo
from demo.days import Days

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
TODAY = dt.date(2026, 11, 20)
FIRST = dt.date(2024, 11, 1)
SLOTS = {
    "period_start": "DATE '2026-10-01'", "period_end": "DATE '2026-11-01'",
    "previous_start": "DATE '2026-09-01'", "previous_end": "DATE '2026-10-01'",
    "last_year_start": "DATE '2025-10-01'", "last_year_end": "DATE '2025-11-01'",
    "top_n": "5",
}  # fmt: skip
NAMES = {
    "zh": {"area": "罗浮山服务区", "branch": "东莞分公司", "category": "餐饮", "vehicle_type": "新能源车"},
    "en": {"area": "Luofu Mountain Service Area", "branch": "Dongguan Branch", "category": "Restaurants",
           "vehicle_type": "New Energy Vehicle"},
}  # fmt: skip
# Nothing happened in October 2026, and that is their answer.
MAY_BE_EMPTY = {"areas-opened", "inspections-failed"}

MakeDemo = Callable[[str], str]


@pytest.fixture(scope="module")
def make_demo(postgres: EmbeddedPostgres) -> Iterator[MakeDemo]:
    """Return a maker of empty demo databases, dropped after the module."""
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        demo.create(postgres.url(), database=name)
        return demo.demo_url(postgres.url(), database=name)

    yield make
    with psycopg.connect(postgres.url(), autocommit=True) as server:
        for name in made:
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="module")
def told() -> list[tuple[float, str]]:
    """Return what the filling for TODAY tells of how far it is."""
    return []


@pytest.fixture(scope="module")
def filled(make_demo: MakeDemo, told: list[tuple[float, str]]) -> str:
    """Return the superuser's address of a demo filled for TODAY."""
    url = make_demo("demo_filled")
    demo.fill(url, TODAY, lambda share, what: told.append((share, what)))
    return url


@pytest.fixture(scope="module")
def held(filled: str) -> dict[str, tuple[int, str]]:
    """Return the tables of a demo filled for TODAY."""
    return _tables(filled)


@pytest.fixture
def reader(filled: str, postgres: EmbeddedPostgres) -> Iterator[psycopg.Connection[Any]]:
    """Return a connection as the role questions run under."""
    with psycopg.connect(demo.reader_url(postgres.url(), "demo_filled"), autocommit=True) as connection:
        yield connection


def _tables(url: str) -> dict[str, tuple[int, str]]:
    """Return each table's row count and a digest of its rows."""
    with psycopg.connect(url) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        digests = {}
        for (name,) in names:
            query = sql.SQL(
                "SELECT count(*), coalesce(md5(string_agg(t::text, ';' ORDER BY t::text)), '') FROM {} AS t"
            )
            row = connection.execute(query.format(sql.Identifier(name))).fetchone()
            assert row is not None
            digests[name] = (row[0], row[1])
        return digests


def test_the_demo_reaches_from_two_years_ago_to_yesterday(reader: psycopg.Connection[Any]) -> None:
    yesterday = TODAY - dt.timedelta(days=1)
    for table, column in (
        ("daily_revenue", "revenue_date"),
        ("vehicle_flow", "flow_date"),
        ("weather", "weather_date"),
        ("charging_daily", "charge_date"),
    ):
        query = sql.SQL("SELECT min({c}), max({c}), count(DISTINCT {c}) FROM {t}")
        row = reader.execute(query.format(c=sql.Identifier(column), t=sql.Identifier(table))).fetchone()
        assert row == (FIRST, yesterday, len(Days(FIRST, TODAY).dates)), table


def test_the_demo_has_about_three_hundred_thousand_rows(held: dict[str, tuple[int, str]]) -> None:
    assert len(held) >= 14
    assert 280_000 < sum(rows for rows, _ in held.values()) < 400_000
    assert all(rows for rows, _ in held.values())


def test_days_added_later_are_the_same_as_days_filled_at_once(
    held: dict[str, tuple[int, str]], make_demo: MakeDemo
) -> None:
    grown = make_demo("demo_grown")
    demo.fill(grown, dt.date(2026, 11, 5))
    assert demo.append_missing_days(grown, TODAY) == 15
    assert _tables(grown) == held


def test_adding_days_that_are_there_changes_nothing(filled: str, held: dict[str, tuple[int, str]]) -> None:
    assert demo.append_missing_days(filled, TODAY) == 0
    demo.fill(filled, TODAY)
    assert _tables(filled) == held


def test_tables_of_another_edition_are_filled_anew_also_after_a_kill(
    make_demo: MakeDemo, held: dict[str, tuple[int, str]]
) -> None:
    url = make_demo("demo_killed")
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE companies (name text); CREATE TABLE forgotten (name text)")
        connection.execute("COMMENT ON SCHEMA public IS 'wenshu demo of last year'")
    old = _tables(url)
    code = (
        "import datetime, os, signal, sys; from demo.database import fill\n"
        "def die(share, what):\n    if what == 'vehicle_flow': os.kill(os.getpid(), signal.SIGKILL)\n"
        f"fill(sys.argv[1], datetime.date({TODAY.year}, {TODAY.month}, {TODAY.day}), die)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, "-c", code, url], env=environment, cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert _tables(url) == old, "nothing is half filled"
    demo.append_missing_days(url, TODAY)
    assert _tables(url) == held


def test_filling_tells_how_far_it_is(filled: str, told: list[tuple[float, str]]) -> None:
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert "daily_revenue" in [what for _, what in told]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO companies VALUES (9, 'x', 'x', '2020-01-01')",
        "UPDATE shops SET monthly_rent = 0",
        "DELETE FROM complaints",
        "TRUNCATE daily_revenue",
        "DROP TABLE weather",
        "CREATE TABLE mine (a integer)",
        "CREATE TEMPORARY TABLE mine (a integer)",
        "CREATE SCHEMA mine",
    ],
)
@pytest.mark.parametrize("read_only", ["on", "off"])
def test_the_reader_can_change_nothing(
    reader: psycopg.Connection[Any], statement: str, read_only: str
) -> None:
    reader.execute(f"SET default_transaction_read_only = {read_only}")
    expected = "ReadOnlySqlTransaction" if read_only == "on" else "InsufficientPrivilege"
    with pytest.raises(getattr(psycopg.errors, expected)):
        reader.execute(statement)


def test_the_reader_starts_read_only(reader: psycopg.Connection[Any]) -> None:
    assert reader.execute("SHOW default_transaction_read_only").fetchone() == ("on",)


def test_every_key_is_there_and_checked(reader: psycopg.Connection[Any]) -> None:
    rows = reader.execute(
        "SELECT contype, count(*), bool_and(convalidated) FROM pg_constraint"
        " WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f') GROUP BY contype"
    ).fetchall()
    found = {kind: (count, checked) for kind, count, checked in rows}
    assert found["p"] == (22, True)
    assert found["f"][0] >= 25
    assert found["f"][1]


def _pairs() -> list[dict[str, Any]]:
    lines = (ROOT / "demo" / "knowledge" / "pairs.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _bound(pair: dict[str, Any]) -> str:
    values = SLOTS | {f"{name}_name": f"'{value}'" for name, value in NAMES[pair["language"]].items()}
    return re.sub(r"(?<![:\w]):([a-z_]+)", lambda slot: values[slot[1]], pair["sql"])


def test_every_pair_runs_and_says_something(reader: psycopg.Connection[Any]) -> None:
    silent = []
    for pair in _pairs():
        cursor = reader.execute(_bound(pair))
        rows = cursor.fetchall()
        names = [column.name for column in cursor.description or []]
        assert len(names) == len(set(names)), pair["id"]
        said = bool(rows) and all(value is not None for value in rows[0])
        if not said and pair["id"].split(".")[0] not in MAY_BE_EMPTY:
            silent.append(pair["id"])
    assert silent == []


def test_pairs_of_both_languages_give_the_same_figures(reader: psycopg.Connection[Any]) -> None:
    def figures(pair: dict[str, Any]) -> list[tuple[Any, ...]]:
        rows = reader.execute(_bound(pair)).fetchall()
        return sorted(tuple(str(value) for value in row if not isinstance(value, str)) for row in rows)

    by_id = {pair["id"]: pair for pair in _pairs()}
    for name, pair in by_id.items():
        if pair["language"] == "zh":
            assert figures(pair) == figures(by_id[name.replace(".zh", ".en")]), name


def test_every_gold_statement_runs_and_says_something(reader: psycopg.Connection[Any]) -> None:
    silent = []
    for line in demo.GOLDEN.read_text("utf-8").splitlines():
        case = json.loads(line)
        assert case["today"] == TODAY.isoformat()
        for statement in case["gold"] or []:
            rows = reader.execute(statement).fetchall()
            if not rows or all(value is None for value in rows[0]):
                silent.append(case["id"])
    assert silent == []


def test_the_charging_outage_of_may_shows_every_year(reader: psycopg.Connection[Any]) -> None:
    rows = reader.execute(
        "SELECT extract(year FROM charge_date)::int, count(*) FROM charging_daily"
        " JOIN service_areas AS a USING (service_area_id)"
        " WHERE a.name = '罗浮山服务区' AND energy_kwh = 0 GROUP BY 1 ORDER BY 1"
    ).fetchall()
    assert rows == [(2025, 9), (2026, 9)]


def test_coffee_and_tea_grow_fastest(reader: psycopg.Connection[Any]) -> None:
    rows = reader.execute(
        "SELECT g.name, sum(amount) FILTER (WHERE revenue_date >= '2026-01-01')"
        " / sum(amount) FILTER (WHERE revenue_date < '2026-01-01') FROM daily_revenue"
        " JOIN shops USING (shop_id) JOIN shop_categories AS g USING (category_id)"
        " WHERE extract(month FROM revenue_date) = 10 AND revenue_date >= '2025-10-01'"
        " GROUP BY g.name ORDER BY 2 DESC"
    ).fetchall()
    assert rows[0][0] == "咖啡茶饮"
    assert rows[0][1] > 1.3 > rows[1][1]


def test_complaints_at_houjie_peak_in_august(reader: psycopg.Connection[Any]) -> None:
    row = reader.execute(
        "SELECT a.name, date_trunc('month', complained_on)::date FROM complaints"
        " JOIN service_areas AS a USING (service_area_id) GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1"
    ).fetchone()
    assert row is not None
    assert row[0] == "厚街服务区"
    assert row[1].month == 8
