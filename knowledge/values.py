"""The values a database holds, found in a question however it writes them."""

import os
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sqlglot import exp

from database.dialects import POSTGRES, Dialect
from database.schema import Column, Schema, Table
from knowledge.codes import codes_in, in_both
from language.lists import lines_in
from language.units import key_of, units
from language.words import has_run

Allowed = Callable[[str], bool]  # whether a column, as schema.table.column, may be seen
Run = Callable[[str], Awaitable[Sequence[Sequence[Any]]]]
TEXT_TYPE = re.compile(r"char|text|string|enum|varchar|clob", re.IGNORECASE)
WORD = re.compile(r"[A-Z_]{4,}")  # a code that is one itself: FROZEN
LETTER_AND_DIGIT = re.compile(r"[A-Za-z].*\d|\d.*[A-Za-z]")  # what no word of a question is by chance
WHOLE = 1.0  # of a value called by all of its name
SURE_NAME = 0.9  # of one called by its name, or by all of it but the kind of thing it is: 南城
FEWEST_SHORT, NEARLY_ALL = 5, 0.8  # values that end in one sign, as a kind
SHARED_SUFFIX = 0.6  # of a column's values, before the suffix counts as the kind of thing they are
FEW = 30  # values a column may have for the beginning of one to be enough
LEAST_TYPO = 5
BEGUN = 0.8  # of one called by how its name begins: 微信
MOST_NAMED = 5000  # values of a column that are looked through for a part of a name


@dataclass(frozen=True)
class Entry:
    """One value of one column, and how sure one wording of it is."""

    value: str
    column: str  # schema.table.column
    score: float
    number: bool = False


@dataclass(frozen=True)
class FoundValue:
    """A value of the database found in a text."""

    text: str
    value: str
    column: str
    score: float
    span: tuple[int, int]
    number: bool = False


@dataclass(frozen=True)
class ColumnValues:
    """Values of one column, each with other names it has; `number` where the column holds numbers."""

    column: str
    values: Sequence[tuple[str, Sequence[str]]]
    number: bool = False
    coded: bool = False
    by_code: Mapping[str, str] = field(default_factory=dict)  # values, by their codes: G4


