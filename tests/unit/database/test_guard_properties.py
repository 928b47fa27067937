"""Whatever the generator builds from read-only parts is allowed; the same with one write in it is refused."""

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from database.dialects import DIALECTS
from database.guard import check
from errors import UnsafeSQLError

ENGINES = ("postgres", "mysql", "sqlite", "duckdb")
NAMES = st.sampled_from(
    ["orders", "updated_at", "is_deleted", "grant_total", "日营收", "set_point", "o", "x1", "callback"]
)
LITERALS = st.sampled_from(
    ["1", "-2.5", "'a'", "'it''s'", "'; DROP TABLE t; --'", "'/* x */'", "NULL", "'中文'"]
)
SPACES = st.sampled_from(
    ["\u00a0", "\u3000", " ", "\n", "  ", "\t", " /* DROP TABLE t */ ", " -- ; DELETE\n"]
)


@cache  # what is drawn from is checked and described by hypothesis once, else in each draw
def expressions(depth: int = 2) -> st.SearchStrategy[str]:
    plain = st.one_of(NAMES, LITERALS, st.builds("{}.{}".format, NAMES, NAMES))
    if not depth:
        return plain
    inner = expressions(depth - 1)
    return st.one_of(
        plain,
        st.builds(
            "({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/", "=", "<>", "<", ">="]), inner
        ),
        st.builds("coalesce({}, {})".format, inner, inner),
        st.builds("replace({}, 'a', 'b')".format, inner),
        st.builds("CASE WHEN {} THEN {} ELSE {} END".format, inner, inner, inner),
        st.builds("({} IS NOT NULL AND {} IN ({}, 2))".format, inner, inner, inner),
        st.builds("sum({}) OVER (PARTITION BY {} ORDER BY {})".format, inner, inner, inner),
        st.builds("(SELECT max({}) FROM {})".format, inner, NAMES),
        st.builds("EXISTS (SELECT 1 FROM {} WHERE {} = {})".format, NAMES, inner, inner),
    )


SELECTED = st.lists(expressions(), min_size=1, max_size=3)
JOINS, EITHER, FOURTH = st.sampled_from(["JOIN", "LEFT JOIN"]), st.booleans(), st.integers(0, 3)


@cache
@st.composite
def queries(draw: st.DrawFn, depth: int = 2) -> list[str]:
    """Return the parts of a query; between any two of them anything may stand that separates words."""
    source = draw(NAMES)
    if depth and draw(EITHER):
        source = f"({' '.join(draw(queries(depth - 1)))}) AS sub"
    parts = ["SELECT", ", ".join(draw(SELECTED)), "FROM", source]
    if draw(EITHER):
        parts += [draw(JOINS), draw(NAMES), "AS j", "ON", draw(expressions(1)) + " = 1"]
    if draw(EITHER):
        parts += ["WHERE", draw(expressions()) + " = 1"]
    if draw(EITHER):
        parts += ["GROUP BY", draw(NAMES), "HAVING", "count(*) > 1"]
    if depth and draw(FOURTH) == 0:
        parts = ["WITH", "cte AS", "(" + " ".join(parts) + ")", "SELECT", "*", "FROM", "cte"]
    if depth and draw(FOURTH) == 0:
        parts += ["UNION ALL", *draw(queries(0))]
    return parts


WRITES = {
    "every": [
        "; DROP TABLE t",
        "; COMMIT",
        "; DELETE FROM t",
        " FOR UPDATE",
        " UNION DELETE FROM t",
        "; SELECT 1",
        " , no_such_function(1)",
        " \u200b ",
        " \x00 ",
        " /*! DROP TABLE t */ ",
        " 'open",
        " /* open",
        " = ?",
    ],
    "postgres": [
        " , pg_sleep(1)",
        " , set_config('a', 'b', false)",
        ' , "lo_unlink"(1)',
        " , U&'x'",
        " , pg_catalog.setval('s', 1)",
    ],
    "mysql": [
        " , sleep(1)",
        " , @a := 1",
        " , load_file('x')",
        " INTO OUTFILE 'x'",
        " , @@version",
        " LOCK IN SHARE MODE",
    ],
    "sqlite": [
        " , load_extension('x')",
        " , writefile('a', 'b')",
        " , 1 IN sqlite_master",
        " , fts3_tokenizer('a')",
    ],
    "duckdb": [
        " , getenv('HOME')",
        " , nextval('s')",
        " , (FROM 'x.csv')",
        " , (FROM query('DROP TABLE t'))",
    ],
}

many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def allowed(sql: str, engine: str) -> bool:
    try:
        check(sql, DIALECTS[engine])
    except UnsafeSQLError:
        return False
    return True


@pytest.mark.parametrize("engine", ENGINES)
@many
@given(parts=queries(), spaces=st.lists(SPACES, min_size=40, max_size=40))
def test_read_only_queries_are_allowed(engine, parts, spaces):
    sql = "".join(part + space for part, space in zip(parts, [*spaces, *[" "] * len(parts)], strict=False))
    assert allowed(sql, engine), sql


@pytest.mark.parametrize("engine", ENGINES)
@many
@given(parts=queries(), data=st.data())
def test_the_same_with_one_write_is_refused(engine, parts, data):
    write = data.draw(st.sampled_from(WRITES["every"] + WRITES[engine]))
    at = data.draw(st.integers(1, len(parts)))
    sql = " ".join(parts[:at]) + write + " " + " ".join(parts[at:])
    assert not allowed(sql, engine), sql
