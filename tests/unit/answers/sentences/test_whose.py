"""Whose a statement's figures are: what every row must be, and not what only one figure is of."""

from dataclasses import replace

import pytest

from answers.conditions import Words
from answers.sentences.asked import Asked, Thing, dates_apart
from answers.sentences.listing import listing
from config.wording import Language
from database.dialects import POSTGRES
from database.result import QueryResult, ResultColumn
from database.schema import Column, Schema, Table
from database.trees import tree_of
from knowledge.metrics import Catalog, Dimension
from tests.unit.answers.sentences.telling import told
from tests.unit.answers.test_chart import result

SHOPS = Table(
    "public",
    "shops",
    (
        Column("name", "text"),
        Column("status", "smallint", comment="Status: 1 open, 2 closed"),
        Column("monthly_rent", "numeric", comment="月租金（元）"),
    ),
)


@pytest.mark.parametrize(
    ("sql", "members"),
    [
        ("SELECT SUM(n) FROM t WHERE area = 'North'", ("North",)),
        ("SELECT SUM(n) FILTER (WHERE area = 'North') FROM t", ()),
        ("SELECT SUM(CASE WHEN area = 'North' THEN n END) FROM t", ()),
        ("SELECT 1 FROM t WHERE area = 'A' UNION ALL SELECT 2 FROM t WHERE area = 'B'", ()),
        ("SELECT 1 FROM t WHERE area = 'A' UNION ALL SELECT 2 FROM u WHERE area = 'A'", ("A",)),
        ("WITH a AS (SELECT * FROM t WHERE area = 'North') SELECT SUM(n) FROM a", ("North",)),
        (
            "SELECT SUM(n) FROM (SELECT n FROM t WHERE area = 'North') AS a WHERE kind = 'Tea'",
            ("North", "Tea"),
        ),
        ("WITH a AS (SELECT 1 FROM t WHERE k = 'Tea'), b AS (SELECT 1 FROM u) SELECT 1 FROM a, b", ()),
        ("WITH a AS (SELECT 1 FROM t WHERE kind = 'Tea') SELECT SUM(n) FROM u LEFT JOIN a ON 1 = 1", ()),
        ("WITH a AS (SELECT 1 FROM s WHERE area = 'North') SELECT SUM(n) FROM u JOIN a ON 1 = 1", ("North",)),
        ("SELECT SUM(n) FROM t WHERE id IN (SELECT id FROM s WHERE area = 'North')", ()),
    ],
)
def test_members_are_what_every_row_must_be(sql: str, members: tuple[str, ...]) -> None:
    assert Words(Schema(), "en").members(tree_of(sql, POSTGRES)) == members


def one_row(sql: str, *names: str, language: str = "en") -> str:
    """Return the sentence over one row of numbers."""
    columns = tuple(ResultColumn(name, "number") for name in names)
    found = QueryResult(columns, (tuple(1000.0 * (at + 1) for at in range(len(names))),), False, 1)
    return " ".join(told(found, language, sql=sql, schema=Schema((SHOPS,))))  # type: ignore[arg-type]


def test_a_code_stands_with_the_rows_it_is_of_and_a_column_with_its_unit() -> None:
    sql = 'SELECT SUM(s.monthly_rent) AS "Total monthly rent" FROM shops AS s WHERE s.status = 1'
    assert one_row(sql, "Total monthly rent") == "Total monthly rent of open shops: CNY 1,000."


def test_what_a_figures_own_name_says_is_not_said_again() -> None:
    sql = 'SELECT COUNT(*) AS "Open shops" FROM shops AS s WHERE s.status = 1'
    assert one_row(sql, "Open shops") == "Open shops: 1,000."


def test_a_difference_has_the_unit_of_what_it_is_of() -> None:
    gap = "SUM(monthly_rent) - MAX(monthly_rent) AS c"
    sql = f"SELECT SUM(monthly_rent) AS a, MAX(monthly_rent) AS b, {gap} FROM shops"
    assert one_row(sql, "a", "b", "gap") == "A: CNY 1,000; b: CNY 2,000; gap: CNY 3,000."


