"""What stood on a past day, of rows that have a beginning and an end, on every engine and by hand."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from appdb.embedded import EmbeddedPostgres
from database.dialects import DUCKDB, MYSQL, POSTGRES, SQLITE, Dialect
from database.guard import check
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Dimension, Metric
from query.metric_query import Compared, MetricQuery, Window
from query.plan.compose import compose
from tests.integration.engines import RunOn, engines
from understanding.metric.known import Known
from understanding.metric.reader import MetricReader
from understanding.readings import MetricReading

pytestmark = pytest.mark.slow

TODAY = dt.date(2026, 11, 21)
LEASES = [  # house, from, until, rent
    (1, "N", "2026-08-01", None, 100),
    (2, "N", "2026-09-10", "2026-09-30", 50),  # ended on the very last day
    (3, "S", "2026-09-30", "2026-10-05", 20),
    (4, "S", "2026-10-20", None, 30),
    (5, "S", "2026-12-01", None, 70),  # planned
    (6, "S", "2026-09-20", "2026-09-10", 999),  # ended before it began
]
NAMES = ("id", "house", "from_on", "until_on", "rent")
TYPES = ("integer", "varchar(9)", "date", "date", "integer")
TABLE = Table(
    "",
    "leases",
    columns=tuple(
        Column(name, kind, nullable=name == "until_on") for name, kind in zip(NAMES, TYPES, strict=True)
    ),
    primary_key=("id",),
)
IN_FORCE = Metric(
    name="in_force", zh="在租数", en="Leases in force", table="leases", expression="COUNT(id)",
    time="from_on", until="until_on", additivity="semi", decimals=0,
)  # fmt: skip
METRICS = (
    IN_FORCE,
    replace(IN_FORCE, name="inclusive", until_included=True),
    replace(IN_FORCE, name="mean", over_time="average"),
    replace(IN_FORCE, name="lease_days", over_time="sum", additivity="sum"),
    replace(IN_FORCE, name="rent_days", over_time="sum", additivity="sum", expression="SUM(rent)"),
    replace(IN_FORCE, name="begun", until="", additivity="sum"),
    replace(IN_FORCE, name="ended", time="until_on", until="", additivity="sum"),
    Metric(
        name="rent_a_day", zh="", en="", kind="ratio", additivity="ratio", parts=("rent_days", "lease_days")
    ),
)
CATALOG = Catalog(
    {one.name: one for one in METRICS},
    {"house": Dimension("house", "楼", "House", column="leases.house")},
    schema=Schema((TABLE,)),
)
SEPTEMBER = Window(dt.date(2026, 9, 1), dt.date(2026, 10, 1), "month")
OCTOBER = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")
AUTUMN = Window(dt.date(2026, 9, 1), dt.date(2026, 12, 1), "month", 3)
NOW = Window(dt.date(2026, 11, 1), dt.date(2026, 12, 1), "month")


def _statements() -> list[str]:
    columns = ", ".join(f"{name} {kind}" for name, kind in zip(NAMES, TYPES, strict=True))
    rows = (", ".join("NULL" if cell is None else repr(cell) for cell in row) for row in LEASES)
    return [f"CREATE TABLE leases ({columns})", *(f"INSERT INTO leases VALUES ({row})" for row in rows)]


@pytest.fixture(scope="module")
def run_on(postgres: EmbeddedPostgres) -> Iterator[RunOn]:
    with engines(postgres, "standing", lambda _: _statements()) as opened:
        yield opened


ENGINES = pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
CASES: dict[str, tuple[MetricQuery, list[tuple[Any, ...]]]] = {
    "now": (MetricQuery(("in_force",)), [(2,)]),
    "at the end of September": (MetricQuery(("in_force",), windows=(SEPTEMBER,)), [(2,)]),
    "with its last day": (MetricQuery(("inclusive",), windows=(SEPTEMBER,)), [(3,)]),
    "of a month that runs": (MetricQuery(("in_force",), windows=(NOW,)), [(2,)]),
    "before anything began": (
        MetricQuery(("in_force",), windows=(Window(dt.date(2026, 7, 1), dt.date(2026, 8, 1)),)),
        [(0,)],
    ),
    "by house": (MetricQuery(("in_force",), ("house",), windows=(SEPTEMBER,)), [("N", 1), ("S", 1)]),
    "month by month": (
        MetricQuery(("in_force",), (), "month", (AUTUMN,)),
        [("2026-09-01", 2), ("2026-10-01", 2), ("2026-11-01", 2)],
    ),
    "on the year before": (
        MetricQuery(("in_force",), windows=(OCTOBER,), compared=Compared("named", SEPTEMBER)),
        [(2, 2)],
    ),
    "two months": (MetricQuery(("lease_days",), windows=(SEPTEMBER, OCTOBER)), [(51, 47)]),
    # September: 30 of the first, 20 of the second, 1 of the third
    "unit-days": (MetricQuery(("lease_days",), windows=(SEPTEMBER,)), [(51,)]),
    "unit-days by month": (
        MetricQuery(("lease_days",), (), "month", (AUTUMN,)),
        [("2026-09-01", 51), ("2026-10-01", 47), ("2026-11-01", 42)],
    ),
    "mean of the days": (MetricQuery(("mean",), windows=(SEPTEMBER,)), [(1.7,)]),
    "mean by house": (
        MetricQuery(("mean",), ("house",), windows=(SEPTEMBER,)),
        [("N", 50 / 30), ("S", 1 / 30)],
    ),
    "mean by month": (
        MetricQuery(("mean",), (), "month", (AUTUMN,)),
        [("2026-09-01", 1.7), ("2026-10-01", 47 / 31), ("2026-11-01", 2)],
    ),
    "unit-days a day": (MetricQuery(("lease_days",), windows=(SEPTEMBER,), average="day"), [(1.7,)]),
    "a ratio": (MetricQuery(("rent_a_day",), windows=(SEPTEMBER,)), [(4020 / 51,)]),
}


def _plain(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    def cell(value: Any) -> Any:
        if isinstance(value, dt.date):
            return value.isoformat()[:10]
        return value if isinstance(value, str) or value is None else pytest.approx(float(value), abs=1e-4)

    return [tuple(map(cell, row)) for row in rows]


@ENGINES
@pytest.mark.parametrize("name", CASES)
def test_what_stood_is_what_is_counted_by_hand(name: str, dialect: Dialect, run_on: RunOn) -> None:
    query, wanted = CASES[name]
    sql = compose(query, CATALOG, dialect, "en", TODAY, exact=True)
    check(sql, dialect)
    got = _plain(run_on(dialect)(sql))
    assert [row[: len(wanted[0])] for row in sorted(got, key=str)] == sorted(wanted, key=str), sql


def test_a_level_changes_by_what_began_less_what_ended_and_its_days_add_up(run_on: RunOn) -> None:
    def of(name: str, day: dt.date) -> float:
        window = Window(day, day + dt.timedelta(days=1), "day")
        query = MetricQuery((name,), windows=(window,))
        return float(run_on(SQLITE)(compose(query, sound, SQLITE, "en", TODAY))[0][0])

    real = replace(IN_FORCE, filters=("until_on IS NULL OR until_on > from_on",))
    filtered = {
        one.name: replace(one, filters=real.filters) if one.kind == "simple" else one for one in METRICS
    }
    sound = replace(CATALOG, metrics=filtered)
    every = [dt.date(2026, 9, 1) + dt.timedelta(days=number) for number in range(61)]
    for before, day in pairwise(every):
        change = of("in_force", day) - of("in_force", before)
        assert change == of("begun", day) - of("ended", day), day
    assert sum(of("in_force", day) for day in every[:30]) == 51


def test_whoever_may_not_see_the_end_has_what_began_and_nothing_that_stands() -> None:
    def allowed(column: str) -> bool:
        return not column.endswith(".until_on")

    opened = {one.name for one in METRICS if CATALOG.opens(one.name, allowed)}
    assert opened == {"begun"}


SPANS = {f"leases.{name}": (dt.date(2026, 8, 1), dt.date(2026, 12, 1)) for name in ("from_on", "until_on")}
READ = {
    "How many leases were in force at the end of September?": ("in_force", SEPTEMBER.start),
    "leases in force by house in October": ("in_force", OCTOBER.start),
    "9月底在租数": ("in_force", SEPTEMBER.start),
    "2027年1月的在租数": None,  # nobody knows who leaves by then
    "How many leases began in September?": None,  # what began is not what stands
    "How many leases ended in September?": None,
    "How many leases were signed in September?": None,
}


@pytest.mark.parametrize("question", READ)
def test_what_began_or_ended_and_what_is_to_come_is_not_read_as_what_stands(question: str) -> None:
    alone = replace(CATALOG, metrics={"in_force": IN_FORCE})
    found = MetricReader(Known(alone, spans=SPANS)).read(question, TODAY)
    asked = (
        (found.query.metrics[0], found.query.windows[0].start) if isinstance(found, MetricReading) else None
    )
    assert asked == READ[question]
