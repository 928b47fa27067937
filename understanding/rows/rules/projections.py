"""Columns to show: named with whose they are, or by what they record the time of."""

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.rows.names import Col


@rule("column", ("parent", "of_parent"), ("of_parent", "parent"))
def of_parent(*parts: Span) -> Col | None:
    """Read a column with the name of its table: store manager, city of the branch."""
    column = next(one for one in parts if one.type == "of_parent").value
    table = next(one for one in parts if one.type == "parent").value
    assert isinstance(column, Col)
    return column if column.name.rpartition(".")[0] == table else None


@rule("column", ("parent_named", "called"), ("called", "parent_named"))
def name_of_parent(*parts: Span) -> Col | None:
    """Read the name of what a key points at: 宠物名, name of the store."""
    found = next(one for one in parts if one.type == "parent_named").value
    assert isinstance(found, Col)
    return found


@rule("column", ("event", "dated"), ("dated", "event"))
def day_of(*parts: Span) -> Col | None:
    """Read the day of something: closing date, date hired."""
    found = next(one for one in parts if one.type == "event").value
    return found if isinstance(found, Col) else None


@rule("how_much", ("how_much", "unit"))
def how_many_of(asked: Span, unit: Span) -> str | None:
    """Read what an amount is asked in: 多少天."""
    return str(unit.value) if unit.start == asked.end else None


@rule("how_much", ("how_much", "counter"))
def so_many(_: Span, counter: Span) -> object:
    """Read what a number that a row holds is asked in: 有多少张床位."""
    return counter.value


RULES = (*how_many_of, *so_many, *of_parent, *name_of_parent, *day_of)
