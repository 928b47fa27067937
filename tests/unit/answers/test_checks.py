"""A sentence is released when its figures are in the result, and only then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.checks import FigureCheck, LanguageCheck, ProseCheck, SentenceGate
from answers.claims import ClaimCheck
from answers.figures import figures
from answers.told_rows import ToldRows
from tests.unit.answers.test_chart import result

ROWS = [["南城服务区", 1234567.5, 0.182], ["北城服务区", 1000000, 0.1], ["东湖服务区", 400000, None]]
CHECK = FigureCheck(ROWS, row_count=3, also=["上个月营业额最高的5个服务区", "2026-10-01"])


@pytest.mark.parametrize(
    "sentence",
    [
        "南城服务区最高，为 1,234,567.5 元。",
        "南城服务区约 123.5 万元。",
        "南城服务区约 123 万元，北城 100 万。",
        "It is about 1.2 million.",
        "合计 2,634,567.5 元，共 3 个服务区。",
        "南城占 46.9%。",
        "入区率是 18.2%。",
        "2026 年 10 月前 5 名。",
        "没有数字的句子。",
        "北城 100 → 123.5 万元。",  # both are in its unit
        "北城比南城少 19.0%。",
    ],
)
def test_sentence_whose_figures_follow_from_the_result_is_released(sentence: str) -> None:
    assert CHECK.unfounded(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "figure"),
    [
        ("南城服务区最高，为 1,234,999 元。", "1,234,999"),
        ("南城服务区约 125 万元。", "125万"),
        ("增长了 37%。", "37%"),
        ("There were 17 areas.", "17"),
        ("revenue of 9.9 million", "9.9million"),
    ],
)
def test_sentence_with_an_invented_figure_names_it(sentence: str, figure: str) -> None:
    assert CHECK.unfounded(sentence) == [figure]


@pytest.mark.parametrize(
    "reply",
    ["```sql\nSELECT a FROM b\n```", "SELECT a FROM b", "NO_SQL: ambiguous\nREASON: 哪一项？\nOPTION: 前者"],
)
def test_sql_or_a_refusal_is_no_summary(reply: str) -> None:
    gate = SentenceGate(ProseCheck())
    assert (gate.feed(f"南城最高。{reply}") + gate.close()).strip() == "南城最高。"


def test_gate_holds_back_only_the_sentence_that_lies() -> None:
    gate = SentenceGate(CHECK)
    pieces = ["南城最高，1,234,5", "67.5 元。北城有 77", "77 元。东湖 40 万元", "。"]
    shown = "".join(gate.feed(piece) for piece in pieces) + gate.close()
    assert shown == "南城最高，1,234,567.5 元。东湖 40 万元。"
    assert gate.withheld == ["北城有 7777 元。"]


def test_a_decimal_point_at_the_end_of_a_piece_does_not_end_the_sentence() -> None:
    gate = SentenceGate(FigureCheck([["a", 3.5]], 1))
    assert gate.feed("It is 3.") == ""
    assert gate.feed("5 in all.") + gate.close() == "It is 3.5 in all."


@given(st.lists(st.floats(-1e9, 1e9, allow_nan=False), min_size=1, max_size=20))
def test_every_value_of_a_result_may_be_stated_as_it_stands(values: list[float]) -> None:
    check = FigureCheck([["x", value] for value in values], len(values))
    for value in values:
        assert check.unfounded(f"值为 {value:,.2f} 元") == []


@given(st.text(max_size=200))
def test_any_text_can_be_read_for_figures(text: str) -> None:
    for figure in figures(text):
        assert figure.tolerance > 0


@given(st.lists(st.text(max_size=12), max_size=12))
def test_gate_never_adds_or_reorders_text(pieces: list[str]) -> None:
    gate = SentenceGate(FigureCheck([], 0))
    shown = "".join(gate.feed(piece) for piece in pieces) + gate.close()
    shown, whole = (one.replace(";", ".").replace("；", "。") for one in (shown, "".join(pieces)))
    rest = iter(whole)
    assert all(char in rest for char in shown)


def test_a_percent_of_a_column_of_percents_is_found_in_it() -> None:
    rows = [["现金", 3.76], ["微信", 41.2]]
    assert FigureCheck(rows, 2, percents=[1]).unfounded("现金占 3.76%。") == []
    assert FigureCheck(rows, 2).unfounded("现金占 3.76%。") == ["3.76%"]
    assert FigureCheck(rows, 2, percents=[1]).unfounded("现金占 4.76%。") == ["4.76%"]


@pytest.mark.parametrize("sentence", ["充电 12.5 千瓦时。", "The area is 12.5 m²."])
def test_a_unit_that_begins_like_a_scale_is_none(sentence: str) -> None:
    assert [figure.value for figure in figures(sentence)] == [12.5]


def test_a_semicolon_within_brackets_ends_no_sentence_so_that_no_half_of_a_list_is_shown() -> None:
    rows = result("area:text complaints:number rate:number", [["East", 23, 2.88], ["West", 26, 2.86]])
    said = "First come East (2.9; 23), West (2.9; 26)."
    for sentence, shown in ((said, said), (said.replace("23", "26"), "")):
        gate = SentenceGate(ClaimCheck(ToldRows(rows)))
        assert "".join(map(gate.feed, sentence)) + gate.close() == shown
    gate = SentenceGate()
    assert gate.feed("One thing; and another") == "One thing"
    assert gate.close() == "; and another"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("营业额 3.5 元；投诉 99 件。", "营业额 3.5 元。"),
        ("营业额 3.5 元；投诉 99 件；订单持平。", "营业额 3.5 元；订单持平。"),
        ("Revenue was 3.5; complaints were 99.", "Revenue was 3.5."),
        ("Revenue was 3.5; complaints were 99; nothing else moved.", "Revenue was 3.5; nothing else moved."),
        ("Complaints were 99; revenue was 3.5.", " revenue was 3.5."),
        ("- Revenue was 3.5;\n- Complaints were 99.", "- Revenue was 3.5.\n"),
        # what would stand without the time that was withheld goes with it, and a line keeps its mark
        ("- 11 月投诉 99 件；营业额 3.5 元。", ""),
        ("- 11 月投诉 99 件；本月营业额 3.5 元；订单持平。", "- 本月营业额 3.5 元；订单持平。"),
        ("- This month complaints were 99; revenue was 3.5; in May as much.", "- in May as much."),
    ],
)
def test_a_clause_whose_rest_is_withheld_ends_in_a_full_stop(said: str, shown: str) -> None:
    gate = SentenceGate(FigureCheck([["a", 3.5]], 1))
    assert gate.feed(said) + gate.close() == shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("- 东区还差 99 件；照此约完成 3.5 成。\n- 西区 3.5 件。", "- 西区 3.5 件。"),
        ("- 东区还差 99 件；西区 3.5 件；照此也够。", "- 西区 3.5 件；照此也够。"),
        ("- 还差 99 件；照此约完成 3.5 成。", "- 照此约完成 3.5 成。"),  # of nobody who was named
        ("- West lacks 99; it will reach 3.5.", ""),
    ],
)
def test_a_clause_whose_subject_was_named_in_a_withheld_one_goes_with_it(said: str, shown: str) -> None:
    rows = result("area:text amount:number", [["东区", 3.5], ["西区", 3.5], ["West", 3.5]])
    gate = SentenceGate(FigureCheck([["a", 3.5]], 1), named=ToldRows(rows).names.within)
    assert (gate.feed(said) + gate.close()).strip() == shown


def test_a_unit_of_so_many_is_one_number() -> None:
    told = "Complaints went from 0.23 to 1.74 per 10,000 vehicles."
    unit = "Complaint rate 1.74 per 10 000 vehicles, before 0.23."
    assert FigureCheck([], 0, also=[unit]).unfounded(told) == []
    assert FigureCheck([], 0, also=["Complaint rate 1.74, before 0.23."]).unfounded(told) == ["10,000"]


@pytest.mark.parametrize(
    ("said", "language", "held_back"),
    [
        ("Old Canton Kitchen 客单价更高，48.86 元。", "en", True),
        ("Old Canton Kitchen 客单价更高，48.86 元。", "zh", False),
        ("Revenue of 南城服务区 came to CNY 3 M.", "en", False),
        ("The pile with the longest downtime is CP-13-04.", "zh", True),
        ("Old Canton Kitchen: 48.86", "zh", False),
    ],
)
def test_words_in_the_other_language_are_held_back(said: str, language: str, held_back: bool) -> None:
    check = LanguageCheck(language, ["Old Canton Kitchen", "CP-13-04", "南城服务区"])
    assert bool(check.unfounded(said)) == check.found == held_back


def test_days_that_were_told_may_be_written_in_another_way_and_no_others() -> None:
    check = FigureCheck([["甲", 48.86]], 1, also=["Revenue this year (1 Jan – 28 Nov 2026)"])
    assert check.unfounded("今年（1月1日至11月28日）为 48.86。") == []
    assert check.unfounded("今年（1月1日至11月27日）为 48.86。")


@pytest.mark.parametrize(
    ("sentence", "open_"),
    [
        ("7月暴雨 13 天，8月 24 天。", []),
        ("7月暴雨 7 天，8月 24 天。", ["7"]),
        ("7月暴雨 13 天，8月 8 天。", ["8"]),
        ("2026 年 8 月的 24 天最多。", []),
        ("August had 24, July 13.", []),
        ("8 of the days were in July.", ["8"]),
    ],
)
def test_the_number_of_a_month_is_no_figure(sentence: str, open_: list[str]) -> None:
    rows = [["2026-07-01", 13], ["2026-08-01", 24]]
    check = FigureCheck(rows, row_count=2, also=["7月、8月暴雨各几天"])
    assert check.unfounded(sentence) == open_


@pytest.mark.parametrize(
    ("sentence", "open_"),
    [
        ("It opened on 19 Jan 2025 in 5号厅(VIP).", []),
        ("It opened on 18 Jan 2025.", ["18"]),
    ],
)
def test_days_of_rows_are_known_as_days(sentence: str, open_: list[str]) -> None:
    assert FigureCheck([["2025-01-19T08:00", "5号厅(VIP)", 3]], row_count=1).unfounded(sentence) == open_


def test_an_aside_goes_with_the_sentence_it_is_of() -> None:
    gate = SentenceGate(FigureCheck([["a", 3.5]], 1))
    shown = (
        gate.feed("It came to 3.5. It was 9 before. (3.5 of them at a). Of a: 3.5. (a alone). ")
        + gate.close()
    )
    assert "(3.5" not in shown and "Of a: 3.5. (a alone)." in shown
    assert [one[:6] for one in gate.withheld] == ["It was", "(3.5 o"]
