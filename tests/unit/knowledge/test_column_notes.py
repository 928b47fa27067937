"""What the values of a column are like, in the few words a prompt has room for."""

import pytest

from database.rights import Rights
from database.schema import Column, ForeignKey, Schema, Table
from knowledge.profiles import (
    ColumnProfile,
    TableProfile,
    common_values,
    example_of,
    kind_of,
    note_of,
    notes_of,
    profile_from,
    profile_payload,
)
from knowledge.profiling.store import Profiled
from knowledge.prompt_values import all_notes, as_taught, notes_for
from knowledge.tables import count_tokens

KINDS = ColumnProfile(90, 3, common=("success", "failed", "pending"))
DAYS = ColumnProfile(90, 80, low="2023-01-02", high="2023-06-30")
ALL = Rights(role="analyst", connection="c")


@pytest.mark.parametrize(
    ("type_text", "profile", "note"),
    [
        ("text", KINDS, "{success, failed, pending}"),
        ("date", DAYS, "2023-01-02…2023-06-30"),
        (
            "timestamp",
            ColumnProfile(9, 9, low="2023-01-02 08:00:00", high="2023-06-30"),
            "2023-01-02…2023-06-30",
        ),
        ("text", ColumnProfile(9, 9, low="20230102", high="20230630 09:00"), "20230102…20230630"),
        ("date", ColumnProfile(9, 1, low="2023-01-02", high="2023-01-02"), "2023-01-02"),
        ("integer", ColumnProfile(50, 5, low="1", high="5", common=("5", "4", "3", "2", "1")), "1…5"),
        ("integer", ColumnProfile(50, 3, low="0", high="9", common=("9", "0", "1")), "{0, 1, 9}"),
        ("integer", ColumnProfile(50, 40, low="1998", high="2023"), "1998…2023"),
        ("numeric(12,2)", ColumnProfile(50, 40, low="1998.25", high="2023456.75"), ""),
        ("varchar(20)", ColumnProfile(50, 50, example="INV-2023-0001"), "e.g. INV-2023-0001"),
        ("text", ColumnProfile(50, 50, low="a", high="z"), ""),
        ("text", ColumnProfile(), ""),
        (
            "text",
            ColumnProfile(50, 12, common=tuple(f"a rather long kind {n}" for n in range(12))),
            "{a rather long kind 0, a rather long kind 1, a rather long kind 2, …}",
        ),
    ],
)  # fmt: skip
def test_a_note_says_kinds_periods_ranges_and_how_codes_are_written(
    type_text: str, profile: ColumnProfile, note: str
) -> None:
    assert note_of(Column("c", type_text), profile) == note


@pytest.mark.parametrize(
    ("type_text", "kind"),
    [
        ("character varying(20)", "text"),
        ("enum('a','b')", "text"),
        ("timestamp without time zone", "date"),
        ("DATETIME", "date"),
        ("bigint(20) unsigned", "number"),
        ("double precision", "number"),
        ("DECIMAL(10,2)", "number"),
        ("interval", "other"),
        ("integer[]", "other"),
        ("jsonb", "other"),
        ("point", "other"),
        ("", "other"),
    ],
)
def test_a_type_is_told_by_what_it_holds(type_text: str, kind: str) -> None:
    assert kind_of(type_text) == kind


WIDE = Table("", "t", tuple(Column(f"c{n}", "text") for n in range(6)))
LIST = Table("", "t", (Column("id", "int"), Column("name", "text")))


@pytest.mark.parametrize(
    ("values", "filled", "table", "kept"),
    [
        (["paid", "open"], 40, WIDE, True),
        (["Ann Lee", "Bob Ray", "Cy Fox"], 3, WIDE, False),
        (["card", "cash", "check"], 3, LIST, True),
        (["555-135-7902", "555-246-8135"], 40, WIDE, False),
        (["10115", "10117"], 40, WIDE, False),
        (["2021", "2022"], 40, WIDE, True),
        (["x" * 30, "y"], 40, WIDE, False),
        ([f"kind {n}" for n in range(13)], 400, WIDE, False),
        (["a\nb", "c"], 40, WIDE, False),
    ],
)
def test_values_are_listed_where_they_are_kinds_and_not_somebodys(
    values: list[str], filled: int, table: Table, kept: bool
) -> None:
    profile = ColumnProfile(filled, len(values))
    found = common_values([(value, 1) for value in values], profile, table)
    assert found == (tuple(values) if kept else ())


