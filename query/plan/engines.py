"""How engines' SQL differs: days, weeks and months, rounding, groups."""

import datetime as dt
from functools import lru_cache

from sqlglot import exp, parse_one

from database.dialects import Dialect
from database.trees import unplaced
from knowledge.definitions.written_days import FORMATS

DATE_TRUNC = {
    grain: f"CAST(DATE_TRUNC('{grain}', {{c}}) AS DATE)" for grain in ("week", "month", "quarter", "year")
} | {"day": "CAST({c} AS DATE)"}
BUCKETS: dict[str, dict[str, str]] = {
    "postgres": DATE_TRUNC,
    "duckdb": DATE_TRUNC,
    "mysql": {
        "day": "DATE({c})",
        "week": "DATE_SUB(DATE({c}), INTERVAL WEEKDAY({c}) DAY)",
        "month": "DATE_SUB(DATE({c}), INTERVAL DAYOFMONTH({c}) - 1 DAY)",
        "quarter": "MAKEDATE(YEAR({c}), 1) + INTERVAL (QUARTER({c}) - 1) * 3 MONTH",
        "year": "MAKEDATE(YEAR({c}), 1)",
    },
    "sqlite": {
        "day": "DATE({c})",
        "week": "DATE({c}, 'weekday 0', '-6 days')",
        "month": "DATE({c}, 'start of month')",
        "quarter": (
            "DATE({c}, 'start of month',"
            " '-' || ((CAST(STRFTIME('%m', {c}) AS INTEGER) - 1) % 3) || ' months')"
        ),
        "year": "DATE({c}, 'start of year')",
    },
}
WEEKDAYS = {  # Monday is 1
    "postgres": "CAST(EXTRACT(ISODOW FROM {c}) AS INTEGER)",
    "duckdb": "ISODOW({c})",
    "mysql": "WEEKDAY({c}) + 1",
    "sqlite": "(CAST(STRFTIME('%w', {c}) AS INTEGER) + 6) % 7 + 1",
}
SHIFTS = {
    "postgres": "CAST({c} + INTERVAL '{n} {unit}' AS DATE)",
    "duckdb": "CAST({c} + INTERVAL '{n} {unit}' AS DATE)",
    "mysql": "DATE_ADD({c}, INTERVAL {n} {unit})",
    "sqlite": "DATE({c}, '+{n} {unit}')",
}
DAYS_BETWEEN = {
    "postgres": "CAST({b} AS DATE) - CAST({a} AS DATE)",
    "duckdb": "CAST({b} AS DATE) - CAST({a} AS DATE)",
    "mysql": "DATEDIFF({b}, {a})",
    "sqlite": "JULIANDAY(DATE({b})) - JULIANDAY(DATE({a}))",
}

STEPS = {
    "day": (1, "DAY"),
    "week": (7, "DAY"),
    "month": (1, "MONTH"),
    "quarter": (3, "MONTH"),
    "year": (1, "YEAR"),
}


WRITTEN = {  # a day that a text or a number writes
    "postgres": "TO_DATE(CAST({c} AS TEXT), '{written}')",
    "duckdb": "CAST(STRPTIME(CAST({c} AS TEXT), '{strptime}') AS DATE)",
    "mysql": "STR_TO_DATE(CONCAT({c}, '{rest}'), '{strptime}{more}')",
    "sqlite": "SUBSTR({c}, 1, 4) || '-' || SUBSTR({c}, {month}, 2) || '-' || {day}",
}


def date_literal(day: dt.date, dialect: Dialect) -> exp.Expr:
    """Return a date; SQLite has no date type, and a cast there would make a number of it."""
    literal = exp.Literal.string(day.isoformat())
    return literal if dialect.name == "sqlite" else exp.cast(literal, exp.DType.DATE, copy=False)


