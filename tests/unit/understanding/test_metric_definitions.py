"""Definitions: read from YAML and dbt's models, checked against a schema, drafted from one."""

from dataclasses import replace
from typing import Any

import pytest

from commands.metrics import as_yaml
from database.dialects import SQLITE
from database.schema import Schema
from knowledge.definitions.files import catalog_from, metric_from
from knowledge.metrics import Metric, schema_joins
from knowledge.records import item_key
from reasoning.suggesting import Suggested
from teaching.loaders.metrics import load_metrics
from teaching.upkeep.fields import definition_text
from tests.integration.metrics_shop import catalog, schema
from understanding.drafting.checks import problems, sound, way_problems
from understanding.drafting.drafting import draft
from understanding.metric.forms import definition_from, form_of

DBT = """
semantic_models:
  - name: orders
    model: ref('orders')
    defaults: {agg_time_dimension: ordered_at}
    entities:
      - {name: order, type: primary, expr: order_id}
      - {name: customer, type: foreign, expr: customer_id}
    dimensions:
      - {name: ordered_at, type: time, expr: ordered_on, type_params: {time_granularity: day}}
      - {name: state, type: categorical, expr: status}
    measures:
      - {name: freight_total, agg: sum, expr: freight}
      - {name: order_total, agg: count, expr: order_id}
  - name: customers
    model: ref('customers')
    entities: [{name: customer, type: primary, expr: customer_id}]
    dimensions: [{name: city, type: categorical}]
metrics:
  - {name: freight, label: Freight, type: simple, type_params: {measure: freight_total}}
  - {name: orders, type: simple, type_params: {measure: {name: order_total}}}
  - name: returned
    type: simple
    type_params: {measure: order_total}
    filter: "{{ Dimension('order__state') }} = 3"
  - {name: freight_per_order, type: ratio, type_params: {numerator: freight, denominator: orders}}
  - {name: running_freight, type: cumulative, type_params: {measure: freight_total}}
"""


def test_dbt_models_become_definitions_and_what_has_no_counterpart_is_refused() -> None:
    report = load_metrics(DBT, "models.yml")
    assert [(one.code, one.params["name"]) for one in report.refused] == [
        ("exchange_left", "running_freight")
    ]
    found = catalog_from(report.items, schema())
    assert problems(found, SQLITE) == []
    assert found.metrics["returned"].filters == ("status = 3",)
    assert found.metrics["freight"].time == "ordered_on"
    assert found.metrics["freight_per_order"].parts == ("freight", "orders")
    assert found.cuts("freight_per_order", "city")


