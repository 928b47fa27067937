"""What a look is called ends with a phrase, however long a model writes it."""

import pytest

from reasoning.analyst import _LABEL_CHARS, _within


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("10月各食堂的厨余量", "10月各食堂的厨余量"),
        ("各食堂每份厨余的变化，" + "按厨余类型和月份逐一对照去年同期" * 6, ""),
        (
            "Waste per meal by canteen and month (" + "October beside September, " * 5 + ")",
            "Waste per meal by canteen and month",
        ),
        (
            "Waste per meal by canteen and month against last year, " + "with meals served beside it " * 4,
            "Waste per meal by canteen and month against last year",
        ),
        ("word " * 40, "word word"),
    ],
)
def test_a_long_label_ends_with_a_phrase(written: str, label: str) -> None:
    told = _within(written, _LABEL_CHARS)
    assert len(told) <= _LABEL_CHARS
    assert told.startswith(label) if label else told.endswith("…")
    assert not told.endswith((",", "，", " ", "("))
