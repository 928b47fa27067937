"""The rows of every table of the app's database, out of one and into another, by PostgreSQL's COPY.

Text, and no dump of PostgreSQL's own: the embedded server and the operator's may be of different releases,
and the operator's machine need not have its programs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter

import psycopg
from psycopg import sql

# Written by what makes the tables: alembic, and the checkpointer of whichever release restores.
NOT_ROWS_OF_OURS = ("public.alembic_version", "public.checkpoint_migrations")


@dataclass(frozen=True)
class Table:
    """A table's name with its schema, and the columns whose values are kept."""

    name: str
    columns: tuple[str, ...]

    @property
    def identifier(self) -> sql.Composed:
        """Return the name as SQL."""
        return sql.SQL("{}").format(sql.Identifier(*self.name.split(".", 1)))


def spell_plainly(connection: psycopg.Connection) -> None:
    """Have COPY write and read the same text on every server: what it spells depends on their settings."""
    spelling = {"client_encoding": "UTF8", "datestyle": "ISO, YMD", "intervalstyle": "postgres"}
    for name, value in spelling.items():
        connection.execute("SELECT set_config(%s, %s, false)", [name, value])


def tables_of(connection: psycopg.Connection) -> list[Table]:
    """Return the tables, each after those that its rows point to."""
    found = {name: Table(name, tuple(columns)) for name, columns in connection.execute(_TABLES)}
    pointing: dict[str, set[str]] = {name: set() for name in found}
    for table, target in connection.execute(_KEYS):
        if table in found and target in found and table != target:
            pointing[table].add(target)
    return [found[name] for name in TopologicalSorter(pointing).static_order()]


def rows_of(connection: psycopg.Connection, table: Table) -> Iterator[bytes]:
    """Yield a table's rows as COPY writes them."""
    with connection.cursor().copy(_copy(table, "TO STDOUT")) as copy:
        for chunk in copy:
            yield bytes(chunk)


def put_rows(connection: psycopg.Connection, table: Table, chunks: Iterable[bytes]) -> None:
    """Add rows that `rows_of` yielded."""
    with connection.cursor().copy(_copy(table, "FROM STDIN")) as copy:
        for chunk in chunks:
            copy.write(chunk)


def go_on_counting(connection: psycopg.Connection) -> None:
    """Let each numbered column go on behind the highest number it holds."""
    for table, column in connection.execute(_NUMBERED).fetchall():
        name = sql.Identifier(*table.split(".", 1))
        connection.execute(
            sql.SQL("SELECT setval(pg_get_serial_sequence(%s, %s), max({}) + 1, false) FROM {}").format(
                sql.Identifier(column), name
            ),
            [table, column],
        )


def _copy(table: Table, way: str) -> sql.Composed:
    columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
    return sql.SQL("COPY {} ({}) " + way).format(table.identifier, columns)  # type: ignore[arg-type]


_OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND c.relkind = 'r'"
_TABLES = f"""
SELECT n.nspname || '.' || c.relname, array_agg(a.attname::text ORDER BY a.attnum)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE {_OURS} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    AND n.nspname || '.' || c.relname NOT IN ({", ".join(f"'{name}'" for name in NOT_ROWS_OF_OURS)})
GROUP BY 1 ORDER BY 1
"""
_KEYS = """
SELECT n.nspname || '.' || c.relname, tn.nspname || '.' || t.relname
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_class t ON t.oid = k.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
WHERE k.contype = 'f'
"""
_NUMBERED = f"""
SELECT n.nspname || '.' || c.relname, a.attname::text
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE {_OURS} AND a.attnum > 0 AND NOT a.attisdropped
    AND pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname) IS NOT NULL
"""
