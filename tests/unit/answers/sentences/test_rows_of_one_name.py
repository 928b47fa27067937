"""Rows of one name are several of its own, as a customer's bills: nobody stands in a ranking twice."""

import datetime as dt

import pytest

from answers.sentences.background import Background
from config.wording import Language
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Metric
from tests.unit.answers.sentences.telling import as_stored, told
from tests.unit.answers.test_chart import result


def _table(name: str, *columns: str) -> Table:
    return Table("public", name, tuple(Column(one, "integer") for one in columns), primary_key=(columns[0],))


SCHEMA = Schema(
    (
        _table("bill", "bill_id", "cust_id", "amt"),
        _table("customer", "cust_id", "name"),
        _table("payment", "pay_id", "bill_id"),
    )
)
DUE = Metric(
    "due",
    "应收",
    "Billed",
    table="bill",
    expression="SUM(bill.amt)",
    time="billed_on",
    unit_zh="元",
    unit_en="CNY",
)
KNOWN = Background(Catalog({"due": DUE}, {}), as_stored, dt.date(2026, 11, 20))
BILLS = "SELECT c.name, b.amt FROM bill b JOIN customer c ON c.cust_id = b.cust_id"
ORDERED = f"{BILLS} ORDER BY 2 DESC"
FEW = [["云帆科技", 900.5], ["云帆科技", 800], ["美甲屋", 70], ["同方圆", 60]]
MANY = [*(["云帆科技", 9000 - at] for at in range(8)), *([f"{at}号店铺", 500 - at] for at in range(14))]


def _said(rows: list[list[object]], sql: str, language: Language = "zh", of: str = "应收(元)") -> str:
    table = result(f"客户:text {of}:number", rows)
    question = "没付清的账单" if language == "zh" else ""
    return " ".join(told(table, language, question=question, sql=sql, schema=SCHEMA, known=KNOWN))


def test_their_amounts_are_added_up() -> None:
    assert (
        _said(FEW, ORDERED)
        == "4 条的应收合计 1,830.5 元：云帆科技（2 条） 1,700.5 元、美甲屋 70 元、同方圆 60 元。"
    )
    english = _said([["Yunfan", 900.5], ["Yunfan", 800], ["Nail House", 70]], ORDERED, "en", "Billed(CNY)")
    assert "Yunfan (2 rows)" in english and english.count("Yunfan") == 1 and "1,770.5:" in english


def test_of_many_the_ends_and_the_total_are_told() -> None:
    said = _said(MANY, ORDERED)
    assert "合计" in said and "云帆科技（8 条）" in said and said.count("云帆") == 1


@pytest.mark.parametrize(
    "sql",
    [
        ORDERED.replace(
            " ORDER", " JOIN payment p ON p.bill_id = b.bill_id ORDER"
        ),  # a bill stands there twice
        f"{BILLS} LEFT JOIN payment p ON p.bill_id = b.bill_id",
    ],
)
def test_what_may_stand_there_twice_is_not_added_up(sql: str) -> None:
    said = _said(FEW, sql)
    assert "合计" not in said and "云帆科技（2 条）：800 元至 900.5 元" in said


def test_rates_do_not_add_up() -> None:
    said = _said([["甲公司", 90.5], ["甲公司", 80.5], ["乙公司", 70]], ORDERED, of="收缴率(%)")
    assert said == "3 条的收缴率：甲公司（2 条）：80.5 % 至 90.5 %、乙公司 70.0 %。"


def test_names_of_their_own_stay_a_ranking() -> None:
    assert "条）" not in _said([["甲公司", 90.5], ["丙公司", 80.5], ["乙公司", 70]], ORDERED)
