"""A draft is looked at again for what can be seen of it, and for nothing else."""

from dataclasses import replace

import pytest

from database.dialects import POSTGRES
from database.schema import Column, ForeignKey, Schema, Table
from knowledge.items import Linked, LinkedValue, PeriodText
from tools.doubts import Doubt, doubt

AREA = Table("public", "area", (Column("id", "int"), Column("name", "text")), primary_key=("id",))
SALE = Table(
    "public",
    "sale",
    tuple(Column(name, "int") for name in ("id", "area_id", "shop", "amount", "day")),
    foreign_keys=(ForeignKey(("area_id",), "public", "area", ("id",)),),
)
SHOP = Table("public", "shop", (Column("code", "text"), Column("city", "text")))
SCHEMA = Schema((AREA, SALE, SHOP))
LINKED = Linked(
    values=(LinkedValue("南城", "南城服务区", "public.area.name"),),
    periods=(PeriodText("10月", "2026-10-01", "2026-11-01"),),
)
SOUTH = "SELECT sum(s.amount) FROM sale s JOIN area a ON a.id = s.area_id WHERE a.name = '南城服务区'"
ROWS = [[5]]


@pytest.mark.parametrize(
    ("sql", "question", "expected"),
    [
        (SOUTH, "南城10月的营业额", None),
        ("SELECT sum(amount) FROM sale", "南城10月的营业额", "unused"),
        (SOUTH + " LIMIT 3", "南城的前5", "unused"),
        (SOUTH + " LIMIT 5", "南城的前5", None),
        ("SELECT count(*) FROM sale, area", "many", "keyless"),
        ("SELECT count(*) FROM sale s JOIN shop h ON h.city = s.day", "many", "keyless"),
        ("SELECT count(*) FROM sale s JOIN area a ON a.id = s.amount", "many", None),
        ("SELECT count(*) FROM shop h JOIN shop g ON g.code = h.code", "many", None),
        ("SELECT count(*) FROM shop h JOIN shop g ON g.city = h.city", "many", "keyless"),
        ("WITH x AS (SELECT id FROM sale) SELECT count(*) FROM x JOIN area a ON a.name = x.id", "many", None),
        ("SELECT id, rank() OVER (ORDER BY amount) FROM sale", "many", "complex"),
        ("SELECT avg(n) FROM (SELECT count(*) AS n FROM sale GROUP BY shop) x", "many", "complex"),
        ("SELECT name FROM area WHERE id NOT IN (SELECT area_id FROM sale)", "many", "complex"),
        ("SELECT name FROM area WHERE NOT name LIKE 'x%'", "many", None),
        ("SELECT max(amount) FROM sale", "many", None),
    ],
)
def test_a_draft_is_doubted_for_what_it_shows(sql: str, question: str, expected: Doubt | None) -> None:
    linked = LINKED if "南城" in question else Linked()
    assert doubt(sql, POSTGRES, SCHEMA, question, linked, ROWS) == expected


@pytest.mark.parametrize("rows", [[], [[None]], [[None, None], [None, None]]])
def test_rows_that_say_nothing_are_a_doubt(rows: list[list[object]]) -> None:
    assert doubt(SOUTH, POSTGRES, SCHEMA, "南城", LINKED, rows) == "empty"


def test_an_inferred_key_is_a_key() -> None:
    key = ForeignKey(("shop",), "public", "shop", ("code",), inferred=True)
    schema = Schema((AREA, replace(SALE, foreign_keys=(*SALE.foreign_keys, key)), SHOP))
    sql = "SELECT count(*) FROM sale s JOIN shop h ON s.shop = h.code"
    assert doubt(sql, POSTGRES, schema, "many", Linked(), ROWS) is None
    assert doubt(sql, POSTGRES, SCHEMA, "many", Linked(), ROWS) == "keyless"
