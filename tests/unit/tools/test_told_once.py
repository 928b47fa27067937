"""What an answer tells already is not said again, and whom a report is of."""

import pytest

from analysis.outcome import Said
from knowledge.metrics import Catalog, Metric
from tools.also import is_told
from tools.analyst import named_in

ANSWER = "Three inspectors, 39 of 960 records: 郭伟 (hired on 2026-06-30, 20), 许家豪 (13) and 周志强 (6)."


@pytest.mark.parametrize(
    ("words", "names", "told"),
    [
        ("郭伟 (hired on 30 Jun 2026) 20, 许家豪 13, 周志强 6.", {"郭伟", "许家豪", "周志强"}, True),
        ("郭伟 20, 许家豪 14.", {"郭伟", "许家豪"}, False),
        ("郭伟 20, 李明 13.", {"郭伟", "李明"}, False),
        ("20 inspections failed.", set(), False),  # what has no names may stand there by chance
        ("郭伟, 许家豪.", {"郭伟", "许家豪"}, False),
    ],
)
def test_a_list_that_all_stands_in_the_answer_is_told(words: str, names: set[str], told: bool) -> None:
    assert is_told(words, names, ANSWER) is told


def test_what_a_figure_is_called_names_nobody_a_report_is_held_to() -> None:
    said = [
        Said("why.total", {"metric": "业务量", "member": "沙湾", "rest": (Said("x", {"of": "Toilets"}),)})
    ]
    catalog = Catalog({"volume": Metric("volume", "业务量", "Volume")}, {})
    assert named_in(said, catalog, "zh") == ("沙湾", "Toilets")
