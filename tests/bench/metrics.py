"""`make bench`'s rows on metrics: how long reading a question takes, and answering one without a model."""

import datetime as dt
import random
import statistics
import time
from collections.abc import Iterator

from config.settings import ROOT
from database.connections import Database
from database.dialects import POSTGRES
from database.rights import Rights
from database.schema import Column, ForeignKey, Schema, Table
from demo.people import CONNECTION
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.values import ColumnValues, ValueIndex, code_values, read_values
from services import Services
from teaching.loaders import load_paths
from understanding.metric.answers import MetricAnswers
from understanding.metric.known import Known
from understanding.metric.reader import MetricReader
from understanding.readings import MetricHit, MetricReading

METRICS, DIMENSIONS, VALUES, QUESTIONS = 100, 500, 200_000, 300
NAMED = 100  # dimensions whose values are read
TODAY = dt.date(2026, 11, 20)
RIGHTS = Rights("", CONNECTION)
DEMO = (
    "{month}月各分公司的营业额",
    "{month}月营业额最高的5个服务区",
    "今年每个月的{area}服务区的客单价",
    "{month}月各业态的营业额占比",
    "Complaints by service area in 2026-{month:02}",
    "Entry rate of each branch in 2026-{month:02}",
)
AREAS = ("南城", "厚街", "白云", "罗浮山")


async def metrics(services: Services) -> list[tuple[str, str, str]]:
    """Return what, figure and goal of each measure."""
    return [_reading(), await _answering(services)]


def _reading() -> tuple[str, str, str]:
    """Read questions over a large catalog that was not seen before."""
    make = random.Random(7)
    reader = MetricReader(Known(_catalog(), _values(make)))
    reader.warm()
    read, times = 0, []
    for question in _questions(make):
        began = time.perf_counter()
        read += isinstance(reader.read(question, TODAY), MetricReading)
        times.append(time.perf_counter() - began)
    assert read == len(times), f"{read} of {len(times)} read"
    what = f"metrics: reading, {METRICS} metrics, {DIMENSIONS} dimensions, {VALUES:,} values"
    return what, f"p50 {statistics.median(times) * 1e3:.1f} ms, max {max(times) * 1e3:.0f} ms", "p50 ≤ 5"


def _catalog() -> Catalog:
    named = (Column("id", "integer"), Column("name", "text"))
    things = [Table("", f"things_{number}", named, primary_key=("id",)) for number in range(DIMENSIONS)]
    own = [Column("fact_id", "integer"), Column("happened_on", "date")]
    own += [Column(f"thing_{number}", "integer") for number in range(DIMENSIONS)]
    keys = tuple(
        ForeignKey((f"thing_{number}",), "", f"things_{number}", ("id",)) for number in range(DIMENSIONS)
    )
    facts = Table("", "facts", tuple(own), primary_key=("fact_id",), foreign_keys=keys)
    metrics = {
        f"m{n}": Metric(f"m{n}", f"指标{_letters(n)}", f"Measure {_letters(n)}", table="facts",
                        expression=f"SUM(amount_{n})", time="happened_on")
        for n in range(METRICS)
    }  # fmt: skip
    dimensions = {
        f"d{n}": Dimension(
            f"d{n}", f"维度{_letters(n)}", f"Dimension {_letters(n)}", column=f"things_{n}.name"
        )
        for n in range(DIMENSIONS)
    }
    return Catalog(metrics, dimensions, schema=Schema((facts, *things)))


def _letters(number: int) -> str:
    """Return a name no number is read in."""
    return "".join("abcdefghij"[int(digit)] for digit in f"{number:03}") + "x"


def _values(make: random.Random) -> ValueIndex:
    """Return Chinese and English names, as long as people give them."""
    signs = [chr(0x4E00 + at) for at in range(0, 6000, 3)]
    columns = []
    for number in range(NAMED):
        names = []
        for at in range(VALUES // NAMED):
            chinese = "".join(make.choices(signs, k=5))
            names.append(
                (chinese if at % 2 else f"{_letters(at)} {_letters(at // 7)} {_letters(number)}q", ())
            )
        columns.append(ColumnValues(f"things_{number}.name", names))
    return ValueIndex.build(columns)


def _questions(make: random.Random) -> Iterator[str]:
    for _ in range(QUESTIONS):
        metric, dimension = _letters(make.randrange(METRICS)), _letters(make.randrange(DIMENSIONS))
        month = make.randint(1, 10)
        yield make.choice(
            (
                f"2026年{month}月各维度{dimension}的指标{metric}最高的5个",
                f"今年每个月的指标{metric}是多少？",
                f"Measure {metric} by dimension {dimension} in 2026-{month:02}",
                f"top 3 dimension {dimension} by measure {metric} last month",
            )
        )


async def _answering(services: Services) -> tuple[str, str, str]:
    """Ask the demo from question to rows, beside the database's own time."""
    database = services.databases.get(CONNECTION)
    answers = await _demo(database)
    own, took = [], []
    for number in range(QUESTIONS // 5):
        text = DEMO[number % len(DEMO)].format(month=1 + number % 10, area=AREAS[number % 4])
        began = time.perf_counter()
        found = answers.answer(text, TODAY, lambda _: True)
        assert isinstance(found, MetricHit), text
        rows = await database.run(await database.approve(found.sql, RIGHTS, dry_run=False))
        whole = (time.perf_counter() - began) * 1e3
        own.append(whole - rows.elapsed_ms)
        took.append(rows.elapsed_ms)
    figure = f"p50 {statistics.median(own):.0f} ms beside the database's {statistics.median(took):.0f} ms"
    return "metrics: question to rows on the demo, no model", figure, "≤ 60"


async def _demo(database: Database) -> MetricAnswers:
    schema = await database.load_schema()

    async def run(sql: str) -> list[list[object]]:
        found = await database.run(await database.approve(sql, RIGHTS, dry_run=False))
        return [list(row) for row in found.rows]

    values = ValueIndex.build([*code_values(schema), *await read_values(schema, run, max_distinct=900)])
    items = load_paths([ROOT / "demo" / "knowledge" / "metrics.yaml"]).items
    return MetricAnswers.build(items, schema, values, POSTGRES)
