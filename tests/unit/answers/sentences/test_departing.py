"""Of several figures over time what departs farthest is the first fact; keys are no figures."""

import datetime as dt

import pytest

from answers.profile import names_keys
from answers.sentences.tree import shape_of
from config.wording import Language
from database.dialects import POSTGRES
from database.schema import Column, Schema, Table
from tests.unit.answers.sentences.telling import told
from tests.unit.answers.test_chart import result

SQL = "SELECT m, SUM(a) AS a, SUM(b) AS b, SUM(c) AS c FROM t GROUP BY 1 ORDER BY 1"
BURNT = [40, 42, 41, 39, 43, 40, 97, 41]
GROWN = [210, 300, 402, 398, 405, 401, 399, 404]
CALM = [900, 905, 898, 902, 901, 899, 903, 900]


def _facts(language: Language, *figures: list[int]) -> tuple[str, ...]:
    months = [dt.date(2026, 1 + at, 1).isoformat() for at in range(len(figures[0]))]
    heads = "Month:date Burnt:integer Grown:integer Calm:integer"
    rows = result(heads, [[month, *cells] for month, *cells in zip(months, *figures, strict=True)])
    return told(rows, language, sql=SQL)


@pytest.mark.parametrize(
    ("language", "sums", "first", "second", "last"),
    [
        ("en", "Burnt came to 383, grown came to 2,919, calm came to 7,208.",
         "Burnt: 97 in July 2026, against 39 to 43 in the other 7 periods.",
         "Grown: about level since March 2026, between 398 and 405; before that 210 to 300.",
         "Calm: between 898 and 905 throughout, no clear change."),
        ("zh", "Burnt合计 383，Grown合计 2,919，Calm合计 7,208。",
         "Burnt：2026 年 7 月为 97，其余 7 个时段在 39 到 43 之间。",
         "Grown：2026 年 3 月起基本持平，在 398 到 405 之间；此前在 210 到 300 之间。",
         "Calm：各时段在 898 到 905 之间，没有明显变化。"),
    ],
)  # fmt: skip
def test_what_departs_farthest_comes_first(
    language: Language, sums: str, first: str, second: str, last: str
) -> None:
    assert _facts(language, CALM, GROWN, BURNT)[1] == first.replace("Burnt", "Calm")
    assert _facts(language, BURNT, GROWN, CALM) == (sums, first, second, last)


def test_few_periods_are_told_one_by_one() -> None:
    (told_one_by_one,) = _facts("en", BURNT[:3], GROWN[:3], CALM[:3])
    assert told_one_by_one.startswith("Burnt: January 2026 40 (grown 210, calm 900), February 42")


@pytest.mark.parametrize(
    ("heading", "is_one"),
    [("Ticket no.", True), ("Ticket #", True), ("工单号", True), ("序号", True), ("Room number", True),
     ("Number of rooms", False), ("工单数", False), ("No-show rate", False)],
)  # fmt: skip
def test_a_heading_says_that_its_numbers_are_keys(heading: str, is_one: bool) -> None:
    assert names_keys(heading) is is_one


@pytest.mark.parametrize(("language", "heading"), [("en", "Ticket"), ("zh", "工单")])
def test_a_key_is_told_as_it_stands(language: Language, heading: str) -> None:
    ticket = Table(
        "public", "ticket",
        (Column("ticket_id", "integer"), Column("cause", "text"), Column("hours", "integer")),
        primary_key=("ticket_id",),
    )  # fmt: skip
    sql = f'SELECT k.ticket_id AS "{heading}", k.cause, k.hours FROM ticket k ORDER BY 1'
    assert shape_of(sql, POSTGRES) is not None
    rows = result(
        f"{heading}:integer cause:text hours:integer", [[71234, "Leak", 1500], [71301, "Noise", 2500]]
    )
    said = " ".join(told(rows, language, sql=sql, schema=Schema((ticket,))))
    assert "71,234" not in said and "71,301" not in said
