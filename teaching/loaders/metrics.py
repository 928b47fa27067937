"""Metrics from YAML: our own definitions, or another tool's."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from knowledge.definitions.files import definition_items
from teaching.exchange.reading import is_foreign
from teaching.loaders.aliases import overgrown_line
from teaching.loaders.ddl import TableSet
from teaching.loaders.exchange import load_foreign
from teaching.loaders.report import LoadReport, Refused

SECTIONS = ("metrics", "dimensions", "hierarchies", "joins", "scorecard")

BOTH, LANGUAGES = ("names", "unit", "definition"), ("zh", "en")
CUT = 60  # characters of a key that are told
LARGEST_SEARCHED = 2_000_000  # characters; each name is looked for in all of them


def load_metrics(text: str, file: str, tables: TableSet | None = None) -> LoadReport:
    """Return a file's definitions as items; one that cannot be read does not lose the others.

    `tables` are those that another tool's file may describe.
    """
    try:
        if alias := overgrown_line(text):
            return LoadReport(refused=[Refused(file, alias, "yaml_alias", {})])
        data: Any = yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        return LoadReport(refused=[Refused(file, line, "metrics_unreadable", {"detail": str(error)[:200]})])
    if is_foreign(data):
        return load_foreign(data, file, tables or TableSet(), lambda name: line_of(text, name))
    if not isinstance(data, dict) or not any(data.get(section) for section in SECTIONS):
        return LoadReport(refused=[Refused(file, 1, "metrics_empty", {})])
    report = LoadReport()
    for item, name, problem in definition_items(data, file):
        if item is None:
            line = line_of(text, name)
            report.refused.append(Refused(file, line, "metric_invalid", {"name": name, "field": problem}))
        else:
            report.put(item, line_of(text, name))
            told = {"name": name, "keys": ", ".join(_unread_keys(item.payload))}
            report.warned += (
                [Refused(file, line_of(text, name), "metric_unread", told)] if told["keys"] else []
            )
    return report


def _unread_keys(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield what stands in a text for two languages and is neither: what an unquoted comma cut off."""
    for field in BOTH:
        said = entry.get(field)
        if isinstance(said, Mapping):
            yield from (f"{field}: {str(one)[:CUT]}" for one in said if one not in LANGUAGES)


def load_foreign_json(data: bytes, file: str, tables: TableSet) -> LoadReport | None:
    """Return what a JSON file of another tool's holds, a manifest of dbt's; None where it is none."""
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return None
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    if not is_foreign(found):
        return None
    text = data.decode("utf-8-sig")
    has_lines = "\n" in text and len(text) < LARGEST_SEARCHED  # a manifest is one line of many megabytes
    return load_foreign(found, file, tables, lambda name: line_of(text, name) if has_lines else 1)


def line_of(text: str, name: str) -> int:
    """Return the line that defines a name, 1 where none does."""
    plain = re.escape(name)
    exact = re.compile(rf"\b(name|from)['\"]?:\s*['\"]?{plain}['\"]?\s*(#|,|}}|$)|^{plain}:")
    lines = list(enumerate(text.splitlines(), 1))
    found = [number for number, line in lines if exact.search(line)]
    return next(iter([*found, *(number for number, line in lines if "name" in line and name in line)]), 1)
