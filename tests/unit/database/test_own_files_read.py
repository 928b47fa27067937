"""Ugly files, each with what must come of it: read as data, or refused with its reason."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import duckdb
import openpyxl
import pytest
import yaml

from config.wording import LANGUAGES, say_error
from database.files import plain_text
from database.files.loading import FileProfile, load
from database.files.words import column_line, note_lines, table_line
from errors import InputError

CASES: list[dict[str, Any]] = yaml.load(
    (Path(__file__).parents[2] / "cases" / "files" / "texts.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
)


def read(folder: Path, name: str, data: bytes) -> FileProfile:
    """Read a file of these bytes into a database beside it."""
    source = folder / "source"
    source.write_bytes(data)
    return load(source, name, folder / "made.duckdb")


def test_a_cell_without_end_is_refused_and_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        read(tmp_path, "a.csv", b"a,b\n" + b"x" * 1_000_001 + b",1\ny,2\n")
    assert raised.value.code == "file_cell_long"


def test_words_among_the_numbers_of_a_json_file_stand_without_quotes(tmp_path: Path) -> None:
    read(tmp_path, "a.json", b'[{"a": 1}, {"a": "x"}, {"a": null}]')
    assert answer(tmp_path, "SELECT string_agg(a, '|' ORDER BY a) FROM a") == "1|x"


ASKING = duckdb.connect()  # a start of DuckDB costs twenty times as much as attaching a file to one that runs


def answer(folder: Path, sql: str) -> Any:
    """Return the one value a query gives of the database that was made."""
    ASKING.execute(f"ATTACH '{folder / 'made.duckdb'}' AS made (READ_ONLY)")
    try:
        row = ASKING.execute(f"USE made; {sql}").fetchone()
    finally:
        ASKING.execute("USE memory; DETACH made")
    assert row is not None
    return row[0]


def bytes_of(case: dict[str, Any]) -> bytes:
    """Return what stands in a case's file."""
    if "bytes" in case:
        return bytes.fromhex(case["bytes"])
    return str(case["text"]).encode(case.get("encoding", "utf-8"))


def assert_said(profile: dict[str, Any]) -> None:
    """Assert that every table, column and remark has its words in both languages."""
    for language in LANGUAGES:
        said = [
            line
            for refused in (True, False)
            for line in note_lines(profile["notes"], language, refused=refused)
        ]
        assert len(said) == len(profile["notes"]) and all(said)
        for table in profile["tables"]:
            assert table_line(table, language)
            assert all(column_line(column, language) for column in table["columns"])


def test_there_are_sixty_ugly_files_or_more() -> None:
    assert len(CASES) >= 60
    assert len({case["id"] for case in CASES}) == len(CASES)


# A large text is one table and read by another way; JSON has but one.
LARGE = [case for case in CASES if "tables" not in case and not case.get("name", "").endswith(".json")]


@pytest.mark.parametrize(
    ("case", "from_bytes"),
    [
        pytest.param(case, from_bytes, id=f"{case['id']}-{called}")
        for called, cases, from_bytes in (("as large", LARGE, 0), ("as it is", CASES, plain_text.PLAIN_FROM))
        for case in cases
    ],
)
def test_what_must_come_of_an_ugly_file_does(
    case: dict[str, Any], from_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_text, "PLAIN_FROM", from_bytes)
    name = case.get("name", "数据.csv")
    if "error" in case:
        with pytest.raises(InputError) as raised:
            read(tmp_path, name, bytes_of(case))
        assert raised.value.code == case["error"]
        assert all(say_error(raised.value, language) for language in LANGUAGES)
        return
    found = read(tmp_path, name, bytes_of(case))
    table = found.tables[0]
    rows = case.get("tables", [case.get("rows")])
    assert [one.rows for one in found.tables] == rows, found
    if "types" in case:
        assert [column.type for column in table.columns] == case["types"], found
    if "names" in case:
        assert [column.name for column in table.columns] == case["names"]
    if "table" in case:
        assert table.name == case["table"]
    codes = {note.code for note in found.notes}
    assert set(case.get("notes", ())) <= codes, codes
    assert_said(found.plain())
    if "ask" in case:
        given = answer(tmp_path, f'SELECT {case["ask"]} FROM "{table.name}"')
        assert (float(given) if isinstance(given, Decimal) else given) == case["is"]


