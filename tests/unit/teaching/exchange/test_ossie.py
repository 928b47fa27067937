"""Ossie: ours written and read back equal, others' read without another figure."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from config.settings import ROOT
from database.schema import Column, ForeignKey, Schema, Table
from knowledge.definitions.files import catalog_from, definition_items
from teaching.exchange.ossie_read import from_ossie, is_ossie
from teaching.exchange.ossie_write import beyond_ossie, to_ossie

CASES = ROOT / "tests" / "cases"
FILES = [
    ROOT / "demo" / "knowledge" / "metrics.yaml",
    CASES / "metrics" / "shop.yaml",
    CASES / "metrics" / "hospital.yaml",
    *sorted((CASES / "blind").glob("*/metrics.yaml")),
]
KEYS = {
    "model": {
        "name",
        "description",
        "ai_context",
        "datasets",
        "relationships",
        "metrics",
        "custom_extensions",
    },
    "dataset": {
        "name",
        "source",
        "primary_key",
        "unique_keys",
        "description",
        "ai_context",
        "fields",
        "custom_extensions",
    },
    "field": {
        "name",
        "expression",
        "dimension",
        "label",
        "description",
        "datatype",
        "ai_context",
        "custom_extensions",
    },
    "metric": {"name", "expression", "description", "datatype", "ai_context", "custom_extensions"},
    "relationship": {"name", "from", "to", "from_columns", "to_columns", "ai_context", "custom_extensions"},
}


def stored(path: Path) -> dict[str, Any]:
    """Return a file's definitions as they are stored and exported: JSON."""
    found: dict[str, Any] = json.loads(
        json.dumps(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader))
    )
    return found


