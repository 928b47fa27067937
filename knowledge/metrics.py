"""What a business measures, as definitions: metrics, dimensions, and the keys they may be joined along."""

import datetime as dt
import re
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, Literal, TypeVar

from config.wording import LANGUAGES, Language
from database.schema import Schema, Table
from knowledge.definitions.columns import head_of, own_codes
from knowledge.definitions.kept import only_leaves_out
from knowledge.quotients import Figures
from language.calendar import Holidays, days
from language.lists import words_in

Additivity = Literal["sum", "semi", "distinct", "average", "ratio"]
OverTime = Literal["last", "average", "sum"]  # of a level: what a stretch of time has of its days
DayKind = Literal["weekend", "weekday"]
MetricKind = Literal["simple", "ratio", "difference", "sum"]
SIGNS: Mapping[MetricKind, str] = {"ratio": "/", "difference": "-", "sum": "+"}  # between the parts of each

# Rows that are summed or counted, each once: of distinct things two members may have the same.
_SUMMED = re.compile(r"\s*(?:sum|count)\s*\((?!\s*distinct\b)[^()]*\)\s*$", re.IGNORECASE)


def _denies(name: str) -> bool:
    """Tell a name that says what is not so: 未处理完, not resolved."""
    words = words_in("metrics")["denial"]
    return any(name.startswith(f"{one} " if str(one).isascii() else str(one)) for one in words)


@dataclass(frozen=True)
class Metric:
    """One figure: an aggregate over one table, or a ratio, difference or sum of other metrics."""

    name: str
    zh: str
    en: str
    synonyms: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()  # what is done, of which it is how much: ship, 发货
    table: str = ""
    expression: str = ""
    time: str = ""  # the column that says when, table.column where it is not its own; none: as it is now
    time_grain: str = "day"  # the finest split its time column allows
    weekly: bool = False  # its rows lie on one weekday alone, as is seen of its data: each is a week's
    week_day: int = 0  # that weekday, Monday 0
    until: str = ""  # the column of its own table that ends a row, NULL where it stands still: a level
    until_included: bool = False  # whether it still stands on that day
    while_open: str = ""  # the table.column of the last day of what a row is of: only rows of days up to it
    time_format: str = ""  # how the column writes a day where its type is none of days: YYYYMM
    filters: tuple[str, ...] = ()
    kind: MetricKind = "simple"
    parts: tuple[str, ...] = ()
    scale: int = 1
    unit_zh: str = ""
    unit_en: str = ""
    decimals: int | None = None
    additivity: Additivity = "sum"
    over_time: OverTime = "last"  # of a level: the last day there is, or the mean or sum of the days
    default_period: str = ""  # taken where a question names no period; none: all data
    settles_after_days: int | None = None  # days until a day of it is complete; None: nobody says
    show: tuple[str, ...] = ()  # metrics shown beside it
    states: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, hash=False
    )  # ge:100 → wordings of a condition
    counts: str = ""  # the dimension whose members it counts
    not_by: tuple[str, ...] = ()  # dimensions that it is never cut by nor kept to, though its rows lead there
    good: Literal["", "high", "low"] = ""  # which way is better; none: what its name speaks of
    definition_zh: str = ""
    definition_en: str = ""
    owner: str = ""
    verified_by: str = ""

    def label(self, language: Language) -> str:
        """Return its name in a language."""
        return (self.zh if language == "zh" else self.en) or self.en or self.zh or self.name

    def unit(self, language: Language) -> str:
        """Return its unit in a language."""
        return (self.unit_zh if language == "zh" else self.unit_en) or self.unit_zh or self.unit_en

    def definition(self, language: Language) -> str:
        """Return what it is in a language, or nothing where that does not say it."""
        return self.definition_zh if language == "zh" else self.definition_en

    def heading(self, language: Language) -> str:
        """Return its name with the unit where the unit is not money's own: 入区率(%)."""
        unit = self.unit(language)
        if unit == "%":
            return (
                f"{self.label(language)}({unit})" if language == "zh" else f"{self.label(language)} ({unit})"
            )
        return self.label(language)

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        """Return everything it is called."""
        return tuple(dict.fromkeys(one for one in (self.zh, self.en, *self.synonyms) if one))

    @property
    def rows(self) -> tuple[str, str, str, bool, tuple[str, ...]]:
        """Return what says which rows it is of, and when they are: alike of sales and of the pieces sold."""
        return self.table, self.time, self.until, self.until_included, self.filters

    @property
    def happens_on(self) -> str:
        """Return the column by whose day its rows happened; what stands from one day to another has none."""
        return "" if self.until else self.time

    @property
    def is_daily(self) -> bool:
        """Tell whether it is known of each day: no figure by the month, nor one whose rows are weeks."""
        return bool(self.time) and self.time_grain == "day" and not self.weekly

    @property
    def is_count(self) -> bool:
        """Tell whether it is a number of things, so that how many asks for it."""
        whole = self.decimals == 0 and self.additivity != "average"  # a mean of minutes is told in whole ones
        return self.kind == "simple" and (whole or self.counts_rows)

    @property
    def counts_rows(self) -> bool:
        """Tell whether it counts rows or members, whatever unit it has."""
        return self.kind == "simple" and "count(" in self.expression.lower()


