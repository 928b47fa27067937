"""Two keys of a row to the same people, as two dimensions of one question."""

import datetime as dt
import sqlite3
from dataclasses import replace
from decimal import Decimal

from database.dialects import SQLITE
from database.schema import Column, ForeignKey, Schema, Table
from knowledge.definitions.roles import with_roles
from knowledge.metrics import Catalog, Dimension, Metric
from query.metric_query import Condition, Filter, MetricQuery
from query.plan.compose import plan_of
from query.plan.sql import sql_of
from query.plan.task import Task
from understanding.drafting.checks import problems

TODAY = dt.date(2026, 11, 24)
STAFF = Table("main", "staff", (Column("staff_id", "INT"), Column("name", "TEXT")), primary_key=("staff_id",))
TRIPS = Table(
    "main",
    "trips",
    (Column("trip_id", "INT"), Column("driver_id", "INT", comment="司机编号"), Column("sent_by", "INT")),
    primary_key=("trip_id",),
    foreign_keys=tuple(
        ForeignKey((column,), "main", "staff", ("staff_id",)) for column in ("driver_id", "sent_by")
    ),
)
PEOPLE = Dimension("staff", "员工", "Staff", column="staff.name", key="staff.staff_id")
DRIVES = Metric("drives", "趟数", "Trips", table="trips", expression="COUNT(trip_id)", decimals=0)
CATALOG = Catalog({"drives": DRIVES}, {"staff": PEOPLE}, schema=Schema((STAFF, TRIPS)))


def asked(query: MetricQuery) -> list[tuple[object, ...]]:
    """Return the rows a question comes to, of three trips by two people."""
    task = Task(query, with_roles(CATALOG), SQLITE, "en", TODAY)
    base = sqlite3.connect(":memory:")
    base.executescript(
        """CREATE TABLE staff (staff_id INT, name TEXT);
        CREATE TABLE trips (trip_id INT, driver_id INT, sent_by INT);
        INSERT INTO staff VALUES (1, 'Ada'), (2, 'Bo');
        INSERT INTO trips VALUES (1, 1, 2), (2, 1, 2), (3, 2, 2)"""
    )
    return base.execute(sql_of(plan_of(task), SQLITE)).fetchall()


def test_each_key_is_a_role_called_as_its_column_or_its_comment() -> None:
    roles = [one for one in with_roles(CATALOG).dimensions.values() if one.role_of == "staff"]
    assert [(one.name, one.zh, one.en) for one in roles] == [
        ("staff_driver_id", "司机", "Driver"),
        ("staff_sent_by", "员工（sent by）", "Staff (sent by)"),
    ]


def test_a_cut_that_two_keys_may_mean_is_none_and_each_role_is_one() -> None:
    catalog = with_roles(CATALOG)
    assert not catalog.cuts("drives", "staff")
    assert catalog.cuts("drives", "staff_driver_id")
    assert catalog.cuts("drives", "staff_sent_by")


def test_two_roles_of_one_table_stand_side_by_side() -> None:
    query = MetricQuery(("drives",), splits=("staff_driver_id", "staff_sent_by"))
    assert sorted((row[0], row[1], row[-1]) for row in asked(query)) == [("Ada", "Bo", 2), ("Bo", "Bo", 1)]


def test_a_member_is_kept_in_one_role_alone() -> None:
    assert asked(MetricQuery(("drives",), filters=(Filter("staff_driver_id", ("Bo",)),)))[0][-1] == 1
    assert asked(MetricQuery(("drives",), filters=(Filter("staff_sent_by", ("Bo",)),)))[0][-1] == 3


def test_those_with_few_are_of_those_who_ever_had_the_role() -> None:
    few = Condition("drives", "lt", Decimal(3))
    query = MetricQuery(("drives",), splits=("staff_sent_by",), conditions=(few,))
    assert asked(query) == []  # Ada never sent anybody, and Bo three times


def test_a_role_is_closed_to_whom_its_key_is_closed() -> None:
    catalog = with_roles(CATALOG)
    role = catalog.dimensions["staff_driver_id"]
    assert catalog.shows(role, lambda _: True)
    assert not catalog.shows(role, lambda column: column != "main.trips.driver_id")


def test_a_taught_role_needs_a_key_that_leads_there() -> None:
    def of(by: str) -> Catalog:
        driver = Dimension("driver", "司机", "Driver", column="staff.name", key="staff.staff_id", by=by)
        return Catalog({"drives": DRIVES}, {"driver": driver}, schema=CATALOG.schema)

    assert problems(of("driver_id"), SQLITE) == []
    assert [one.code for one in problems(of("owner_id"), SQLITE)] == ["metric_column_unknown"]


def test_a_role_that_nobody_taught_can_be_what_a_figure_is_never_cut_by() -> None:
    def never(*names: str) -> Catalog:
        return replace(CATALOG, metrics={"drives": replace(DRIVES, not_by=names)})

    assert problems(never("staff_sent_by"), SQLITE) == []
    assert [one.code for one in problems(never("staff_sent_to"), SQLITE)] == ["metric_not_by_unknown"]
    assert not with_roles(never("staff_sent_by")).cuts("drives", "staff_sent_by")


def _beside(taught: Dimension, *more: Table) -> Dimension:
    dimensions = {"staff": PEOPLE, taught.name: taught}
    catalog = replace(CATALOG, dimensions=dimensions, schema=Schema((STAFF, TRIPS, *more)))
    return with_roles(catalog).dimensions["staff_driver_id"]


def test_a_role_called_like_a_taught_dimension_says_whose_it_is() -> None:
    columns = Column("rent_id", "INT"), Column("driver", "TEXT")
    apart = Table("main", "rents", columns, primary_key=("rent_id",))
    role = _beside(Dimension("driver", "司机", "Driver", column="rents.driver"), apart)
    assert (role.zh, role.en) == ("员工（司机）", "Staff (driver)")
    assert {*role.synonyms} == {"driver", "司机", "Driver"}  # of trips nobody else is a driver


def test_a_taught_dimension_of_the_same_rows_has_its_words_to_itself() -> None:
    role = _beside(Dimension("driver", "司机", "Driver", column="trips.sent_by"))
    assert (role.zh, role.en, role.synonyms) == ("员工（司机）", "Staff (driver)", ())