def through_yaml(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(yaml.safe_dump(document, allow_unicode=True), Loader=yaml.CSafeLoader)
    return found


def without_extensions(value: Any) -> Any:
    """Return a document as another tool may give it back."""
    if isinstance(value, dict):
        return {key: without_extensions(one) for key, one in value.items() if key != "custom_extensions"}
    return [without_extensions(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_ours_written_as_ossie_is_read_back_equal(path: Path) -> None:
    definitions = stored(path)
    document = through_yaml(to_ossie(definitions, "demo"))
    assert is_ossie(document)
    back = from_ossie(document)
    assert back.definitions == definitions and back.left == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_is_written_has_only_the_formats_own_keys_and_all_it_needs(path: Path) -> None:
    (model,) = to_ossie(stored(path), "demo")["semantic_model"]
    assert set(model) <= KEYS["model"] and {"name", "datasets"} <= set(model)
    names = {dataset["name"] for dataset in model["datasets"]}
    assert len(names) == len(model["datasets"])
    for dataset in model["datasets"]:
        fields = dataset.get("fields", [])
        assert set(dataset) <= KEYS["dataset"] and all(set(one) <= KEYS["field"] for one in fields)
        assert len({one["name"] for one in fields}) == len(fields)
    for one in model["metrics"]:
        assert set(one) <= KEYS["metric"] and one["expression"]["dialects"][0]["dialect"] == "ANSI_SQL"
    for one in model.get("relationships", []):
        assert set(one) <= KEYS["relationship"] and {one["from"], one["to"]} <= names


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=12)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
METRICS = st.fixed_dictionaries(
    {
        "name": NAMES,
        "names": st.fixed_dictionaries({"zh": WORDS, "en": WORDS}),
        "table": NAMES,
        "expression": st.sampled_from(
            ["SUM(a)", "COUNT(*)", "COUNT(DISTINCT b)", "AVG(a * p.c)", "not SQL ("]
        ),
    },
    optional={
        "filters": st.lists(st.sampled_from(["a = 1", "b IN ('x', 'y')", "c BETWEEN 1 AND 2"]), max_size=2),
        "time": NAMES,
        "synonyms": st.lists(WORDS, max_size=3),
        "unit": st.one_of(WORDS, st.fixed_dictionaries({"zh": WORDS, "en": WORDS})),
        "additivity": st.just("semi"),
        "states": st.just([{"at_least": 100, "names": ["x"]}]),
        "definition": st.one_of(WORDS, st.fixed_dictionaries({"zh": WORDS})),
    },
)
DIMENSIONS = st.fixed_dictionaries(
    {"name": NAMES, "names": WORDS, "column": st.builds("{}.{}".format, NAMES, NAMES)},
    optional={"values": st.dictionaries(WORDS, st.lists(WORDS, min_size=1, max_size=2), max_size=2)},
)


@settings(deadline=None)
@given(
    st.lists(METRICS, min_size=1, max_size=4, unique_by=lambda one: one["name"]),
    st.lists(DIMENSIONS, max_size=4, unique_by=lambda one: one["name"]),
)
def test_any_definitions_are_read_back_equal(metrics: list[Any], dimensions: list[Any]) -> None:
    definitions = {"metrics": metrics} | ({"dimensions": dimensions} if dimensions else {})
    back = from_ossie(through_yaml(to_ossie(definitions, "any")))
    assert back.definitions == definitions and back.left == []


def test_what_another_tool_changed_goes_before_our_extension() -> None:
    document = to_ossie(stored(FILES[0]), "demo")
    (changed,) = (one for one in document["semantic_model"][0]["metrics"] if one["name"] == "revenue")
    changed["expression"]["dialects"][0]["expression"] = "SUM(daily_revenue.net_amount)"
    found = from_ossie(document)
    (revenue,) = (one for one in found.definitions["metrics"] if one["name"] == "revenue")
    assert revenue["expression"] == "SUM(net_amount)"
    assert ("revenue", "custom_extensions: WENSHU") in [(left.name, left.what) for left in found.left]


def test_what_comes_back_without_our_extensions_still_computes_the_same() -> None:
    """All of the demo's that is of one table: the expression holds the filter, the names are kept."""
    found = from_ossie(without_extensions(to_ossie(stored(FILES[0]), "demo")))
    metrics = {one["name"]: one for one in found.definitions["metrics"]}
    assert metrics["revenue"]["expression"] == "SUM(amount)" and metrics["revenue"]["time"] == "revenue_date"
    assert (
        metrics["refund_rate"]["ratio"] == ["refunds", "revenue"] and metrics["refund_rate"]["scale"] == 100
    )
    assert "营业额" in metrics["revenue"]["synonyms"]
    left = {one.name for one in found.left if not one.taken}
    assert "revenue_per_staff" in left, "which staff of two tables are counted is not said"
    items = [item for item, _, problem in definition_items(found.definitions, "x") if item and not problem]
    assert catalog_from(items, Schema()).metrics["revenue"].time == "revenue_date"


ORDERS = {
    "version": "0.2.0.dev0",
    "semantic_model": [
        {
            "name": "sales",
            "datasets": [
                {
                    "name": "lines",
                    "source": "shop.public.order_lines",
                    "primary_key": ["line_id"],
                    "description": "One row a line.",
                    "fields": [
                        {
                            "name": "sold",
                            "expression": {"dialects": [{"dialect": "ANSI_SQL", "expression": "sold_on"}]},
                            "datatype": "Date",
                        },
                        {
                            "name": "gross",
                            "expression": {
                                "dialects": [{"dialect": "ANSI_SQL", "expression": "price * quantity"}]
                            },
                        },
                        {
                            "name": "channel",
                            "expression": {"dialects": [{"dialect": "ANSI_SQL", "expression": "channel"}]},
                            "dimension": {},
                            "ai_context": "way, route",
                        },
                        {
                            "name": "raw",
                            "expression": {"dialects": [{"dialect": "SNOWFLAKE", "expression": "x:y"}]},
                            "dimension": {},
                        },
                    ],
                },
                {"name": "shops", "source": "shop.public.shops", "primary_key": ["id"], "fields": []},
                {"name": "asked", "source": "SELECT 1", "fields": []},
            ],
            "relationships": [
                {
                    "name": "a",
                    "from": "lines",
                    "to": "shops",
                    "from_columns": ["shop_id"],
                    "to_columns": ["id"],
                },
                {
                    "name": "b",
                    "from": "lines",
                    "to": "shops",
                    "from_columns": ["x", "y"],
                    "to_columns": ["x", "y"],
                },
            ],
            "metrics": [],
        }
    ],
}


def metric(expression: str) -> dict[str, Any]:
    """Return what a metric of the lines becomes, or what is left of it."""
    document = json.loads(json.dumps(ORDERS))
    document["semantic_model"][0]["relationships"].pop()
    document["semantic_model"][0]["metrics"] = [
        {"name": "m", "expression": {"dialects": [{"dialect": "ANSI_SQL", "expression": expression}]}}
    ]
    found = from_ossie(document)
    entries = [one for one in found.definitions.get("metrics", []) if one["name"] == "m"]
    return entries[0] if entries else {"left": [one.what for one in found.left if one.name == "m"]}


@pytest.mark.parametrize(
    ("expression", "becomes"),
    [
        ("SUM(lines.gross)", {"expression": "SUM((price * quantity))", "time": "sold_on"}),
        ("COUNT(DISTINCT lines.shop_id)", {"expression": "COUNT(DISTINCT shop_id)"}),
        ("SUM(lines.a * shops.share)", {"table": "order_lines", "expression": "SUM(a * shops.share)"}),
        ("SUM(lines.a) / NULLIF(COUNT(lines.b), 0)", {"ratio": ["m_left", "m_right"]}),
        ("100 * CAST(SUM(lines.a) AS FLOAT) / COUNT(lines.b)", {"scale": 100}),
        ("SUM(lines.a) - SUM(lines.b)", {"difference": ["m_left", "m_right"]}),
    ],
)  # fmt: skip
def test_one_aggregate_or_two_of_a_table_are_carried(expression: str, becomes: dict[str, Any]) -> None:
    assert becomes.items() <= metric(expression).items()


@pytest.mark.parametrize(
    "expression",
    [
        "SUM(lines.a) / COUNT(shops.id)",  # which shops: all, or those with lines
        "SUM(lines.a) + SUM(lines.b)",
        "SUM(SUM(lines.a)) OVER ()",
        "SUM(a)",  # of which dataset
        "SUM(asked.a)",  # a query, no table
        "COUNT(*)",
        "SUM(shops.a * nowhere.b)",
        "SUM(lines.a) FILTER (WHERE lines.b = 1)",
        "lines.a",
        "SUM(",
    ],
)
def test_what_would_be_another_figure_is_left_by_its_name(expression: str) -> None:
    (what,) = metric(expression)["left"]
    assert what.startswith("expression: ")


def test_all_that_is_not_carried_is_named() -> None:
    found = from_ossie(ORDERS)
    assert {(one.name, one.what) for one in found.left} == {
        ("asked", "source: SELECT 1"),
        ("raw", "dialect: SNOWFLAKE"),
        ("b", "from_columns: ['x', 'y']"),
    }
    assert found.definitions["joins"] == [{"from": "order_lines.shop_id", "to": "shops.id"}]
    (channel,) = found.definitions["dimensions"]
    assert (channel["column"], channel["synonyms"]) == ("order_lines.channel", ["way", "route"])
    assert [(one.name, one.primary_key) for one in found.tables] == [
        ("order_lines", ("line_id",)),
        ("shops", ("id",)),
    ]


def test_a_table_of_a_name_that_two_schemas_have_is_named_with_its_own() -> None:
    known = [Table(schema, "order_lines", (Column("a", "int"),)) for schema in ("public", "old")]
    assert from_ossie(ORDERS, known).definitions["joins"][0]["from"] == "public.order_lines.shop_id"


def test_a_live_database_adds_keys_and_types_that_are_not_read_back_as_taught() -> None:
    key = ForeignKey(("shop_id",), "public", "shops", ("id",))
    schema = Schema(
        (
            Table(
                "public", "sale", (Column("day", "date"), Column("shop_id", "integer")), foreign_keys=(key,)
            ),
            Table("public", "shops", (Column("id", "integer"), Column("name", "text")), "Shops", ("id",)),
        )
    )
    definitions = {
        "metrics": [{"name": "n", "names": "N", "table": "sale", "expression": "COUNT(*)", "time": "day"}],
        "dimensions": [{"name": "shop", "names": "Shop", "column": "shops.name"}],
    }
    document = to_ossie(definitions, "live", schema)
    (model,) = document["semantic_model"]
    sale, shops = sorted(model["datasets"], key=lambda one: str(one["name"]))
    assert (shops["source"], shops["primary_key"], shops["description"]) == ("public.shops", ["id"], "Shops")
    assert sale["fields"][0]["datatype"] == "Date" and model["relationships"][0]["from_columns"] == [
        "shop_id"
    ]
    assert from_ossie(document).definitions == definitions


def test_a_stock_is_named_as_what_the_core_cannot_say() -> None:
    assert beyond_ossie({"metrics": [{"name": "stock", "additivity": "semi"}, {"name": "sales"}]}) == [
        "stock"
    ]
