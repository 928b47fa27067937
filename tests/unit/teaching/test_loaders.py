"""Teaching material of every kind: what is read, and what is refused at which line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from openpyxl import Workbook

from config.wording import LANGUAGES, keys
from teaching.loaders import load_files, load_paths

CASES = Path(__file__).parents[2] / "cases" / "loaders"
DDL = yaml.load((CASES / "ddl.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
COUNT = "SELECT count(*) FROM orders"


@pytest.mark.parametrize("case", DDL, ids=[case["id"] for case in DDL])
def test_ddl_of_many_dialects_is_read(case: dict[str, Any]) -> None:
    report = load_files([("a.sql", case["ddl"].encode())])
    if "tables" in case:
        assert [item.content for item in report.items] == case["tables"]
    else:
        assert [item.title for item in report.items] == case["names"]
    if "comments" in case:
        assert [column["comment"] for column in report.items[0].payload["columns"]] == case["comments"]
    assert [[one.line, one.code] for one in report.refused] == case.get("refused", [])


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    codes = {code for case in DDL for _, code in case.get("refused", [])}
    codes |= {"file_kind_unknown", "file_not_text", "file_unreadable", "line_unreadable"}
    codes |= {"pair_incomplete", "pair_too_long", "pair_sql_refused", "file_too_large"}
    for language in LANGUAGES:
        assert {f"errors.{code}" for code in codes} <= keys(language)


def test_pairs_with_slots_are_read_and_bad_lines_named() -> None:
    lines = [
        json.dumps(
            {"question": "有多少订单？", "sql": f"{COUNT} WHERE d >= :period_start", "verified_by": "ann"}
        ),
        "{not json",
        json.dumps({"question": "no sql"}),
        json.dumps({"question": "drop it", "sql": "DROP TABLE orders"}),
        json.dumps({"question": "two", "sql": f"{COUNT}; {COUNT}"}),
    ]
    report = load_files([("pairs.jsonl", "\n".join(lines).encode())])
    pair = report.items[0]
    assert len(report.items) == 1
    assert (pair.kind, pair.title, pair.payload["language"], pair.verified_by) == (
        *("pair", "有多少订单？"),
        *("zh", "ann"),
    )
    assert [(one.line, one.code) for one in report.refused] == [
        (2, "line_unreadable"),
        (3, "pair_incomplete"),
        (4, "pair_sql_refused"),
        (5, "pair_sql_refused"),
    ]


def test_pairs_come_from_csv_json_and_workbooks_alike() -> None:
    book = Workbook()
    book.active.append(["Question", "SQL"])
    book.active.append(["How many orders?", COUNT])
    stream = io.BytesIO()
    book.save(stream)
    rows = [{"question": "How many orders?", "sql": COUNT}]
    for name, data in (
        ("a.csv", f'question,sql\n"How many orders?","{COUNT}"\n'.encode("utf-8-sig")),
        ("a.json", json.dumps(rows).encode()),
        ("b.json", json.dumps({"pairs": rows}).encode()),
        ("a.xlsx", stream.getvalue()),
    ):
        report = load_files([(name, data)])
        assert [(item.title, item.content) for item in report.items] == [("How many orders?", COUNT)], name
        assert report.refused == [], name


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.xlsx", b"PK\x03\x04 not a workbook", "sheet_unreadable"),
        ("a.json", b"[" * 100_000, "file_unreadable"),
        ("a.json", b'"text"', "file_unreadable"),
        ("a.csv", b"a,b\x00c\n", "file_not_text"),
        ("a.sql", b"\x7fELF\x00\x00", "file_not_text"),
    ],
)
def test_broken_files_are_refused_not_raised(name: str, data: bytes, code: str) -> None:
    report = load_files([(name, data)])
    assert ([one.code for one in report.refused], report.items) == ([code], [])


def test_documentation_is_cut_into_sections_and_its_terms_are_read() -> None:
    text = (
        "Intro\n\n# 指标\n- 入区率（进区率、entry rate）：入区车辆除以断面车流：`a / b`\n## 说明\n正文一行\n"
    )
    items = load_files([("doc.md", text.encode())]).items
    sections = [(item.title, item.kind) for item in items if item.kind == "documentation"]
    term = next(item for item in items if item.kind == "term")
    assert [title for title, _ in sections] == ["doc", "指标", "指标 › 说明"]
    assert term.title == "入区率"
    assert term.payload["synonyms"] == ["进区率", "entry rate"]
    assert term.payload["expression"] == "a / b"


def test_chinese_files_in_the_old_encoding_are_read() -> None:
    items = load_files(
        [("a.sql", "create table t (a int); comment on table t is '订单';".encode("gb18030"))]
    ).items
    assert items[0].payload["comment"] == "订单"


def test_folders_are_read_and_other_files_named(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.sql").write_text("CREATE TABLE t (a int);")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    report = load_paths([tmp_path])
    assert [item.title for item in report.items] == ["t"]
    assert [(one.file, one.code) for one in report.refused] == [("photo.png", "file_kind_unknown")]
