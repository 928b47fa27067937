"""What a report may state: figures and days that were computed or read, each at the name it belongs to."""

from dataclasses import replace
from random import Random

import pytest

from answers.evidence import EvidenceCheck
from answers.held import Held
from answers.named_days import days_in
from database.result import QueryResult, ResultColumn
from tests.unit.answers.test_chart import result

SITES = QueryResult(
    (ResultColumn("Site", "text"), ResultColumn("Sales", "number"), ResultColumn("Attained (%)", "number")),
    (("Galaxy", 1_234_647.38, 81.7), ("Lakeside", 1_460_646.9, 98.4), ("Harbour", 903_000, 101.2)),
    False,
    1.0,
)
DAYS = QueryResult(
    (ResultColumn("Date", "date"), ResultColumn("Shows", "integer")),
    (("2026-10-08", 5), ("2026-10-09", 0), ("2026-10-22", 0), ("2026-10-23", 4)),
    False,
    1.0,
)
COMPUTED = ("Sales of Galaxy, October 2026, came to CNY 1.23 M, CNY 264,693 less (-17.7 %).",)


@pytest.fixture(scope="module")
def check() -> EvidenceCheck:
    """Return a check of one sentence computed and two tables."""
    return EvidenceCheck(COMPUTED, [Held(SITES), Held(DAYS)], ["Why did Galaxy fall?"])


@pytest.mark.parametrize(
    "sentence",
    [
        "Galaxy sold CNY 1.23 M in October 2026, CNY 264,693 less (-17.7 %).",
        "Galaxy reached 81.7 % of its target, Lakeside 98.4 %.",
        "It had no shows from 9 to 22 Oct 2026.",
        "10月9日至22日没有放映。",
        "Shows resumed on 23 October with 4.",
        "Harbour alone met its target (101.2 %).",
        "Lakeside sold 18.3 % more than Galaxy.",
        "10月9日、22日都没有放映。",
        "Sales of October 2026 (1–31 Oct 2026).",
    ],
)
def test_what_stands_there_may_be_said(check: EvidenceCheck, sentence: str) -> None:
    assert check.unfounded(sentence) == []


def test_a_percent_is_rounded_once() -> None:
    table = result("Month:date Growth(%):number", [["2026-09-01", 11.664], ["2026-10-01", 7.947]])
    other = result("Area:text Share(%):number", [["North", 8.0], ["South", 92.0]])
    check = EvidenceCheck([], [Held(table), Held(other)], [])
    assert check.unfounded("It grew by +11.7 % in September and +7.9 % in October.") == []
    assert check.unfounded("It grew by +11.7 % in September and +8.0 % in October.") == [
        "+8.0% (it is 7.947)"
    ]


def test_what_a_figure_is_called_is_nobody() -> None:
    said, table = (
        "目前未处理完的投诉量：290 件。",
        result("服务区:text 未处理:integer", [["南城", 24], ["厚街", 22]]),
    )
    figures = result("指标:text 本期:number", [["投诉量", 2256], ["订单数", 1990]])
    told = "未处理完的有 290 件，南城（24 件）、厚街（22 件）最多。"
    assert EvidenceCheck([said], [Held(figures), Held(table)], []).unfounded(told) == ["290"]
    assert EvidenceCheck([said], [Held(figures), Held(table)], [], called=["投诉量"]).unfounded(told) == []


def test_what_was_computed_beside_a_name_of_its_own_sentence_may_be_said() -> None:
    said = "按类型看，主要是卫生间 2 件 → 65 件；其中 63 件在 2026-08-06 至 08-15。"
    table = result("项:text 部分:number", [["2026-08-06 至 08-15", 68.9], ["卫生间", 63]])
    check = EvidenceCheck([said], [Held(table)], [])
    assert check.unfounded("其中 63 件在 2026-08-06 至 08-15。") == []
    assert check.unfounded("卫生间多了 68.9 件。") == ["68.9"]


