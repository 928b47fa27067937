"""What is said of a statement that a model wrote: its own headings, days counted, where things began."""

import datetime as dt
from dataclasses import replace

import pytest

from answers.sentences.background import Background
from config.wording import Language
from database.result import QueryResult, ResultColumn
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Metric
from tests.unit.answers.sentences.telling import as_stored, told
from tests.unit.answers.test_chart import result

REVENUE = Metric(
    "revenue", "营业额", "Revenue", table="sales", expression="SUM(amount)", time="day", unit_zh="元"
)
KNOWN = Background(Catalog({"revenue": REVENUE}, {}), as_stored, dt.date(2026, 11, 20))
MEANS = """
WITH d AS (
  SELECT SUM(amount) FILTER (WHERE day >= '2026-10-01' AND day < '2026-10-08') / 7.0 AS a,
         SUM(amount) FILTER (WHERE day >= '2025-10-01' AND day < '2025-10-09') / 8.0 AS b
  FROM sales
)
SELECT ROUND(a, 2) AS "今年国庆日均营业额", ROUND(b, 2) AS "去年国庆日均营业额",
       ROUND(100.0 * (a - b) / NULLIF(b, 0), 2) AS "增长(%)"
FROM d
"""
SEVERAL = """
SELECT SUM(amount) FILTER (WHERE day >= '2026-10-01' AND day < '2026-11-01') AS "10月",
       SUM(amount) FILTER (WHERE day >= '2025-10-01' AND day < '2025-11-01') AS "去年同期",
       SUM(amount) FILTER (WHERE day >= '2026-09-01' AND day < '2026-10-01') AS "9月",
       ROUND(100.0 * (SUM(amount) FILTER (WHERE day >= '2026-10-01' AND day < '2026-11-01')
         - SUM(amount) FILTER (WHERE day >= '2025-10-01' AND day < '2025-11-01'))
         / NULLIF(SUM(amount) FILTER (WHERE day >= '2025-10-01' AND day < '2025-11-01'), 0), 2) AS "同比(%)"
FROM sales
"""
RAIN = "SELECT branch, COUNT(*) FILTER (WHERE wet) AS n FROM weather GROUP BY branch ORDER BY 2 DESC"
KINDS = "SELECT kind, COUNT(DISTINCT day) AS d, SUM(amount) / COUNT(DISTINCT day) AS r FROM sales GROUP BY 1"
MONTHS = "SELECT DATE_TRUNC('month', day) AS m, SUM(amount) AS s FROM sales GROUP BY 1 ORDER BY 1"


def test_a_mean_is_never_called_by_the_name_of_the_sum_it_is_of() -> None:
    columns = "今年国庆日均营业额:number 去年国庆日均营业额:number 增长(%):number"
    said = "".join(told(result(columns, [[4816000.0, 4104000.0, 17.35]]), "zh", sql=MEANS, known=KNOWN))
    assert "481.6 万元" in said
    assert said.count("日均营业额") == said.count("营业额") > 0


def test_of_several_times_a_change_is_against_the_one_it_is_computed_from() -> None:
    columns = "10月:number 去年同期:number 9月:number 同比(%):number"
    said = "".join(told(result(columns, [[1140.0, 1000.0, 1200.0, 14.0]]), "zh", sql=SEVERAL, known=KNOWN))
    assert "14.0 %" in said
    assert "去年同期" in said and "一期" not in said


def test_days_that_are_counted_are_a_figure_and_name_nothing() -> None:
    rows = result("Kind:text Days:integer Mean:number", [["Wet", 5, 534386.0], ["Dry", 26, 633560.0]])
    said = " ".join(told(rows, "en", sql=KINDS))
    assert "Wet" in said and "Dry" in said
    assert "Wet · 5" not in said and "Dry · 26" not in said


def test_days_of_several_places_are_not_added_up() -> None:
    rows = result("分公司:text 大雨天数:integer", [["湛江", 7], ["广州", 5], ["东莞", 1]])
    said = "".join(told(rows, "zh", sql=RAIN))
    assert "湛江（7）" in said
    assert "13" not in said and "%" not in said


def test_a_first_month_in_which_something_began_is_compared_with_none() -> None:
    months = [[dt.date(2025, 1 + at, 1).isoformat(), 5000.0 + at] for at in range(12)]
    months += [[dt.date(2026, 1, 1).isoformat(), 5100.0], [dt.date(2026, 2, 1).isoformat(), 6000.0]]
    whole = " ".join(told(result("Month:date Sales:number", months), "en", sql=MONTHS))
    begun = [[months[0][0], 500.0], *months[1:]]
    said = " ".join(told(result("Month:date Sales:number", begun), "en", sql=MONTHS))
    assert "from 5,001 in February 2025" in whole and "January 2025" not in whole
    assert "from 5,001 in February 2025" in said and "1,100" not in said
    assert "January 2025 (500) lies far below all others" in said


