"""Definitions read from a file are refused by name where they cannot be used; the sound ones are taken."""

from typing import Any

import pytest
import yaml

from config.settings import ROOT
from database.dialects import SQLITE
from database.schema import Column, ForeignKey, Schema, Table
from knowledge.records import addressed
from teaching.loaders.metrics import load_metrics
from teaching.loaders.report import refused_line, warned_line
from teaching.upkeep.definition_checks import checked_definitions

CASES = yaml.load(
    (ROOT / "tests" / "cases" / "metrics" / "refused.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
)


def table(name: str, *columns: str, keys: tuple[ForeignKey, ...] = ()) -> Table:
    found = tuple(Column(one, "integer") for one in columns)
    return Table("main", name, columns=found, primary_key=(columns[0],), foreign_keys=keys)


BIKES = table("bikes", "bike_id", "kind", "bought_on")
RENTALS = table(
    "rentals", "rental_id", "bike_id", "rented_on", "returned_on", "price", "rating",
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
    warned = {(one.line, one.code) for one in found.warned}
    if "warned" in case:
        assert warned == {(line, code) for line, code in case["warned"]}
    for one in (*found.refused, *found.warned):
        for language in ("en", "zh"):
            assert refused_line(one, language).count("{") == 0, "every word of the reason is filled in"


@pytest.mark.parametrize("first", ["rate", "count"])
def test_a_synonym_that_names_another_metric_is_left_out_and_told(first: str) -> None:
    definitions = [
        {"name": "rented", "names": {"zh": "租出数", "en": "Rentals"}, "table": "rentals",
         "expression": "COUNT(rental_id)"},
        {"name": "revenue", "names": {"zh": "收入", "en": "Revenue"}, "table": "rentals",
         "expression": "SUM(price)"},
        {"name": "rate", "names": {"zh": "单均", "en": "Revenue per rental"},
         "synonyms": ["rentals", "each one"], "ratio": ["revenue", "rented"]},
    ]  # fmt: skip
    ordered = definitions if first == "count" else definitions[::-1]
    read = load_metrics(yaml.safe_dump({"metrics": ordered}), "bikes.yaml")
    found = checked_definitions(read, [], SHOP, SQLITE)
    assert found.refused == [] and len(found.items) == len(definitions)
    (rate,) = [one for one in found.items if one.payload["name"] == "rate"]
    assert rate.payload["synonyms"] == ["each one"] and found.line_of(rate) > 0
    assert [(one.code, one.params["wording"]) for one in found.warned] == [
        ("metric_synonym_shared", "rentals")
    ]
    told = [warned_line(found.warned[0], language) for language in ("en", "zh")]
    assert all("{" not in one and "rental" in one for one in told)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("{zh: 正班加班班，按周, en: Hours, a week of its Monday}", "definition: a week of its Monday"),
        ("{zh: 正班, en: Hours, note: by week, who: Ann}", "definition: note, definition: who"),
        ('{zh: "正班, 按周", en: "Hours, by week"}', ""),
        ("Hours by week", ""),
    ],
    ids=["comma", "keys", "quoted", "one_text"],
)
def test_what_is_neither_language_in_a_definition_is_told(text: str, keys: str) -> None:
    named = "name: hours, names: {zh: 工时, en: Hours}, table: shifts, expression: SUM(hours)"
    report = load_metrics(f"metrics:\n  - {{{named}, definition: {text}}}\n", "shifts.yaml")
    assert len(report.items) == 1 and report.refused == []
    assert [(one.code, one.line, one.params["keys"]) for one in report.warned] == (
        [("metric_unread", 2, keys)] if keys else []
    )


@pytest.mark.parametrize(
    ("unit", "told"),
    [("{zh: ‱, en: per 10,000}", ["unit: 0"]), ('{zh: ‱, en: "per 10,000"}', [])],
)
def test_a_comma_in_a_unit_is_named_with_its_line_and_all_else_is_kept(unit: str, told: list[str]) -> None:
    text = (
        f"metrics:\n  - name: rented\n    names: {{zh: 租出数, en: Rentals}}\n    unit: {unit}\n"
        "    table: rentals\n    expression: COUNT(rental_id)\n"
        "dimensions:\n  - name: kind\n    column: bikes.kind\n    values: {1: [one], X: [other]}\n"
    )
    found = checked_definitions(load_metrics(text, "bikes.yaml"), [], SHOP, SQLITE)
    assert found.refused == [] and len(found.items) == 2
    assert [(one.file, one.line, one.params["keys"]) for one in found.warned] == [
        ("bikes.yaml", 2, key) for key in told
    ]
    kept = [addressed(item, "bikes", "ann") for item in found.items]
    assert set(kept[1].payload["values"]) == {"1", "X"} and len({one.id for one in kept}) == 2


@pytest.mark.parametrize(("synonym", "told"), [("refuel", [(8, "metric_verb_clash")]), ("fuel", [])])
def test_what_puts_a_standing_definition_out_of_force_is_named_at_its_line(
    synonym: str, told: list[tuple[int, str]]
) -> None:
    litres = {
        "name": "litres",
        "names": {"zh": "油量", "en": "Litres"},
        "verbs": ["refuel"],
        "table": "rentals",
    }
    standing = load_metrics(yaml.safe_dump({"metrics": [litres | {"expression": "SUM(rating)"}]}), "old.yaml")
    text = (
        "metrics:\n  - name: rented\n    names: {zh: 租出数, en: Rentals}\n    table: rentals\n"
        "    expression: COUNT(rental_id)\n\n\n  - name: cost\n    names: {zh: 油费, en: Fuel cost}\n"
        f"    synonyms: [{synonym}]\n    table: rentals\n    expression: SUM(price)\n"
    )
    found = checked_definitions(load_metrics(text, "new.yaml"), standing.items, SHOP, SQLITE)
    assert found.refused == [] and len(found.items) == 2
    assert [(one.line, one.code) for one in found.warned] == told
    assert all("litres" in warned_line(one, "en") for one in found.warned)
