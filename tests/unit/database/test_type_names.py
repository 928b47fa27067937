"""Types a query names, held like tables: a cast shows the columns of a table only to who may see them."""

import json
from pathlib import Path

import pytest

from config.wording import LANGUAGES, say_error
from database.dialects import DIALECTS
from database.guard import Scope, check
from database.policy import apply
from database.rights import Rights
from database.schema import Column, Schema, Table
from errors import PolicyError, UnsafeSQLError

CASES = Path(__file__).resolve().parents[2] / "cases" / "policy" / "types.jsonl"
HOMES = {"postgres": "public", "duckdb": "main", "sqlite": "main", "mysql": "shop"}


def verdict(sql: str, engine: str) -> str | None:
    home = HOMES[engine]
    columns = (Column("id", "integer"), Column("note", "text"))
    tables = [Table(home, name, columns) for name in ("orders", "secrets", "masked")]
    own = {name for kind in ("mood", "Mood", "secret_kind") for name in (kind, f"{home}.{kind}")}
    schema = Schema(
        (*tables, Table("closed", "pay", columns)),
        frozenset({*own, "closed.kind", "extensions.hstore", "hstore", "geometry"}),
        frozenset({"orders", "secrets", "masked", "mood", "kind", "secret_kind", "hstore"}),
    )
    denied = ("*.secrets", "*.secret_*", "closed.p*")
    rights = Rights("r", "c", denied_tables=denied, masks={f"{home}.masked.note": "hide"})
    scope = Scope(schemas=(home, "closed", "extensions"))
    try:
        apply(check(sql, DIALECTS[engine], scope), rights, schema, 100)
    except (UnsafeSQLError, PolicyError) as error:
        assert all(say_error(error, language) for language in LANGUAGES)
        return error.code
    return None


def test_a_type_is_open_only_where_its_table_is():
    cases = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    assert len(cases) > 70
    wrong = [
        (case["id"], case["code"], found)
        for case in cases
        if (found := verdict(case["sql"], case["engine"])) != case["code"]
    ]
    assert wrong == []


def test_who_may_see_everything_still_names_no_type_that_the_connection_does_not_show():
    checked = check("SELECT null::pay", DIALECTS["postgres"], Scope(schemas=("public",)))
    with pytest.raises(PolicyError) as caught:
        apply(checked, Rights("admin", "shop"), Schema(), 100)
    assert caught.value.code == "type_unlisted"
