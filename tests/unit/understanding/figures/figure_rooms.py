"""Labelled questions over metrics whose databases need not run: the shop, the gym, the ferry, two houses."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.integration.metric_cases import compact
from tests.integration.metrics_shop import TODAY
from tests.unit.knowledge.test_metric_names import HOUSES, LAST_MONTH
from tests.unit.knowledge.test_metric_names import reader as house_reader
from tests.unit.understanding.test_metric_questions import ANSWERS, questions
from tests.unit.understanding.test_wrong_readings import ROOMS, answers
from understanding.figures.reader import FigureReader
from understanding.metric.known import Known
from understanding.readings import MetricReading

CASES = Path(__file__).parents[3] / "cases" / "figures"


@dataclass(frozen=True)
class Labelled:
    """A question in a room; `expected` is its query in short, None where it is no question of the metrics."""

    room: str
    question: str
    expected: Any = field(hash=False)


@cache
def reader_of(room: str) -> FigureReader:
    """Return the chart's reader over a room's definitions."""
    return FigureReader.over(known_of(room))


def known_of(room: str) -> Known:
    """Return what is known of a room."""
    if room == "shop":
        return ANSWERS.reader.known
    return house_reader(room).known if room in HOUSES else answers(room).reader.known


@cache
def labelled() -> tuple[Labelled, ...]:
    """Return all labelled questions."""
    return (*_shop(), *_own(), *_houses(), *_rooms())


def read(one: Labelled, today: dt.date = TODAY) -> Any:
    """Return what the chart's reader makes of a labelled question: its query in short where it is certain."""
    found = reader_of(one.room).read(one.question, today)
    return compact(found.frames[0].query) if found.verdict == "certain" else None


def _shop() -> Iterator[Labelled]:
    for case in questions():
        yield Labelled("shop", case["question"], case["expected"])


def _own() -> Iterator[Labelled]:
    """Yield the questions of the chart's own cases, a file for each room."""
    for file in sorted(CASES.glob("*.yaml")):
        for question, expected in yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader).items():
            yield Labelled(file.stem, question, expected)


def _houses() -> Iterator[Labelled]:
    for house, told in HOUSES.items():
        for question, expected in told["questions"].items():
            yield Labelled(house, question, expected and {**expected, "periods": LAST_MONTH})


def _rooms() -> Iterator[Labelled]:
    """Yield the first messages of the rooms' conversations, with what those that are certain come to."""
    for room, told in ROOMS.items():
        for (say, verdict, *comes_to), *_ in told["conversations"]:
            meant = answers(room).reader.read(comes_to[0] if comes_to else say, TODAY)
            if verdict == "certain" and isinstance(meant, MetricReading):
                yield Labelled(room, say, compact(meant.query))
            elif verdict != "candidate":
                yield Labelled(room, say, None)
