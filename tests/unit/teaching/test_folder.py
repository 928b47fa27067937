"""The knowledge as a folder: every item comes back as it was, and mistakes are named with file and line."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.items import KnowledgeItem
from knowledge.records import addressed, item_key
from teaching.folder.reading import items_of
from teaching.folder.writing import folder_of
from teaching.loaders.metrics import load_metrics
from tests.fakes.taught_items import items

METRICS = """
metrics:
  - {name: revenue, names: {zh: 营业额, en: Revenue}, table: sale, expression: SUM(amount), verified_by: ann}
  - {name: share, ratio: [revenue, revenue], unit: "%"}
dimensions:
  - {name: area, names: {zh: 服务区}, column: area.name, values: {1: [甲, 乙]}}
hierarchies:
  - [area, shop]
joins:
  - {from: sale.area_id, to: area.id}
"""


@settings(max_examples=200, deadline=None)
@given(st.lists(items, max_size=6, unique_by=lambda item: (item.kind, item_key(item))))
def test_items_come_back_from_the_folder_as_they_were(taught: list[KnowledgeItem]) -> None:
    files = folder_of(taught)
    report = items_of(files)
    assert report.refused == []
    assert identities(report.items) == identities(taught)
    assert folder_of(report.items) == files == folder_of(reversed(taught))


def identities(taught: list[KnowledgeItem]) -> set[tuple[str, str]]:
    """Return what makes an item the same one in the records, and who verified it."""
    return {(addressed(item, "shop", "ann").id, item.verified_by) for item in taught}


def test_metrics_come_back_with_their_ids() -> None:
    taught = load_metrics(METRICS, "metrics.yaml").items
    assert len(taught) == 5
    files = folder_of(taught)
    again = items_of(files)
    assert again.refused == [] and identities(again.items) == identities(taught)
    assert folder_of(again.items) == files


def test_a_changed_text_keeps_its_files_name() -> None:
    pair = KnowledgeItem("", "", "pair", "上个月营业额？", "SELECT 1", {"language": "zh"})
    (path,) = folder_of([pair])
    assert path.startswith("pairs/上个月营业额-") and path.endswith(".sql")
    assert list(folder_of([replace(pair, content="SELECT 2")])) == [path]


def test_line_ends_of_windows_change_nothing() -> None:
    files = folder_of([KnowledgeItem("", "", "pair", "q", "SELECT 1,\n  2", {"language": "en"})])
    windows = {path: data.replace(b"\n", b"\r\n") for path, data in files.items()}
    assert folder_of(items_of(windows).items) == files


@pytest.mark.parametrize(
    "path, text, line, code",
    [
        ("pairs/a.sql", "SELECT 1\n", 1, "folder_sql_head"),
        ("pairs/a.sql", "-- question: q\nSELECT 1\n", 2, "folder_sql_head"),
        ("pairs/a.sql", "-- tags: []\n\nSELECT 1\n", 1, "folder_entry"),
        ("pairs/a.sql", "-- question: q\n\nDROP TABLE t\n", 1, "pair_sql_refused"),
        ("pairs/a.sql", "-- question: q\n-- tags: [\n\nSELECT 1\n", 3, "folder_yaml"),
        ("pairs/a.txt", "x", 1, "file_kind_unknown"),
        ("documents/a.md", "# No head\n", 1, "folder_head"),
        ("documents/a.md", "---\nsource: x\n---\n\nbody\n", 2, "folder_entry"),
        ("terms.yaml", "- name: a\n- definition: b\n", 2, "folder_entry"),
        ("terms.yaml", "- name: a\n  synonyms: [\n", 3, "folder_yaml"),
        ("terms.yaml", "name: a\n", 1, "folder_list"),
        ("terms.yaml", "- name: a\n- name: A\n", 2, "folder_twice"),
        ("terms.yaml", "- &a {name: x}\n- *a\n", 1, "folder_twice"),
        ("terms.yaml", "- &a {name: x, also: *a}\n", 1, "yaml_alias"),
        ("metrics.yaml", "metrics:\n  - {name: m}\n", 2, "metric_invalid"),
        ("tables/a.sql", "\n\nCREATE TABLE bad (;\n", 3, "ddl_unreadable"),
        ("tables/a.sql", "CREATE TABLE a (x int);\nCREATE TABLE b (x int);\n", 1, "one_table_wanted"),
        ("tables/a.yaml", "name: t\n", 1, "folder_entry"),
    ],
)
def test_mistakes_are_named_with_file_and_line(path: str, text: str, line: int, code: str) -> None:
    report = items_of({path: text.encode()})
    assert [(one.file, one.line, one.code) for one in report.refused] == [(path, line, code)]


def test_a_table_written_by_hand_is_read_and_other_files_are_left_alone() -> None:
    files = {"tables/t.sql": b"create table t (a int comment 'x')", "README.md": b"# ours", "x/y.sql": b";"}
    report = items_of(files)
    assert report.refused == [] and [item.title for item in report.items] == ["t"]