def test_what_is_many_times_another_is_told_without_a_percentage() -> None:
    rows = result("Shop:text Days:integer", [["A", 236], ["B", 7]])
    said = " ".join(told(rows, "en", sql="SELECT shop, days FROM closed ORDER BY 2 DESC"))
    assert "229" in said and "%" not in said


def test_rows_that_are_counted_have_the_unit_of_the_metric_that_counts_them() -> None:
    complaints = Metric(
        "complaints", "投诉量", "Complaints", table="public.complaints", expression="COUNT(complaint_id)",
        time="filed_on", unit_zh="件", unit_en="complaints",
    )  # fmt: skip
    known = Background(Catalog({"complaints": complaints}, {}), as_stored, dt.date(2026, 11, 20))
    sql = 'SELECT COUNT(*) FILTER (WHERE done IS NULL) AS "未办结投诉" FROM complaints'
    assert "66 件" in "".join(told(result("未办结投诉:integer", [[66]]), "zh", sql=sql, known=known))
    other = 'SELECT COUNT(*) AS "影院数" FROM complaints'
    assert "件" not in "".join(told(result("影院数:integer", [[66]]), "zh", sql=other, known=known))


SALES = Schema(
    (Table("public", "sales", (Column("day", "date"), Column("shop", "text"), Column("amount", "numeric"))),)
)


def test_a_time_without_an_end_is_told_up_to_the_last_day() -> None:
    sql = "SELECT shop, SUM(amount) AS s FROM sales WHERE day >= '2026-01-01' GROUP BY 1 ORDER BY 2 DESC"
    rows = result("Shop:text Sales:number", [["A", 236.0], ["B", 7.0]])
    said = " ".join(told(rows, "en", sql=sql, schema=SALES, question="sales by shop this year"))
    assert "this year (1 Jan – 19 Nov 2026)" in said


def test_the_day_by_which_a_table_names_a_month_is_not_the_time_asked_about() -> None:
    targets = Table("public", "targets", (Column("month", "date"), Column("target", "numeric")))
    sql = (
        "SELECT SUM(s.amount) AS s, MAX(t.target) AS t FROM sales s JOIN targets t ON t.month = '2026-10-01'"
        " WHERE s.day >= '2026-10-01' AND s.day < '2026-11-01'"
    )
    rows = result("Sales:number Goal:number", [[236.0, 300.0]])
    said = " ".join(told(rows, "en", sql=sql, schema=Schema((*SALES.tables, targets))))
    assert "October 2026" in said and "1 Oct 2026 " not in said


def test_figures_of_unlike_units_below_each_other_are_not_set_against_each_other() -> None:
    rows = result("指标:text 十月:number", [["订单数(笔)", 2371156.0], ["客单价(元/单)", 45.12]])
    said = "".join(told(rows, "zh", sql="SELECT name, n FROM figures ORDER BY 2 DESC"))
    assert "237.1 万" in said and "45.12" in said
    assert "高" not in said


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("avg_age_days", "Avg age: 365.3 days."),
        ("share_pct", "Share: 365.3 %."),
        ("median_hours", "Median hours: 365.3."),
    ],
)
def test_a_unit_at_the_end_of_a_heading_stands_behind_its_figure(heading: str, said: str) -> None:
    assert said in " ".join(told(result(f"{heading}:number", [[365.3]]), "en"))


def test_growth_against_a_quarter_of_which_data_hold_a_part_is_told_as_such() -> None:
    sql = "SELECT DATE_TRUNC('quarter', day) AS q, SUM(amount) AS s, yoy FROM sales GROUP BY 1 ORDER BY 1"
    rows = [["2024-10-01", 134.0, None], ["2025-01-01", 218.0, None], ["2025-10-01", 252.0, 88.5]]
    found = result("Quarter:date Sales:number YoY(%):number", rows)
    known = replace(KNOWN, every=(dt.date(2024, 11, 1), dt.date(2026, 11, 20)))
    said = " ".join(told(found, "en", sql=sql, schema=SALES, known=known))
    assert "begin on 1 Nov 2024, so Q4 2024 is not whole" in said, said


