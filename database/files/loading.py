"""One file made one private database: every table of it in DuckDB, and what is known of each."""

import csv
import logging
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from database.files.blocks import Block, blocks
from database.files.encoding import CHUNK, encoding_of
from database.files.formats import format_of
from database.files.json_table import json_table
from database.files.names import identifier, unique
from database.files.notes import Note
from database.files.plain_text import PlainText, plain_text
from database.files.raw import MOST_COLUMNS, Raw, take_in
from database.files.text_rows import LINE, LONGEST_CELL, TextRows
from database.files.typed import typed
from database.files.workbook import sheets
from errors import InputError, WenshuError

log = logging.getLogger(__name__)

MEMORY = "512MB"
THREADS = 2
LARGEST_OBJECT = 50_000_000
DEEPEST = 3  # objects within objects that become columns; deeper ones stay JSON
COMMONEST = 5
COUNTED_ROWS = 5_000_000


@dataclass(frozen=True)
class ColumnProfile:
    """What is known of one column; `lowest` and `highest` as text, `commonest` values with their counts."""

    name: str
    said: str
    type: str
    empty: int
    distinct: int
    lowest: str = ""
    highest: str = ""
    commonest: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class TableProfile:
    """What is known of one table of a file."""

    name: str
    title: str
    rows: int
    columns: tuple[ColumnProfile, ...]


