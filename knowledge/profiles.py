"""What the values of a column are like, and the few words of it that help who writes SQL."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from database.schema import Column, Table
from knowledge.tables import PLAIN_TIMES, count_tokens, plain_tokens, table_text

Kind = Literal["text", "number", "date", "other"]
Values = Sequence[tuple[str, Sequence[str]]]  # each with the other names it has

Notes = Mapping[str, Mapping[str, str]]  # by table, lower case, and column

FEW = 12  # values that a note lists
REPEATED = 1.5  # rows a value has on average where it is a kind of thing and not the name of one
LONGEST_VALUE = 24
LONGEST_NOTE = 64  # characters: some 16 tokens
LEAST_ROOM = 100  # tokens, however small the schema
LONGEST_RANGE = 12
LONGEST_DIGITS = 4  # of a code without letters
LOOKUP_COLUMNS = 4  # of a table that only lists kinds: (id, code, name)
LEAST_CODES = 5  # examples that must look alike before one stands for them
ALIKE = 0.8

_DATES = re.compile(r"\b(date|time|timestamp|timestamptz|datetime)\b|^(date|timestamp)")
_NUMBERS = re.compile(
    r"\b(int\d*|integer|smallint|bigint|tinyint|mediumint|serial\d?|bigserial|hugeint|uinteger|ubigint"
    r"|numeric|decimal|real|double|float\d?|number)\b",
    re.IGNORECASE,
)
_TEXTS = re.compile(r"char|text|string|enum|clob", re.IGNORECASE)
_DAY = re.compile(r"(19|20)\d\d([-/.]?)(0\d|1[0-2])\2[0-3]\d(?=$|[ T])")
_WHOLE = re.compile(r"-?\d{1,6}")
_LONG = re.compile(r"\d{5,13}")
_RUNS = re.compile(r"[A-Za-z]+|\d+")


@dataclass(frozen=True)
class ColumnProfile:
    """One column's values: counts over the rows that were looked at, ends, the commonest, an example.

    `common` is filled where there are few values. `low` and `high` are of all rows, or empty.
    """

    filled: int = 0
    distinct: int = 0
    nulls: float = 0.0
    low: str = ""
    high: str = ""
    common: tuple[str, ...] = ()
    example: str = ""

    @property
    def repeats(self) -> bool:
        """Tell kinds, which come again and again, from names and texts, which come once."""
        return 0 < self.distinct * REPEATED <= self.filled

    @property
    def is_unique(self) -> bool:
        """Tell whether every row has a value of its own, as far as was looked."""
        return 0 < self.distinct == self.filled and self.nulls == 0


@dataclass(frozen=True)
class TableProfile:
    """One table as it was read: `shape` is its digest then, `rows` how many were looked at.

    `values` are those by which people name things, of columns that have not too many.
    """

    name: str  # schema.table
    shape: str
    rows: int = 0
    columns: Mapping[str, ColumnProfile] = field(default_factory=dict)
    values: Mapping[str, Values] = field(default_factory=dict)


def kind_of(type_text: str) -> Kind:
    """Return what a declared type holds; types that cannot be compared are other."""
    lowered = type_text.lower()
    if "[" in lowered or lowered.startswith(("interval", "json", "bytea", "blob")):
        return "other"
    if _TEXTS.search(lowered):
        return "text"
    if _DATES.search(lowered):
        return "date"
    return "number" if _NUMBERS.search(lowered) else "other"


def note_of(column: Column, profile: ColumnProfile) -> str:
    """Return what to show behind a column's type, or nothing where it would say nothing.

    >>> note_of(Column("status", "text"), ColumnProfile(9, 2, common=("paid", "open")))
    '{paid, open}'
    """
    return _note(column, profile)[1]


def notes_of(tables: Iterable[Table], profiles: Mapping[str, TableProfile]) -> Notes:
    """Return the notes of all tables, by table and column, the least telling left out where they cost much.

    With the schema they are to cost no more than a plain CREATE TABLE of each table would.
    """
    shown = list(tables)
    written = sum(count_tokens(table_text(table, terse=True)) for table in shown)
    room = max(PLAIN_TIMES * sum(map(plain_tokens, shown)) - written, LEAST_ROOM)
    found: dict[str, dict[str, str]] = {}
    for _, tokens, _, table, column, note in sorted(_all_notes(shown, profiles)):
        if tokens <= room:
            room -= tokens
            found.setdefault(table, {})[column] = note
    return found


def _all_notes(
    tables: Iterable[Table], profiles: Mapping[str, TableProfile]
) -> Iterator[tuple[int, int, int, str, str, str]]:
    """Yield rank, tokens, rows (less for more), table, column and note; keys and views have none."""
    for table in tables:
        profile = profiles.get(table.full_name)
        if profile is None or table.is_view:
            continue
        days = {column.name for column in table.columns if kind_of(column.type) == "date"}
        keys = {name for key in table.foreign_keys for name in key.columns}
        keys |= {*table.primary_key} - days  # of daily totals the day says from when to when they run
        for column in table.columns:
            if column.name in profile.columns and column.name not in keys:
                rank, note = _note(column, profile.columns[column.name])
                if note:
                    cost = count_tokens(f" {note}")
                    yield rank, cost, -profile.rows, table.full_name.lower(), column.name, note


def _note(column: Column, profile: ColumnProfile) -> tuple[int, str]:
    """Return a note and how telling it is: kinds, then periods, then how codes are written, then numbers."""
    kind = kind_of(column.type)
    if kind == "date" or (kind == "text" and _DAY.match(profile.low)):
        low, high = (_DAY.match(end) for end in (profile.low, profile.high))
        return 1, _range(low[0], high[0]) if low and high else ""
    if kind == "number":
        return 3, _numbers(profile)
    if profile.common:
        return 0, _listed(profile.common)
    return 2, f"e.g. {profile.example}" if profile.example else ""


def common_values(
    counted: Sequence[tuple[str, int]], profile: ColumnProfile, table: Table
) -> tuple[str, ...]:
    """Return a column's values, commonest first, where they are few and kinds of things."""
    values = [value for value, _ in counted]
    is_lookup = len(table.columns) <= LOOKUP_COLUMNS and profile.filled <= FEW
    if not 0 < len(values) <= FEW or not (profile.repeats or is_lookup):
        return ()
    fits = all(_is_short(value) and not _is_number_of_somebody(value) for value in values)
    return tuple(values) if fits else ()


