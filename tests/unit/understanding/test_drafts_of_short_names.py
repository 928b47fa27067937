"""What a draft makes of names cut short, of codes that a table of them explains, and of months in texts."""

from dataclasses import replace
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
from understanding.drafting.states import stated

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
    "booking.qty": [1, 2] * 20,
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


def drafted_of(seen: dict[str, list[Any]], schema: Schema = SCHEMA) -> Draft:
    rest = Schema(tuple(one for one in schema.tables if one.name != "ref_codes"))
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


def test_what_has_a_first_and_a_last_day_is_counted_while_it_is_there(drafted: Draft) -> None:
    spans = {"hall": ("open_dt", "close_dt"), "coach": ("hire_dt", "leave_dt")}
    spans["machine"] = ("in_svc_on", "decommissioned_on")
    for thing, (begins, ends) in spans.items():
        count = entry(drafted, "metrics", f"{thing}_count")
        assert (count["time"], count["until"]) == (begins, ends)
        assert entry(drafted, "metrics", f"new_{thing}")["time"] == begins


def test_a_day_that_few_rows_have_begins_nothing() -> None:
    gaps = {"hall.hl_id": [*range(ROWS)], "hall.open_dt": ["2026-01-01"]}
    assert "until" not in entry(drafted_of(SEEN | gaps), "metrics", "hall_count")


def test_rows_that_never_count_are_left_out_and_the_definition_says_so(drafted: Draft) -> None:
    assert entry(drafted, "metrics", "booking_net_amt")["filters"] == ["bkg_st <> 'V'"]
    assert entry(drafted, "metrics", "payment_amt")["filters"] == ["pay_sts NOT IN ('FAIL', 'VOID')"]
    assert entry(drafted, "metrics", "trial_count")["filters"] == ["outcome <> 'V'"]  # who failed was there
    assert entry(drafted, "metrics", "hall_target_tgt_rev")["filters"] == [
        "(tgt_st <> 'W' OR tgt_st IS NULL)"
    ]
    told = stated(drafted.definitions["metrics"], drafted.states)
    said = next(one for one in told if one["name"] == "payment_amt")["definition"]["en"]
    assert said == "Rows whose payment status is declined, reversed do not count, all others do (cleared)."


def test_the_usual_ratios_of_a_table_are_drafted(drafted: Draft) -> None:
    ratios = {
        one["name"]: (one["names"].get("en"), *one["ratio"])
        for one in drafted.definitions["metrics"]
        if "ratio" in one
    }
    assert ratios == {
        "booking_net_amt_mean": ("Average net amount", "booking_net_amt", "booking_count"),
        "booking_net_amt_each": ("Net amount per piece", "booking_net_amt", "booking_qty"),
        "booking_count_no_show_rate": ("No-show rate", "booking_count_no_show", "booking_count"),
        "payment_amt_mean": ("Average amount", "payment_amt", "payment_count"),
        "trial_count_pass_rate": ("Pass rate", "trial_count_passed", "trial_count_decided"),
        "booking_count_reached": ("Target booking attainment", "booking_count", "hall_target_tgt_bkg"),
        "payment_amt_reached": ("Revenue target attainment", "payment_amt", "hall_target_tgt_rev"),
    }
    passed = entry(drafted, "metrics", "trial_count_decided")
    assert passed["filters"] == ["outcome IN ('P', 'F')"]
    assert entry(drafted, "metrics", "booking_count_no_show_rate")["names"]["zh"] == "爽约率"


def test_a_drafted_scorecard_begins_with_the_money_that_comes_in(drafted: Draft) -> None:
    assert drafted.definitions["scorecard"][:2] == ["payment_amt", "booking_count"]
    assert {*drafted.definitions["scorecard"]} <= {one["name"] for one in drafted.definitions["metrics"]}


def test_two_figures_that_a_target_could_be_set_for_draft_no_attainment() -> None:
    other = Schema((*SCHEMA.tables, replace(SCHEMA.tables[4], name="payment_other")))
    assert not any(
        one["name"].endswith("amt_reached") for one in drafted_of(SEEN, other).definitions["metrics"]
    )


@pytest.mark.parametrize(
    ("comment", "head"),
    [("yuan", ""), ("petrol only", ""), ("how they found us", ""), ("C1 = may teach all", "C1")],
)
def test_what_names_nothing_is_no_name(comment: str, head: str) -> None:
    assert head_of(comment) == head


def test_a_code_that_a_comment_speaks_of_again_keeps_its_first_name() -> None:
    assert dict(codes_in("OK cleared, FAIL declined; only OK is money"))["OK"] == "cleared"
