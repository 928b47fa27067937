"""Drafts of definitions from live databases of several domains, with and without a model to name them."""

import contextlib
import dataclasses
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from pydantic import SecretStr

from appdb.embedded import EmbeddedPostgres
from commands.metrics import as_yaml
from config.settings import ROOT, Settings
from database.connections import Database, Databases
from database.rights import Rights
from database.spec import ConnectionSpec
from knowledge.definitions.files import catalog_from
from knowledge.values import ValueIndex
from llm.openai import ChatClient
from reasoning.naming import ModelNamer
from reasoning.suggesting import Suggested, suggest
from teaching.loaders.metrics import load_metrics
from teaching.upkeep.definition_checks import checked_definitions
from teaching.validating import validate
from tests.conftest import create_database, drop_database
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import settings_on
from understanding.drafting.checks import problems
from understanding.drafting.drafting import Review
from understanding.drafting.times import When
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

CASES = ROOT / "tests" / "cases" / "metrics" / "drafts"
EXPECTED: dict[str, Any] = yaml.load((CASES / "expected.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
EVERYTHING = Rights("", "x")
ON_POSTGRES = ("clinic", "wholesale")


def filled(name: str, folder: Path, postgres: EmbeddedPostgres) -> str:
    """Fill a database of this name, some on PostgreSQL, the others on SQLite; return its address."""
    script = (CASES / f"{name}.sql").read_text("utf-8")
    if name in ON_POSTGRES:
        create_database(postgres, f"drafted_{name}")
        with psycopg.connect(postgres.url(f"drafted_{name}"), autocommit=True) as connection:
            connection.execute(script)  # type: ignore[arg-type]
        return postgres.url(f"drafted_{name}")
    folder.mkdir(exist_ok=True)
    with contextlib.closing(sqlite3.connect(folder / f"{name}.db")) as file:
        file.executescript(script)
    return f"sqlite:///{folder / name}.db"


@contextlib.asynccontextmanager
async def opened(name: str, folder: Path, postgres: EmbeddedPostgres) -> AsyncIterator[Database]:
    """Connect a filled database."""
    spec = ConnectionSpec(name="x", url=SecretStr(filled(name, folder, postgres)))
    databases = Databases.open((spec,), Settings())
    try:
        yield databases.get("x")
    finally:
        await databases.close()
        if name in ON_POSTGRES:
            drop_database(postgres, f"drafted_{name}")


@pytest.mark.parametrize("name", list(EXPECTED))
async def test_what_can_be_measured_is_drafted_and_nothing_else(
    name: str, tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    async with opened(name, tmp_path, postgres) as database:
        found = (await suggest(database, EVERYTHING, None)).definitions
    expected = EXPECTED[name]
    assert {one["name"]: _figure(one) for one in found["metrics"]} == expected["metrics"]
    dimensions = {one["name"]: one for one in found["dimensions"]}
    assert sorted(dimensions) == sorted(expected["dimensions"])
    for dimension, values in expected["values"].items():
        assert {code: said[0] for code, said in dimensions[dimension]["values"].items()} == values
    every = {
        one["name"]: one["names"].get("zh") or one["names"]["en"]
        for one in (*found["metrics"], *found["dimensions"])
    }
    assert {one: every[one] for one in expected["names"]} == expected["names"]
    assert [one["from"] for one in found.get("joins", [])] == expected["joins"]
    assert [" > ".join(levels) for levels in found["hierarchies"]] == expected["hierarchies"]


@pytest.mark.parametrize("name", list(EXPECTED))
async def test_a_draft_is_taught_without_a_refusal_and_every_figure_can_be_planned(
    name: str, tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    async with opened(name, tmp_path, postgres) as database:
        found = await suggest(database, EVERYTHING, None)
        report = load_metrics(as_yaml(found), "draft.yaml")
        assert report.refused == []
        assert problems(catalog_from(report.items, await database.load_schema()), database.dialect) == []
        today = Settings().current_date()
        for item in report.items:
            await validate(item, report.items, database, EVERYTHING, "en", today)


async def test_a_day_that_is_not_clear_is_asked_for_by_line_and_taken_once_it_is_said(
    tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    async with opened("bikes", tmp_path, postgres) as database:
        schema = await database.load_schema()
        found = await suggest(database, EVERYTHING, None)
        open_ = When("", ("rented_on", "bikes.bought_on"), is_open=True)
        asked = dataclasses.replace(found, reviews={("metrics", "rental_count"): Review(open_)})
        text = as_yaml(asked)
    assert "# say which column tells when: rented_on, bikes.bought_on;" in text
    report = checked_definitions(load_metrics(text, "draft.yaml"), [], schema, database.dialect)
    line = text.splitlines().index("- name: rental_count") + 1
    assert [(one.line, one.code) for one in report.refused] == [(line, "metric_time_open")]
    said = text.replace("time: '?'", "time: rented_on")
    assert said != text
    assert checked_definitions(load_metrics(said, "d.yaml"), [], schema, database.dialect).refused == []


async def test_what_the_database_does_not_plan_is_left_out_and_named(
    tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    async with opened("wholesale", tmp_path, postgres) as database:
        await database.load_schema()
        with psycopg.connect(postgres.url("drafted_wholesale"), autocommit=True) as connection:
            connection.execute("DROP TABLE returns")  # since the schema was read
        found = await suggest(database, EVERYTHING, None)
    names = {one["name"] for one in found.definitions["metrics"]}
    assert "return_count" not in names and "sales_order_count" in names
    assert "return_count" in found.note("en") and "return_count" in found.note("zh")


async def test_a_column_that_is_masked_or_closed_is_not_drafted(
    tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    rights = Rights(
        "", "x", denied_tables=("*reviews",), masks={"*orders.freight": "hide"}, denied_columns=("*.city",)
    )
    async with opened("shop", tmp_path, postgres) as database:
        found = (await suggest(database, rights, None)).definitions
    names = {one["name"] for one in (*found["metrics"], *found["dimensions"])}
    assert "order_count" in names and "customer_country" in names
    assert not names & {"order_freight", "customer_city", "review_count", "review_rating"}


async def named_by(
    settings: Settings, folder: Path, postgres: EmbeddedPostgres, *replies: str | Say
) -> tuple[Suggested, FakeOpenAI]:
    """Draft the shop with a model that answers so."""
    with FakeOpenAI(*replies) as model:
        client = ChatClient.of(settings_on(model, settings))
        async with contextlib.aclosing(client), opened("shop", folder, postgres) as database:
            return await suggest(database, EVERYTHING, ModelNamer(client)), model


def said(**names: Any) -> str:
    return f"Here you are:\n```json\n{json.dumps(names, ensure_ascii=False)}\n```"


async def test_a_model_names_figures_and_cannot_change_how_they_are_computed(
    tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    freight = {
        "zh": "运费", "en": "Shipping cost", "synonyms": ["物流费"],
        "verbs": ["pay for shipping", "Orders"],
        "definition": {"zh": "订单运费之和。", "en": "Sum of the freight of orders."},
        "expression": "SUM(OrderID)", "table": "Reviews", "time": "RequiredDate", "name": "other",
        "filters": ["1 = 1"],
    }  # fmt: skip
    country = {"zh": "国家", "en": "Country", "column": "Customers.Fax", "key": "x.y"}
    reply = said(order_freight=freight, customer_country=country, unknown={"zh": "无", "en": "None"})
    found, model = await named_by(Settings(), tmp_path, postgres, reply, said())
    entries = {one["name"]: one for one in (*found.definitions["metrics"], *found.definitions["dimensions"])}
    assert entries["order_freight"] == {
        "name": "order_freight",
        "names": {"zh": "运费", "en": "Shipping cost"},
        "synonyms": ["物流费", "Freight"],
        "verbs": ["pay for shipping"],
        "table": "Orders",
        "expression": "SUM(Freight)",
        "time": "OrderDate",
        "decimals": 2,
        "definition": {  # the model's, and which states are in it, which are values that it never saw
            "zh": "订单运费之和。不论order status，全部的行都算（1、2、3、4）。",
            "en": "Sum of the freight of orders. All rows are in it, whatever their order status "
            "(1, 2, 3, 4).",
        },
    }
    assert (
        entries["customer_country"]["column"] == "Customers.Country"
        and "key" not in entries["customer_country"]
    )
    assert "unknown" not in entries and found.unnamed == len(entries) - 2
    sent = str(model.requests[0]["messages"])
    assert len(model.requests) == 2, "asked in batches"
    assert "SUM(Freight)" in sent and "Country 1" not in sent, "the model is shown definitions, no values"


async def test_a_name_that_another_definition_has_is_left_out(
    tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    reply = said(
        order_freight={"zh": "运费", "en": "Orders", "synonyms": ["Review rating", "物流费"]},
        order_count={"zh": "运费", "en": "Number of orders", "synonyms": ["运费"]},
    )
    found, _ = await named_by(Settings(), tmp_path, postgres, reply, said())
    entries = {one["name"]: one for one in found.definitions["metrics"]}
    assert "Orders" not in entries["order_freight"]["names"].values()
    assert (
        entries["order_freight"]["synonyms"]
        == ["物流费", "Freight"][: len(entries["order_freight"]["synonyms"])]
    )
    assert [name for name, one in entries.items() if "运费" in str(one)] == ["order_count"]
    assert load_metrics(as_yaml(found), "draft.yaml").refused == []


@pytest.mark.parametrize(
    "reply, code",
    [
        ("I would call them sales.", "draft_unreadable"),
        ('{"order_freight": {"zh": "运费"', "draft_unreadable"),
        ('{"order_freight": "运费", "order_count": {"zh": 5, "synonyms": "many", "definition": []}}', None),
        (Say(status=401, code="invalid_api_key"), "model_auth"),
    ],
    ids=["prose", "cut", "shapes", "no_key"],
)
async def test_what_a_model_says_wrongly_leaves_the_draft_as_it_was_with_a_note(
    reply: str | Say, code: str | None, tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    async with opened("shop", tmp_path, postgres) as database:
        plain = (await suggest(database, EVERYTHING, None)).definitions
    found, _ = await named_by(Settings(), tmp_path / "again", postgres, *[reply] * 2)
    assert found.definitions == plain
    assert (found.fault.code if found.fault else None) == code
    assert found.unnamed == len([*plain["metrics"], *plain["dimensions"]])
    assert str(found.unnamed) in found.note("en") and str(found.unnamed) in found.note("zh")


async def test_a_drafted_amount_is_not_read_as_the_count_it_begins_with(
    tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    async with opened("chinese", tmp_path, postgres) as database:
        found = await suggest(database, EVERYTHING, None)
        items = load_metrics(as_yaml(found), "draft.yaml").items
        answers = MetricAnswers.build(items, await database.load_schema(), ValueIndex(), database.dialect)
    today = Settings().current_date()
    for question, figure in (
        ("上个月的订单金额是多少？", "订单金额"),
        ("上个月的订单是多少？", "订单_count"),
    ):
        hit = answers.answer(question, today, lambda _: True)
        assert isinstance(hit, MetricHit) and hit.query.metrics == (figure,), question


@pytest.mark.parametrize(
    "question, figure",
    [
        ("How many bikes do we have?", "bike_count"),
        ("new bikes in 2025", "new_bike"),
        ("total price last month", "rental_price_total"),
        ("average rental price last month", "rental_price"),
    ],
)
async def test_a_draft_tells_what_there_is_from_what_came_and_what_was_paid_from_a_price(
    question: str, figure: str, tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    async with opened("bikes", tmp_path, postgres) as database:
        found = await suggest(database, EVERYTHING, None)
        items = load_metrics(as_yaml(found), "draft.yaml").items
        answers = MetricAnswers.build(items, await database.load_schema(), ValueIndex(), database.dialect)
    hit = answers.answer(question, Settings().current_date(), lambda _: True)
    assert isinstance(hit, MetricHit) and hit.query.metrics == (figure,)
    assert figure != "bike_count" or not hit.query.windows, "what there is has no month"


async def test_a_figure_that_stands_under_another_name_is_not_offered_again(
    tmp_path: Path, postgres: EmbeddedPostgres
) -> None:
    standing = load_metrics(
        "metrics:\n"
        "  - {name: rides, table: rentals, expression: count(*), time: rented_on}\n"
        "  - {name: fleet, table: main.bikes, expression: 'Count(\"BIKE_ID\")'}\n"
        "  - {name: income, table: rentals, expression: sum(rentals.price), time: rented_on}\n"
        "  - {name: rated, table: rentals, expression: AVG(rating), time: rented_on, filters: [lane = 1]}\n",
        "own.yaml",
    )
    assert standing.refused == []
    async with opened("bikes", tmp_path, postgres) as database:
        found = await suggest(database, EVERYTHING, None, standing.items)
    names = {one["name"] for one in found.definitions["metrics"]}
    assert not names & {"rental_count", "bike_count", "rental_price_total"}
    assert {"new_bike", "rental_price", "rental_rating", "customer_count"} <= names


def _figure(entry: dict[str, Any]) -> str:
    when = f" at {entry['time']}" if "time" in entry else ""
    return entry["expression"] + when + (", semi" if entry.get("additivity") == "semi" else "")
