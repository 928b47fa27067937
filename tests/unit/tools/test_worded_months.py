"""A sentence may name what an answer tells beside its figures: months, what was usual before, a scale."""

from answers.analysis import Analysis
from tests.unit.answers.test_chart import result
from tools.gate import gate_of


def test_the_month_compared_with_is_no_figure_of_its_own() -> None:
    rows = result("服务区:text 投诉量:integer 上期:integer", [["厚街服务区", 3, 2], ["白云服务区", 13, 11]])
    lines = ["时间：2026-10-01 至 2026-10-31", "对比：2026-09-01 至 2026-09-30"]
    gate = gate_of(
        {"question": "投诉量最高的服务区及其环比增长", "asked": "比9月"}, rows, Analysis((), None, lines)
    )
    sentence = "2026 年 10 月厚街服务区比 9 月多：从 2 件到 3 件。"
    assert gate.feed(sentence) + gate.close() == sentence
    assert "2025" not in gate.feed("2025 年 10 月有 3 件。") + gate.close()


def test_a_level_before_and_after_is_told_as_it_was_computed() -> None:
    rows = result(
        "月份:date 毛利率:number", [[f"2026-0{1 + at}-01", 42.0 - 12 * (at > 4)] for at in range(8)]
    )
    fact = "毛利率：2026 年 6 月起基本持平，在 29.6 % 到 30.0 % 之间；此前在 40.7 % 到 42.7 % 之间。"
    gate = gate_of({"question": "毛利率怎么薄了"}, rows, Analysis((fact,), None, []))
    sentence = "2026 年 6 月起毛利率在 29.6 % 到 30.0 % 之间，此前在 40.7 % 到 42.7 % 之间。"
    assert gate.feed(sentence) + gate.close() == sentence
    assert gate.feed("此前在 40.7 % 到 45.1 % 之间。") + gate.close() == ""


def test_the_scale_that_a_definition_gives_may_be_said() -> None:
    rows = result("Rating:number", [[3.75]])
    told, sentence = {"question": "how were the ratings"}, "The ratings averaged 3.75 out of 5."
    gate = gate_of(told, rows, Analysis((), None, []), defined=["Mean score of reviews (1 to 5)."])
    assert gate.feed(sentence) + gate.close() == sentence
    assert gate_of(told, rows, Analysis((), None, [])).feed(sentence) == ""


def test_a_month_that_the_rows_lack_may_be_named_where_no_figure_is_told_of_it() -> None:
    rows = result("营业额:integer", [[993]])
    gate = gate_of({"question": "跟再上个月比怎么样"}, rows, Analysis((), None, []))
    sentence = "这里没有再上个月（9 月）的数字，说不出与 9 月相比怎么样。"
    assert gate.feed(sentence) + gate.close() == sentence
    assert gate.feed("9 月是 35。") + gate.close() == ""