def test_days_apart_have_no_unit_of_the_figure_beside_them() -> None:
    sql = "SELECT DATE '2026-11-22' - MIN(opened_on) AS d, SUM(monthly_rent) AS rent FROM shops"
    assert one_row(sql, "days open", "rent") == "Days open: 1,000; rent: CNY 2,000."


def test_kinds_of_which_any_will_do_are_no_kinds_that_all_must_be() -> None:
    sql = "SELECT SUM(monthly_rent) FROM shops WHERE status IN (1, 2)"
    assert one_row(sql, "租金") != one_row(sql.replace("IN (1, 2)", "= 1"), "租金")
    assert "open or closed" in one_row(sql, "Total monthly rent")


def test_a_rows_own_month_is_told_and_not_all_the_time_that_was_looked_through() -> None:
    sql = (
        "SELECT m, x FROM (SELECT date_trunc('month', day) AS m, SUM(amount) AS x FROM sale"
        " WHERE day >= '2026-01-01' AND day < '2026-11-01' GROUP BY 1) AS t ORDER BY x DESC LIMIT 1"
    )
    found = told(result("month:date sales:number", [["2026-10-01", 900.0]]), "en", sql=sql)
    assert "1 Jan" not in found[0] and "October" in found[0]


def test_a_list_says_its_kind_once_and_then_whose_it_is() -> None:
    shops = Asked("en", things=(Thing(0, "shop", "shops", known=True),), about="open shops of Nancheng")
    (said,) = listing(shops, [("Tea Time",), ("Yilu Mart",)], truncated=False)
    assert said.worded("en") == "2 open shops of Nancheng: Tea Time and Yilu Mart."
    (kept,) = listing(replace(shops, about="Workshops Ltd"), [("Tea Time",), ("Yilu Mart",)], truncated=False)
    assert kept.worded("en") == "2 shops of Workshops Ltd: Tea Time and Yilu Mart."
    (one,) = listing(replace(shops, about="closed shops"), [("Tea Time",)], truncated=False)
    assert one.worded("en") == "1 closed shop: Tea Time."


LOOSE = [
    (
        "WITH slow AS (SELECT channel, AVG(h) AS h FROM c GROUP BY 1 ORDER BY 2 DESC LIMIT 1),"
        " every AS (SELECT AVG(h) AS h FROM c) SELECT s.channel, s.h, e.h FROM slow AS s CROSS JOIN every e",
        ("channel:text slowest:number overall:number", ["Office", 26.0, 24.3]),
        "Channel: Office; slowest: 26; overall: 24.3.",
    ),
    (
        "SELECT SUM(t) AS target, CASE WHEN SUM(t) > 3 THEN 'yes' ELSE 'no' END AS reached FROM c",
        ("target:number reached:text", [211.8, "yes"]),
        "Target: 211.8; reached: yes.",
    ),
    (
        "SELECT name, closed_on, rent FROM s WHERE name = 'Tea Time'",
        ("name:text closed_on:date rent:number", ["Tea Time", "2026-03-31", 900]),
        "Name: Tea Time; closed on 31 Mar 2026; rent: 900.",
    ),
    (
        "SELECT name, on_time, company FROM rates WHERE name = 'Qinghe'",
        ("depot:text on_time:number whole_company:number", ["Qinghe", 91.2, 94.18]),
        "Depot: Qinghe; on time: 91.2; whole company: 94.18.",
    ),
    (
        "SELECT COUNT(*) AS complaints, MIN(filed_on) AS oldest FROM c WHERE status = 1",
        ("complaints:integer oldest:date", [285, "2024-11-06"]),
        "Complaints: 285; oldest: 6 Nov 2024.",
    ),
    (
        "SELECT channel, AVG(h) AS h FROM c GROUP BY 1",
        ("channel:text h:number", ["Office", 26.0]),
        "H of Office: 26.",
    ),
]


