"""What of a schema stands in the prompt: all of it while it fits, then three levels."""

from dataclasses import replace

import pytest

from database.rights import Rights
from database.schema import Column, ForeignKey, Table
from knowledge.budget import Fitted, fitted
from knowledge.items import Example, LinkedDocument
from knowledge.snapshot import Wanted
from knowledge.tables import line_text
from tests.fakes.linking import snapshot_of

ALL = Rights(role="admin", connection="c")


def table(name: str, *columns: str, comment: str = "", to: str = "", key: str = "id") -> Table:
    """Return a table in `s`, whose first column is its key; `to` names the one its last column points to."""
    keys = (ForeignKey((columns[-1],), "s", to, (key,)),) if to else ()
    return Table("s", name, tuple(Column(one, "text") for one in columns), comment, columns[:1], keys)


def many(count: int) -> list[Table]:
    return [
        table(f"thing_{number:03d}", "id", "label", "amount", comment=f"no. {number}")
        for number in range(count)
    ]


def fit(tables: list[Table], question: str, budget: int, rights: Rights = ALL, **wanted: object) -> Fitted:
    snapshot = snapshot_of(tables)
    links = snapshot.link(question, rights, replace(Wanted(budget, 0, 0.0), **wanted))  # type: ignore[arg-type]
    return fitted(links, question, rights, budget)


def levels(found: Fitted) -> dict[str, str]:
    return {one.name: one.level for one in found.tables}


@pytest.mark.parametrize("question", ["label of thing 7", "amount", "荔枝几月上市？", ""])
def test_while_they_fit_all_tables_are_shown_the_same_whatever_is_asked(question: str) -> None:
    found = fit(many(20), question, 3000)
    assert found.whole
    assert [one.ddl for one in found.tables] == [one.ddl for one in fit(many(20), "id", 3000).tables]
    assert set(levels(found).values()) == {"full"}


def test_comments_are_cut_before_a_table_is_left_out() -> None:
    long = [replace(one, comment="everything there is to say of it " * 3) for one in many(20)]
    wide, tight = fit(long, "label", 3000), fit(long, "label", 300)
    assert wide.whole and tight.whole
    assert "everything" in wide.tables[0].ddl and "everything" not in tight.tables[0].ddl
    assert tight.tokens <= 300


def test_notes_never_cost_a_table_and_go_to_the_likeliest_first() -> None:
    tables = many(20)
    notes = {
        one.full_name: {"label": "{" + ", ".join(f"kind {n}" for n in range(20)) + "}"} for one in tables
    }
    question = "label of thing 007"
    links = snapshot_of(tables).link(question, ALL, Wanted(700, 0, 0.0))
    found = fitted(links, question, ALL, 700, notes)
    noted = [one.name for one in found.tables if "kind 3" in one.ddl]
    assert found.whole and 0 < len(noted) < len(tables)
    assert links.likeliest[0] in noted
    assert found.tokens <= 700


def test_what_only_names_a_key_once_more_is_not_said_and_what_explains_it_is() -> None:
    to_shop = ForeignKey(("shop_id",), "s", "shops", ("shop_id",))
    to_staff = ForeignKey(("checked_by",), "s", "staff", ("staff_id",))
    columns = (
        Column("sale_id", "int", comment="销售编号"),
        Column("shop_id", "int", comment="店铺编号：线上为 0"),
        Column("checked_by", "int", comment="核对人"),
    )
    sales = Table("s", "sales", columns, "", ("sale_id",), (to_shop, to_staff))
    shown = fit([sales], "sales", 300).tables[0].ddl
    assert "销售编号" not in shown
    assert "线上为 0" in shown and "核对人" in shown


def test_examples_and_documents_push_out_no_table() -> None:
    links = snapshot_of(many(20)).link("label", ALL, Wanted(400, 0, 0.0))
    said = [LinkedDocument("d", "word " * 60, 1.0)] * 5
    shown = [Example("e", "question " * 10, "SELECT 1", 1.0)] * 5
    alone = fitted(links, "label", ALL, 400)
    beside = fitted(replace(links, documents=said, examples=shown), "label", ALL, 400)
    assert alone.whole and beside.whole
    assert [one.ddl for one in beside.tables] == [one.ddl for one in alone.tables]


