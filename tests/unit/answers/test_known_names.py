"""Rows of a model's SQL are shown by the names that their reader knows."""

import pytest

from answers.conditions import Words
from answers.known_names import MOST_NAMES, by_known_names
from config.wording import Language
from database.dialects import POSTGRES
from database.result import QueryResult, ResultColumn
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Dimension

STORES = Schema(
    (
        Table("s", "sites", (Column("id", "int"), Column("name", "text"), Column("city", "text"))),
        Table("s", "stock", (Column("site_id", "int"), Column("temp", "text"), Column("pallets", "int"))),
        Table("s", "moves", (Column("site_id", "int"), Column("temp", "text"))),
    )
)
KNOWN = Catalog(
    {},
    {
        "site": Dimension(
            "site",
            "站点",
            "Site",
            column="sites.name",
            values={"佛山库": ("佛山库", "Foshan"), "昆山库": ("昆山库", "Kunshan")},
        ),
        "city": Dimension(
            "city", "城市", "City", column="sites.city", values={"佛山": ("佛山", "G"), "广州": ("广州", "G")}
        ),
        "temp": Dimension(
            "temp", "温区", "Class", column="stock.temp", values={"FROZEN": ("冷冻", "Frozen")}
        ),
    },
    schema=STORES,
)


@pytest.mark.parametrize(
    ("sql", "language", "stored", "shown"),
    [
        ("SELECT name FROM s.sites", "en", ("佛山库", "昆山库"), ("Foshan", "Kunshan")),
        ("SELECT name FROM s.sites", "zh", ("佛山库",), ("佛山库",)),
        ("SELECT temp AS t FROM s.stock", "zh", ("FROZEN", None, "WARM"), ("冷冻", None, "WARM")),
        ("SELECT MAX(x.name) AS n FROM s.sites AS x GROUP BY id", "en", ("佛山库",), ("Foshan",)),
        ("WITH a AS (SELECT name AS who FROM s.sites) SELECT who FROM a", "en", ("昆山库",), ("Kunshan",)),
        ("SELECT LEFT(name, 3) FROM s.sites", "en", ("佛山库",), ("佛山库",)),
        ("SELECT city FROM s.sites", "en", ("佛山", "广州"), ("佛山", "广州")),  # both would be G
        ("SELECT temp FROM s.stock JOIN s.moves USING (site_id)", "zh", ("FROZEN",), ("FROZEN",)),
        ("SELECT * FROM s.sites", "en", ("佛山库",), ("佛山库",)),
    ],
)
def test_texts_are_shown_by_the_names_their_reader_knows(
    sql: str, language: Language, stored: tuple[str | None, ...], shown: tuple[str | None, ...]
) -> None:
    rows = QueryResult((ResultColumn("n", "text"),), tuple((one,) for one in stored), False, 1.0)
    told = by_known_names(rows, sql, POSTGRES, Words(STORES, language, KNOWN))
    assert tuple(row[0] for row in told.rows) == shown


def test_a_column_of_more_names_than_are_read_keeps_what_is_stored() -> None:
    names = ["佛山库", *map(str, range(MOST_NAMES))]
    rows = QueryResult((ResultColumn("n", "text"),), tuple((one,) for one in names), False, 1.0)
    told = by_known_names(rows, "SELECT name FROM s.sites", POSTGRES, Words(STORES, "en", KNOWN))
    assert told == rows


CODED = Schema(
    (Table("s", "calls", (Column("channel", "int", "渠道：1 热线，2 现场"), Column("n", "int", "件数"))),)
)


@pytest.mark.parametrize(
    ("sql", "stored", "shown"),
    [
        ("SELECT channel FROM s.calls", (2, 1, None), ("现场", "热线", None)),
        ("SELECT channel FROM s.calls", (2, 3), (2, 3)),  # one has no meaning: all stay codes
        ("SELECT n FROM s.calls", (2, 1), (2, 1)),
        ("SELECT COUNT(channel) FROM s.calls", (2, 1), (2, 1)),
    ],
)
def test_codes_are_shown_by_what_they_mean(
    sql: str, stored: tuple[int | None, ...], shown: tuple[object, ...]
) -> None:
    rows = QueryResult((ResultColumn("n", "integer"),), tuple((one,) for one in stored), False, 1.0)
    told = by_known_names(rows, sql, POSTGRES, Words(CODED, "zh"))
    assert tuple(row[0] for row in told.rows) == shown