def test_a_figure_of_the_others_is_of_all_that_are_not_named() -> None:
    said = "Sales fell CNY 4.34 M: mainly Galaxy, -CNY 5.12 M; the other 3 together +CNY 782,058."
    check = EvidenceCheck([said], [Held(SITES)], [])
    assert check.unfounded("The others brought CNY 782,058 more, Lakeside and Harbour among them.") == []
    assert check.unfounded("Lakeside lost CNY 5.12 M.") == ["5.12M"]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Galaxy sold CNY 1.35 M.", "1.35M"),
        ("Galaxy reached 98.4 % of its target.", "98.4%"),
        ("It had no shows from 9 to 21 Oct 2026.", "10-21"),
        ("10月8日至20日没有放映。", "10-20"),
        ("Shows resumed on November 3.", "11-03"),
        ("10月9日、13日没有放映。", "13"),
        ("Lakeside sold CNY 264,693 less (-17.7 %).", "264,693"),  # who the computed sentence names is Galaxy
        ("Galaxy sold CNY 264,693 more (+17.7 %).", "+17.7%"),
        ("Galaxy sold CNY1.35M.", "1.35M"),
        ("Galaxy sold CNY 1.23 bn.", "1.23bn"),
        ("Galaxy sold 693 tickets.", "693"),
        ("In October 7350 tickets were sold.", "7350"),
        ("It had 35-45 shows a day.", "35"),
    ],
)
def test_what_stands_nowhere_or_at_another_name_may_not(
    check: EvidenceCheck, sentence: str, found: str
) -> None:
    assert found in check.unfounded(sentence)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-10-01 至 10-07", [(10, 1), (10, 7)]),
        ("20 Jul – 9 Aug 2026", [(7, 20), (8, 9)]),
        ("Oct 9–22, 2026", [(10, 9), (10, 22)]),
        ("8 月 20 至 22 日", [(8, 20), (8, 22)]),
        ("9月28日到10月3日", [(9, 28), (10, 3)]),
        ("in May 2026, Q3, 12 sites, Market 3, Deck 9", []),
        ("26 may be chance; June 81.9 %, in September 3 members joined", []),
        ("on September 3, and from Oct 9 to 22", [(9, 3), (10, 9), (10, 22)]),
        ("10 月 3 家没有达标", []),
    ],
)
def test_days_are_read_in_each_way_they_are_written(text: str, days: list[tuple[int, int]]) -> None:
    assert sorted(days_in(text)) == days


def test_what_was_computed_may_be_said_word_by_word_also_in_parts() -> None:
    parts = QueryResult(
        (ResultColumn("View", "text"), ResultColumn("Item", "text"), ResultColumn("Part", "number")),
        (("Days", "2026-08-06 – 2026-08-15", 68.92), ("By kind", "Toilets", 63), ("By kind", "Price", 1)),
        False,
        1.0,
    )
    computed = "Toilets made 63 of it; 63 came over 2026-08-06 – 2026-08-15; the rest made 5."
    check = EvidenceCheck([computed], [Held(parts)], ())
    assert check.unfounded("- 63 came over 2026-08-06 – 2026-08-15;") == []
    assert check.unfounded("Price made 63.") == ["63"]


def test_a_piece_of_what_was_computed_is_not_what_was_computed() -> None:
    quoted = EvidenceCheck(["Sales of Galaxy rose +17.7 %; the rest stood still."], [], ())
    assert quoted.unfounded("The rest stood still.") == []
    assert quoted.unfounded("-17.7 %") == ["-17.7%"]
    assert EvidenceCheck(["Sales fell by -17.7 %."], [], ()).unfounded("+17.7 %") == ["+17.7%"]


def test_of_a_part_of_a_table_no_total_and_no_count_is_known() -> None:
    whole, part = (EvidenceCheck((), [Held(SITES, whole=whole)], ()) for whole in (True, False))
    assert whole.unfounded("They sold 3,598,294.28 in all.") == []
    assert part.unfounded("They sold 3,598,294.28 in all.") == ["3,598,294.28"]


