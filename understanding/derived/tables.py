"""The tables of a schema beside what is taught of them: what they are called, cut by and kept to."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from config.wording import LANGUAGES, Language, language_of, say
from database.dialects import Dialect
from database.schema import Column, Schema, Table
from knowledge.definitions.column_words import words_of
from knowledge.definitions.columns import naming
from knowledge.items import KnowledgeItem
from knowledge.metrics import Catalog, Dimension, Metric
from language.words import has_run
from understanding.derived.naming import Wordings, derived_words, things
from understanding.drafting.drafting import Definitions
from understanding.metric.vocabulary import read_key

Entry = dict[str, Any]


class Tables:
    """What is known of each table while definitions are worked out."""

    def __init__(
        self,
        taught: Catalog,
        schema: Schema,
        dialect: Dialect,
        drafted: Definitions,
        items: Iterable[KnowledgeItem] = (),
    ) -> None:
        self.taught, self.schema, self.dialect, self.drafted = taught, schema, dialect, drafted
        self._items = tuple(items)
        self._things: dict[str, Wordings] = {}

    def called(self, table: Table) -> Wordings:
        """Return what a table's rows are called, by its comment, its name and what is taught."""
        if table.full_name not in self._things:
            taught = [one for one in self.taught.dimensions.values() if self._is_of(one, table)]
            self._things[table.full_name] = things(table, taught)
        return self._things[table.full_name]

    def of_it(self, table: Table, said: str, language: Language) -> str:
        """Return a name with what it is of before it: 兽医离职日期."""
        thing = self.called(table)[language][:1]
        if not thing or language_of(said) != language:
            return said
        return f"{thing[0]} {said.lower()}" if language == "en" else f"{thing[0]}{said}"

    def said(self, table: Table) -> Entry:
        """Return the definition that says where a figure comes from."""
        return {
            "definition": {one: say("derived.rows", one, table=self.schema.short(table)) for one in LANGUAGES}
        }

    def free(self, name: str) -> str:
        """Return a name that no taught definition has."""
        taken = name in self.taught.metrics or name in self.taught.dimensions
        return f"schema_{name}" if taken else name

    def unclaimed(self, entry: Entry) -> Entry:
        """Return a definition without the words that a taught one is called by."""
        names = {one: said for one, said in entry["names"].items() if read_key(said) not in self._claimed}
        others = [one for one in entry.get("synonyms") or () if read_key(one) not in self._claimed]
        return entry | {"names": names, "synonyms": list(dict.fromkeys(others))}

    def unanswered(self, entry: Entry) -> Entry:
        """Return a conjectured definition without the words that a verified pair asks for."""
        names = {one: said for one, said in entry["names"].items() if not self._is_asked(said)}
        others = [one for one in entry.get("synonyms") or () if not self._is_asked(one)]
        return self.unclaimed(entry | {"names": names, "synonyms": others})

    def _is_asked(self, name: str) -> bool:
        return any(has_run(one, read_key(name)) for one in self._asked)

    @cached_property
    def _asked(self) -> frozenset[tuple[str, ...]]:
        pairs = [one for one in self._items if one.kind == "pair"]
        return frozenset(
            read_key(str(said)) for one in pairs for said in (one.title, *one.payload.get("variants", ()))
        )

    @cached_property
    def _claimed(self) -> frozenset[tuple[str, ...]]:
        terms = [
            str(name)
            for one in self._items
            if one.kind == "term" and (one.payload.get("definition") or one.payload.get("expression"))
            for name in (one.title, *one.payload.get("synonyms", ()))
        ]
        figures = [wording for one in self.taught.metrics.values() for wording in one.wordings]
        cuts = [wording for one in self.taught.dimensions.values() for wording in one.wordings]
        return frozenset(map(read_key, (*terms, *figures, *cuts)))

    @cached_property
    def cut(self) -> frozenset[str]:
        """Return the columns that taught dimensions cut by."""
        columns = (
            column
            for one in self.taught.dimensions.values()
            for column in (*one.columns, one.column_en, one.key)
            if column
        )
        return frozenset(self.taught.full_column(column).lower() for column in columns)

    def is_cut(self, column: str) -> bool:
        """Tell whether a taught dimension cuts by a column."""
        return self.taught.full_column(column).lower() in self.cut

    def column(self, full: str) -> tuple[Table | None, Column | None]:
        """Return a column named with its table, and that."""
        owner, _, name = full.rpartition(".")
        table = self.schema.table(owner)
        return table, table.column(name) if table else None

    def dimension_of(self, table: Table) -> str:
        """Return the cut whose members are a table's rows, taught or drafted; empty where there is none."""
        taught = next((one.name for one in self.taught.dimensions.values() if self._is_of(one, table)), "")
        drafted = (
            self.free(str(one["name"]))
            for one in self.drafted.get("dimensions", [])
            if self.taught.full(str(one.get("key", "")).rpartition(".")[0]) == table.full_name
            if not self.is_cut(one["column"])
        )
        return taught or next(drafted, "")

    def _is_of(self, dimension: Dimension, table: Table) -> bool:
        """Tell whether a dimension's members are a table's rows, by their key or their names."""
        owner, _, key = dimension.key.rpartition(".")
        if key:
            return self.taught.full(owner) == table.full_name and (key,) == table.primary_key
        named = naming(table)
        own = bool(dimension.column) and self.taught.full(dimension.table) == table.full_name
        return own and named is not None and named[0].name == dimension.column.rpartition(".")[2]

    def is_taught(self, entry: Mapping[str, Any], table: Table) -> bool:
        """Tell whether a taught figure counts these rows, or is computed from the same column."""
        own, counts = self.columns_in(str(entry["expression"])), is_count(entry)
        for metric in self._over(table):
            if counts and metric.counts_rows and (not is_new(entry) or metric.time == entry["time"]):
                return True
            if not counts and not metric.counts_rows and own & self.columns_in(metric.expression):
                return True
        return False

    def filters(self, table: Table) -> tuple[str, ...]:
        """Return the filters that all taught sums over a table share: which of its rows count is known."""
        sums = [one.filters for one in self._over(table) if "sum(" in one.expression.lower()]
        return sums[0] if sums and all(one == sums[0] for one in sums) else ()

    def doubtful(self, table: Table) -> str:
        """Return the column that tells which rows may not count; empty where taught sums say it."""
        marks = set(derived_words()["may_not_count"])
        found = [column.name for column in table.columns if marks & set(words_of(column.name))]
        return f"{self.schema.short(table)}.{found[0]}" if found and not self.filters(table) else ""

    def _over(self, table: Table) -> list[Metric]:
        return [
            one
            for one in self.taught.metrics.values()
            if one.kind == "simple" and self.taught.full(one.table) == table.full_name
        ]

    def columns_in(self, expression: str) -> set[str]:
        """Return the names of the columns an expression reads."""
        try:
            tree = parse_one(expression, dialect=self.dialect.sqlglot_name)
        except SqlglotError:
            return set()
        return {column.name.lower() for column in tree.find_all(exp.Column)}


def is_count(entry: Mapping[str, Any]) -> bool:
    """Tell a drafted count of rows from a measure."""
    return str(entry["expression"]).startswith("COUNT(")


def is_new(entry: Mapping[str, Any]) -> bool:
    """Tell a drafted count of what came new from one of what there is."""
    return is_count(entry) and str(entry["name"]).startswith("new_")
