"""Metrics, dimensions and tables as a tool tells of them."""

from collections.abc import Mapping
from typing import Any

from config.wording import Language
from database.schema import Table
from errors import NotFoundError
from knowledge.metrics import Dimension, Metric
from understanding.metric.desk import MetricDesk


def metric_data(
    metric: Metric, desk: MetricDesk, dimensions: Mapping[str, Dimension], language: Language
) -> dict[str, Any]:
    """Return a metric as data: its names, meaning, unit and what cuts it."""
    return {
        "name": metric.name,
        "zh": metric.zh,
        "en": metric.en,
        "synonyms": list(metric.synonyms),
        "verbs": list(metric.verbs),
        "unit": metric.unit(language),
        "definition": metric.definition(language) or metric.definition_en or metric.definition_zh,
        "finest_grain": metric.time_grain if metric.time or metric.kind != "simple" else "",
        "dimensions": [name for name in sorted(dimensions) if desk.catalog.cuts(metric.name, name)],
    }


def dimension_data(dimension: Dimension) -> dict[str, Any]:
    """Return a dimension as data: its names, and what its codes mean."""
    return {
        "name": dimension.name,
        "zh": dimension.zh,
        "en": dimension.en,
        "synonyms": list(dimension.synonyms),
        "verbs": list(dimension.verbs),
        "values": {code: list(names) for code, names in dimension.values.items()},
    }


def holds(metric: Metric, wanted: str) -> bool:
    """Tell whether one of a metric's names or its definition holds a text."""
    words = (metric.name, *metric.wordings, metric.definition_zh, metric.definition_en)
    return not wanted or any(wanted in one.casefold() for one in words)


def wanted_table(name: str, tables: list[Table]) -> Table:
    """Return the table of this name among those a person may see, or raise NotFoundError."""
    lowered = name.casefold()
    for table in tables:
        if lowered in (table.name.casefold(), table.full_name.casefold()):
            return table
    raise NotFoundError("mcp_table_unknown", table=name)


def table_data(table: Table, *, whole: bool) -> dict[str, Any]:
    """Return a table as data; `whole` with its columns and keys."""
    named: dict[str, Any] = {"name": table.full_name, "comment": table.comment}
    if not whole:
        return named
    return {
        **named,
        "columns": [
            {"name": one.name, "type": one.type, "comment": one.comment, "nullable": one.nullable}
            for one in table.columns
        ],
        "primary_key": list(table.primary_key),
        "foreign_keys": [
            {
                "columns": list(key.columns),
                "to": f"{key.to_schema}.{key.to_table}".lstrip("."),
                "to_columns": list(key.to_columns),
            }
            for key in table.foreign_keys
        ],
    }


def table_lines(table: Table, *, whole: bool) -> list[str]:
    """Return a table as lines of Markdown."""
    head = f"- `{table.full_name}` {table.comment}".rstrip()
    columns = [f"  - `{one.name}` {one.type} {one.comment}".rstrip() for one in table.columns]
    return [head, *columns] if whole else [head]
