"""Which keys lead from a figure's rows to what they are cut by."""

from dataclasses import replace

import pytest

from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Dimension, Join, Metric

FILM = ("tickets", "members", "cinemas", "screenings", "halls", "regions")
TABLES = (*FILM, "lines", "orders", "tills", "sellers", "shops")


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


LINES = [
    ("lines", "orders", False),
    ("orders", "tills", False),
    ("tills", "shops", False),
    ("lines", "sellers", False),
    ("sellers", "shops", False),
]


@pytest.mark.parametrize(
    ("time", "joins", "way"),
    [
        # The row that tells when it happened tells where, though its seller's shop is nearer.
        ("orders.sold_on", LINES, ["orders", "tills", "shops"]),
        ("lines.sold_on", LINES, ["sellers", "shops"]),
        # Two rows further it does not: a print run's editor is not the one of its buyer's manager.
        (
            "orders.sold_on",
            [*LINES[:2], ("tills", "regions", False), ("regions", "shops", False), *LINES[3:]],
            ["sellers", "shops"],
        ),
        # A key of the line itself goes first.
        ("orders.sold_on", [*LINES, ("lines", "shops", True)], ["shops"]),
        # Where some rows have no till, that of the seller, which all have.
        ("orders.sold_on", [(one, other, one == "orders") for one, other, _ in LINES], ["sellers", "shops"]),
    ],
)
def test_a_line_belongs_where_the_row_that_dates_it_does(
    time: str, joins: list[tuple[str, str, bool]], way: list[str]
) -> None:
    sales = Metric("sales", "销售额", "Sales", table="s.lines", expression="SUM(x)", time=f"s.{time}")
    found = replace(catalog(*joins), metrics={"sales": sales}).path("lines", "shops")
    assert found is not None and [step.to_table.removeprefix("s.") for step in found] == way


def test_keys_that_lead_round_in_a_circle_end() -> None:
    ring = catalog(
        ("tickets", "members", False), ("members", "tickets", False), ("members", "cinemas", False)
    )
    found = ring.path("tickets", "cinemas")
    assert found is not None and len(found) == 2


PEOPLE = Schema(tuple(Table("s", name, ()) for name in ("shifts", "contracts", "staff", "sites", "branches")))


@pytest.mark.parametrize(
    ("keys", "taken"),
    [
        # One that is called as what it points at is the plain one, though it may be empty.
        ([("staff_id", True), ("approver_id", False)], "staff_id"),
        # Else the one that every row has.
        ([("signer_id", False), ("designer_id", True)], "signer_id"),
        ([("signer_id", False), ("designer_id", False)], None),
    ],
)
def test_of_two_keys_to_the_same_things_the_plain_one_or_the_one_each_row_has_is_taken(
    keys: list[tuple[str, bool]], taken: str | None
) -> None:
    steps = tuple(Join("s.shifts", (key,), "s.staff", ("staff_id",), optional) for key, optional in keys)
    way = Catalog({}, {}, joins=steps, schema=PEOPLE).path("shifts", "staff")
    assert (way[0].columns[0] if way else None) == taken


@pytest.mark.parametrize("measured, way", [("contracts", ["contracts", "branches"]), ("staff", None)])
def test_of_two_ways_as_long_the_one_through_rows_with_figures_and_days_is_taken(
    measured: str, way: list[str] | None
) -> None:
    pairs = (("sites", "contracts"), ("contracts", "branches"), ("sites", "staff"), ("staff", "branches"))
    steps = tuple(Join(f"s.{a}", (f"{b}_id",), f"s.{b}", ("id",), False) for a, b in pairs)
    day = "s.contracts.signed_on" if measured == "contracts" else ""
    signed = Metric("signed", "签约额", "Signed", table=f"s.{measured}", expression="SUM(x)", time=day)
    found = Catalog({"signed": signed}, {}, joins=steps, schema=PEOPLE).path("sites", "branches")
    assert (None if found is None else [step.to_table.removeprefix("s.") for step in found]) == way


@pytest.mark.parametrize(
    "hired, way",
    [("hired_on", ["sites", "branches"]), ("first name", ["sites", "branches"]), ("since", None)],
)
def test_where_something_was_done_is_not_where_those_belong_who_did_it(
    hired: str, way: list[str] | None
) -> None:
    pairs = (("shifts", "sites"), ("sites", "branches"), ("shifts", "staff"), ("staff", "branches"))
    steps = tuple(Join(f"s.{a}", (f"{b}_id",), f"s.{b}", ("id",), False) for a, b in pairs)
    tables = tuple(
        replace(one, columns=(Column(hired, "date"),)) if one.name == "staff" else one
        for one in PEOPLE.tables
    )
    found = Catalog({}, {}, joins=steps, schema=Schema(tables)).path("shifts", "branches")
    assert (None if found is None else [step.to_table.removeprefix("s.") for step in found]) == way


@pytest.mark.parametrize("levels, way", [(("branch", "site"), ["sites", "branches"]), (("branch",), None)])
def test_a_level_is_that_of_the_finer_one_that_it_is_made_of(
    levels: tuple[str, ...], way: list[str] | None
) -> None:
    pairs = (("shifts", "sites"), ("sites", "branches"), ("shifts", "contracts"), ("contracts", "branches"))
    steps = tuple(Join(f"s.{a}", (f"{b}_id",), f"s.{b}", ("id",), False) for a, b in pairs)
    dimensions = {
        name: Dimension(name, name, name, column=f"s.{table}.name")
        for name, table in (("branch", "branches"), ("site", "sites"))
    }
    found = Catalog({}, dimensions, joins=steps, schema=PEOPLE, hierarchies=(levels,)).path(
        "shifts", "branches"
    )
    assert (None if found is None else [step.to_table.removeprefix("s.") for step in found]) == way


@pytest.mark.parametrize(
    ("figure", "same"),
    [
        (Metric("first_day", "", "", table="s.tickets", time="bought_on", expression="MIN(bought_on)"), True),
        (Metric("people", "", "", table="s.members", expression="COUNT(*)"), True),  # no rows that happen
        (Metric("joined", "", "", table="s.members", time="joined_on", expression="COUNT(*)"), False),
    ],
    ids=["of the same rows", "of no time", "of rows that no figure was of"],
)
def test_a_figure_put_beside_others_reaches_as_in_definitions_made_anew(figure: Metric, same: bool) -> None:
    known = catalog(
        ("tickets", "members", False),
        ("members", "cinemas", False),
        ("tickets", "screenings", False),
        ("screenings", "cinemas", False),
    )
    tickets = Metric("tickets", "", "", table="s.tickets", time="bought_on", expression="COUNT(*)")
    known = replace(known, metrics={"tickets": tickets})
    before, anew = known.path("s.tickets", "s.cinemas"), replace(known, metrics={"t": tickets, "f": figure})
    found = known.beside(figure).path("s.tickets", "s.cinemas")
    assert found == anew.path("s.tickets", "s.cinemas")
    assert (found == before) is same
    other = replace(figure, filters=("paid",))
    assert known.beside(figure) is known.beside(replace(figure)), "made once of the same"
    assert known.beside(other).metrics[figure.name] == other
    assert known.path("s.tickets", "s.cinemas") == before
