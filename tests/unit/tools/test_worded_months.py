"""A sentence may name the months that an answer tells beside its figures."""

from answers.analysis import Analysis
from tests.unit.answers.test_chart import result
from tools.generate_summary import gate_of


def test_the_month_compared_with_is_no_figure_of_its_own() -> None:
    rows = result("服务区:text 投诉量:integer 上期:integer", [["厚街服务区", 3, 2], ["白云服务区", 13, 11]])
    lines = ["时间：2026-10-01 至 2026-10-31", "对比：2026-09-01 至 2026-09-30"]
    gate = gate_of(
        {"question": "投诉量最高的服务区及其环比增长", "asked": "比9月"}, rows, Analysis((), None, lines)
    )
    sentence = "2026 年 10 月厚街服务区比 9 月多：从 2 件到 3 件。"
    assert gate.feed(sentence) + gate.close() == sentence
    assert "2025" not in gate.feed("2025 年 10 月有 3 件。") + gate.close()
