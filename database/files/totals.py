"""Rows that add other rows up: found by their words, believed by their sums; pure decisions."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["", "sums", "differs", "kept"]

WORDS = (
    r"(合\s*计|总\s*计|小\s*计|总\s*和|共\s*计|累\s*计|汇\s*总|本[页日周月季年](合计|累计)|平均|平均值|均值"
    r"|total|totals|grand total|sub-?total|sum|average|avg|mean)\s*([:：].{0,40}|[(（].{0,20}[)）])?"
    r"|.{1,30}(小计|合计|总计|\stotal|\ssubtotal)\s*[:：]?"
)
# What every such text has in it; looking for these first is far quicker.
PARTS = ("计", "总", "均", "汇", "otal", "OTAL", "verage", "VERAGE", "vg", "VG", "um", "UM", "ean", "EAN")
# Alone these may be a name too: a brand, a sum that is a thing.
_UNSURE = re.compile(
    r"total|totals|sum|average|avg|mean|汇\s*总|累\s*计|平均|(?!grand )(?!sub).{1,30}\s(total|subtotal)",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\s*[:：(（].*")  # 合计：叁拾元整, Total (5 rows)
_MEAN = re.compile(r"平均|均值|average|avg|mean", re.IGNORECASE)
SUMMED = r"=\s*(SUM|SUBTOTAL|AVERAGE)\s*\(.*"
CLOSE = 0.005  # of a sum: what is printed was rounded


@dataclass(frozen=True)
class Candidate:
    """A row that says it is a total, with its figures by column; `summed`: formulas stand for them."""

    line: int
    label: str
    figures: Mapping[str, float]
    summed: bool = False


@dataclass(frozen=True)
class Sums:
    """What the rows of detail give by column: before a line, since the last candidate, and in all."""

    before: Mapping[str, float]
    since: Mapping[str, float]
    all: Mapping[str, float]
    count_before: int
    count_since: int
    count_all: int


def verdict(candidate: Candidate, sums: Sums) -> Verdict:
    """Say whether a row is a total: its sums hold, or its words are plain though they do not."""
    if not candidate.label:
        return "sums" if _adds_up(candidate, sums) else "kept"
    word = _BEHIND.sub("", candidate.label.strip())
    if not candidate.figures:
        return "sums" if candidate.summed or not _UNSURE.fullmatch(word) else "kept"
    parts = ((sums.before, sums.count_before), (sums.since, sums.count_since), (sums.all, sums.count_all))
    for column, figure in candidate.figures.items():
        for by_column, count in parts:
            total = by_column.get(column)
            if total is None or not count or (total == 0 and figure == 0):
                continue
            expected = total / count if _MEAN.search(candidate.label) else total
            if count > 1 and _near(figure, expected):
                return "sums"
    return "kept" if _UNSURE.fullmatch(word) else "differs"


def _adds_up(candidate: Candidate, sums: Sums) -> bool:
    """Tell whether most figures of a row that does not say what it is are the sums of all rows before it."""
    held = [
        sums.count_before > 1 and figure != 0 and _near(figure, sums.before[column])
        for column, figure in candidate.figures.items()
        if column in sums.before
    ]
    return sum(held) * 2 > len(held)


def _near(figure: float, total: float) -> bool:
    return abs(figure - total) <= max(CLOSE * abs(total), 1e-9)