def test_what_a_model_calls_its_columns_is_no_figure() -> None:
    named = replace(
        SITES, columns=(SITES.columns[0], ResultColumn("9,999,999 sold", "number"), SITES.columns[2])
    )
    assert EvidenceCheck((), [Held(named)], ()).unfounded("9,999,999 were sold.") == []
    assert EvidenceCheck((), [Held(named, ours=False)], ()).unfounded("9,999,999 were sold.") == ["9,999,999"]


def test_days_that_a_statement_is_limited_by_may_be_said() -> None:
    sql = "SELECT 1 FROM sale WHERE day >= '2026-10-13' AND day < '2026-10-20'"
    check = EvidenceCheck((), [Held(SITES, days=sql)], ())
    assert check.unfounded("Over 13–19 October.") == []
    assert check.unfounded("Over 13–21 October.") == ["10-21"]


def test_a_made_up_percent_of_a_large_table_is_nearly_always_found() -> None:
    """Where any two figures of 62 rows were compared, nine in ten made-up percents were let through."""
    random = Random(7)
    rows = tuple((f"Site {at}", *(random.randint(100, 9_999) for _ in range(4))) for at in range(62))
    columns = (ResultColumn("Site", "text"), *(ResultColumn(f"Figure {at}", "integer") for at in range(4)))
    check = EvidenceCheck((), [Held(QueryResult(columns, rows, False, 1.0))], ())
    said = [f"All sites grew by {random.uniform(20, 90):.1f} %." for _ in range(200)]
    assert sum(not check.unfounded(one) for one in said) <= 40


BY_MONTH = QueryResult(
    (ResultColumn("Month", "date"), ResultColumn("Barrels", "number")),
    tuple(
        (f"{2024 + at // 12}-{at % 12 + 1:02}-01", barrels)
        for at, barrels in enumerate(
            (
                32_123,
                30_980,
                45_622,
                54_502,
                53_832,
                58_829,
                72_628,
                72_511,
                58_439,
                45_880,
                42_817,
                46_462,
                42_920,
            ),
            12,
        )
    ),
    False,
    1.0,
)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("January was 33.6 % above January 2025 (32,123).", []),
        ("2026年1月比2025年1月多 33.6 %。", []),
        ("January 2026 was 33.6 % above December 2025.", ["33.6%"]),
        ("January 2026 was 33.6 % above.", ["33.6%"]),
        ("Barrels rose 33.6 %.", ["33.6%"]),
    ],
)
def test_change_between_months_that_are_both_named_may_be_said(sentence: str, found: list[str]) -> None:
    assert EvidenceCheck([], [Held(BY_MONTH)], ()).unfounded(sentence) == found


HOLIDAYS = "The two periods differ in public holidays (now 7 days, before 3)."


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("It is not like for like: October had 7 public holidays, September 3.", []),
        ("October had 7 public holidays, September 4.", ["9-04"]),
        ("It fell on September 3.", ["9-03"]),
        ("October fell from 7 days, and it began on October 3.", ["10-03"]),
    ],
)
def test_number_behind_a_month_is_its_figure_beside_another_months(sentence: str, found: list[str]) -> None:
    assert [one for one in EvidenceCheck([HOLIDAYS], [], ()).unfounded(sentence) if "-" in one] == found


