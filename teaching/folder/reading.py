"""Files as items; what cannot be read is refused with file and line, and nothing is taken on trust."""

from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from database.dialects import POSTGRES, Dialect
from database.guard import check
from errors import UnsafeSQLError
from knowledge.items import Kind, KnowledgeItem
from knowledge.records import item_key
from knowledge.tables import table_from, table_item
from teaching.create_table import read_table
from teaching.folder import DOCUMENTS, ENDINGS, METRICS, PAIRS, TABLES, TERMS, Files
from teaching.loaders.aliases import overgrown_line
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from teaching.loaders.report import LoadReport, Refused


class _Unreadable(ValueError):
    def __init__(self, code: str, line: int = 1, **params: Any) -> None:
        super().__init__(code)
        self.code, self.line, self.params = code, line, params


def items_of(files: Files, dialect: Dialect = POSTGRES) -> LoadReport:
    """Return what a folder holds, and what of it is refused; files of no place of ours are left alone."""
    report = LoadReport()
    places: dict[tuple[str, str], str] = {}
    for path in sorted(files):
        try:
            for line, item in _items(path, files[path], dialect):
                key = (item.kind, item_key(item))
                if key in places:
                    raise _Unreadable("folder_twice", line, title=item.title, other=places[key])
                places[key] = path
                report.put(item, line)
        except _Unreadable as error:
            report.refused.append(Refused(path, error.line, error.code, error.params))
        except UnsafeSQLError as error:
            params = {"rule": error.code, "detail": error.detail}
            report.refused.append(Refused(path, 1, "pair_sql_refused", params))
    return report


def _items(path: str, data: bytes, dialect: Dialect) -> Iterator[tuple[int, KnowledgeItem]]:
    place, _, name = path.rpartition("/")
    if path in (TERMS, METRICS):
        text = _text(data)
        nodes = _nodes(text)
        yield from _terms(nodes) if path == TERMS else _metrics(text)
    elif place in ENDINGS:
        if not name.endswith(ENDINGS[place]):
            raise _Unreadable("file_kind_unknown", kinds=", ".join(ENDINGS[place]))
        text = _text(data)
        if place == TABLES:
            yield 1, _table(path, text)
        elif place == DOCUMENTS:
            yield 1, _document(text)
        else:
            yield 1, _sql(path, "pair" if place == PAIRS else "rejected", text, dialect)


def _text(data: bytes) -> str:
    """Return the text; what git on Windows made of its line ends is undone."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _Unreadable("file_not_text", data.count(b"\n", 0, error.start) + 1) from error
    if "\x00" in text:
        raise _Unreadable("file_not_text")
    return text.replace("\r\n", "\n") if text.count("\r\n") == text.count("\n") else text


def _nodes(text: str, first_line: int = 1) -> yaml.Node | None:
    """Read YAML into nodes, which know their lines; parts used again may not grow beyond a bound."""
    try:
        alias = overgrown_line(text)
        root = None if alias else yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        detail = str(getattr(error, "problem", "") or error)[:200]
        raise _Unreadable("folder_yaml", (mark.line if mark else 0) + first_line, detail=detail) from error
    if alias:
        raise _Unreadable("yaml_alias", alias - 1 + first_line)
    return root


def _value(node: yaml.Node | None, first_line: int = 1) -> Any:
    if node is None:
        return None
    try:
        return _plain(yaml.SafeLoader("").construct_object(node, deep=True))  # type: ignore[no-untyped-call]
    except (yaml.YAMLError, ValueError, TypeError) as error:
        raise _Unreadable(
            "folder_yaml", node.start_mark.line + first_line, detail=str(error)[:200]
        ) from error


def _plain(value: Any) -> Any:
    """Return a value of JSON's types: YAML reads dates and sets where text was meant."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _terms(root: yaml.Node | None) -> Iterator[tuple[int, KnowledgeItem]]:
    if not isinstance(root, yaml.SequenceNode):
        raise _Unreadable("folder_list")
    for node in root.value:
        line = node.start_mark.line + 1
        entry = _entry(node, line, "name")
        payload = {key: value for key, value in entry.items() if key not in ("name", "text", "verified_by")}
        content = str(entry["text"] if "text" in entry else payload.get("definition", ""))
        verified = str(entry.get("verified_by") or "")
        yield (
            line,
            KnowledgeItem(
                *("", "", "term", str(entry["name"]), content, payload), source=TERMS, verified_by=verified
            ),
        )


def _metrics(text: str) -> Iterator[tuple[int, KnowledgeItem]]:
    report = load_metrics(text, METRICS)
    if report.refused:
        first = report.refused[0]
        raise _Unreadable(first.code, first.line, **first.params)
    yield from ((report.line_of(item), item) for item in report.items)


def _entry(node: yaml.Node | None, line: int, name: str) -> dict[str, Any]:
    entry = _value(node)
    if not isinstance(entry, dict) or not str(entry.get(name) or "").strip():
        raise _Unreadable("folder_entry", line, field=name)
    return entry


def _table(path: str, text: str) -> KnowledgeItem:
    if path.endswith(".yaml"):
        try:
            return _exact_table(path, _value(_nodes(text)))
        except (KeyError, TypeError, AttributeError) as error:
            raise _Unreadable("folder_entry", 1, field=str(error).strip("'")) from error
    exact = read_table(text)
    if exact is not None:
        return table_item(exact, path)
    tables = TableSet()
    refused = load_ddl(text, path, tables)
    found = tables.items().items
    if refused:
        raise _Unreadable(refused[0].code, refused[0].line, **refused[0].params)
    if len(found) != 1:
        raise _Unreadable("one_table_wanted", count=len(found))
    return found[0]


def _exact_table(path: str, payload: Any) -> KnowledgeItem:
    item = table_item(table_from(payload), path)
    return KnowledgeItem("", "", "ddl", item.title, item.content, payload, source=path)


def _document(text: str) -> KnowledgeItem:
    if not text.startswith("---\n"):
        raise _Unreadable("folder_head")
    end = text.find("\n---\n", 3)
    if end < 0:
        raise _Unreadable("folder_head")
    entry = _entry_of(text[4 : end + 1], 2, "title")
    body = text[end + 5 :].removeprefix("\n").removesuffix("\n")
    kept = {key: value for key, value in entry.items() if key not in ("title", "source", "verified_by")}
    return KnowledgeItem(
        *("", "", "documentation", str(entry["title"]), body, kept),
        source=str(entry.get("source") or ""),
        verified_by=str(entry.get("verified_by") or ""),
    )


def _sql(path: str, kind: Kind, text: str, dialect: Dialect) -> KnowledgeItem:
    lines = text.split("\n")
    end = next((number for number, line in enumerate(lines) if not line.startswith("--")), len(lines))
    if end == 0 or end == len(lines) or lines[end]:
        raise _Unreadable("folder_sql_head", end + 1)
    head = "\n".join(line[3:] if line.startswith("-- ") else line[2:] for line in lines[:end])
    entry = _entry_of(f"{head}\n", 1, "question")
    sql = "\n".join(lines[end + 1 :]).removesuffix("\n")
    if not sql.strip():
        raise _Unreadable("pair_incomplete", end + 2)
    if kind == "pair":
        check(sql, dialect, slots=True)
    payload = {key: value for key, value in entry.items() if key not in ("question", "verified_by")}
    verified = str(entry.get("verified_by") or "")
    return KnowledgeItem(
        *("", "", kind, str(entry["question"]), sql, payload), source=path, verified_by=verified
    )


def _entry_of(text: str, first_line: int, name: str) -> dict[str, Any]:
    return _entry(_nodes(text, first_line), first_line, name)
