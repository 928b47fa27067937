"""What a client who had left brings no more is no anomaly."""

import datetime as dt

import pytest

from analysis.anomaly.closed import LastDays, had_ended
from analysis.anomaly.looks import Look, Span

LAST: LastDays = {"client": {"Tuyou": dt.date(2026, 6, 30), "Bolin": None}}


@pytest.mark.parametrize(
    ("member", "month", "value", "ended"),
    [
        ("Tuyou", 8, 0.0, True),
        ("Tuyou", 6, 0.0, False),  # it was there until the end of that month
        ("Tuyou", 8, 190.0, False),  # what it still brings is to be told
        ("Bolin", 8, 0.0, False),
        ("Lvdao", 8, 0.0, False),
    ],
)
def test_only_who_had_ended_before_and_brings_less_is_left_out(
    member: str, month: int, value: float, *, ended: bool
) -> None:
    span = Span(dt.date(2026, month, 1), dt.date(2026, month + 1, 1))
    look = Look("revenue", "client", member, span, value, 140.0, 1.0, 0.0)
    assert had_ended(look, LAST) is ended
    assert had_ended(look, LAST, (member, "Bolin")) is False
