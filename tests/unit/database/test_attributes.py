"""On PostgreSQL `row.name` is a call where the row has no such column: no call off the list is made so."""

from functools import partial

import pytest

from database.attributes import require_own_columns
from database.dialects import POSTGRES
from database.guard import check
from database.policy import _meant
from database.schema import Column, Schema, Table
from errors import DatabaseError, UnsafeSQLError

SCHEMA = Schema(
    (
        Table(
            "public", "routes", (Column("id", "integer"), Column("name", "text"), Column("Fee", "numeric"))
        ),
        Table("public", "staff", (Column("id", "integer"), Column("route_id", "integer"))),
        Table("public", "keeps", (Column("id", "integer"), Column("any_secret", "text"))),
    ),
    calls=frozenset({"any_secret", "record_out", "routes", "staff", "keeps"}),
)

CALLS = [
    "SELECT r.any_secret FROM routes r",
    "SELECT routes.any_secret FROM routes",
    "SELECT public.routes.any_secret FROM public.routes",
    "SELECT max(r.any_secret) FROM routes r",
    "SELECT 1 FROM routes r WHERE r.any_secret = '1'",
    "SELECT 1 FROM routes r ORDER BY r.any_secret",
    "SELECT (ROW(1)).any_secret",
    "SELECT (r).any_secret FROM routes r",
    "SELECT (SELECT r FROM routes r LIMIT 1).any_secret",
    "SELECT q.any_secret FROM generate_series(1, 1) q",
    "SELECT q.any_secret FROM (SELECT * FROM routes) q",
    "SELECT q.any_secret FROM (SELECT id FROM routes) q, (SELECT 1 AS any_secret) z",
    "WITH q AS (SELECT * FROM routes) SELECT q.any_secret FROM q",
    "WITH r AS (SELECT * FROM routes) SELECT r.any_secret FROM r "
    "WHERE EXISTS (WITH r AS (SELECT 1 AS any_secret) SELECT 1 FROM r)",
    "SELECT v.any_secret FROM (VALUES (1)) v",
    "SELECT (SELECT r.any_secret) FROM routes r",
    'SELECT r."any_secret" FROM routes r',
    "SELECT l.any_secret FROM routes r, LATERAL (SELECT r.name AS v) l",
    "SELECT r.record_out FROM routes r",
    "SELECT (null::routes).any_secret",
    "SELECT (SELECT r.any_secret WHERE EXISTS "
    "(SELECT 1 FROM (staff JOIN (SELECT 1 AS any_secret) z ON true) AS r)) FROM routes r",
    # What stands before the dot is somebody else than the nearest of this name.
    "SELECT (SELECT public.routes.any_secret FROM (SELECT 1 AS any_secret) routes) FROM public.routes",
    "SELECT (SELECT x.s FROM (SELECT 1 AS any_secret) r, (SELECT r.any_secret AS s) x) FROM routes r",
    "SELECT (SELECT x.s FROM LATERAL (SELECT r.any_secret AS s) x, (SELECT 1 AS any_secret) r) FROM routes r",
    "SELECT (SELECT 1 FROM staff s JOIN staff t ON r.any_secret = '1' JOIN keeps r ON true) FROM routes r",
    "SELECT (WITH c AS (SELECT r.any_secret AS s) SELECT c.s FROM c, keeps r) FROM routes r",
    "SELECT x.* FROM keeps j, LATERAL (SELECT j.any_secret FROM staff a JOIN staff b USING (id) AS j) x",
    "SELECT (name).any_secret FROM routes, (SELECT 1 AS any_secret) name",
    "SELECT (SELECT unnest.any_secret FROM unnest(ARRAY[r])) FROM routes r, keeps AS unnest",
    'WITH "user" AS (SELECT 1 AS any_secret) SELECT x.any_secret FROM user x',
    "SELECT any_secret.any_secret FROM routes r, unnest(ARRAY[r]) AS any_secret",
    # A name that the query only seems to give.
    "SELECT t.any_secret FROM information_schema.tables t",
    "SELECT q.any_secret FROM (SELECT 'any_secret') q",
    "SELECT q.any_secret FROM (SELECT to_json(r) -> 'any_secret' FROM routes r) q",
    "SELECT q.any_secret FROM (SELECT any_secret FROM keeps) q(renamed)",
    "WITH q(renamed) AS (SELECT any_secret FROM keeps) SELECT q.any_secret FROM q",
    "SELECT z.any_secret FROM (SELECT * FROM (keeps a CROSS JOIN staff b) AS x(a, b, c, d)) z",
    "SELECT q.any_secret FROM (SELECT 1 AS a UNION SELECT 2 AS any_secret) q",
    "WITH k AS (SELECT 1 AS any_secret) SELECT (SELECT r FROM routes r, k LIMIT 1).any_secret",
    "SELECT ('calm'::mood).any_secret",
    "SELECT q.routes FROM (SELECT '(1,x)'::text) q",
]

