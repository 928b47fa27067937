"""dbt in all its forms: YAML old and new, properties, manifests; a figure that would differ is left."""

from typing import Any

import pytest
import yaml

from config.settings import ROOT
from database.schema import Column, Table
from teaching.exchange.dbt import from_dbt, is_dbt
from teaching.loaders import load_files
from teaching.loaders.ddl import TableSet
from teaching.loaders.metrics import load_metrics

CASES = ROOT / "tests" / "cases" / "exchange"
LEGACY, LATEST = ((CASES / f"metricflow_{form}.yml").read_text("utf-8") for form in ("legacy", "latest"))
METRICS = yaml.load((CASES / "metricflow_metrics.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
MANIFEST = (CASES / "manifest.json").read_bytes()


def legacy(*metrics: str) -> Any:
    """Return the older form with these metrics."""
    return from_dbt(
        yaml.load(
            LEGACY.replace("METRICS", "\n".join(f"  - {{{one}}}" for one in metrics) or "  []"),
            Loader=yaml.CSafeLoader,
        )
    )


def only(metric: str) -> dict[str, Any]:
    """Return what one metric becomes, or what is left of it."""
    found = legacy(f"name: m, {metric}")
    entries = [one for one in found.definitions.get("metrics", []) if one["name"] == "m"]
    return entries[0] if entries else {"left": next(one.what for one in found.left if one.name == "m")}


@pytest.mark.parametrize("case", METRICS, ids=lambda case: case["metric"])
def test_a_figure_is_carried_as_it_is_or_left_by_its_name(case: dict[str, Any]) -> None:
    found = only(case["metric"])
    if "left" in case:
        assert found["left"].startswith(case["left"])
    else:
        assert case["becomes"].items() <= found.items()


def test_keys_dimensions_values_and_grain() -> None:
    found = legacy()
    assert found.definitions["joins"] == [{"from": "fct_orders.customer_id", "to": "customers.id"}]
    assert {one["name"]: one["column"] for one in found.definitions["dimensions"]} == {
        "state": "fct_orders.status",
        "city": "customers.city",
        "customers_state": "customers.state",
    }
    assert [one.name for one in found.left] == ["orders.is_large"]
    by_month = next(one for one in found.definitions["metrics"] if one["name"] == "by_month")
    assert (by_month["time"], by_month["time_grain"]) == ("booked", "month")


def test_the_latest_form_is_read_as_the_older_one() -> None:
    found = from_dbt(yaml.load(LATEST, Loader=yaml.CSafeLoader))
    metrics = {one["name"]: one for one in found.definitions["metrics"]}
    assert metrics["orders"]["expression"] == "COUNT(order_id)" and metrics["orders"]["time"] == "ordered_at"
    assert metrics["sent_back"]["filters"] == ["status = 'sent_back'"]
    assert metrics["sent_back_rate"]["ratio"] == ["sent_back", "orders"]
    assert metrics["kept"]["difference"] == ["orders", "sent_back"]
    assert metrics["handled"]["sum"] == ["orders", "sent_back"]
    assert found.definitions["joins"] == [{"from": "orders.customer_id", "to": "customers.id"}]
    status = found.definitions["dimensions"][0]
    assert status["values"] == {"placed": ["placed"], "sent_back": ["sent back"]}
    assert [(one.name, one.what) for one in found.left] == [("p95", "agg: percentile")]


def test_a_manifest_gives_metrics_values_keys_and_descriptions() -> None:
    report = load_files([("manifest.json", MANIFEST)])
    payloads = {item.payload.get("name", item.title): item.payload for item in report.items}
    assert payloads["revenue"]["filters"] == ["status = 'placed'"]
    assert (
        payloads["counted"]["expression"] == "COUNT(DISTINCT order_id)"
        and payloads["counted"]["time"] == "ordered_at"
    )
    assert payloads["status"]["values"] == {"placed": ["placed"]}
    joins = [item.payload for item in report.items if item.payload.get("type") == "join"]
    assert [(one["from"], one["to"]) for one in joins] == [("fct_orders.shop_id", "shops.id")]
    documents = {item.title: item.content for item in report.items if item.kind == "documentation"}
    assert "What became of it." in documents["fct_orders"] and documents["shops"] == "Shops."
    assert [(one.code, one.params["what"]) for one in report.warned] == [
        ("exchange_partly", "fill_nulls_with: 0")
    ]
    assert report.refused == [] and report.warned[0].line > 1, "named with its line"


def test_a_table_that_is_taught_gets_what_it_lacks_and_keeps_what_it_says() -> None:
    columns = (Column("status", "text"), Column("order_id", "int", "Number"))
    tables = TableSet([Table("mart", "fct_orders", columns)])
    load_metrics(MANIFEST.decode(), "manifest.yml", tables)
    (item,) = tables.items().items
    assert item.payload["comment"] == "One row an order." and item.payload["primary_key"] == ["order_id"]
    assert [one["comment"] for one in item.payload["columns"]] == ["What became of it.", "Number"]


@pytest.mark.parametrize("data", [{"models": "x"}, {"models": []}, {"nodes": None}, {"metrics": [1]}, {}])
def test_other_files_are_not_taken_for_dbts(data: dict[str, Any]) -> None:
    assert not is_dbt(data)


def test_a_broken_file_is_refused_whole() -> None:
    report = load_metrics("semantic_models: [{model: ref('x')}]", "broken.yml")
    assert [(one.code, one.params["problem"]) for one in report.refused] == [("exchange_broken", "name")]
    assert report.items == []