@pytest.mark.parametrize(("sql", "rows", "said"), LOOSE)
def test_a_name_in_a_row_put_together_is_not_whose_its_figures_are(
    sql: str, rows: tuple[str, list[object]], said: str
) -> None:
    assert told(result(rows[0], [rows[1]]), "en", sql=sql)[0] == said


RECORDS: list[tuple[str, Language, tuple[str, list[object]], str]] = [
    (
        "SELECT rate, since FROM tariff WHERE site = 1",
        "en",
        ("rate:number since:date", [3.57, "2026-04-01"]),
        "Rate: 3.57; since 1 Apr 2026.",
    ),
    (
        "SELECT rate, since FROM tariff WHERE site = 1",
        "zh",
        ("价格:number 起价日:date", [3.57, "2026-04-01"]),
        "价格为 3.57，起价日为 2026-04-01。",
    ),
    (
        "WITH k AS (SELECT n FROM c), p AS (SELECT r FROM c) SELECT k.n, p.r FROM k CROSS JOIN p",
        "zh",
        ("客户:text 名次:integer", ["果味园", 5]),
        "客户为果味园，名次为 5。",
    ),
]


@pytest.mark.parametrize(("sql", "language", "rows", "said"), RECORDS)
def test_one_record_is_told_and_not_counted(
    sql: str, language: Language, rows: tuple[str, list[object]], said: str
) -> None:
    assert told(result(rows[0], [rows[1]]), language, sql=sql)[0] == said


def test_a_day_in_a_heading_keeps_its_year() -> None:
    heads = ("Still valid on 28 Nov 2026", "integer"), ("Last one sold on", "date"), ("Ran out", "date")
    rows = QueryResult(
        tuple(ResultColumn(*one) for one in heads), ((0, "2025-12-31", "2026-07-20"),), False, 0.0
    )
    sql = "SELECT COUNT(*) FILTER (WHERE a > 1) AS n, MAX(b) AS b, MAX(c) AS c FROM c"
    said = "Still valid on 28 Nov 2026: 0; last one sold on 31 Dec 2025; ran out: 20 Jul 2026."
    assert told(rows, "en", sql=sql)[0] == said


def test_a_year_stands_apart_from_the_figure_behind_it() -> None:
    assert dates_apart("2025 年39 个，10 月4 个，10月4日") == "2025 年 39 个，10 月 4 个，10月4日"


@pytest.mark.parametrize(
    ("text", "shown"), [("1到10月", "1到10月"), ("从 2到 3", "从 2 到 3"), ("3下降到2的", "3 下降到2 的")]
)
def test_a_stretch_of_months_is_no_figure_that_goes_to_another(text: str, shown: str) -> None:
    assert dates_apart(text) == shown


SITES = Schema(
    (Table("public", "sites", (Column("id", "int"), Column("name", "text"), Column("rent", "int"))),)
)
SITE = Dimension("site", "站点", "Site", column="sites.name", values={"昆山库": ("昆山库", "Kunshan")})


@pytest.mark.parametrize(("key", "kinds"), [("", (("Kunshan", "sites"),)), ("sites.id", ())])
def test_a_thing_with_a_key_is_called_by_its_name_and_is_no_kind(
    key: str, kinds: tuple[tuple[str, str], ...]
) -> None:
    words = Words(SITES, "en", Catalog({}, {"site": replace(SITE, key=key)}, schema=SITES))
    tree = tree_of("SELECT SUM(rent) FROM sites WHERE name = '昆山库'", POSTGRES)
    assert words.kinds(tree) == kinds
    assert words.members(tree) == ("Kunshan",)


def test_a_mean_of_sums_has_the_unit_of_what_is_summed() -> None:
    sql = "WITH d AS (SELECT name, SUM(monthly_rent) AS x FROM shops GROUP BY 1) SELECT AVG(x) AS mean FROM d"
    assert one_row(sql, "每家平均", language="zh") == "每家平均为 1,000 元。"


