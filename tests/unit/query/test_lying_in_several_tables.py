"""Which column of a cut that lies in several tables a figure takes, who sees it, and how it is written."""

from dataclasses import replace

import pytest

from database.schema import Column, ForeignKey, Schema, Table
from knowledge.definitions.files import dimension_from
from knowledge.metrics import Catalog, Dimension
from teaching.exchange.ossie_read import from_ossie
from teaching.exchange.ossie_write import to_ossie
from understanding.metric.forms import definition_from, form_of

KIND = Column("kind", "text", nullable=False)
ENTRY = {"name": "kind", "names": "Kind", "column": ["stock.kind", "room.kind", "hall.kind"]}


def table(name: str, *columns: Column, to: tuple[str, ...] = ()) -> Table:
    own = (Column("id", "int", nullable=False), *(Column(f"{one}_id", "int", nullable=False) for one in to))
    keys = tuple(ForeignKey((f"{one}_id",), "", one, ("id",)) for one in to)
    return Table("", name, (*own, *columns), primary_key=("id",), foreign_keys=keys)


SCHEMA = Schema(
    (
        table("stock", KIND, to=("room",)),
        table("room", KIND, to=("hall",)),
        table("hall", KIND),
        table("alarm", to=("room",)),
        table("swap", to=("room", "hall")),
        table("walk", to=("swap",)),
        table("bill"),
    )
)


def catalog(dimension: Dimension) -> Catalog:
    return Catalog({}, {dimension.name: dimension}, schema=SCHEMA)


@pytest.mark.parametrize(
    ("owner", "column"),
    [
        ("stock", "stock.kind"),  # its own, though rooms have one too
        ("alarm", "room.kind"),  # the nearest, not the hall's behind it
        ("swap", ""),  # of a room or of a hall: as near
        ("walk", ""),
        ("bill", ""),
    ],
)
def test_a_table_takes_its_own_column_else_the_nearest_and_of_two_none(owner: str, column: str) -> None:
    kind = dimension_from(ENTRY)
    found = catalog(kind)
    assert found.lying(kind, owner).column == column
    assert (found.way(owner, kind) is None) == (not column)


def test_whoever_may_not_see_one_of_the_columns_has_no_such_cut() -> None:
    kind = dimension_from(ENTRY)
    assert catalog(kind).shows(kind, lambda _: True)
    assert not catalog(kind).shows(kind, lambda column: column != "room.kind")


@pytest.mark.parametrize(
    "wrong",
    [
        {"column": ["stock.kind", "stock.id"]},  # of one table
        {"column": ["stock.kind", "kind"]},
        {"key": "room.id"},
        {"column_en": "room.kind_en"},
        {"by": "room_id"},
    ],
)
def test_columns_are_of_tables_of_their_own_and_have_no_keys(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="column"):
        dimension_from(ENTRY | wrong)


def test_the_form_and_another_tools_file_keep_every_column() -> None:
    shown = form_of({"type": "dimension", **ENTRY})
    assert shown["column"] == "stock.kind, room.kind, hall.kind"
    (written,) = definition_from("dimension", shown, {})["dimensions"]
    assert written["column"] == ENTRY["column"]
    (one,) = definition_from("dimension", shown | {"column": "stock.kind"}, {})["dimensions"]
    assert one["column"] == "stock.kind"
    assert dimension_from(written) == replace(dimension_from(ENTRY), zh="Kind", en="Kind")


def test_ossie_takes_the_first_column_and_gives_all_back() -> None:
    model = to_ossie({"dimensions": [ENTRY]}, "shop", SCHEMA, "postgres")
    (kind,) = from_ossie(model, SCHEMA.tables).definitions["dimensions"]
    assert kind["column"] == ENTRY["column"]
