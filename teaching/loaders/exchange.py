"""Another tool's definitions as items: metrics, dimensions, joins, and what is said of tables."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from database.schema import Table
from knowledge.definitions.files import definition_items
from knowledge.items import KnowledgeItem
from teaching.exchange.carried import Carried, DescribedTable
from teaching.exchange.reading import carried
from teaching.loaders.ddl import TableSet
from teaching.loaders.report import LoadReport, Refused

LineOf = Callable[[str], int]


def load_foreign(data: Mapping[str, Any], file: str, tables: TableSet, line_of: LineOf) -> LoadReport:
    """Return what a file of Ossie's or dbt's holds; what is not carried is named with its line.

    A table that is known gets the descriptions and the key it lacks; of another they are documentation.
    """
    try:
        found = carried(data, tables.known())
    except (KeyError, TypeError, AttributeError) as error:
        problem = str(error).strip("'\"")
        return LoadReport(refused=[Refused(file, 1, "exchange_broken", {"problem": problem[:120]})])
    report = LoadReport()
    _put_definitions(found, file, line_of, report)
    for left in found.left:
        code = "exchange_partly" if left.taken else "exchange_left"
        place = report.warned if left.taken else report.refused
        line = line_of(left.name.rpartition(".")[2])
        place.append(Refused(file, line, code, {"name": left.name, "what": left.what}))
    for told in found.tables:
        known = tables.find(told.schema, told.name) or tables.find("", told.name)
        if known is None:
            report.put(_document(told, file), line_of(told.name))
        elif (described := _described(known, told)) != known:
            tables.put(described, file)
    return report


def _put_definitions(found: Carried, file: str, line_of: LineOf, report: LoadReport) -> None:
    for item, name, problem in definition_items(found.definitions, file):
        if item is None:
            params = {"name": name, "field": problem}
            report.refused.append(Refused(file, line_of(name), "metric_invalid", params))
        else:
            report.put(item, line_of(name))


def _described(known: Table, told: DescribedTable) -> Table:
    """Return a table with what it lacks; what somebody taught of it or the database says goes before."""
    said = {name.lower(): text for name, text in told.columns.items()}
    columns = tuple(
        replace(one, comment=one.comment or said.get(one.name.lower(), "")) for one in known.columns
    )
    key = known.primary_key or tuple(name for name in told.primary_key if known.column(name))
    return replace(known, comment=known.comment or told.description, columns=columns, primary_key=key)


def _document(told: DescribedTable, file: str) -> KnowledgeItem:
    lines = [told.description, *(f"- `{name}` {text}" for name, text in told.columns.items() if text)]
    if told.primary_key:
        lines.append(f"- PRIMARY KEY ({', '.join(told.primary_key)})")
    return KnowledgeItem("", "", "documentation", told.name, "\n".join(filter(None, lines)), source=file)
