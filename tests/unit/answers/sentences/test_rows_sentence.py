"""The sentence over listed rows: how many and which, their names, or the one thing asked of one row."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from answers.sentences.asked import Asked, Measure, Thing
from answers.sentences.background import Background
from answers.sentences.planning import plan
from answers.sentences.reading import Question, asked_of
from answers.sentences.rows import counted_rows, listed_rows
from config.wording import Language
from database.dialects import POSTGRES
from database.result import QueryResult, ResultColumn
from database.schema import Schema
from knowledge.metrics import Catalog
from tests.unit.answers.sentences.telling import TODAY, as_stored
from understanding.readings import Clause, Listed

KNOWN = Background(Catalog({}, {}), as_stored, TODAY)
OF_HILLS = (("public.suppliers.name", "Hill's"),)
PRODUCTS = Listed("product", "products", named=True, members=OF_HILLS)
GOODS = Listed("商品", "商品", named=True, members=OF_HILLS)
CLOSED = Listed(
    "branch", "branches", of="Futian", columns=("closed date",), named=True, verbs=("closed",),
    clauses=(Clause("is", "branch", words="branch is Futian"),),
)  # fmt: skip
SHUT = Listed("门店", "门店", of="福田店", columns=("闭店日期",), named=True)
ORDERS = Listed("order", "orders")
OLDEST = Listed("门店", "门店", columns=("开业日期",), named=True, told=("开业日期",), end="开业日期最早")
DEAREST = Listed(
    "shop", "shops", columns=("rent",), named=True, told=("rent",), end="highest rent", units=("元",),
    clauses=(Clause("is", "city", words="city is York"),),
)  # fmt: skip
VISIT = Listed(
    "检查", "检查", columns=("编号", "检查日期", "检查人", "得分"), members=(("public.areas.name", "白云"),),
    told=("检查日期",), end="检查日期最晚", keyed=True,
)  # fmt: skip
SIGNED = Listed(
    "merchant", "merchants", columns=("signed date",), named=True, told=("signed date",),
    clauses=(Clause("", "signed date", words="signed date before 2018-01-01"),),
)  # fmt: skip
OPENED = Listed("门店", "门店", of="福田店", columns=("座位数", "面积"), named=True, units=("个", "m2"))
ENTERED = Listed("shop", "shops", of="A", columns=("entered at", "stopped"), named=True)
BELONG = Listed("branch", "branches", columns=("city",), named=True, kinds=("Model",))
RENTS = Listed(
    "店铺", "店铺", columns=("月租金",), named=True, units=("元",), kinds=("营业中",),
    clauses=(Clause("ge", "月租金", ("100000",), "元"),),
)  # fmt: skip
MANAGERS = Listed("manager", "managers", named=True, members=(("public.areas.name", "Boluo"),))
THIS_YEAR = Listed(
    "shop", "shops", named=True, kinds=("Open",), verb="opened", words="this year",
    span=(dt.date(2026, 1, 1), dt.date(2026, 11, 21)),
    clauses=(Clause("null", "closed date", words="no closed date"),),
)  # fmt: skip
COMPLAINTS = Listed(
    "投诉", "投诉", kinds=("政务平台",), span=(dt.date(2026, 11, 1), dt.date(2026, 11, 21)), words="本月"
)
PILES = Listed(
    "charging pile", "charging piles", columns=("code", "installed date"), told=("installed date",),
    end="earliest installed date",
)  # fmt: skip
SINCE = Listed("branch", "branches", "", columns=("opened", "seats"), named=True)


def result(*rows: tuple[Any, ...], truncated: bool = False) -> QueryResult:
    """Return rows of texts."""
    columns = tuple(ResultColumn(f"c{at}", "text") for at in range(len(rows[0]) if rows else 1))
    return QueryResult(columns, rows, truncated=truncated, elapsed_ms=1)


@pytest.mark.parametrize(
    ("listed", "rows", "language", "said"),
    [
        (PRODUCTS, [("A",), ("B",)], "en", "2 products of Hill's: A and B."),
        (PRODUCTS, [("A",)], "en", "1 product of Hill's: A."),
        (PRODUCTS, [("A",), ("A",)], "en", "2 products of Hill's; see the table."),
        (GOODS, [("甲",), ("乙",)], "zh", "Hill's的商品有 2 件：甲、乙。"),
        (GOODS, [], "zh", "没有Hill's的商品。"),
        (PRODUCTS, [], "en", "No products of Hill's."),
        (CLOSED, [("Futian", dt.date(2025, 6, 30))], "en", "Futian closed on 30 Jun 2025."),
        (CLOSED, [("Futian", None)], "en", "Futian: no closed date is recorded."),
        (CLOSED, [("Futian", 1), ("Futian", 2)], "en", "2 branches (branch is Futian); see the table."),
        (SHUT, [("福田店", Decimal("1234.5"))], "zh", "福田店：闭店日期 1,234.5。"),
        (OPENED, [("福田店", 200, None)], "zh", "福田店：座位数 200 个，面积没有登记。"),
        (
            ENTERED,
            [("A", "2026-10-30T09:12:00", False)],
            "en",
            "A: entered at 30 Oct 2026 09:12, stopped no.",
        ),
        (BELONG, [("A", "York"), ("B", "Bath")], "en", "2 model branches: A (York) and B (Bath)."),
        (SINCE, [("A", "2025-06-30", 1200)], "en", "1 branch: A (opened 30 Jun 2025, seats 1,200)."),
        (ORDERS, [(1,), (2,)], "en", "2 orders; see the table."),
        (
            RENTS,
            [(name, 110000 + at) for at, name in enumerate("甲乙丙")],
            "zh",
            "营业中、月租金不低于 10 万元的店铺有 3 家：丙（11.0 万元）、乙（11.0 万元）、甲（11 万元）。",
        ),
        (
            RENTS,
            [(f"店{at}", 100000 * at) for at in range(1, 18)],
            "zh",
            "营业中、月租金不低于 10 万元的店铺有 17 家：店17（170 万元）、店16（160 万元）、"
            "店15（150 万元）、店14（140 万元）、店13（130 万元）等，其余见下表。",
        ),
        (MANAGERS, [("A",), ("B",)], "en", "2 managers of Boluo: A and B."),
        (
            THIS_YEAR,
            [("A",)],
            "en",
            "1 open shop with no closed date opened this year (1 Jan – 19 Nov 2026): A.",
        ),
        (COMPLAINTS, [(1,), (2,)], "zh", "本月（2026-11-01 至 11-19）政务平台的投诉共 2 条，见下表。"),
        (
            PILES,
            [("A", "2022-06-01"), ("B", "2022-06-01")],
            "en",
            "2 charging piles share the earliest installed date, 1 Jun 2022; see the table.",
        ),
        (OLDEST, [("总店", "2001-08-18")], "zh", "开业日期最早的门店是总店（2001-08-18）。"),
        (
            OLDEST,
            [("甲", "2001-08-18"), ("乙", "2001-08-19")],
            "zh",
            "开业日期最早的 2 家门店：甲（2001-08-18）、乙（2001-08-19）。",
        ),
        (DEAREST, [("A", 156000)], "en", "The shop with the highest rent (city is York): A (CNY 156,000)."),
        (
            VISIT,
            [(20261101, "2026-11-18", "刘海燕", None)],
            "zh",
            "白云的检查中检查日期最晚的一次：检查日期 2026-11-18，检查人 刘海燕，得分没有登记。",
        ),
        (
            SIGNED,
            [(name, "2015-02-15") for name in "ABCDEFGH"],
            "en",
            "8 merchants (signed date before 2018-01-01): A (15 Feb 2015), B (15 Feb 2015), C (15 Feb 2015), "
            "D (15 Feb 2015), E (15 Feb 2015), F (15 Feb 2015), G (15 Feb 2015) and H (15 Feb 2015).",
        ),
        (
            PRODUCTS,
            [(name,) for name in "ABCDEFGHI"],
            "en",
            "9 products of Hill's: A, B, C, D, E, F, G, H and I.",
        ),
        (
            PRODUCTS,
            [(name,) for name in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
            "en",
            "26 products of Hill's: " + ", ".join("ABCDEFGHIJKLMNOPQRST") + " and others.",
        ),
    ],
)
def test_listed_rows_are_said(
    listed: Listed, rows: list[tuple[Any, ...]], language: Language, said: str
) -> None:
    assert listed_rows(listed, result(*rows), language, KNOWN) == (said,)


@pytest.mark.parametrize(
    ("listed", "number", "time", "language", "said"),
    [
        (RENTS, 17, "", "zh", "营业中、月租金不低于 10 万元的店铺有 17 家。"),
        (RENTS, 0, "截至 2026-11-19，", "zh", "截至 2026-11-19，没有营业中、月租金不低于 10 万元的店铺。"),
        (Listed("shop", "shops", kinds=("Open",)), 114, "as of 21 Nov 2026", "en",
         "There are 114 open shops as of 21 Nov 2026."),
        (Listed("shop", "shops", kinds=("Open",)), 0, "", "en", "There are no open shops."),
        (Listed("店铺", "店铺", verb="开店"), 10, "2025 年", "zh", "2025 年开店的店铺有 10 家。"),
        (Listed("shop", "shops", verb="opened"), 10, "in 2025", "en", "10 shops opened in 2025."),
    ],
)  # fmt: skip
def test_a_number_of_rows_says_which_they_are(
    listed: Listed, number: int, time: str, language: Language, said: str
) -> None:
    assert counted_rows(listed, number, time, language, KNOWN) == said


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


def test_of_many_rows_without_a_name_it_is_told_how_many_are_of_each_kind() -> None:
    closed = [(at, "已关闭", "热线") for at in range(9)] + [(at, "处理中", "微信") for at in range(9, 14)]
    shown = replace(COMPLAINTS, columns=("投诉编号", "状态", "渠道"))
    columns = tuple(ResultColumn(name, "text") for name in shown.columns)
    told = listed_rows(shown, QueryResult(columns, tuple(closed), False, 0.0), "zh")
    assert told[1:] == ("按状态：已关闭 9，处理中 5。", "按渠道：热线 9，微信 5。")
    few = listed_rows(shown, QueryResult(columns, tuple(closed[:12]), False, 0.0), "zh")
    assert few[1:] == (), "of twelve the table is read at a glance"
