"""The check-sql command: one verdict a line, whatever the line."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from commands.check_sql import check_sql_batch

ROOT = Path(__file__).resolve().parents[3]


def verdicts(*lines: str, dialect: str = "postgres") -> list[dict]:
    out = io.StringIO()
    check_sql_batch(lines, dialect, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_gets_its_verdict_with_a_reason():
    allowed, refused = verdicts(
        '{"id": 1, "sql": "SELECT 1"}', '{"id": "b", "sql": "DROP TABLE t", "dialect": "mysql"}'
    )
    assert allowed == {"id": 1, "allowed": True, "code": None, "reason": None}
    assert (refused["id"], refused["allowed"], refused["code"]) == ("b", False, "sql_writes")
    assert "DROP" in refused["reason"]


def test_a_line_may_name_its_own_dialect():
    line = json.dumps({"id": 1, "sql": "FROM orders SELECT id"})
    assert not verdicts(line)[0]["allowed"]
    assert verdicts(line, dialect="duckdb")[0]["allowed"]
    assert verdicts(json.dumps({"id": 1, "sql": "SELECT `a`", "dialect": "mariadb"}))[0]["allowed"]


def test_lines_that_are_no_record_get_a_line_too():
    lines = verdicts(
        "nonsense", "[1]", '{"id": 7}', '{"id": 8, "sql": 5}', '{"id": 9, "sql": "x", "dialect": "z"}'
    )
    assert [line["code"] for line in lines] == ["batch_line_invalid"] * 4 + ["dialect_unknown"]
    assert [line["id"] for line in lines] == [None, None, 7, 8, 9]
    assert not any(line["allowed"] for line in lines)


def test_blank_lines_are_passed_over():
    assert verdicts("", "\n", '{"id": 1, "sql": "SELECT 1"}\n')[0]["id"] == 1


def test_nothing_but_the_guard_is_loaded():
    script = (
        "import sys; import commands.check_sql;"
        "heavy = {'chainlit', 'langgraph', 'langchain_core', 'chromadb', 'vanna', 'pandas', 'psycopg'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_line_nothing_foresaw_is_refused_and_the_next_one_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(sql: str, dialect: object) -> None:
        if "odd" in sql:
            raise KeyError(sql)

    monkeypatch.setattr("commands.check_sql.check", check)
    out = io.StringIO()
    lines = [json.dumps({"id": number, "sql": sql}) for number, sql in enumerate(("odd", "SELECT 1"))]
    lines.insert(1, '{"id": 5, "sql": "\\ud800"}')
    check_sql_batch([*lines, "[" * 200_000, '{"id": 9, "sql": "' + "[" * 50_000 + '"}'], "postgres", out)
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["allowed"] for line in told] == [False, True, True, False, True]
    assert told[0]["code"] == "internal"
