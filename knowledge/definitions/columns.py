"""What a column or a table is, told by its name, type, comment and first rows."""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlglot import exp

from config.wording import language_of
from database.dialects import Dialect
from database.schema import Column, Schema, Table
from knowledge.codes import LISTED, codes_in, in_both, lists_by_kind, lists_codes
from knowledge.definitions.column_words import draft_words, long_words, says, words_of
from knowledge.definitions.discounts import Discount, discount_of, is_discount
from knowledge.definitions.inflecting import singular
from knowledge.definitions.told_units import is_of_each, is_unit, told_unit
from knowledge.definitions.written_days import format_of
from knowledge.profiles import TableProfile
from knowledge.values import TEXT_TYPE
from knowledge.vocabulary import NUMERIC, name_in

ColumnKind = Literal["", "summed", "averaged", "coded", "flag", "text", "time"]
Run = Callable[[str], Awaitable[Sequence[Sequence[Any]]]]
Seen = Mapping[str, Sequence[Any]]  # schema.table.column → what its first rows hold

MOMENT = re.compile(r"date|timestamp", re.IGNORECASE)
WHOLE = re.compile(r"int|serial", re.IGNORECASE)
YES_NO = re.compile(r"bool", re.IGNORECASE)
DAY = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:|$)")
SEEN_ROWS = 500
CONTACT = re.compile(r"[^@\s]+@[^@\s]+\.\w|https?://|^\+?[\d\s()/.-]{7,}$")  # mail, a page, a phone
NAME = re.compile(r"[^\W\d_]{3}|[\u3400-\u9fff]{2}")
NO_NAME, NAMES_EACH = 9, 6
OWN_NAME = 1  # as `naming` ranks the columns that may hold what a row is called
LEAST_NAMED = 4  # rows that say something of a text that is another one in each
MOST_CODES = 12
LEAST_ROWS = 30  # that say something of a column
MOST_CHARS = 40
MOST_WORDS = 6  # of a name in English
DISCOUNTS: Mapping[Discount, ColumnKind] = {
    "share": "averaged", "percent": "averaged", "left": "averaged", "money": "summed", "unclear": ""
}  # fmt: skip
FORMULA = re.compile(r"\s+[=＝]\s+")  # 应收金额 = 月费 + 套外
TOLD_IN = re.compile(r"(?<=[\u3400-\u9fff])(?:[㎡%℃]|\d+\s*[-–~～至]\s*\d+分?)$")  # 面积㎡, 评分1-5
RATE = re.compile(r"\d+(?:\.\d+)?[%‰]")
BOUNDS = re.compile(r"\d+\s*[-–~～至]\s*\d+[分星]?")
SHARED = 3  # rows a text is in on average, where it is a kind of row and not its own


async def glimpse(schema: Schema, run: Run, dialect: Dialect) -> dict[str, list[Any]]:
    """Return what the first rows of each table hold, by schema.table.column; a table not read has nothing."""
    found: dict[str, list[Any]] = {}
    for table in schema.tables:
        if table.is_view or not table.columns:
            continue
        columns = [exp.column(column.name, quoted=True) for column in table.columns]
        source = exp.table_(table.name, db=table.schema or None, quoted=True)
        rows = await run(
            exp.select(*columns).from_(source).limit(SEEN_ROWS).sql(dialect=dialect.sqlglot_name)
        )
        for place, column in enumerate(table.columns):
            values = [row[place] for row in rows if row[place] is not None]
            if WHOLE.search(column.type) and 0 < len(set(values)) <= MOST_CODES:  # later rows may have others
                query = exp.select(columns[place].copy()).distinct().from_(source).limit(MOST_CODES + 2)
                every = await run(query.sql(dialect=dialect.sqlglot_name))
                values += [row[0] for row in every if row[0] is not None and row[0] not in values]
            found[f"{table.full_name}.{column.name}"] = values
    return found


def thing_words(table: Table) -> tuple[str, ...]:
    """Return the words of what one row of a table is: dim_products are product."""
    words = words_of(table.name)
    if len(words) > 1 and words[0] in draft_words()["layers"]:
        words = words[1:]
    return (*words[:-1], singular(words[-1])) if words else (table.name.lower(),)


def is_of_rows(table: Table) -> bool:
    """Tell a table whose name does not say what a row is: it has no key, no column is called as its rows."""
    *before, last = [one for one in words_of(table.name) if not one.isdigit()] or [""]
    thing, chinese = (*before, singular(last)), table.name.removesuffix("表")
    return not table.primary_key and not any(
        words_of(one.name)[: len(thing)] == thing or (not chinese.isascii() and one.name.startswith(chinese))
        for one in table.columns
    )


