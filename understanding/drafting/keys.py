"""The keys drafted figures are joined along, declared or told by name, and the hierarchies they make."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from database.schema import Column, Schema, Table
from knowledge.definitions.column_words import draft_words, words_of
from knowledge.definitions.columns import MOMENT, Seen, naming, thing_words
from knowledge.metrics import Catalog, Join, schema_joins

KEY_WORDS = 2  # of a key that says what it is of: exm_id
SURE = 3  # of a column that holds the names of its rows: name, shop_name


class Keys:
    """Which tables point at which."""

    def __init__(self, schema: Schema, tables: Sequence[Table], seen: Seen | None = None) -> None:
        self.schema, self.tables, self._seen = schema, tables, seen or {}
        self._named: dict[str, tuple[Column, int] | None] = {}

    @cached_property
    def found(self) -> list[tuple[str, str]]:
        """Return keys that nobody declared: told by names and values, or called as another table's key is."""
        return [
            (
                f"{self.schema.short(table)}.{column.name}",
                f"{self.schema.short(target)}.{target.primary_key[0]}",
            )
            for table, column, target in self._undeclared
        ]

    def pointing(self, table: Table) -> frozenset[str]:
        """Return the columns of a table that only point elsewhere."""
        known = {name for key in table.foreign_keys for name in key.columns}
        return frozenset(known | {column.name for one, column, _ in self._alike if one is table})

    def spelt(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the words of a name written out, as usual or as the key of a table tells: exm is exam."""
        short = {**draft_words()["short"], **self._short}
        return tuple(short.get(word, word) for word in words)

    @cached_property
    def _short(self) -> dict[str, str]:
        """Return what keys cut short: exm of exm_id is exam, the thing that it is the key of."""
        found = [
            (word, whole)
            for table in self.tables
            for word in (words_of(table.primary_key[0])[:-1] if len(table.primary_key) == 1 else ())[:1]
            if len(words_of(table.primary_key[0])) == KEY_WORDS
            for whole in self._whole(word, table)
        ]
        times = Counter(word for word, _ in {*found})
        return {word: whole for word, whole in found if times[word] == 1}

    def _whole(self, word: str, table: Table) -> list[str]:
        """Return the word of a table's name that another one cuts short, or nothing."""
        known = [one for one in thing_words(table) if one[:1] == word[:1] and _is_within(word, one)]
        return known[:1] if word not in thing_words(table) else []

    def pointed_at(self, table: Table) -> list[Table]:
        """Return the other tables whose rows point at this one's."""
        found = {join.table for join in schema_joins(self.schema) if join.to_table == table.full_name}
        found |= {one.full_name for one, _, target in self._alike if target is table}
        return [one for one in self.tables if one.full_name in found and one is not table]

    def naming(self, table: Table) -> tuple[Column, int] | None:
        """Return the column that holds what a row is called and how sure that is."""
        if table.full_name not in self._named:
            self._named[table.full_name] = naming(table, self._seen)
        return self._named[table.full_name]

    def is_thing(self, table: Table) -> bool:
        """Tell a table of things that have names from one of what happened to them."""
        called = self.naming(table)
        if called is None or len(table.primary_key) != 1 or table.primary_key[0] in self.pointing(table):
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

    def rests_on_found(self, table: Table, owner: str) -> bool:
        """Tell whether the way from a table to another goes along a key that nobody declared."""
        way = self._catalog.path(table.full_name, owner) or ()
        return any(step in self._joins for step in way)

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
        return [*self._inferred, *self._called_alike]

    @cached_property
    def _inferred(self) -> list[tuple[Table, Column, Table]]:
        """Return the keys that names and values say, to another table's whole key."""
        found = []
        for table in self.tables:
            for key in (one for one in table.foreign_keys if one.inferred):
                target = self.schema.table(f"{key.to_schema}.{key.to_table}") or self.schema.table(
                    key.to_table
                )
                column = table.column(key.columns[0])
                if column and target and target is not table and target.primary_key == key.to_columns:
                    found.append((table, column, target))
        return found

    @cached_property
    def _called_alike(self) -> list[tuple[Table, Column, Table]]:
        """Return the keys that are called as another table's own."""
        owners: dict[str, list[Table]] = {}
        for table in self.tables:
            for name in _key_names(table):
                owners.setdefault(name, []).append(table)
        known = {(join.table, name) for join in schema_joins(self.schema) for name in join.columns}
        known |= {(table.full_name, column.name) for table, column, _ in self._inferred}
        return [
            (table, column, target)
            for table in self.tables
            for column in table.columns
            if (table.full_name, column.name) not in known
            and table.primary_key != (column.name,)
            and (target := _target(table, column, owners))
        ]


def _is_within(short: str, whole: str) -> bool:
    """Tell whether the letters of a word stand in another one in their order."""
    letters = iter(whole)
    return all(letter in letters for letter in short)


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
