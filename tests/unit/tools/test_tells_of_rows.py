"""Words tell something of the rows by a figure, a name, or where one row is all there is by its day."""

from typing import Any

import pytest

from database.result import QueryResult, ResultColumn
from tools.wording import telling

SOLD = ((0, "2025-12-31"),)


@pytest.mark.parametrize(
    ("text", "rows", "tells"),
    [
        ("The last one was sold on 31 Dec 2025.", SOLD, True),
        ("最后一份是 2025年12月31日卖出的。", SOLD, True),
        ("No student card was still valid on 28 Nov 2026.", SOLD, True),
        ("已经没有有效的学生卡了。", SOLD, True),
        ("These are the figures as of 28 Nov 2026.", SOLD, False),
        ("None is valid.", ((3, "2025-12-31"),), False),
        ("These run from 30 Dec to 31 Dec 2025.", ((4, "2025-12-30"), (5, "2025-12-31")), False),
        ("There are 3 of them.", ((3, "2025-12-31"),), True),
    ],
)
def test_words_that_tell_nothing_give_way(text: str, rows: tuple[tuple[Any, ...], ...], tells: bool) -> None:
    result = QueryResult((ResultColumn("valid", "integer"), ResultColumn("sold", "date")), rows, False, 0.0)
    assert telling(result)(text) is tells
