"""What the demo teaches, offers and is tested with."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from sqlglot import exp

from config.wording import LANGUAGES
from database.dialects import POSTGRES
from database.guard import check
from demo.database import GOLDEN, SCHEMA, TEACHING
from demo.people import BRANCH_OF_MANAGER, MANAGER, PEOPLE, starters
from evaluation.golden import read_golden
from teaching.loaders import load_paths

PERIOD_SLOTS = {
    "period_start",
    "period_end",
    "previous_start",
    "previous_end",
    "last_year_start",
    "last_year_end",
}
CODED = re.compile(r"^[^：]+：\d [^，]+(，\d [^，]+)+$")
HAN = re.compile(r"[\u4e00-\u9fff]")


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


PAIRS = _lines(TEACHING[1] / "pairs.jsonl")
GOLDEN_LINES = _lines(GOLDEN)


def _plain(question: str) -> str:
    return question.lower().strip("？?。. ")


TAUGHT = {_plain(text) for pair in PAIRS for text in (pair["question"], *pair["variants"])}


def _comments() -> dict[str, str]:
    return dict(re.findall(r"COMMENT ON (?:TABLE|COLUMN) ([\w.]+) IS '([^']+)';", SCHEMA.read_text("utf-8")))


def _columns() -> dict[str, list[str]]:
    tables = [
        tree for tree in sqlglot.parse(SCHEMA.read_text("utf-8"), "postgres") if isinstance(tree, exp.Create)
    ]
    return {
        tree.find(exp.Table).name: [column.name for column in tree.find_all(exp.ColumnDef)]  # type: ignore[union-attr]
        for tree in tables
    }


def test_every_table_and_column_has_a_chinese_comment() -> None:
    columns = _columns()
    assert len(columns) >= 14
    wanted = set(columns) | {f"{table}.{column}" for table, names in columns.items() for column in names}
    comments = _comments()
    assert set(comments) == wanted
    assert [name for name, text in comments.items() if not HAN.search(text)] == []


def test_coded_columns_say_what_each_code_means() -> None:
    coded = {name: text for name, text in _comments().items() if re.search(r"：1 ", text)}
    assert len(coded) >= 12
    assert [name for name, text in coded.items() if not CODED.match(text)] == []


def test_there_are_pairs_enough_in_both_languages() -> None:
    languages = Counter(pair["language"] for pair in PAIRS)
    assert min(languages[language] for language in LANGUAGES) >= 30
    assert len({pair["id"] for pair in PAIRS}) == len(PAIRS)
    assert all(pair["verified_by"] for pair in PAIRS)


def test_no_question_is_taught_twice() -> None:
    texts = Counter(_plain(text) for pair in PAIRS for text in (pair["question"], *pair["variants"]))
    assert [text for text, times in texts.items() if times > 1] == []


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_slots_of_a_pair_are_known_and_come_in_twos(pair: dict[str, Any]) -> None:
    tree = sqlglot.parse_one(pair["sql"], dialect="postgres")
    names = {slot.name for slot in tree.find_all(exp.Placeholder)}
    for start in ("period", "previous", "last_year"):
        assert (f"{start}_start" in names) == (f"{start}_end" in names)
    for name in names - PERIOD_SLOTS - {"top_n"}:
        places = [slot.parent for slot in tree.find_all(exp.Placeholder) if slot.name == name]
        assert all(isinstance(place, exp.EQ) and isinstance(place.this, exp.Column) for place in places), name


def test_no_sql_asks_the_databases_clock() -> None:
    texts = [pair["sql"] for pair in PAIRS] + [sql for case in GOLDEN_LINES for sql in case["gold"] or []]
    assert [text for text in texts if re.search(r"current_|now\(|localtime", text, re.IGNORECASE)] == []


def test_everything_taught_is_accepted() -> None:
    report = load_paths(TEACHING)
    assert report.refused == []
    kinds = Counter(item.kind for item in report.items)
    assert kinds["pair"] == len(PAIRS)
    assert kinds["ddl"] == len(_columns())
    assert kinds["term"] >= 20
    assert kinds["documentation"] >= 5


def test_the_guard_lets_every_gold_statement_through() -> None:
    for case in GOLDEN_LINES:
        for statement in case["gold"] or []:
            assert check(statement, POSTGRES).sql == statement, case["id"]


def test_the_golden_set_is_none_of_what_is_taught() -> None:
    assert [case["question"] for case in GOLDEN_LINES if _plain(case["question"]) in TAUGHT] == []


def test_the_golden_set_has_enough_of_each_kind() -> None:
    kinds = Counter(case["kind"] for case in GOLDEN_LINES)
    assert kinds["variation"] >= 100
    assert kinds["new"] >= 25
    assert kinds["unanswerable"] >= 40
    assert len({case["id"] for case in GOLDEN_LINES}) == len(GOLDEN_LINES)
    for kind in ("variation", "new", "unanswerable", "chat", "general"):
        assert {case["language"] for case in GOLDEN_LINES if case["kind"] == kind} == set(LANGUAGES)


def test_the_golden_set_expects_data_exactly_where_it_has_gold() -> None:
    for case, line in zip(read_golden(GOLDEN), GOLDEN_LINES, strict=True):
        assert (case.expect == "data") == (line["expect"] == "data"), case.question


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.name)
def test_starters_are_verified_questions(person: Any, language: Any) -> None:
    offered = starters(person.role, language)
    assert 4 <= len(offered) <= 6
    assert [starter.question for starter in offered if _plain(starter.question) not in TAUGHT] == []


def test_the_manager_has_the_branch_of_nancheng() -> None:
    from demo.network import areas

    nancheng = next(area for area in areas() if area.name == "南城服务区")
    assert MANAGER.attributes == {"branch_id": BRANCH_OF_MANAGER} == {"branch_id": str(nancheng.branch)}