def day_written(column: exp.Expr, written: str, dialect: Dialect) -> exp.Expr:
    """Return the day that a text or a number writes in a format of `FORMATS`; of a month its first day.

    With no format the column is one of days, and returned as it is.
    """
    if not written:
        return column
    name, mark = dialect.sqlglot_name, "" if written[4] == "M" else written[4]
    by_month = FORMATS[written] == "month"
    text = WRITTEN[dialect.name].format(
        c=column.sql(dialect=name),
        written=written,
        strptime=written.replace("YYYY", "%Y").replace("MM", "%m").replace("DD", "%d"),
        rest=f"{mark}01" if by_month else "",  # MySQL reads no date without a day
        more=f"{mark}%d" if by_month else "",
        month=written.index("MM") + 1,
        day="'01'" if by_month else f"SUBSTR({column.sql(dialect=name)}, {written.index('DD') + 1}, 2)",
    )
    return unplaced(parse_one(text, dialect=name))


def bucket(column: exp.Expr, grain: str, dialect: Dialect) -> exp.Expr:
    """Return the first day of the day, week, month, quarter or year a column falls into."""
    return _filled(BUCKETS[dialect.name][grain], column, dialect)


def weekday(column: exp.Expr, dialect: Dialect) -> exp.Expr:
    """Return the day of the week, Monday as 1."""
    return _filled(WEEKDAYS[dialect.name], column, dialect)


def later(column: exp.Expr, count: int, unit: str, dialect: Dialect) -> exp.Expr:
    """Return a day so many days, months or years later."""
    name = dialect.sqlglot_name
    text = SHIFTS[dialect.name].format(c=column.sql(dialect=name), n=count, unit=unit)
    return unplaced(parse_one(text, dialect=name))


def days_between(first: exp.Expr, last: exp.Expr, dialect: Dialect) -> exp.Expr:
    """Return how many days there are from one column's day to another's."""
    name = dialect.sqlglot_name
    text = DAYS_BETWEEN[dialect.name].format(a=first.sql(dialect=name), b=last.sql(dialect=name))
    return unplaced(parse_one(text, dialect=name))


def step(column: exp.Expr, grain: str, dialect: Dialect) -> exp.Expr:
    """Return the first day of the day, week or month after the one that begins on a day."""
    return later(column, *STEPS[grain], dialect)


def rounded(value: exp.Expr, decimals: int, dialect: Dialect) -> exp.Expr:
    """Return a value rounded to places; PostgreSQL rounds to places only what is numeric."""
    if dialect.name == "postgres":
        value = exp.cast(value, exp.DType.DECIMAL, copy=False)
    return exp.Round(this=value, decimals=exp.Literal.number(decimals))


def sums_floats(dialect: Dialect) -> bool:
    """Tell whether sums of amounts come as floats, to be rounded before they are shown."""
    return dialect.name == "sqlite"


def names_groups(dialect: Dialect) -> bool:
    """Tell whether a computed group needs a name of its own before another expression can hold it."""
    return dialect.name == "mysql"


def _filled(template: str, column: exp.Expr, dialect: Dialect) -> exp.Expr:
    name = dialect.sqlglot_name
    return unplaced(parse_one(template.format(c=column.sql(dialect=name)), dialect=name))


def is_sum(expression: str) -> bool:
    """Tell whether a figure is one sum or count, so that it can be divided by days."""
    tree = parse_one(expression)
    return isinstance(tree, exp.Sum | exp.Count) and not isinstance(tree.this, exp.Distinct)


@lru_cache(maxsize=256)
def summed(expression: str, dialect: Dialect) -> str | None:
    """Return what a figure is one plain sum of, or None where it is anything else: a difference of two."""
    name = dialect.sqlglot_name
    tree = parse_one(expression, dialect=name)
    return tree.this.sql(dialect=name) if type(tree) is exp.Sum and not tree.find(exp.Distinct) else None


@lru_cache(maxsize=256)
def is_counted(inside: str, dialect: Dialect) -> bool:
    """Tell a sum of ones and noughts: it counts rows, whatever they are picked by."""
    tree = parse_one(inside, dialect=dialect.sqlglot_name)
    given = [it.args["true"] for it in tree.args["ifs"]] if isinstance(tree, exp.Case) else [tree]
    return all(isinstance(one, exp.Literal) for one in given)