def test_a_time_of_one_part_is_not_told_of_the_other() -> None:
    sql = (
        "WITH a AS (SELECT shop, SUM(amount) AS s FROM sales GROUP BY 1),"
        " y AS (SELECT shop, SUM(amount) AS t FROM sales WHERE day >= '2026-01-01' GROUP BY 1)"
        " SELECT a.shop, a.s, y.t FROM a JOIN y ON y.shop = a.shop ORDER BY 2 DESC"
    )
    rows = result("Shop:text Sales:number Lately:number", [["A", 236.0, 30.0], ["B", 7.0, 6.0]])
    assert "1 Jan" not in " ".join(told(rows, "en", sql=sql, schema=SALES))


WAITING = """
WITH w AS (SELECT area, COUNT(id) AS number FROM complaints GROUP BY 1),
r AS (SELECT area, number, SUM(number) OVER () AS total, RANK() OVER (ORDER BY number DESC) AS place FROM w)
SELECT total AS "Open in all", area AS "Area", number AS "Open there"
FROM r WHERE place <= 2 ORDER BY number DESC
"""


def test_what_each_row_holds_of_all_is_said_once_and_of_no_row() -> None:
    rows = result(
        "Open_in_all:integer Area:text Open_there:integer", [[285, "Nancheng", 23], [285, "Houjie", 22]]
    )
    first, *rest = told(rows, "en", sql=WAITING)
    assert first == "Open in all: 285."
    assert "Nancheng" in rest[0] and "285" not in "".join(rest)


def test_days_that_are_counted_are_no_money() -> None:
    sql = "SELECT area, COUNT(DISTINCT day) AS d FROM sales GROUP BY 1 ORDER BY 2 DESC"
    english = replace(REVENUE, unit_en="CNY")
    known = Background(Catalog({"revenue": english}, {}), as_stored, dt.date(2026, 11, 20))
    rows = result("Area:text Days_with_revenue:integer", [["Wuchuan", 31], ["Danxia", 30]])
    assert "CNY" not in " ".join(told(rows, "en", sql=sql, known=known))


def test_the_last_day_of_something_is_said_and_is_no_record() -> None:
    sql = "SELECT MAX(day) AS d FROM sales WHERE shop = 'A'"
    said = told(result("最后下单日:date", [["2026-06-19"]]), "zh", sql=sql, schema=SALES)
    assert "最后下单日" in said[0] and "2026-06-19" in said[0] and "1 条" not in said[0]


def test_a_day_of_its_own_is_no_time_of_the_figure() -> None:
    sql = (
        "SELECT s.name AS shop, s.closed_on, SUM(d.amount) AS revenue FROM shops s"
        " JOIN sales d ON d.shop = s.id GROUP BY s.id, s.name, s.closed_on"
    )
    rows = result("Shop:text Closed_on:date Revenue:number", [["Goods", "2026-03-31", 968910.0]])
    (said,) = told(rows, "en", sql=sql)
    assert "Goods (closed on 31 Mar 2026)" in said and "968,910" in said


JOBS = Schema(
    (
        Table(
            "public",
            "repair_job",
            (
                Column("amount", "numeric"),
                Column("status", "text", comment="QUOTED 报价中, DONE 已完工, REJECTED 已拒绝"),
            ),
            comment="Chargeable repairs",
        ),
    )
)
DONE = ("status = 'DONE'",)
VALUE = Metric("value", "修理完工额", "Value", table="repair_job", expression="SUM(amount)", filters=DONE)
WASTE = Metric("waste", "损耗额", "Waste", table="repair_job", expression="SUM(waste)", filters=DONE)
QUOTES = Metric("quotes", "报价数", "Quotes", table="repair_job", expression="COUNT(*)")


@pytest.mark.parametrize(
    ("heading", "state", "metrics", "told_so"),
    [
        ("修理完工额:number", "DONE", (VALUE, QUOTES), False),  # its own definition
        ("单均:number", "DONE", (VALUE, WASTE), False),  # every figure of the table
        ("单均:number", "DONE", (VALUE, QUOTES), True),
        ("修理完工额:number", "REJECTED", (VALUE, WASTE), True),
    ],
)
def test_a_state_that_the_figures_ask_for_anyway_is_not_said_of_each(
    heading: str, state: str, metrics: tuple[Metric, ...], told_so: bool
) -> None:
    known = Background(Catalog({one.name: one for one in metrics}, {}), as_stored, dt.date(2026, 11, 20))
    sql = f"SELECT SUM(amount) AS \"{heading.partition(':')[0]}\" FROM repair_job WHERE status = '{state}'"
    said = "".join(told(result(heading, [[1200.0]]), "zh", sql=sql, known=known, schema=JOBS))
    assert ("已完工" in said or "已拒绝" in said) is told_so, said