def test_a_sentence_computed_of_a_day_is_told_of_nobody_else_than_the_one_asked_of() -> None:
    lines = (
        ("合计", "票房", 4386),
        ("变化集中的日子", "2026-10-14", 6354),
        ("变化集中的日子", "其余日子", -1967),
    )
    columns = (ResultColumn("角度", "text"), ResultColumn("项", "text"), ResultColumn("变化", "number"))
    parts = Held(QueryResult(columns, lines, False, 1.0))
    told = "集中在 1 天：2026-10-14，合计 7,133 元，平常约 778.89 元；其余日子合计 -1,967 元。"
    check = EvidenceCheck((*COMPUTED, told), [parts, Held(SITES)], ["Why did Galaxy fall?"])
    assert check.unfounded("Galaxy的票房集中在 10 月 14 日：7,133 元，平常约 778.89 元。") == []
    assert check.unfounded("Lakeside sold CNY 264,693 less (-17.7 %).") == ["264,693", "-17.7%"]


PARTS = QueryResult(
    (ResultColumn("View", "text"), ResultColumn("Item", "text"), ResultColumn("Complaints", "integer")),
    (("合计", "投诉量", 115), ("State", "open", 6), ("State", "closed", 14), ("State", "done", 95)),
    False,
    1.0,
)
GROWN = QueryResult(
    (ResultColumn("Site", "text"), ResultColumn("Year before", "number")),
    tuple((f"Site {chr(65 + at)}", None if at > 37 else 1_000.5 + at * at) for at in range(40)),
    False,
    1.0,
)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Of this year's 115, 6 are open.", []),
        ("今年的 115 件里有 6 件还是 open。", []),
        ("今年的 95 件里有 6 件还是 open。", ["95"]),
        ("None of the 38 sites with a year before fell.", []),
        ("None of the 37 sites with a year before fell.", ["37"]),
    ],
)
def test_the_total_beside_a_part_and_how_many_have_a_figure_may_be_said(
    sentence: str, found: list[str]
) -> None:
    assert EvidenceCheck([], [Held(PARTS), Held(GROWN)], ()).unfounded(sentence) == found


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The other days averaged CNY 3.05 M, against CNY 2.92 M: 4.5 % less.", []),
        ("其余各天平均 305 万元，11月 292 万元，低 4.5 %。", []),
        ("The other days averaged CNY 3.05 M, against CNY 2.92 M: 7.1 % less.", ["7.1%"]),
        ("The other days averaged CNY 3.09 M, against CNY 2.92 M: 5.6 % less.", ["3.09M", "5.6%"]),
        ("It was CNY 3 M, against CNY 2 M: 40 % less.", ["40%"]),
    ],
)
def test_a_percent_between_two_figures_that_stand_beside_it_may_be_said(
    sentence: str, found: list[str]
) -> None:
    told = ("A day averaged CNY 2.92 M.", "The others came to CNY 3.05 M; in all CNY 3 M and CNY 2 M.")
    assert EvidenceCheck(told, [], ()).unfounded(sentence) == found


@pytest.mark.parametrize(
    ("sentence", "unknown"),
    [
        ("Of bills until 29 September 96 % were paid.", []),
        ("Bills of 1–29 Sep 2026 count whole.", []),
        ("截至 9 月 29 日的账单算完整。", []),
        ("2026-09-29 为止的数是完整的。", []),
        ("On 29 September bills stopped.", ["9-29"]),
        ("9 月 29 日起没有账单。", ["9-29"]),
        ("Bills until 28 September count whole.", ["9-28"]),
        ("Of those until 27 November it is 96 %.", ["11-27"]),
    ],
)
def test_a_stretch_may_end_the_day_before_one_that_was_told_begins(sentence: str, unknown: list[str]) -> None:
    said = "Of 2026-09-30 to 11-28 not all is counted yet; until 28 November 96 % of them."
    assert [one for one in EvidenceCheck([said], [], []).unfounded(sentence) if "-" in one] == unknown