@pytest.mark.parametrize(
    "text, code",
    [
        ("metrics: [{", "metrics_unreadable"),
        ("metrics: [&a {name: x, parts: *a}]", "yaml_alias"),
        ("- 1\n- 2", "metrics_empty"),
        ("metrics: []", "metrics_empty"),
        ("metrics:\n  - {name: sales, table: orders}", "metric_invalid"),
        ("metrics:\n  - {table: orders, expression: SUM(freight)}", "metric_invalid"),
        ("metrics:\n  - {name: a, ratio: [b]}", "metric_invalid"),
        ("metrics:\n  - 5", "metric_invalid"),
        ("metrics:\n  - {name: a, table: b, expression: COUNT(*), states: high}", "metric_invalid"),
        ("metrics:\n  - {name: a, table: b, expression: COUNT(*), states: {names: [x]}}", "metric_invalid"),
        ("metrics:\n  - {name: a, table: b, expression: COUNT(*), states: {over: 1}}", "metric_invalid"),
        ("metrics:\n  - {name: a, table: b, expression: COUNT(*), verbs: {en: ship}}", "metric_invalid"),
        ("metrics:\n  - {name: a, table: b, expression: COUNT(*), verbs: [ship, 3]}", "metric_invalid"),
        ("dimensions:\n  - {name: a, column: city}", "metric_invalid"),
        ('dimensions:\n  - {name: a, column: b.city, verbs: [""]}', "metric_invalid"),
        ("joins:\n  - {from: a, to: b.c}", "metric_invalid"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(text: str, code: str) -> None:
    report = load_metrics(text, "metrics.yaml")
    assert [one.code for one in report.refused] == [code] and report.items == []


@pytest.mark.parametrize("states", ["{at_least: 100, names: [met]}", "[{at_least: 100, names: [met]}]"])
def test_one_named_condition_needs_no_list(states: str) -> None:
    written = f"metrics:\n  - {{name: a, table: b, expression: COUNT(*), states: {states}}}"
    report = load_metrics(written, "metrics.yaml")
    assert not report.refused
    assert metric_from(report.items[0].payload).states == {"ge:100": ("met",)}


@pytest.mark.parametrize(
    "change, code",
    [
        ({"table": "nowhere"}, "metric_table_unknown"),
        ({"expression": "SUM(nothing)"}, "metric_column_unknown"),
        ({"expression": "freight"}, "metric_expression_shape"),
        ({"expression": "SUM("}, "metric_expression_unreadable"),
        ({"expression": "SUM((SELECT 1))"}, "metric_expression_query"),
        ({"expression": "SUM(freight) / (SELECT 1)"}, "metric_expression_query"),
        ({"expression": "SUM(order_items.amount)"}, "metric_column_unknown"),  # one order has many items
        ({"filters": ("SUM(freight) > 3",)}, "metric_expression_shape"),
        ({"time": "visits.visited_on"}, "metric_column_unknown"),
        ({"show": ("nothing",)}, "metric_part_unknown"),
    ],
)
def test_a_definition_that_does_not_hold_is_named_and_left_out(change: dict[str, Any], code: str) -> None:
    whole = catalog()
    broken = replace(whole.metrics["freight"], **change)
    found = replace(whole, metrics={**whole.metrics, "freight": broken})
    assert {one.code for one in problems(found, SQLITE)} == {code}
    left = sound(found, SQLITE)
    if code != "metric_part_unknown":
        assert "freight" not in left.metrics and "net_sales" not in left.metrics
    assert "sales" in left.metrics


def test_rows_are_counted_with_a_star_as_with_their_key() -> None:
    whole = catalog()
    star = replace(whole.metrics["orders"], expression="COUNT(*)")
    found = replace(whole, metrics={**whole.metrics, "orders": star})
    assert problems(found, SQLITE) == []
    summed = replace(star, expression="SUM(*)")
    wrong = replace(whole, metrics={**whole.metrics, "orders": summed})
    assert {one.code for one in problems(wrong, SQLITE)} == {"metric_expression_shape"}


def test_two_metrics_of_one_name_clash() -> None:
    whole = catalog()
    twin = Metric(name="twin", zh="销售额", en="Twin", table="orders", expression="SUM(freight)")
    found = problems(replace(whole, metrics={**whole.metrics, "twin": twin}), SQLITE)
    assert [(one.code, one.name) for one in found] == [("metric_name_clash", "twin")]


def drafted() -> str:
    found = draft(schema(), SQLITE)
    return as_yaml(Suggested(found.definitions, found.reviews))


def test_a_draft_of_a_schema_can_be_taught_as_it_is() -> None:
    report = load_metrics(drafted(), "draft.yaml")
    assert report.refused == []
    found = catalog_from(report.items, schema())
    assert problems(found, SQLITE) == []
    assert found.metrics["order_item_amount"].time == "orders.ordered_on"
    assert found.metrics["stock_units"].additivity == "semi"
    assert "order_status" not in found.metrics and "customer_level" not in found.metrics
    assert found.metrics["customer_count"].counts == "customer"


def test_items_of_one_file_replace_only_their_namesakes() -> None:
    report = load_metrics(drafted(), "draft.yaml")
    titles = [item.title for item in report.items]
    assert len(set(titles)) == len(titles)


def test_a_definition_under_new_labels_replaces_the_one_of_its_name() -> None:
    first = load_metrics("metrics:\n  - {name: a, names: Old, table: t, expression: SUM(x)}", "m.yaml")
    later = load_metrics("metrics:\n  - {name: a, names: New, table: t, expression: SUM(x)}", "m.yaml")
    assert item_key(first.items[0]) == item_key(later.items[0])
    assert first.items[0].title != later.items[0].title


def test_no_way_back_from_one_to_many() -> None:
    whole = catalog()
    assert whole.path("order_items", "regions") is not None
    assert whole.path("orders", "order_items") is None and whole.path("orders", "products") is None


def test_an_inferred_key_is_no_join_of_the_metrics() -> None:
    whole = schema()
    assert list(schema_joins(whole))
    inferred = Schema(
        tuple(
            replace(table, foreign_keys=tuple(replace(key, inferred=True) for key in table.foreign_keys))
            for table in whole.tables
        )
    )
    assert list(schema_joins(inferred)) == []


def test_verbs_are_kept_by_the_form_and_those_that_name_another_metric_are_no_verbs() -> None:
    report = load_metrics(
        "metrics:\n  - {name: sent, table: orders, expression: COUNT(*), verbs: [ship, 发货]}\n"
        "dimensions:\n  - {name: by, column: orders.who, verbs: approve}\n",
        "m.yaml",
    )
    assert report.refused == []
    kept = [definition_from(one.payload["type"], form_of(one.payload), {}) for one in report.items]
    assert [entry["verbs"] for found in kept for (entry,) in found.values()] == [
        ["ship", "发货"],
        ["approve"],
    ]
    whole = catalog()
    sales, orders = whole.metrics["sales"], whole.metrics["orders"]
    orders = replace(orders, verbs=("ordered", *sales.wordings[:1]))
    found = replace(whole, metrics={**whole.metrics, "orders": orders})
    assert [(one.name, one.code) for one in problems(found, SQLITE)] == [("orders", "metric_verb_clash")]
    assert "orders" in sound(found, SQLITE).metrics
    own = replace(sales, verbs=sales.wordings[:1])
    assert problems(replace(whole, metrics={**whole.metrics, "sales": own}), SQLITE) == []


def test_a_scorecard_is_taught_written_back_and_held_to_metrics_that_are_there() -> None:
    report = load_metrics("scorecard: [sales, orders]\n", "card.yaml")
    (item,) = report.items
    assert catalog_from([item], Schema()).scorecard == ("sales", "orders")
    assert definition_text(item.payload) == "scorecard:\n- sales\n- orders\n"
    assert definition_from("scorecard", form_of(item.payload), {}) == {"scorecard": ["sales", "orders"]}
    unknown = [one.params["part"] for one in way_problems(item, catalog_from([item], Schema()))]
    assert unknown == ["sales", "orders"]


def test_a_sum_of_several_figures_is_kept_by_the_form_as_it_was_taught() -> None:
    entry = {"name": "all_in", "names": {"zh": "合计", "en": "All in"}, "sum": ["sales", "freight", "orders"]}
    form = form_of({"type": "metric", **entry})
    assert (form["made"], form["left"], form["right"]) == ("sum", "sales", "freight, orders")
    assert definition_from("metric", form, {})["metrics"] == [entry]