def test_a_state_that_the_heading_says_in_another_form_is_not_said_again() -> None:
    sql = "SELECT COUNT(*) AS \"Open_quotes\" FROM repair_job WHERE status = 'QUOTED'"
    said = "".join(told(result("Open_quotes:integer", [[24]]), "en", sql=sql, schema=JOBS))
    assert "quoted" not in said.lower(), said


STOPS = Schema(
    (
        Table(
            "public",
            "stop",
            tuple(
                Column(name, kind)
                for name, kind in {
                    "id": "int", "site": "text", "began": "date", "ended": "date", "hours": "numeric"
                }.items()
            ),
        ),
    )
)  # fmt: skip
WITHIN = "began < DATE '2026-10-01' AND COALESCE(ended, CURRENT_DATE) > DATE '2026-09-01'"
OPEN = "began <= DATE '2026-09-30' AND (ended IS NULL OR ended >= DATE '2026-09-01')"
SEPTEMBER = {
    "overlapping": f"SELECT SUM(hours) AS h FROM stop WHERE {WITHIN}",
    "open ended": f"SELECT SUM(hours) AS h FROM stop WHERE {OPEN}",
    "by groups": "WITH f AS (SELECT site, SUM(hours) AS h FROM stop GROUP BY site"
    " HAVING MIN(began) >= DATE '2026-09-01' AND MIN(began) < DATE '2026-10-01') SELECT SUM(h) AS h FROM f",
    "a second day": "SELECT SUM(hours) AS h FROM stop WHERE began >= DATE '2026-09-01'"
    " AND began < DATE '2026-10-01' AND ended >= DATE '2025-01-01'",
}
NOT_ONLY = {
    "one of two columns": "SELECT SUM(hours) AS h, SUM(hours) FILTER (WHERE began >= DATE '2026-09-01'"
    " AND began < DATE '2026-10-01') AS s FROM stop",
    "some of its rows": "SELECT SUM(hours) AS h FROM stop WHERE (began >= DATE '2026-09-01'"
    " AND began < DATE '2026-10-01') OR site = 'East'",
    "what another chose": "SELECT SUM(hours) AS h FROM stop WHERE site IN (SELECT site FROM stop"
    " WHERE began < DATE '2026-10-01' AND COALESCE(ended, CURRENT_DATE) > DATE '2026-09-01')",
}
DATA = replace(KNOWN, every=(dt.date(2025, 1, 1), dt.date(2026, 11, 20)))
ASKED = {"zh": ("9月停机时长", "2026-09-01 至 09-30"), "en": ("Downtime in September", "1–30 Sep 2026")}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("sql", SEPTEMBER.values(), ids=SEPTEMBER)
def test_the_time_asked_for_is_told_by_whatever_columns_a_statement_keeps_to_it(
    sql: str, language: Language
) -> None:
    question, days = ASKED[language]
    said = "".join(
        told(result("h:number", [[49.5]]), language, question=question, sql=sql, schema=STOPS, known=DATA)
    )
    assert days in said and "2025" not in said


@pytest.mark.parametrize("sql", NOT_ONLY.values(), ids=NOT_ONLY)
def test_a_time_that_does_not_bound_all_is_not_told_of_all(sql: str) -> None:
    rows = result("h:number s:number", [[99.5, 49.5]]) if " AS s " in sql else result("h:number", [[49.5]])
    said = "".join(told(rows, "zh", question="9月停机时长", sql=sql, schema=STOPS, known=DATA))
    assert "2026-09-01" not in said


CHOSEN = """
WITH c AS (SELECT site, COUNT(*) AS n, RANK() OVER (ORDER BY COUNT(*) DESC) AS p FROM stop GROUP BY site)
SELECT CASE WHEN c.p = 1 THEN 'Highest' ELSE 'Lowest' END AS "Place", c.site AS "Site", c.n AS "Stops"
FROM c ORDER BY c.n DESC
"""
BEST_DAY = """
WITH d AS (SELECT day, SUM(amount) AS n FROM sales GROUP BY day),
  t AS (SELECT SUM(n) AS s, MAX(n) AS m FROM d)
SELECT t.s AS "In all", d.day AS "Best day", d.n AS "That day" FROM t JOIN d ON d.n = t.m
"""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_words_that_a_statement_chose_for_a_row_are_no_part_of_its_name(language: Language) -> None:
    rows = result("Place:text Site:text Stops:integer", [["Highest", "East", 9], ["Lowest", "West", 4]])
    said = "".join(told(rows, language, sql=CHOSEN, schema=STOPS))
    assert "East" in said and "West" in said and "Highest" not in said and "Lowest" not in said


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_all_days_came_to_is_not_told_of_the_best_of_them(language: Language) -> None:
    rows = result("In_all:number Best_day:date That_day:number", [[365.5, "2026-02-15", 44.5]])
    said = "".join(told(rows, language, sql=BEST_DAY))
    assert "est day" in said and "365" in said and not said.startswith("2026-02-15")


