"""What a file measures beside what was drafted of it: every column of numbers, by the name it has there.

Nobody drafts a target or a rate as a sum. Beside other figures each is taken as it stands, one row a name;
only an aim, such as a target, is added up.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from sqlglot import exp

from analysis.together.asking import is_aim
from database.schema import Column, Table
from knowledge.metrics import Catalog, Metric
from understanding.figures.numbering import told_in

_NUMBERS = ("TINYINT", "SMALLINT", "INT", "BIGINT", "HUGEINT", "DECIMAL", "DOUBLE", "FLOAT")
_DAYS = ("DATE", "TIMESTAMP")
OWN = "file_figure_"
_AIMS = (("target", "targets", "目标"), ("plan", "计划"), ("budget", "预算"), ("forecast", "预测"))
_PERIOD = re.compile(
    r"(?:\d{4}\s*年?\s*)?(?:\d{1,2}\s*月份?|[一二三四1-4]\s*季度|[上下]半年|Q[1-4]"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)|\d{4}\s*年?",
    re.IGNORECASE,
)


def with_own_figures(catalog: Catalog) -> Catalog:
    """Return a file's definitions with one for each column of numbers that none of them stands on."""
    taken = {
        (catalog.full(metric.table), column.name.lower())
        for metric in catalog.metrics.values()
        for column in _columns_in(metric.expression)
    }
    own = {
        metric.name: metric
        for table in catalog.schema.tables
        for metric in _of_table(table)
        if (table.full_name, _columns_in(metric.expression)[0].name.lower()) not in taken
    }
    return replace(catalog, metrics={**catalog.metrics, **own})


def taken_as_it_stands(metric: Metric) -> bool:
    """Tell whether a figure may not be added up over several rows of one name."""
    return metric.name.startswith(OWN) and metric.additivity != "sum"


def may_be_held_against(figure: Metric, other: Metric) -> bool:
    """Tell whether two figures may be told apart or divided: money by money, a count by a number of the same.

    A column called target does not say of what: orders against a target of money would be 2 % of it.
    """
    units, others = told_in(figure), told_in(other)
    if units and others:
        return bool(units & others)
    if figure.counts_rows == other.counts_rows:
        return True
    return any(one.lower() in label.lower() for one in figure.wordings for label in other.wordings)


def wordings_in(question: str, metric: Metric) -> tuple[str, ...]:
    """Return what a figure may be called in a question: 10月目标 is the 目标 where 10月 is asked about.

    An aim is called so in either language.
    """
    said = list(metric.wordings)
    for wording in metric.wordings:
        period, rest = _PERIOD.search(wording), without_period(wording)
        if period and rest and period[0].strip().lower() in question.lower().replace(wording.lower(), ""):
            said.append(rest)
    said += [word for aim in _AIMS if any(one.lower() in aim for one in said) for word in aim]
    return tuple(dict.fromkeys(said))


def without_period(wording: str) -> str:
    """Return what a figure is called without the time that its name holds: of 10月目标, 目标."""
    period = _PERIOD.search(wording)
    return (wording[: period.start()] + wording[period.end() :]).strip(" _-()（）的") if period else wording


def _of_table(table: Table) -> Iterator[Metric]:
    days = [column.name for column in table.columns if column.type.upper().startswith(_DAYS)]
    for column in table.columns:
        if column.type.upper().startswith(_NUMBERS):
            yield _metric(table, column, days[0] if len(days) == 1 else "")


def _metric(table: Table, column: Column, time: str) -> Metric:
    said, unit = _said(column)
    return Metric(
        name=f"{OWN}{table.name}_{column.name}",
        zh=said,
        en=said,
        synonyms=tuple(dict.fromkeys((column.name, column.name.replace("_", " ")))),
        table=table.full_name,
        expression=exp.func("sum", exp.column(column.name, quoted=True)).sql(dialect="duckdb"),
        time=time,
        unit_zh=unit,
        unit_en=unit,
        additivity="sum" if is_aim(said) and unit != "%" else "average",
    )


def _said(column: Column) -> tuple[str, str]:
    """Return what a column is called in its file, and the unit that stood at its figures."""
    said, bracket, unit = (column.comment or column.name).rpartition(" (")
    return (said, unit.rstrip(")")) if bracket and unit.endswith(")") else (column.comment or column.name, "")


def _columns_in(expression: str) -> list[exp.Column]:
    if not expression:
        return []
    return list(exp.maybe_parse(expression, dialect="duckdb").find_all(exp.Column))
