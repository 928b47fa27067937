"""A sentence that is written again comes with the tables it was written from."""

from answers.held import Held
from answers.needed import tables_needed
from database.result import QueryResult, ResultColumn


def _table(heads: tuple[str, ...], *rows: tuple[object, ...], label: str = "") -> Held:
    columns = tuple(ResultColumn(one, "date" if one == "day" else "number") for one in heads)
    return Held(QueryResult(columns, rows, False, 0.0), label=label)


SPLIT = _table(("kind", "complaints"), ("Toilets", 65), ("Parking", 13), label="by kind")
DAILY = _table(("day", "toilets"), *((f"2026-08-{day:02}", 6 + day % 3) for day in range(6, 16)))
OTHER = _table(("month", "orders"), ("2026-01", 900), ("2026-02", 950))


def test_the_table_of_the_days_a_sentence_names_comes_though_its_figures_are_small() -> None:
    told = "Toilets: 65 complaints, 6 to 8 a day (6–15 Aug 2026)."
    assert tables_needed(told, [OTHER, SPLIT, DAILY]) == [1, 2]


def test_no_further_table_comes_where_the_one_with_its_figures_names_most() -> None:
    assert tables_needed("Toilets came to 65, Parking to 13.", [OTHER, SPLIT, DAILY]) == [1]
