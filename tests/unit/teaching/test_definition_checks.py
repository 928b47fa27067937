"""Definitions read from a file are refused by name where they cannot be used; the sound ones are taken."""

from typing import Any

import pytest
import yaml

from config.settings import ROOT
from database.dialects import SQLITE
from database.schema import Column, ForeignKey, Schema, Table
from teaching.loaders.metrics import load_metrics
from teaching.loaders.report import refused_line
from teaching.upkeep.definition_checks import checked_definitions

CASES = yaml.safe_load((ROOT / "tests" / "cases" / "metrics" / "refused.yaml").read_text("utf-8"))


def table(name: str, *columns: str, keys: tuple[ForeignKey, ...] = ()) -> Table:
    found = tuple(Column(one, "integer") for one in columns)
    return Table("main", name, columns=found, primary_key=(columns[0],), foreign_keys=keys)


BIKES = table("bikes", "bike_id", "kind", "bought_on")
RENTALS = table(
    "rentals", "rental_id", "bike_id", "rented_on", "price", "rating",
    keys=(ForeignKey(("bike_id",), "main", "bikes", ("bike_id",)),),
)  # fmt: skip
SHOP = Schema((BIKES, RENTALS))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_cannot_be_used_is_refused_with_its_reason_and_the_rest_is_taken(case: dict[str, Any]) -> None:
    standing = load_metrics(yaml.safe_dump(case["standing"]), "old.yaml").items if "standing" in case else []
    read = load_metrics(case["file"], "bikes.yaml")
    schema = Schema(()) if case.get("no_tables") else SHOP
    found = checked_definitions(read, standing, schema, SQLITE)
    assert [one.payload.get("name") or one.payload["type"] for one in found.items] == case["taken"]
    told = {(one.line, one.code) for one in found.refused}
    assert told == {(line, code) for line, code in case["refused"]}
    for one in found.refused:
        for language in ("en", "zh"):
            assert refused_line(one, language).count("{") == 0, "every word of the reason is filled in"
