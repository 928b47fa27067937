"""Texts are split into units that equal wordings share."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language.numerals import han_number, number
from language.units import fold, key_of, units


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("營業額", "营业额"),
        ("ＴＯＰ１０ Shops", "top 10 shop"),
        ("Dongguan Branch's sales", "dongguan branch sale"),
        ("Xi'an's sales", "xian sale"),
        ("why didn't Xi’an", "why didn't xian"),
        ("1,200", "1200"),
        ("入区率？！", "入区率"),
        ("vehicles entering", "Vehicle entered"),
        ("categories", "category"),
    ],
)
def test_equal_wordings_have_equal_keys(left, right):
    assert key_of(left) == key_of(right)


@pytest.mark.parametrize(
    ("left", "right"), [("open", "opened"), ("3", "30"), ("business", "busines"), ("上", "下")]
)
def test_different_words_stay_different(left, right):
    assert key_of(left) != key_of(right)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("两百", 200),
        ("一百零五", 105),
        ("三千万", 30_000_000),
        ("二〇二五", 2025),
        ("万", 10_000),
    ],
)
def test_chinese_numerals_are_read(text, value):
    assert han_number(text) == value


def test_what_is_no_number_is_none():
    assert number("many") is None and number("") is None and number("nan") is None
    assert number("1,200.5") == number("1200.5")


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_units_point_at_the_text_in_order(text):
    last = 0
    for unit in units(text):
        assert last <= unit.start < unit.end <= len(text)
        last = unit.start
    assert len(fold(text).text) == len(fold(text).origins)
