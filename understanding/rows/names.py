"""What a schema's tables and columns are called: by identifiers, comments, and what was taught."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from itertools import chain
from typing import Any, Generic, Literal, TypeVar

from config.wording import language_of, say
from database.schema import Column, Schema, Table
from knowledge.codes import in_both, label_in
from knowledge.definitions.column_words import draft_words, says, words_of
from knowledge.definitions.columns import MOMENT, OWN_NAME, YES_NO, Columns, head_of, is_of_rows, naming
from knowledge.definitions.lifespan import lifespan_of
from knowledge.metrics import LONGEST_WAY, Catalog, Dimension, Join, Metric, schema_joins
from knowledge.values import TEXT_TYPE, code_names, codes_of, twin_of
from knowledge.vocabulary import NUMERIC, lexicon
from language.lists import words_in
from language.units import key_of
from understanding.chart.spans import Sized, sized
from understanding.derived.naming import derived_words, is_short, states, while_empty
from understanding.figures.numbering import is_people
from understanding.rows.called import (
    Kind,
    bare_names,
    bare_words,
    column_names,
    comment_name,
    doer_verbs,
    name_words,
    notion_of,
    of_people,
    one_of,
    other_things,
    part_names,
    part_things,
    row_names,
    spoken,
    thing_names,
    verb_names,
    without_whether,
)
from understanding.rows.words import LONGEST_NAME, Key, forms_of, notions, of_one_notion, rows_words

Codes = Mapping[str, tuple[str, ...]]
Measured = Literal["", "summed", "averaged", "level"]  # how a column's figures go together; nothing of codes
EMPTY_MEANS = re.compile(r"(?:^|[，,；;。、（(])\s*([^，,；;。、（()）\s]{1,6}?)(?:的|者|则|时)*为空")
EMPTY_IS = re.compile(r"空(?:为|即|表示|代表)\s*([^，,；;。、（()）\s]{1,6})")
COUNTED = re.compile(r"count\(\s*(distinct\s+)?([\w.*\"]+)\s*\)$", re.IGNORECASE)
BESIDE = ("created", "changed", "born", "planned")  # days that are not those of what happened
IS_THERE = re.compile(r"(?:\w+\.)*(\w+)\s+is\s+not\s+null", re.IGNORECASE)
IS_NULL = re.compile(r"(\w+)\s+is\s+null", re.IGNORECASE)
DOTTED = re.compile(r"[A-Za-z_][\w.]*\.\w+")
IN_PERCENT = re.compile(r"[（(]\s*[%％]\s*[）)]\s*$")
ENGLISH = ("_en", "_english")
SUMMED = re.compile(r"sum\(\s*(\w+)\s*\)$", re.IGNORECASE)


Found = TypeVar("Found")


@dataclass(frozen=True)
class Thing:
    """A table a word means, and the metric whose filters its rows meet; not `sure`: by a part of its name."""

    table: str
    defined: str = ""
    sure: bool = True


@dataclass(frozen=True)
class Called:
    """A column a word means; not `sure`: by a part of its name; `verb`: as what it records the time of."""

    column: str
    sure: bool = True
    verb: bool = False


@dataclass(frozen=True)
class Col:
    """A column as the rules need it."""

    name: str  # schema.table.column
    kind: Kind
    nullable: bool
    words: frozenset[str]  # of its name, and English ones of its comment
    comment: str = ""
    coded: bool = False  # its values stand for something
    tells_rows: bool = False  # it is what rows or those they point at are told apart by
    measured: Measured = ""
    named: tuple[str, ...] = ()  # of a key to which no other way leads: what those are called it points at

    def says(self, word: str) -> bool:
        """Tell whether a word stands in the column's name or comment."""
        return word in self.words if word.isascii() else word in self.comment

    @property
    def in_percent(self) -> bool:
        """Tell whether the comment ends in the unit: 毛利率 (%)."""
        return bool(IN_PERCENT.search(self.comment))


def _kept(method: "Callable[[Names, str], Found]") -> "Callable[[Names, str], Found]":
    """Remember what a method found for as long as its names live."""

    @wraps(method)
    def found(self: "Names", name: str) -> Found:
        held: dict[str, Found] = self._held.setdefault(method.__name__, {})
        if name not in held:
            held[name] = method(self, name)
        return held[name]

    return found


