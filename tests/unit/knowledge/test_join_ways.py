"""Which keys lead from a figure's rows to what they are cut by."""

import pytest

from database.schema import Schema, Table
from knowledge.metrics import Catalog, Join

TABLES = ("tickets", "members", "cinemas", "screenings", "halls", "regions")


def catalog(*joins: tuple[str, str, bool]) -> Catalog:
    """Return a catalog over keys: table, the table it points to, whether some rows have none."""
    steps = tuple(Join(f"s.{a}", (f"{b}_id",), f"s.{b}", ("id",), optional) for a, b, optional in joins)
    return Catalog({}, {}, joins=steps, schema=Schema(tuple(Table("s", name, ()) for name in TABLES)))


@pytest.mark.parametrize(
    ("joins", "way"),
    [
        # A short way that some rows lack, a longer one that all have.
        (
            [
                ("tickets", "members", True),
                ("members", "cinemas", True),
                ("tickets", "screenings", False),
                ("screenings", "halls", False),
                ("halls", "cinemas", False),
            ],
            ["screenings", "halls", "cinemas"],
        ),
        # A key of the row itself, though it may be empty.
        (
            [
                ("tickets", "cinemas", True),
                ("tickets", "screenings", False),
                ("screenings", "cinemas", False),
            ],
            ["cinemas"],
        ),
        # Two that all rows have: the shorter.
        (
            [
                ("tickets", "screenings", False),
                ("screenings", "cinemas", False),
                ("tickets", "members", False),
                ("members", "regions", False),
                ("regions", "cinemas", False),
            ],
            ["screenings", "cinemas"],
        ),
        # Two as good as each other: neither.
        (
            [
                ("tickets", "screenings", False),
                ("screenings", "cinemas", False),
                ("tickets", "members", False),
                ("members", "cinemas", False),
            ],
            None,
        ),
        ([("members", "cinemas", False)], None),
    ],
)
def test_a_figure_is_cut_along_keys_that_its_rows_have(
    joins: list[tuple[str, str, bool]], way: list[str] | None
) -> None:
    found = catalog(*joins).path("tickets", "cinemas")
    assert (None if found is None else [step.to_table.removeprefix("s.") for step in found]) == way


def test_keys_that_lead_round_in_a_circle_end() -> None:
    ring = catalog(
        ("tickets", "members", False), ("members", "tickets", False), ("members", "cinemas", False)
    )
    found = ring.path("tickets", "cinemas")
    assert found is not None and len(found) == 2
