"""Who teaches a table that the connected database does not have is told so."""

import pytest

from chat.understood import ready
from commands.train import report_lines
from config.wording import LANGUAGES, Language
from database.schema import Column, Schema, Table
from knowledge.tables import table_item
from teaching.loaders.absent import absent_from
from teaching.training import TrainReport

LIVE = Schema((Table("public", "Orders", (Column("id", "int"),)), Table("old", "bills", ())))


@pytest.mark.parametrize(
    ("schema", "name", "is_absent"),
    [
        ("", "orders", False),
        ("public", "orders", False),
        ("PUBLIC", "ORDERS", False),
        ("old", "orders", True),
        ("", "bills", False),
        ("", "invoices", True),
    ],
)
def test_a_taught_table_is_looked_for_as_it_is_named(schema: str, name: str, is_absent: bool) -> None:
    taught = Table(schema, name, (Column("id", "int"),))
    assert absent_from([table_item(taught)], LIVE) == ([taught.full_name] if is_absent else [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_and_the_terminal_name_them(language: Language) -> None:
    item = table_item(Table("", "invoices", (Column("id", "int"),)))
    assert "invoices" in ready([item], [], language, ["invoices"])["said"]
    assert "invoices" not in ready([item], [], language)["said"]
    names = [f"t{number}" for number in range(20)]
    line = next(line for line in report_lines(TrainReport(absent=names), language) if "t0" in line)
    assert "20" in line and "t11" in line and "t12" not in line
