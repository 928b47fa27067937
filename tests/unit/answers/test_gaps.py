"""What words leave open is looked for or told: no sentence blames the rows for what nobody asked of them."""

import pytest

from answers.gaps import GapCheck, part_meant
from answers.sentences.asked import Asked, Measure, Thing
from answers.sentences.cells import readable
from answers.sentences.left_out import not_told
from config.wording import Language
from database.result import QueryResult, ResultColumn


@pytest.mark.parametrize(
    ("said", "blames"),
    [
        ("What part of all trips that is cannot be told from these rows.", True),
        ("The rows hold nothing on the winter before.", True),
        ("The result does not show the fleet as a whole.", True),
        ("Whether it lasts remains open.", True),
        ("这里没有去年的数字，所以还说不出差多少。", True),
        ("以后会不会再坏，看不出来。", True),
        ("无法判断是不是偶然。", True),
        (
            "The months shown here (20 of 27) end before the rise of 6.4 %, so they do not tell what it did.",
            True,
        ),
        ("这里列出的 20 个月到 4 月为止（28.47），看不出涨价以后的情况。", True),
        ("Ferry 7 made 312 trips; why is not known.", False),
        ("No trip was cancelled.", False),
        ("没有一班停航。", False),
        ("The north pier stays open until May.", False),
        ("Of the rows 12 do not have a berth.", False),
    ],
)
def test_a_sentence_that_blames_the_rows_is_kept_back_and_noted(said: str, blames: bool) -> None:
    gaps = GapCheck(["Trips came to 312."])
    assert bool(gaps.unfounded(said)) is blames
    assert gaps.found == ([said] if blames else [])


def test_where_the_data_end_that_may_be_said() -> None:
    gaps = GapCheck(["今天（2026-11-29）航班没有数据。"])
    assert gaps.unfounded("所以今天开了几班还说不出来。") == []


def test_the_part_meant_is_the_clause_whose_words_are_said_again() -> None:
    clauses = ("which ferry made most trips", "how many guests did it carry")
    assert part_meant("How many guests it carried cannot be told.", clauses) == clauses[1]
    assert part_meant("Nothing of it is known.", ("哪条船最多",)) == ""


def _rows(*rows: tuple[object, ...]) -> QueryResult:
    columns = tuple(
        ResultColumn(f"c{at}", "text" if isinstance(cell, str) else "number")
        for at, cell in enumerate(rows[0])
    )
    return QueryResult(columns, rows, truncated=False, elapsed_ms=0.0)


TRIPS = Measure(0, "Trips", is_count=True, adds=True)
DELAY = Measure(1, "Average delay", "min", decimals=1, is_rate=True)
SHARE = Measure(2, "Share", "%")


@pytest.mark.parametrize(
    ("measures", "row", "words", "added"),
    [
        ((TRIPS, DELAY), (312, 4.5), "312 trips were made.", " Average delay: 4.5 min."),
        ((TRIPS, DELAY), (312, 4.5), "312 trips, 4.5 minutes late on average.", ""),
        ((TRIPS, DELAY), (0, 4.5), "No trips were late: 4.5 minutes on average.", ""),
        ((TRIPS, Measure(1, "All", adds=True), SHARE), (60, 240, 25.0), "A share of 25.0 % was cut.", ""),
        ((TRIPS, DELAY), (312, 4.5), "It was a quiet month.", ""),
    ],
)
def test_a_figure_of_the_one_row_is_told_unless_another_was_made_of_it(
    measures: tuple[Measure, ...], row: tuple[object, ...], words: str, added: str
) -> None:
    assert not_told("How many trips, and the delay?", Asked("en", measures), _rows(row), words) == added


PIERS = (Thing(0, "Pier", "piers"),)
BY_PIER = (Measure(1, "航次", "次", adds=True, is_count=True), Measure(2, "晚点", "分钟", decimals=1))


