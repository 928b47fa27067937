"""Items as rows of a sheet come back as they were, and a row that is wrong is refused at its line."""

import csv
import io
import json

import pytest

from database.schema import Column, Table
from knowledge.items import KnowledgeItem
from knowledge.records import addressed
from knowledge.tables import table_item
from teaching.loaders import load_files
from teaching.upkeep.rows import COLUMNS, row_of

TAUGHT = [
    table_item(Table("s", "t", (Column("id", "integer", "编号", False),), "表"), "db"),
    KnowledgeItem("", "", "documentation", "口径", "=不含税\n第二行", source="rules.md"),
    KnowledgeItem(
        *("", "", "term", "客单价", "每单金额"),
        {"synonyms": ["AOV", "ticket"], "definition": "每单金额", "expression": "SUM(a) / COUNT(*)"},
    ),
    KnowledgeItem(
        *("", "", "pair", "多少？", "SELECT 1"),
        {"language": "zh", "variants": ["几个？"], "tags": ["a"]},
        verified_by="ann",
    ),
    KnowledgeItem("", "", "rejected", "多少？", "SELECT 2", {"reason": "错"}),
]


def sheet() -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(row_of(item) for item in TAUGHT)
    return out.getvalue().encode("utf-8-sig")


def lines() -> bytes:
    return "\n".join(json.dumps(row_of(item), ensure_ascii=False) for item in TAUGHT).encode()


@pytest.mark.parametrize("name, data", [("k.csv", sheet()), ("k.jsonl", lines())])
def test_rows_come_back_as_the_items_they_were(name: str, data: bytes) -> None:
    report = load_files([(name, data)])
    assert report.refused == []
    ids = [{addressed(item, "c", "x").id for item in items} for items in (report.items, TAUGHT)]
    assert ids[0] == ids[1]
    assert [item.verified_by for item in report.items if item.kind == "pair"] == ["ann"]


def test_a_wrong_row_is_refused_at_its_line_and_the_others_are_taken() -> None:
    rows = [{"kind": "term", "title": "a"}, {"kind": "term", "title": "b", "definition": "c"}]
    report = load_files([("k.jsonl", "\n".join(map(json.dumps, rows)).encode())])
    assert [(one.line, one.code, one.params["field"]) for one in report.refused] == [
        (1, "field_empty", "definition")
    ]
    assert [item.title for item in report.items] == ["b"]
