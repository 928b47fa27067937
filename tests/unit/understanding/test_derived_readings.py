"""Figures nobody defined are read from what the schema names, asked back where they assume, or left."""

import datetime as dt
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from database.dialects import POSTGRES
from database.schema import Schema
from knowledge.definitions.files import catalog_from
from knowledge.items import KnowledgeItem
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex, code_values
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.derived.definitions import derive
from understanding.derived.reading import Before, DerivedAnswers
from understanding.metric.answers import MetricAnswers
from understanding.rows.measuring import never_told_apart_by
from understanding.verdicts import Reading, of_metric

TODAY = dt.date(2026, 11, 20)
TOLD: dict[str, Any] = yaml.load(
    (Path(__file__).parents[2] / "cases" / "derived" / "library.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)
TURNS = TOLD["conversations"]


def everyone(_: str) -> bool:
    """Open every column."""
    return True


@lru_cache(maxsize=1)
def library() -> DerivedAnswers:
    """Return what reads questions about the library, of which loans alone are defined."""
    tables = TableSet()
    assert load_ddl(TOLD["ddl"], "library.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    told = {part: TOLD[part] for part in ("metrics", "dimensions")}
    items = load_metrics(yaml.safe_dump(told, allow_unicode=True), "library.yaml").items
    own = [ColumnValues(column, values) for column, values in TOLD["values"].items()]
    values = ValueIndex.build([*code_values(schema), *own])
    derived = derive(items, schema, POSTGRES)
    both = MetricAnswers.build([*items, *derived.items], schema, values, POSTGRES)
    return DerivedAnswers(both, MetricAnswers.build(items, schema, values, POSTGRES), derived)


def read(message: str, previous: str | None = None) -> Reading:
    """Return the verdict on a message that the taught definitions do not answer."""
    return library().read(message, TODAY, everyone, Before(previous))


def test_a_figure_of_rows_that_a_taught_one_never_cuts_by_something_is_not_cut_by_it_either() -> None:
    metrics = [one | ({"not_by": ["branch"]} if one["name"] == "sheets" else {}) for one in TOLD["metrics"]]
    told = yaml.safe_dump({"metrics": metrics, "dimensions": TOLD["dimensions"]}, allow_unicode=True)
    items, schema = load_metrics(told, "library.yaml").items, library().taught.catalog.schema
    derived = catalog_from(derive(items, schema, POSTGRES).items, schema)
    of_prints = [one for one in derived.metrics.values() if one.table.endswith("prints")]
    assert of_prints and {one.not_by for one in of_prints} == {("branch",)}
    assert not any(one.not_by for one in derived.metrics.values() if one not in of_prints)
    branch = library().taught.catalog.dimensions["branch"].column
    taught = catalog_from(items, schema)
    assert never_told_apart_by(taught.full("prints"), taught) == {taught.full_column(branch)}
    assert never_told_apart_by(taught.full("loans"), taught) == frozenset()


@pytest.mark.parametrize(
    ("kind", "title", "payload"),
    [
        ("term", "取消率", {"synonyms": ["cancelled rate", "cancellation rate"], "definition": "按到期日算"}),
        ("pair", "Cancelled rate last month", {"variants": ["the cancellation rate in September"]}),
    ],
)
def test_a_rate_that_a_term_or_a_pair_defines_is_not_worked_out_beside_it(
    kind: Any, title: str, payload: dict[str, Any]
) -> None:
    taught = library().taught.catalog
    told = yaml.safe_dump({part: TOLD[part] for part in ("metrics", "dimensions")}, allow_unicode=True)
    items = load_metrics(told, "library.yaml").items
    own = KnowledgeItem("own", "library", kind, title, "SELECT 1", payload)
    said = {"cancelled rate", "cancellation rate"}
    called = [
        {
            one.lower()
            for metric in catalog_from(made.items, taught.schema).metrics.values()
            for one in metric.wordings
        }
        for made in (derive([*items, *more], taught.schema, POSTGRES) for more in ([], [own]))
    ]
    assert called[0] >= said and not called[1] & said


TILL = """CREATE TABLE sales (
  sale_id int PRIMARY KEY, amount numeric(10,2), back numeric(10,2), sold_on date, state int);
CREATE TABLE tips (tip_id int PRIMARY KEY, amount numeric(10,2), given_on date);"""


def test_another_amount_of_the_same_rows_is_told_as_a_share_of_what_was_taken() -> None:
    tables = TableSet()
    assert load_ddl(TILL, "till.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    yuan = {"unit": {"zh": "元", "en": "CNY"}}
    metrics = [
        {
            "name": "revenue",
            "names": {"zh": "营业额", "en": "Revenue"},
            "synonyms": ["sales"],
            "table": "sales",
        },
        {"name": "refunds", "names": {"zh": "退款金额", "en": "Refunds"}, "table": "sales"},
        {"name": "early", "names": {"zh": "早场额", "en": "Early takings"}, "table": "sales"},
        {"name": "tips", "names": {"zh": "小费", "en": "Tips"}, "table": "tips", "time": "given_on"},
    ]
    sums = {"refunds": "SUM(back)"}
    kept = {"early": [], "tips": []}
    told = [
        {"expression": sums.get(str(one["name"]), "SUM(amount)"), "time": "sold_on", **yuan, **one}
        | {"filters": kept.get(str(one["name"]), ["state <> 9"])}
        for one in metrics
    ]
    items = load_metrics(yaml.safe_dump({"metrics": told}, allow_unicode=True), "till.yaml").items
    derived = derive(items, schema, POSTGRES)
    both = MetricAnswers.build([*items, *derived.items], schema, ValueIndex(), POSTGRES)
    shares = [one.name for one in both.catalog.metrics.values() if one.kind == "ratio"]
    assert shares == [
        "refunds_of_revenue"
    ]  # early takings are of rows that revenue leaves out, tips of others
    answers = DerivedAnswers(both, MetricAnswers.build(items, schema, ValueIndex(), POSTGRES), derived)
    for asked in ("refunds as a share of sales in Q3", "Q3退款金额占营业额多少"):
        read = answers.read(asked, TODAY, everyone)
        assert (read.verdict, read.query and read.query.metrics) == ("certain", ("refunds_of_revenue",))


@pytest.mark.parametrize("turns", TURNS, ids=[" · ".join(one[0] for one in turns) for turns in TURNS])
def test_a_question_of_the_schema_is_read_asked_back_or_left(turns: list[list[str]]) -> None:
    previous = None
    for say, verdict, *told in turns:
        taught = of_metric(library().taught.answer(say, TODAY, everyone, previous))
        if verdict == "left":
            assert taught.verdict == "certain"
            sql = " ".join(taught.sql.split())
            assert [one for one in told if one not in sql] == []
            continue
        assert taught.verdict == "not_mine"
        reading = read(say, previous)
        assert reading.verdict == verdict, reading
        if verdict == "candidate":
            assert list(reading.alternatives[: len(told)]) == told
            assert [read(one).verdict for one in reading.alternatives] == ["certain"] * len(
                reading.alternatives
            )
        else:
            sql = " ".join(reading.sql.split())
            assert [one for one in told if one not in sql] == []
        previous = reading.asked


def test_a_derived_reading_is_told_apart_and_says_its_table() -> None:
    reading = read("离职的馆员有多少")
    assert reading.source == "derived"
    assert any("librarians" in line for line in reading.said)


def test_what_is_taught_is_neither_derived_again_nor_renamed() -> None:
    made = library().derived
    metrics = [item.payload for item in made.items if item.payload.get("type") == "metric"]
    assert not [
        one for one in metrics if one.get("table") == "loans" and one["expression"].startswith("COUNT")
    ]
    columns = [item.payload.get("column") for item in made.items]
    assert "branches.name" not in columns and "readers.source" in columns


def test_a_closed_table_or_column_is_not_spoken_of() -> None:
    def without_librarians(name: str) -> bool:
        return not name.startswith("librarians")

    def without_source(name: str) -> bool:
        return name != "readers.source"

    assert library().read("离职的馆员有多少", TODAY, without_librarians).verdict == "not_mine"
    assert library().read("how many librarians do we have", TODAY, without_librarians).verdict == "not_mine"
    assert library().read("各渠道读者数", TODAY, without_source).verdict == "not_mine"


def test_a_query_that_names_a_derived_figure_is_composed_again_or_refused() -> None:
    again = library().composed({"metrics": ["current_librarian_count"]}, "", TODAY, everyone, "en")
    assert again is not None and again.derived and "left_on IS NULL" in again.sql
    assert library().composed({"metrics": ["nobody_made_it"]}, "", TODAY, everyone, "en") is None
    closed = {"metrics": ["current_librarian_count"]}
    assert library().composed(closed, "", TODAY, lambda name: "librarians" not in name, "en") is None