@pytest.mark.parametrize(
    ("asked", "words", "added"),
    [
        ("两个码头的航次差多少", "北港 30 次，南港 21 次。", "两者相差 9 次（42.9 %）。"),
        ("两个码头各多少航次，一共多少", "北港 30 次，南港 21 次。", "合计：航次 51 次。"),
        ("两个码头各多少航次，一共多少", "一共 51 次：北港 30 次，南港 21 次。", ""),
        ("两个码头各多少航次", "北港 30 次，南港 21 次。", ""),
    ],
)
def test_a_sum_and_a_difference_are_told_where_they_are_asked_for(asked: str, words: str, added: str) -> None:
    result = _rows(("北港", 30, 2.5), ("南港", 21, 4.0))
    about = Asked("zh", BY_PIER, things=PIERS, is_whole=True)
    assert not_told(asked, about, result, words) == added


@pytest.mark.parametrize(
    ("language", "question", "words", "named"),
    [
        ("zh", "各码头航次和晚点怎么样", "北港 30 次，南港 21 次，东港 8 次。", True),
        ("zh", "各码头航次", "北港 30 次，南港 21 次，东港 8 次。", False),
        ("zh", "各码头航次和晚点怎么样", "北港 30 次，晚点 2.5 分钟。", False),
    ],
)
def test_a_column_that_the_question_names_is_told(
    language: Language, question: str, words: str, named: bool
) -> None:
    result = _rows(("北港", 30, 2.5), ("南港", 21, 4.0), ("东港", 8, 6.5))
    about = Asked(language, BY_PIER, things=PIERS, is_whole=True)
    assert ("6.5" in not_told(question, about, result, words)) is named


@pytest.mark.parametrize("delays", [(4.0, 4.0), tuple(range(2, 40))])
def test_a_column_that_is_one_figure_or_no_short_sentence_is_left_to_the_table(
    delays: tuple[float, ...],
) -> None:
    result = _rows(*((f"第{at}号海港客运码头", 900 - at, one) for at, one in enumerate(delays)))
    about = Asked("zh", BY_PIER, things=PIERS)
    assert not_told("各码头航次和晚点怎么样", about, result, "最多的 900 次，最少的 899 次。") == ""


GOALS = (Measure(1, "收入", "元", adds=True), Measure(2, "目标", "元", adds=True), Measure(3, "差额", "元"))


@pytest.mark.parametrize(
    ("rows", "words", "added"),
    [
        ([(21411, 25000, 3589), (30222, 33000, 2778)], "北港差 3,589 元，南港差 2,778 元。", False),
        ([(21411, 25000, 1), (30222, 33000, 2)], "目标是 25,000 元和 33,000 元。", True),
        ([(0, 25000, 25000), (0, 33000, 33000)], "两个码头都没有收入，差 25,000 元和 33,000 元。", False),
    ],
)  # fmt: skip
def test_a_column_that_told_figures_were_made_of_is_not_told_again(
    rows: list[tuple[int, ...]], words: str, added: bool
) -> None:
    result = _rows(*((name, *row) for name, row in zip(("北港", "南港"), rows, strict=True)))
    about = Asked("zh", GOALS, things=PIERS, is_whole=True)
    assert bool(not_told("两个码头收入多少、差多少才到目标", about, result, words)) is added


@pytest.mark.parametrize(
    ("question", "words", "added"),
    [
        ("How many trips?", "312 trips.", " This is over all data (1 Mar 2024 – 28 Nov 2026)."),
        ("How many trips this year?", "312 trips.", ""),
        ("How many trips?", "312 trips since March 2024.", ""),
        ("十月有几趟？", "312 趟。", ""),
        ("有几趟？", "去年夏天 312 趟。", ""),
    ],
)
def test_the_time_of_figures_is_told_where_nobody_named_one(question: str, words: str, added: str) -> None:
    asked = Asked("en", (TRIPS,), when="over all data (1 Mar 2024 – 28 Nov 2026)")
    assert not_told(question, asked, _rows((312,)), words) == added


def test_amounts_of_one_unit_beside_each_other_are_written_in_one_scale() -> None:
    fares, whole = Measure(0, "Fares", "CNY"), Measure(1, "All fares", "yuan")
    asked = Asked("en", (fares,), totals=(Measure(1, "All fares", "CNY"),))
    assert readable(asked, [[814_723.04, 2_517_474.09]], "en") == [["CNY 0.81 M", "CNY 2.52 M"]]
    asked = Asked("en", (fares, whole))
    assert readable(asked, [[814.7, 917.4]], "en") == [["CNY 814.7", "CNY 917.4"]]
