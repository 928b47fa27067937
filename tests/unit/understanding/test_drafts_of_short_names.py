"""What a draft makes of names cut short, of codes that a table of them explains, and of months in texts."""

from typing import Any

import pytest

from config.settings import ROOT
from database.dialects import POSTGRES
from database.schema import Schema
from knowledge.codes import codes_in
from knowledge.definitions.code_tables import code_tables, explained, labelled
from knowledge.definitions.columns import head_of
from knowledge.tables import table_from
from teaching.loaders.ddl import TableSet, load_ddl
from understanding.drafting.drafting import Draft, draft

ROWS = 40
LABELS = [
    ("bkg_st", "D", "Done", "已完成"),
    ("bkg_st", "V", "Void", "作废"),
    ("bkg_st", "N", "No-show", "爽约"),
    ("pay_type", "F", "Full", "全款"),
    ("pay_type", "P", "Part", None),
    ("st", "X", "Closed", "关闭"),
    ("st", "Y", "Open", "开放"),
]
SEEN: dict[str, list[Any]] = {
    "booking.bkg_id": [*range(ROWS)],
    "booking.bkg_dt": [f"2026-{1 + one % 9:02}-11" for one in range(ROWS)],
    "booking.gone_dt": ["2026-05-05", "2026-06-06"],
    "booking.bkg_st": ["D", "V", "N", "D"] * 10,
    "booking.pay_type": ["F", "P"] * 20,
    "trial.outcome": ["P", "F", "A", "V"] * 10,
    "hall_target.hl_id": [1] * ROWS,
    "hall_target.yr_mon": [f"2026-{1 + one % 9:02}" for one in range(ROWS)],
    "hall_target.tgt_bkg": [20, 30] * 20,
}


def read() -> Schema:
    tables = TableSet()
    file = ROOT / "tests" / "cases" / "metrics" / "drafts" / "halls.sql"
    load_ddl(file.read_text("utf-8"), "halls.sql", tables)
    return Schema(tuple(table_from(item.payload) for item in tables.items().items))


SCHEMA = read()


def codes(seen: dict[str, list[Any]] = SEEN) -> dict[str, Any]:
    (found,) = code_tables(SCHEMA)
    own = {f"{table.full_name}.{key.partition('.')[2]}": values for table, key, values in _owned(seen)}
    return {
        one.column.rpartition("ublic.")[2]: one for one in explained(SCHEMA, found, labelled(LABELS), own)
    }


def _owned(seen: dict[str, list[Any]]) -> list[tuple[Any, str, list[Any]]]:
    return [
        (table, key, values)
        for table in SCHEMA.tables
        for key, values in seen.items()
        if key.partition(".")[0] == table.name
    ]


def drafted_of(seen: dict[str, list[Any]]) -> Draft:
    rest = Schema(tuple(one for one in SCHEMA.tables if one.name != "ref_codes"))
    own = {f"{table.full_name}.{key.partition('.')[2]}": values for table, key, values in _owned(seen)}
    return draft(rest, POSTGRES, own, codes={one.column: one for one in codes(seen).values()})


@pytest.fixture(scope="module")
def drafted() -> Draft:
    return drafted_of(SEEN)


def entry(found: Draft, section: str, name: str) -> dict[str, Any]:
    return next(one for one in found.definitions[section] if one["name"] == name)


def test_a_table_of_codes_explains_the_columns_called_as_its_kinds() -> None:
    assert set(codes()) == {"booking.bkg_st", "booking.pay_type"}


def test_labels_of_a_code_are_shown_in_both_languages(drafted: Draft) -> None:
    assert entry(drafted, "dimensions", "booking_bkg_st")["values"]["D"] == ["已完成", "Done"]
    assert entry(drafted, "dimensions", "booking_pay_type")["values"]["P"] == ["Part"]


def test_codes_of_a_kind_that_lacks_one_that_was_seen_explain_nothing() -> None:
    assert set(codes(SEEN | {"booking.bkg_st": ["D", "V", "Z"]})) == {"booking.pay_type"}


def test_a_code_that_is_told_in_two_ways_makes_its_table_explain_nothing() -> None:
    assert labelled([*LABELS, ("st", "X", "Shut", "关闭")]) == {}


def test_names_are_written_out_and_a_unit_or_a_value_is_none(drafted: Draft) -> None:
    figure = entry(drafted, "metrics", "booking_net_amt")
    assert (figure["names"]["en"], figure["unit"]) == ("Net amount", {"zh": "元", "en": "CNY"})
    assert "yuan" not in str(figure.get("definition"))
    assert entry(drafted, "metrics", "payment_amt")["names"]["en"] == "Payment amount"
    assert entry(drafted, "dimensions", "booking_bkg_st")["names"]["en"] == "Booking status"
    assert entry(drafted, "dimensions", "payment_pay_sts")["names"]["en"] == "Payment status"
    assert entry(drafted, "dimensions", "hall")["names"]["zh"] == "场馆"
    assert entry(drafted, "dimensions", "coach")["names"]["en"] == "Coach"


def test_a_full_day_goes_before_one_that_is_nearly_empty() -> None:
    days = [f"2026-{1 + one % 9:02}-11" for one in range(500)]
    numbers = {"booking.bkg_id": [*range(505)], "booking.bkg_dt": days}  # more numbers were read than rows
    assert entry(drafted_of(SEEN | numbers), "metrics", "booking_count")["time"] == "bkg_dt"


def test_a_target_of_people_is_drafted_with_the_month_in_its_text(drafted: Draft) -> None:
    target = entry(drafted, "metrics", "hall_target_tgt_bkg")
    assert (target["time"], target["time_format"]) == ("yr_mon", "YYYY-MM")
    assert (target["names"]["zh"], target["unit"], target["expression"]) == (
        "订场目标",
        "人次",
        "SUM(tgt_bkg)",
    )


@pytest.mark.parametrize(
    ("comment", "head"),
    [("yuan", ""), ("petrol only", ""), ("how they found us", ""), ("C1 = may teach all", "C1")],
)
def test_what_names_nothing_is_no_name(comment: str, head: str) -> None:
    assert head_of(comment) == head


def test_a_code_that_a_comment_speaks_of_again_keeps_its_first_name() -> None:
    assert dict(codes_in("OK cleared, FAIL declined; only OK is money"))["OK"] == "cleared"
