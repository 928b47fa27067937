"""What is asked of rows: a table, columns, conditions, an order."""

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

Scalar = str | bool | Decimal | dt.date
Op = Literal[
    "is", "is_not", "gt", "ge", "lt", "le", "null", "not_null", "between", "within", "ongoing", "stood",
    "overdue", "late", "some_of", "none_of", "many_of", "ago",
]  # fmt: skip
COMPARERS: tuple[Op, ...] = ("gt", "ge", "lt", "le")
OF_OTHERS = ("some_of", "none_of", "many_of")
Kind = Literal["count", "sum", "mean", "both", "days"]


@dataclass(frozen=True)
class Condition:
    """What a column must hold: one of some values, more or less than one, nothing, a day of a stretch.

    *between* has two numbers, both of them in it;
    *within* has the first day and the day after the last; *before* has one with the first day left open
    (`lt`), *after* (`ge`). *ongoing* has a day: `column` has begun by then and `until` has not ended;
    *stood* too, of a day that is past, on which what ended then stood no more;
    *overdue* too: `column` is past by then and `until` has not come;
    *late*: `column` is a later day than `until`. *some_of* and *none_of*: the rows that
    point here by `column` are any or none, within a stretch of `until`, as the metric `defined` counts them,
    or those alone whose kind is called the one value in the column `named`, or that have the `codes` of
    columns of theirs; *many_of*: they are more or less than so many `times`.
    *ago* has how, how many and of what, which a reading turns into a day.
    *is* of a key: what it points at is called so in its column `named`.
    """

    column: str  # schema.table.column
    op: Op
    values: tuple[Scalar, ...] = ()
    until: str = ""
    defined: str = ""
    named: str = ""
    codes: tuple[tuple[str, str], ...] = ()
    times: tuple[Op, Decimal] | None = None


@dataclass(frozen=True)
class Order:
    """A column the rows are put in order by."""

    column: str
    descending: bool = False


@dataclass(frozen=True)
class Figure:
    """What is computed of the rows: how many, the sum or mean of a column, number and sum together.

    *days*: how many days there are on average from the column `since` to `column`.
    """

    kind: Kind
    column: str = ""
    since: str = ""


@dataclass(frozen=True)
class RowsQuery:
    """Rows of one table, with columns of it or of what its keys point at, or a figure for each of these.

    `defined` names the metric whose rows are meant, by its filters; `first` keeps so many of the order's
    first, with ties.
    """

    table: str
    columns: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    order: tuple[Order, ...] = ()
    first: int | None = None
    defined: str = ""
    figure: Figure | None = None

    def also(self, *conditions: Condition) -> "RowsQuery":
        """Return the query of those of its rows that meet further conditions."""
        return replace(self, conditions=tuple(sorted((*self.conditions, *conditions), key=repr)))


@dataclass(frozen=True)
class Read:
    """A query that words may mean; not `sure`: something was taken for granted for it."""

    query: RowsQuery
    sure: bool = True
