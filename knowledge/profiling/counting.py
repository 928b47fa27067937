"""The statements that tell what a table's values are like, and what their rows come to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from sqlglot import exp

from database.dialects import Dialect
from database.schema import Column, Table
from knowledge.profiles import (
    FEW,
    ColumnProfile,
    Kind,
    TableProfile,
    Values,
    common_values,
    example_of,
    kind_of,
)
from knowledge.profiling.together import one_query
from knowledge.values import named_values, twin_of

LOOKED_AT = 10_000  # rows of a large table that are counted; its first, which cost no scan
COLUMNS_AT_ONCE = 40
MOST_CHARS = 64  # of a value by which something is named
EXAMPLES = 20
SHOWN_CHARS = 41
PART_OF_LIMIT = 0.6  # of the rows one result may have; counts of the first rows are lower than the whole's

Rows = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Counted:
    """One column as it was counted: its profile so far and how long its values are."""

    column: Column
    kind: Kind
    profile: ColumnProfile
    chars: float = 0.0


@dataclass(frozen=True)
class Wanted:
    """Values of one column to be read: each with how often it comes, or a few as they come."""

    column: str
    twin: str = ""
    expected: int = 0
    counted: bool = True


def comparable(table: Table) -> list[Column]:
    """Return the columns whose values can be counted."""
    return [column for column in table.columns if kind_of(column.type) != "other"]


def count_query(table: Table, columns: Sequence[Column], dialect: Dialect) -> str:
    """Return the query that counts a table's first rows, and each column's values among them."""
    rows = exp.select(*(exp.column(one.name, "t", quoted=True) for one in columns))
    rows = rows.from_(_source(table)).limit(LOOKED_AT)
    cells: list[exp.Expression] = [exp.Count(this=exp.Star())]
    for column in columns:
        held = exp.column(column.name, "s", quoted=True)
        cells += [
            exp.Count(this=held.copy()),
            exp.Count(this=exp.Distinct(expressions=[held.copy()])),
            _shown(exp.Min(this=held.copy())),
            _shown(exp.Max(this=held.copy())),
            exp.Avg(this=exp.Length(this=exp.cast(held.copy(), "text"))),
        ]
    query = exp.select(*map(_numbered, count(), cells)).from_(rows.subquery("s"))
    return query.sql(dialect=dialect.sqlglot_name)


def counts_from(columns: Sequence[Column], row: Sequence[Any]) -> tuple[int, list[Counted]]:
    """Return how many rows were looked at, and what was counted of each column."""
    rows, found = int(row[0]), []
    for place, column in enumerate(columns):
        filled, distinct, low, high, chars = row[1 + place * 5 : 6 + place * 5]
        nulls = round(1 - int(filled) / rows, 3) if rows else 0.0
        profile = ColumnProfile(int(filled), int(distinct), nulls, _end(low), _end(high))
        found.append(Counted(column, kind_of(column.type), profile, float(chars or 0)))
    return rows, found


def ends_query(table: Table, columns: Sequence[Column], dialect: Dialect) -> str:
    """Return the query of the smallest and largest values among all rows."""
    cells: list[exp.Expression] = []
    for column in columns:
        held = exp.column(column.name, "t", quoted=True)
        cells += [_shown(exp.Min(this=held)), _shown(exp.Max(this=held.copy()))]
    query = exp.select(*map(_numbered, count(), cells)).from_(_source(table))
    return query.sql(dialect=dialect.sqlglot_name)


def with_ends(counted: Sequence[Counted], row: Sequence[Any]) -> list[Counted]:
    """Return columns with the ends of all rows in place of those of the first; none where none were read."""
    ends = iter(row)
    return [
        replace(one, profile=replace(one.profile, low=_end(next(ends, None)), high=_end(next(ends, None))))
        for one in counted
    ]


def wanted_values(table: Table, counted: Iterable[Counted], most: int) -> list[Wanted]:
    """Return which columns' values are read: texts by which things are named, few numbers, some codes."""
    names, found = {column.name for column in table.columns}, []
    for one in counted:
        name, distinct = one.column.name, one.profile.distinct
        if one.kind == "text" and distinct <= most and one.chars <= MOST_CHARS:
            found.append(Wanted(name, twin_of(name, names), distinct))
        elif one.kind == "text" and distinct > most and one.chars <= MOST_CHARS:
            found.append(Wanted(name, expected=EXAMPLES, counted=False))
        elif one.kind == "number" and distinct <= FEW and one.profile.repeats:
            found.append(Wanted(name, expected=distinct))
    return [one for one in found if one.expected]


