"""A figure is told as many as its own heading says: of 亿元, CNY M, thousands, percents."""

import random
from dataclasses import replace

import pytest

from answers.checks import FigureCheck
from answers.figures import as_scaled, figures
from answers.sentences.amounts import amount
from answers.sentences.asked import Asked, Measure
from answers.sentences.background import Background
from answers.sentences.cells import prepared, readable
from answers.sentences.reading import Question, asked_of
from answers.sentences.scales import heading, scaled, unscaled
from config.wording import LANGUAGES, Language
from database.dialects import POSTGRES
from database.result import QueryResult, ResultColumn
from database.schema import Schema
from knowledge.metrics import Catalog, Metric
from tests.unit.answers.sentences.telling import TODAY, as_stored, told

REVENUE = Metric(
    "revenue",
    "营业额",
    "Revenue",
    table="sales",
    expression="sum(amount)",
    unit_zh="元",
    unit_en="CNY",
    decimals=2,
)
REFUNDS = Metric(
    "refunds",
    "退款率",
    "Refund rate",
    kind="ratio",
    additivity="average",
    unit_zh="%",
    unit_en="%",
    decimals=2,
)
KNOWN = Background(Catalog({one.name: one for one in (REVENUE, REFUNDS)}, {}), as_stored, TODAY)
HEADINGS: dict[Language, dict[str, float]] = {
    "zh": {
        "营业额": 1,
        "营业额(元)": 1,
        "营业额(千元)": 1e3,
        "营业额(万元)": 1e4,
        "营业额（万元）": 1e4,
        "营业额(万)": 1e4,
        "营业额(百万元)": 1e6,
        "营业额(亿元)": 1e8,
        "营业额（单位：亿元）": 1e8,
        "营业额_万元": 1e4,
        "营业额万元": 1e4,
        "营业额_亿": 1e8,
        "本月营业额(万元)": 1e4,
        "revenue_wan": 1e4,
    },
    "en": {
        "Revenue": 1,
        "Revenue (CNY)": 1,
        "Revenue (k)": 1e3,
        "Revenue (CNY k)": 1e3,
        "Revenue (CNY '000)": 1e3,
        "Revenue (thousands)": 1e3,
        "Revenue (M)": 1e6,
        "Revenue (m)": 1e6,
        "Revenue (CNY m)": 1e6,
        "Revenue (CNY M)": 1e6,
        "Revenue (million CNY)": 1e6,
        "Revenue in millions": 1e6,
        "revenue_m": 1e6,
        "revenue_cny_k": 1e3,
        "revenue_million": 1e6,
        "Revenue (CNY bn)": 1e9,
        "Revenue (万元)": 1e4,
    },
}


def one_figure(name: str, value: float, language: Language, sql: str = "SELECT 1") -> str:
    """Return the sentence over one figure."""
    result = QueryResult((ResultColumn(name, "number"),), ((value,),), truncated=False, elapsed_ms=1)
    return " ".join(told(result, language, sql=sql, known=KNOWN))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_is_so_many_of_its_unit_as_its_heading_says(language: Language) -> None:
    draw = random.Random(9)
    for name, scale in HEADINGS[language].items():
        for _ in range(20):
            value = round(10 ** draw.uniform(-1, 5), draw.choice((0, 1, 2)))
            sentence = one_figure(name, value, language)
            last = figures(sentence)[-1]
            assert abs(last.value - value * scale) <= last.tolerance * 1.001, (name, value, sentence)
            assert ("元" if language == "zh" else "CNY") in sentence, (name, sentence)


@pytest.mark.parametrize(
    ("name", "scale"),
    [
        ("充电量(千瓦时)", 1),
        ("长度(千米)", 1),
        ("每万辆投诉", 1),
        ("投诉率(件/万辆)", 1),
        ("营业额超100万元", 1),
        ("distance_m", 1),
        ("Length (m)", 1),
        ("Rain (mm)", 1),
        ("Energy (MWh)", 1),
        ("size_k", 1),
        ("充电量(万千瓦时)", 1e4),
        ("Orders (thousands)", 1e3),
    ],
)
def test_a_unit_that_begins_like_a_number_is_none(name: str, scale: float) -> None:
    assert heading(name).scale == scale


def test_a_scaled_unit_is_read_back_as_it_was_put_together() -> None:
    for language, units in (
        ("zh", ("元", "辆", "千瓦时", "")),
        ("en", ("CNY", "orders", "CNY per shop", "")),
    ):
        for unit in units:
            for scale in (1e3, 1e4, 1e6, 1e8, 1e9):
                assert unscaled(scaled(unit, scale, language)) == (unit, scale)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ('SELECT ROUND(SUM(amount) / 100000000.0, 2) AS "营业额" FROM sales', "营业额为 9.95 亿元。"),
        (
            'WITH a AS (SELECT SUM(amount) / 10000 AS x FROM sales) SELECT x AS "营业额" FROM a',
            "营业额为 99,500 元。",
        ),
        ('SELECT SUM(amount) AS "营业额" FROM sales', "营业额为 9.95 元。"),
        ('SELECT SUM(amount) / 7 AS "营业额" FROM sales', "营业额为 9.95 元。"),
    ],
)
def test_a_metric_that_a_statement_divides_is_told_as_so_many(sql: str, said: str) -> None:
    assert one_figure("营业额", 9.95, "zh", sql) == said