RENTS = Schema(
    (
        Table(
            "public",
            "shops",
            (
                Column("name", "text"),
                Column("monthly_rent", "numeric", comment="月租金（元）"),
                Column("floor_area_m2", "int", comment="面积（平方米）"),
                Column("goal", "int"),
            ),
        ),
    )
)


@pytest.mark.parametrize(
    ("sql", "language", "said"),
    [
        (
            "SELECT name, ROUND(monthly_rent / NULLIF(floor_area_m2, 0), 2) AS rent FROM shops"
            " ORDER BY 2 DESC LIMIT 2",
            "en",
            "A had the highest rent per square metre: CNY 138.44",
        ),
        ("SELECT name, SUM(monthly_rent) / COUNT(*) AS rent FROM shops GROUP BY name", "zh", "A 138.44 元"),
        ("SELECT name, monthly_rent / goal AS rent FROM shops ORDER BY 2 DESC LIMIT 2", "en", ": 138.44"),
    ],
)
def test_money_each_of_something_keeps_its_currency(sql: str, language: Language, said: str) -> None:
    heads = ("Shop", "text"), ("Rent per square metre", "number")
    rows = (("A", 138.44), ("B", 133.23))
    table = QueryResult(tuple(ResultColumn(*one) for one in heads), rows, False, 0.0)
    assert said in told(table, language, sql=sql, schema=RENTS)[0]


def test_a_day_that_is_missing_is_no_part_of_a_name() -> None:
    table = result("machine:text club:text repairs:integer retired_on:date", [["EL-05", "Pudong", 5, None],
        ["BK-06", "Gulou", 5, None], ["BK-06", "Pudong", 4, "2026-03-01"]])  # fmt: skip
    sql = "SELECT m, c, COUNT(*) AS n, MAX(d) AS d FROM r GROUP BY m, c ORDER BY n DESC"
    said = " ".join(told(table, "en", sql=sql))
    assert "None" not in said and "EL-05 · Pudong" in said


@pytest.mark.parametrize(
    ("state", "label", "said"),
    [
        ("IN ('0', '1')", "Past due and unpaid", "(unpaid or partly paid)"),
        ("IN ('0', '1')", "Partly paid", "(unpaid or partly paid)"),
        ("IN ('0', '1')", "Unpaid and partly paid", ""),
        ("= '1'", "Past due and unpaid", "(partly paid)"),
        ("= '0'", "Past due and unpaid", ""),
    ],
)
def test_of_the_states_of_which_one_condition_asks_any_all_are_named_or_none(
    state: str, label: str, said: str
) -> None:
    comment = "Bill status: 0 unpaid, 1 partly paid, 2 settled, 9 void"
    bills = Table(
        "public", "fee_bill", (Column("bill_st", "text", comment=comment), Column("amt", "numeric"))
    )
    sql = f"SELECT SUM(amt) FROM fee_bill WHERE bill_st {state}"
    rows = QueryResult((ResultColumn(label, "number"),), ((1234.5,),), False, 1)
    words = told(rows, "en", sql=sql, schema=Schema((bills,)))[0].lower()
    assert (said in words) if said else ("(" not in words), words
    assert "of partly" not in words


def test_states_of_which_a_column_shows_each_row_s_are_none_that_all_rows_have() -> None:
    comment = "Bill status: 0 unpaid, 1 partly paid, 2 settled, 9 void"
    bills = Table(
        "public", "fee_bill", (Column("bill_st", "text", comment=comment), Column("bill_no", "text"))
    )
    sql = (
        "SELECT bill_no, CASE bill_st WHEN '0' THEN 'unpaid' WHEN '1' THEN 'partly paid' ELSE 'settled' END"
        " AS st FROM fee_bill WHERE bill_st IN ('0', '1', '2')"
    )
    columns = (ResultColumn("Bill", "text"), ResultColumn("State", "text"))
    rows = QueryResult(columns, (("B1", "settled"), ("B2", "settled")), False, 1)
    words = told(rows, "en", sql=sql, schema=Schema((bills,)))[0].lower()
    assert "unpaid" not in words and "partly" not in words, words
