"""What a column or a table is, told by its name, type, comment and first rows."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

import yaml
from sqlglot import exp

from config.wording import language_of
from database.dialects import Dialect
from database.schema import Column, Schema, Table
from knowledge.language.calendar import LEXICON
from knowledge.language.vocabulary import HEAD, NUMERIC
from knowledge.values import TEXT_TYPE

ColumnKind = Literal["", "summed", "averaged", "coded", "flag", "text", "time"]
Run = Callable[[str], Awaitable[Sequence[Sequence[Any]]]]
Seen = Mapping[str, Sequence[Any]]  # schema.table.column → what its first rows hold

WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\u3400-\u9fff]+")
MOMENT = re.compile(r"date|timestamp", re.IGNORECASE)
WHOLE = re.compile(r"int|serial", re.IGNORECASE)
YES_NO = re.compile(r"bool", re.IGNORECASE)
DAY = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:|$)")
SEEN_ROWS = 500
MOST_CODES = 12
LEAST_ROWS = 30  # that say something of a column
MOST_CHARS = 40
SHARED = 3  # rows a text is in on average, where it is a kind of row and not its own


@lru_cache(maxsize=1)
def draft_words() -> dict[str, Any]:
    """Return the words that tell columns and tables apart."""
    data: dict[str, Any] = yaml.load((LEXICON / "drafting.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return data


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
                values += [row[0] for row in every if row[0] is not None]
            found[f"{table.full_name}.{column.name}"] = values
    return found


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name, small: OrderDate and order_date are order, date."""
    return tuple(word.lower() for word in WORDS.findall(name))


def says(name: str, known: Iterable[str]) -> bool:
    """Tell whether one of the words stands in a name, an English one whole."""
    words = words_of(name)
    return any(word in words if word.isascii() else word in name for word in known)


def singular(word: str) -> str:
    """Return one of what an English word is several of."""
    known = draft_words()["singular"]
    if word in known:
        return str(known[word])
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ss", "us", "is")) or not word.isascii():
        return word
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes", "zes")) else word.removesuffix("s")


def plural(word: str) -> str:
    """Return several of what an English word is one of."""
    known = next((several for several, one in draft_words()["singular"].items() if one == word), "")
    if known or not word.isascii() or singular(word) != word:
        return known or word
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh", "z")) else "s")


def thing_words(table: Table) -> tuple[str, ...]:
    """Return the words of what one row of a table is: dim_products are product."""
    words = words_of(table.name)
    if len(words) > 1 and words[0] in draft_words()["layers"]:
        words = words[1:]
    return (*words[:-1], singular(words[-1])) if words else (table.name.lower(),)


def head_of(comment: str) -> str:
    """Return what a comment calls its thing, before anything it explains."""
    match = HEAD.match(comment.strip())
    return match.group().strip() if match else ""


def naming(table: Table) -> tuple[Column, int] | None:
    """Return the column that holds what a row is called and how sure that is, 0 surest; None without one."""
    known, thing = draft_words()["named"], thing_words(table)
    texts = [column for column in table.columns if TEXT_TYPE.search(column.type)]

    def standing(column: Column) -> int:
        *before, last = words_of(column.name) or ("",)
        if last not in known["last"]:
            chinese = any(column.name.endswith(ending) for ending in known["chinese"])
            weak = not before and last in known["weaker"]
            return 1 if chinese else 5 if weak else 9
        if not before or before == list(thing) or before[-1] in (thing[-1], *known["after"]):
            return 1 if before else 0
        others = [one for one in texts if words_of(one.name)[-1:] == (last,)]
        if before[-1] in known["of_people"]:
            return 2
        return 3 if len(others) == 1 and before[-1] not in known["not_after"] else 9

    ranked = sorted((column for column in texts if standing(column) < 9), key=standing)
    return (ranked[0], standing(ranked[0])) if ranked else None