APART = " · "  # between what a thing is part of and its name, where that alone does not tell it


@dataclass(frozen=True)
class Namesakes:
    """Names that several things of a dimension share, and what tells these apart: screen 3 of ten cinemas."""

    names: Mapping[str, int] = field(hash=False)  # each with how many are called so
    things: int  # how many there are, whatever they are called
    within: str = ""  # the dimension that they are part of, by which each is told; none: by its key
    every: bool = True  # whether all are told so, or only those that share a name
    told_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)  # by name


@dataclass(frozen=True)
class Dimension:
    """One way to cut figures: a column, what its rows are called, and what its codes mean."""

    name: str
    zh: str
    en: str
    synonyms: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()  # what these did, or what was done that day: approve, 批
    column: str = ""  # table.column
    also: tuple[str, ...] = ()  # the columns of other tables that hold the same: each figure takes its own
    column_en: str = ""
    by: str = ""  # the key column that rows lead to it by, where it is one role of several: approver_id
    role_of: str = ""  # the dimension of whose members it is one role
    key: str = ""  # table.column, where two members may share a name
    measured_by: str = ""  # the metric a share of its members is of where none is named
    values: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, hash=False
    )  # code → zh, en, other wordings
    groups: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, hash=False
    )  # codes joined by | → wordings
    days: DayKind | None = None  # of the metric's own time column
    on_time: bool = False  # its table is joined on the day
    along: Mapping[str, str] = field(
        default_factory=dict, hash=False
    )  # its table's further key → table.column
    namesakes: Namesakes | None = None  # as is seen of its data

    def label(self, language: Language) -> str:
        """Return its name in a language."""
        return (self.zh if language == "zh" else self.en) or self.en or self.zh or self.name

    @property
    def table(self) -> str:
        """Return the table its column is in, of a role as a table of its own: staff@approver_id."""
        return as_role(self.stored, self.by) if self.by else self.stored

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that hold its members, one of each table."""
        return (self.column, *self.also) if self.column else ()

    @cached_property
    def open_codes(self) -> frozenset[str]:
        """Return the codes that are called not done yet."""
        open_ = {str(one) for one in words_in("questions")["words"]["unfinished"]}
        named = [*self.groups.items(), *self.values.items()]
        found = (codes.split("|") for codes, names in named if any(name.lower() in open_ for name in names))
        return frozenset(code for codes in found for code in codes)

    @property
    def stored(self) -> str:
        """Return the table that holds its column."""
        return self.column.rpartition(".")[0]

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        """Return everything it is called."""
        return tuple(dict.fromkeys(one for one in (self.zh, self.en, *self.synonyms) if one))

    def value_label(self, value: str, language: Language) -> str:
        """Return what a value is shown as."""
        names = self.values.get(value, ())
        if not names:
            return value
        return names[0] if language == "zh" or len(names) < 2 else names[1]


ROLE = "@"  # between a table and the key by which its rows play one of several roles


def as_role(table: str, key: str) -> str:
    """Return a table as reached by one key alone, as if it were another: staff@approver_id."""
    return f"{table}{ROLE}{key}"


def stored_table(table: str) -> str:
    """Return the table that a role is played by, or the table itself."""
    return table.partition(ROLE)[0]


LONGEST_WAY = 5  # keys from a row to what it is cut by; a longer way is no question's
Made = TypeVar("Made")
# What ways between tables are found by: keys, people's tables, levels, and whose rows figures are of.
_OF_WAYS = (
    "_steps", "_roles", "_people", "_levels", "_timed", "_measured", "_dated_by", "_paths", "_lying",
    "_full",
)  # fmt: skip
BESIDES_KEPT = 64
OPENINGS_KEPT = 4096  # of some hundred metrics for the few groups of people who see alike


@dataclass(frozen=True)
class Join:
    """A step from many to one: each row of `table` has at most one row of `to_table`."""

    table: str
    columns: tuple[str, ...]
    to_table: str
    to_columns: tuple[str, ...]
    optional: bool = True  # some rows may have none


@dataclass(frozen=True)
class Lifespan:
    """The columns that hold the first and the last day of a thing; empty where there is none."""

    begins: str = ""
    ends: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns there are."""
        return tuple(one for one in (self.begins, self.ends) if one)


