"""The shape of a database: tables, columns, comments, keys."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Column:
    """One column as the database declares it."""

    name: str
    type: str
    comment: str = ""
    nullable: bool = True


@dataclass(frozen=True)
class ForeignKey:
    """Columns that point at another table's; `inferred` where names and values say so and no constraint."""

    columns: tuple[str, ...]
    to_schema: str
    to_table: str
    to_columns: tuple[str, ...]
    inferred: bool = False


@dataclass(frozen=True)
class Table:
    """One table or view.

    `reads` names what a view reads (`schema.table`), None where that is not known; `definition` is its query
    where the catalog tells it.
    """

    schema: str
    name: str
    columns: tuple[Column, ...]
    comment: str = ""
    primary_key: tuple[str, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    is_view: bool = False
    reads: tuple[str, ...] | None = None
    definition: str = field(default="", compare=False, repr=False)

    def __hash__(self) -> int:
        """Tell tables apart by name: what is kept by table would hash every column each time it is asked."""
        return hash((self.schema, self.name))

    @cached_property
    def full_name(self) -> str:
        """Return schema.table."""
        return f"{self.schema}.{self.name}" if self.schema else self.name

    def column(self, name: str) -> Column | None:
        """Return the column of this name, or None."""
        return next((column for column in self.columns if column.name == name), None)


@dataclass(frozen=True)
class Schema:
    """All tables a connection shows, and the types somebody created: enums, domains, those of extensions.

    A type is listed as `schema.name`, and once more as `name` where a bare name means it. `calls` are the
    names that PostgreSQL could call on one value (attributes.py); None where they were not read. `own` are
    functions and operators that somebody made here and that may do more than compute (own_calls.py); `made`
    changes with the functions, where an engine tells so.
    """

    tables: tuple[Table, ...] = ()
    types: frozenset[str] = frozenset()
    calls: frozenset[str] | None = field(default=None, repr=False)
    own: frozenset[str] = field(default=frozenset(), repr=False)
    made: str = field(default="", repr=False, compare=False)
    # what follows from it for whoever asks, as long as it is the schema: coverage.py
    kept: dict[Any, Any] = field(init=False, repr=False, compare=False, default_factory=dict)
    _by_name: dict[str, Table] = field(init=False, repr=False, compare=False, default_factory=dict)
    _by_folded: dict[str, list[Table]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _by_column: dict[str, list[Table]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        for table in self.tables:
            self._by_folded.setdefault(table.name.lower(), []).append(table)
            self._by_name[table.full_name] = table
            self._by_name.setdefault(table.name, table)
            for column in table.columns:
                self._by_column.setdefault(column.name, []).append(table)

    def __hash__(self) -> int:
        """Return a number for what is remembered by schema; every column counted anew would take longer."""
        return hash(self._fingerprint)

    def table(self, name: str) -> Table | None:
        """Return a table by schema.name or bare name, or None."""
        return self._by_name.get(name)

    def short(self, table: Table) -> str:
        """Return a table's name, with its schema where another one has it too."""
        return table.name if self.table(table.name) is table else table.full_name

    def column(self, name: str) -> Column | None:
        """Return the column of a table.column, or None."""
        table, _, own = name.rpartition(".")
        found = self.table(table)
        return found.column(own) if found else None

    def namesakes(self, name: str) -> tuple[Table, ...]:
        """Return the tables of this bare name in every schema, upper and lower case alike."""
        return tuple(self._by_folded.get(name.lower(), ()))

    def tables_with(self, column: str) -> list[Table]:
        """Return the tables that have a column of this name."""
        return self._by_column.get(column, [])

    def fingerprint(self) -> str:
        """Return a digest that changes when a table, column, type or key changes."""
        return self._fingerprint

    @cached_property
    def _fingerprint(self) -> str:
        return hashlib.sha256(repr(self.tables).encode()).hexdigest()[:16]
