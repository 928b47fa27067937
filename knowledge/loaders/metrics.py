"""Metrics from YAML: our own definitions, or dbt's semantic models."""

import re
from typing import Any

import yaml

from knowledge.loaders.aliases import alias_line
from knowledge.loaders.report import LoadReport, Refused
from knowledge.loaders.semantic_models import definitions
from knowledge.metric.files import definition_items

SECTIONS = ("metrics", "dimensions", "hierarchies", "joins", "scorecard", "semantic_models")


def load_metrics(text: str, file: str) -> LoadReport:
    """Return a file's definitions as items; one that cannot be read does not lose the others."""
    try:
        if alias := alias_line(text):
            return LoadReport(refused=[Refused(file, alias, "yaml_alias", {})])
        data: Any = yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        return LoadReport(refused=[Refused(file, line, "metrics_unreadable", {"detail": str(error)[:200]})])
    if not isinstance(data, dict) or not any(data.get(section) for section in SECTIONS):
        return LoadReport(refused=[Refused(file, 1, "metrics_empty", {})])
    report = LoadReport()
    if data.get("semantic_models"):
        data = _taken_over(data, text, file, report)
    for item, name, problem in definition_items(data, file):
        if item is None:
            line = _line_of(text, name)
            report.refused.append(Refused(file, line, "metric_invalid", {"name": name, "field": problem}))
        else:
            report.put(item, _line_of(text, name))
    return report


def _taken_over(data: dict[str, Any], text: str, file: str, report: LoadReport) -> dict[str, Any]:
    """Return dbt's definitions in our own form; what has no counterpart is refused."""
    found: dict[str, list[Any]] = {}
    try:
        for section, definition, name, problem in definitions(data):
            if definition is None:
                params = {"name": name, "field": problem}
                report.refused.append(Refused(file, _line_of(text, name), "metric_invalid", params))
            else:
                found.setdefault(section, []).append(definition)
    except (KeyError, TypeError, AttributeError) as error:
        params = {"name": "semantic_models", "field": str(error).strip("'")}
        report.refused.append(Refused(file, 1, "metric_invalid", params))
    return dict(found)


def _line_of(text: str, name: str) -> int:
    exact = re.compile(rf"\b(name|from):\s*['\"]?{re.escape(name)}['\"]?\s*(#|,|}}|$)")
    lines = list(enumerate(text.splitlines(), 1))
    found = [number for number, line in lines if exact.search(line)]
    return next(iter([*found, *(number for number, line in lines if "name" in line and name in line)]), 1)
