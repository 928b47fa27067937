"""What each column of a result is for: a time axis, a category, a measure, or an identifier."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from database.result import QueryResult, ResultColumn, once_a_result

Role = Literal["time", "category", "measure", "identifier"]

_DATE_TEXT = re.compile(r"\d{4}[-/]\d{1,2}([-/]\d{1,2})?([ T].*)?$|\d{4}-?Q[1-4]$|\d{4}年(\d{1,2}月)?")
_TIME_NAME = re.compile(
    r"(^|[_\s])(date|day|month|week|quarter|year)s?$|日期$|月份?$|年份?$|季度$|周$|日$", re.I
)
_ID_NAME = re.compile(
    r"(^|[_\s])(id|code|no|nr|number|phone)\.?$|(?:^|\s)#$|编号$|编码$|代码$|电话$|号码?$|^序号$", re.I
)


@dataclass(frozen=True)
class ColumnProfile:
    """One column's place in the answer."""

    index: int
    name: str
    role: Role


def names_keys(column: str) -> bool:
    """Tell a heading of what only tells things apart: Complaint no., 单号; it is no figure.

    >>> [names_keys(one) for one in ("Complaint no.", "单号", "Number of orders", "订单数")]
    [True, True, False, False]
    """
    return bool(_ID_NAME.search(column.strip()))


@once_a_result
def profile(result: QueryResult) -> tuple[ColumnProfile, ...]:
    """Give every column of a result its role, from its type, its name and its values."""
    return tuple(
        ColumnProfile(index, column.name, _role(column, [row[index] for row in result.rows]))
        for index, column in enumerate(result.columns)
    )


def _role(column: ResultColumn, values: Sequence[Any]) -> Role:
    present = [value for value in values if value is not None]
    if column.type in ("date", "datetime"):
        return "time"
    if column.type in ("integer", "number"):
        if column.type == "integer" and names_keys(column.name):
            return "identifier"
        if column.type == "integer" and _TIME_NAME.search(column.name) and _looks_like_calendar(present):
            return "time"
        return "measure"
    if present and all(isinstance(value, str) and _DATE_TEXT.match(value) for value in present):
        return "time"
    if names_keys(column.name):
        return "identifier"
    return "category"


def _looks_like_calendar(values: Sequence[Any]) -> bool:
    """Tell years, months, weeks and days from a count that happens to be named after them."""
    return all(0 < value <= 53 or 1900 <= value <= 2200 for value in values)


def columns_of(profiles: Sequence[ColumnProfile], role: Role) -> list[ColumnProfile]:
    """Return the columns of one role, in order."""
    return [column for column in profiles if column.role == role]