@dataclass
class ValueIndex:
    """Finds values by their units, longest first; shortened names, pinyin and small slips are found too."""

    _entries: dict[tuple[str, ...], list[Entry]] = field(default_factory=dict)
    _lengths: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _sounds: dict[tuple[str, ...], list[tuple[str, ...]]] = field(default_factory=dict)
    _deletions: dict[str, set[str]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)  # how many values each column has
    _names: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)  # their keys, by column
    _holding: dict[str, dict[str, list[tuple[str, ...]]]] = field(default_factory=dict)  # those, by each unit
    _columns_of: dict[str, list[str]] = field(default_factory=dict)  # by each unit of these
    _by_code: dict[str, Mapping[str, str]] = field(default_factory=dict)
    _added: dict[str, set[tuple[tuple[str, ...], str]]] = field(default_factory=dict)  # while it is built

    @classmethod
    def build(cls, columns: Iterable[ColumnValues]) -> "ValueIndex":
        """Build an index over the values of these columns."""
        index = cls()
        for column in columns:
            index._add_column(column)
        index._added.clear()
        index._shorten()
        return index

    def __len__(self) -> int:
        return len(self._entries)

    def at(self, text: Sequence[str], start: int) -> list[tuple[int, list[Entry]]]:
        """Return what begins at a place of a text's units: lengths, longest first, and entries."""
        found = []
        for length in self._lengths.get(text[start], ()):
            entries = self._entries.get(tuple(text[start : start + length]))
            if entries and start + length <= len(text):
                found.append((length, entries))
        return found

    def slips(self, text: Sequence[str]) -> list[Entry]:
        """Return what these units sound like, or are one letter away from; nothing where there are two."""
        if all(_is_han(unit) for unit in text):
            keys = self._sounds.get(sounds(text), []) if len(text) >= 3 else []
        else:
            word = "".join(text)
            near = {key for cut in _cuts(word) for key in self._deletions.get(cut, ())}
            near = {key for key in near if len(word) >= LEAST_TYPO and one_slip(word, key)}
            keys = [key_of(key) for key in near] if len(near) == 1 else []
        if len({tuple(key) for key in keys}) != 1:
            return []
        entries = self._entries.get(tuple(keys[0]), [])
        return [Entry(e.value, e.column, round(e.score * 0.8, 3), e.number) for e in entries]

    def named(self, column: str, part: Sequence[str]) -> list[str]:
        """Return the values of a column whose names hold these units, where it has no great many."""
        of_unit = self._holding.get(column.lower(), {}).get(part[0], ()) if part else self.keys(column)
        held = [key for key in of_unit if has_run(key, tuple(part))]
        entries = (entry for key in held for entry in self._entries.get(key, []))
        return list(dict.fromkeys(one.value for one in entries if one.column.lower() == column.lower()))

    def holds(self, part: Sequence[str], allowed: Callable[[str], bool]) -> bool:
        """Tell whether a name in a column that is allowed has these units in it."""
        columns = self.holding(part[0]) if part else self._holding
        return any(allowed(column) and self.named(column, part) for column in columns)

    def holding(self, unit: str) -> Sequence[str]:
        """Return the columns, in small letters, with a name that has this unit in it."""
        return self._columns_of.get(unit, ())

    def has_codes(self, column: str) -> bool:
        """Tell whether each name in a column has a code beside it."""
        return bool(self._by_code.get(column.lower()))

    def of_code(self, column: str, code: str) -> str:
        """Return the name in a column that a code of its row stands for, or nothing: G4."""
        return self._by_code.get(column.lower(), {}).get(code, "")

    def namesakes(self, value: str) -> list[Entry]:
        """Return the whole names that a longer one begins with: the city 广州 of 广州分公司."""
        key = key_of(value)
        found = (entry for length, entries in self.at(key, 0) if length < len(key) for entry in entries)
        return [entry for entry in found if entry.score == WHOLE]

    def keys(self, column: str) -> list[tuple[str, ...]]:
        """Return the names in a column as their units."""
        return self._names.get(column.lower(), [])

    def find(self, question: str, allowed: Callable[[str], bool] = lambda _: True) -> list[FoundValue]:
        """Return the values a question names, longest first at each place, in columns that are allowed."""
        found: list[FoundValue] = []
        text, at = units(question), 0
        names = [unit.text for unit in text]
        while at < len(text):
            length, entries = self._best(names, at, allowed)
            for entry in entries:
                span = (text[at].start, text[at + length - 1].end)
                shown = question[slice(*span)]
                found.append(FoundValue(shown, entry.value, entry.column, entry.score, span, entry.number))
            at += length
        return found

    def _best(self, names: list[str], at: int, allowed: Callable[[str], bool]) -> tuple[int, list[Entry]]:
        for length, entries in self.at(names, at):
            kept = [entry for entry in entries if allowed(entry.column)]
            if kept and not (length == 1 and _is_han(names[at])):
                return length, kept
        return 1, []

    def _add_column(self, column: ColumnValues) -> None:
        suffixes = [] if column.coded else _shared_suffixes([key_of(value) for value, _ in column.values])
        suffixes += _shared_suffixes([key_of(name) for _, names in column.values for name in names])
        beginnings = _beginnings(column)
        self.sizes[column.column.lower()] = len({value for value, _ in column.values})
        self._by_code[column.column.lower()] = column.by_code
        if not column.coded and len(column.values) <= MOST_NAMED:
            whole = self._names[column.column.lower()] = [key_of(value) for value, _ in column.values]
            self._holding[column.column.lower()] = held = _by_unit(whole)
            for unit in held:
                self._columns_of.setdefault(unit, []).append(column.column.lower())
        sounding: list[tuple[tuple[str, ...], str]] = []
        for value, names in column.values:
            wordings = [(value, WHOLE), *((name, 0.97) for name in names)]
            for wording, score in wordings if not column.coded else wordings[1:]:
                key = key_of(wording)
                self._add(key, Entry(value, column.column, score, column.number))
                self._add(_without_signs(key), Entry(value, column.column, score, column.number))
                for suffix in suffixes:
                    stem = key[: -len(suffix)]
                    if key[-len(suffix) :] == suffix and sum(map(len, stem)) >= 2:
                        self._add(stem, Entry(value, column.column, 0.9, column.number))
                        sounding.append((stem, value))
            for beginning in beginnings.get(value, ()):
                self._add(beginning, Entry(value, column.column, BEGUN, column.number))
        for stem, value in sounding:  # behind the names, which say more: a key is added once
            self._add_sound(stem, value, column)

    def _shorten(self) -> None:
        """Let a name in part mean the shortest whole name: 石龙 is 石龙服务区, and not 石龙服务区上行侧."""
        for key, entries in self._entries.items():
            entries[:] = [one for one in entries if one.score != BEGUN or not self._begins_another(key, one)]
            parts = [one for one in entries if one.score <= SURE_NAME] if len(entries) > 1 else []
            if len({one.value for one in parts}) > 1:
                names = [key_of(one.value) for one in parts]
                longer = {id(one) for one in parts if goes_on(key_of(one.value), names)}
                entries[:] = [one for one in entries if id(one) not in longer]

    def _begins_another(self, key: tuple[str, ...], entry: Entry) -> bool:
        """Tell whether a name begins so that does not go on from this one: 岭南 of 岭南粥面 and 岭南高速."""
        whole = key_of(entry.value)
        names = (name for column in self.holding(key[0]) for name in self._holding[column][key[0]])
        return any(name[: len(key)] == key and name[: len(whole)] != whole for name in names)

    def _add(self, key: tuple[str, ...], entry: Entry) -> None:
        if not key:
            return
        # A status stands in thousands of columns, so that looking through a key's entries takes a minute.
        added = self._added.setdefault(entry.column, set())
        if (key, entry.value) in added:
            return
        added.add((key, entry.value))
        self._entries.setdefault(key, []).append(entry)
        known = self._lengths.get(key[0], ())
        if len(key) not in known:
            self._lengths[key[0]] = tuple(sorted((*known, len(key)), reverse=True))
        if len(key) >= 3 and all(_is_han(unit) for unit in key):
            self._remember(self._sounds, sounds(key), key)
        elif len(key) == 1 and len(key[0]) >= LEAST_TYPO and key[0].isalpha():
            for cut in _cuts(key[0]):
                self._deletions.setdefault(cut, set()).add(key[0])

    def _add_sound(self, stem: tuple[str, ...], value: str, column: ColumnValues) -> None:
        """Let the pinyin of a Chinese name without its kind stand for it: nancheng."""
        if all(_is_han(unit) for unit in stem):
            self._add(("".join(sounds(stem)),), Entry(value, column.column, 0.85, column.number))

    @staticmethod
    def _remember(table: dict[Any, list[Any]], key: Any, value: Any) -> None:
        values = table.setdefault(key, [])
        if value not in values:
            values.append(value)


