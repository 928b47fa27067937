"""Tables in files: how they are read, and what they could be."""

import csv
import io
from pathlib import Path

import pytest
from openpyxl import Workbook

from config.wording import LANGUAGES, keys
from database.dialects import POSTGRES
from database.files.text_rows import TextRows
from errors import KnowledgeError
from teaching.loaders import load_files
from teaching.loaders.pairs import names_pairs, pairs_of
from teaching.loaders.sheets import MOST_ROWS, as_documentation, pair_columns, read_sheet

COUNT = "SELECT count(*) FROM shops"


def workbook(*cells: tuple[int, int, object]) -> bytes:
    """Return a workbook with these cells."""
    book = Workbook()
    for row, column, value in cells:
        book.active.cell(row, column, value)  # type: ignore[union-attr]
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_csv_is_read_as_excel_saves_it(encoding: str) -> None:
    sheet = read_sheet("编码,含义\nA1,一级服务区\n".encode(encoding), "csv")
    assert sheet.head == ("编码", "含义") and sheet.rows == ((2, ("A1", "一级服务区")),)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_columns_are_parted_by_what_the_head_uses(delimiter: str) -> None:
    text = f'question{delimiter}sql\n"a{delimiter} b"{delimiter}{COUNT}\n'
    assert [row for _, row in read_sheet(text.encode(), "csv").records()] == [
        {"question": f"a{delimiter} b", "sql": COUNT}
    ]


def test_rows_keep_their_line_and_blank_ones_are_left_out() -> None:
    sheet = read_sheet(workbook((1, 1, "q"), (1, 2, "s"), (5, 1, "x"), (5, 2, 3)), "xlsx")
    assert sheet.rows == ((5, ("x", 3)),)


@pytest.mark.parametrize(
    "data, ending, code",
    [
        (workbook((1, 1, "a"), (1_048_576, 16_384, "x")), "xlsx", "sheet_too_long"),
        (b"a\n" + b"1\n" * (MOST_ROWS + 1), "csv", "sheet_too_long"),
        (",".join(f"c{n}" for n in range(300)).encode(), "csv", "sheet_too_wide"),
        (b"no workbook", "xlsx", "sheet_unreadable"),
        (b"a,b\n\x00\x01", "csv", "file_not_text"),
        (b'a\n"' + b"x" * 200_000, "csv", "sheet_unreadable"),
    ],
    ids=["far-corner", "rows", "columns", "no-workbook", "binary", "endless-cell"],
)
def test_a_table_out_of_all_bounds_is_refused_with_its_sentence(data: bytes, ending: str, code: str) -> None:
    assert [one.code for one in load_files([(f"a.{ending}", data)]).refused] == [code]
    assert all(f"errors.{code}" in keys(language) for language in LANGUAGES)


def test_an_endless_cell_is_refused_whatever_file_was_asked_as_data_before(tmp_path: Path) -> None:
    data = b'a\n"' + b"x" * 200_000
    (tmp_path / "a.csv").write_bytes(data)
    before = csv.field_size_limit()
    try:
        TextRows(tmp_path / "a.csv", "utf-8")
        with pytest.raises(KnowledgeError) as caught:
            read_sheet(data, "csv")
    finally:
        csv.field_size_limit(before)
    assert caught.value.code == "sheet_unreadable"


def test_a_table_that_names_its_pairs_is_no_question() -> None:
    assert names_pairs(read_sheet(b"Question,SQL\na,b\n", "csv"))
    assert not names_pairs(read_sheet("问法,写法\na,b\n".encode(), "csv"))


def test_pairs_under_other_names_are_found_by_what_they_hold() -> None:
    sheet = read_sheet(f"no,ask,write\n1,多少家店,{COUNT}\n2,x,DROP TABLE shops\n".encode(), "csv")
    assert pair_columns(sheet) == ("ask", "write")
    report = pairs_of(sheet, "ask", "write", "a.csv", POSTGRES)
    assert [(item.title, item.content) for item in report.items] == [("多少家店", COUNT)]
    assert [(one.line, one.params["rule"]) for one in report.refused] == [(3, "sql_writes")]


def test_a_table_without_sql_is_not_offered_as_pairs() -> None:
    assert pair_columns(read_sheet(b"day,amount\n2026-01-01,5\n", "csv")) is None
    assert pair_columns(read_sheet(b"day,amount\n", "csv")) is None


def test_a_table_to_read_keeps_its_head_with_each_part() -> None:
    rows = "\n".join(f"K{n},{'意' * 50}" for n in range(100))
    items = as_documentation(read_sheet(f"代码,含义\n{rows}\n".encode(), "csv"), "a.zip/codes.csv")
    assert [item.title for item in items[:2]] == ["codes", "codes (2)"]
    assert all(item.content.startswith("代码 | 含义\n") for item in items)
    assert sum(item.content.count("\n") for item in items) == 100
