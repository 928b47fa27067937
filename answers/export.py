"""A result as a file to take away, with no cell that a spreadsheet would run and no sign that is not seen."""

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from answers.visible import visible
from database.result import QueryResult
from errors import InputError

# What a spreadsheet reads as the start of a formula; a Chinese or Japanese one reads the wide signs so too.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NOT_IN_NAMES, _NAME_CHARS = re.compile(r"[\[\]:*?/\\]"), 31  # of a sheet, for Excel


def safe_cell(value: Any) -> Any:
    """Return a cell that stays text in a spreadsheet, whatever it begins with or holds."""
    if isinstance(value, (list, dict)):
        value = json.dumps(value, ensure_ascii=False)
    value = visible(value)
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return f"'{value}"
    return value


def exported(result: QueryResult, kind: str, sheets: Sequence[tuple[str, QueryResult]] = ()) -> bytes:
    """Return the result as a file of a kind; raise InputError where a value has no form in it.

    `sheets` are those of a workbook, each with its name, where there are more than the result's own.
    """
    try:
        return to_csv(result) if kind == "csv" else to_xlsx(sheets or [("data", result)])
    except Exception as error:  # the writers raise many kinds of their own, each about a value
        raise InputError("export_failed", phase="export", kind=kind, detail=str(error)) from error


def to_csv(result: QueryResult) -> bytes:
    """Return the result as CSV that Excel opens with its Chinese intact (UTF-8 with a mark)."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([safe_cell(column.name) for column in result.columns])
    writer.writerows([[safe_cell(value) for value in row] for row in result.rows])
    return out.getvalue().encode("utf-8-sig")


def to_xlsx(sheets: Sequence[tuple[str, QueryResult]]) -> bytes:
    """Return an Excel workbook of a sheet for each table, under its name."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for name, result in sheets:
        sheet = book.create_sheet(_NOT_IN_NAMES.sub(" ", str(visible(name)))[:_NAME_CHARS])
        sheet.append([safe_cell(column.name) for column in result.columns])
        for row in result.rows:
            sheet.append([safe_cell(value) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