@dataclass(frozen=True)
class FileProfile:
    """What came of a file: its tables, and what was changed, left out or refused."""

    file: str
    tables: tuple[TableProfile, ...] = ()
    notes: tuple[Note, ...] = field(default=())

    def plain(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        return asdict(self)


def load(source: Path, name: str, target: Path, *, zone: str = "Asia/Shanghai") -> FileProfile:
    """Read the file at `source`, called `name`, into a new database at `target`, or raise InputError.

    Its own connection can open nothing but a folder that is gone afterwards.
    """
    with tempfile.TemporaryDirectory(prefix="file-", dir=target.parent) as folder:
        work = Path(folder)
        made = work / "made.duckdb"
        profile = _loaded(source, name, made, work, zone)
        made.replace(target)
        return profile


def _loaded(source: Path, name: str, made: Path, work: Path, zone: str) -> FileProfile:
    con = duckdb.connect(str(made))
    try:
        con.execute(
            f"SET memory_limit = '{MEMORY}'; SET threads = {THREADS}; SET temp_directory = '{work}/spilled'"
        )
        con.execute(
            f"SET TimeZone = '{zone}'; SET autoinstall_known_extensions = false;"
            " SET autoload_known_extensions = false"
        )
        con.execute(
            f"SET allowed_directories = ['{work}']; SET enable_external_access = false;"
            " SET lock_configuration = true"
        )
        notes: list[Note] = []
        tables: list[tuple[str, str]] = []
        for raw, wanted in _raws(con, source, name, work, notes):
            own = unique([*(table for table, _ in tables), wanted])[-1]
            notes += [Note(one.code, one.params, one.line, raw.title) for one in typed(con, raw, own, zone)]
            tables.append((own, raw.title))
        profiles = tuple(_profile(con, table, title) for table, title in tables)
        profiles = tuple(one for one in profiles if one.columns)
        if not any(profile.rows for profile in profiles):
            raise InputError("file_no_rows", file=name)
        con.execute("CHECKPOINT")
        return FileProfile(name, profiles, tuple(notes))
    except csv.Error as error:  # the reader's only complaint here: a cell longer than it was told to take
        raise InputError("file_cell_long", file=name, most=f"{LONGEST_CELL:,}") from error
    except duckdb.Error as error:
        log.info("a file was not read", exc_info=True)
        raise InputError("file_no_table", file=name, detail=str(error)[:300]) from error
    finally:
        con.close()


def _raws(con: Any, source: Path, name: str, work: Path, notes: list[Note]) -> Iterator[tuple[Raw, str]]:
    """Yield each table of the file as texts, with the name it should have."""
    stem = Path(name).name.rsplit(".", 1)[0]
    kind = format_of(source, name)
    own = identifier(stem, "table_1")
    if kind == "text":
        encoding, broken = encoding_of(source, name)
        if not encoding.startswith("utf-8"):
            notes.append(Note("encoding", {"encoding": encoding.upper()}))
        if broken:
            notes.append(Note("letters_broken", {"count": broken}))
        text = TextRows(source, encoding)
        plain = plain_text(source, encoding, text.delimiter)
        found = [Block(text.rows())] if plain else blocks(text.rows())
        raws = [raw for raw in _below_each_other(con, found, ("raw_1", stem, work, name), plain) if raw]
        if not raws:
            raise InputError("file_no_rows", file=name)
        raws[0].notes += text.notes
        for at, raw in enumerate(raws, 1):
            raw.delimiter = text.delimiter
            yield raw, identifier(raw.title, f"table_{at}") if at > 1 else own
    elif kind == "workbook":
        yield from _sheets(con, source, name, work, notes)
    else:
        yield _records(con, source, name, kind, stem, work, notes), own


def _sheets(con: Any, source: Path, name: str, work: Path, notes: list[Note]) -> Iterator[tuple[Raw, str]]:
    stem = Path(name).name.rsplit(".", 1)[0]
    for number, (sheet, about) in enumerate(sheets(source, name), 1):
        notes += about
        about_it = (f"raw_{number}", sheet.title, work, name)
        try:
            taken = [*_below_each_other(con, blocks(sheet.rows()), about_it)]
        except WenshuError as error:
            notes.append(Note("sheet_refused", {"name": sheet.title, "code": error.code, **error.params}))
            continue
        except Exception as error:  # openpyxl raises many kinds in the middle of a damaged sheet
            raise InputError(
                "file_damaged", file=name, detail=f"{type(error).__name__}: {error}"[:200]
            ) from error
        raws = [raw for raw in taken if raw]
        if not raws:
            notes.append(Note("sheet_empty", {"name": sheet.title}))
            continue
        raws[0].notes += sheet.notes
        plain = bool(re.fullmatch(r"(sheet|工作表)\s*\d*", sheet.title.strip(), re.IGNORECASE))
        for at, raw in enumerate(raws):
            said = stem if plain and not at else raw.title
            yield raw, identifier(said, f"table_{number}")


def _below_each_other(
    con: Any, found: Iterable[Block], called: tuple[str, str, Path, str], plain: PlainText | None = None
) -> Iterator[Raw | None]:
    """Take in tables that stand below each other; the first has the name of what they stand in."""
    table, title, work, name = called
    for at, block in enumerate(found, 1):
        said = title if at == 1 else block.title or f"{title} {at}"
        raw = take_in(con, block.rows, table if at == 1 else f"{table}_{at}", said, work, name, plain)
        if raw and at > 1:
            raw.notes.insert(0, Note("table_below", {"name": said[:40]}, line=block.line))
        yield raw


def _records(con: Any, source: Path, name: str, kind: str, stem: str, work: Path, notes: list[Note]) -> Raw:
    """Take in a Parquet or JSON file by the engine's own reader; what is nested is spread or kept as JSON.

    JSON that is a table in another form goes the way of text.
    """
    copied = work / f"source.{kind}"
    if kind == "parquet":
        shutil.copyfile(source, copied)
        reader = f"read_parquet('{copied}')"
    else:
        encoding, broken = encoding_of(source, name)
        if broken:
            raise InputError("file_encoding", file=name)
        if encoding != "utf-8":
            notes.append(Note("encoding", {"encoding": encoding.upper()}))
        rows = json_table(source, encoding)
        raw = take_in(con, rows, "raw_1", stem, work, name) if rows else None
        if raw:
            return raw
        _as_utf8(source, copied, encoding)
        reader = f"read_json('{copied}', format='auto', maximum_object_size={LARGEST_OBJECT}, sample_size=-1)"
    con.execute(f"CREATE TEMP TABLE nested AS SELECT * FROM {reader}")
    if kind == "json":
        _unwrap(con, name)
    columns = _spread(con, notes)
    if len(columns) > MOST_COLUMNS:
        raise InputError("file_too_wide", file=name, most=MOST_COLUMNS)
    said = [one for one, _, _ in columns]
    names = unique(identifier(one, f"column_{at}") for at, one in enumerate(said, 1))
    shown = ", ".join(f"{sql} AS c{at}" for at, (_, sql, _) in enumerate(columns))
    con.execute(f"CREATE TEMP TABLE raw_1 AS SELECT row_number() OVER () AS {LINE}, {shown} FROM nested")
    con.execute("DROP TABLE nested")
    copied.unlink()
    types = {f"c{at}": kind for at, (_, _, kind) in enumerate(columns) if kind != "VARCHAR"}
    return Raw("raw_1", stem, names, said, types=types or {})


def _unwrap(con: Any, name: str) -> None:
    """Where the file is one object that holds a list of objects, take that list as the rows."""
    described = con.execute("DESCRIBE nested").fetchall()
    alone = con.execute("SELECT count(*) FROM nested").fetchone()[0] == 1
    lists = _lists(con) if alone else []
    if len(lists) == 1:
        con.execute(f"CREATE TEMP TABLE inner_rows AS SELECT unnest({lists[0]}) AS one FROM nested")
        con.execute(
            "DROP TABLE nested; CREATE TEMP TABLE nested AS SELECT one.* FROM inner_rows;"
            " DROP TABLE inner_rows"
        )
    elif [row[0] for row in described] == ["json"] and str(described[0][1]) in (
        "JSON",
        "VARCHAR",
        "BIGINT",
        "DOUBLE",
    ):
        raise InputError("file_no_rows", file=name)


def _lists(con: Any) -> list[str]:
    """Return the lists of objects in an object's fields; where there are none, in its objects' fields."""
    fields = _fields(con, "*", "")
    for _ in range(DEEPEST):
        found = [path for path, kind in fields if kind.startswith("STRUCT(") and kind.endswith("[]")]
        if found:
            return found
        fields = [
            inner
            for path, kind in fields
            if _is_object(kind)
            for inner in _fields(con, f"unnest({path})", f"{path}.")
        ]
    return []


def _fields(con: Any, shown: str, before: str) -> list[tuple[str, str]]:
    described = con.execute(f"DESCRIBE SELECT {shown} FROM nested").fetchall()
    return [(before + '"' + str(row[0]).replace('"', '""') + '"', str(row[1])) for row in described]


def _is_object(kind: str) -> bool:
    return kind.startswith("STRUCT(") and not kind.endswith("]")


def _spread(con: Any, notes: list[Note]) -> list[tuple[str, str, str]]:
    """Return each column's expression and type: objects by their fields, lists as JSON, bytes left out."""
    found: list[tuple[str, str, str]] = []
    for column, kind, *_ in con.execute("DESCRIBE nested").fetchall():
        quoted = '"' + column.replace('"', '""') + '"'
        if _is_object(kind):
            found += _of_object(con, column, quoted)
        elif kind == "BLOB":
            notes.append(Note("column_bytes", {"column": column}))
        else:
            found.append(_flat(column, quoted, kind))
    return found


def _of_object(con: Any, said: str, sql: str, depth: int = 1) -> list[tuple[str, str, str]]:
    fields = con.execute(f"SELECT struct_keys({sql}) FROM nested WHERE {sql} IS NOT NULL LIMIT 1").fetchone()
    found: list[tuple[str, str, str]] = []
    for one in fields[0] if fields else ():
        inner = f"{sql}['{one.replace(chr(39), chr(39) * 2)}']"
        kind = con.execute(f"SELECT typeof({inner}) FROM nested LIMIT 1").fetchone()[0]
        if _is_object(kind) and depth < DEEPEST:
            found += _of_object(con, f"{said} {one}", inner, depth + 1)
        else:
            found.append(_flat(f"{said} {one}", inner, kind))
    return found


def _flat(said: str, sql: str, kind: str) -> tuple[str, str, str]:
    if kind == "JSON":  # numbers and words side by side: a word without its quotes
        return said, f"json_extract_string({sql}, '$')", "JSON"
    if kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION", "JSON")):
        return said, f"CAST(to_json({sql}) AS VARCHAR)", "JSON"
    if kind.startswith(("ENUM", "UUID", "BIT", "INTERVAL")):
        return said, f"CAST({sql} AS VARCHAR)", "VARCHAR"
    if kind in ("DOUBLE", "FLOAT"):  # one that is no number makes none of every sum
        return said, f"CASE WHEN isfinite({sql}) THEN {sql} END", kind
    if "WITH TIME ZONE" in kind:
        return said, f"CAST({sql} AS TIMESTAMP)", "TIMESTAMP"
    return said, sql, kind


def _as_utf8(source: Path, target: Path, encoding: str) -> None:
    with (
        source.open(encoding=encoding, newline="") as read,
        target.open("w", encoding="utf-8", newline="") as out,
    ):
        while chunk := read.read(CHUNK):
            out.write(chunk)


def _profile(con: Any, table: str, title: str) -> TableProfile:
    described = con.execute(
        "SELECT column_name, data_type, comment FROM duckdb_columns()"
        " WHERE table_name = ? AND schema_name = 'main' ORDER BY column_index",
        [table],
    ).fetchall()
    rows = int(con.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])
    columns = tuple(_column(con, table, rows, *one) for one in described)
    return TableProfile(table, title, rows, columns)


def _column(con: Any, table: str, rows: int, name: str, kind: str, comment: str | None) -> ColumnProfile:
    held, distinct, low, high = con.execute(
        f'SELECT count("{name}"), approx_count_distinct("{name}"),'
        f' CAST(min("{name}") AS VARCHAR), CAST(max("{name}") AS VARCHAR) FROM "{table}"'
    ).fetchone()
    common: list[tuple[str, int]] = []
    if kind in ("VARCHAR", "BOOLEAN") and rows <= COUNTED_ROWS:
        common = con.execute(
            f'SELECT left(CAST("{name}" AS VARCHAR), 60), count(*) FROM "{table}" WHERE "{name}" IS NOT NULL'
            f" GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {COMMONEST}"
        ).fetchall()
    ranged = kind not in ("VARCHAR", "BOOLEAN")
    return ColumnProfile(
        name,
        comment or name,
        kind,
        rows - int(held),
        int(distinct),
        str(low or "")[:40] if ranged else "",
        str(high or "")[:40] if ranged else "",
        tuple((str(value), int(count)) for value, count in common),
    )
