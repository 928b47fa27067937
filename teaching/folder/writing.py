"""Items as files: the same items give the same names and bytes, whatever their order."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml

from knowledge.items import KnowledgeItem
from knowledge.records import item_key
from knowledge.tables import table_from, table_payload
from teaching.create_table import read_table, table_sql
from teaching.folder import DOCUMENTS, METRICS, PAIRS, REJECTED, TABLES, TERMS, Files

LONGEST_NAME = 48
SECTIONS = {"metric": "metrics", "dimension": "dimensions", "join": "joins", "hierarchy": "hierarchies"}
SCORECARD = "scorecard"
FIRST = ("name", "names", "question", "title", "source", "from", "to")

_UNSEEN = re.compile("[\x85\u2028\u2029\ufeff\r]")
_ODD = re.compile(r"[\W_]+")


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.Node:
    """Write lines as lines; what YAML takes for a line end and editors do not is escaped."""
    style = '"' if _UNSEEN.search(text) else "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def folder_of(items: Iterable[KnowledgeItem]) -> Files:
    """Return the folder that holds these items."""
    ordered = sorted(items, key=lambda item: (item.kind, item_key(item), item.id))
    files = dict(_one_each(ordered))
    terms = [item for item in ordered if item.kind == "term"]
    if terms:
        files[TERMS] = yaml_text([_term(item) for item in terms]).encode()
    metrics = definitions_of(item for item in ordered if item.kind == "metric")
    if metrics:
        files[METRICS] = yaml_text(metrics).encode()
    return files


def file_name(item: KnowledgeItem) -> str:
    """Return a name that tells what the item is about and stays when its text changes."""
    key = item_key(item)
    words = _ODD.sub("-", key).strip("-")[:LONGEST_NAME].strip("-")
    digest = hashlib.sha256(f"{item.kind}\n{key}".encode()).hexdigest()[:8]
    return f"{words}-{digest}" if words else digest


def yaml_text(value: Any) -> str:
    """Return YAML with one entry a line, so that a difference shows what changed."""
    return str(yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1_000_000))


def ordered(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Put what an entry is called first, the rest by name: a database gives keys back in another order."""
    first = [key for key in FIRST if key in entry]
    return {key: _sorted(entry[key]) for key in (*first, *sorted(set(entry) - set(first)))}


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(one) for one in value] if isinstance(value, list | tuple) else value


def _one_each(items: Iterable[KnowledgeItem]) -> Iterator[tuple[str, bytes]]:
    for item in items:
        name = file_name(item)
        if item.kind == "ddl":
            ending, text = _table(item)
            yield f"{TABLES}/{name}.{ending}", text.encode()
        elif item.kind == "documentation":
            head = {"title": item.title, "source": item.source, **_verified(item), **item.payload}
            yield f"{DOCUMENTS}/{name}.md", f"---\n{yaml_text(ordered(head))}---\n\n{item.content}\n".encode()
        elif item.kind in ("pair", "rejected"):
            place = PAIRS if item.kind == "pair" else REJECTED
            head = {"question": item.title, **_verified(item), **item.payload}
            yield f"{place}/{name}.sql", f"{_commented(ordered(head))}\n{item.content}\n".encode()


def _table(item: KnowledgeItem) -> tuple[str, str]:
    """Return a table as SQL where that holds all that is known of it, else as YAML."""
    table = table_from(item.payload)
    text = table_sql(table)
    if read_table(text) == table and table_payload(table) == dict(item.payload):
        return "sql", text
    return "yaml", yaml_text(ordered(item.payload))


def _term(item: KnowledgeItem) -> dict[str, Any]:
    entry = {"name": item.title, **_verified(item), **item.payload}
    if item.payload.get("definition") != item.content:
        entry["text"] = item.content
    return ordered(entry)


def definitions_of(items: Iterable[KnowledgeItem]) -> dict[str, list[Any]]:
    """Return definitions in our own form, by section, of items of the kind metric."""
    found: dict[str, list[Any]] = {}
    for item in items:
        kind = str(item.payload.get("type", "metric"))
        entry = {key: value for key, value in item.payload.items() if key != "type"}
        if kind == SCORECARD:
            found[SCORECARD] = list(entry["metrics"])
            continue
        entries = found.setdefault(SECTIONS.get(kind, "metrics"), [])
        entries.append(list(entry["levels"]) if kind == "hierarchy" else ordered(entry))
    return {section: found[section] for section in (*SECTIONS.values(), SCORECARD) if section in found}


def _verified(item: KnowledgeItem) -> dict[str, str]:
    return {"verified_by": item.verified_by} if item.verified_by else {}


def _commented(head: Mapping[str, Any]) -> str:
    lines = yaml_text(head).removesuffix("\n").split("\n")
    return "".join(f"-- {line}\n" if line else "--\n" for line in lines)