@pytest.mark.parametrize(
    ("values", "example"),
    [
        ([f"INV-2023-{n:04d}" for n in range(9)], "INV-2023-0000"),
        ([f"person{n}@example.com" for n in range(9)], ""),
        ([f"555-246-81{n:02d}" for n in range(9)], ""),
        (["Ann", "Bob", "Cy", "Di", "Ed"], ""),
        (["a1b2", "ab12", "1a2b", "12ab", "a12b"], ""),
        (["T001", "T002"], ""),
    ],
)
def test_an_example_stands_for_codes_that_are_written_alike(values: list[str], example: str) -> None:
    assert example_of(values) == example


ORDERS = Table(
    "s",
    "orders",
    (
        Column("id", "int"),
        Column("shop_id", "int"),
        Column("status", "text"),
        Column("day", "date"),
        Column("grade", "int"),
    ),
    primary_key=("id",),
    foreign_keys=(ForeignKey(("shop_id",), "s", "shops", ("id",)),),
)
FEW = ColumnProfile(50, 3, low="1", high="3", common=("1", "2", "3"))
PROFILE = TableProfile(
    "s.orders", "x", 50, {"id": FEW, "shop_id": FEW, "status": KINDS, "day": DAYS, "grade": FEW}
)
KNOWN = Profiled({"s.orders": PROFILE})
NOTES = {"status": "{success, failed, pending}", "day": "2023-01-02…2023-06-30", "grade": "1…3"}


def test_keys_and_views_have_no_notes() -> None:
    view = Table("s", "v", (Column("status", "text"),), is_view=True)
    profiles = {"s.orders": PROFILE, "s.v": TableProfile("s.v", "x", 50, {"status": KINDS})}
    assert notes_of([ORDERS, view], profiles) == {"s.orders": NOTES}


def test_the_day_in_the_key_of_daily_totals_has_a_note() -> None:
    totals = Table("s", "totals", (Column("id", "int"), Column("day", "date")), primary_key=("id", "day"))
    known = {"s.totals": TableProfile("s.totals", "x", 90, {"id": FEW, "day": DAYS})}
    assert notes_of([totals], known) == {"s.totals": {"day": "2023-01-02…2023-06-30"}}


def test_notes_leave_the_least_telling_out_where_they_cost_more_than_a_plain_schema() -> None:
    columns = (*(Column(f"a{n}", "text") for n in range(6)), Column("n", "int"))
    tables = [Table("", f"t{n}", columns) for n in range(40)]
    told = {**{f"a{n}": KINDS for n in range(6)}, "n": FEW}
    held = {one.full_name: TableProfile(one.full_name, "", 9, told) for one in tables}
    notes = notes_of(tables, held)
    texts = [note for columns in notes.values() for note in columns.values()]
    assert 0 < len(texts) < 7 * len(tables)
    kinds = max(texts, key=len)
    assert count_tokens("1…3" * texts.count("1…3")) < count_tokens(kinds), "kinds come before numbers"


@pytest.mark.parametrize(
    ("rights", "sensitive", "left"),
    [
        ({}, (), {"status", "day", "grade"}),
        ({"masks": {"s.orders.status": "partial"}}, (), {"day", "grade"}),
        ({"masks": {"*.orders.status": "hide"}}, (), {"day", "grade"}),
        ({"denied_columns": ("s.orders.day",)}, (), {"status", "grade"}),
        ({"row_policies": {"s.orders": "region = 1"}}, (), set()),
        ({"row_policies": {"s.*": "region = 1"}}, (), set()),
        ({"denied_tables": ("s.orders",)}, (), set()),
        ({"tables": ("s.shops",)}, (), set()),
        ({}, ("s.orders.status",), {"day", "grade"}),
        ({}, ("s.orders",), set()),
        ({}, ("*.status",), {"day", "grade"}),
    ],
)
def test_only_who_sees_a_column_whole_has_its_note(
    rights: dict[str, object], sensitive: tuple[str, ...], left: set[str]
) -> None:
    notes = all_notes(Schema((ORDERS,)), KNOWN)
    bound = Rights(role="analyst", connection="c", **rights)  # type: ignore[arg-type]
    assert set(notes_for(notes, bound, sensitive).get("s.orders", {})) == left


def test_a_table_taught_without_its_schema_has_the_notes_of_the_only_one_called_so() -> None:
    other = Table("old", "orders", (Column("status", "text"),))
    assert as_taught({"s.orders": NOTES}, [ORDERS])["orders"] == NOTES
    assert "orders" not in as_taught({"s.orders": NOTES}, [ORDERS, other])


def test_a_profile_survives_being_kept() -> None:
    whole = TableProfile("s.orders", "x", 50, {"status": KINDS}, {"status": [("success", ["成功"])]})
    assert profile_from("s.orders", "x", profile_payload(whole)) == whole
