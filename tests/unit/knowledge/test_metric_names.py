"""Short, turned and general names, and verbs: read as what they must mean, or left unread."""

import datetime as dt
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.wording import language_of
from database.dialects import SQLITE
from database.schema import Schema
from knowledge.definitions.files import built_in_dimensions, catalog_from
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from tests.integration.metric_cases import compact
from understanding.metric.answers import MetricAnswers
from understanding.metric.desk import MetricDesk
from understanding.metric.followups import FollowUps
from understanding.metric.known import Known
from understanding.metric.part_names import members_meant
from understanding.metric.reader import MetricReader
from understanding.metric.vocabulary import metric_words
from understanding.readings import MetricReading

TODAY = dt.date(2026, 11, 20)
LAST_MONTH = [["2026-10-01", "2026-11-01"]]
CASES = Path(__file__).parents[2] / "cases" / "metrics"
HOUSES: dict[str, dict[str, Any]] = {
    name: yaml.load((CASES / f"{name}.yaml").read_text(), Loader=yaml.CSafeLoader)
    for name in ("names", "trading")
}


@lru_cache(maxsize=2)
def reader(house: str) -> MetricReader:
    """Return a reader of questions about the help desk or the trading house."""
    told = HOUSES[house]
    tables = TableSet()
    assert load_ddl(told["ddl"], "names.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    definitions = yaml.safe_dump({part: told[part] for part in ("metrics", "dimensions")}, allow_unicode=True)
    report = load_metrics(definitions, "names.yaml")
    assert report.refused == []
    catalog = catalog_from(report.items, schema, built_in_dimensions(metric_words()["built_in"]))
    return MetricReader(
        Known(catalog, ValueIndex.build(column_values(told["values"], one) for one in told["values"]))
    )


def column_values(told: dict[str, list[str]], column: str) -> ColumnValues:
    """Return a column's names, each with its name in the other language."""
    table, _, name = column.rpartition(".")
    twin = name.removesuffix("_en") if name.endswith("_en") else f"{name}_en"
    others = told.get(f"{table}.{twin}", [])
    names = told[column]
    return ColumnValues(column, [(one, others[at : at + 1]) for at, one in enumerate(names)])


@pytest.mark.parametrize(
    ("house", "question", "expected"),
    [(house, *case) for house, told in HOUSES.items() for case in told["questions"].items()],
)
def test_a_name_is_read_as_the_one_thing_it_can_mean(
    house: str, question: str, expected: dict[str, Any] | None
) -> None:
    found = reader(house).read(question, TODAY)
    got = compact(found.query) if isinstance(found, MetricReading) else None
    assert got == (expected and {**expected, "periods": LAST_MONTH}), found


@pytest.mark.parametrize(
    ("question", "assumed"), [("how much did we bill last month", True), ("billed amount last month", False)]
)
def test_a_figure_known_by_its_verb_alone_is_a_candidate(question: str, assumed: bool) -> None:
    found = reader("trading").read(question, TODAY)
    assert isinstance(found, MetricReading) and found.figure_assumed == assumed


def test_a_word_of_no_name_is_not_read_around(monkeypatch: pytest.MonkeyPatch) -> None:
    read, made = list[str](), MetricAnswers(reader("names"), FollowUps(reader("names")), SQLITE)
    desk, really = MetricDesk(made, "en", TODAY, lambda _: True), MetricDesk.read

    def reading(own: MetricDesk, text: str, given: str = "") -> Any:
        read.append(text)
        return really(own, text, given)

    monkeypatch.setattr(MetricDesk, "read", reading)
    assert members_meant("Parcels of zzyzx last month", desk) == ()
    assert {*read} == {"Parcels of zzyzx last month"}


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (
            "Lite parcels last month",
            [f"Parcels of Lanting Lite {one} last month" for one in ("Hongqiao", "Wulin")],
        ),
        ("轻居上个月的邮费", [f"上个月{one}澜庭轻居的邮费是多少？" for one in ("上海虹桥", "杭州武林")]),
        (
            "轻居和国际上个月的邮费",
            [
                "上个月上海虹桥澜庭轻居和成都国际澜庭酒店的各酒店的邮费是多少？",
                "上个月杭州武林澜庭轻居和成都国际澜庭酒店的各酒店的邮费是多少？",
            ],
        ),
        ("International postage cost last month", []),  # a common word, of one name
        ("Lite last month", []),
        ("Lanting parcels last month", []),  # too many have it
        ("parcels last month without Lite", []),
        ("Lite noisy parcels last month", []),
    ],
)
def test_a_word_of_a_few_names_asks_which_of_them_is_meant(question: str, asks: list[str]) -> None:
    made = MetricAnswers(reader("names"), FollowUps(reader("names")), SQLITE)
    desk = MetricDesk(made, language_of(question), TODAY, lambda _: True)
    assert list(members_meant(question, desk)) == asks
