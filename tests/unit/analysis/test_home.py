"""Whose days off a business keeps."""

import datetime as dt
from dataclasses import replace

import pytest

from analysis.daily import special_days
from analysis.home import keeps_chinas_days
from knowledge.metrics import Catalog
from tests.unit.analysis.kiosks import kiosks

NATIONAL_DAY = (dt.date(2026, 10, 1), dt.date(2026, 10, 8))


def with_unit(zh: str, en: str) -> Catalog:
    """Return the kiosks' figures with their money called otherwise."""
    catalog = kiosks()[1].catalog
    metrics = {
        name: replace(one, unit_zh=zh, unit_en=en) if one.unit_zh == "元" else one
        for name, one in catalog.metrics.items()
    }
    return replace(catalog, metrics=metrics)


@pytest.mark.parametrize(
    ("zh", "en", "keeps"),
    [
        ("元", "CNY", True),
        ("万元", "", True),
        ("元/单", "", True),
        ("英镑", "GBP", False),
        ("美元", "USD", False),
        ("", "", False),
    ],
)
def test_chinas_days_off_are_those_of_whose_money_is_the_renminbi(zh: str, en: str, keeps: bool) -> None:
    assert keeps_chinas_days(with_unit(zh, en)) is keeps


def test_who_keeps_other_days_has_no_days_off_but_their_own() -> None:
    assert len(special_days(None).off(*NATIONAL_DAY)) == 7
    assert special_days(None, chinas=False).off(*NATIONAL_DAY) == []
    own = {"Founder's day": ((dt.date(2026, 10, 5), dt.date(2026, 10, 6)),)}
    assert special_days(own, chinas=False).off(*NATIONAL_DAY) == [dt.date(2026, 10, 5)]
