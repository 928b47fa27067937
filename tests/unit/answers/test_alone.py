"""Who alone makes most of a change in a table of two times; nobody where several do, or none adds up."""

from answers.alone import alone_in
from database.result import QueryResult, ResultColumn

CLIENTS = ["Henglian", "Dongyu", "Lanting", "Qingqiao", "Hechuang"]
NIGHTS = [(723, None), (362, 332), (18, None), (22, 9), (24, 12)]


def _table(
    rows: list[tuple[float | None, float | None]], first: str, second: str, *, truncated: bool = False
) -> QueryResult:
    columns = (ResultColumn("Client", "text"), ResultColumn(first, "number"), ResultColumn(second, "number"))
    named = tuple((name, *row) for name, row in zip(CLIENTS, rows, strict=True))
    return QueryResult(columns, named, truncated, 0.0)


def test_the_client_who_is_gone_makes_most_of_what_fell() -> None:
    found = alone_in(_table(NIGHTS, "2025-07-01 至 11-28 入住间夜", "2026-07-01 至 11-28 入住间夜"))
    assert found is not None
    assert (found.name, found.before, found.now) == ("Henglian", 723, 0)
    assert round(found.share, 2) == round(723 / (723 + 30 + 18 + 13 + 12), 2)


def test_a_year_earlier_is_the_time_before_wherever_it_stands() -> None:
    rows = [(now, before) for before, now in NIGHTS]
    found = alone_in(_table(rows, "Room nights", "Room nights a year earlier"))
    assert found is not None and (found.before, found.now) == (723, 0)


def test_several_alike_means_and_parts_of_tables_tell_nobody() -> None:
    alike: list[tuple[float | None, float | None]] = [(90, 10), (80, 5), (10, 9), (10, 9), (10, 9)]
    assert alone_in(_table(alike, "2025 nights", "2026 nights")) is None
    assert alone_in(_table(NIGHTS, "2025 average price", "2026 average price")) is None
    assert alone_in(_table(NIGHTS, "2025 nights", "2026 revenue")) is None
    assert alone_in(_table(NIGHTS, "2025 nights", "2026 nights", truncated=True)) is None
