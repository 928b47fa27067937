"""An item as the few named fields a person fills in, and back; forms, sheets and differences share them."""

from collections.abc import Mapping
from typing import Any

import sqlglot
import yaml
from sqlglot import exp
from sqlglot.errors import SqlglotError

from config.wording import language_of
from database.dialects import POSTGRES, Dialect
from database.guard import check
from errors import InputError, KnowledgeError, UnsafeSQLError
from knowledge.definitions.files import definition_items
from knowledge.items import Kind, KnowledgeItem
from knowledge.tables import table_from, table_item
from teaching.create_table import read_table, table_sql
from teaching.loaders.aliases import overgrown_line
from teaching.loaders.ddl import TableSet, load_ddl

FIELDS: Mapping[Kind, tuple[str, ...]] = {
    "ddl": ("text",),
    "documentation": ("title", "text"),
    "term": ("title", "synonyms", "definition", "expression"),
    "pair": ("question", "sql", "variants", "tags"),
    "metric": ("text",),
    "rejected": ("question", "sql", "reason"),
}
REQUIRED: Mapping[Kind, tuple[str, ...]] = {
    "ddl": ("text",),
    "documentation": ("title", "text"),
    "term": ("title", "definition"),
    "pair": ("question", "sql"),
    "metric": ("text",),
    "rejected": ("question", "sql", "reason"),
}
LONGEST = {"title": 300, "question": 1000, "synonyms": 4000, "tags": 1000, "variants": 20_000, "reason": 2000}
LONGEST_TEXT = 200_000
SECTIONS = {"metric": "metrics", "dimension": "dimensions", "join": "joins"}


def fields_of(item: KnowledgeItem) -> dict[str, str]:
    """Return an item's fields as text; lists have one entry a line."""
    payload = item.payload
    if item.kind == "ddl":
        return {"text": table_sql(table_from(payload))}
    if item.kind == "metric":
        return {"text": definition_text(payload)}
    if item.kind == "documentation":
        return {"title": item.title, "text": item.content}
    if item.kind == "term":
        return {
            "title": item.title,
            "synonyms": _lines(payload.get("synonyms")),
            "definition": str(payload.get("definition") or item.content),
            "expression": str(payload.get("expression") or ""),
        }
    sql = {"question": item.title, "sql": item.content}
    if item.kind == "rejected":
        return {**sql, "reason": str(payload.get("reason") or "")}
    return {**sql, "variants": _lines(payload.get("variants")), "tags": _lines(payload.get("tags"))}


def item_from(
    kind: Kind, fields: Mapping[str, str], dialect: Dialect = POSTGRES, base: KnowledgeItem | None = None
) -> KnowledgeItem:
    """Return the item that fields describe, or raise naming the field that is wrong.

    `base` is the item they were edited from: what its fields do not show is kept.
    """
    told = {name: fields.get(name, "").replace("\r\n", "\n").strip() for name in FIELDS[kind]}
    for name in FIELDS[kind]:
        most = LONGEST.get(name, LONGEST_TEXT)
        if not told[name] and name in REQUIRED[kind]:
            raise InputError("field_empty", field=name)
        if len(told[name]) > most or "\x00" in told[name]:
            raise InputError("field_too_long", field=name, most=most)
    source, verified = (base.source, base.verified_by) if base else ("", "")
    if kind == "ddl":
        return table_item(_table(told["text"]), source)
    if kind == "metric":
        return _metric(told["text"], source)
    if kind == "documentation":
        return KnowledgeItem("", "", kind, told["title"], told["text"], source=source, verified_by=verified)
    kept = dict(base.payload) if base else {}
    if kind == "term":
        require_expression(told["expression"], dialect)
        payload = {"synonyms": told["synonyms"].splitlines(), **_only(told, "definition", "expression")}
        return KnowledgeItem("", "", kind, told["title"], told["definition"], kept | payload, source=source)
    if kind == "rejected":
        payload = _only(told, "reason")
    else:
        check(told["sql"], dialect, slots=True)
        lists = {name: [line.strip() for line in told[name].splitlines() if line.strip()] for name in
                 ("variants", "tags")}  # fmt: skip
        payload = {"language": language_of(told["question"]), **lists}
    return KnowledgeItem(
        *("", "", kind, told["question"], told["sql"], kept | payload), source=source, verified_by=verified
    )


def require_expression(text: str, dialect: Dialect) -> None:
    """Raise unless a term's expression, where there is one, reads as one SQL expression."""
    if not text:
        return
    try:
        trees = sqlglot.parse(f"SELECT {text}", read=dialect.sqlglot_name)
    except (SqlglotError, RecursionError) as error:
        raise KnowledgeError("term_expression_unreadable", expression=text[:200]) from error
    tree = trees[0] if len(trees) == 1 else None
    if not isinstance(tree, exp.Select) or len(tree.expressions) != 1 or tree.find(exp.Command):
        raise KnowledgeError("term_expression_unreadable", expression=text[:200])


def definition_text(payload: Mapping[str, Any]) -> str:
    """Return a metric's definition as YAML under the section it belongs to."""
    if payload.get("type") == "hierarchy":
        data: dict[str, Any] = {"hierarchies": [list(payload["levels"])]}
    elif payload.get("type") == "scorecard":
        data = {"scorecard": list(payload["metrics"])}
    else:
        entry = {key: value for key, value in payload.items() if key != "type"}
        data = {SECTIONS.get(str(payload.get("type")), "metrics"): [_ordered(entry)]}
    return str(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=1_000_000))


def _ordered(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Put what it is called first: a database gives the keys back in another order."""
    first = [key for key in ("name", "names", "from", "to") if key in entry]
    return {key: entry[key] for key in (*first, *sorted(set(entry) - set(first)))}


def _table(text: str) -> Any:
    exact = read_table(f"{text}\n")
    if exact is not None:
        return exact
    tables = TableSet()
    refused = load_ddl(text, "", tables)
    if refused:
        raise KnowledgeError(refused[0].code, **refused[0].params)
    found = tables.items().items
    if len(found) != 1:
        raise InputError("one_table_wanted", count=len(found))
    return table_from(found[0].payload)


def _metric(text: str, source: str) -> KnowledgeItem:
    try:
        if overgrown_line(text):
            raise KnowledgeError("yaml_alias")
        data = yaml.load(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        raise KnowledgeError("metrics_unreadable", detail=str(error)[:200]) from error
    found = list(definition_items(data, source)) if isinstance(data, dict) else []
    if len(found) != 1:
        raise InputError("one_metric_wanted", count=len(found))
    item, name, problem = found[0]
    if item is None:
        raise KnowledgeError("metric_invalid", name=name, field=problem)
    return item


def _only(fields: Mapping[str, str], *names: str) -> dict[str, Any]:
    return {name: fields[name] for name in names}


def _lines(value: Any) -> str:
    return "\n".join(map(str, value or ()))


__all__ = ["FIELDS", "REQUIRED", "UnsafeSQLError", "definition_text", "fields_of", "item_from"]
