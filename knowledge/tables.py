"""Tables as they are stored and shown: payload ↔ Table, and the compact text a model reads."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from config.wording import Language, language_of
from database.schema import Column, ForeignKey, Table
from knowledge.codes import codes_in
from knowledge.items import KnowledgeItem

PLAIN_TIMES = 1.0  # with notes the schema may be so long, measured by plain CREATE TABLE
LONGEST_COMMENT = 120
SHORT_COMMENT = 40
LONGEST_TYPE = 24
_WHOLE = frozenset(("smallint", "integer", "bigint"))
_HAN = re.compile("[㐀-\ufaff]")
_NAME = re.compile("name(_[a-z]{2})?")  # its comment says whose name, which the table's says too
_VALUES = re.compile(r"\{(.+)\}|(-?\d+)…(-?\d+)")  # a note that lists values or tells their ends
_DETAIL = re.compile(r"[，,。.:：;；（(=]|\d")  # what a comment has that explains, and a bare name has not


def table_payload(table: Table) -> dict[str, Any]:
    """Return a table as JSON types."""
    return {
        "schema": table.schema,
        "name": table.name,
        "comment": table.comment,
        "columns": [
            {"name": c.name, "type": c.type, "comment": c.comment, "nullable": c.nullable}
            for c in table.columns
        ],
        "primary_key": list(table.primary_key),
        "foreign_keys": [key_payload(key) for key in table.foreign_keys],
        "is_view": table.is_view,
    }


def table_from(payload: Mapping[str, Any]) -> Table:
    """Rebuild the table that `table_payload` wrote."""
    return Table(
        schema=payload["schema"],
        name=payload["name"],
        columns=tuple(Column(**column) for column in payload["columns"]),
        comment=payload.get("comment", ""),
        primary_key=tuple(payload.get("primary_key", ())),
        foreign_keys=tuple(key_from(key) for key in payload.get("foreign_keys", ())),
        is_view=payload.get("is_view", False),
    )


def key_payload(key: ForeignKey) -> dict[str, Any]:
    """Return a key as JSON types; a declared one as ever, or every taught table would seem changed."""
    declared = {
        "columns": list(key.columns),
        "to_schema": key.to_schema,
        "to_table": key.to_table,
        "to_columns": list(key.to_columns),
    }
    return {**declared, "inferred": True} if key.inferred else declared


def key_from(payload: Mapping[str, Any]) -> ForeignKey:
    return ForeignKey(
        tuple(payload["columns"]),
        payload["to_schema"],
        payload["to_table"],
        tuple(payload["to_columns"]),
        bool(payload.get("inferred")),
    )


def table_item(table: Table, source: str = "") -> KnowledgeItem:
    """Return the knowledge item that teaches a table, also one read from a live database."""
    return KnowledgeItem(
        id="",
        connection="",
        kind="ddl",
        title=table.full_name,
        content=table_text(table),
        payload=table_payload(table),
        source=source,
    )


def with_taught(table: Table, taught: Table | None) -> Table:
    """Return a live table with the descriptions that were taught of it, which go before its own comments."""
    if taught is None:
        return table
    said = {column.name: column.comment for column in taught.columns}
    columns = tuple(replace(one, comment=said.get(one.name) or one.comment) for one in table.columns)
    return replace(table, comment=taught.comment or table.comment, columns=columns)


def with_named_keys(tables: Sequence[Table]) -> list[Table]:
    """Return tables whose keys name the columns they lead to: `REFERENCES t` alone means t's primary key."""
    primary = {(table.schema, table.name): table.primary_key for table in tables}

    def named(key: ForeignKey) -> ForeignKey:
        return replace(key, to_columns=key.to_columns or primary.get((key.to_schema, key.to_table), ()))

    return [
        replace(table, foreign_keys=tuple(map(named, table.foreign_keys))) if table.foreign_keys else table
        for table in tables
    ]


def label_of(table: Table, language: Language | None = None) -> str:
    """Return what people call a table: the first words of its comment, else its name.

    A comment in Chinese tells an English reader nothing; the name does.
    """
    if language == "en" and language_of(table.comment) == "zh":
        return table.name.replace("_", " ")
    for sign in "：:，,（(；;。":
        table = replace(table, comment=table.comment.split(sign)[0])
    return table.comment.strip() or table.name


