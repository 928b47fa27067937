"""A figure whose one expression divides is a ratio of its sums, never a sum of its members' figures."""

from dataclasses import replace

import pytest

from analysis.series import adds_up
from analysis.why.shape import shape_of
from database.dialects import MYSQL, POSTGRES, Dialect
from knowledge.definitions.rates import with_rates
from tests.unit.analysis.kiosks import desk_of, kiosks
from understanding.metric.desk import MetricDesk


def _desk(expression: str, dialect: Dialect = POSTGRES) -> MetricDesk:
    desk = desk_of(kiosks()[1], "en")
    desk = replace(desk, answers=replace(desk.answers, dialect=dialect))
    reader = desk.answers.reader
    catalog = reader.known.catalog
    found = "average" if expression.startswith("AVG") else "sum"  # as a definition's text is read
    rate = replace(catalog.metrics["takings"], name="rate", expression=expression, additivity=found)
    told = with_rates(replace(catalog, metrics={**catalog.metrics, "rate": rate}), desk.answers.dialect)
    known = replace(reader.known, catalog=told)
    return replace(desk, answers=replace(desk.answers, reader=replace(reader, known=known)))


@pytest.mark.parametrize(
    ("expression", "kind", "scale", "parts"),
    [
        ("100.0*SUM(sales)/SUM(amount)", "ratio", 100, ["SUM(sales)", "SUM(amount)"]),
        ("ROUND(SUM(amount) / NULLIF(COUNT(*), 0), 2)", "ratio", 1, ["SUM(amount)", "COUNT(*)"]),
        ("COUNT(*) FILTER (WHERE sales > 9) * 100 / COUNT(*)", "ratio", 100, None),
        ("SUM(amount) / COUNT(DISTINCT day)", "whole", 1, []),
        ("SUM(amount) / SUM(sales) / 3", "whole", 1, []),
        ("AVG(amount)", "ratio", 1, ["SUM(amount)", "COUNT(amount)"]),
        ("AVG(amount) - AVG(sales)", "whole", 1, []),
        ("SUM(amount) / 10000", "sum", 1, ["SUM(amount) / 10000"]),
        ("SUM(amount)", "sum", 1, ["SUM(amount)"]),
        ("SUM(", "sum", 1, ["SUM("]),
    ],
)
def test_a_figure_that_divides_is_made_up_of_both_its_sums(
    expression: str, kind: str, scale: int, parts: list[str] | None
) -> None:
    desk = _desk(expression)
    shape = shape_of("rate", desk)
    assert (shape.kind, shape.scale) == (kind, scale)
    told = [shape.catalog.metrics[name].expression for name in shape.atoms]
    assert parts is None or told == parts
    assert (desk.catalog.metrics["rate"].additivity == "average") is (kind != "sum")
    assert adds_up(desk.catalog.metrics["rate"], desk) is (kind == "sum")


def test_it_is_read_and_written_as_the_engine_of_its_database_writes_it() -> None:
    desk = _desk("100.0 * SUM(`sales`) / SUM(`amount`)", MYSQL)
    shape = shape_of("rate", desk)
    told = [shape.catalog.metrics[name].expression for name in shape.atoms]
    assert (shape.kind, shape.scale, told) == ("ratio", 100, ["SUM(`sales`)", "SUM(`amount`)"])