def workbook(folder: Path, build: Callable[[Any], None]) -> bytes:
    """Return a workbook that `build` filled."""
    book = openpyxl.Workbook()
    build(book)
    book.save(folder / "book.xlsx")
    return (folder / "book.xlsx").read_bytes()


def test_a_sheet_with_a_merged_title_and_merged_labels_is_a_plain_table(tmp_path: Path) -> None:
    def build(book: Any) -> None:
        sheet = book.active
        for row in (
            ("某公司报表",),
            ("地区", "门店", "金额"),
            ("北京", "a", 1),
            (None, "b", 2),
            ("上海", "c", 3),
        ):
            sheet.append(row)
        sheet.merge_cells("A1:C1")
        sheet.merge_cells("A3:A4")

    found = read(tmp_path, "表.xlsx", workbook(tmp_path, build))
    assert {"titles_above", "merged_filled"} <= {note.code for note in found.notes}
    assert answer(tmp_path, "SELECT sum(金额) FROM 表 WHERE 地区 = '北京'") == 3


def test_a_figure_in_merged_cells_is_counted_once(tmp_path: Path) -> None:
    def build(book: Any) -> None:
        for row in (("地区", "金额"), ("北京", 10), ("上海", None), ("广州", 5)):
            book.active.append(row)
        book.active.merge_cells("B2:B3")

    read(tmp_path, "表.xlsx", workbook(tmp_path, build))
    assert answer(tmp_path, "SELECT sum(金额) FROM 表") == 15


def test_names_merged_over_columns_are_said_of_each(tmp_path: Path) -> None:
    def build(book: Any) -> None:
        for row in (("日期", "收入", None), (None, "餐饮", "零售"), (dt.date(2026, 1, 1), 1, 2)):
            book.active.append(row)
        book.active.merge_cells("A1:A2")
        book.active.merge_cells("B1:C1")

    found = read(tmp_path, "表.xlsx", workbook(tmp_path, build))
    assert [column.name for column in found.tables[0].columns] == ["日期", "收入_餐饮", "收入_零售"]
    assert found.tables[0].columns[0].type == "DATE"


def test_sheets_become_tables_but_for_hidden_and_empty_ones(tmp_path: Path) -> None:
    def build(book: Any) -> None:
        book.active.title = "订单"
        book.active.append(("编号", "金额"))
        book.active.append(("A1", 5))
        book.create_sheet("空表")
        hidden = book.create_sheet("字典")
        hidden.append(("a", "b"))
        hidden.sheet_state = "hidden"
        other = book.create_sheet("退货")
        other.append(("编号", "数量"))
        other.append(("A1", 1))

    found = read(tmp_path, "账.xlsx", workbook(tmp_path, build))
    assert [table.name for table in found.tables] == ["订单", "退货"]
    assert {"sheets_hidden", "sheet_empty"} <= {note.code for note in found.notes}


def test_cells_keep_what_their_format_says(tmp_path: Path) -> None:
    def build(book: Any) -> None:
        sheet = book.active
        sheet.append(("日期", "占比", "已付", "错", "编号"))
        for at, share in ((1, 0.07), (2, 0.125)):
            sheet.append((dt.datetime(2026, 1, at), share, at == 1, "#N/A", f"00{at}"))
        for row in (2, 3):
            sheet.cell(row, 2).number_format = "0.0%"

    found = read(tmp_path, "表.xlsx", workbook(tmp_path, build))
    kinds = [column.type for column in found.tables[0].columns]
    assert kinds == ["DATE", "DECIMAL(18,2)", "BOOLEAN", "VARCHAR", "VARCHAR"]
    assert float(answer(tmp_path, "SELECT sum(占比) FROM 表")) == 19.5
    assert answer(tmp_path, "SELECT count(错) FROM 表") == 0


def test_hidden_columns_are_read_and_told(tmp_path: Path) -> None:
    def build(book: Any) -> None:
        for row in (("店", "成本", "额"), ("a", 5, 1), ("b", 6, 2)):
            book.active.append(row)
        book.active.column_dimensions["B"].hidden = True

    found = read(tmp_path, "表.xlsx", workbook(tmp_path, build))
    assert [(note.code, note.params) for note in found.notes] == [("columns_hidden", {"count": 1})]
    assert len(found.tables[0].columns) == 3