def _without_signs(key: tuple[str, ...]) -> tuple[str, ...]:
    """Return a key as a reader sees it that leaves signs out: Shenyang-Haikou."""
    return tuple(unit for unit in key if unit[0].isalnum())


def _is_han(unit: str) -> bool:
    return len(unit) == 1 and "\u3400" <= unit <= "\u9fff"


def goes_on(name: Sequence[str], others: Iterable[Sequence[str]]) -> bool:
    """Tell whether another name begins this one, which goes on behind it."""
    return any(len(one) < len(name) and tuple(one) == tuple(name[: len(one)]) for one in others)


@lru_cache(maxsize=20_000)
def _sound(char: str) -> str:
    return str(_pinyin()(char)[0])


@lru_cache(maxsize=1)
def _pinyin() -> Callable[[str], list[str]]:
    # Phrases take 44 MB, and one character sounds the same without them (compared for all 27,648).
    os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")
    from pypinyin import lazy_pinyin

    return lazy_pinyin


def sounds(text: Sequence[str]) -> tuple[str, ...]:
    return tuple(_sound(char) for char in text)


def _cuts(word: str) -> set[str]:
    return {word} | {word[:at] + word[at + 1 :] for at in range(len(word))}


def one_slip(left: str, right: str) -> bool:
    """Tell whether one letter more, less, different or swapped makes one word the other."""
    if abs(len(left) - len(right)) > 1:
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )
    left, right = left[start:], right[start:]
    swapped = left[:2] == right[:2][::-1] and left[2:] == right[2:]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:] or swapped