@pytest.mark.parametrize(
    ("counted", "unit"),
    [
        ("COUNT(*) FILTER (WHERE hours > 72)", ""),
        ("SUM(CASE WHEN hours > 72 THEN 1 ELSE 0 END)", ""),
        ("SUM(hours) / 24", " days"),
    ],
)
def test_what_is_counted_has_no_unit_of_the_word_its_heading_ends_in(counted: str, unit: str) -> None:
    rows = QueryResult(
        (ResultColumn("pile", "text"), ResultColumn("faults over 3 days", "number")),
        (("A-1", 4), ("B-2", 2)),
        truncated=False,
        elapsed_ms=1,
    )
    said = " ".join(told(rows, "en", sql=f'SELECT pile, {counted} AS "faults over 3 days" FROM f GROUP BY 1'))
    assert f"4{unit}" in said
    assert bool(unit) or "aults over 3 days" in said
    assert ("4 days" in said) == bool(unit)


OPEN_ONES = (
    "SELECT area, kind, state, words, filed::date AS filed, DATE '2026-11-28' - filed::date AS days"
    " FROM complaints WHERE done IS NULL ORDER BY {order} LIMIT 10"
)
STARRED = "WITH w AS (SELECT area, 5 AS days FROM complaints) SELECT * FROM w ORDER BY days DESC LIMIT 10"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    "sql", [OPEN_ONES.format(order="days DESC"), OPEN_ONES.format(order="filed"), STARRED]
)
def test_the_day_of_each_thing_in_a_list_is_no_time_of_a_series(sql: str, language: Language) -> None:
    rows = [
        ["Luofu", "Hygiene", "open", "No paper.", "2024-11-06", 752],
        ["Nancheng", "Service", "open", "A long wait.", "2024-11-08", 750],
        ["Leizhou", "Food", "open", "Cold.", "2024-11-27", 731],
        ["Nancheng", "Service", "open", "Rude.", "2024-11-27", 731],
    ]
    found = result("area:text kind:text state:text words:text filed:date days:integer", rows)
    said = "".join(told(found, language, sql=sql))
    assert said.index("Luofu") < said.index("750") < said.index("731")


def test_a_series_of_days_keeps_its_time_where_names_repeat() -> None:
    rows = [[shop, f"2026-10-0{at}", 10.0 * at] for at in (1, 2, 3) for shop in ("East", "West")]
    sql = "SELECT shop, day, amount FROM sales ORDER BY day"
    said = " ".join(told(result("Shop:text Day:date Amount:number", rows), "en", sql=sql))
    assert "on 3 Oct 2026" in said, said


OPENED = "SELECT DATE_TRUNC('month', opened) AS m, COUNT(*) AS n FROM shops GROUP BY 1 ORDER BY 1"
AUGUSTS = [1, 2, 1, 4, 3, 5, 9, 66, 7, 3, 2, 1, 2, 1, 3, 4, 2, 6, 8, 65, 5, 3]
ONE_AUGUST = [1, 2, 1, 4, 3, 5, 9, 66, 7, 3, 2, 1, 2, 1, 3, 40, 2, 6, 8, 6, 5, 3]


@pytest.mark.parametrize(
    ("counts", "yearly"), [(AUGUSTS, True), (ONE_AUGUST, False)], ids=["each year", "some month"]
)
def test_counts_that_jump_are_told_by_their_peaks(counts: list[int], yearly: bool) -> None:
    rows = [[dt.date(2025 + at // 12, at % 12 + 1, 1).isoformat(), n] for at, n in enumerate(counts)]
    found = result("Month:date Opened:integer", rows)
    english, chinese = (" ".join(told(found, one, sql=OPENED)) for one in ("en", "zh"))
    assert "August 2025 (66)" in english and "200" not in english
    assert ("the same time each year" in english) is yearly
    assert ("每年都在同一时候" in chinese) is yearly


def test_counts_that_do_not_jump_are_told_from_first_to_last() -> None:
    rows = [[dt.date(2025 + at // 12, at % 12 + 1, 1).isoformat(), 30 + at % 7] for at in range(20)]
    assert "from 30 in August 2025 to 35 in August 2026" in " ".join(
        told(result("Month:date Opened:integer", rows), "en", sql=OPENED)
    )
