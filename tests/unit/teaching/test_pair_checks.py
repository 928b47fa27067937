"""An answer's SQL as a pair: its dates become slots where they are the question's period."""

import datetime as dt

import pytest

from database.dialects import POSTGRES
from teaching.upkeep.pair_checks import slotted

ASKED = dt.date(2026, 11, 20)
OCTOBER = "SELECT sum(amount) FROM sale WHERE day >= '2026-10-01' AND day < '2026-11-01'"
SLOTS = "SELECT sum(amount) FROM sale WHERE day >= :period_start AND day < :period_end"


@pytest.mark.parametrize(
    "question, sql, expected",
    [
        ("上个月的营业额", OCTOBER, SLOTS),
        ("revenue last month", OCTOBER.replace("'2026", "DATE '2026"), SLOTS),
        ("revenue in October 2026", OCTOBER, SLOTS),
        ("上个月的营业额", OCTOBER.replace("'2026-11-01'", "'2026-11-01'::date"), f"{SLOTS}::date"),
        ("营业额", OCTOBER, OCTOBER),
        ("上个月和今年的营业额", OCTOBER, OCTOBER),
        ("上个月的营业额", OCTOBER.replace("11-01", "10-31"), OCTOBER.replace("11-01", "10-31")),
        ("上个月的营业额", OCTOBER + " AND name = '2026-10-01 '", SLOTS + " AND name = '2026-10-01 '"),
        ("上个月的营业额", "SELECT 'open", "SELECT 'open"),
    ],
    ids=["zh", "typed", "named", "cast", "no-period", "two-periods", "other-end", "no-date", "broken"],
)
def test_dates_of_the_one_period_become_slots(question: str, sql: str, expected: str) -> None:
    assert slotted(sql, question, ASKED, POSTGRES) == expected