def test_formulas_without_a_kept_result_are_told(tmp_path: Path) -> None:
    def build(book: Any) -> None:
        for row in (("a", "b"), (1, "=A2*2"), (2, "=A3*2")):
            book.active.append(row)

    found = read(tmp_path, "表.xlsx", workbook(tmp_path, build))
    [note] = [note for note in found.notes if note.code == "formulas_uncomputed"]
    assert note.params["count"] == 2


def test_a_parquet_file_keeps_its_types(tmp_path: Path) -> None:
    path = tmp_path / "made.parquet"
    duckdb.sql(
        "SELECT 1 AS n, DATE '2026-01-01' AS d, 'x' AS t, {'lat': 1.5, 'name': 'a'} AS place, [1, 2] AS many"
    ).write_parquet(str(path))
    found = read(tmp_path, "a.parquet", path.read_bytes())
    kinds = {column.name: column.type for column in found.tables[0].columns}
    assert (kinds["n"], kinds["d"], kinds["place_name"]) == ("INTEGER", "DATE", "VARCHAR")
    assert answer(tmp_path, "SELECT many FROM a") == "[1,2]"


def test_an_object_too_deep_to_be_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read(tmp_path, "a.json", b"5")


def test_rows_beyond_what_is_sampled_still_decide_a_column(tmp_path: Path) -> None:
    rows = "\n".join(f"{at},{at}" for at in range(30_000))
    found = read(tmp_path, "a.csv", f"a,b\n{rows}\n30000,0.5\n30001,x\n".encode())
    assert found.tables[0].columns[1].type == "DECIMAL(18,2)"
    [note] = [note for note in found.notes if note.code == "value_refused"]
    assert (note.line, note.params["value"]) == (30_003, "x")


def test_a_workbook_is_read_whatever_it_is_called_and_its_hidden_rows_are_told(tmp_path: Path) -> None:
    def build(book: Any) -> None:
        for row in (
            (),
            (None, "月报"),
            (None, "店", "额"),
            (None, "a", " 1 234 "),
            (None, "b", 2),
            (None, "合计", 1236),
        ):
            book.active.append(row)
        book.active.row_dimensions[5].hidden = True

    for name in ("表.csv", "表.xls"):
        found = read(tmp_path, name, workbook(tmp_path, build))
        assert [column.name for column in found.tables[0].columns] == ["店", "额"]
        assert {"rows_hidden", "totals_left_out"} <= {note.code for note in found.notes}
        assert_said(found.plain())
        assert answer(tmp_path, "SELECT sum(额) FROM 表") == 1236
        (tmp_path / "made.duckdb").unlink()


@pytest.mark.parametrize(
    ("name", "member", "code"),
    [
        ("a.ods", "mimetype", "file_kind"),
        ("a.xlsb", "xl/workbook.bin", "file_kind"),
        ("a.docx", "[Content_Types].xml", "file_kind"),
        ("a.csv", "data.csv", "file_packed"),
        ("a.xlsx", "word/document.xml", "file_damaged"),
    ],
)
def test_a_zip_that_is_no_workbook_is_refused_as_what_it_is(
    name: str, member: str, code: str, tmp_path: Path
) -> None:
    with ZipFile(tmp_path / "zip", "w") as packed:
        packed.writestr(member, "x")
    with pytest.raises(InputError) as raised:
        read(tmp_path, name, (tmp_path / "zip").read_bytes())
    assert raised.value.code == code


def test_a_record_of_a_parquet_file_with_a_list_of_objects_stays_a_record(tmp_path: Path) -> None:
    with duckdb.connect() as con:
        con.execute(
            "COPY (SELECT 1 AS a, [{'x': 1}, {'x': 2}] AS inner, 'nan'::DOUBLE AS none, 1.5 AS d)"
            f" TO '{tmp_path / 'a.parquet'}' (FORMAT parquet)"
        )
    found = read(tmp_path, "a.parquet", (tmp_path / "a.parquet").read_bytes())
    assert found.tables[0].rows == 1
    assert answer(tmp_path, "SELECT d FROM a WHERE none IS NULL") == Decimal("1.5")
