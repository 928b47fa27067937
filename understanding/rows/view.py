"""What a question may speak of where the rows of one table are asked for, by one person."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from knowledge.values import Allowed, ValueIndex
from language.calendar import Holidays
from understanding.rows.frame import Condition
from understanding.rows.names import Called, Col, Names
from understanding.rows.words import Key, rows_words

Made = TypeVar("Made")


@dataclass(frozen=True)
class Known:
    """One connection's words and values, as one group of people may use them.

    `ended` are the columns, in small letters, that only rows which have ended fill.
    """

    names: Names
    values: ValueIndex
    fiscal_start: int = 1
    holidays: Holidays | None = None
    ended: frozenset[str] = frozenset()


def asked_price(columns: Sequence[Col]) -> list[Col]:
    """Return of several prices the one that is asked of whoever buys, else all."""
    asked = [one for one in columns if any(map(one.says, rows_words()["asked_price"]))]
    return asked if len(columns) > 1 and len(asked) == 1 else list(columns)


@dataclass(frozen=True)
class View:
    """The rows of one table, with what its keys point at, as far as one person may see it."""

    known: Known
    table: str
    allowed: Allowed
    today: dt.date
    _made: dict[Callable[["View"], Any], Any] = field(default_factory=dict, repr=False, compare=False)

    def once(self, make: Callable[["View"], Made]) -> Made:
        """Return what is made of the view, made for the first text that needs it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @property
    def names(self) -> Names:
        """Return the connection's words."""
        return self.known.names

    def owns(self, column: str) -> bool:
        """Tell whether a column is one of the rows' own table."""
        return column.rpartition(".")[0] == self.table

    def is_time(self, column: str) -> bool:
        """Tell whether a column holds days."""
        return self.names.kind(column) == "time"

    def is_name(self, condition: Condition) -> bool:
        """Tell whether a condition says what a row is called."""
        own = self.names.naming(self.table)
        return condition.op == "is" and condition.column in {own, self.names.twin(own) if own else ""}

    def tells_of_ends(self, conditions: Iterable[Condition]) -> bool:
        """Tell whether rows are chosen by what only those that have ended are told of: why they left."""
        return any(self.owns(one.column) and one.column.lower() in self.known.ended for one in conditions)

    def sees(self, table: str) -> bool:
        """Tell whether a table is open."""
        return self.allowed(f"{table}.*")

    @cached_property
    def parents(self) -> tuple[str, ...]:
        """Return the open tables that the rows' keys lead to."""
        return tuple(one for one in self.names.parents(self.table) if self.leads(self.table, one))

    @property
    def tables(self) -> tuple[str, ...]:
        """Return the table and its parents."""
        return (self.table, *self.parents)

    def open(self, found: tuple[Called, ...]) -> tuple[Called, ...]:
        """Return the columns of these that may be seen."""
        return tuple(one for one in found if self.allowed(one.column)) if found else ()

    def own(self, key: Key) -> tuple[Called, ...]:
        """Return the rows' own columns of a name."""
        return self.open(self.names.columns(self.table).get(key, ()))

    def of_parents(self, key: Key) -> tuple[Called, ...]:
        """Return the parents' columns of a name."""
        return self.columns_of_parents.get(key, ())

    @cached_property
    def columns_of_parents(self) -> Mapping[Key, tuple[Called, ...]]:
        """Return the open columns of all parents by name: each stretch of a question is looked up."""
        found: dict[Key, tuple[Called, ...]] = {}
        for table in self.parents:
            for key, columns in self.names.columns(table).items():
                found[key] = (*found.get(key, ()), *self.open(columns))
        return found

    def pointed_at(self, column: str) -> str:
        """Return what the row is called that a key points at, or nothing: its number tells nobody who."""
        for parent in self.names.beside(self.table):
            way, named = self.names.catalog.path(self.table, parent) or (), self.names.naming(parent)
            own = [f"{step.table}.{name}" for step in way for name in step.columns]
            if named and self.allowed(named) and own == [column] and parent in self.parents:
                return named
        return ""

    def named_by(self, column: str) -> str:
        """Return what those are called that a key points at to which no other way leads, or nothing."""
        key = self.names.key(column)
        named = self.names.naming(key.to_table) if key and self.sees(key.to_table) else ""
        return named if named and self.allowed(named) and self.allowed(column) else ""

    def price(self) -> str:
        """Return the column of what one of the rows costs, or nothing where there is none or several."""
        full = (f"{self.table}.{one.name}" for one in self.names.table(self.table).columns)
        numbers = [one for one in map(self.names.col, filter(self.allowed, full)) if one.kind == "number"]
        found = asked_price([one for one in numbers if any(map(one.says, rows_words()["price"]))])
        return found[0].name if len(found) == 1 else ""

    def time(self) -> tuple[str, ...]:
        """Return the columns that may say when a row is."""
        return tuple(one for one in self.names.times(self.table) if self.allowed(one))

    def ordered_by(self) -> tuple[str, ...]:
        """Return the columns by whose day rows may be the latest: of several the one of what happened."""
        found, happened = self.time(), self.names.happened(self.table)
        return (happened,) if len(found) > 1 and happened in found else found

    def leads(self, table: str, parent: str) -> bool:
        """Tell whether all tables and keys on the way from one to another may be seen."""
        way = self.names.catalog.path(table, parent) or ()
        return all(
            self.sees(step.to_table)
            and all(self.allowed(f"{step.to_table}.{name}") for name in step.to_columns)
            and all(self.allowed(f"{step.table}.{name}") for name in step.columns)
            for step in way
        )
