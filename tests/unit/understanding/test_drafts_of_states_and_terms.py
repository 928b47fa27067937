"""What a draft makes of snapshots, terms, rates, states and comments that are no names."""

from typing import Any

import pytest
import yaml

from config.settings import ROOT
from database.dialects import POSTGRES
from database.schema import Column, Schema, Table
from knowledge.definitions.columns import Columns, head_of
from knowledge.definitions.told_units import is_of_each, told_unit
from knowledge.tables import table_from
from reasoning.suggesting import remarks
from teaching.loaders.ddl import TableSet, load_ddl
from understanding.drafting.drafting import Draft, draft
from understanding.drafting.names import unit_of
from understanding.drafting.states import _is_state, stated

DRAFTS = ROOT / "tests" / "cases" / "metrics" / "drafts"
EXPECTED: dict[str, Any] = yaml.load((DRAFTS / "store.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)


@pytest.fixture(scope="module")
def store() -> Draft:
    tables = TableSet()
    load_ddl((DRAFTS / "store.sql").read_text("utf-8"), "store.sql", tables)
    return draft(Schema(tuple(table_from(item.payload) for item in tables.items().items)), POSTGRES)


def entry(found: Draft, section: str, name: str) -> dict[str, Any]:
    return next(one for one in found.definitions[section] if one["name"] == name)


@pytest.mark.parametrize("name", EXPECTED["figures"])
def test_a_drafted_figure_is_right(store: Draft, name: str) -> None:
    figure = entry(store, "metrics", name)
    for key, value in EXPECTED["figures"][name].items():
        assert figure.get(key) == value, key


@pytest.mark.parametrize("name", EXPECTED["values"])
def test_codes_are_called_in_both_languages_without_what_else_stands_there(store: Draft, name: str) -> None:
    assert entry(store, "dimensions", name)["values"] == EXPECTED["values"][name]


@pytest.mark.parametrize("table", EXPECTED["states"])
def test_a_figure_that_counts_rows_of_every_state_says_so(store: Draft, table: str) -> None:
    expected = EXPECTED["states"][table]
    figures = [one for one in stated(store.definitions["metrics"], store.states) if one["table"] == table]
    assert figures
    for one in figures:
        assert expected["definition"] in one["definition"]["en"]
        assert expected["remark"] in remarks(store.reviews["metrics", one["name"]], "en")


def test_a_part_of_a_key_that_points_nowhere_is_a_cut(store: Draft) -> None:
    assert entry(store, "dimensions", "stock_daily_climate")["column"] == "stock_daily.climate"


@pytest.mark.parametrize(("comment", "name"), EXPECTED["called"])
def test_a_sentence_of_a_comment_is_no_name(comment: str, name: str) -> None:
    assert head_of(comment) == name


@pytest.mark.parametrize(("comment", "unit"), EXPECTED["units"])
def test_only_a_unit_is_taken_for_one(comment: str, unit: str) -> None:
    assert told_unit(comment) == unit


def test_a_unit_of_each_is_a_rate_and_money_a_month_is_none() -> None:
    assert all(map(is_of_each, ("元/托/天", "%", "元/㎡·月")))
    assert not any(map(is_of_each, ("元/月", "元", "盒/件", "")))


def test_a_price_per_kilogram_keeps_its_unit_in_its_name() -> None:
    assert unit_of(Column("price_per_kg", "numeric", "合同单价（元/公斤）")) == (
        "元/公斤",
        ("price", "per", "kg"),
    )


@pytest.mark.parametrize(
    ("comment", "name"), [("CASH CARD WIRE", "Method"), ("CASH CARD LOAN", "CASH CARD LOAN")]
)
def test_a_comment_that_only_lists_the_values_there_are_is_no_name(comment: str, name: str) -> None:
    columns = (Column("pay_id", "integer"), Column("method", "text", comment=comment))
    schema = Schema((Table("public", "payments", columns, primary_key=("pay_id",)),))
    seen = {"public.payments.pay_id": [*range(60)], "public.payments.method": ["CASH", "CARD", "WIRE"] * 20}
    found = draft(schema, POSTGRES, seen).definitions["dimensions"]
    assert [one["names"]["en"] for one in found] == [name]


@pytest.mark.parametrize(("column", "is_state"), [("remark", False), ("备注", False), ("progress", True)])
def test_what_is_said_freely_of_rows_is_no_state(column: str, is_state: bool) -> None:
    table = Table("", "buys", (Column("bought_on", "date"), Column(column, "text")))
    names = dict.fromkeys(["部分退货", "已取消", "加急"], ())
    assert _is_state(Columns(table, frozenset()), table.columns[1], names) is is_state
