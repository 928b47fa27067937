"""Rows are called by what their statement's tables and groups make them, not by a name in them."""

from dataclasses import replace

import pytest

from answers.sentences.background import Background
from config.wording import Language
from database.schema import Column, ForeignKey, Schema, Table
from knowledge.metrics import Catalog, Dimension, Metric
from tests.unit.answers.sentences.telling import TODAY, as_stored, told
from tests.unit.answers.test_chart import result

SUPPLIERS = Table(
    "public", "suppliers", (Column("id", "integer"), Column("name", "text")), primary_key=("id",)
)
CONTRACTS = Table(
    "public",
    "contracts",
    (Column("id", "integer"), Column("supplier_id", "integer"), Column("amount", "numeric")),
    primary_key=("id",),
    foreign_keys=(ForeignKey(("supplier_id",), "public", "suppliers", ("id",)),),
)
SCHEMA = Schema((SUPPLIERS, CONTRACTS))
SUPPLIER = Dimension("supplier", "供应商", "Supplier", column="suppliers.name", key="suppliers.id")
KNOWN = Background(Catalog({}, {"supplier": SUPPLIER}), as_stored, TODAY)
JOINED = "FROM contracts AS c JOIN suppliers AS s ON s.id = c.supplier_id"


def _said(columns: str, rows: list[list[object]], sql: str, language: Language) -> str:
    return " ".join(told(result(columns, rows), language, sql=sql, schema=SCHEMA, known=KNOWN))


def test_contracts_beside_their_suppliers_are_no_suppliers() -> None:
    sql = f"SELECT c.id AS contract_id, s.name AS supplier, c.amount {JOINED} ORDER BY c.amount DESC"
    said = _said("contract_id:integer supplier:text amount:number", [[1, "A", 9], [2, "B", 9]], sql, "en")
    assert said == "2 contracts: A (amount 9) and B (9)."


def test_a_few_rows_are_told_by_as_many_names_as_tell_them_apart() -> None:
    sql = f"SELECT s.name AS supplier, c.kind, c.amount {JOINED} ORDER BY c.amount DESC"
    few: list[list[object]] = [["A", "Tea", 9], ["A", "Cups", 7], ["B", "Tea", 5]]
    heads = "supplier:text kind:text amount:number"
    named = "3 contracts: A · Tea (amount 9), A · Cups (7) and B · Tea (5)."
    assert _said(heads, few, sql, "en").startswith(named)
    assert _said(heads, [*few, *few], sql, "en").startswith(
        "6 contracts; see the table."
    )  # none tells them apart
    long: list[list[object]] = [["A", "x" * 50, 9], ["A", "y" * 50, 7]]
    assert _said(heads, long, sql, "en").startswith("2 contracts; see the table.")


@pytest.mark.parametrize("group", ["s.name", "1", "s.id, s.name", "c.supplier_id, s.name"])
def test_groups_of_suppliers_are_suppliers(group: str) -> None:
    sql = f"SELECT s.name AS supplier, SUM(c.amount) AS amount {JOINED} GROUP BY {group} ORDER BY 2 DESC"
    assert "2 suppliers" in _said("supplier:text amount:number", [["A", 9], ["B", 9]], sql, "en")


@pytest.mark.parametrize(
    ("language", "wrong", "right"), [("en", "supplier", "2 rows"), ("zh", "供应商", "2 条")]
)
def test_groups_of_contracts_are_rows(language: Language, wrong: str, right: str) -> None:
    sql = f"SELECT s.name AS n, SUM(c.amount) AS amount {JOINED} GROUP BY c.id, s.name ORDER BY 2 DESC"
    said = _said("n:text amount:number", [["A", 9], ["B", 9]], sql, language)
    assert wrong not in said and right in said


@pytest.mark.parametrize(
    ("count", "is_theirs"),
    [
        (f"COUNT(DISTINCT c.supplier_id) AS suppliers {JOINED}", True),
        (f"COUNT(DISTINCT s.name) AS suppliers {JOINED}", True),
        ("COUNT(*) AS suppliers FROM suppliers AS s", True),
        (f"COUNT(*) AS suppliers {JOINED}", False),
        ("COUNT(*) AS suppliers FROM contracts", False),
        (f"COUNT(DISTINCT c.id) AS suppliers {JOINED}", False),
    ],
)
def test_a_count_is_of_a_thing_where_it_counts_its_key_or_its_table(count: str, is_theirs: bool) -> None:
    said = _said("suppliers:integer", [[4]], f"SELECT {count}", "en")
    assert (said == "There are 4 suppliers.") is is_theirs


def test_what_a_figure_is_by_gives_it_no_unit() -> None:
    guests = Metric("guests", "客人", "Guests", table="visits", unit_zh="人", unit_en="people")
    known = Background(Catalog({"guests": guests}, {}), as_stored, TODAY)
    rows = result("Pier:text figure:number", [["North", 18.3], ["South", 17.5]])
    heads = (rows.columns[0], replace(rows.columns[1], name="Cups per 100 guests"))
    sql = 'SELECT pier AS "Pier", 100.0 * cups / n AS "Cups per 100 guests" FROM visits'
    said = " ".join(told(replace(rows, columns=heads), "en", sql=sql, known=known))
    assert "18.3" in said and "people" not in said
