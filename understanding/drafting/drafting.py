"""Drafts of definitions from a schema: measures, counts, dimensions, joins and hierarchies, for review."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from config.wording import LANGUAGES, Language, language_of, say
from database.dialects import Dialect
from database.schema import Column, Schema, Table
from knowledge.definitions.column_words import draft_words, says, words_of
from knowledge.definitions.columns import (
    MOST_CODES,
    WHOLE,
    Columns,
    Seen,
    called,
    head_of,
    is_of_rows,
    thing_words,
)
from knowledge.definitions.inflecting import plural, singular
from knowledge.profiles import TableProfile
from knowledge.values import TEXT_TYPE, ColumnValues, code_values
from language.units import key_of
from understanding.drafting.amounts import amount_of, may_be_of_each, paid
from understanding.drafting.keys import Keys
from understanding.drafting.names import (
    Entry,
    call_codes,
    defined,
    in_turn,
    known_names,
    told_words,
    unit_of,
    verbs_of,
    worded,
)
from understanding.drafting.shared import Standing, together
from understanding.drafting.states import State, states_of
from understanding.drafting.times import When, beginning, candidates, certain, chosen, is_kept
from understanding.metric.vocabulary import is_amounts_word

Definitions = dict[str, list[Any]]
LABELLED = ("metrics", "dimensions")
FIRST = re.compile(r"-01$")
SEVERAL = 3  # first days of months, among first rows: by chance never
PLAIN = re.compile(r"[A-Za-z_]\w*", re.ASCII)


@dataclass(frozen=True)
class Review:
    """What who reviews a drafted definition should know: which columns could say when, and what was assumed.

    `notes` stand in texts under `drafts.review`; `states`: columns with values by which rows may not count.
    """

    when: When = field(default_factory=When)
    notes: tuple[str, ...] = ()
    states: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """Definitions as a file holds them, and what to review of each, by section and name."""

    definitions: Definitions = field(default_factory=dict)
    reviews: Mapping[tuple[str, str], Review] = field(default_factory=dict)
    states: Mapping[str, Sequence[State]] = field(default_factory=dict)  # of figures, by name


def draft(
    schema: Schema,
    dialect: Dialect,
    seen: Seen | None = None,
    profiles: Mapping[str, TableProfile] | None = None,
    *,
    codes: Mapping[str, ColumnValues] | None = None,
    of_file: bool = False,
    shares: bool = False,
) -> Draft:
    """Return definitions and what to review of them; `seen` are first rows, `profiles` what all rows hold.

    `codes` are those that a table of codes explains, which goes before a comment.
    A table of a file is data whatever it holds; in a database, one without time and keys is a list of codes.
    With `shares`, a code that stands in several tables is one cut over all of them.
    """
    tables = _of_business(schema)
    keys = Keys(schema, tables, seen)
    coded = {one.column: one for one in code_values(schema)} | {**(codes or {})}
    drafts = [_TableDraft(one, keys, dialect, coded, seen or {}, profiles or {}, of_file) for one in tables]
    metrics = [(one, entry) for one in drafts for entry in one.metrics()]
    dimensions = [(one, entry) for one in drafts for entry in one.dimensions()]
    dimensions = _shared(dimensions) if shares else dimensions
    _name(metrics, dimensions, several=len(tables) > 1, alone=len(schema.tables) == 1)
    names = {entry["name"] for _, entry in dimensions}
    found: Definitions = {
        "metrics": [entry for _, entry in metrics],
        "dimensions": [entry for _, entry in dimensions],
        "joins": [{"from": start, "to": goal} for start, goal in keys.found],
        "hierarchies": keys.hierarchies({one.table.full_name: one.places(names) for one in drafts}, names),
    }
    reviews = {("metrics", str(entry["name"])): one.review(entry) for one, entry in metrics}
    states = {str(entry["name"]): one.states for one, entry in metrics}
    return Draft(_filled(found), _to_review(reviews, found, [start for start, _ in keys.found]), states)


def _to_review(
    reviews: Mapping[tuple[str, str], Review], found: Definitions, inferred: Sequence[str]
) -> Mapping[tuple[str, str], Review]:
    """Return what somebody is to look at: figures, cuts over several tables, keys that were inferred."""
    of_several = (one for one in found["dimensions"] if isinstance(one["column"], list))
    shared = {("dimensions", str(one["name"])): Review(notes=("shared",)) for one in of_several}
    joins = {("joins", start): Review(notes=("inferred",)) for start in inferred}
    return {key: one for key, one in {**reviews, **shared, **joins}.items() if one != Review()}


def _shared(dimensions: Sequence[tuple["_TableDraft", Entry]]) -> list[tuple["_TableDraft", Entry]]:
    """Return the cuts, those over the same codes of several tables as one."""
    owners = {str(entry["name"]): one for one, entry in dimensions}
    standing = [one.standing(entry) for one, entry in dimensions]
    found = together(standing)
    return [(owners.get(str(one["name"]), dimensions[0][0]), one) for one in found]


def _of_business(schema: Schema) -> list[Table]:
    hidden = draft_words()["not_business"]
    return [one for one in schema.tables if not one.is_view and one.name.lower() not in hidden]


def _filled(found: Definitions) -> Definitions:
    return {section: entries for section, entries in found.items() if entries}


class _TableDraft:
    """What one table gives: counts and measures, and what figures can be split by."""

    def __init__(
        self,
        table: Table,
        keys: Keys,
        dialect: Dialect,
        codes: Mapping[str, ColumnValues],
        seen: Seen,
        profiles: Mapping[str, TableProfile],
        of_file: bool,
    ) -> None:
        self._of_file = of_file
        self.table, self.keys, self.dialect, self.codes = table, keys, dialect, codes
        self.thing, self.named = "_".join(thing_words(table)), keys.is_thing(table)
        self.short = keys.schema.short(table)
        self._seen, self._profiles = seen, profiles
        self.columns = self._columns(table)
        self.lasting = self.named or self._is_kept()
        self.when = When() if self.lasting else self._when()
        self.amount = amount_of(self.columns, self._quoted)

    @cached_property
    def states(self) -> list[State]:
        """Return the columns by whose values rows may not count, of lines those of what they are lines of."""
        owner = self.keys.schema.table(self.when.column.rpartition(".")[0] or self.table.full_name)
        tables = dict.fromkeys((self.table, owner or self.table))
        spelt = self.keys.spelt
        return [state for one in tables for state in states_of(self._columns(one), self.codes, spelt)]

    def metrics(self) -> Iterator[Entry]:
        """Yield how many rows there are, and each column that adds up or averages."""
        time = self.when.column
        timed = {"time": time, **self._grain(time), **self._verbs(time)} if time else {}
        yield from self._counts(timed)
        if not (time or self.when.is_open or self.columns.pointing or self.named or self._of_file):
            return
        yield from self._amount(timed)
        yield from self._paid(timed)
        for column in self.columns.of("summed", "averaged"):
            summed = self.columns.kind(column) == "summed"
            unit, words = unit_of(column)
            entry = {
                "name": self._name(column),
                "names": self._called(words, column.comment),
                "table": self.short,
                "expression": f"{'SUM' if summed else 'AVG'}({self._quoted(column.name)})",
                **timed,
                **({"unit": unit} if unit else {}),
                "decimals": 0 if summed and WHOLE.search(column.type) else 2,
            }
            if summed and time and self.columns.is_level(column):
                entry["additivity"] = "semi"
            if unit == "%" and not summed:
                entry["definition"] = {language: say("drafts.plain_mean", language) for language in LANGUAGES}
            yield entry | defined(column.comment)

    def review(self, entry: Entry) -> Review:
        """Return what to look at in one of its figures."""
        notes: list[str] = []
        states = tuple(one.stored for one in self.states)
        if self.lasting:
            return Review(states=states)
        if not self.when.choices:
            notes.append("timeless")
        if entry["name"] == self._amount_name and self.amount and self.amount.discount == "unclear":
            notes.append("discount")
        if any(entry["expression"] == f"SUM({self._quoted(one.name)})" for one in self._of_each()):
            notes.append("each")
        owner = entry.get("time", "").rpartition(".")[0]
        if owner and self.keys.rests_on_found(self.table, owner):
            notes.append("over_inferred")
        return Review(self.when, tuple(notes), states)

    def dimensions(self) -> Iterator[Entry]:
        """Yield the name of a thing, codes with what they mean, and texts that many rows share."""
        called_by, _ = self.keys.naming(self.table) or (None, 0)
        for column in self.table.columns:
            kind, full = self.columns.kind(column), f"{self.table.full_name}.{column.name}"
            entry: Entry = {
                "name": self._name(column),
                "names": self._called(told_words(column), self._said_of(column)),
                "column": f"{self.short}.{column.name}",
            }
            if column is called_by and self.named:
                names = self._one()
                key = {"key": f"{self.short}.{self.table.primary_key[0]}"}
                yield entry | {"name": self.thing, "names": names} | self._twin(column) | key
            elif full in self.codes:
                yield entry | {"values": {code: in_turn(said) for code, said in self.codes[full].values}}
            elif kind in ("coded", "flag"):
                yield entry | self._values(column)
            elif kind == "text" or (column is called_by and self.columns.may_cut(column, named=True)):
                yield entry | self._twin(column)

    def standing(self, entry: Entry) -> Standing:
        """Return a drafted cut with what tells whether other tables have the same."""
        name = str(entry["column"]).rpartition(".")[2]
        column = next(one for one in self.table.columns if one.name == name)
        seen = {str(one) for one in self.columns.values(column)}
        values = seen or {*entry.get("values", ())}
        plain = not {"key", "column_en"} & {*entry} and not self.named and not self.columns.is_place(column)
        states = any(one.column is column for one in self.states)
        told = column.name.lower() not in draft_words()["generic"] and bool(TEXT_TYPE.search(column.type))
        may_share = plain and told and not states and len(values) <= MOST_CODES  # 1, 2, 3 are of anything
        called_so = self._called(told_words(column), self._said_of(column))
        return Standing(entry, name, called_so, frozenset(values), may_share)

    def _called(self, words: Sequence[str], comment: str) -> dict[str, str]:
        """Return what a column or the table is called, its words written out."""
        return called(self.keys.spelt(words), comment)

    def _english(self) -> str:
        """Return what one row is called by the name of its table."""
        return " ".join(self.keys.spelt(thing_words(self.table))).capitalize()

    def _one(self) -> dict[str, str]:
        """Return what one row is called: a comment that speaks of all of them has one of them."""
        names = _without_ends(self._called(thing_words(self.table), self.table.comment))
        if names["en"].isascii() and head_of(self.table.comment) and names["zh"] == names["en"]:
            *before, last = names["en"].split(" ")
            one = " ".join((*before, singular(last)))
            return {"zh": one, "en": one}
        return names

    def _said_of(self, column: Column) -> str:
        """Return a column's comment, or nothing where it only lists values: WX ALI BANK; FULL, DEP deposit.

        A name goes until the first value: internal grade A (best) to C.
        """
        values, words = {str(one).strip() for one in self.columns.values(column)}, column.comment.split()
        *before, last = head_of(column.comment).split() or [""]
        if (len(words) > 1 and {*words} <= values) or (not before and last in values):
            return ""
        return " ".join(before) if last in values else column.comment

    def places(self, names: Container[str]) -> list[str]:
        """Return the columns of places in a thing's own rows, from large to small."""
        known = draft_words()["places"]
        found = [column for column in self.columns.of("text") if column.name.lower() in known]
        found.sort(key=lambda column: known.index(column.name.lower()))
        return [name for column in found if (name := self._name(column)) in names]

    def of_it(self, said: str, language: Language) -> str:
        """Return a name with what it is of before it: Order amount."""
        spoken = language if language_of(said) == language else "en"
        thing = self._one()[spoken] if spoken == "zh" or not self.table.name.isascii() else self._english()
        return f"{thing} {said[:1].lower()}{said[1:]}" if said.isascii() else f"{thing}{said}"

    def _of_each(self) -> list[Column]:
        return [one for one in self.columns.of("summed") if may_be_of_each(one, self.columns)]

    @property
    def _amount_name(self) -> str:
        return f"{self.thing}_amount"

    def _columns(self, table: Table) -> Columns:
        coded = frozenset(c.name for c in table.columns if f"{table.full_name}.{c.name}" in self.codes)
        text_days = self.dialect.sqlglot_name == "sqlite"
        profile = self._profiles.get(table.full_name)
        is_thing, pointing = self.keys.is_thing(table), self.keys.pointing(table)
        return Columns(table, pointing, coded, self._seen, is_thing, text_days, profile)

    def _when(self) -> When:
        """Return the column that says when, its own or that of the one event it belongs to."""
        found: list[tuple[int, Table, str]] = []
        for other, way in self.keys.reached(self.table):
            is_event = other is not self.table and not self.keys.is_thing(other)
            if is_event and (time := certain(candidates(self._columns(other)))):
                found.append((len(way), other, f"{self.keys.schema.short(other)}.{time}"))
        nearest = [one for one in found if one[0] == min(steps for steps, _, _ in found)]
        is_line = len(nearest) == 1 and self._is_line_of(nearest[0][1])
        return chosen(candidates(self.columns), [name for *_, name in nearest], is_line=is_line)

    def _is_line_of(self, parent: Table) -> bool:
        """Tell rows that another table's row is made of, by their name or their key."""
        thing, whole = thing_words(self.table), thing_words(parent)
        in_key = len(self.table.primary_key) > 1 and bool(self.columns.pointing & {*self.table.primary_key})
        is_called = thing[: len(whole)] == whole or thing[-1] in draft_words()["lines"]
        return is_called or (in_key and not any(one.in_key for one in candidates(self.columns)))

    def _counts(self, timed: Mapping[str, Any]) -> Iterator[Entry]:
        key = self.table.primary_key
        own = len(key) == 1 and key[0] not in self.columns.pointing
        if not own and (key or not (timed or self._of_file)):
            return
        *before, last = self.keys.spelt(thing_words(self.table))
        names = _without_ends(self._called((*before, plural(last)), self.table.comment))
        counted: Entry = {
            "table": self.short,
            "expression": f"COUNT({self._quoted(key[0])})" if own else "COUNT(*)",
            **timed,
            "decimals": 0,
        }
        if not self.lasting:
            like_amount = any(is_amounts_word(name) for name in names.values())  # sales, which are money too
            own_names = worded("number", names) if like_amount else names
            yield {
                "name": f"{self.thing}_count",
                "names": own_names,
                **counted,
                **defined(self.table.comment),
            }
            return
        number = {"name": f"{self.thing}_count", "names": worded("number", names)}
        yield number | counted | ({"counts": self.thing} if self.named else {})
        if since := beginning(self.columns):
            yield {
                "name": f"new_{self.thing}",
                "names": worded("new", names),
                **counted,
                "time": since.name,
                **self._verbs(since.name),
            }

    def _amount(self, timed: Mapping[str, Any]) -> Iterator[Entry]:
        """Draft quantity times price less the discount, where a row has no amount of its own."""
        if self.amount is None or (self.lasting and not self.amount.count):
            return
        form = self.amount.discount
        said = f"drafts.amount_is.{form if form and form != 'unclear' else 'plain'}"
        yield {
            "name": self._amount_name,
            "names": {one: say("drafts.amount", self._spoken(one)) for one in LANGUAGES},
            "table": self.short,
            "expression": f"SUM({self.amount.expression})",
            **timed,
            "decimals": 2,
            "definition": {language: say(said, language) for language in LANGUAGES},
        }

    def _paid(self, timed: Mapping[str, Any]) -> Iterator[Entry]:
        """Draft the sum of what a row cost, where it is of one event and has no amount of its own."""
        if self.lasting or not self.when.choices:
            return
        for column in paid(self.columns):
            unit, said = unit_of(column)
            yield {
                "name": f"{self._name(column)}_total",
                "names": worded("total", self._called(said, column.comment)),
                "table": self.short,
                "expression": f"SUM({self._quoted(column.name)})",
                **timed,
                **({"unit": unit} if unit else {}),
                "decimals": 2,
            }

    def _grain(self, time: str) -> Mapping[str, str]:
        """Return months as what a time is told in, where it has nothing but the first of them.

        In a database only first rows were seen: its column must be called a month, or they are of several.
        """
        column = self.table.column(time)
        if column and (written := self.columns.written(column)):
            return {"time_format": written}
        days = {str(value)[:10] for value in self.columns.values(column)} if column else set()
        is_called = column is not None and says(column.name, draft_words()["months"])
        enough = len(days) > (1 if self._of_file else 0 if is_called else SEVERAL)
        return {"time_grain": "month"} if enough and all(map(FIRST.search, days)) else {}

    def _verbs(self, time: str) -> Entry:
        """Return what was done on a table's own day."""
        column = self.table.column(time)
        return verbs_of(column, thing_words(self.table)) if column else {}

    def _is_kept(self) -> bool:
        """Tell whether rows are things without a name to which something happens in other tables."""
        if len(self.table.primary_key) != 1 or not is_kept(self.columns):
            return False
        return any(self._columns(one).of("time") for one in self.keys.pointed_at(self.table))

    def _values(self, column: Column) -> Entry:
        """Return the codes there are; what they mean is not known yet."""
        found = sorted(set(self.columns.values(column)))
        known = 0 < len(found) <= MOST_CODES and not any(isinstance(one, bool) for one in found)
        return {"values": {str(code): [] for code in found}} if known else {}

    def _spoken(self, language: Language) -> Language:
        """Return the language what this table is called is in."""
        return language_of(self._one()[language])

    def _twin(self, column: Column) -> Entry:
        english = self.table.column(f"{column.name}_en")
        return {"column_en": f"{self.short}.{english.name}"} if english else {}

    def _name(self, column: Column) -> str:
        thing, words = thing_words(self.table), words_of(column.name)
        own = column.name.startswith(self.table.name) or words[: len(thing)] == thing
        shared = next((n for n in range(len(thing), 0, -1) if thing[-n:] == words[:n]), 0)
        return "_".join(words if own else (*thing, *words[shared:]))

    def _quoted(self, name: str) -> str:
        """Return a column as an expression names it, quoted where it must be."""
        plain = PLAIN.fullmatch(name) and (name.islower() or self.dialect.sqlglot_name != "postgres")
        try:
            read = parse_one(name, dialect=self.dialect.sqlglot_name) if plain else None
        except SqlglotError:
            read = None
        quoted = not (isinstance(read, exp.Column) and read.name == name)
        return exp.column(name, quoted=quoted).sql(dialect=self.dialect.sqlglot_name)