COLUMNS = [
    "SELECT k.any_secret, keeps.any_secret FROM keeps k, keeps",
    "SELECT q.any_secret FROM (SELECT * FROM keeps) q",
    "SELECT q.routes FROM (SELECT count(*) AS routes FROM routes) q",
    "WITH c AS (SELECT k.* FROM keeps k), d AS (SELECT * FROM c) SELECT d.any_secret FROM d",
    "WITH c(any_secret) AS (SELECT 1 UNION ALL SELECT 2) SELECT c.any_secret FROM c",
    "SELECT x.any_secret FROM (keeps a JOIN staff b ON b.id = a.id) AS x",
    "SELECT u.any_secret FROM unnest(ARRAY[1]) AS u(any_secret)",
    "SELECT j.id FROM staff a JOIN staff b USING (id) AS j",
    "SELECT (s.home).street FROM staff s, (SELECT 1 AS home) street",
    'SELECT r.id, r."Fee" FROM routes r',
    "SELECT R.NAME FROM routes r",
    "SELECT public.routes.name FROM public.routes",
    "SELECT r.tableoid FROM routes r",
    "SELECT (r).name, (r).* FROM routes r",
    "SELECT q.total FROM (SELECT count(*) AS total FROM routes) q",
    "SELECT q.count, q.max FROM (SELECT count(*), max(id) FROM routes) q",
    "SELECT q.n FROM (SELECT id FROM routes) AS q(n)",
    "SELECT q.name FROM (SELECT r.*, s.id AS staff_id FROM routes r JOIN staff s ON s.route_id = r.id) q",
    "WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT c.n + 1 FROM c WHERE c.n < 5) SELECT c.n FROM c",
    "WITH a AS (SELECT id FROM routes), b(k) AS (SELECT a.id FROM a) SELECT b.k FROM b",
    "SELECT x.a FROM json_to_recordset('[]') AS x(a integer, b text)",
    "SELECT j.key, j.value FROM jsonb_each('{}') j",
    "SELECT u.e, u.o FROM unnest(ARRAY[1]) WITH ORDINALITY AS u(e, o)",
    "SELECT u.u FROM unnest(ARRAY[1]) u",
    "SELECT d.d FROM generate_series(1, 3) d",
    "SELECT d.day FROM generate_series(1, 3) AS d(day)",
    "SELECT v.column1, w.x FROM (VALUES (1)) v, (VALUES (1)) AS w(x)",
    "SELECT l.v FROM routes r, LATERAL (SELECT r.name AS v) l",
    "SELECT r.name FROM routes r WHERE EXISTS (SELECT 1 FROM staff s WHERE s.route_id = r.id)",
    "SELECT (SELECT count(*) FROM staff s WHERE s.route_id = r.id) FROM routes r ORDER BY r.name",
    "SELECT r.name FROM routes r WINDOW w AS (PARTITION BY r.name)",
    "SELECT q.name FROM (SELECT name FROM routes UNION ALL SELECT 'x') q",
    "SELECT pg_catalog.lower(r.name) FROM routes r",
    "SELECT x.name, x.route_id FROM (routes r JOIN staff s ON s.route_id = r.id) AS x",
    "SELECT q.column2 FROM (SELECT * FROM (VALUES (1, 2)) v) q",
    "WITH v AS (VALUES (1, 2)) SELECT v.column1 FROM v",
    "SELECT (ROW(1, 2)).f2, (jsonb_each('{}')).key",
    "SELECT q.case FROM (SELECT CASE WHEN id > 1 THEN 1 END FROM routes) q",
    "SELECT (null::routes).name, (SELECT r FROM routes r LIMIT 1).name",
]


def held(sql: str) -> None:
    """Hold a statement against the columns of its sources."""
    checked = check(sql, POSTGRES)
    of = partial(_meant, checked=checked, schema=SCHEMA)
    require_own_columns(checked.nodes, checked.sql, SCHEMA, of, POSTGRES, fresh=True)


@pytest.mark.parametrize("sql", CALLS)
def test_a_name_that_is_no_column_of_its_source_is_refused_as_one_that_is_not_there(sql: str) -> None:
    with pytest.raises(DatabaseError) as refused:
        held(sql)
    assert refused.value.code == "column_unknown"


@pytest.mark.parametrize("sql", COLUMNS)
def test_columns_of_tables_queries_and_functions_pass(sql: str) -> None:
    held(sql)


def chained(length: int) -> str:
    """Return CTEs of which each gives all of the one before it twice."""
    each = (f"c{at} AS (SELECT a.*, b.* FROM c{at - 1} a, c{at - 1} b)" for at in range(1, length))
    last = f"c{length - 1}"
    return f"WITH c0 AS (SELECT * FROM routes), {', '.join(each)} SELECT {last}.any_secret FROM {last}"


@pytest.mark.parametrize(("length", "code"), [(40, "column_unknown"), (400, "sql_too_deep")])
def test_each_query_is_read_once_however_often_it_is_named(length: int, code: str) -> None:
    with pytest.raises((DatabaseError, UnsafeSQLError)) as refused:
        held(chained(length))
    assert refused.value.code == code
