"""Who has something now and then only is neither new nor gone where a day is set beside the one before."""

import datetime as dt

import numpy as np
import pytest

from tests.unit.analysis.kiosks import FIRST, kiosks, told

MONDAY = (dt.date(2026, 9, 21) - FIRST).days


def _now_and_then(amounts: np.ndarray) -> None:
    number = np.arange(amounts.shape[1])
    amounts[11, (number - MONDAY) % 5 != 0] = np.nan  # Maple
    amounts[9, MONDAY] *= 2


def _closed(amounts: np.ndarray) -> None:
    amounts[11, MONDAY] = np.nan


@pytest.mark.parametrize("question", ["为什么9月21日收款额变了", "Why did takings change on 21 September?"])
def test_who_has_something_now_and_then_is_not_said_to_be_new(question: str) -> None:
    _, words = told(question, *kiosks(_now_and_then))
    assert "Maple" not in words, words
    _, words = told(question, *kiosks(_closed))
    assert "Maple" in words, words
