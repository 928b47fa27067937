"""The keys drafted figures are joined along, declared or told by name, and the hierarchies they make."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from database.schema import Column, Schema, Table
from knowledge.metric.columns import MOMENT, draft_words, naming, thing_words, words_of
from knowledge.metrics import Catalog, Join, schema_joins

SURE = 3  # of a column that holds the names of its rows: name, shop_name


class Keys:
    """Which tables point at which."""

    def __init__(self, schema: Schema, tables: Sequence[Table]) -> None:
        self.schema, self.tables = schema, tables

    @cached_property
    def found(self) -> list[tuple[str, str]]:
        """Return keys that are not declared but called as another table's primary key is."""
        return [
            (f"{self.short(table)}.{column.name}", f"{self.short(target)}.{target.primary_key[0]}")
            for table, column, target in self._undeclared
        ]

    def short(self, table: Table) -> str:
        """Return a table's name, with its schema where another one has it too."""
        return table.name if self.schema.table(table.name) is table else table.full_name

    def pointing(self, table: Table) -> frozenset[str]:
        """Return the columns of a table that only point elsewhere."""
        declared = {name for key in table.foreign_keys for name in key.columns}
        return frozenset(declared | {column.name for one, column, _ in self._alike if one is table})

    def pointed_at(self, table: Table) -> list[Table]:
        """Return the other tables whose rows point at this one's."""
        found = {join.table for join in schema_joins(self.schema) if join.to_table == table.full_name}
        found |= {one.full_name for one, _, target in self._alike if target is table}
        return [one for one in self.tables if one.full_name in found and one is not table]

    def is_thing(self, table: Table) -> bool:
        """Tell a table of things that have names from one of what happened to them."""
        called = naming(table)
        if called is None or len(table.primary_key) != 1:
            return False
        declared = {join.to_table for join in schema_joins(self.schema)}
        if table.full_name in declared | {target.full_name for _, _, target in self._alike}:
            return True
        dated = any(MOMENT.search(column.type) for column in table.columns)
        return not self.pointing(table) or (not dated and called[1] < SURE)

    def reached(self, table: Table) -> Iterator[tuple[Table, tuple[Join, ...]]]:
        """Yield the tables of which each row of this one has at most one, with the way to them."""
        for other in self.tables:
            if way := self._catalog.path(table.full_name, other.full_name):
                yield other, way

    def hierarchies(self, places: Mapping[str, Sequence[str]], names: Collection[str]) -> list[list[str]]:
        """Return ways from large to small: along the keys of things, and the places in their own rows."""
        found: list[list[str]] = []
        for table in self.tables:
            name = "_".join(thing_words(table))
            if name not in names or not self.is_thing(table):
                continue
            found += [[*way, name] for way in self._above(table, (table,), names) if way]
            found += [[*places[table.full_name], name]] if places[table.full_name] else []
        whole = [way for way in found if not any(way != one and one[: len(way)] == way for one in found)]
        return sorted(whole, key=len, reverse=True)

    def _above(self, table: Table, passed: tuple[Table, ...], names: Collection[str]) -> list[list[str]]:
        """Return the ways up from a thing, each from large to small."""
        ways: list[list[str]] = []
        for join in (*schema_joins(self.schema), *self._joins):
            target = self.schema.table(join.to_table)
            if join.table != table.full_name or target is None or target in passed or len(join.columns) != 1:
                continue
            name = "_".join(thing_words(target))
            if name in names and self.is_thing(target) and _is_plain_key(join.columns[0], target):
                ways += [[*way, name] for way in self._above(target, (*passed, target), names)]
        return ways or [[]]

    @cached_property
    def _joins(self) -> list[Join]:
        return [
            Join(table.full_name, (column.name,), target.full_name, target.primary_key)
            for table, column, target in self._undeclared
        ]

    @cached_property
    def _catalog(self) -> Catalog:
        return Catalog({}, {}, (), tuple(self._joins), self.schema)

    @cached_property
    def _undeclared(self) -> list[tuple[Table, Column, Table]]:
        """Return the keys told by name; of two from one table to another none is the way to join them."""
        declared = Counter((join.table, join.to_table) for join in schema_joins(self.schema))
        ways = Counter((table.full_name, target.full_name) for table, _, target in self._alike) + declared
        return [one for one in self._alike if ways[one[0].full_name, one[2].full_name] == 1]

    @cached_property
    def _alike(self) -> list[tuple[Table, Column, Table]]:
        owners: dict[str, list[Table]] = {}
        for table in self.tables:
            for name in _key_names(table):
                owners.setdefault(name, []).append(table)
        declared = {(join.table, name) for join in schema_joins(self.schema) for name in join.columns}
        return [
            (table, column, target)
            for table in self.tables
            for column in table.columns
            if (table.full_name, column.name) not in declared
            and table.primary_key != (column.name,)
            and (target := _target(table, column, owners))
        ]


def _key_names(table: Table) -> set[str]:
    """Return what a column that points at a table is called."""
    if len(table.primary_key) != 1:
        return set()
    key, thing = "_".join(words_of(table.primary_key[0])), "_".join(thing_words(table))
    return {f"{thing}_id", *([key] if key not in draft_words()["bare_keys"] else [])}


def _target(table: Table, column: Column, owners: Mapping[str, Sequence[Table]]) -> Table | None:
    """Return the one table a column points at by its name: shop_id, joined_shop_id."""
    name = "_".join(words_of(column.name))
    exact = [one for one in owners.get(name, ()) if one is not table]
    ending = [one for key in owners if name.endswith(f"_{key}") for one in owners[key] if one is not table]
    found = list({one.full_name: one for one in exact or ending}.values())
    return found[0] if len(found) == 1 else None


def _is_plain_key(column: str, target: Table) -> bool:
    """Tell shop_id from joined_shop_id: what a thing belongs to, from what it once had to do with."""
    return "_".join(words_of(column)) in {*_key_names(target), "_".join(thing_words(target))}