def _without_ends(names: Mapping[str, str]) -> dict[str, str]:
    """Return names of rows without that a table holds them: 门店 of 门店档案."""
    ends = "|".join(draft_words()["table_ends"])
    return {language: re.sub(rf"(?:{ends})$", "", name) or name for language, name in names.items()}


def _call_rows(entry: Entry, table: Table) -> None:
    """Let the count of the only table be one of rows, by name where nothing says more of what they are."""
    if entry["expression"] != "COUNT(*)":
        return
    entry["synonyms"] = [*draft_words()["rows"]["number"], *entry["names"].values()]
    if is_of_rows(table):
        entry["names"] = {language: say("drafts.rows", language) for language in LANGUAGES}
    elif language_of(entry["names"]["zh"]) == "zh" and not entry["names"]["zh"].endswith("数"):
        entry["names"] |= {"zh": say("drafts.number", "zh", name=entry["names"]["zh"])}


def _name(
    metrics: Sequence[tuple[_TableDraft, Entry]],
    dimensions: Sequence[tuple[_TableDraft, Entry]],
    *,
    several: bool,
    alone: bool,
) -> None:
    """Give entries names that tell them apart, codes theirs, and the rows of an only table a word."""
    _tell_apart([*metrics, *dimensions], several=several)
    for _, entry in dimensions:
        call_codes(entry)
    for of, entry in metrics if alone else ():
        _call_rows(entry, of.table)
    for _, entry in (*metrics, *dimensions):
        entry["names"] = known_names(entry["names"])
    _free_verbs([entry for _, entry in metrics])


def _free_verbs(entries: Sequence[Entry]) -> None:
    """Take out the verbs that another figure is called by."""
    called = {key_of(name): entry["name"] for entry in entries for name in entry["names"].values()}
    for entry in entries:
        own = entry.pop("verbs", [])
        if kept := [one for one in own if called.get(key_of(one), entry["name"]) == entry["name"]]:
            entry["verbs"] = kept


def _tell_apart(entries: list[tuple[_TableDraft, Entry]], *, several: bool) -> None:
    """Put what it is of before a name that several have, or that says nothing among tables: Refund amount."""
    generic = draft_words()["generic"] if several else ()
    for language in LANGUAGES:
        for of, entry in entries:
            if entry["names"][language].lower() in generic and entry["name"] != of.thing:
                entry["names"][language] = of.of_it(entry["names"][language], language)
        names = Counter(key_of(entry["names"][language]) for _, entry in entries)
        for of, entry in entries:
            said = entry["names"][language]
            if names[key_of(said)] > 1 and entry["name"] != of.thing:
                is_count = entry["name"] == f"{of.thing}_count"
                told = worded("number", entry["names"])[language] if is_count else of.of_it(said, language)
                entry["names"][language] = told