def _shared_suffixes(keys: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the ending most values of a column share: 服务区, branch, or nearly all one sign: 店."""
    counts: Counter[tuple[str, ...]] = Counter()
    for key in keys:
        counts.update(key[-length:] for length in range(1, min(len(key), 6)))
    least = max(3, len(keys) * SHARED_SUFFIX)
    nearly = max(FEWEST_SHORT, len(keys) * NEARLY_ALL)  # one sign may end many a word: 店 of all stores
    shared = [
        suffix
        for suffix, count in counts.items()
        if count >= (least if sum(map(len, suffix)) >= 2 else nearly)
    ]
    return sorted(shared, key=len, reverse=True)[:1]


def _beginnings(column: ColumnValues) -> dict[str, list[tuple[str, ...]]]:
    """Return beginnings that only one value of a small column has in it: 微信 of 微信支付."""
    if column.coded or len(column.values) > FEW:
        return {}
    keys = [(value, key_of(value)) for value, _ in column.values]
    found: dict[str, list[tuple[str, ...]]] = {}
    for value, key in keys:
        if not all(_is_han(unit) for unit in key):
            continue
        for length in range(max(2, (len(key) + 1) // 2), len(key)):
            if sum(has_run(other, key[:length]) for _, other in keys) == 1:
                found.setdefault(value, []).append(key[:length])
    return found


def _by_unit(names: Sequence[tuple[str, ...]]) -> dict[str, list[tuple[str, ...]]]:
    """Return the names that hold each unit: one word is looked for in every column of names."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for name in names:
        for unit in dict.fromkeys(name):
            found.setdefault(unit, []).append(name)
    return found


@lru_cache(maxsize=1)
def code_names() -> dict[tuple[str, ...], list[str]]:
    """Return by each usual meaning of a code all its wordings in both languages."""
    return {key_of(str(name)): [str(one) for one in line] for line in lines_in("values") for name in line}


def code_values(schema: Schema) -> list[ColumnValues]:
    """Return the codes that column comments explain (状态：1 未开始，2 处理中), by their meanings."""
    found = []
    for table in schema.tables:
        for column in table.columns:
            codes = codes_of(column)
            if len(codes) >= 2:
                number = not TEXT_TYPE.search(column.type)
                found.append(ColumnValues(f"{table.full_name}.{column.name}", codes, number, coded=True))
    return found


def codes_of(column: Column) -> list[tuple[str, list[str]]]:
    """Return the codes that a column's comment explains, each with what it is called.

    A code that is a word is its own name: FROZEN is 冷冻 and frozen, and of those that nothing explains that
    is all that is known.
    """
    known, found = code_names(), []
    for code, name in codes_in(column.comment):
        word = code.replace("_", " ").lower() if WORD.fullmatch(code) or code.lower() == name else ""
        own = [*in_both(name), name] if name != word else []
        usual = (other for one in own for other in known.get(key_of(one), []))
        found.append((code, list(dict.fromkeys((*own, *filter(None, [word]), *usual)))))
    return found


async def read_values(
    schema: Schema,
    run: Run,
    *,
    dialect: Dialect = POSTGRES,
    allowed: Callable[[str], bool] = lambda _: True,
    max_distinct: int = 5000,
    max_chars: int = 64,
) -> list[ColumnValues]:
    """Read the distinct values of text columns; long texts and columns not allowed are left out."""
    found = []
    for table in schema.tables:
        names = {column.name for column in table.columns}
        for column in table.columns:
            full = f"{table.full_name}.{column.name}"
            if not TEXT_TYPE.search(column.type) or not allowed(full):
                continue
            twin = twin_of(column.name, names)
            if twin and not allowed(f"{table.full_name}.{twin}"):
                twin = ""
            rows = await run(_distinct(table, column.name, twin, dialect, max_distinct + 1))
            values = named_values(rows, max_chars)
            if 0 < len(rows) <= max_distinct and len(values) >= len(rows) * 0.9:
                found.append(ColumnValues(full, values))
    return found


LANGUAGES = ("_en", "_zh", "_cn", "_english", "_chinese")


def twin_of(name: str, names: set[str]) -> str:
    """Return the column that holds the same name in another language."""
    for ending in LANGUAGES:
        if name + ending in names:
            return name + ending
        if name.endswith(ending):
            base = name.removesuffix(ending)
            others = (base, *(base + other for other in LANGUAGES if other != ending))
            if twin := next((one for one in others if one in names), ""):
                return twin
    return ""


async def with_taught_names(
    found: Sequence[ColumnValues],
    twins: Mapping[str, str],
    schema: Schema,
    run: Run,
    dialect: Dialect,
    *,
    allowed: Callable[[str], bool] = lambda _: True,
    max_distinct: int = 5000,
    max_chars: int = 64,
) -> list[ColumnValues]:
    """Return values with the names that definitions say another column has for them, where no name tells.

    `twins` leads from a column's full name, in small letters, to the other column of its table: mc, name_en.
    """
    tables = {table.full_name: table for table in schema.tables}
    named = []
    for one in found:
        owner, _, column = one.column.rpartition(".")
        twin = twins.get(one.column.lower(), "")
        told = {each.name for each in tables[owner].columns} if owner in tables else set()
        known = twin not in told or twin_of(column, told) == twin
        if known or one.coded or not allowed(f"{owner}.{twin}"):
            named.append(one)
            continue
        rows = await run(_distinct(tables[owner], column, twin, dialect, max_distinct + 1))
        values = named_values(rows, max_chars) if len(rows) <= max_distinct else []
        named.append(replace(one, values=values) if values else one)
    return named


def with_defined_names(
    found: Iterable[ColumnValues], names: Mapping[str, Mapping[str, Sequence[str]]]
) -> list[ColumnValues]:
    """Return values with what definitions call each of them, by its column in small letters: Pudong."""
    told = []
    for one in found:
        own = {} if one.coded else names.get(one.column.lower(), {})
        values = [(value, list(dict.fromkeys((*said, *own.get(value, ()))))) for value, said in one.values]
        told.append(replace(one, values=values) if own else one)
    return told


async def with_codes(
    found: Sequence[ColumnValues],
    codes: Mapping[str, str],
    schema: Schema,
    run: Run,
    dialect: Dialect,
    *,
    allowed: Allowed = lambda _: True,
    max_distinct: int = 5000,
) -> list[ColumnValues]:
    """Return names with the codes that stand for one each in another column of their table: G4.

    `codes` leads from a column's full name, in small letters, to the other column.
    """
    told = []
    for one in found:
        owner, _, column = one.column.rpartition(".")
        code, table = codes.get(one.column.lower(), ""), schema.table(owner)
        if not code or table is None or not allowed(f"{owner}.{code}"):
            told.append(one)
            continue
        rows = await run(_distinct(table, column, code, dialect, max_distinct + 1))
        pairs = [(str(own), str(name)) for name, own in rows if own is not None]
        apart = len({own for own, _ in pairs}) == len(pairs) <= max_distinct
        apart = apart and all(LETTER_AND_DIGIT.search(own) for own, _ in pairs)
        told.append(replace(one, by_code=dict(pairs)) if apart else one)
    return told


def _distinct(table: Table, column: str, twin: str, dialect: Dialect, limit: int) -> str:
    source = exp.table_(table.name, db=table.schema or None, quoted=True)
    columns = [exp.column(name, quoted=True) for name in (column, twin) if name]
    query = (
        exp.select(*columns).from_(source).where(columns[0].is_(exp.null()).not_()).distinct().limit(limit)
    )
    return query.sql(dialect=dialect.sqlglot_name)


def named_values(rows: Sequence[Sequence[Any]], max_chars: int) -> list[tuple[str, list[str]]]:
    names: dict[str, list[str]] = {}
    for row in rows:
        value, *others = (str(cell) for cell in row if cell is not None)
        if value.strip() and len(value) <= max_chars:
            names.setdefault(value, []).extend(other for other in others if other not in names.get(value, []))
    return list(names.items())
