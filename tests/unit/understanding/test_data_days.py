"""Which day is today by the data, and which column of a table says when its rows were."""

import datetime as dt

import pytest

from database.rights import Rights
from database.schema import Column, Schema, Table
from knowledge.profiles import ColumnProfile, TableProfile
from understanding.data_days import DataDays, data_days, when_of, without_gaps_of_rare

CLOCK = dt.date(2026, 11, 20)


def _table(name: str, *columns: str, type_text: str = "date") -> Table:
    return Table("public", name, tuple(Column(one, type_text) for one in columns))


def _days(*lasts: str) -> DataDays:
    columns = {
        f"public.t{at}.day": (dt.date(2001, 1, 1), dt.date.fromisoformat(one)) for at, one in enumerate(lasts)
    }
    return DataDays(columns, frozenset(columns))


@pytest.mark.parametrize(
    ("lasts", "today"),
    [
        (["2023-06-30"], "2023-06-30"),
        (["2023-06-30", "2021-01-01"], "2023-06-30"),
        (["2026-11-20", "2021-01-01"], "2026-11-20"),
        (["2023-06-30", "2030-12-01"], "2023-06-30"),
        (["2026-11-21", "2021-01-01"], "2026-11-20"),
        (["2030-12-01"], "2026-11-20"),
        ([], "2026-11-20"),
    ],
    ids=["ended", "one_sooner", "current", "targets_run_on", "a_day_ahead", "all_ahead", "nothing_known"],
)  # fmt: skip
def test_today_is_the_latest_day_that_has_been(lasts: list[str], today: str) -> None:
    assert _days(*lasts).last(CLOCK) == dt.date.fromisoformat(today)


@pytest.mark.parametrize(
    ("last", "today"),
    [("2026-11-16", "2026-11-20"), ("2026-10-01", "2026-11-20"), ("2026-09-30", "2026-09-30")],
    ids=["this_month", "last_month", "before"],
)
def test_data_that_reach_into_this_or_the_last_month_are_read_by_the_clock(last: str, today: str) -> None:
    assert _days(last).last_unless_current(CLOCK) == dt.date.fromisoformat(today)


@pytest.mark.parametrize(
    ("table", "column"),
    [
        (_table("orders", "required_date", "order_date", "shipped_date"), "order_date"),
        (_table("payment", "payment_date", "last_update"), "payment_date"),
        (_table("customers", "created_at"), ""),
        (_table("employees", "birth_date", "hire_date"), ""),
        (_table("trips", "departure_date", "return_date"), ""),
    ],
    ids=["events", "load_stamp", "only_created", "people", "two_alike"],
)
def test_a_table_without_figures_is_timed_by_the_one_column_named_for_its_event(
    table: Table, column: str
) -> None:
    assert when_of(table) == ((f"public.{table.name}.{column}",) if column else ())


def test_the_column_of_a_defined_figure_goes_before_a_name() -> None:
    orders = _table("orders", "order_date", "shipped_date")
    assert when_of(orders, ["public.orders.shipped_date"]) == ("public.orders.shipped_date",)


def test_without_metrics_profiles_tell_where_the_data_end_but_not_of_rows_cut_by_rights() -> None:
    table = _table("orders", "order_date", type_text="text")
    profile = TableProfile(
        "public.orders", "", 9, {"order_date": ColumnProfile(low="2022-01-01 08:00", high="2023-06-30 17:00")}
    )
    known = {table.full_name: profile}
    every, cut = Rights("", "c"), Rights("", "c", row_policies={"public.orders": "id = 1"})
    found = data_days(Schema((table,)), {}, {}, known, every)
    assert found.last(CLOCK) == dt.date(2023, 6, 30)
    assert data_days(Schema((table,)), {}, {}, known, cut).ends == {}
    assert found.open_to(lambda column: False).last(CLOCK) == CLOCK


SIGNED = (dt.date(2024, 1, 1), dt.date(2026, 10, 4))  # 1008 days


@pytest.mark.parametrize(
    ("filled", "distinct", "last", "end"),
    [
        (110, 100, SIGNED[1], CLOCK),
        (900, 800, SIGNED[1], SIGNED[1]),
        (144, 144, SIGNED[1], SIGNED[1]),
        (500, 100, SIGNED[1], SIGNED[1]),
        (110, 100, dt.date(2026, 5, 1), dt.date(2026, 5, 1)),
    ],
    ids=["rare", "nearly_daily", "weekly", "several_a_day", "no_longer_kept"],
)
def test_rare_events_run_up_to_where_other_data_end(
    filled: int, distinct: int, last: dt.date, end: dt.date
) -> None:
    spans = {
        "public.account.signed_on": (SIGNED[0], last),
        "public.sale.day": (dt.date(2025, 1, 1), dt.date(2026, 11, 21)),
        "public.target.ym": (dt.date(2025, 1, 1), dt.date(2026, 11, 1)),
    }
    signed = TableProfile("public.account", "", 200, {"signed_on": ColumnProfile(filled, distinct)})
    grains = {"public.target.ym": "month"}
    found = without_gaps_of_rare(spans, grains, {"public.account": signed}, CLOCK)
    assert found["public.account.signed_on"] == (SIGNED[0], end)
    assert {**found, "public.account.signed_on": 0} == {**spans, "public.account.signed_on": 0}
