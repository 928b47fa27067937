"""What figures of a statement are called and of which time they are: by their writer's words, said once."""

import datetime as dt

import pytest

from answers.sentences.background import Background
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Metric
from tests.unit.answers.sentences.telling import as_stored, told
from tests.unit.answers.test_chart import result

STATES = "状态：10待派单 50完工未结清 60已结算 90已取消"
KINDS = "服务类型：1维修 2清洗保养"
SCHEMA = Schema(
    (
        Table(
            "public",
            "work_order",
            tuple(
                Column(name, kind, comment=comment)
                for name, kind, comment in (
                    ("id", "int", ""), ("tech_id", "int", ""), ("zt", "int", STATES), ("svc", "int", KINDS),
                    ("amount", "numeric", "金额（元）"), ("finished_at", "timestamp", "完工时间"),
                )
            ),
            comment="工单",
        ),
        Table(
            "public",
            "fee",
            (Column("svc", "int", comment=KINDS), Column("since", "date"), Column("labor", "numeric")),
            comment="工时费",
        ),
        Table("public", "technician", (Column("tech_id", "int"), Column("left_on", "date"))),
    )
)  # fmt: skip
DONE = ("zt IN (50, 60)",)
COMPLETED = Metric(
    "completed", "完工单数", "Completed orders", table="work_order", expression="COUNT(*)", filters=DONE
)
STAFF = Metric(
    "staff", "在职师傅数", "Technicians employed", synonyms=("师傅人数",), table="technician",
    expression="COUNT(tech_id)", time="hired_on", until="left_on",
)  # fmt: skip
METRICS = {one.name: one for one in (COMPLETED, STAFF)}
KNOWN = Background(
    Catalog(METRICS, {}), as_stored, dt.date(2026, 11, 29), (dt.date(2024, 9, 1), dt.date(2026, 11, 29))
)
WINDOWS = (
    'SELECT f.since AS "涨价日", AVG(w.amount) FILTER (WHERE w.finished_at < f.since) AS "涨价前单价",'
    ' AVG(w.amount) FILTER (WHERE w.finished_at >= f.since) AS "涨价后单价" FROM fee f JOIN work_order w'
    " ON w.svc = f.svc AND w.finished_at >= f.since - INTERVAL '3 months'"
    " AND w.finished_at < f.since + INTERVAL '3 months'"
    " WHERE f.since >= '2026-06-01' AND f.since < '2026-07-01' GROUP BY f.since"
)


def said(sql: str, columns: str, *rows: list[object], question: str = "") -> str:
    return "".join(
        told(result(columns, [*rows]), "zh", sql=sql, known=KNOWN, schema=SCHEMA, question=question)
    )


@pytest.mark.parametrize(
    ("heading", "where", "words"),
    [
        ("完工单数", "zt IN (50, 60)", "完工单数为"),  # its own definition
        ("高峰期完工单数", "zt IN (50, 60)", "高峰期完工单数为"),  # that of the figure within its name
        ("高峰期单数", "zt IN (50, 60)", "高峰期单数（完工未结清或已结算）为"),
        ("工单数", "zt IN (50, 60)", "完工未结清或已结算的工单数为"),  # called by no more than its table
    ],
)
def test_a_kind_stands_with_a_plain_name_and_in_brackets_behind_another(
    heading: str, where: str, words: str
) -> None:
    sql = f'SELECT COUNT(*) AS "{heading}" FROM work_order WHERE {where}'
    assert words in said(sql, f"{heading}:integer", [120])


def test_a_kind_that_two_parts_ask_for_is_said_once() -> None:
    sql = (
        'WITH f AS (SELECT labor FROM fee WHERE svc = 1) SELECT COUNT(*) AS "工单数" FROM f'
        " JOIN work_order w ON w.amount > f.labor WHERE w.svc = 1"
    )
    assert said(sql, "工单数:integer", [120]).count("维修") == 1


def test_members_that_had_rows_are_not_called_those_who_are_there_now() -> None:
    sql = 'WITH o AS (SELECT tech_id FROM work_order) SELECT COUNT(DISTINCT tech_id) AS "师傅人数" FROM o'
    assert "在职" not in said(sql, "师傅人数:integer", [22])


def test_of_rows_with_windows_of_their_own_no_time_is_told_that_all_were_of() -> None:
    row = ["2026-06-01", 314.1, 346.3]
    found = said(WINDOWS, "涨价日:date 涨价前单价:number 涨价后单价:number", row, question="6月涨价前后单价")
    assert "06-30" not in found and "全部" not in found and "涨价日为 2026-06-01" in found, found


def test_a_figure_of_the_year_before_is_told_behind_its_own() -> None:
    sql = 'SELECT m, a AS "去年同期工单数", b AS "工单数" FROM t ORDER BY m'
    rows = [[f"2026-{month:02}-01", 200 if month > 6 else 230, 190 + 7 * month] for month in range(1, 11)]
    found = said(sql, "月份:date 去年同期工单数:integer 工单数:integer", *rows)
    assert not found.startswith("去年同期") and "去年同期工单数：" not in found, found
