"""A result as a file to take away, with no cell that a spreadsheet would run."""

import csv
import io
from typing import Any

from database.result import QueryResult

# What a spreadsheet reads as the start of a formula; a Chinese or Japanese one reads the wide signs so too.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(value: Any) -> Any:
    """Return a cell that stays text in a spreadsheet, whatever it begins with."""
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return f"'{value}"
    return value


def to_csv(result: QueryResult) -> bytes:
    """Return the result as CSV that Excel opens with its Chinese intact (UTF-8 with a mark)."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([safe_cell(column.name) for column in result.columns])
    writer.writerows([[safe_cell(value) for value in row] for row in result.rows])
    return out.getvalue().encode("utf-8-sig")


def to_xlsx(result: QueryResult) -> bytes:
    """Return the result as an Excel workbook of one sheet."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("data")
    sheet.append([safe_cell(column.name) for column in result.columns])
    for row in result.rows:
        sheet.append(
            [safe_cell(value) if not isinstance(value, (list, dict)) else str(value) for value in row]
        )
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
