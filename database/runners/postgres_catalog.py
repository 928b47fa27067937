"""PostgreSQL's catalogs: eight queries for any number of tables, and what a role could write."""

import asyncio
from collections.abc import Sequence
from typing import Any

from psycopg import AsyncConnection

from database.reading import ColumnRow, KeyRow, TableRow, View, assemble
from database.schema import Schema

# Partitions are read through their parents; what the role cannot SELECT is not shown.
_SHOWN = """
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
      AND (%(all)s OR n.nspname = ANY(%(schemas)s)) AND has_schema_privilege(n.oid, 'USAGE')
      AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
"""
_TABLES = f"""
    WITH shown AS (SELECT c.oid, n.nspname, c.relname, c.relkind {_SHOWN})
    SELECT s.nspname, s.relname, d.description, s.relkind IN ('v', 'm')
    FROM shown s LEFT JOIN pg_description d
      ON d.objoid = s.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
    ORDER BY s.nspname, s.relname
"""
_COLUMNS = f"""
    WITH shown AS (
      SELECT c.oid, n.nspname, c.relname, has_table_privilege(c.oid, 'SELECT') AS whole {_SHOWN}
    )
    SELECT s.nspname, s.relname, a.attname, format_type(a.atttypid, a.atttypmod), d.description,
           NOT a.attnotnull
    FROM shown s JOIN pg_attribute a ON a.attrelid = s.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_description d
      ON d.objoid = s.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = a.attnum
    WHERE s.whole OR has_column_privilege(s.oid, a.attnum, 'SELECT')
    ORDER BY s.oid, a.attnum
"""
_KEYS = f"""
    WITH shown AS (SELECT c.oid, n.nspname, c.relname {_SHOWN})
    SELECT s.nspname, s.relname,
           ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY u(num, place)
                 JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num ORDER BY u.place),
           coalesce(tn.nspname, ''), coalesce(t.relname, ''),
           ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY u(num, place)
                 JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.num ORDER BY u.place)
    FROM shown s JOIN pg_constraint k ON k.conrelid = s.oid AND k.contype IN ('p', 'f')
    LEFT JOIN pg_class t ON t.oid = k.confrelid AND k.contype = 'f'
    LEFT JOIN pg_namespace tn ON tn.oid = t.relnamespace
    WHERE k.conparentid = 0 ORDER BY s.nspname, s.relname, k.conname
"""
# What a view reads; a view that calls a function of the database's own may read more than it depends on.
# A materialized view holds rows of its own, so that its query does not tell what it shows.
_VIEWS = f"""
    WITH shown AS (SELECT c.oid, n.nspname, c.relname, c.relkind {_SHOWN} AND c.relkind IN ('v', 'm'))
    SELECT s.nspname, s.relname,
           coalesce(array_agg(DISTINCT lower(tn.nspname || '.' || t.relname))
                    FILTER (WHERE t.oid IS NOT NULL), '{{}}'),
           CASE WHEN s.relkind = 'v' THEN pg_get_viewdef(s.oid) ELSE '' END
    FROM shown s JOIN pg_rewrite r ON r.ev_class = s.oid
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
    LEFT JOIN pg_class t ON d.refclassid = 'pg_class'::regclass AND t.oid = d.refobjid AND t.oid <> s.oid
    LEFT JOIN pg_namespace tn ON tn.oid = t.relnamespace
    GROUP BY s.oid, s.nspname, s.relname, s.relkind
    HAVING NOT bool_or(d.refclassid = 'pg_proc'::regclass AND d.refobjid >= 16384)
"""
# Row types belong to their tables and are held against rights as these; a domain over one would hide that.
_TYPES = """
    SELECT n.nspname, t.typname, pg_type_is_visible(t.oid)
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    LEFT JOIN pg_class c ON c.oid = t.typrelid LEFT JOIN pg_type base ON base.oid = t.typbasetype
    WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
      AND NOT (t.typcategory = 'A' AND t.typelem <> 0) AND coalesce(base.typtype, 'b') <> 'c'
      AND (t.typtype IN ('b', 'd', 'e', 'r', 'm') OR c.relkind = 'c')
      AND has_schema_privilege(n.oid, 'USAGE') AND has_type_privilege(t.oid, 'USAGE')
"""
# What `value.name` could call: a function of one argument, or a cast to a type that looks something up.
_CALLS = """
    SELECT proname::text FROM pg_proc WHERE pronargs > 0 AND pronargs - pronargdefaults <= 1
    UNION SELECT typname::text FROM pg_type WHERE oid >= 16384 OR typname LIKE 'reg%'
"""
# What a query may not call by a listed name: what its maker does not declare to do no more than compute.
_OWN = """
    WITH own AS (
      SELECT oid, proname FROM pg_proc
      WHERE oid >= 16384 AND prokind <> 'a' AND (provolatile <> 'i' OR prosecdef) AND NOT EXISTS (
        SELECT FROM pg_depend d
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = pg_proc.oid AND d.deptype = 'e')
    )
    SELECT proname::text FROM own
    UNION SELECT p.proname::text FROM pg_aggregate a JOIN pg_proc p ON p.oid = a.aggfnoid JOIN own
      ON own.oid IN (aggtransfn, aggfinalfn, aggcombinefn, aggmtransfn, aggminvtransfn, aggmfinalfn)
    UNION SELECT oprname::text FROM pg_operator JOIN own ON own.oid = oprcode
"""
# What tells that functions came, went or changed since they were read.
MADE = (
    "SELECT count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0)"
    " FROM pg_catalog.pg_proc WHERE oid >= 16384"
)
_ROWS = f"""
    SELECT n.nspname || '.' || c.relname, coalesce(
        (SELECT sum(greatest(p.reltuples, 0))::bigint FROM pg_partition_tree(c.oid) t
         JOIN pg_class p ON p.oid = t.relid WHERE t.isleaf), c.reltuples::bigint)
    {_SHOWN} AND c.relkind IN ('r', 'p', 'm') AND (c.reltuples >= 0 OR c.relkind = 'p')
"""
_WRITABLE = """
    SELECT 'superuser' FROM pg_roles WHERE rolname = current_user AND rolsuper
    UNION ALL
    SELECT * FROM (
      SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
        AND n.nspname !~ '^pg_(toast|temp)' AND has_schema_privilege(n.oid, 'USAGE')
        AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
             OR has_any_column_privilege(c.oid, 'INSERT, UPDATE'))
      ORDER BY 1 LIMIT 20) grants
    UNION ALL
    SELECT nspname || '.*' FROM pg_namespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND has_schema_privilege(oid, 'CREATE')
"""