@dataclass(frozen=True)
class Catalog:
    """All definitions of one connection over its schema."""

    metrics: Mapping[str, Metric]  # kept as Figures
    dimensions: Mapping[str, Dimension]
    hierarchies: tuple[tuple[str, ...], ...] = ()
    joins: tuple[Join, ...] = ()
    schema: Schema = field(default_factory=Schema)
    holidays: Holidays | None = None  # the database's own, where it keeps them
    scorecard: tuple[str, ...] = ()  # the metrics a briefing shows, in order
    lifespans: Mapping[str, Lifespan] = field(default_factory=dict)  # by schema.table
    data_ends: frozenset[dt.date] = frozenset()  # the last days of the columns that say when
    by_weeks: bool = False  # figures by the day are told by the week of their days, as parts of one that is
    _full: dict[str, str] = field(init=False, repr=False, compare=False, default_factory=dict)
    _sources: dict[str, tuple[Metric, ...]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        if not isinstance(self.metrics, Figures):
            object.__setattr__(self, "metrics", Figures(self.metrics))

    def as_of(self, today: dt.date) -> dt.date:
        """Return the day of what is kept as it stands: of the newest data of a week, else today."""
        last = max((day for day in self.data_ends if day <= today), default=today)
        return last if last >= today - days(7) else today

    @property
    def ways_good(self) -> dict[str, str]:
        """Return which way is better, by what a figure is called, where its definition says so."""
        return {wording: one.good for one in self.metrics.values() if one.good for wording in one.wordings}

    @cached_property
    def called(self) -> frozenset[str]:
        """Return what figures, what cuts them and tables are called, in small letters."""
        names = [
            name for kept in (self.metrics, self.dimensions) for one in kept.values() for name in one.wordings
        ]
        names += [head_of(table.comment) for table in self.schema.tables]
        return frozenset(name.lower() for name in names if name)

    def once(self, make: Callable[["Catalog"], Made]) -> Made:
        """Return what is made of the definitions, made for the first that needs it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @cached_property
    def _made(self) -> dict[Callable[["Catalog"], Any], Any]:
        return {}

    def beside(self, *more: Metric) -> "Catalog":
        """Return the definitions with further figures; where known ones are of the same rows, ways stay.

        The same ones are put beside them for each question of a kind: what was made of these stays with them.
        """
        called = tuple((one.name, one.table, one.expression) for one in more)
        kept = self._besides.get(called)
        if kept is not None and kept.widened is not None and kept.widened[1] == more:
            return kept
        made = self._beside(more)
        if len(self._besides) >= BESIDES_KEPT:
            self._besides.clear()
        self._besides[called] = made
        return made

    @cached_property
    def _besides(self) -> "dict[tuple[tuple[str, str, str], ...], Catalog]":
        return {}

    def _beside(self, more: tuple[Metric, ...]) -> "Catalog":
        made = replace(self, metrics={**self.metrics, **{one.name: one for one in more}})
        made.__dict__["widened"] = self, more
        known = all((one.table, one.time) in self._timed for one in more if one.time)
        return made.reaching_as(self) if known else made

    @cached_property
    def widened(self) -> "tuple[Catalog, tuple[Metric, ...]] | None":
        """Return the definitions that further figures were put beside of, and these figures."""
        return None

    def reaching_as(self, other: "Catalog") -> "Catalog":
        """Return these with the ways between tables that are known of others, which take long to find."""
        for name in _OF_WAYS:
            self.__dict__[name] = getattr(other, name)
        return self

    def metric_called(self, name: str, language: Language) -> Metric | None:
        """Return the one metric that is called so or heads a column so, in small letters."""
        called = name.strip().lower()
        found = self._metrics_called.get((language, called), ())
        if isinstance(self.metrics, Figures) and not found:
            return self.metrics.quotient_called(called, language)
        return found[0] if len(found) == 1 else None

    def dimension_called(self, name: str) -> Dimension | None:
        """Return the one dimension of this name."""
        found = self._dimensions_called.get(name.strip().lower(), ())
        return found[0] if len(found) == 1 else None

    def dimension_of(self, table: str, column: str) -> Dimension | None:
        """Return the first dimension that a column of schema.table is, in either language."""
        return self._dimensions_of.get((table, column))

    @cached_property
    def _metrics_called(self) -> dict[tuple[Language, str], list[Metric]]:
        found: dict[tuple[Language, str], list[Metric]] = {}
        for language in LANGUAGES:
            for one in self.metrics.values():
                for word in {word.lower() for word in (*one.wordings, one.heading(language))}:
                    found.setdefault((language, word), []).append(one)
        return found

    @cached_property
    def _dimensions_called(self) -> dict[str, list[Dimension]]:
        found: dict[str, list[Dimension]] = {}
        for one in self.dimensions.values():
            for word in {word.lower() for word in (one.zh, one.en, *one.synonyms) if word}:
                found.setdefault(word, []).append(one)
        return found

    @cached_property
    def _dimensions_of(self) -> dict[tuple[str, str], Dimension]:
        found: dict[tuple[str, str], Dimension] = {}
        for one in self.dimensions.values():
            for owner, _, name in (full.rpartition(".") for full in (*one.columns, one.column_en) if full):
                found.setdefault((self.full(owner), name), one)
        return found

    @cached_property
    def by_column(self) -> dict[str, list[tuple[Dimension, set[str]]]]:
        """Return by a column's name the dimensions that have one of it, with the tables it is in."""
        found: dict[str, list[tuple[Dimension, set[str]]]] = {}
        for one in self.dimensions.values():
            columns = [full.rpartition(".") for full in one.columns]
            for name in dict.fromkeys(column for _, _, column in columns):
                tables = {self.full(table) for table, _, column in columns if column == name}
                found.setdefault(name, []).append((one, tables))
        return found

    @cached_property
    def _steps(self) -> dict[str, list[Join]]:
        steps: dict[str, list[Join]] = {}
        declared = [self._resolved(join) for join in self.joins]
        for join in (*declared, *schema_joins(self.schema)):
            known = steps.setdefault(join.table, [])
            if not any(k.columns == join.columns and k.to_table == join.to_table for k in known):
                known.append(join)
        for known in steps.values():
            known += [played for join in known for played in self._played(join)]
        return steps

    def _played(self, join: Join) -> Iterator[Join]:
        """Yield a key to a table once more, as one to the role by which a dimension takes that table."""
        role = as_role(join.to_table, join.columns[0])
        if len(join.columns) == 1 and role in self._roles:
            yield replace(join, to_table=role)

    @cached_property
    def _roles(self) -> frozenset[str]:
        """The tables that a dimension takes in one role."""
        return frozenset(self.full(one.table) for one in self.dimensions.values() if one.by)

    def _resolved(self, join: Join) -> Join:
        table, target = self.full(join.table), self.full(join.to_table)
        return replace(join, table=table, to_table=target)

    def full(self, table: str) -> str:
        """Return schema.table of a table named with or without its schema, of a role with its key."""
        if table not in self._full:
            name, sign, key = table.partition(ROLE)
            found = self.schema.table(name)
            self._full[table] = f"{found.full_name}{sign}{key}" if found else table
        return self._full[table]

    def lifespan(self, table: str) -> Lifespan:
        """Return which columns say from when to when a table's things exist, none where nothing says so."""
        return self.lifespans.get(self.full(table), Lifespan())

    def names_rows(self, name: str) -> bool:
        """Tell whether each member of a dimension is a row of its table, as a vehicle type is."""
        one = self.dimensions[name]
        return bool(one.key) and self.full(one.key.rpartition(".")[0]) == self.full(one.stored)

    def standing_count(self, table: str) -> str:
        """Return the one level that counts all rows of a table of members as they stand on a day.

        One that only leaves some out that never count (test shops) is such a level where there is no other.
        """
        return self._standing_counts.get(self.full(table), "")

    @cached_property
    def _standing_counts(self) -> dict[str, str]:
        """The one such level of each table; asked for with each reading of a question about rows."""
        found: dict[str, list[Metric]] = {}
        for one in self.metrics.values():
            counts = one.until and one.counts_rows and one.over_time == "last"
            if counts and all(map(only_leaves_out, one.filters)):
                found.setdefault(self.full(one.table), []).append(one)
        keyed = {self.full(one.table) for one in self.dimensions.values() if one.key}
        of_all = {table: [one for one in some if not one.filters] or some for table, some in found.items()}
        return {table: some[0].name for table, some in of_all.items() if len(some) == 1 and table in keyed}

    def full_column(self, column: str) -> str:
        """Return schema.table.column of a column named with or without its schema."""
        table, _, name = column.rpartition(".")
        return f"{self.full(table)}.{name}"

    def column_of(self, metric: Metric, column: str) -> str:
        """Return schema.table.column of a column in a metric's definition; without a table it is its own."""
        owner, _, name = column.rpartition(".")
        return f"{self.full(owner or metric.table)}.{name}"

    def sources(self, name: str) -> tuple[Metric, ...]:
        """Return the simple metrics a metric is made of."""
        if name not in self._sources:
            metric = self.metrics[name]
            parts = () if metric.kind == "simple" else map(self.sources, metric.parts)
            self._sources[name] = tuple(dict.fromkeys(chain(*parts))) if parts else (metric,)
        return self._sources[name]

    def never_by(self, name: str) -> frozenset[str]:
        """Return the dimensions that a metric, or what it is made of, says it is never cut by."""
        metric = self.metrics[name]
        return frozenset(metric.not_by).union(*(self.never_by(part) for part in metric.parts))

    def undone(self, dimension: Dimension, codes: Collection[str]) -> tuple[str, ...]:
        """Return the codes of what is called not done, where some others that are not these are not in it.

        Beside done and closed, what is not done is what is open: not started or in progress.
        """
        rest = {*dimension.values} - {*codes}
        groups = [(tuple(held.split("|")), names) for held, names in dimension.groups.items()]
        return next((held for held, names in groups if {*held} < rest and any(map(_denies, names))), ())

    def adds_by_member(self, name: str) -> bool:
        """Tell a figure whose members at one time add up to all of them: sums and counts, levels too."""
        metric = self.metrics[name]
        return metric.kind != "ratio" and all(
            one.additivity == "sum"
            or (one.additivity == "semi" and _SUMMED.match(one.expression) is not None)
            for one in self.sources(name)
        )

    def is_level(self, name: str) -> bool:
        """Tell a figure all of which that is of some time is counted at a moment: stock, stock a place."""
        timed = [one for one in self.sources(name) if one.time]
        return bool(timed) and all(one.additivity == "semi" for one in timed)

    def is_dated(self, name: str) -> bool:
        """Tell a figure of some time: all that it is made of is, or it is a level by what has none."""
        return all(one.time for one in self.sources(name)) or self.is_level(name)

    def grows_with_time(self, name: str) -> bool:
        """Tell what a time brings for each of what there is: sales a head, the more the longer it is."""
        metric = self.metrics[name]
        if metric.kind != "ratio":
            return False
        brought, held = map(self.sources, metric.parts)
        return all(one.time and one.additivity == "sum" for one in brought) and all(
            not one.time or (one.additivity == "semi" and one.over_time != "sum") for one in held
        )

    def is_mean_level(self, name: str) -> bool:
        """Tell a level that a stretch of time has as the mean of its days."""
        means = (one.over_time == "average" for one in self.sources(name) if one.time)
        return self.is_level(name) and all(means)

    def path(self, table: str, to_table: str) -> tuple[Join, ...] | None:
        """Return the way from many to one that a question means; None where there is none, or two as good.

        A key of the row itself goes first, of two the one that is called as what it points at, for the
        other names a role: hours are of who worked (emp_id), not of who approved them; else the one
        that every row has. Then ways that every row has, then those that pass no people,
        then the shortest, where a step to the row that tells when it happened is none, then those through
        the levels that a hierarchy says the goal is made of: a ride's city is its station's, not where the
        bike belongs; then those through rows with figures of their own: a ticket's cinema is that of its
        screening, not the one its buyer, where known, once chose; a line's shop is its order's, not where
        its seller belongs; a site's branch is its contract's, not its manager's.
        """
        start, goal = self.full(table), self.full(to_table)
        if start == goal:
            return ()
        if (start, goal) not in self._paths:
            self._paths[start, goal] = self._path(start, goal)
        return self._paths[start, goal]

    def lying(self, dimension: Dimension, table: str) -> Dimension:
        """Return a dimension with the one of its columns that rows of a table take.

        That is their own, else the one reached by the fewest keys; of two as near none, as where none is.
        """
        if not dimension.also:
            return dimension
        asked = (self.full(table), dimension.columns)
        if asked not in self._lying:
            self._lying[asked] = self._nearest(*asked)
        return replace(dimension, column=self._lying[asked], also=())

    def _nearest(self, table: str, columns: tuple[str, ...]) -> str:
        ways = [(self.path(table, one.rpartition(".")[0]), one) for one in columns]
        near = sorted((len(way), one) for way, one in ways if way is not None)
        alone = len(near) == 1 or (len(near) > 1 and near[0][0] < near[1][0])
        return near[0][1] if alone else ""

    def way(self, table: str, dimension: Dimension) -> tuple[Join, ...] | None:
        """Return the keys from a table to what a dimension cuts its rows by; None where it is not reached."""
        found = self.lying(dimension, table)
        return self.path(table, found.table) if found.column else None

    def is_own(self, dimension: Dimension, tables: Collection[str]) -> bool:
        """Tell a dimension that is a column of each of some tables' own rows: the kind of a complaint."""
        own = {self.full(dimension.table), *(self.full(one.rpartition(".")[0]) for one in dimension.also)}
        return bool(dimension.column and tables) and all(self.full(one) in own for one in tables)

    def own_keys(self, table: str, to_table: str) -> tuple[Join, ...]:
        """Return the keys of a table's own rows that point at another: who signed, who referred."""
        start, goal = self.full(table), self.full(to_table)
        return tuple(one for one in self._steps.get(start, ()) if one.to_table == goal)

    def _path(self, start: str, goal: str) -> tuple[Join, ...] | None:
        ways = sorted(self._ways(start, goal), key=self._standing)
        if not ways or (len(ways) > 1 and self._standing(ways[0]) == self._standing(ways[1])):
            return None
        return ways[0]

    def _standing(self, way: tuple[Join, ...]) -> tuple[bool, bool, bool, bool, int, int, int, int]:
        far = len(way) > 1
        plain = not far and way[0].columns == way[0].to_columns
        dated = sum((step.table, step.to_table) in self._dated_by for step in way)
        measured = sum(step.to_table in self._measured for step in way[:-1])
        passed = [step.to_table for step in way[:-1]]
        people, levels = (
            any(one in self._people for one in passed),
            self._levels.get(way[-1].to_table, frozenset()),
        )
        made_of = sum(one in levels for one in passed)
        length = len(way) - dated
        return far, not plain, any(step.optional for step in way), people, length, -made_of, -dated, -measured

    @cached_property
    def _people(self) -> frozenset[str]:
        """The tables of people, ours and others: where things happen is not where those belong or live."""
        lists = words_in("metrics")
        words = {str(one) for name in ("known_of_staff", "known_of_people") for one in lists[name]}
        return frozenset(
            table.full_name
            for table in self.schema.tables
            for column in table.columns
            if not words.isdisjoint((column.name.replace("_", " ").lower(), head_of(column.comment)))
        )

    @cached_property
    def _levels(self) -> dict[str, frozenset[str]]:
        """By each table of a level the tables of the finer ones: of districts the stations."""
        found: dict[str, frozenset[str]] = {}
        for line in self.hierarchies:
            tables = [self.full(self.dimensions[name].table) for name in line if name in self.dimensions]
            for at, table in enumerate(tables):
                found[table] = found.get(table, frozenset()) | (frozenset(tables[at + 1 :]) - {table})
        return found

    @cached_property
    def _timed(self) -> frozenset[tuple[str, str]]:
        """The tables whose rows figures are of, with the column that says when."""
        return frozenset((one.table, one.time) for one in self.metrics.values() if one.time)

    @cached_property
    def _measured(self) -> frozenset[str]:
        """The tables whose rows figures are of: contracts, not who signed them."""
        return frozenset(self.full(one.table) for one in self.metrics.values() if one.time)

    @cached_property
    def _dated_by(self) -> frozenset[tuple[str, str]]:
        """The tables of figures with the other one that tells when their rows happened: lines, orders."""
        named = ((one.table, one.time.rpartition(".")[0]) for one in self.metrics.values())
        pairs = {(self.full(table), self.full(owner)) for table, owner in named if owner}
        return frozenset((table, owner) for table, owner in pairs if table != owner)

    def _ways(self, start: str, goal: str) -> Iterator[tuple[Join, ...]]:
        """Yield the ways along many-to-one keys that pass no table twice."""
        queue: deque[tuple[str, tuple[Join, ...]]] = deque([(start, ())])
        while queue:
            at, way = queue.popleft()
            for join in self._steps.get(at, ()):
                if join.to_table == goal:
                    yield (*way, join)
                elif len(way) + 1 < LONGEST_WAY and join.to_table not in {
                    start,
                    *(one.to_table for one in way),
                }:
                    queue.append((join.to_table, (*way, join)))

    @cached_property
    def _cuts(self) -> dict[tuple[str, str], bool]:
        return {}

    @cached_property
    def _lying(self) -> dict[tuple[str, tuple[str, ...]], str]:
        return {}

    @cached_property
    def _paths(self) -> dict[tuple[str, str], tuple[Join, ...] | None]:
        return {}

    def reaches(self, source: Metric, dimension: Dimension) -> bool:
        """Tell whether a simple metric can be cut by a dimension without counting a row twice."""
        if dimension.days:
            return source.is_daily
        if dimension.on_time:
            if not source.is_daily:
                return False
            if self.full(source.table) == self.full(dimension.table):
                return set(dimension.values) != {"yes", "no"}  # it has no row of a day that is none
            tables = [column.rpartition(".")[0] for column in dimension.along.values()]
            return all(self.path(source.table, table) is not None for table in tables)
        return self.way(source.table, dimension) is not None

    def cuts(self, metric: str, dimension: str) -> bool:
        """Tell whether a metric, with all it is made of, can be cut by a dimension."""
        if (metric, dimension) not in self._cuts:
            found = self.dimensions[dimension]
            cut = all(self.reaches(source, found) for source in self.sources(metric))
            self._cuts[metric, dimension] = cut and dimension not in self.never_by(metric)
        return self._cuts[metric, dimension]

    def may_lack(self, metric: str, dimension: str) -> bool:
        """Tell whether some rows of a metric may have no member of a dimension: orders of nobody."""
        found = self.dimensions[dimension]
        if found.days or set(found.values) == {"yes", "no"}:
            return False
        tables = [one.table for one in self.sources(metric)]
        columns = [self.schema.column(self.lying(found, one).column) for one in tables]
        steps = [step for one in tables for step in self.way(one, found) or ()]
        unsure = any(one is None or one.nullable for one in columns)
        return found.on_time or unsure or any(step.optional for step in steps)

    def opens(self, metric: str, allowed: Callable[[str], bool]) -> bool:
        """Tell whether every column a metric is computed from is open to who asks, and its table."""
        return self._opens(metric, allowed)

    @cached_property
    def _opens(self) -> Callable[[str, Callable[[str], bool]], bool]:
        return lru_cache(maxsize=OPENINGS_KEPT)(self._is_open)

    def _is_open(self, metric: str, allowed: Callable[[str], bool]) -> bool:
        return all(allowed(column) for source in self.sources(metric) for column in self._read_by(source))

    def shows(self, dimension: Dimension, allowed: Callable[[str], bool]) -> bool:
        """Tell whether what a dimension cuts by is open to who asks."""
        return all(map(allowed, self.cutting(dimension)))

    def cutting(self, dimension: Dimension) -> tuple[str, ...]:
        """Return the columns that a dimension cuts by, as rights know them."""
        above = self.dimensions.get(dimension.namesakes.within) if dimension.namesakes else None
        columns = (*dimension.columns, dimension.key, *dimension.along.values(), *self.played_by(dimension))
        columns += (*above.columns, above.column_en) if above else ()
        return tuple(self.full_column(column).lower() for column in columns if column)

    def played_by(self, dimension: Dimension) -> Iterator[str]:
        """Yield the keys by which rows lead to a role."""
        for keys in self._steps.values() if dimension.by else ():
            yield from (
                f"{one.table}.{one.columns[0]}" for one in keys if one.to_table == self.full(dimension.table)
            )

    def _read_by(self, source: Metric) -> frozenset[str]:
        """Return the columns whose names stand in a simple metric's definition, and `table.*` of its own."""
        if source.name not in self._columns_read:
            text = " ".join((source.expression, *source.filters, source.time, source.until))
            tables = [one for one in self.schema.tables if _names(text, one.name)]
            own = self.schema.table(source.table)
            found = {
                f"{table.full_name}.{column.name}".lower()
                for table in (*tables, *([own] if own else ()))
                for column in table.columns
                if _names(text, column.name)
            }
            self._columns_read[source.name] = frozenset({f"{self.full(source.table)}.*".lower(), *found})
        return self._columns_read[source.name]

    @cached_property
    def _columns_read(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def twins(self) -> dict[str, str]:
        """The columns of names, in full and small letters, with that of the other language beside each."""
        found: dict[str, str] = {}
        for one in self.dimensions.values():
            if not (one.column and one.column_en):
                continue
            names = [self.full_column(name) for name in (one.column, one.column_en)]
            (table, column), (owner, other) = ((n.rpartition(".")[0], n.rpartition(".")[2]) for n in names)
            if table == owner:
                found |= {names[0].lower(): other, names[1].lower(): column}
        return found

    @cached_property
    def names_of_values(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The columns of members, in full and small letters, with what definitions call each: Pudong."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for one in self.dimensions.values():
            for column in one.columns if one.values else ():
                found.setdefault(self.full_column(column).lower(), {}).update(one.values)
        return found

    @cached_property
    def english_alone(self) -> frozenset[str]:
        """Return the dimensions that only hold the English names of another one: nothing is cut by both."""
        named = {(one.key, one.column_en) for one in self.dimensions.values() if one.key and one.column_en}
        return frozenset(one.name for one in self.dimensions.values() if (one.key, one.column) in named)

    @cached_property
    def codes(self) -> dict[str, str]:
        """The columns that name things, in full and small letters, with the one of codes of these: G4."""
        found: dict[str, str] = {}
        for one in self.dimensions.values():
            table = self.schema.table(self.full(one.table)) if one.key and one.column else None
            own = own_codes(table) if table else []
            named = {name.rpartition(".")[2] for name in (one.column, one.column_en)}
            if len(own) == 1 and own[0] not in named:
                found[self.full_column(one.column).lower()] = own[0]
        return found

    def counted_table(self, metric: str) -> str:
        """Return the table whose rows a count counts: the one its column is a key of, or its own."""
        found = self.metrics[metric]
        column = found.expression.rpartition("(")[2].rstrip(") ").split()[-1]
        steps = self._steps.get(self.full(found.table), ())
        return next((one.to_table for one in steps if one.columns == (column,)), self.full(found.table))

    def settles_after(self, name: str) -> int | None:
        """Return after how many days a day is complete, as its definition says or one of the same rows."""
        own = self.metrics[name]
        if own.settles_after_days is not None or own.kind != "simple" or not self._settling:
            return own.settles_after_days
        return self._settling.get(own.rows)

    @cached_property
    def _settling(self) -> dict[tuple[object, ...], int]:
        """After how many days some rows are complete, as the first definition of them that tells it says."""
        told = [one for one in self.metrics.values() if one.settles_after_days is not None]
        return {one.rows: one.settles_after_days or 0 for one in reversed(told)}

    def is_monthly(self, name: str) -> bool:
        """Tell a figure of which only whole months are known, in a part of it at least."""
        return any(one.time_grain == "month" for one in self.sources(name))

    def sets_weeks_beside_days(self, name: str) -> bool:
        """Tell a figure made of some that are a week's and others that are a day's: meals per hour worked."""
        sources = self.sources(name)
        return any(one.weekly for one in sources) and any(one.is_daily for one in sources)

    def as_parts_of(self, name: str) -> "Catalog":
        """Return definitions under which the parts of a figure are of the same days as it is itself."""
        return replace(self, by_weeks=True) if self.sets_weeks_beside_days(name) else self

    def is_dense(self, source: Metric) -> bool:
        """Tell a table with a row a day for each of its things from one that holds events."""
        if source.until:
            return False
        table = self.schema.table(source.table)
        owner, _, time = source.time.rpartition(".")
        own = not owner or self.full(owner) == self.full(source.table)
        return bool(table and own and time in table.primary_key)


def _names(text: str, name: str) -> bool:
    """Tell whether a name stands in an expression, whole; one in quotes as a value is taken for it too."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def schema_joins(schema: Schema) -> Iterator[Join]:
    """Yield the declared foreign keys that point at a whole primary key; an inferred one is no ground."""
    for table in schema.tables:
        for key in table.foreign_keys:
            if key.inferred:
                continue
            target = schema.table(f"{key.to_schema}.{key.to_table}") or schema.table(key.to_table)
            if target is None:
                continue
            columns = key.to_columns or target.primary_key
            if len(columns) == len(key.columns) and (not target.primary_key or columns == target.primary_key):
                yield Join(
                    table.full_name, key.columns, target.full_name, columns, _optional(table, key.columns)
                )


def _optional(table: Table, columns: tuple[str, ...]) -> bool:
    found = [table.column(name) for name in columns]
    return any(column is None or column.nullable for column in found)