def head_of(comment: str) -> str:
    """Return what a comment calls its thing, before anything it explains, without codes and units.

    What it says of rows without a value is no name: null = still open; nor is what has a currency or tells
    where, when or whom in English: CNY net of VAT, paid to the customer.

    >>> head_of("物业费单价 元/㎡·月 management fee"), head_of("甜度 0 无糖, 3 三分")
    ('物业费单价 management fee', '甜度')
    """
    told = TOLD_IN.sub("", FORMULA.split(name_in(comment))[0]).strip()
    if not told or is_unit(told) or lists_codes(comment) or lists_by_kind(comment):
        return ""
    name, *more = told.split()
    if language_of(told) == "en" and not _is_english_name(told):
        return ""
    if not more or language_of(name) == "en":
        return told
    if codes_in(comment) and (LISTED.match(" ".join(more)) or more[0].isupper()):
        return name
    return " ".join((name, *(more[1:] if _is_unit(more[0]) else more)))


def _is_english_name(told: str) -> bool:
    """Tell a name from the beginning of a sentence: no currency, nobody it was paid to, no place or time."""
    known, (first, *rest) = draft_words()["no_names"], told.lower().split()
    return (
        len(rest) < MOST_WORDS
        and first not in (*known["first"], *draft_words()["currencies"])
        and not {*rest} & {*known["within"], *"+="}
    )


def _is_unit(text: str) -> bool:
    """Tell what a figure is told in, or what rate it has: 元/㎡·月, %, kcal, 平方米, 1-5, 6%."""
    return bool(BOUNDS.fullmatch(text) or RATE.fullmatch(text)) or is_unit(text)


def own_codes(table: Table) -> list[str]:
    """Return the texts that number a table's rows: code of routes."""
    numbers, keys = draft_words()["own_numbers"], {one for key in table.foreign_keys for one in key.columns}
    return [
        column.name
        for column in table.columns
        if TEXT_TYPE.search(column.type) and words_of(column.name)[-1:] and column.name not in keys
        if words_of(column.name)[-1] in numbers and words_of(column.name)[:-1] in ((), thing_words(table))
    ]


def naming(table: Table, seen: Seen | None = None) -> tuple[Column, int] | None:
    """Return the column that holds what a row is called and how sure that is, 0 surest; None without one."""
    texts = [column for column in table.columns if TEXT_TYPE.search(column.type)]
    ranked = sorted(((_naming_standing(one, table, texts), place) for place, one in enumerate(texts)))
    if ranked and ranked[0][0] < NO_NAME:
        return texts[ranked[0][1]], ranked[0][0]
    own = [column for column in texts if _names_each(column, table, seen or {})]
    return (own[0], NAMES_EACH) if own else None


def keeps_things(table: Table | None) -> bool:
    """Tell a table of things with names, as people and shops: that none came lately is no gap in its data."""
    found = naming(table) if table is not None else None
    return found is not None and found[1] <= OWN_NAME


def _key_words(table: Table) -> list[str]:
    """Return what the key of a table's things is called but for its last word: cust of cust_id."""
    return list(words_of(table.primary_key[0])[:-1]) if len(table.primary_key) == 1 else []


def _naming_standing(column: Column, table: Table, texts: Sequence[Column]) -> int:
    known, thing = draft_words()["named"], thing_words(table)
    *before, last = long_words(column.name) or ("",)
    if words_of(column.name) == thing:
        return 1
    if last not in known["last"]:
        chinese = any(column.name.endswith(ending) for ending in known["chinese"])
        weak = not before and last in known["weaker"]
        return 1 if chinese else 5 if weak else NO_NAME
    if not before or before == list(thing) or before[-1] in (thing[-1], *known["after"]):
        return 1 if before else 0
    if list(words_of(column.name)[:-1]) == _key_words(table):
        return 1  # cust_name beside cust_id
    if before[-1] in known["of_people"]:
        return 2
    others = [one for one in texts if long_words(one.name)[-1:] == (last,)]
    return 3 if len(others) == 1 and before[-1] not in known["not_after"] else NO_NAME


def _names_each(column: Column, table: Table, seen: Seen) -> bool:
    """Tell a text that is another one in each row, and reads as a name does."""
    values = [value for value in seen.get(f"{table.full_name}.{column.name}", ()) if value is not None]
    rows = max(len(seen.get(f"{table.full_name}.{one.name}", ())) for one in table.columns)
    if (
        len(values) < max(rows, LEAST_NAMED)
        or len(set(values)) < len(values)
        or column.name in table.primary_key
    ):
        return False
    words = draft_words()
    if says(" ".join(words_of(column.name)[-1:]), words["own_numbers"]) or _is_of_another(column):
        return False
    return all(
        len(str(one)) <= MOST_CHARS and NAME.search(str(one)) and not CONTACT.search(str(one))
        for one in values
    )


