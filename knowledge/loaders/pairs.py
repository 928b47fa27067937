"""Question–SQL pairs from .jsonl, .json, .csv and .xlsx; their SQL passes the guard and is never run."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from config.wording import language_of
from database.dialects import POSTGRES, Dialect
from database.guard import check
from errors import UnsafeSQLError
from knowledge.items import KnowledgeItem
from knowledge.loaders.report import LoadReport, Refused

QUESTION = ("question", "问题", "q", "query_text", "nl")
SQL = ("sql", "query", "answer_sql", "gold_sql", "语句")
LONGEST_QUESTION = 1000
LONGEST_SQL = 20_000
LARGEST_WORKBOOK = 50_000_000  # unpacked: a few kilobytes of zip can hold gigabytes

Row = tuple[int, Mapping[str, Any]]


def load_pairs(data: bytes, file: str, dialect: Dialect = POSTGRES) -> LoadReport:
    """Return the pairs of a file; each row that cannot be one is refused with its line."""
    report = LoadReport()
    ending = file.rsplit(".", 1)[-1].lower()
    try:
        rows = list(_READERS[ending](data))
    except (UnicodeDecodeError, ValueError, csv.Error, KeyError, OSError) as error:
        report.refused.append(Refused(file, 1, "file_unreadable", {"detail": str(error)[:120]}))
        return report
    for line, row in rows:
        item = _pair(line, row, file, dialect)
        if isinstance(item, Refused):
            report.refused.append(item)
        else:
            report.items.append(item)
    return report


def _pair(line: int, row: Mapping[str, Any], file: str, dialect: Dialect) -> KnowledgeItem | Refused:
    if "_broken" in row:
        return Refused(file, line, "line_unreadable", {"detail": row["_broken"]})
    lowered = {str(key).strip().lower(): value for key, value in row.items()}
    question = _text(next((lowered[name] for name in QUESTION if lowered.get(name)), ""))
    sql = _text(next((lowered[name] for name in SQL if lowered.get(name)), ""))
    if not question or not sql:
        return Refused(file, line, "pair_incomplete", {})
    if len(question) > LONGEST_QUESTION or len(sql) > LONGEST_SQL:
        return Refused(file, line, "pair_too_long", {})
    try:
        check(sql, dialect, slots=True)
    except UnsafeSQLError as error:
        return Refused(file, line, "pair_sql_refused", {"rule": error.code, "detail": error.detail})
    payload = {
        "language": _text(lowered.get("language")) or language_of(question),
        "tags": _list(lowered.get("tags")),
        "variants": _list(lowered.get("variants")),
    }
    verified_by = _text(lowered.get("verified_by"))
    return KnowledgeItem("", "", "pair", question, sql, payload, source=file, verified_by=verified_by)


def _text(value: Any) -> str:
    return str(value).replace("\x00", "").strip() if isinstance(value, str | int | float) else ""


def _list(value: Any) -> list[str]:
    if isinstance(value, list):
        return [text for text in map(_text, value) if text]
    return [part.strip() for part in _text(value).replace("；", ";").split(";") if part.strip()]


def _jsonl(data: bytes) -> Iterator[Row]:
    for number, line in enumerate(data.decode("utf-8-sig").splitlines(), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                row = {"_broken": str(error)[:80]}
            yield number, row if isinstance(row, dict) else {"_broken": "not an object"}


def _json(data: bytes) -> Iterator[Row]:
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if isinstance(found, dict):
        found = next((value for value in found.values() if isinstance(value, list)), [found])
    if not isinstance(found, list):
        raise ValueError("no list of pairs")
    for number, row in enumerate(found, 1):
        yield number, row if isinstance(row, dict) else {"_broken": "not an object"}


def _csv(data: bytes) -> Iterator[Row]:
    text = data.decode("utf-8-sig")
    if "\x00" in text:
        raise ValueError("binary content")
    reader = csv.DictReader(io.StringIO(text))
    for row in reader:
        yield reader.line_num, {key: value for key, value in row.items() if key is not None}


def _xlsx(data: bytes) -> Iterator[Row]:
    from zipfile import BadZipFile, ZipFile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > LARGEST_WORKBOOK:
                raise ValueError("too large unpacked")
        sheet = load_workbook(io.BytesIO(data), read_only=True, data_only=True).active
    except (BadZipFile, InvalidFileException, KeyError, TypeError) as error:
        raise ValueError("not a workbook") from error
    if sheet is None:
        return
    rows = sheet.iter_rows(values_only=True)
    head = [str(cell or "") for cell in next(rows, ())]
    for number, cells in enumerate(rows, 2):
        if any(cell is not None for cell in cells):
            yield number, dict(zip(head, cells, strict=False))


_READERS = {"jsonl": _jsonl, "json": _json, "csv": _csv, "xlsx": _xlsx}
