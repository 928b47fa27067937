"""Classes of readings that were wrong once, or declined in everyday words, alone and as follow-ups."""

import datetime as dt
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.wording import language_of
from database.dialects import SQLITE
from database.schema import Schema
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.metric.answers import MetricAnswers
from understanding.metric.asking import asked_back, vague
from understanding.metric.desk import MetricDesk
from understanding.metric.doing import without_its_verb
from understanding.readings import MetricHit, MetricReadings
from understanding.verdicts import Reading, of_metric

TODAY = dt.date(2026, 11, 20)
CASES = Path(__file__).parents[2] / "cases" / "metrics"
ROOMS: dict[str, dict[str, Any]] = {
    name: yaml.load((CASES / f"{name}.yaml").read_text(), Loader=yaml.CSafeLoader)
    for name in (
        "gym",
        "everyday",
        "english",
        "neighbours",
        "sold",
        "countries",
        "fitting",
        "forwarding",
        "treating",
        "verbs",
        "goals",
        "counted",
    )
}
TOLD = [(name, turns) for name, room in ROOMS.items() for turns in room["conversations"]]


def everyone(_: str) -> bool:
    """Open every column."""
    return True


@cache
def answers(room: str) -> MetricAnswers:
    """Return what reads questions about the gym, the ferries, the bikes, or the frames."""
    tables, told = TableSet(), ROOMS[room]
    assert load_ddl(told["ddl"], f"{room}.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    definitions = yaml.safe_dump({part: told[part] for part in ("metrics", "dimensions")}, allow_unicode=True)
    report = load_metrics(definitions, f"{room}.yaml")
    assert report.refused == []
    called = {column: [[one, []] if isinstance(one, str) else [one[0], one[1:]] for one in names]
              for column, names in told["values"].items()}  # fmt: skip
    values = ValueIndex.build(
        ColumnValues(column, [(a, b) for a, b in names]) for column, names in called.items()
    )
    return MetricAnswers.build(report.items, schema, values, SQLITE)


def read(room: str, message: str, previous: str | None) -> Reading:
    """Return the verdict on a message after the question before it."""
    found, language = answers(room).answer(message, TODAY, everyone, previous), language_of(message)
    offered: tuple[str, ...] = ()
    if isinstance(found, MetricHit) and found.assumed:
        offered = asked_back(found, MetricDesk(answers(room), language, TODAY, everyone))
    if found is None and previous is None:
        offered = vague(message, MetricDesk(answers(room), language, TODAY, everyone))
        offered = offered or without_its_verb(message, MetricDesk(answers(room), language, TODAY, everyone))
    return of_metric(found, offered)


@pytest.mark.parametrize("room, turns", TOLD, ids=[" · ".join(one[0] for one in turns) for _, turns in TOLD])
def test_a_class_of_readings_is_right_or_left_to_others(room: str, turns: list[list[str]]) -> None:
    previous = None
    for say, verdict, *comes_to in turns:
        reading = read(room, say, previous)
        assert reading.verdict == verdict, reading
        if comes_to and verdict == "candidate":
            assert reading.alternatives[0] == comes_to[0]
        elif comes_to:
            whole = answers(room).answer(comes_to[0], TODAY, everyone)
            assert isinstance(whole, MetricHit) and reading.query is not None
            assert reading.query.key == whole.query.key, reading.asked
        previous = reading.asked or say


@pytest.mark.parametrize(
    ("message", "kind"),
    [("sales in Spain last month", "country"), ("sales for maker country Spain last month", "maker_country")],
)
def test_a_name_that_two_kinds_share_is_of_the_kind_beside_it(message: str, kind: str) -> None:
    query = read("countries", message, None).query
    assert query is not None and [one.dimension for one in query.filters] == [kind]


def test_both_readings_of_an_open_decline_say_decline() -> None:
    found = answers("gym").answer("revenue decline last month", TODAY, everyone)
    assert isinstance(found, MetricReadings)
    assert all("decline" in question for question in found.questions)


@pytest.mark.parametrize("may", [True, False])
def test_only_a_follow_up_that_may_have_several_readings_needs_to_be_worded_to_know_it(may: bool) -> None:
    asked_back_about = []
    for room, turns in TOLD:
        known = answers(room)
        for before, after in pairwise(turns):
            previous, message = before[0], after[0]
            if known.may_ask_back(message, previous, TODAY, everyone) is may:
                found = known.answer(message, TODAY, everyone, previous)
                several = isinstance(found, MetricReadings)
                near = isinstance(found, MetricHit) and "neighbour" in found.assumed
                asked_back_about.append(several or near)
    assert asked_back_about
    assert any(asked_back_about) is may