def example_of(values: Iterable[str]) -> str:
    """Return one of a column's codes where they are written alike, letters and digits: INV-2023-0001.

    Names, addresses of mail and random keys are none: they say nothing of how a value is written.
    """
    seen = [value for value in values if value]
    if len(seen) < LEAST_CODES or not all(_is_code(value) for value in seen):
        return ""
    forms: dict[str, list[str]] = {}
    for value in seen:
        forms.setdefault(_RUNS.sub(_form, value), []).append(value)
    most = max(forms.values(), key=len)
    return most[0] if len(most) >= ALIKE * len(seen) else ""


def profile_payload(profile: TableProfile) -> dict[str, Any]:
    """Return a table's profile as JSON types, without its name and shape."""
    return {
        "rows": profile.rows,
        "columns": {name: asdict(column) for name, column in profile.columns.items()},
        "values": {
            name: [[value, list(names)] for value, names in of] for name, of in profile.values.items()
        },
    }


def profile_from(name: str, shape: str, payload: Mapping[str, Any]) -> TableProfile:
    """Rebuild what `profile_payload` wrote."""
    columns = {
        column: ColumnProfile(**{**held, "common": tuple(held["common"])})
        for column, held in payload["columns"].items()
    }
    values = {column: [(value, names) for value, names in of] for column, of in payload["values"].items()}
    return TableProfile(name, shape, payload["rows"], columns, values)


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low}…{high}"


def _numbers(profile: ColumnProfile) -> str:
    """Return the few numbers there are, or from where to where they run, where that is short."""
    whole = [int(value) for value in profile.common if _WHOLE.fullmatch(value)]
    if whole and len(whole) == len(profile.common) and max(whole) - min(whole) >= len(whole):
        return _listed([str(number) for number in sorted(whole)])
    text = _range(profile.low, profile.high) if profile.low and profile.high else ""
    if len(text) <= LONGEST_RANGE:
        return text
    # A moment kept as a number, or minutes of a day, can be told by one of them alone.
    return f"e.g. {profile.low}" if _LONG.fullmatch(profile.low) else ""


def _listed(values: Sequence[str]) -> str:
    """Return `{a, b}`, the last ones left out where it would grow long."""
    kept: list[str] = []
    for value in values:
        if len(", ".join([*kept, value])) > LONGEST_NOTE:
            break
        kept.append(value)
    return "{" + ", ".join([*kept, *(["…"] if len(kept) < len(values) else [])]) + "}"


def _is_short(value: str) -> bool:
    return len(value) <= LONGEST_VALUE and value.isprintable() and not {*value} & {*"{}"}


def _is_number_of_somebody(value: str) -> bool:
    """Tell the numbers of phones, post codes and accounts, which are no kinds however often they come."""
    return len(value) > LONGEST_DIGITS and all(not char.isalpha() for char in value)


def _is_code(value: str) -> bool:
    has_both = any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
    return has_both and _is_short(value) and " " not in value and "@" not in value


def _form(run: re.Match[str]) -> str:
    """Return the same sign for runs of letters, and of digits, of one length."""
    return ("A" if run[0].isalpha() else "9") * len(run[0])