@dataclass(frozen=True, eq=False)
class Names:
    """The words of one connection's tables and columns."""

    schema: Schema
    catalog: Catalog
    _held: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)

    @cached_property
    def things(self) -> Mapping[Key, tuple[Thing, ...]]:
        """Return the tables by what a row of each is called; a taught word goes before a table's own."""
        own, other, taught, part = _Names[Thing](), _Names[Thing](), _Names[Thing](), _Names[Thing]()
        for table in self.schema.tables:
            for name in thing_names(table):
                own.add(name, Thing(table.full_name))
            for name in other_things(table):
                other.add(name, Thing(table.full_name))
            for name in (*of_people(table), *part_things(table)):
                part.add(name, Thing(table.full_name, sure=False))
        for name in draft_words()["rows"]["names"] if len(self.schema.tables) == 1 else ():
            own.add(name, Thing(self.schema.tables[0].full_name))
        for one in self._taught:
            owner = (
                self.schema.table(self.catalog.full(one.table)) if one.column and not one.on_time else None
            )
            if owner is None or not self._names_rows(one, owner) or self._kind_of(one)[0]:
                continue
            same = {*map(forms_of, thing_names(owner)), *map(forms_of, part_things(owner))}
            sure = any(forms_of(name) in same for name in one.wordings)
            for name in one.wordings:
                taught.add(name, Thing(owner.full_name, sure=sure))
        for metric in self.catalog.metrics.values():
            for name in row_names(metric) if _counts_rows(metric, self.catalog) else ():
                some = metric.filters or metric.until  # not all rows there ever were
                taught.add(name, Thing(self.catalog.full(metric.table), metric.name if some else ""))
        return {**part.clear, **other.clear, **own.found, **taught.found}

    @cached_property
    def _taught(self) -> tuple[Dimension, ...]:
        """Return the dimensions that are no role of others: rows are told by their keys' own names."""
        return tuple(one for one in self.catalog.dimensions.values() if not one.by)

    @cached_property
    def _of_rows(self) -> bool:
        """Tell whether there is one table alone, and nothing says what its rows are."""
        return len(self.schema.tables) == 1 and is_of_rows(self.schema.tables[0])

    @cached_property
    def people(self) -> str:
        """Return the one table of those who work here, or nothing."""
        return _only([one.full_name for one in self.schema.tables if any(of_people(one))])

    @_kept
    def are_people(self, table: str) -> bool:
        """Tell whether a table's rows are people: those who work here, or whom one calls so in general."""
        return table == self.people or any(map(is_people, thing_names(self.table(table))))

    def called_as_people(self, table: str) -> bool:
        """Tell whether a table's rows are people, or end as what people are called does: 租客, 学员."""
        ends = tuple(map(str, words_in("metrics")["people"]))
        return self.are_people(table) or any(one.endswith(ends) for one in thing_names(self.table(table)))

    def prepare(self) -> None:
        """Read the names of all tables, before the first question waits for it."""
        _ = self.things, self.codes

    def table(self, name: str) -> Table:
        """Return a table by its full name."""
        found = self.schema.table(name)
        assert found is not None, name
        return found

    def columns_in(self, table: str) -> tuple[str, ...]:
        """Return the full names of a table's columns."""
        return tuple(f"{table}.{one.name}" for one in self.table(table).columns)

    @_kept
    def metrics(self, table: str) -> tuple[Metric, ...]:
        """Return the metrics that are computed over a table."""
        return tuple(one for one in self.catalog.metrics.values() if self.catalog.full(one.table) == table)

    @_kept
    def of(self, column: str) -> Column:
        """Return a column by its full name."""
        table, _, name = column.rpartition(".")
        found = self.table(table).column(name)
        assert found is not None, column
        return found

    @_kept
    def kind(self, column: str) -> Kind:
        """Return what a column holds."""
        type_ = self.of(column).type
        if MOMENT.search(type_):
            return "time"
        if YES_NO.search(type_):
            return "flag"
        return "number" if NUMERIC.search(type_) and not TEXT_TYPE.search(type_) else "text"

    @_kept
    def col(self, column: str) -> Col:
        """Return a column as the rules need it."""
        found = self.of(column)
        words = frozenset((*words_of(found.name), *words_of(found.comment)))
        coded = column in self.codes
        key, measured = self.key(column), self._measured(column)
        own = self.naming(key.to_table) if key else ""
        named = tuple(one for one in (own, self.twin(own) if own else "") if one)
        table = self.table(column.rpartition(".")[0])
        keys = {*table.primary_key, *(name for each in table.foreign_keys for name in each.columns)}
        tells = found.name in keys
        kind = self.kind(column)
        return Col(column, kind, found.nullable, words, found.comment, coded, tells, measured, named)

    def _measured(self, column: str) -> Measured:
        """Return how the figures of a column go together; a level is no sum over days."""
        owner, found = column.rpartition(".")[0], self.of(column)
        table = self.table(owner)
        pointing = frozenset(name for key in table.foreign_keys for name in key.columns)
        coded = frozenset(one.name for one in table.columns if f"{owner}.{one.name}" in self.codes)
        columns = Columns(table, pointing, coded)
        kind = columns.kind(found)
        if kind == "summed" and columns.is_level(found) and self.times(owner):
            return "level"
        return kind if kind == "summed" or kind == "averaged" else ""

    @_kept
    def ends(self, table: str) -> str:
        """Return the column whose day says that a thing is none any more, as its name or comment tells."""
        known = lifespan_of(self.table(table))
        if known.ends and (known.begins or self.naming(table)):
            return f"{table}.{known.ends}"
        denied = tuple(derived_words()["undone"])
        found = [
            full
            for full in self.columns_in(table)
            if self.kind(full) == "time" and self.of(full).nullable
            if (told := self.absent(full)) and not told[0].lower().startswith(denied)
        ] or [*self._ends_by_metrics(table)]
        return _only(found)

    def _ends_by_metrics(self, table: str) -> set[str]:
        """Return the columns that are empty in the rows there are now, as a metric counts them."""
        found = (IS_NULL.fullmatch(one.filters[0].strip()) for one in self.metrics(table)
                 if len(one.filters) == 1 and not one.time and _counts_rows(one, self.catalog))  # fmt: skip
        named = {f"{table}.{one[1]}" for one in found if one}
        return {one for one in self.columns_in(table) if one in named and self.kind(one) == "time"}

    @_kept
    def money(self, table: str) -> tuple[str, ...]:
        """Return the columns of money that add up."""
        words = rows_words()["of_money"]
        summed = (one for one in self.columns_in(table) if self.col(one).measured == "summed")
        found = tuple(one for one in summed if any(map(self.col(one).says, words)))
        plain = tuple(
            one for one in found if {*name_words(self.of(one))} <= {*words}
        )  # amt beside refund_amt
        return plain if len(plain) == 1 else found

    @_kept
    def doubtful(self, table: str) -> tuple[str, ...]:
        """Return the columns by which a row may be one that does not count."""
        marks = set(derived_words()["may_not_count"])
        return tuple(one for one in self.columns_in(table) if marks & set(words_of(self.of(one).name)))

    @cached_property
    def dimensions(self) -> Mapping[str, tuple[str, ...]]:
        """Return what columns were taught to be called."""
        found: dict[str, tuple[str, ...]] = {}
        for one in self._taught:
            if one.column and not one.days:
                full = self.catalog.full_column(one.column)
                found[full] = (*found.get(full, ()), *one.wordings)
        return found

    @cached_property
    def verbs(self) -> Mapping[str, tuple[str, ...]]:
        """Return what columns were taught to say was done: by whom, or when."""
        found: dict[str, tuple[str, ...]] = {}
        for one in self._taught:
            if one.column and one.verbs:
                full = self.catalog.full_column(one.column)
                found[full] = (*found.get(full, ()), *one.verbs)
        for full, verbs in self._verbs_of_counts:
            found[full] = (*found.get(full, ()), *verbs)
        return found

    @property
    def _verbs_of_counts(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield columns of days with the verbs of what counts all rows by them: 离职 of left_on.

        What counts some of the rows says by its verb which ones, and not when.
        """
        for one in self.catalog.metrics.values():
            day = self.day_of(one) if one.verbs and not one.until and _counts_rows(one, self.catalog) else ""
            there = [IS_THERE.fullmatch(told.strip()) for told in one.filters]
            if day and all(found and found[1] == day.rpartition(".")[2] for found in there):
                yield day, one.verbs

    @cached_property
    def _days_of_verbs(self) -> Mapping[str, str]:
        """Return what days are called in Chinese by the verb of what became of rows then: 离职日期."""
        told = (
            (day, verb) for day, verbs in self._verbs_of_counts if self.of(day).nullable for verb in verbs
        )
        chinese = [(day, verb) for day, verb in told if language_of(verb) == "zh" and len(verb) > 1]
        return {day: say("rows.day_done", "zh", verb=verb) for day, verb in reversed(chinese)}

    @cached_property
    def codes(self) -> Mapping[str, Codes]:
        """Return what the codes of columns mean: as taught, else as their comments say."""
        found: dict[str, Codes] = {}
        for table in self.schema.tables:
            for column in table.columns:
                if len(told := codes_of(column)) >= 2:
                    found[f"{table.full_name}.{column.name}"] = {code: tuple(names) for code, names in told}
        found.update((column, one.values) for column, one in self._valued.items())
        return {**self._codes_alike(found), **found}

    @cached_property
    def _valued(self) -> Mapping[str, Dimension]:
        """Return by their columns the dimensions that were taught what their values are called."""
        taught = (one for one in self._taught if one.column and one.values)
        return {self.catalog.full_column(one.column): one for one in taught}

    def _codes_alike(self, known: Mapping[str, Codes]) -> dict[str, Codes]:
        """Return codes of columns whose comments refer to the one of the same name and type."""
        told: dict[tuple[str, str], list[Codes]] = {}
        for full, codes in known.items():
            told.setdefault((full.rpartition(".")[2], self.of(full).type), []).append(codes)
        refers = tuple(rows_words()["same_codes"])
        alike = (
            (f"{table.full_name}.{one.name}", told.get((one.name, one.type), []))
            for table in self.schema.tables
            for one in table.columns
            if any(word in one.comment.lower() for word in refers)
        )
        return {full: codes[0] for full, codes in alike if full not in known and len(codes) == 1}

    def _names_rows(self, dimension: Dimension, table: Table) -> bool:
        """Tell whether a dimension's members are the rows of a table, by their key or their names."""
        owner, _, key = dimension.key.rpartition(".")
        keyed = bool(key) and self.catalog.full(owner) == table.full_name and (key,) == table.primary_key
        return keyed or _names_rows(dimension.column.rpartition(".")[2], table)

    def _kind_of(self, dimension: Dimension) -> tuple[str, str]:
        """Return the column and code of whom a dimension over names is: drivers among the staff."""
        table, called = self.catalog.full(dimension.table), set(map(forms_of, dimension.wordings))
        if called & set(map(forms_of, thing_names(self.table(table)))):
            return "", ""  # staff, of whom sales are the most
        for column, codes in self.codes.items():
            for code, names in codes.items() if column.rpartition(".")[0] == table else ():
                if called & set(map(forms_of, names)):
                    return column, code
        return "", ""

    @cached_property
    def kinds(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Return by column and code what taught dimensions call those of a table's rows that have it."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for one in self._taught:
            column, code = self._kind_of(one) if one.column and not one.on_time else ("", "")
            if column and self._names_rows(one, self.table(self.catalog.full(one.table))):
                found.setdefault(column, {})[code] = one.wordings
        return found

    @cached_property
    def roles(self) -> frozenset[str]:
        """Return the columns whose codes are what rows are called: drivers of the staff."""
        words = rows_words()["roles"]
        own = (one for one in self.codes if any(self.col(one).says(word) for word in words))
        return frozenset((*own, *self.kinds))

    @_kept
    def columns(self, table: str) -> Mapping[Key, tuple[Called, ...]]:
        """Return a table's columns by what they are called; a part of a name only where one column has it."""
        whole, part = _Names[Called](), _Names[Called]()
        for full in self.columns_in(table):
            for name, called in self._called(full):
                whole.add(name, called)
            noted = notion_of(self.of(full)) if full != self.superior(table) else ()
            for part_key in (*map(forms_of, part_names(self.of(full))), *noted):
                part.add_key(part_key, Called(full, sure=False))
        for key, found in list(whole.found.items()):
            told = [one for one in found if one.verb or self.kind(one.column) != "time"]
            told = [one for one in told if one.column != self.superior(table)]  # who manages whom has a way
            for notion in notions().get(key, ()) if told else ():
                for one in told:
                    whole.add_key(notion, one)
        own = self._behind_the_thing(table)
        clear = {
            key: tuple(replace(one, sure=one.column in own.get(key, ())) for one in found)
            for key, found in part.clear.items() if key not in self.things
        }  # fmt: skip
        return {**clear, **whole.found}

    def _behind_the_thing(self, table: str) -> Mapping[Key, tuple[str, ...]]:
        """Return columns by what stands behind a thing's name in theirs: the 得分 of 检查 is the 检查得分."""
        called = [
            key for key, found in self.things.items() if any(one.table == table and one.sure for one in found)
        ]
        ends = _Names[str]()
        for full in self.columns_in(table):
            for key in map(forms_of, column_names(self.of(full))):
                for thing in called:
                    if key[: len(thing)] == thing:
                        ends.add_key(key[len(thing) :], full)
        return ends.clear

    @cached_property
    def listed_things(self) -> Sized[tuple[Thing, ...]]:
        """Return what rows of tables are called as a list to look for in questions."""
        return sized(self.things, LONGEST_NAME)

    @cached_property
    def tables_by_column(self) -> Sized[frozenset[str]]:
        """Return the tables with a column of a name, by what columns are called."""
        found = defaultdict[Key, set[str]](set)
        for table in self.schema.tables:
            for key in self.columns(table.full_name):
                found[key].add(table.full_name)
        return sized({key: frozenset(tables) for key, tables in found.items()}, LONGEST_NAME)

    def _called(self, full: str) -> Iterator[tuple[str, Called]]:
        """Yield a column's whole names; none that it was taught or has in part is that of a table's rows."""
        column, timed = self.of(full), self.kind(full) == "time"
        yield from ((name, Called(full)) for name in column_names(column))
        others = [(name, Called(full)) for name in self.dimensions.get(full, ())]
        others += [(name, Called(full)) for name in (self._days_of_verbs.get(full, ""),) if name]
        bare = verb_names(column) if timed else bare_names(column)
        others += [(name, Called(full, verb=timed)) for name in (*bare, *self.verbs.get(full, ()))]
        # branch_id is no branch, invoiced_on no invoice
        yield from (one for one in others if forms_of(one[0]) not in self.things)

    @_kept
    def doers(self, table: str) -> Mapping[Key, tuple[Called, ...]]:
        """Return by what is done the columns of who does it; not sure: by the end of what they are called."""
        found = _Names[Called]()
        for full in self.columns_in(table):
            column = self.of(full)
            if full != self.superior(table) and (self.kind(full) == "text" or full in self._keys):
                for verb in doer_verbs(column):
                    every = (forms_of(verb), *notions().get(forms_of(verb), ()))
                    ends = (notions().get(forms_of(verb[at:]), ()) for at in range(1, len(verb) - 1))
                    parts = chain.from_iterable(ends) if language_of(verb) == "zh" else ()
                    for key, sure in (*((one, True) for one in every), *((one, False) for one in parts)):
                        if sure or key not in every:
                            found.add_key(key, Called(full, sure))
        return found.clear

    @_kept
    def groups(self, table: str) -> Mapping[Key, tuple[str, tuple[str, ...]]]:
        """Return by what they are called together several codes of a column, as they were taught."""
        found: dict[Key, tuple[str, tuple[str, ...]]] = {}
        for one in self._taught:
            full = self.catalog.full_column(one.column) if one.column and one.groups else ""
            for codes, names in one.groups.items() if full.rpartition(".")[0] == table else ():
                found.update((forms_of(name), (full, tuple(codes.split("|")))) for name in names)
        return found

    @_kept
    def naming(self, table: str) -> str:
        """Return the column that holds what a row is called, or nothing."""
        for one in self._taught:
            column = self.catalog.full_column(one.column) if one.column else ""
            if column.rpartition(".")[0] == table and self._names_rows(one, self.table(table)):
                return column
        found, own = naming(self.table(table)), set(map(forms_of, thing_names(self.table(table))))
        if found is not None and (found[1] <= OWN_NAME or not self._is_event(table)):
            return f"{table}.{found[0].name}"
        called = (one for one in self.columns_in(table) if forms_of(self.of(one).name) in own)
        return next((one for one in called if self.kind(one) == "text"), "")

    @_kept
    def numbers(self, table: str) -> tuple[str, ...]:
        """Return the columns of texts by which rows are numbered: 电梯编号."""
        texts = [one for one in self.table(table).columns if not one.nullable and TEXT_TYPE.search(one.type)]
        words = draft_words()["own_numbers"]
        return tuple(f"{table}.{one.name}" for one in texts if _is_number(one, words))

    @_kept
    def number(self, table: str) -> str:
        """Return the column of a row's own number, where the name it is called by is somebody's beside it."""
        found = naming(self.table(table))
        if found is None or found[1] <= OWN_NAME:
            return ""
        return _only(self.numbers(table))

    def has(self, column: str) -> bool:
        """Tell whether there is a column of a full name."""
        table, _, name = column.rpartition(".")
        found = self.schema.table(table)
        return found is not None and found.column(name) is not None

    def key_to(self, table: str, parent: str) -> str:
        """Return the one column of a table that points at another's rows and may be empty, or nothing."""
        way = self.catalog.path(table, parent) or ()
        own = [f"{step.table}.{name}" for step in way for name in step.columns]
        return own[0] if len(way) == len(own) == 1 and self.of(own[0]).nullable else ""

    def keys_of_named(self, column: str) -> tuple[str, ...]:
        """Return the key of the rows that a column names, for two may be called the same."""
        table = column.rpartition(".")[0]
        own = self.naming(table)
        keys = self.table(table).primary_key if own and column in (own, self.twin(own)) else ()
        return tuple(f"{table}.{one}" for one in keys)

    def _is_event(self, table: str) -> bool:
        """Tell what happened to things from things: a complaint is not called as who complained."""
        return bool(self._targets.get(table)) and not any(table in to for to in self._targets.values())

    def twin(self, column: str) -> str:
        """Return the column that says the same in another language, or nothing."""
        if column in self._pairs:
            return next(one for one in self._pairs[column] if one != column)
        table, _, name = column.rpartition(".")
        other = twin_of(name, {one.name for one in self.table(table).columns})
        return f"{table}.{other}" if other else ""

    def first(self, column: str) -> str:
        """Return the column of two that say the same in two languages by which things are called: name_cn."""
        if column in self._pairs:
            return self._pairs[column][0]
        twin = self.twin(column)
        return min((column, twin), key=lambda one: (one.endswith(ENGLISH), len(one))) if twin else column

    @cached_property
    def _pairs(self) -> Mapping[str, tuple[str, str]]:
        """Return by either of them the two columns that a dimension is told in, Chinese and English."""
        taught = (one for one in self._taught if one.column and one.column_en)
        full = self.catalog.full_column
        pairs = [(full(one.column), full(one.column_en)) for one in taught]
        own = [(zh, en) for zh, en in pairs if zh.rpartition(".")[0] == en.rpartition(".")[0]]
        return {one: pair for pair in own for one in pair}

    def told_in(self, column: str, language: Literal["zh", "en"]) -> str:
        """Return what says the same as a column in a language, where there is one, else itself."""
        if column in self._pairs:
            return self._pairs[column][language == "en"]
        first, second = sorted((column, self.twin(column) or column), key=lambda one: one != self.first(one))
        return second if language == second.rpartition("_")[2] else first

    def undone(self, column: str, language: Literal["zh", "en"]) -> str:
        """Return what its comment calls a row of which a column says that something is not yet: 未处理完."""
        denied = tuple(derived_words()["undone"])
        open_ = lexicon()["words"]["unfinished"]
        first = self.absent(column)[:1]
        told = [one for one in first if language_of(one) == language]
        told = [still if (still := f"still {one}") in open_ else one for one in told]
        if first and not told and language == "zh":
            told = self._not_ended(column)
        others = (one for one in self.columns_in(column.rpartition(".")[0]) if one != column)
        rival = any(one in self.absent(other) for other in others for one in told)
        return next((one for one in told if one.lower().startswith((*denied, "still ")) and not rival), "")

    def _not_ended(self, column: str) -> list[str]:
        """Return what a row without a day of its end is in Chinese: of an English comment open is 未关闭."""
        if self.kind(column) != "time":
            return []
        ended = (one for one in states(self.of(column))[0] if one.startswith("已"))
        return [f"未{one.removeprefix('已')}" for one in ended][:1]

    def label(self, column: str, language: Literal["zh", "en"]) -> str:
        """Return what a column is called in a language, as it can be read again."""
        taught = [one for one in self._taught if one.column]
        for one in taught:
            if self.catalog.full_column(one.column) == column and not self._kind_of(one)[0]:
                return one.label(language)
        found = self.of(column)
        words, head = name_words(found), comment_name(found)
        if language == "zh" and language_of(head) != "zh" and (became := self._days_of_verbs.get(column)):
            return became
        if self.kind(column) == "flag":
            head = without_whether(head)
        head = next(iter(in_both(head)), head)
        kind: Kind = "text" if self.key(column) else self.kind(column)
        words = bare_words(words) if self.key(column) else words
        english = " ".join(spoken(words, kind)).capitalize()
        plain = bool(head) and not re.search(r"\d", head)  # a number in a name would be read as one
        if plain and (language == "zh" or language_of(head) == "en"):
            return head
        said = english.lower() if language == "zh" else head
        told = self._by_notion(column, said, language) if language == "zh" or is_short(english) else ""
        return told or english

    def _by_notion(self, column: str, said: str, language: Literal["zh", "en"]) -> str:
        """Return the first word of a notion in a language that means a column alone, or nothing."""
        known = self.columns(column.rpartition(".")[0])
        words = (one for one in of_one_notion(said) if language_of(one) == language)
        meant = (one for one in words if known.get(forms_of(one)) == (Called(column),))
        return next((one if language == "zh" else one.capitalize() for one in meant), "")

    def thing(self, table: str, language: Literal["zh", "en"], defined: str = "") -> str:
        """Return what the rows of a table are called in a language, as it can be read again."""
        if self._of_rows:
            return say("rows.row", language)
        wanted = Thing(table, defined)
        written = [
            name
            for one in self.catalog.metrics.values()
            if one.name == defined
            for name in row_names(one)
        ] or thing_names(self.table(table))  # fmt: skip
        own = {one.name for one in self.table(table).columns}
        written.sort(key=lambda name: name not in own)  # 客户 of 客户表, where a column is called so
        written += [name for one in self._taught for name in one.wordings]
        written += [one_of(name) for name in other_things(self.table(table))]
        written += [name for one in self.catalog.metrics.values() for name in row_names(one)]
        written.sort(key=is_short)  # fp is said where nothing says that it is an invoice
        for name in written:
            chinese = any("\u4e00" <= char <= "\u9fff" for char in name)
            if chinese == (language == "zh") and wanted in self.things.get(forms_of(name), ()):
                return name
        others = (name for name in written if wanted in self.things.get(forms_of(name), ()))
        return self._plainly(table, language) or next(others, "")

    def _plainly(self, table: str, language: Literal["zh", "en"]) -> str:
        """Return what a row of a table is called by its own name or comment in one language, or nothing."""
        named = thing_names(self.table(table))
        return next((name for name in named if language_of(name) == language), "")

    def counted_thing(self, table: str, language: Literal["zh", "en"], defined: str = "") -> str:
        """Return what the rows of a table are called where it need not be read again.

        No metric lends them its name that counts them for something else: all staff are no 新入职员工.
        """
        said = self.thing(table, language, defined)
        own = [one for one in thing_names(self.table(table)) if language_of(one) == language]
        lent = any(said in one.wordings for one in self.catalog.metrics.values())
        return own[-1] if lent and own and not defined and said not in own else said

    def code_label(self, column: str, code: str, language: Literal["zh", "en"]) -> str:
        """Return what a code is shown as in a language, as in figures where that was taught, else itself."""
        if (taught := self._valued.get(column)) is not None and code in taught.values:
            return taught.value_label(code, language)
        told = self.codes.get(column, {}).get(code, ())
        return label_in(told, language) if told else code

    def absent(self, column: str) -> tuple[str, ...]:
        """Return what a row is called where a column of it is empty: 在职, as its comment says."""
        found = self.of(column)
        told = [*EMPTY_MEANS.findall(found.comment), *EMPTY_IS.findall(found.comment)]
        told += states(found)[1] if self.kind(column) == "time" else while_empty(found.comment)
        told = [side for one in told for side in in_both(one) or (one,)]
        own = {head_of(found.comment), "可", "可以", "允许"}
        said = [
            name
            for one in told
            if one not in own
            for name in (one, one.removesuffix("中"), *code_names().get(key_of(one), ()))
        ]
        unfinished = [str(one) for one in lexicon()["words"]["unfinished"]]
        return tuple(dict.fromkeys((*said, *(unfinished if {*said} & {*unfinished} else ()))))

    @_kept
    def times(self, table: str) -> tuple[str, ...]:
        """Return the column that says when a row is: as its figures were taught, else each that may."""
        taught = dict.fromkeys(self.day_of(one) for one in self.metrics(table) if one.happens_on)
        own = [one for one in taught if one.rpartition(".")[0] == table]
        if len(own) == 1:
            return (own[0],)
        return tuple(one for one in self.columns_in(table) if self.kind(one) == "time")

    @_kept
    def happened(self, table: str) -> str:
        """Return the one day that each row of what happened has: of its filing, not of its closing."""
        timed = [one for one in self.columns_in(table) if self.kind(one) == "time"]
        found = [one for one in timed if not self.of(one).nullable and not _is_beside(self.of(one))]
        return found[0] if len(found) == 1 and not self.naming(table) else ""

    @_kept
    def amounts(self, table: str) -> tuple[str, ...]:
        """Return the columns that the taught figures sum."""
        found = (SUMMED.match(one.expression.strip()) for one in self.metrics(table))
        return tuple(dict.fromkeys(f"{table}.{one[1]}" for one in found if one))

    @_kept
    def parents(self, table: str) -> tuple[str, ...]:
        """Return the tables that each row of this one has at most one row of, along one clear way."""
        reached, level = {table}, {table}
        for _ in range(LONGEST_WAY):
            level = {one for at in level for one in self._targets.get(at, ())} - reached
            reached |= level
        return tuple(sorted(one for one in reached - {table} if self.catalog.path(table, one)))

    @_kept
    def pointing(self, table: str) -> Mapping[str, str]:
        """Return the tables whose rows each belong to one of this one's, with the key that they begin by."""
        ways = {one.full_name: self.catalog.path(one.full_name, table) for one in self.schema.tables}
        return {child: f"{child}.{way[0].columns[0]}" for child, way in ways.items() if way}

    def counts_all(self, table: str) -> str:
        """Return the one metric that counts the rows of a table whatever has become of them, or nothing."""
        counting = (one for one in self.metrics(table) if _counts_rows(one, self.catalog))
        return _only([one.name for one in counting if not one.filters])

    def standing(self, table: str) -> str:
        """Return the one metric that counts the rows of a table, where that is of those that stand today."""
        counting = [one for one in self.metrics(table) if _counts_rows(one, self.catalog)]
        return _only([one.name for one in counting if one.filters and not (one.time or one.until)])

    def counted_by(self, column: str) -> str:
        """Return the one metric that counts the rows of a column's table by the day it holds, or nothing."""
        dated = (one for one in self.metrics(column.rpartition(".")[0]) if self.day_of(one) == column)
        return _only([one.name for one in dated if _counts_rows(one, self.catalog)])

    def day_of(self, metric: Metric) -> str:
        """Return the full name of the column that says when a metric's rows were, or nothing."""
        if not metric.happens_on or "." in metric.time:
            return self.catalog.full_column(metric.time) if metric.happens_on else ""
        return f"{self.catalog.full(metric.table)}.{metric.time}"

    @cached_property
    def _keys(self) -> Mapping[str, Join]:
        """Return by their columns the keys of one column."""
        single = (one for one in schema_joins(self.schema) if len(one.columns) == 1)
        return {f"{one.table}.{one.columns[0]}": one for one in single}

    def key(self, column: str) -> Join | None:
        """Return a key to named rows that no way is taken by: to its own table, or the other of two keys."""
        found = self._keys.get(column)
        if found is None or not self.naming(found.to_table):
            return None
        way = self.catalog.path(found.table, found.to_table) or ()
        return None if [one.columns for one in way] == [found.columns] else found

    @_kept
    def superior(self, table: str) -> str:
        """Return the one column by which a row points at that of its own table which stands above it."""
        words = [*rows_words()["superior"], *rows_words()["parent"]]
        own = (one for one in self.columns_in(table) if (key := self.key(one)) and key.to_table == table)
        return _only([one for one in own if any(map(self.col(one).says, words))])

    @cached_property
    def _targets(self) -> Mapping[str, set[str]]:
        """Return the tables that keys of each table point at: ways are looked for among these alone."""
        found: dict[str, set[str]] = {}
        for join in (*self.catalog.joins, *schema_joins(self.schema)):
            found.setdefault(self.catalog.full(join.table), set()).add(self.catalog.full(join.to_table))
        return found

    @_kept
    def beside(self, table: str) -> tuple[str, ...]:
        """Return the tables that a key of this one's own rows points at."""
        return tuple(one for one in self.parents(table) if len(self.catalog.path(table, one) or ()) == 1)


class _Names(Generic[Found]):
    """Collects what is called by each key, each once."""

    def __init__(self) -> None:
        self.found: dict[Key, tuple[Found, ...]] = {}

    def add(self, name: str, meant: Found) -> None:
        """Take in a name."""
        self.add_key(forms_of(name), meant)

    @property
    def clear(self) -> Mapping[Key, tuple[Found, ...]]:
        """Return the names that one alone has."""
        return {key: found for key, found in self.found.items() if len(found) == 1}

    def add_key(self, key: Key, meant: Found) -> None:
        """Take in a name as its forms."""
        if key and meant not in self.found.get(key, ()):
            self.found[key] = (*self.found.get(key, ()), meant)


def _only(found: Sequence[str]) -> str:
    return found[0] if len(found) == 1 else ""


def _names_rows(column: str, table: Table) -> bool:
    found = naming(table)
    return found is not None and column == found[0].name


def _is_number(column: Column, words: Sequence[str]) -> bool:
    """Tell the number of a row, by its name or what its comment ends in: 合同号."""
    head = comment_name(column)
    last = words_of(column.name)[-1:]
    if any(head.endswith(one) or one in words_of(column.name) for one in draft_words()["numbers_of_people"]):
        return False
    return any(word in last if word.isascii() else head.endswith(word) for word in words) or head.endswith(
        "号"
    )


def _is_beside(column: Column) -> bool:
    """Tell a day that is planned, or of the row and not of what it tells."""
    words = draft_words()["time"]
    return says(f"{column.name} {column.comment}", [one for kind in BESIDE for one in words[kind]])


def filter_tables(metric: Metric, catalog: Catalog) -> tuple[str, ...]:
    """Return the other tables whose columns a metric's filters are of, schema.table."""
    named = (word.rpartition(".")[0] for one in metric.filters for word in DOTTED.findall(one))
    tables = dict.fromkeys(catalog.full(one) for one in named if one)
    return tuple(one for one in tables if one != catalog.full(metric.table))


def _counts_rows(metric: Metric, catalog: Catalog) -> bool:
    """Tell whether a metric counts the rows of its table, each once."""
    match = COUNTED.match(metric.expression.strip()) if metric.kind == "simple" else None
    table = catalog.schema.table(catalog.full(metric.table)) if match else None
    if match is None or table is None:
        return False
    if any(catalog.path(metric.table, other) is None for other in filter_tables(metric, catalog)):
        return False  # its rows are told by what no key of theirs leads to
    column = match[2].rpartition(".")[2].strip('"')
    return (column == "*" and not match[1]) or (column,) == table.primary_key
