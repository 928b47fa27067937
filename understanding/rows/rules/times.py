"""When something was: an event in a stretch of time, before it, after it."""

import datetime as dt
from decimal import Decimal
from typing import Final, Literal

from language.calendar import add_months
from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.rows.frame import COMPARERS, Condition, Op, Scalar
from understanding.rows.names import Col
from understanding.rows.words import rows_words

Stretch = tuple[dt.date, dt.date]
Age = tuple[str, Decimal, str]
AGES = ("age", "lasted")
LONGEST: Final = "longest"  # how long ago those were that have waited longest
MONTHS = {"month": 1, "year": 12}
DAYS = {"day": 1, "week": 7}
YEARS = range(1950, 2101)
GOING_ON = (
    "bare_months",
    "unfinished",
)  # of what happened they reach until today, of what is planned further


@rule(
    "edge",
    ("before", "period"), ("period", "before"),
    ("before", "number"), ("number", "before"), ("number", "year_word", "before"),
)  # fmt: skip
def before(*parts: Span) -> tuple[str, dt.date] | None:
    """Read a time by its first day: before 2020, 2020年以前."""
    stretch = _stretch(parts)
    return ("lt", stretch[0]) if stretch else None


@rule(
    "edge",
    ("after", "period"), ("period", "after"),
    ("after", "number"), ("number", "after"), ("number", "year_word", "after"),
)  # fmt: skip
def after(*parts: Span) -> tuple[str, dt.date] | None:
    """Read a time by the day after its last: after May 2024."""
    stretch = _stretch(parts)
    return ("ge", stretch[1]) if stretch else None


@rule("age", ("older", "amount"), *((how, "amount", "ago") for how in COMPARERS))
def age(*parts: Span) -> Age | None:
    """Read how long ago something was: older than 30 days, more than 3 years ago."""
    return _age(parts)


@rule("lasted", *((how, "amount") for how in COMPARERS), ("amount", "ge"), ("amount", "le"))
def lasted(*parts: Span) -> Age | None:
    """Read a length of time that may be how long something has waited: 超过30天, for more than 30 days."""
    return _age(parts)


@rule("waited", ("condition", "lasted"), ("lasted", "condition"))
def waited(*parts: Span) -> tuple[Condition, Age] | None:
    """Read how long something has been in a state: 超过30天未结案, open for more than 30 days."""
    state, time = (next(one.value for one in parts if one.type == type_) for type_ in ("condition", "lasted"))
    return (state, time) if state.op in ("null", "is") else None


@rule("waited", ("condition", "longest"), ("longest", "condition"))
def waited_longest(*parts: Span) -> tuple[Condition, Literal["longest"]] | None:
    """Read what has been in a state for the longest: open the longest, 最久没处理的."""
    state = next(one.value for one in parts if one.type == "condition")
    return (state, LONGEST) if state.op in ("null", "is", "is_not") else None


def _age(parts: tuple[Span, ...]) -> Age | None:
    number, unit = next(one for one in parts if one.type == "amount").value
    how = next((one.type for one in parts if one.type in COMPARERS), "gt")
    known = unit in (*DAYS, *MONTHS) and number == int(number)
    return (how, number, unit) if known else None


@rule("condition", *((one, "event") for one in AGES), *(("event", one) for one in AGES))
def happened_ago(*parts: Span) -> Condition | None:
    """Read how long ago something happened: hired more than 3 years ago, 入职超过3年."""
    column = _column(parts)
    fits = column.kind == "time" and not is_to_come(column)
    long = next(one for one in parts if one.type in AGES)
    return Condition(column.name, "ago", (*long.value, long.type)) if fits else None


def edge_of(age: tuple[Scalar, ...], today: dt.date) -> tuple[Op, dt.date]:
    """Return the day before which something was that is so old, or from which where it is not.

    >>> edge_of(("gt", Decimal(30), "day"), dt.date(2026, 11, 29))
    ('lt', datetime.date(2026, 10, 30))
    """
    how, number, unit, *_ = age
    assert isinstance(number, Decimal)
    count = int(number)
    if unit in MONTHS:
        day = add_months(today, -count * MONTHS[str(unit)])
    else:
        day = today - dt.timedelta(days=count * DAYS[str(unit)])
    return ("lt" if how in ("gt", "ge") else "ge"), day + dt.timedelta(days=how in ("ge", "lt"))


@rule(
    "condition",
    ("event", "period"), ("period", "event"), ("column", "period"), ("column", "is", "period"),
)  # fmt: skip
def within(*parts: Span) -> Condition | None:
    """Read when something was: left this year, 今年离职, 建档日期是10月."""
    column = _column(parts)
    stretch = _stretch(parts)
    if any(one.rule in GOING_ON for one in parts) and is_to_come(column):
        return None
    return Condition(column.name, "within", stretch) if column.kind == "time" and stretch else None


@rule("condition", ("event", "coming"), ("coming", "event"), ("column", "coming"), ("column", "is", "coming"))
def within_the_coming(*parts: Span) -> Condition | None:
    """Read what is due by the next month of a name, or by all of this one: 12月到期, due this month."""
    column = _column(parts)
    stretch = next(one.value for one in parts if one.type == "coming")
    return Condition(column.name, "within", stretch) if column.kind == "time" and is_to_come(column) else None


def is_to_come(column: Col) -> bool:
    """Tell a day that is planned, until which something holds or by which it is due: it may not have come."""
    return any(column.says(str(word)) for kind in ("expires", "due", "plans") for word in rows_words()[kind])


@rule("condition", ("event", "edge"), ("edge", "event"), ("column", "edge"))
def beyond(*parts: Span) -> Condition | None:
    """Read that something was before or after a time: opened before 2020."""
    column = _column(parts)
    op, day = next(one for one in parts if one.type == "edge").value
    return Condition(column.name, op, (day,)) if column.kind == "time" else None


def _column(parts: tuple[Span, ...]) -> Col:
    found = next(one for one in parts if one.type in ("event", "column")).value
    assert isinstance(found, Col)
    return found


def _stretch(parts: tuple[Span, ...]) -> Stretch | None:
    """Return the stretch among some spans; a number is a year where it can be one."""
    for one in parts:
        if one.type == "period":
            start, end = one.value
            return start, end
        if one.type == "number" and isinstance(one.value, Decimal) and one.value in YEARS:
            year = int(one.value)
            return dt.date(year, 1, 1), dt.date(year + 1, 1, 1)
    return None


RULES = (
    *before,
    *after,
    *age,
    *lasted,
    *waited,
    *waited_longest,
    *happened_ago,
    *within,
    *within_the_coming,
    *beyond,
)
