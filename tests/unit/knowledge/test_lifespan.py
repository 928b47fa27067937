"""Who has none of something is counted only where it existed then, as far as its table says so."""

import datetime as dt

import pytest

from database.schema import Column, Schema, Table
from knowledge.definitions.lifespan import lifespan_of, lifespans_of
from knowledge.metrics import Dimension, Lifespan, Metric
from tests.unit.understanding.test_wrong_readings import TODAY, answers, everyone
from understanding.readings import MetricHit


def table(*columns: Column) -> Table:
    """Return a table of these columns."""
    return Table("public", "clubs", columns)


OPENED, CLOSED = Column("opened_on", "date", nullable=False), Column("closed_on", "date")


@pytest.mark.parametrize(
    "found, span",
    [
        (table(OPENED, CLOSED), Lifespan("opened_on", "closed_on")),
        (table(CLOSED), Lifespan("", "closed_on")),
        (table(Column("入职日期", "date"), Column("离职日期", "date")), Lifespan("入职日期", "离职日期")),
        (
            table(Column("employed_from", "date"), Column("employed_to", "date")),
            Lifespan("employed_from", "employed_to"),
        ),
        (table(Column("frozen_from", "date"), Column("frozen_to", "date")), Lifespan()),
        (table(Column("employed_to", "date")), Lifespan()),
        (table(OPENED), Lifespan()),
        (table(OPENED, Column("closed_on", "date", nullable=False)), Lifespan()),
        (table(Column("closed", "boolean")), Lifespan()),
        (table(CLOSED, Column("ended_on", "date")), Lifespan()),
        (
            table(
                Column("take_dt", "date", comment="开业日期"),
                Column("quit_dt", "date", comment="关闭日期,空=在管"),
            ),
            Lifespan("take_dt", "quit_dt"),
        ),
        (table(Column("dt", "date", comment="收款日（关闭后不计）")), Lifespan()),
        (None, Lifespan()),
    ],
)
def test_columns_that_say_from_when_to_when_are_known_by_name_and_type(
    found: Table | None, span: Lifespan
) -> None:
    assert lifespan_of(found) == span


@pytest.mark.parametrize(("filters", "span"), [((), Lifespan("take_dt", "quit_dt")), (("ok",), None)])
def test_a_count_of_all_things_from_a_day_until_another_says_when_each_is_there(
    filters: tuple[str, ...], span: Lifespan | None
) -> None:
    managed = table(Column("id", "integer"), Column("take_dt", "date"), Column("quit_dt", "date"))
    count = Metric(
        "managed",
        "在管",
        "Managed",
        table="clubs",
        expression="COUNT(id)",
        time="take_dt",
        until="quit_dt",
        filters=filters,
    )
    club = Dimension("club", "会所", "Club", column="clubs.name", key="clubs.id")
    assert lifespans_of(Schema((managed,)), [count], [club]).get("public.clubs") == span
    assert not lifespans_of(Schema((managed,)), [count], [])


def test_the_fewest_are_of_those_that_existed_then_and_it_is_said() -> None:
    hit = answers("gym").answer("which 3 clubs had the fewest repairs in October", TODAY, everyone)
    assert isinstance(hit, MetricHit)
    assert "clubs.closed_on IS NULL OR clubs.closed_on >= " in " ".join(hit.sql.split())
    assert "clubs.opened_on < " in hit.sql and str(dt.date(2026, 11, 1)) in hit.sql
    assert any("opened_on, closed_on" in line for line in hit.interpretation)


def test_over_all_time_all_members_are_counted() -> None:
    hit = answers("gym").answer("which 3 clubs had the fewest repairs", TODAY, everyone)
    assert isinstance(hit, MetricHit) and "closed_on" not in hit.sql
