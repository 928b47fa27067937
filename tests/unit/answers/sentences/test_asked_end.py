"""Of a written statement the end that is asked for leads, also where all rows were read."""

import datetime as dt

import pytest

from answers.claims import asks_by_how_much, asks_for_one
from answers.sentences.background import Background
from config.wording import Language
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Dimension
from tests.unit.answers.sentences.telling import as_stored, told
from tests.unit.answers.test_chart import result

RATES = """SELECT b AS "分公司", r.a AS "营业额", r.t AS "目标", ROUND(100 * r.a / r.t, 2) AS "完成率(%)"
FROM r ORDER BY 4"""
ROWS = [["韶关", 1172.3, 1216.0, 96.41], ["东莞", 2944.2, 2932.0, 100.41], ["清远", 801.9, 751.0, 106.78]]
HEADS = "分公司:text 营业额:number 目标:number 完成率(%):number"
SIDES = 'SELECT side AS "方向", SUM(n) AS "车辆" FROM f GROUP BY 1 ORDER BY 2 DESC'
LONGEST = (
    'SELECT pile AS "桩", COUNT(*) AS "次数", SUM(h) AS "停用小时" FROM f GROUP BY 1 ORDER BY 3 DESC LIMIT 1'
)


def test_the_one_at_the_end_that_is_asked_for_leads() -> None:
    first = told(result(HEADS, ROWS), "zh", question="完成率最低的是哪个分公司？", sql=RATES)[0]
    assert "最低的是韶关" in first and first.index("96.4") < first.index("东莞")
    each = told(result(HEADS, ROWS), "zh", question="各分公司的完成率，最低的在前", sql=RATES)[0]
    assert "最低的是" not in each


def test_what_one_row_was_chosen_by_leads() -> None:
    rows = result("桩:text 次数:integer 停用小时:number", [["CP-1", 4, 379.3]])
    assert "停用" in told(rows, "zh", question="停用最久的桩坏了几次", sql=LONGEST)[0].split("379.3")[0]


def test_of_two_by_how_much_one_is_ahead_is_told_where_it_is_asked() -> None:
    rows = result("方向:text 车辆:integer", [["下行侧", 12396], ["上行侧", 11914]])
    assert "482" in "".join(told(rows, "zh", question="哪一侧车多？多多少辆", sql=SIDES))


@pytest.mark.parametrize(
    ("question", "one", "by_how_much"),
    [
        ("哪个分公司完成率最低", True, False),
        ("Which branch is furthest behind, lowest rate?", True, False),
        ("各分公司完成率最低的三个", False, False),
        ("refund rate by type, lowest first", False, False),
        ("最高和最低的分别是谁", False, False),
        ("A和B差多少", False, True),
        ("how many more vehicles on the north side", False, True),
    ],
)
def test_what_is_asked_for_is_read_off_the_question(question: str, one: bool, by_how_much: bool) -> None:
    assert (asks_for_one(question, "bottom"), asks_by_how_much(question)) == (one, by_how_much)


@pytest.mark.parametrize(
    ("figure", "unit"),
    [
        ("SUM(amount) FILTER (WHERE paid = 5)", True),
        ("SUM(CASE WHEN paid = 5 THEN amount END)", True),
        ("COUNT(amount) FILTER (WHERE paid = 5)", False),
    ],
)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_sum_of_some_rows_has_the_unit_of_what_is_summed(
    figure: str, unit: bool, language: Language
) -> None:
    schema = Schema(
        (
            Table("s", "sales", (Column("amount", "numeric", "金额（元）"), Column("paid", "int"))),
            Table("s", "other", (Column("amount", "numeric", "数量"),)),
        )
    )
    sql = f"SELECT shop, {figure} AS part FROM s.sales GROUP BY 1 ORDER BY 2 DESC"
    said = "".join(
        told(
            result("shop:text part:number", [["A1", 616337.5], ["B2", 5.5]]), language, sql=sql, schema=schema
        )
    )
    assert (("元" in said) or ("CNY" in said)) == unit


def test_a_stretch_is_told_from_its_first_day_to_its_last() -> None:
    stretches = [["2026-05-25", "2026-06-06", 13], ["2026-04-13", "2026-04-22", 10]]
    rows = result("first:date last:date n:integer", stretches)
    sql = "SELECT MIN(d) AS first, MAX(d) AS last, COUNT(*) AS n FROM r GROUP BY k ORDER BY 3 DESC LIMIT 2"
    assert "25 May – 6 Jun 2026" in "".join(told(rows, "en", sql=sql))


def test_a_list_names_what_its_rows_share_once() -> None:
    rows = result("name:text branch:text", [["石龙", "东莞"], ["淡水", "惠州"], ["龙门", "惠州"]])
    schema = Schema((Table("s", "areas", (Column("name", "text"), Column("branch", "text"))),))
    area = Dimension("area", "服务区", "Service area", column="areas.name")
    sites = Catalog({}, {"area": area}, schema=schema)
    known = Background(sites, as_stored, dt.date(2026, 11, 20))
    sql = "SELECT name, branch FROM s.areas WHERE NOT EXISTS (SELECT 1 FROM s.shops)"
    said = "".join(told(rows, "zh", sql=sql, schema=schema, known=known))
    assert "惠州（淡水、龙门）" in said and "东莞（石龙）" in said