def table_text(
    table: Table,
    columns: Collection[str] | None = None,
    comment_chars: int = LONGEST_COMMENT,
    notes: Mapping[str, str] | None = None,
    terse: bool = False,
) -> str:
    """Return `schema.table(col type note /* comment */, …)`; with `columns`, those and how many are left out.

    Comments are cut to `comment_chars`, 0 leaves them out; `notes` say by column what its data are like:
    `{success, failed}`, `2023-01-02…2023-06-30`. `terse` leaves out what the rest says: the type of text and
    of what leads to a key, a comment that only repeats a name, values that a comment lists.
    """
    if terse:
        table = replace(table, columns=tuple(_terse(table, column) for column in table.columns))
    shown = [c for c in table.columns if columns is None or c.name in columns]
    about = notes or {}
    parts = [_column_text(table, one, comment_chars, about.get(one.name, ""), terse) for one in shown]
    left_out = len(table.columns) - len(shown)
    if left_out:
        parts.append(f"… {left_out} more columns")
    comment = _short(table.comment, comment_chars)
    head = f"-- {comment}\n" if comment else ""
    return f"{head}{table.full_name}({', '.join([*parts, *_wide_keys(table)])})"


def _terse(table: Table, column: Column) -> Column:
    """Return a column without a comment that only repeats its key or name: 所属公司编号 of → companies."""
    names = {key.to_columns[:1] for key in table.foreign_keys if key.columns == (column.name,)}
    is_key = table.primary_key == (column.name,) or (column.name,) in names
    is_plain = is_key or _NAME.fullmatch(column.name)
    return replace(column, comment="") if is_plain and not _DETAIL.search(column.comment) else column


def line_text(table: Table) -> str:
    """Return a table in one line: its name, key columns and comment."""
    keys = {*table.primary_key, *(name for key in table.foreign_keys for name in key.columns)}
    comment = _short(table.comment, SHORT_COMMENT)
    return table_text(table, keys, 0) + (f" -- {comment}" if comment else "")


def _wide_keys(table: Table) -> list[str]:
    """Return the keys of several columns, which no single column can carry."""
    own = [f"pk ({', '.join(table.primary_key)})"] if len(table.primary_key) > 1 else []
    return own + [
        f"({', '.join(key.columns)}) {_arrow(key)} {key.to_table}({', '.join(key.to_columns)})"
        for key in table.foreign_keys
        if len(key.columns) > 1
    ]


def _arrow(key: ForeignKey) -> str:
    """Return the mark of a key: declared, or inferred from names and values."""
    return "~" if key.inferred else "→"


def _column_text(table: Table, column: Column, comment_chars: int, note: str, terse: bool) -> str:
    comment = _short(column.comment, comment_chars)
    kind = short_type(column.type)
    if terse:
        leads = any(key.columns == (column.name,) for key in table.foreign_keys)
        kind = "" if kind == "text" or leads else "int" if kind in _WHOLE else kind
        note = "" if _lists(comment, note) else note
    text = " ".join(filter(None, (column.name, kind, note)))
    if column.name in table.primary_key and len(table.primary_key) == 1:
        text += " pk"
    for key in table.foreign_keys:
        if key.columns == (column.name,):
            # A column of the same name is not said twice: keys left no room for what columns hold.
            same = key.to_columns[:1] == (column.name,)
            target = key.to_table if same else ".".join((key.to_table, *key.to_columns[:1]))
            text += f" {_arrow(key)} {target}"
    return f"{text} /* {comment} */" if comment and comment.lower() != column.name.lower() else text


def _lists(comment: str, note: str) -> bool:
    """Tell whether a comment says what each value of a note means: `1…3` of 1 合格，2 整改，3 不合格.

    >>> _lists("A=open, B=closed", "{A, B}"), _lists("A=open, B=closed", "{A, C}")
    (True, False)
    """
    found = _VALUES.fullmatch(note)
    if not found:
        return False
    listed, *ends = found.groups()
    return {*(listed.split(", ") if listed else ends)} <= {code for code, _ in codes_in(comment)}


def short_type(type_text: str) -> str:
    """Return a type without what a reader of SQL does not need: `varchar(255)` → `text`."""
    lowered = type_text.lower().strip()
    if lowered.startswith(("varchar", "character varying", "text", "string", "nvarchar", "char", "clob")):
        return "text"
    if lowered.startswith("timestamp"):
        return "timestamp"
    return lowered.split("(")[0][:LONGEST_TYPE]


def _short(comment: str, longest: int) -> str:
    flat = " ".join(comment.split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "…" if longest else ""


def plain_tokens(table: Table) -> int:
    """Return what a table costs as the plainest CREATE TABLE statement with types and comments that tell."""
    told = (_terse(table, column).comment for column in table.columns)
    comments = [text[:LONGEST_COMMENT] for text in (table.comment, *told) if text]
    lines = [f"  {column.name} {column.type.partition('(')[0]}," for column in table.columns]
    return count_tokens("\n".join([f"CREATE TABLE {table.name} (", *lines, *comments, ");"]))


def count_tokens(text: str) -> int:
    """Estimate a text's tokens: a Han character about one, other text about four characters each.

    A question with a model asks it 200 times; character by character that took 2 ms.
    """
    han = 0 if text.isascii() else len(_HAN.findall(text))
    return han + (len(text) - han + 3) // 4
