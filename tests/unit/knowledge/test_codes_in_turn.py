"""Codes and their names by turns are codes: such a comment names its column only by what stands before."""

import pytest

from knowledge.codes import codes_in, lists_codes


@pytest.mark.parametrize(
    ("comment", "codes", "names_nothing"),
    [
        ("TASTE 口味 PORTION 份量 COLD_FOOD 饭菜凉", ["TASTE", "PORTION", "COLD_FOOD"], True),
        ("VEG 蔬菜 MEAT 肉类 OIL 食用油", ["VEG", "MEAT", "OIL"], True),
        ("投诉原因：TASTE 口味 PORTION 份量", ["TASTE", "PORTION"], False),
        ("投诉原因 TASTE 口味，PORTION 份量", ["TASTE", "PORTION"], False),
        ("客户经理 account manager", [], False),
        ("每周一 KPI 考核", [], False),
    ],
)
def test_codes_and_names_by_turns_are_codes(comment: str, codes: list[str], names_nothing: bool) -> None:
    assert [code for code, _ in codes_in(comment)] == codes
    assert lists_codes(comment) is names_nothing
