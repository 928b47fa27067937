"""A table as CREATE TABLE text that a person reads and edits, and that reads back exactly the same."""

import re
from collections.abc import Iterator

from database.schema import Column, ForeignKey, Table

_PLAIN = re.compile(r"[^\W\d]\w*")
_CLAUSES = ("primary", "foreign", "not", "constraint")
_NAME = r'(?:"(?:[^"]|"")+"|[^\W\d]\w*)'
_PATH = rf"(?:{_NAME}\.)?{_NAME}"
_NAMES = rf"\((?P<{{}}>{_NAME}(?:, {_NAME})*)?\)"
_HEAD = re.compile(rf"CREATE (?P<kind>TABLE|VIEW) (?P<path>{_PATH}) \(\n")
_COLUMN = re.compile(
    rf"    (?P<name>{_NAME})(?: (?P<type>(?!NOT NULL)\S(?:[^\n]*?\S)?))?(?P<required> NOT NULL)?(?=,?\n)"
)
_PRIMARY = re.compile(rf"    PRIMARY KEY {_NAMES.format('columns')}(?=,?\n)")
_FOREIGN = re.compile(
    rf"    FOREIGN KEY {_NAMES.format('columns')} REFERENCES (?P<path>{_PATH})"
    rf"(?: {_NAMES.format('to')})?(?=,?\n)"
)
_COMMENT = re.compile(rf"\n*COMMENT ON (?P<kind>TABLE|COLUMN) (?P<path>{_PATH}(?:\.{_NAME})?)"
                      r" IS '(?P<text>(?:[^']|'')*)';\n")  # fmt: skip


def table_sql(table: Table) -> str:
    """Return the table as CREATE TABLE and COMMENT ON statements."""
    name = _path(table.schema, table.name)
    lines = [f"    {_quoted(c.name)}{' ' + c.type if c.type else ''}{'' if c.nullable else ' NOT NULL'}"
             for c in table.columns]  # fmt: skip
    if table.primary_key:
        lines.append(f"    PRIMARY KEY {_list(table.primary_key)}")
    for key in table.foreign_keys:
        target = _path(key.to_schema, key.to_table)
        target += f" {_list(key.to_columns)}" if key.to_columns else ""
        lines.append(f"    FOREIGN KEY {_list(key.columns)} REFERENCES {target}")
    text = f"CREATE {'VIEW' if table.is_view else 'TABLE'} {name} (\n" + ",\n".join(lines) + "\n);\n"
    comments = [f"COMMENT ON TABLE {name} IS {_literal(table.comment)};\n"] if table.comment else []
    comments += [
        f"COMMENT ON COLUMN {name}.{_quoted(column.name)} IS {_literal(column.comment)};\n"
        for column in table.columns
        if column.comment
    ]
    return text + "".join(["\n" if comments else "", *comments])


def read_table(text: str) -> Table | None:
    """Return the table of a text in exactly the form of `table_sql`, or None."""
    head = _HEAD.match(text)
    if head is None:
        return None
    parts = _split(head["path"])
    columns: list[Column] = []
    primary: tuple[str, ...] = ()
    keys: list[ForeignKey] = []
    place = head.end()
    while not text.startswith(");\n", place):
        found = _PRIMARY.match(text, place) or _FOREIGN.match(text, place) or _COLUMN.match(text, place)
        if found is None:
            return None
        if found.re is _PRIMARY:
            primary = _split(found["columns"] or "")
        elif found.re is _FOREIGN:
            to = _split(found["path"])
            keys.append(
                ForeignKey(_split(found["columns"] or ""), _schema(to), to[-1], _split(found["to"] or ""))
            )
        else:
            columns.append(Column(_split(found["name"])[0], found["type"] or "", "", not found["required"]))
        place = found.end() + (2 if text.startswith(",\n", found.end()) else 1)
    comments = _comments(text, place + 3, len(parts))
    if comments is None or not columns:
        return None
    described = tuple(Column(c.name, c.type, comments.get(c.name, ""), c.nullable) for c in columns)
    is_view = head["kind"] == "VIEW"
    return Table(_schema(parts), parts[-1], described, comments.get("", ""), primary, tuple(keys), is_view)


def _comments(text: str, place: int, depth: int) -> dict[str, str] | None:
    """Return comments by column, the table's under no name; None where anything else stands there."""
    found: dict[str, str] = {}
    while place < len(text):
        match = _COMMENT.match(text, place)
        if match is None:
            return None
        parts = _split(match["path"])
        if len(parts) != depth + (match["kind"] == "COLUMN"):
            return None
        found[parts[-1] if match["kind"] == "COLUMN" else ""] = match["text"].replace("''", "'")
        place = match.end()
    return found


def _path(schema: str, name: str) -> str:
    return f"{_quoted(schema)}.{_quoted(name)}" if schema else _quoted(name)


def _schema(parts: tuple[str, ...]) -> str:
    return parts[0] if len(parts) > 1 else ""


def _quoted(name: str) -> str:
    if _PLAIN.fullmatch(name) and name.lower() not in _CLAUSES:
        return name
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _list(names: tuple[str, ...]) -> str:
    return "(" + ", ".join(map(_quoted, names)) + ")"


def _split(text: str) -> tuple[str, ...]:
    return tuple(_names(text))


def _names(text: str) -> Iterator[str]:
    for match in re.finditer(_NAME, text):
        name = match.group()
        yield name[1:-1].replace('""', '"') if name.startswith('"') else name