def test_above_the_budget_three_levels_share_it_and_it_is_kept() -> None:
    found = fit(many(400), "label of thing 7", 1000)
    counted = [list(levels(found).values()).count(level) for level in ("full", "line", "name")]
    assert not found.whole
    assert min(counted) > 0
    assert found.tokens <= 1000
    assert list(levels(found).values()) == sorted(levels(found).values(), key=["full", "line", "name"].index)


def test_three_times_the_room_shows_more_tables_at_fuller_levels() -> None:
    small, large = (levels(fit(many(400), "label of thing 7", budget)) for budget in (600, 1800))
    assert {name for name, level in small.items() if level == "full"} <= {
        name for name, level in large.items() if level == "full"
    }
    assert list(large.values()).count("full") > 2 * list(small.values()).count("full")
    assert len(large) > 2 * len(small)


@pytest.mark.parametrize(
    "asked", ["s.thing_399", "THING_399", "thing399", "thing_39"], ids=["full", "case", "slip", "cut"]
)
def test_a_table_somebody_asks_for_is_written_out_by_any_name_near_its_own(asked: str) -> None:
    found = levels(fit(many(400), "label of thing 7", 600, needed=(asked,)))
    assert next(level for name, level in found.items() if name.startswith("s.thing_39")) == "full"


def test_a_closed_table_is_not_written_out_for_being_asked_for() -> None:
    closed = Rights(role="r", connection="c", denied_tables=("s.thing_399",))
    found = fit(many(400), "label of thing 399", 6000, closed, needed=("thing_399",))
    assert "s.thing_399" not in "".join(one.ddl for one in found.tables)


def test_a_key_to_a_closed_table_or_of_a_closed_column_is_not_told() -> None:
    tables = [table("orders", "id", "city", "client", to="clients"), table("clients", "id", "phone")]
    rights = (
        Rights(role="r", connection="c", denied_tables=("s.clients",)),
        Rights(role="r", connection="c", denied_columns=("s.orders.client",)),
        Rights(role="r", connection="c", denied_columns=("s.clients.id",)),
    )
    assert "→ clients.id" in fit(tables, "orders", 3000).tables[1].ddl
    for seen in rights:
        assert "clients.id" not in "".join(one.ddl for one in fit(tables, "orders", 3000, seen).tables)


def test_a_line_holds_name_keys_and_comment() -> None:
    line = line_text(table("orders", "id", "city", "paid", "client", comment="what was bought", to="clients"))
    assert line == "s.orders(id text pk, client text → clients.id, … 2 more columns) -- what was bought"


def test_tables_joined_by_others_bring_these_in_full() -> None:
    chain = [
        table("riders", "id", "rider_name", "c1", to="middle_one"),
        table("middle_one", "id", "x", "c2", to="middle_two"),
        table("middle_two", "id", "y", "c3", to="saddles"),
        table("saddles", "id", "saddle_colour"),
    ]
    found = levels(fit([*chain, *many(400)], "saddle colour of each rider name", 1000))
    assert [found.get(one.full_name) for one in chain] == ["full"] * 4


def test_a_key_nobody_declared_joins_tables_too_and_is_marked() -> None:
    chain = [
        table("riders", "id", "rider_name", "mid"),
        table("mids", "id", "s"),
        table("saddles", "id", "saddle_colour"),
    ]
    keys = {
        "s.riders": (ForeignKey(("mid",), "s", "mids", ("id",), inferred=True),),
        "s.mids": (ForeignKey(("s",), "s", "saddles", ("id",), inferred=True),),
    }
    found = fit([*chain, *many(400)], "saddle colour of each rider name", 1000, keys=keys)
    assert [levels(found).get(one.full_name) for one in chain] == ["full"] * 3
    assert "mid ~ mids.id" in "".join(one.ddl for one in found.tables)


def test_a_value_brings_its_table_and_those_that_point_to_it() -> None:
    shops = [table("places", "id", "town"), table("tills", "id", "sold", "place", to="places")]
    found = levels(fit([*shops, *many(400)], "label of Adlershof", 1000, boosts={"s.places": 0.35}))
    assert found["s.places"] == "full"
    assert found["s.tills"] in ("full", "line")
