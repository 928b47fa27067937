"""What a row of a written statement is: one of the things in its first column of names, or something else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlglot import exp

from answers.sentences.tree import column_of, source_of, unwrapped
from database.schema import Schema, Table


@dataclass(frozen=True)
class RowKinds:
    """A statement's SELECT, beside the tables it reads."""

    shown: Sequence[exp.Expr]
    schema: Schema

    def are_members(self, at: int, rows: Sequence[Sequence[Any]]) -> bool:
        """Tell whether each row is one of what the column names: no two of one, and none of another table.

        Four contracts beside their suppliers are no four suppliers, whatever these are called.
        """
        names = [row[at] for row in rows]
        return len(set(names)) == len(names) and not self._is_of_another(self.shown[at])

    def counts_of(self, at: int, columns: Sequence[str], table: str) -> bool:
        """Tell whether a count is of what these columns name: each once, or the rows of their table."""
        count = source_of(self.shown[at])
        if not isinstance(count, exp.Count):
            return True
        select = count.find_ancestor(exp.Select)
        read = self._read(select) if select is not None else {}
        distinct = count.find(exp.Distinct)
        if distinct is None:
            first = next(iter(read.values()), None)
            return first is None or (len(read) == 1 and self._is(first, table))
        named = next(distinct.find_all(exp.Column), None)
        owner = self._owner(named, read) if named is not None else None
        own = read[owner] if owner is not None else None
        if named is None or own is None:
            return named is not None
        full = {f"{own.name}.{named.name}".lower(), f"{own.full_name}.{named.name}".lower()}
        is_key = self._is(own, table) and named.name in own.primary_key
        leads = any(
            named.name in one.columns and self._is(self._table_named(one.to_table), table)
            for one in own.foreign_keys
        )
        return is_key or leads or bool(full & {one.lower() for one in columns})

    def _is_of_another(self, shown: exp.Expr) -> bool:
        """Tell a name that stands in rows of another table than its own, or in groups of another thing."""
        core = source_of(shown)
        select = core.find_ancestor(exp.Select)
        if not isinstance(core, exp.Column) or select is None:
            return False
        read = self._read(select)
        own = self._owner(core, read)
        if own is None or None in read.values():
            return False
        group = select.args.get("group")
        if group is None:
            return not select.args.get("distinct") and next(iter(read)) != own
        return any(self._is_apart(one, core, own, read) for one in self._keys(group, select))

    def _keys(self, group: exp.Group, select: exp.Select) -> Iterator[exp.Expr]:
        cores = [unwrapped(one.unalias()) for one in select.expressions]
        names = [one.alias_or_name for one in select.expressions]
        for one in group.expressions:
            at = column_of(one, names, cores)
            yield unwrapped(one) if at is None else cores[at]

    def _is_apart(self, key: exp.Expr, core: exp.Column, own: str, read: dict[str, Table | None]) -> bool:
        """Tell a key of a group that is neither of the named thing's table nor leads to it."""
        if key == core or not isinstance(key, exp.Column):
            return False
        owner, table = self._owner(key, read), read[own]
        if owner is None or owner == own or table is None:
            return False
        other = read[owner]
        return other is None or not any(
            key.name in one.columns and one.to_table == table.name for one in other.foreign_keys
        )

    def _owner(self, column: exp.Column, read: dict[str, Table | None]) -> str | None:
        if column.table:
            return column.table if column.table in read else None
        found = [name for name, one in read.items() if one is not None and one.column(column.name)]
        return found[0] if len(found) == 1 else None

    def _read(self, select: exp.Select) -> dict[str, Table | None]:
        """Return what a SELECT reads, by alias and in its order; None for what is no table that is known."""
        parts = [select.args.get("from_"), *(select.args.get("joins") or [])]
        read = [one.this for one in parts if one is not None]
        return {
            one.alias_or_name: self._table_named(one.name) if isinstance(one, exp.Table) else None
            for one in read
        }

    def _table_named(self, name: str) -> Table | None:
        return self.schema.table(name.rpartition(".")[2]) if name else None

    def _is(self, table: Table | None, name: str) -> bool:
        return table is not None and table.name.lower() == name.rpartition(".")[2].lower()