def _never_more(part: Sequence[Any], whole: Sequence[Any]) -> bool:
    """Tell whether a number is at most another one in each row that has both, and less in some."""
    if len(part) != len(whole):
        return False
    both = [(one, other) for one, other in zip(part, whole, strict=True) if None not in (one, other)]
    return len(both) >= LEAST_ROWS and all(a <= b for a, b in both) and any(a < b for a, b in both)


def _is_of_another(column: Column) -> bool:
    """Tell what belongs to somebody a row only mentions: a customer's contact, the title of one."""
    return len(words_of(column.name)) > 1 and says(
        f"{column.name} {head_of(column.comment)}", draft_words()["of_another"]
    )


@dataclass(frozen=True)
class Columns:
    """The columns of one table, each told apart."""

    table: Table
    pointing: frozenset[str]
    coded: frozenset[str] = frozenset()  # whose comments explain codes
    seen: Seen = field(default_factory=dict)
    thing: bool = False  # of things, not of what happened
    text_days: bool = False  # a text may be a day: SQLite has no type for one
    profile: TableProfile | None = None  # of all rows, where they were read before

    def kind(self, column: Column) -> ColumnKind:
        """Return what a column is to a draft; nothing where it is a key, or says which."""
        if column.name in self.pointing or column.name in self.table.primary_key:
            is_kind = self._is_part_of_key(column) and TEXT_TYPE.search(column.type) and self.may_cut(column)
            return "time" if self._is_time(column) else "text" if is_kind else ""
        if self._is_time(column):
            return "time"
        if column.name in self.coded:
            return "coded"
        if YES_NO.search(column.type):
            return "flag"
        if TEXT_TYPE.search(column.type):
            return "text" if self.may_cut(column) else ""
        return self._number(column) if NUMERIC.search(column.type) else ""

    def of(self, *kinds: ColumnKind) -> list[Column]:
        """Return the columns that are one of these."""
        return [column for column in self.table.columns if self.kind(column) in kinds]

    def values(self, column: Column) -> list[Any]:
        """Return what its first rows hold, without what is missing."""
        known = self.seen.get(f"{self.table.full_name}.{column.name}", ())
        return [value for value in known if value is not None]

    def is_within(self, column: Column, days: Collection[str]) -> bool:
        """Tell whether no row is known to have another day than these."""
        known = self.profile.columns.get(column.name) if self.profile else None
        return known is None or not known.low or {known.low[:10], known.high[:10]} <= set(days)

    def is_level(self, column: Column) -> bool:
        """Tell what stands at a moment, stock or a balance, from what adds up over days.

        In a table of what stands each day, what came or was charged that day still adds up.
        """
        words = draft_words()["level"]
        known = (*words["any"], *words["chinese"])
        for told in (column.name, column.comment):
            if says(told, known):
                return True
            if _flows(told):
                return False
        daily = any(self._is_time(one) for one in self.table.columns if one.name in self.table.primary_key)
        return daily and says(f"{self.table.name} {self.table.comment}", known)

    def _is_part_of_key(self, column: Column) -> bool:
        """Tell what says with others which row it is, and points nowhere: the kind of a day's stock."""
        return column.name not in self.pointing and len(self.table.primary_key) > 1

    def written(self, column: Column) -> str:
        """Return how a text or number that is called a month or a day writes it, or nothing."""
        if not (TEXT_TYPE.search(column.type) or WHOLE.search(column.type)) or self.text_days:
            return ""
        called = says(f"{column.name} {column.comment}", draft_words()["writes_days"])
        return format_of(self.values(column)) if called else ""

    def _is_time(self, column: Column) -> bool:
        if MOMENT.search(column.type) or self.written(column):
            return True
        values = self.values(column) if self.text_days and TEXT_TYPE.search(column.type) else []
        return bool(values) and all(DAY.match(str(value)) for value in values)

    def _number(self, column: Column) -> ColumnKind:
        last = long_words(column.name)[-1:]
        if last == ("level",) and self.is_level(column):
            return "summed"
        if is_discount(column):
            return DISCOUNTS[discount_of(column, self.values(column))]
        if last == ("min",) and says(column.name, draft_words()["durations"]):
            return "averaged" if self.thing or self._is_called(column, "averaged") else "summed"
        told = self._told(column)
        return self._unsaid(column) if told is None else told

    def _told(self, column: Column) -> ColumnKind | None:
        """Return what a number's name says it is, where it says so."""
        whole, unmeasured = bool(WHOLE.search(column.type)), draft_words()["not_measured"]
        marks = any(set(pair) <= set(words_of(column.name)) for pair in unmeasured["together"])
        if marks or says(column.name, unmeasured["any"]):
            return ""
        if self._is_called(column, "places_by_number"):
            return "coded" if whole and self._few(column) else ""
        if self._is_called(column, "coded") and (whole or self._few(column)):
            return "flag" if words_of(column.name)[:1] and set(self.values(column)) == {0, 1} else "coded"
        if self._is_called(column, "averaged") or self._is_share(column) or self._is_rate(column):
            return "averaged"
        if self.thing and self._is_called(column, "averaged_of_things"):
            return "averaged"
        return "" if self._is_called(column, "not_measured") or self._is_year(column) else None

    def _unsaid(self, column: Column) -> ColumnKind:
        """Return what a number is by its values: a code, one of some, or what adds up."""
        last = words_of(column.name)[-1:]
        counted = self._is_called(column, "counted") or last != tuple(map(singular, last))
        if counted or not WHOLE.search(column.type) or self._counts_part(column):
            return "summed"
        return "coded" if self._few(column) else "" if self._is_one_of_some(column) else "summed"

    def _counts_part(self, column: Column) -> bool:
        """Tell one of counts of the same things of which one is never more: trips_plan, trips_run."""
        first, own = words_of(column.name)[:1], self.seen.get(f"{self.table.full_name}.{column.name}", ())
        if first == tuple(map(singular, first)) or len(own) < LEAST_ROWS:
            return False
        others = [
            self.seen.get(f"{self.table.full_name}.{one.name}", ())
            for one in self.table.columns
            if one is not column and words_of(one.name)[:1] == first and WHOLE.search(one.type)
        ]
        return any(_never_more(own, other) or _never_more(other, own) for other in others)

    def _is_called(self, column: Column, sort: str) -> bool:
        known, words = draft_words()[sort], long_words(column.name)
        return (
            words[-1:] in [(word,) for word in known.get("last", ())]
            or (len(words) > 1 and words[0] in known.get("first", ()))
            or any(word in words for word in known.get("any", ()))
            or says(f"{column.name} {head_of(column.comment)}", known.get("chinese", ()))
        )

    def _few(self, column: Column) -> bool:
        """Tell a number of few different ones among many rows."""
        values = self.values(column)
        different = {float(value) for value in values}
        return len(values) >= LEAST_ROWS and len(different) <= MOST_CODES and max(different) < 100

    def _is_one_of_some(self, column: Column) -> bool:
        """Tell which of some it is, as a tooth or a lane is, by small numbers that many rows share."""
        values = self.values(column)
        shared = len(set(values)) * SHARED <= len(values)
        return len(values) >= LEAST_ROWS and shared and min(values) >= 0 and max(values) < 100

    def _is_share(self, column: Column) -> bool:
        values = [float(value) for value in self.values(column)]
        broken = any(value % 1 for value in values)
        return broken and len(values) >= LEAST_ROWS and all(-1 <= value <= 1 for value in values)

    def _is_rate(self, column: Column) -> bool:
        """Tell what is of each of something by its unit, and a temperature: 元/托/天, peak_temp_c."""
        ends = [tuple(pair) for pair in draft_words()["averaged"]["ends"]]
        return words_of(column.name)[-2:] in ends or is_of_each(told_unit(column.comment))

    def _is_year(self, column: Column) -> bool:
        values = self.values(column)
        return len(values) >= LEAST_ROWS and all(
            1900 <= float(v) <= 2100 and float(v) % 1 == 0 for v in values
        )

    def may_cut(self, column: Column, *, named: bool = False) -> bool:
        """Leave out what is of one person or one row only, and what is told in another language."""
        words, known = words_of(column.name), draft_words()
        values = [str(value) for value in self.values(column)]
        if (len(words) > 1 and words[-1] == "en") or any(
            len(value) > MOST_CHARS or CONTACT.search(value) for value in values
        ):
            return False
        last = " ".join(words[-1:])
        if not named and (says(last, known["own_texts"]) or _is_of_another(column)):
            return False
        shared = len(set(values)) * SHARED <= len(values)
        if says(last, known["own_numbers"]):
            return shared and len(values) >= LEAST_ROWS
        if len(values) >= LEAST_ROWS:
            return shared
        return named or len(values) < LEAST_NAMED or len(set(values)) < len(values) or self.is_place(column)

    def is_place(self, column: Column) -> bool:
        """Tell a place in a thing's own row."""
        return column.name.lower() in draft_words()["places"]


def _flows(told: str) -> bool:
    """Tell what came or was charged in a time by what it is called: a fee, what came in."""
    words = draft_words()["flow"]
    last = words_of(told)[-1:] in [(word,) for word in words["last"]]
    return last or says(told, (*words["any"], *words["chinese"]))


def called(words: Iterable[str], comment: str = "") -> dict[str, str]:
    """Return the names of a thing: what its comment calls it, and the words of its name."""
    head = head_of(comment)
    english = " ".join(words).capitalize()
    if head and language_of(head) == "en":
        head = head[:1].upper() + head[1:]
        return {"zh": head, "en": head}
    return {"zh": next(iter(in_both(head)), head) or english, "en": english}