@pytest.mark.parametrize(
    ("name", "sql", "said"),
    [
        ("退款率", 'SELECT SUM(r) * 1.0 / SUM(a) AS "退款率" FROM sales', "退款率为 1.12 %。"),
        ("退款率", 'SELECT 100.0 * SUM(r) / SUM(a) AS "退款率" FROM sales', "退款率为 0.01 %。"),
        ("退款率(%)", 'SELECT SUM(r) / SUM(a) AS "退款率(%)" FROM sales', "退款率为 0.01 %。"),
    ],
)
def test_a_percent_held_as_a_part_of_one_is_told_as_a_percent(name: str, sql: str, said: str) -> None:
    assert one_figure(name, 0.0112, "zh", sql) == said


def test_a_unit_of_many_is_never_counted_twice() -> None:
    assert amount(200_000, "万元") == "20 亿元"
    assert amount(1234.5, "CNY thousand", "en") == "CNY 1.23 M"


def test_what_a_prompt_shows_of_a_figure_is_what_its_sentence_says() -> None:
    columns = ResultColumn("营业额(亿元)", "number"), ResultColumn("退款率(%)", "number")
    result = QueryResult(columns, ((9.95, 1.12), (0.4, 0.5)), truncated=False, elapsed_ms=1)
    found = asked_of(Question("", "zh", "SELECT 1", POSTGRES, Schema()), result, KNOWN)
    assert readable(found, result.rows, "zh") == [["9.95 亿元", "1.12 %"], ["4,000 万元", "0.50 %"]]


@pytest.mark.parametrize(
    ("rows", "written"),
    [
        (((134532.0, 0), (32507.93, 0)), [["134,532 元", "0 元"], ["32,508 元", "0 元"]]),
        (((261215.91, 18119.58),), [["261,216 元", "18,120 元"]]),
        (((1512642.14, 52052.0),), [["151.3 万元", "5.2 万元"]]),
        (((1512642.14, 4395.24),), [["151.3 万元", "4,395 元"]]),
        (((757648.26, 426209.04),), [["75.8 万元", "42.6 万元"]]),
    ],
)
def test_figures_of_one_unit_are_shown_in_one(
    rows: tuple[tuple[float, ...]], written: list[list[str]]
) -> None:
    found = Asked("zh", (Measure(0, "营业额", "元", 2), Measure(1, "差额", "元", 2)))
    assert readable(found, rows, "zh") == written


def test_a_figure_of_many_is_known_as_so_many_and_no_other() -> None:
    table = QueryResult((ResultColumn("营业额(亿元)", "number"),), ((9.95,),), False, 1)
    check = FigureCheck(as_scaled(table, {0: 1e8}).rows, 1)
    assert check.unfounded("营业额 9.95 亿元") == []
    assert check.unfounded("营业额 9.95 万元") == ["9.95万"]
    assert check.unfounded("营业额 9.95 元") == ["9.95"]


def test_a_change_is_rounded_once_from_both_figures() -> None:
    names = "月份", "营业额", "上期营业额", "环比增长(%)"
    columns = tuple(ResultColumn(one, "number") for one in names)
    found = Asked("zh", (Measure(3, "营业额", "%", role="growth", of=1), Measure(1, "营业额", "元"),
                         Measure(2, "营业额", "元", role="before", of=1)))  # fmt: skip
    row = ("2026-03-01", 86019182.44, 94886909.12, -9.35)
    result = QueryResult(columns, (row,), truncated=False, elapsed_ms=1)
    assert readable(found, prepared(found, result).rows, "zh")[0][3] == "-9.3 %"
    other = QueryResult(columns, ((*row[:3], -20.1),), truncated=False, elapsed_ms=1)  # of days, not of sums
    assert readable(found, prepared(found, other).rows, "zh")[0][3] == "-20.1 %"


@pytest.mark.parametrize(
    "name", ["Days over 4 million", "卖价差(8月减7月)", "Revenue (2026 vs 2025)", "投诉(件/10万辆)"]
)
def test_what_only_looks_like_a_unit_scales_nothing(name: str) -> None:
    found = heading(name)
    assert found.scale == 1.0 and "月" not in found.unit and "vs" not in found.unit


@pytest.mark.parametrize(
    ("name", "language", "says", "not_so"),
    [
        ("退款额率与目标差(百分点)", "zh", "-14.7 个百分点", "%"),
        ("退款额率差（个百分点）", "zh", "-14.7 个百分点", "%"),
        ("Refund rate gap (percentage points)", "en", "-14.7 points", "%"),
        ("退款额率(%)", "zh", "-14.7 %", "百分点"),
    ],
)
def test_what_its_heading_says_is_points_is_no_percent(
    name: str, language: Language, says: str, not_so: str
) -> None:
    rate = replace(
        REFUNDS, name="rate", zh="退款额率", en="Refund rate", unit_zh="%", unit_en="%", decimals=1
    )
    known = Background(Catalog({"rate": rate}, {}), as_stored, TODAY)
    result = QueryResult((ResultColumn(name, "number"),), ((-14.7,),), truncated=False, elapsed_ms=1)
    sentence = " ".join(told(result, language, sql="SELECT 1", known=known))
    assert says in sentence and not_so not in sentence