@dataclass(frozen=True)
class Columns:
    """The columns of one table, each told apart."""

    table: Table
    pointing: frozenset[str]
    coded: frozenset[str] = frozenset()  # whose comments explain codes
    seen: Seen = field(default_factory=dict)
    thing: bool = False  # of things, not of what happened
    text_days: bool = False  # a text may be a day: SQLite has no type for one

    def kind(self, column: Column) -> ColumnKind:
        """Return what a column is to a draft; nothing where it is a key, or says which."""
        if column.name in self.pointing or column.name in self.table.primary_key:
            return "time" if self._is_time(column) else ""
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

    def is_level(self, column: Column) -> bool:
        """Tell what stands at a moment, stock or a balance, from what adds up over days."""
        known = (*draft_words()["level"]["any"], *draft_words()["level"]["chinese"])
        if says(f"{column.name} {column.comment}", known):
            return True
        daily = any(self._is_time(one) for one in self.table.columns if one.name in self.table.primary_key)
        return daily and says(f"{self.table.name} {self.table.comment}", known)

    def _is_time(self, column: Column) -> bool:
        if MOMENT.search(column.type):
            return True
        values = self.values(column) if self.text_days and TEXT_TYPE.search(column.type) else []
        return bool(values) and all(DAY.match(str(value)) for value in values)

    def _number(self, column: Column) -> ColumnKind:
        whole = bool(WHOLE.search(column.type))
        if words_of(column.name)[-1:] == ("level",) and self.is_level(column):
            return "summed"
        unmeasured = draft_words()["not_measured"]
        marks = any(set(pair) <= set(words_of(column.name)) for pair in unmeasured["together"])
        if marks or says(column.name, unmeasured["any"]):
            return ""
        if self._is_called(column, "places_by_number"):
            return "coded" if whole and self._few(column) else ""
        if self._is_called(column, "coded") and (whole or self._few(column)):
            return "flag" if words_of(column.name)[:1] and set(self.values(column)) == {0, 1} else "coded"
        if self._is_called(column, "averaged") or self._is_share(column):
            return "averaged"
        if self.thing and says(column.name, draft_words()["averaged"]["of_things"]):
            return "averaged"
        if self._is_called(column, "not_measured") or self._is_year(column):
            return ""
        last = words_of(column.name)[-1:]
        counted = self._is_called(column, "counted") or last != tuple(map(singular, last))
        return "coded" if whole and not counted and self._few(column) else "summed"

    def _is_called(self, column: Column, sort: str) -> bool:
        known, words = draft_words()[sort], words_of(column.name)
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

    def _is_share(self, column: Column) -> bool:
        values = [float(value) for value in self.values(column)]
        broken = any(value % 1 for value in values)
        return broken and len(values) >= LEAST_ROWS and all(-1 <= value <= 1 for value in values)

    def _is_year(self, column: Column) -> bool:
        values = self.values(column)
        return len(values) >= LEAST_ROWS and all(
            1900 <= float(v) <= 2100 and float(v) % 1 == 0 for v in values
        )

    def may_cut(self, column: Column, *, named: bool = False) -> bool:
        """Leave out what is of one person or one row only, and what is told in another language."""
        words = words_of(column.name)
        if len(words) > 1 and words[-1] == "en":
            return False
        if not named and says(" ".join(words[-1:]), draft_words()["own_texts"]):
            return False
        values = [str(value) for value in self.values(column)]
        if any(len(value) > MOST_CHARS for value in values):
            return False
        return len(values) < LEAST_ROWS or len(set(values)) * SHARED <= len(values)


def best_time(columns: Columns, *, certain: bool = False) -> Column | None:
    """Return the column that says when a row's event was; `certain` leaves out what may be noted later."""
    known, thing = draft_words()["time"], thing_words(columns.table)

    def standing(column: Column) -> tuple[bool, ...]:
        begins = any(word[:4] == part[:4] for word in words_of(column.name) for part in thing)
        in_key = column.name in columns.table.primary_key
        planned, noted = says(column.name, known["planned"]), says(column.name, known["noted"])
        return not in_key, planned, noted, not begins, column.nullable

    found = sorted(columns.of("time"), key=standing)
    if certain:
        found = [one for one in found if not says(one.name, (*known["noted"], *known["planned"]))]
    return found[0] if found else None


def beginning(columns: Columns) -> Column | None:
    """Return the day on which a thing came to be one of ours: joined, registered."""
    began = draft_words()["time"]["began"]
    return next((column for column in columns.of("time") if says(column.name, began)), None)


def is_kept(columns: Columns) -> bool:
    """Tell things without a name, which we came to have on a day, from what happened on it."""
    times, known = columns.of("time"), draft_words()["time"]
    ours = [column for column in times if says(column.name, known["kept"])]
    others = [
        one for one in times if not says(one.name, (*known["noted"], *known["planned"], *known["kept"]))
    ]
    return bool(ours) and not others


def called(words: Iterable[str], comment: str = "") -> dict[str, str]:
    """Return the names of a thing: what its comment calls it, and the words of its name."""
    head = head_of(comment)
    english = " ".join(words).capitalize()
    if head and language_of(head) == "en":
        return {"zh": head, "en": head}
    return {"zh": head or english, "en": english}
