"""Golden questions as files: what goes out comes in again, and a bad line is named."""

import datetime as dt

import pytest

from appdb.golden import Golden
from errors import InputError
from evaluation.golden import read_file, to_csv, to_json_lines

QUESTIONS = [
    Golden("上月营业额", ("SELECT 1", "SELECT\n  1.0"), "new", dt.date(2026, 11, 20)),
    Golden("=荔枝几月上市？", (), "general"),
]


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_what_is_exported_is_imported_as_it_was(form: str) -> None:
    content = to_csv(QUESTIONS) if form == "csv" else to_json_lines(QUESTIONS).encode()
    found = read_file(f"golden.{form}", content)
    assert [golden for _, golden in found.questions] == QUESTIONS
    assert found.unreadable == ()


def test_no_cell_of_the_csv_is_run_by_a_spreadsheet() -> None:
    assert "\n'=荔枝" in to_csv(QUESTIONS).decode("utf-8-sig").replace("\r", "")


def test_lines_that_cannot_be_read_are_named_and_the_others_taken() -> None:
    bad = ["nonsense", "", "[]", '{"question": ""}', '{"question": "b", "today": "x"}']
    lines = "\n".join(['{"question": "a", "sql": "SELECT 1"}', *bad])
    found = read_file("g.jsonl", lines.encode())
    assert ([number for number, _ in found.questions], found.unreadable) == ([1], (2, 4, 5, 6))


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("g.csv", b"frage,sql\na,b\n", "golden_columns"),
        ("g.jsonl", b"\xff\xfe\x00", "golden_file_unreadable"),
    ],
)
def test_a_file_of_another_kind_is_refused_in_words(name: str, content: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_file(name, content)
    assert caught.value.code == code
