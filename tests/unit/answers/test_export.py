"""Files to take away: whatever a value holds, the file is written, and nothing in it is unseen or run."""

import io

import pytest
from openpyxl import load_workbook

from answers.export import exported, to_csv, to_xlsx
from answers.visible import visible
from config.wording import LANGUAGES, say_error
from database.result import QueryResult, ResultColumn
from errors import InputError
from tests.unit.answers.test_chart import result

ODD = [
    "a\x07b", "a\x00b", "\x1b[31mred", "a\u202etxt.exe", "zero\u200bwidth", "half\ud800", "\ufeffmark",
    "=1+1", "\u200b=1+1", "line\nend\ttab", {"a": ["\x01", None]}, [1, [2, "\u2066x"]], 10**400, float("nan"),
    "x" * 40_000, True, None, 1.5, "",
]  # fmt: skip
RESULT = QueryResult(
    (ResultColumn("n\u202eame", "text"), ResultColumn("=cmd", "text")),
    tuple((odd, odd) for odd in ODD),
    False,
    1.0,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("张\u200d三", "张⟨U+200D⟩三"),
        ("a\x07", "a⟨U+0007⟩"),
        ("half\udc00", "half⟨U+DC00⟩"),
        ("soft\u00adhyphen", "soft⟨U+00AD⟩hyphen"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("南城 café 𠮷\n\tend", "南城 café 𠮷\n\tend"),
        (["a\u202eb", {"零\u200b宽": [1, "\u2066x"]}], ["a⟨U+202E⟩b", {"零⟨U+200B⟩宽": [1, "⟨U+2066⟩x"]}]),
        (7, 7),
        (None, None),
    ],
)
def test_what_cannot_be_seen_is_written_out(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("odd", ODD[:12], ids=range(12))
def test_any_value_has_a_place_in_a_file(kind, odd):
    result = QueryResult((ResultColumn("a", "text"),), ((odd,), ("next",)), False, 1.0)
    assert exported(result, kind)


def test_a_workbook_shows_what_was_hidden_and_runs_nothing():
    rows = [row for row in ODD if row != 10**400]
    result = QueryResult(RESULT.columns, tuple((odd, odd) for odd in rows), False, 1.0)
    sheet = load_workbook(io.BytesIO(to_xlsx([("data", result)]))).active
    cells = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert cells[0] == ["n⟨U+202E⟩ame", "'=cmd"]
    texts = [row[0] for row in cells if isinstance(row[0], str)]
    assert "a⟨U+0007⟩b" in texts and "a⟨U+202E⟩txt.exe" in texts and "'=1+1" in texts
    assert not [text for text in texts if text.startswith("=") or "\u202e" in text]


def test_a_csv_shows_what_was_hidden():
    written = to_csv(RESULT).decode("utf-8-sig")
    assert "a⟨U+0007⟩b" in written and "half⟨U+D800⟩" in written and "\u202e" not in written


def test_what_a_writer_cannot_write_is_said():
    huge = QueryResult((ResultColumn("a", "other"),), ((object(),),), False, 1.0)
    with pytest.raises(InputError) as caught:
        exported(huge, "xlsx")
    assert caught.value.code == "export_failed"
    assert all(say_error(caught.value, language) for language in LANGUAGES)


def test_exported_cells_never_begin_a_formula() -> None:
    rows = result("name:text n:integer", [["=HYPERLINK(1)", -3], ["@x", 4], ["＝1+1", 6], ["普通", 5]])
    text = to_csv(rows).decode("utf-8-sig")
    assert text.splitlines() == ["name,n", "'=HYPERLINK(1),-3", "'@x,4", "'＝1+1,6", "普通,5"]
    assert to_xlsx([("data", rows)])[:2] == b"PK"


def test_a_workbook_has_a_sheet_for_each_table_under_its_name_and_csv_the_first_table() -> None:
    card, moves = result("指标:text 本期:number", [["营业额", 5]]), result("名称:text", [["=南城"], ["厚街"]])
    sheets = [("记分卡", card), ("变化/较大[的]" + "很" * 40, moves)]
    book = load_workbook(io.BytesIO(exported(card, "xlsx", sheets)))
    assert [name[:8] for name in book.sheetnames] == ["记分卡", "变化 较大 的 "]
    assert [[cell.value for cell in row] for row in book.worksheets[0]] == [["指标", "本期"], ["营业额", 5]]
    assert [row[0].value for row in book.worksheets[1]] == ["名称", "'=南城", "厚街"]
    assert exported(card, "csv", sheets) == to_csv(card)
