"""Question–SQL pairs, and rows that name their kind, from .jsonl, .json, .csv and .xlsx; nothing is run."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from config.wording import language_of
from database.dialects import POSTGRES, Dialect
from database.guard import check
from errors import KnowledgeError, UnsafeSQLError, WenshuError
from knowledge.items import KnowledgeItem
from teaching.loaders.report import LoadReport, Refused, Tick, no_tick
from teaching.loaders.sheets import Sheet, read_sheet

QUESTION = ("question", "问题", "q", "query_text", "nl")
SQL = ("sql", "query", "answer_sql", "gold_sql", "语句")
LONGEST_QUESTION = 1000
LONGEST_SQL = 20_000

Row = tuple[int, Mapping[str, Any]]


def load_pairs(data: bytes, file: str, dialect: Dialect = POSTGRES, tick: Tick = no_tick) -> LoadReport:
    """Return the pairs of a file; each row that cannot be one is refused with its line."""
    report = LoadReport()
    ending = file.rsplit(".", 1)[-1].lower()
    try:
        rows = list(_READERS[ending](data))
    except KnowledgeError as error:
        report.refused.append(Refused(file, 1, error.code, error.params))
        return report
    except ValueError as error:
        report.refused.append(Refused(file, 1, "file_unreadable", {"detail": str(error)[:120]}))
        return report
    return _taken(rows, file, dialect, tick)


def names_pairs(sheet: Sheet) -> bool:
    """Tell whether a table's head names a question and its SQL."""
    head = {name.lower() for name in sheet.head}
    return bool(head & set(QUESTION)) and bool(head & set(SQL))


def pairs_of(sheet: Sheet, question: str, sql: str, file: str, dialect: Dialect) -> LoadReport:
    """Return the pairs of a table whose columns of question and SQL are told."""
    rows = [(line, {QUESTION[0]: row.get(question), SQL[0]: row.get(sql)}) for line, row in sheet.records()]
    return _taken(rows, file, dialect)


def _taken(rows: Sequence[Row], file: str, dialect: Dialect, tick: Tick = no_tick) -> LoadReport:
    report = LoadReport()
    for number, (line, row) in enumerate(rows):
        tick(number / len(rows))
        item = _item(line, row, file, dialect)
        if isinstance(item, Refused):
            report.refused.append(item)
        else:
            report.put(item, line)
    return report


def _item(line: int, row: Mapping[str, Any], file: str, dialect: Dialect) -> KnowledgeItem | Refused:
    from teaching.upkeep.rows import is_item_row, item_of_row  # rows read tables with the loaders beside us

    if not is_item_row(row):
        return _pair(line, row, file, dialect)
    try:
        return item_of_row(row, file, dialect)
    except WenshuError as error:
        return Refused(file, line, error.code, {**error.params, "detail": error.detail})


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
        return Refused(
            file, line, "pair_sql_refused", {**error.params, "rule": error.code, "detail": error.detail}
        )
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


def _sheet(ending: str) -> Callable[[bytes], Iterator[Row]]:
    return lambda data: read_sheet(data, ending).records()


_READERS: Mapping[str, Callable[[bytes], Iterator[Row]]] = {
    "jsonl": _jsonl,
    "json": _json,
    "csv": _sheet("csv"),
    "xlsx": _sheet("xlsx"),
}
