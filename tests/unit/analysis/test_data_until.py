"""Up to which day data are used says nothing more where that is their last day; no other day is left out."""

import pytest

from analysis.data_until import without_last_day
from tests.unit.analysis.kiosks import desk_of, kiosks
from understanding.metric.desk import MetricDesk


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("9月按到22号的数看 收款额目标能完成吗", "9月 收款额目标能完成吗"),
        ("根据截至9月22日的数据，本月能完成目标吗", "本月能完成目标吗"),
        ("will Hazel make its target? use data thru sep 22", "will Hazel make its target?"),
        ("based on data through 2026-09-22, will we make the target", ", will we make the target"),
        ("9月按到15号的数看 收款额目标能完成吗", None),
        ("will Hazel make its target? use data thru sep 15", None),
        ("收款额按到账日期看", None),
    ],
)
def test_a_clause_is_left_out_where_it_names_the_last_day_with_data(text: str, left: str | None) -> None:
    desk = desk_of(kiosks()[1], "zh" if not text.isascii() else "en")
    assert without_last_day(text, desk) == (text if left is None else left)


def test_without_such_a_clause_no_scorecard_is_drafted(monkeypatch: pytest.MonkeyPatch) -> None:
    drafted: list[MetricDesk] = []
    monkeypatch.setattr("analysis.data_until.leading", lambda desk: drafted.append(desk) or "")
    without_last_day("9月收款额目标能完成吗", desk_of(kiosks()[1], "zh"))
    assert not drafted
