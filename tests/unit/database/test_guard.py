"""The guard held against the statements of tests/cases/guard: what may run, and which rule stops the rest."""

import json
from pathlib import Path

import pytest

from config.wording import LANGUAGES, say_error
from database.dialects import DIALECTS
from database.guard import Scope, check
from database.screening import MAX_LENGTH
from errors import UnsafeSQLError

CASES = Path(__file__).resolve().parents[2] / "cases" / "guard"
ENGINES = ("postgres", "mysql", "sqlite", "duckdb")


def load(engine: str) -> list[dict]:
    lines = (CASES / f"{engine}.jsonl").read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def code_for(sql: str, engine: str, **options) -> str | None:
    try:
        check(sql, DIALECTS[engine], **options)
    except UnsafeSQLError as error:
        assert all(say_error(error, language) for language in LANGUAGES)
        return error.code
    return None


@pytest.mark.parametrize("engine", ENGINES)
def test_each_statement_gets_its_verdict(engine):
    cases = load(engine)
    assert len(cases) > 150
    wrong = [
        (case["id"], case["code"], code)
        for case in cases
        if (code := code_for(case["sql"], engine)) != case["code"]
    ]
    assert wrong == []


@pytest.mark.parametrize("engine", ENGINES)
def test_what_may_run_has_no_comments_and_no_semicolon(engine):
    checked = check("SELECT 1 /* DROP */ -- x\n;", DIALECTS[engine])
    assert checked.sql.split() == ["SELECT", "1"]


def test_comment_marks_in_literals_stay():
    assert check("SELECT '--a', '/*b*/'", DIALECTS["postgres"]).sql == "SELECT '--a', '/*b*/'"


@pytest.mark.parametrize(
    ("sql", "tables"),
    [
        ("SELECT * FROM orders", ("public.orders",)),
        ("SELECT * FROM Sales.Orders", ("sales.orders",)),
        ("WITH orders AS (SELECT 1 AS a) SELECT * FROM orders", ()),
        ("WITH orders AS (SELECT * FROM orders) SELECT * FROM orders", ("public.orders",)),
        ("WITH orders AS (SELECT 1 AS a) SELECT * FROM public.orders", ("public.orders",)),
        ("WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a", ("public.b",)),
        ("WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a", ()),
        ('WITH "Orders" AS (SELECT 1 AS a) SELECT * FROM orders', ("public.orders",)),
        ("SELECT * FROM (WITH x AS (SELECT 1) SELECT * FROM x) y, x", ("public.x",)),
        ("SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u)", ("public.t", "public.u")),
    ],
)
def test_tables_are_told_from_ctes_by_scope(sql, tables):
    assert check(sql, DIALECTS["postgres"]).tables == tables


def test_only_tables_of_the_scope_are_open():
    scope = Scope(tables=("public.orders", "shop.*"))
    assert code_for("SELECT * FROM orders", "postgres", scope=scope) is None
    assert code_for("SELECT * FROM shop.anything", "postgres", scope=scope) is None
    assert code_for("SELECT * FROM secrets", "postgres", scope=scope) == "sql_table_closed"
    assert code_for("SELECT (SELECT 1 FROM hr.pay)", "postgres", scope=scope) == "sql_table_closed"


def test_bare_names_belong_to_the_first_schema_of_the_scope():
    scope = Scope(schemas=("sales", "public"))
    assert check("SELECT * FROM orders", DIALECTS["postgres"], scope).tables == ("sales.orders",)
    assert code_for("SELECT * FROM hr.pay", "postgres", scope=scope) == "sql_table_closed"


def test_slots_pass_only_where_asked_for():
    sql = "SELECT * FROM orders WHERE day >= :period_start"
    assert code_for(sql, "postgres") == "sql_placeholder"
    assert code_for(sql, "postgres", slots=True) is None


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT " + "(" * 300 + "1" + ")" * 300,
        "SELECT " + "(" * 5000 + "1" + ")" * 5000,
        "SELECT " * 2000,
        "SELECT " + "NOT " * 3000 + "TRUE",
        "SELECT " + "- " * 3000 + "1",
        "SELECT " + "CASE WHEN 1=1 THEN " * 300 + "1" + " END" * 300,
        "SELECT * FROM " + "(SELECT * FROM " * 300 + "t" + ") x" * 300,
        "SELECT " + "[" * 400 + "1" + "]" * 400,
        "SELECT " + "coalesce(" * 400 + "1" + ")" * 400,
    ],
    ids=["parens", "many parens", "selects", "not", "minus", "case", "subqueries", "brackets", "calls"],
)
def test_deep_nesting_is_refused_and_breaks_nothing(engine, sql):
    assert code_for(sql, engine) is not None


@pytest.mark.parametrize("engine", ENGINES)
def test_long_flat_queries_pass_up_to_the_limit(engine):
    assert code_for("SELECT " + " + ".join("1" * 1500), engine) is None
    assert code_for(f"SELECT a FROM t WHERE a IN ({', '.join(map(str, range(3000)))})", engine) is None
    assert code_for("SELECT 1 " + " " * MAX_LENGTH, engine) == "sql_too_long"


def test_system_catalogs_are_closed_under_any_spelling():
    for name in ("pg_class", "PG_CLASS", '"pg_class"', "pg_catalog.pg_class", 'PG_CATALOG."pg_class"'):
        assert code_for(f"SELECT * FROM {name}", "postgres") == "sql_catalog_closed"
