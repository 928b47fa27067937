"""A figure whose one expression divides is a ratio of its sums, never a sum of its members' figures."""

from dataclasses import replace

import pytest

from analysis.series import adds_up
from analysis.why.shape import divides, shape_of
from database.dialects import MYSQL
from tests.unit.analysis.kiosks import desk_of, kiosks
from understanding.metric.desk import MetricDesk


def _desk(expression: str) -> MetricDesk:
    desk = desk_of(kiosks()[1], "en")
    reader = desk.answers.reader
    catalog = reader.known.catalog
    rate = replace(catalog.metrics["takings"], name="rate", expression=expression)
    known = replace(reader.known, catalog=replace(catalog, metrics={**catalog.metrics, "rate": rate}))
    return replace(desk, answers=replace(desk.answers, reader=replace(reader, known=known)))


@pytest.mark.parametrize(
    ("expression", "kind", "scale", "parts"),
    [
        ("100.0*SUM(sales)/SUM(amount)", "ratio", 100, ["SUM(sales)", "SUM(amount)"]),
        ("ROUND(SUM(amount) / NULLIF(COUNT(*), 0), 2)", "ratio", 1, ["SUM(amount)", "COUNT(*)"]),
        ("COUNT(*) FILTER (WHERE sales > 9) * 100 / COUNT(*)", "ratio", 100, None),
        ("SUM(amount) / COUNT(DISTINCT day)", "whole", 1, []),
        ("SUM(amount) / SUM(sales) / 3", "whole", 1, []),
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
    assert divides(desk.catalog.metrics["rate"], desk.answers.dialect) is (kind != "sum")
    assert adds_up(desk.catalog.metrics["rate"], desk) is (kind == "sum")


def test_it_is_read_and_written_as_the_engine_of_its_database_writes_it() -> None:
    desk = _desk("100.0 * SUM(`sales`) / SUM(`amount`)")
    desk = replace(desk, answers=replace(desk.answers, dialect=MYSQL))
    shape = shape_of("rate", desk)
    told = [shape.catalog.metrics[name].expression for name in shape.atoms]
    assert (shape.kind, shape.scale, told) == ("ratio", 100, ["SUM(`sales`)", "SUM(`amount`)"])