async def read_schema(connection: AsyncConnection[Any], schemas: Sequence[str]) -> Schema:
    """Read tables, columns, comments and keys the role can see."""
    which = {"all": not schemas, "schemas": list(schemas)}
    tables = await (await connection.execute(_TABLES, which)).fetchall()
    columns = await (await connection.execute(_COLUMNS, which)).fetchall()
    keys = await (await connection.execute(_KEYS, which)).fetchall()
    types = await (await connection.execute(_TYPES)).fetchall()
    calls = await (await connection.execute(_CALLS)).fetchall()
    own = await (await connection.execute(_OWN)).fetchall()
    made = await (await connection.execute(MADE)).fetchone()
    # Without a search path every table in a view's query is written with its schema.
    await connection.execute("SELECT set_config('search_path', '', true)")
    views = await (await connection.execute(_VIEWS, which)).fetchall()
    return await asyncio.to_thread(  # thousands of tables would hold everybody up
        assemble,
        [TableRow(*row) for row in tables],
        [ColumnRow(*row) for row in columns],
        [
            KeyRow(schema, table, tuple(names), to_schema, to_table, tuple(to_names))
            for schema, table, names, to_schema, to_table, to_names in keys
        ],
        {(schema, name): View(query, tuple(names)) for schema, name, names, query in views},
        types,
        [name for (name,) in calls],
        [name for (name,) in own],
        made[0] if made else "",
    )


async def estimate_rows(connection: AsyncConnection[Any], schemas: Sequence[str]) -> dict[str, int]:
    """Return the planner's row counts; a table that was never analysed has none."""
    which = {"all": not schemas, "schemas": list(schemas)}
    rows = await (await connection.execute(_ROWS, which)).fetchall()
    return dict(rows)


async def writable(connection: AsyncConnection[Any]) -> tuple[str, ...]:
    """Name what the role could write, at most some twenty: enough to know that it can."""
    rows = await (await connection.execute(_WRITABLE)).fetchall()
    return tuple(row[0] for row in rows)


async def identifier(connection: AsyncConnection[Any]) -> str:
    """Return the cluster's number, which every role may read."""
    row = await (await connection.execute("SELECT system_identifier FROM pg_control_system()")).fetchone()
    return str(row[0]) if row else ""


async def has_tables(connection: AsyncConnection[Any], names: Sequence[str]) -> bool:
    """Tell whether all these tables are there, also those that the role may not read."""
    told = "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    cursor = await connection.execute(f"{told} WHERE n.nspname || '.' || c.relname = ANY(%s)", [list(names)])
    row = await cursor.fetchone()
    return row is not None and row[0] == len(names)
