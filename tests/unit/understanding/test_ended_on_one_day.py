"""What all ended on one day is no figure with data of that day only: its rows need not have such a day."""

import datetime as dt

import pytest

from query.metric_query import MetricQuery, Window
from tests.unit.analysis import kiosks as shop
from tests.unit.analysis.kiosks import FIRST, TODAY
from understanding.metric.answers import MetricAnswers

YEAR = Window(dt.date(2026, 1, 1), dt.date(2027, 1, 1), "year")
DAY = dt.date(2026, 3, 31)
CLOSED = """  - {name: closed, names: {zh: 关闭数, en: Closed}, table: tickets, expression: COUNT(ticket_id),
     time: closed_on, decimals: 0}
dimensions:
"""


def _its_own() -> MetricAnswers:
    """Return the definitions as they stand, of which nobody else sees the spans that are changed."""
    made: MetricAnswers = shop.definitions.__wrapped__(shop.TABLES, shop.DEFINED, FIRST, TODAY)
    return made


@pytest.mark.parametrize(("last", "nullable", "is_part"), [(DAY, "", False), (DAY, "NOT NULL", True),
                                                           (dt.date(2026, 4, 2), "", True)])  # fmt: skip
def test_a_time_is_covered_in_part_only_where_the_day_is_not_all_there_is(
    last: dt.date, nullable: str, is_part: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    column = f"state INT NOT NULL, closed_on DATE {nullable} GENERATED ALWAYS AS ('2026-03-31')"
    monkeypatch.setattr(shop, "TABLES", shop.TABLES.replace("state INT NOT NULL", column))
    monkeypatch.setattr(shop, "DEFINED", shop.DEFINED.replace("dimensions:\n", CLOSED))
    answers = _its_own()
    answers.reader.known.spans["tickets.closed_on"] = (DAY, last)  # type: ignore[index]
    query = MetricQuery(("closed",), windows=(YEAR,))
    part, _ = answers.coverage(query, TODAY)
    assert (part is not None) == is_part


def test_that_few_of_things_with_names_ended_is_no_gap_in_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    made = "GENERATED ALWAYS AS"
    columns = f"state INT NOT NULL, closed_on DATE {made} ('2026-03-31'), xm TEXT {made} ('a')"
    named = "  - {name: ticket, names: {zh: 人, en: Person}, column: tickets.xm, key: tickets.ticket_id}\n"
    monkeypatch.setattr(shop, "TABLES", shop.TABLES.replace("state INT NOT NULL", columns))
    monkeypatch.setattr(shop, "DEFINED", shop.DEFINED.replace("dimensions:\n", CLOSED + named))
    answers = _its_own()
    answers.reader.known.spans["tickets.closed_on"] = (DAY, dt.date(2026, 4, 2))  # type: ignore[index]
    query = MetricQuery(("closed",), windows=(YEAR,))
    assert answers.coverage(query, TODAY) == (None, None) and answers.beyond(query, "en", TODAY) == ()


@pytest.mark.parametrize(
    ("ends", "whole", "apart"),
    [((DAY, TODAY), True, ()), ((TODAY, DAY), True, ("tickets",)), ((DAY, DAY), False, ())],
)
def test_a_part_of_a_sum_that_ended_first_is_told_alone(
    ends: tuple[dt.date, dt.date], whole: bool, apart: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = "  - {name: both, names: {zh: 合计, en: Both}, sum: [takings, tickets]}\ndimensions:\n"
    monkeypatch.setattr(shop, "DEFINED", shop.DEFINED.replace("dimensions:\n", both))
    answers = _its_own()
    for column, last in zip(("takings.day", "tickets.opened_on"), ends, strict=True):
        answers.reader.known.spans[column] = (YEAR.start, last)  # type: ignore[index]
    query = MetricQuery(("both",), windows=(YEAR,))
    assert (answers.coverage(query, TODAY)[0] is None) == whole
    told = answers.covered_apart(query, TODAY)
    assert tuple(name for name, _ in told) == (apart or (("takings",) if whole else ()))
    said = answers.beyond(query, "en", TODAY)
    labels = [answers.catalog.metrics[name].en for name, _ in told]
    assert [one for label in labels for one in said if label in one] == [*said][: len(told)]
