"""A right figure at the wrong name is held back; a true sentence is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.claims import ClaimCheck, ClaimsInTurn
from answers.told_rows import ToldRows
from config.wording import LANGUAGES
from database.result import QueryResult
from tests.unit.answers.sentences.telling import told
from tests.unit.answers.test_chart import DAYS, FEW, MANY, result

AREAS = result(
    "服务区:text 营业额:number", [["南城服务区", 4500], ["东湖服务区", 4300], ["北山服务区", 1000]]
)
TRUE = [
    "南城服务区最高，为 4,500，东湖 4,300。",
    "三个服务区合计 9,800，平均 3,266.7。",
    "南城、东湖、北山分别为 4,500、4,300 和 1,000。",
    "最高的是南城服务区（4,500），最低的是北山服务区（1,000）。",
    "北山最少，只占 10.2%。",
    "东湖服务区比南城服务区少 200。",
    "南城服务区领先 200。",
    "东湖排第 2。",
    "Nothing is said here of 4,500.",
    "南城服务区, 东湖服务区 and 北山服务区 had 4,500, 4,300 and 1,000.",
    "南城服务区 ranks first with 4.5 thousand, followed by 东湖服务区 (4,300)",
]
FALSE = [
    ("北山服务区营业额最高，为 4,500。", ["最高", "4,500"]),
    ("北山服务区的营业额是 4,300。", ["4,300"]),
    ("东湖最低（4,300）。", ["最低"]),
    ("南城占 10.2%。", ["10.2%"]),
    ("南城 4,500，东湖 1,000。", ["1,000"]),
    ("The lowest is 南城服务区.", ["lowest"]),
    ("东湖服务区, with 4.5 thousand, comes second.", ["4.5thousand"]),
]


SCORES = result(
    "指标:text 上周:number 前一周:number 环比(%):number",
    [
        ["营业额(元)", 2045.6, 2036.0, 0.47],
        ["入区率(%)", 18.6, 18.7, -0.02],
        ["投诉量(件)", 47, 50, -6.0],
        ["东莞分公司营业额(元)", 554.9, 544.2, 1.96],
    ],
)
NG = result(
    "area:text opened:date downtime:number faults:integer",
    [
        ["Luofu Mountain Service Area", "2003-12-18", 2078.9, 16],
        ["Nancheng Service Area", "2003-04-29", 756.0, 21],
        ["Wayaogang Service Area", "2003-04-29", 541.1, 12],
        ["Baiyun Service Area", "2003-04-29", 686.1, 20],
        ["Beijiang Service Area", "2025-12-18", 437.4, 13],
    ],
)


SITES = result(
    "Site:text Share(%):number",
    [["Chengdu Centre", 31.0], ["Dalian Multilingual Centre", 35.4], ["Hefei Centre", 37.1]],
)


@pytest.mark.parametrize("sentence", TRUE)
def test_sentence_that_gives_each_figure_to_whom_it_belongs_is_released(sentence: str) -> None:
    assert ClaimCheck(ToldRows(AREAS)).unfounded(sentence) == []


@pytest.mark.parametrize(("sentence", "wrong"), FALSE)
def test_figure_or_extreme_of_another_row_is_named(sentence: str, wrong: list[str]) -> None:
    assert sorted(ClaimCheck(ToldRows(AREAS)).unfounded(sentence)) == sorted(wrong)


@pytest.mark.parametrize(
    ("rows", "sentence", "wrong"),
    [
        (SCORES, "营业额 2,045.6 元（+0.47 %），投诉 47 件，前一周为 50 件（-6.0 %）。", []),
        (SCORES, "营业额 2,045.6 元，东莞营业额 554.9 元（+1.96 %）。", []),
        (SCORES, "营业额 47 元。", ["47"]),
        (NG, "By far the longest at Luofu Mountain (1 Jan – 21 Nov 2026): 2,079 hours from 16 faults.", []),
        (NG, "It is followed by Nancheng (756.0 hours, 21 faults), Baiyun (686.1 hours, 20 faults).", []),
        (NG, "Followed by Nancheng (686.1 hours, 21 faults), Baiyun (756.0 hours).", ["686.1", "756.0"]),
        (NG, "Beijiang opened on 2003-12-18.", []),  # a day is held by another check
        (AREAS, "The next lowest is 东湖服务区 (4,300).", []),
        (SITES, "Dalian 35.4 % and Hefei 37.1 %, above Chengdu (31.0 %).", []),
        (SITES, "Dalian 37.1 %, Chengdu 31.0 %.", ["37.1%"]),
        (AREAS, "南城的营业额最高，4,500 也是全部里最多的（东湖 4,300、北山 1,000）。", []),
        (AREAS, "南城的营业额最高，4,300 也是全部里最多的（东湖 4,300、北山 1,000）。", ["4,300"]),
        (AREAS, "南城最高（东湖 1,000）。", ["1,000"]),
        (AREAS, "The hall sold 4,500 (up from 90) and 东湖 4,300.", []),  # whose the first is, nobody says
        (AREAS, "北山 sold more, it had 4,500 and 东湖 4,300.", ["4,500"]),
    ],
)
def test_names_in_part_and_days_are_no_misplaced_figures(
    rows: QueryResult, sentence: str, wrong: list[str]
) -> None:
    assert ClaimCheck(ToldRows(rows)).unfounded(sentence) == wrong


def test_any_of_several_at_the_top_is_the_highest() -> None:
    tied = result("分公司:text 数量:integer", [["甲公司", 6], ["乙公司", 6], ["丙公司", 5]])
    assert ClaimCheck(ToldRows(tied)).unfounded("乙公司最多，为 6。") == []
    assert ClaimCheck(ToldRows(tied)).unfounded("丙公司最多。") == ["最多"]


def test_half_of_a_row_beside_the_other_is_no_gap_that_anybody_told() -> None:
    pair = result("名称:text 数量:integer", [["甲甲店", 40], ["乙乙店", 20]])
    assert ClaimCheck(ToldRows(pair)).unfounded("甲甲店的数量是 20。") == ["20"]
    assert ClaimCheck(ToldRows(pair)).unfounded("甲甲店比乙乙店多 20。") == []


def test_of_two_measures_no_extreme_is_judged() -> None:
    two = result("名称:text 营业额:number 车流:integer", [["甲店", 9, 100], ["乙店", 5, 700]])
    assert ClaimCheck(ToldRows(two)).unfounded("乙店车流最高，为 700。") == []


@pytest.mark.parametrize("rows", [DAYS, FEW, MANY], ids=["days", "few", "many"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_computed_sentences_pass(rows: QueryResult, language: str) -> None:
    check = ClaimCheck(ToldRows(rows))
    for sentence in told(rows, language):  # type: ignore[arg-type]
        assert check.unfounded(sentence) == []


LABELLED = st.dictionaries(
    st.text("甲乙丙丁戊己庚辛", min_size=3, max_size=5), st.integers(11, 10**6), min_size=2, max_size=8
)


@given(LABELLED)
def test_every_row_may_be_told_as_it_is(rows: dict[str, int]) -> None:
    check = ClaimCheck(
        ToldRows(result("名称:text 数量:integer", [[label, value] for label, value in rows.items()]))
    )
    for label, value in rows.items():
        assert check.unfounded(f"{label}的数量是 {value:,}。") == []


@given(LABELLED)
def test_another_rows_figure_is_held_back(rows: dict[str, int]) -> None:
    table = result("名称:text 数量:integer", [[label, value] for label, value in rows.items()])
    total, (mine, own), (other, theirs) = sum(rows.values()), *list(rows.items())[:2]
    if mine in other or other in mine:
        return  # which of the two a sentence names is not told by its words
    if abs(own - theirs) > 1 and abs(total / len(rows) - theirs) > 1:
        assert ClaimCheck(ToldRows(table)).unfounded(f"{mine}的数量是 {theirs:,}。") == [f"{theirs:,}"]


SAID = (
    (
        "Holidays average 365 a day, other days 245, so holidays are 49 % higher.",
        (("Holidays", 365.0), ("Other days", 245.0)),
        "",
    ),
    (
        "Two areas stay over 40 minutes: North 41.9, South 40.4 minutes.",
        (("North", 41.9), ("South", 40.4)),
        "show me stays over 40",
    ),
)


@pytest.mark.parametrize(("sentence", "rows", "question"), SAID)
def test_names_in_small_letters_and_the_questions_own_numbers_are_no_misplaced_figures(
    sentence: str, rows: tuple[tuple[str, float], ...], question: str
) -> None:
    rows_there = result("kind:text mean:number", [list(row) for row in rows])
    assert ClaimCheck(ToldRows(rows_there), question).unfounded(sentence) == []
    swapped = sentence.replace("245", "365").replace("South 40.4", "South 41.9")
    assert ClaimCheck(ToldRows(rows_there), question).unfounded(swapped) != []


STOCK = result(
    "城市:text 时期:text 缺货:number 每百台天:number 小时:number 金额:number",
    [
        ["南京", "上线前（同样天数）", 130, 9.8, 23.1, 73309],
        ["南京", "上线后", 73, 5.5, 13.4, 74665],
        ["其他城市", "上线前（同样天数）", 459, 9.9, 23.3, 143286],
        ["其他城市", "上线后", 840, 18.0, 44.3, 139249],
    ],
)
WATER = result(
    "时期:text 毛利:number 销量:number",
    [["涨价后90天", 11.06, 6.9], ["涨价后90天的去年同期", 8.65, 7.9], ["涨价至今", 11.85, 7.4]],
)


@pytest.mark.parametrize(
    ("rows", "sentences", "wrong"),
    [
        (STOCK, ["南京缺货 73 次，上线前同样天数是 130 次，平均缺货时间也从 23.1 小时降到 13.4 小时；"], []),
        (
            STOCK,
            [
                "南京上线后缺货 73 次。",
                "上线前是 130 次，金额没有掉（74,665 元，上线前同样天数 73,309 元）。",
            ],
            [],
        ),
        (STOCK, ["南京缺货 73 次，上线前同样天数是 840 次。"], ["840"]),
        (STOCK, ["南京缺货 840 次。"], ["840"]),
        (
            STOCK,
            ["南京缺货 73 次。", "平均 44.3 小时。"],
            [],
        ),  # it names nobody: whose it is, another check holds
        (WATER, ["只看涨价后 90 天也一样：毛利 11.06 元，去年同期 8.65 元；"], []),
        (WATER, ["涨价至今毛利 8.65 元。"], ["8.65"]),
    ],
)
def test_rows_of_two_names_are_told_by_either_and_gone_on_about(
    rows: QueryResult, sentences: list[str], wrong: list[str]
) -> None:
    check = ClaimsInTurn(ClaimCheck(ToldRows(rows)))
    found = [one for sentence in sentences for one in check.unfounded(sentence)]
    assert [one.split(" (it stands at ")[0] for one in found] == wrong


def test_a_figure_at_another_name_is_said_to_stand_there() -> None:
    check = ClaimsInTurn(ClaimCheck(ToldRows(STOCK)))
    assert check.unfounded("南京缺货 840 次。") == ["840 (it stands at 上线后/其他城市)"]


RATES = result("网点:text 完成率(%):number", [["南京鼓楼", 108.6], ["成都高新", 119.1], ["合肥蜀山", 121.4]])


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("完成目标的有合肥蜀山 121.4 %、成都高新 119.1 %、南京鼓楼 108.6 %。", []),
        ("完成目标的有南京鼓楼 121.4 %、成都高新 119.1 %、合肥蜀山 108.6 %。", ["121.4", "108.6"]),
        ("合肥蜀山、成都高新和南京鼓楼分别为 121.4 %、119.1 % 和 108.6 %。", []),
    ],
)
def test_each_item_of_a_list_is_of_its_own_name(sentence: str, wrong: list[str]) -> None:
    found = ClaimCheck(ToldRows(RATES)).unfounded(sentence)
    assert [one.rstrip("% ") for one in found] == wrong