@pytest.mark.parametrize(
    ("before", "sentence", "found"),
    [
        ("The IMAX projector failed in October; ", "its box office makes up 80.7 % of the fall.", []),
        ("IMAX 厅 10 月停了；", "这段时间没有 box office，占跌幅的 80.7 %。", []),
        ("The projector failed in October; ", "box office makes up 80.7 % of the fall.", ["80.7%"]),
        ("The IMAX projector failed in October; ", "Regular box office makes up 80.7 %.", ["80.7%"]),
        ("The regular halls stayed open; ", "their box office makes up 80.7 % of the fall.", ["80.7%"]),
    ],
)
def test_what_a_figure_is_called_goes_on_about_whom_its_line_named(
    before: str, sentence: str, found: list[str]
) -> None:
    rows = [["Total", "Box office", -469279.26, 100], ["By hall type", "IMAX", -378745.74, 80.7],
            ["By hall type", "Regular", -70156.22, 14.9]]  # fmt: skip
    table = result("View:text Item:text Change:number Share(%):number", rows)
    check = EvidenceCheck([], [Held(table)], [], called=["Box office"])
    assert check.reading(f"It fell.\n- {before}{sentence}").unfounded(sentence) == found


POINTS = result(
    "角度:text 项:text 2025年:number 2026年:number 变化中的部分(元):number",
    [
        ["合计", "销售额", 109669, 77670.75, -31998.25],
        ["按点位", "制造厂", 26606, 19984.5, -6621.5],
        ["按点位", "国际广场", 22253, 16823, -5430],
        ["按点位", "高教区食堂", 16637, 11433.25, -5203.75],
        ["按点位", "人民医院", 13112, 13297, 185],
    ],
)
STOCK_OUTS = result(
    "点位:text 缺货次数:number",
    [["高教区食堂", 58], ["制造厂", 126], ["国际广场", 113], ["人民医院", 8], ["姑苏新村", 11]],
)
RAIN = result("月份:date 大雨天数:integer", [[f"2026-{at:02}-01", 20 + at * at] for at in range(1, 11)])
PACE = result(
    "分公司:text 完成率(%):number 11月最高一天(元):number",
    [["东莞", 94.0, 982_658.8], ["湛江", 90.4, 328_000], ["汕头", 92.8, 324_000]],
)
USUAL = result(
    "服务区:text 营业额:number 中位数:number",
    [["南城", 982_658.8, 990_000], ["坡头", 328_000, 470_000], ["潮阳", 324_000, 360_000]],
)
REFUNDS = result(
    "项:text 时间:text 实际:number 去年同期:number 相差(%):number",
    [["补货完成率", "2025-10-01 – 2025-10-31", 95.38, 94.1, 1.4]],
)
SHARES = result("月份:date 占比(%):number", [["2026-09-01", 0.14], ["2026-10-01", 0.4], ["2026-11-01", 0.34]])
FOUND = (POINTS, STOCK_OUTS, RAIN, PACE, USUAL, REFUNDS, SHARES)


@pytest.mark.parametrize(
    ("sentence", "stands"),
    [
        ("制造厂、国际广场、高教区食堂合计少 17,255 元。", True),
        ("制造厂、国际广场、高教区食堂合计少 18,255 元。", False),
        ("这三个点位一共缺货 297 次。", True),
        ("这三个点位一共缺货 287 次。", False),
        ("2026 年 4 月至 8 月共有 290 个大雨天。", True),
        ("2026 年 4 月至 8 月共有 284 个大雨天。", False),
        ("湛江每天需要更多，而 11 月最高的一天也只有 328,000 元。", True),
        ("坡头低得最多（328,000 元，中位数 470,000 元）。", True),
        ("潮阳低得最多（324,000 元，中位数 360,000 元）。", False),
        ("2025 年 10 月为 95.38 %。", True),
        ("They made up, after September (0.40 % and 0.34 %, after 0.14 %).", True),
    ],
)
def test_sums_of_whom_it_names_and_words_of_a_heading_may_be_said(sentence: str, stands: bool) -> None:
    before = "- 掉得多的是制造厂、国际广场和高教区食堂。\n- 其他都好。\n"
    check = EvidenceCheck((), [Held(one) for one in FOUND], ["怎么了"]).reading(before + sentence)
    assert (check.unfounded(sentence) == []) is stands
