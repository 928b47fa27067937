"""The sentence over listed rows: how many and which, their names, or the one thing asked of one row."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from answers.sentences.asked import Asked, Measure, Thing
from answers.sentences.planning import plan
from answers.sentences.reading import Question, asked_of
from answers.sentences.rows import listed_rows
from answers.sentences.scope import Background
from config.wording import Language
from database.dialects import POSTGRES
from database.result import QueryResult, ResultColumn
from database.schema import Schema
from knowledge.metrics import Catalog
from tests.unit.answers.sentences.telling import TODAY, as_stored
from understanding.readings import Listed

PRODUCTS = Listed("product", "products", "supplier is Hill's", named=True)
GOODS = Listed("商品", "商品", "供应商是Hill's", named=True)
CLOSED = Listed("branch", "branches", "branch is Futian", "Futian", ("closed date",), named=True)
SHUT = Listed("门店", "门店", "门店是福田店", "福田店", ("闭店日期",), named=True)
ORDERS = Listed("order", "orders")
OLDEST = Listed("门店", "门店", columns=("开业日期",), named=True, told=("开业日期",), end="开业日期最早")
DEAREST = Listed(
    "shop", "shops", "city is York", columns=("rent",), named=True, told=("rent",), end="highest rent"
)
VISIT = Listed(
    "检查", "检查", "服务区是白云", columns=("编号", "检查日期", "检查人", "得分"),
    told=("检查日期",), end="检查日期最晚", keyed=True,
)  # fmt: skip
SIGNED = Listed(
    "merchant", "merchants", "signed date before 2018-01-01", columns=("signed date",), named=True,
    told=("signed date",),
)  # fmt: skip
OPENED = Listed("门店", "门店", "门店是福田店", "福田店", ("座位数", "面积"), named=True)
BELONG = Listed("branch", "branches", "level is 1", columns=("city",), named=True)
SINCE = Listed("branch", "branches", "", columns=("opened", "seats"), named=True)


def result(*rows: tuple[Any, ...], truncated: bool = False) -> QueryResult:
    """Return rows of texts."""
    columns = tuple(ResultColumn(f"c{at}", "text") for at in range(len(rows[0]) if rows else 1))
    return QueryResult(columns, rows, truncated=truncated, elapsed_ms=1)


@pytest.mark.parametrize(
    ("listed", "rows", "language", "said"),
    [
        (PRODUCTS, [("A",), ("B",)], "en", "2 products (supplier is Hill's): A and B."),
        (PRODUCTS, [("A",)], "en", "1 product (supplier is Hill's): A."),
        (PRODUCTS, [("A",), ("A",)], "en", "2 products (supplier is Hill's); see the table."),
        (GOODS, [("甲",), ("乙",)], "zh", "商品（供应商是Hill's）共 2 个：甲、乙。"),
        (GOODS, [], "zh", "没有符合的商品（供应商是Hill's）。"),
        (PRODUCTS, [], "en", "No products (supplier is Hill's)."),
        (CLOSED, [("Futian", dt.date(2025, 6, 30))], "en", "Futian: closed date 2025-06-30."),
        (CLOSED, [("Futian", None)], "en", "Futian: no closed date is recorded."),
        (CLOSED, [("Futian", 1), ("Futian", 2)], "en", "2 branches (branch is Futian); see the table."),
        (SHUT, [("福田店", Decimal("1234.5"))], "zh", "福田店：闭店日期 1,234.5。"),
        (OPENED, [("福田店", 200, None)], "zh", "福田店：座位数 200，面积没有登记。"),
        (BELONG, [("A", "York"), ("B", "Bath")], "en", "2 branches (level is 1): A (York) and B (Bath)."),
        (SINCE, [("A", "2025-06-30", 1200)], "en", "1 branch: A (opened 2025-06-30, seats 1,200)."),
        (ORDERS, [(1,), (2,)], "en", "2 orders; see the table."),
        (OLDEST, [("总店", "2001-08-18")], "zh", "开业日期最早的门店是总店（2001-08-18）。"),
        (
            OLDEST,
            [("甲", "2001-08-18"), ("乙", "2001-08-19")],
            "zh",
            "开业日期最早的 2 个门店：甲（2001-08-18）、乙（2001-08-19）。",
        ),
        (DEAREST, [("A", 156000)], "en", "The shop with the highest rent (city is York): A (156,000)."),
        (
            VISIT,
            [(20261101, "2026-11-18", "刘海燕", None)],
            "zh",
            "检查日期最晚的检查（服务区是白云）：检查日期 2026-11-18，检查人 刘海燕，得分没有登记。",
        ),
        (
            SIGNED,
            [(name, "2015-02-15") for name in "ABCDEFGH"],
            "en",
            "8 merchants (signed date before 2018-01-01): A (2015-02-15), B (2015-02-15), C (2015-02-15), "
            "D (2015-02-15), E (2015-02-15), F (2015-02-15), G (2015-02-15) and H (2015-02-15).",
        ),
        (
            PRODUCTS,
            [(name,) for name in "ABCDEFGHI"],
            "en",
            "9 products (supplier is Hill's): A, B, C, D, E, F, G, H and I.",
        ),
        (
            PRODUCTS,
            [(name,) for name in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
            "en",
            "26 products (supplier is Hill's): " + ", ".join("ABCDEFGHIJKLMNOPQRST") + " and others.",
        ),
    ],
)
def test_listed_rows_are_said(
    listed: Listed, rows: list[tuple[Any, ...]], language: Language, said: str
) -> None:
    assert listed_rows(listed, result(*rows), language) == (said,)


def test_rows_that_were_cut_are_never_given_as_their_number() -> None:
    (said,) = listed_rows(PRODUCTS, result(("A",), ("B",), truncated=True), "en")
    assert said.startswith("Only the first 2 rows are shown; there are more.")


@pytest.mark.parametrize(
    ("language", "heading", "rows", "which", "said"),
    [
        ("en", "Number of complaints", [(13,)], "no closed date",
         "Number of complaints (no closed date): 13."),
        ("zh", "投诉数量", [(20,)], "没有严重程度", "投诉数量（没有严重程度）为 20。"),
        ("zh", "投诉数量", [(20,)], "", "投诉数量为 20。"),
        ("en", "Number of shops", [("Books", 1)], "status is closed",
         "Number of shops (status is closed) of Books: 1."),
    ],
)  # fmt: skip
def test_a_figure_of_rows_says_which_rows_it_is_of(
    language: Language, heading: str, rows: list[tuple[Any, ...]], which: str, said: str
) -> None:
    named = (ResultColumn("Name", "text"),) if len(rows[0]) > 1 else ()
    found = QueryResult(
        (*named, ResultColumn(heading, "integer")), tuple(rows), truncated=False, elapsed_ms=1
    )
    question = Question(
        "", language, "SELECT 1", POSTGRES, Schema(), None, Listed("", "", which, figure=True)
    )
    asked = asked_of(question, found, Background(Catalog({}, {}), as_stored, TODAY))
    assert [one.worded(language) for one in plan(asked, found)][:1] == [said]


def test_the_ends_of_many_rows_are_said_with_the_members_they_are_of() -> None:
    measure = Measure(1, "就诊量")
    asked = Asked("zh", (measure,), (Thing(0, "门店"),), about="周末", without="不含犬")
    found = QueryResult(
        (ResultColumn("门店", "text"), ResultColumn("就诊量", "integer")),
        tuple((f"店{at}", at) for at in range(1, 9)), truncated=False, elapsed_ms=1,
    )  # fmt: skip
    assert "周末不含犬的就诊量" in plan(asked, found)[0].worded("zh")