def batches(wanted: Iterable[Wanted], most: int) -> Iterator[list[Wanted]]:
    """Yield columns whose values fit one result together."""
    batch: list[Wanted] = []
    for one in wanted:
        if batch and sum(held.expected for held in [*batch, one]) > most * PART_OF_LIMIT:
            yield batch
            batch = []
        batch.append(one)
    if batch:
        yield batch


def values_query(table: Table, wanted: Sequence[Wanted], dialect: Dialect, most: int) -> str:
    """Return one query of several columns' values: the column's place, value, other name, how often."""
    parts = [
        exp.select(
            exp.alias_(exp.Literal.number(place), "k"),
            *(exp.alias_(exp.cast(exp.column(name, "s"), "text"), name) for name in ("v", "o")),
            exp.column("n", "s"),
        ).from_(_values_of(table, one, most).subquery("s"))  # SQLite takes no LIMIT within a UNION
        for place, one in enumerate(wanted)
    ]
    return one_query(parts, dialect)


def profile_of(
    table: Table,
    shape: str,
    rows: int,
    counted: Iterable[Counted],
    read: Mapping[str, tuple[Wanted, Rows]],
    most: int,
) -> TableProfile:
    """Return a table's profile from its counts and the values that were read, commonest first."""
    columns: dict[str, ColumnProfile] = {}
    values: dict[str, Values] = {}
    for one in counted:
        name, profile = one.column.name, one.profile
        wanted, found = read.get(name, (Wanted(name, counted=False), ()))
        if not wanted.counted:
            example = example_of(str(row[0]) for row in found)
            columns[name] = replace(profile, example=example)
            continue
        often = _often(found)
        common = common_values(often, profile, table)
        example = "" if common else example_of(value for value, _ in often[:EXAMPLES])
        columns[name] = replace(profile, common=common, example=example)
        kept = named_values([row[:2] for row in found], MOST_CHARS)
        if one.kind == "text" and len(often) <= most and len(kept) >= 0.9 * len(often):
            values[name] = kept
    return TableProfile(table.full_name, shape, rows, columns, values)


def _often(rows: Rows) -> list[tuple[str, int]]:
    """Return values with how often they come; one with two other names stands in two rows."""
    counts: dict[str, int] = {}
    for value, _, number in rows:
        counts[str(value)] = counts.get(str(value), 0) + int(number)
    kept = [(value, number) for value, number in counts.items() if value.strip()]
    return sorted(kept, key=lambda one: (-one[1], one[0]))


def _values_of(table: Table, wanted: Wanted, most: int) -> exp.Select:
    value = exp.column(wanted.column, "t", quoted=True)
    other = exp.column(wanted.twin, "t", quoted=True) if wanted.twin else exp.null()
    often: exp.Expression = exp.Count(this=exp.Star()) if wanted.counted else exp.Literal.number(1)
    query = exp.select(exp.alias_(value, "v"), exp.alias_(other, "o"), exp.alias_(often, "n"))
    query = query.from_(_source(table)).where(value.is_(exp.null()).not_())
    if not wanted.counted:
        return query.limit(EXAMPLES)
    query = query.group_by(value.copy(), *([other.copy()] if wanted.twin else []))
    return query.order_by(exp.Ordered(this=often.copy(), desc=True)).limit(most + 1)


def _source(table: Table) -> exp.Table:
    return exp.table_(table.name, db=table.schema or None, alias="t", quoted=True)


def _shown(cell: exp.Expression) -> exp.Expression:
    return exp.Substring(
        this=exp.cast(cell, "text"), start=exp.Literal.number(1), length=exp.Literal.number(SHOWN_CHARS)
    )


def _numbered(number: int, cell: exp.Expression) -> exp.Expr:
    return exp.alias_(cell, f"c{number}")


def _end(value: Any) -> str:
    """Return the end of a range as text, or nothing where it is cut or none."""
    text = "" if value is None else str(value)
    return text if len(text) < SHOWN_CHARS else ""
