"""Definitions that nobody taught, worked out from a schema: counts, sums and averages, cuts and states."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from config.wording import LANGUAGES
from database.dialects import Dialect
from database.schema import Column, Schema, Table
from knowledge.definitions.column_words import words_of
from knowledge.definitions.columns import Seen, called, thing_words
from knowledge.definitions.files import catalog_from, definition_items
from knowledge.items import KnowledgeItem
from knowledge.metrics import Catalog
from knowledge.profiles import TableProfile
from understanding.derived.figures import figures
from understanding.derived.naming import derived_words, every_one, flags, is_undone_while_empty, states
from understanding.derived.rates import of_takings, rates
from understanding.derived.tables import Entry, Tables
from understanding.drafting.checks import problems
from understanding.drafting.drafting import draft
from understanding.drafting.names import told_words

SOURCE = "schema"
ASSUMED = ("rival", "end", "doubt", "loose")  # of a figure, beside what a definition holds
YES_NO = "bool"
DAYS = ("date", "timestamp")


@dataclass(frozen=True)
class Derived:
    """Definitions worked out from a schema, as items, and what is assumed of some of them.

    `rivals`: of a count of all there ever were, the one of those there are now; `ends`: the column that tells
    them apart. `doubtful`: the column by which rows may not count. `days`: figures
    whose table has several columns of days. `loose`: what a measure is called by its table.
    """

    items: tuple[KnowledgeItem, ...] = ()
    metrics: frozenset[str] = frozenset()
    dimensions: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset()
    rivals: Mapping[str, str] = field(default_factory=dict)
    ends: Mapping[str, str] = field(default_factory=dict)
    doubtful: Mapping[str, str] = field(default_factory=dict)
    loose: Mapping[str, frozenset[str]] = field(default_factory=dict)
    days: frozenset[str] = frozenset()


def derive(
    items: Iterable[KnowledgeItem],
    schema: Schema,
    dialect: Dialect,
    seen: Seen | None = None,
    profiles: Mapping[str, TableProfile] | None = None,
) -> Derived:
    """Return what the schema says beyond what is taught; a column that is taught keeps what it is called."""
    standing = list(items)
    taught = catalog_from(standing, schema)
    drafted = draft(schema, dialect, seen, profiles)
    tables = Tables(taught, schema, dialect, drafted.definitions, standing)
    metrics = [one for one in (*figures(tables), *rates(tables), *of_takings(tables)) if one["names"]]
    metrics = [_never_by(one, taught) for one in metrics]
    states = [one for one in state_cuts(tables) if one["names"]]
    dimensions = [*(one for one in cuts(tables) if one["names"]), *states]
    definitions = {
        "metrics": metrics,
        "dimensions": dimensions,
        "joins": drafted.definitions.get("joins", []),
    }
    unsound = _unsound(standing, definitions, schema, dialect) - {*taught.metrics, *taught.dimensions}
    unsound |= {str(one["name"]) for one in metrics if not unsound.isdisjoint(one.get("ratio", ()))}
    kept = {
        section: [one for one in entries if one.get("name") not in unsound]
        for section, entries in definitions.items()
    }
    return Derived(
        tuple(_items(kept)),
        _names(kept["metrics"]),
        _names(kept["dimensions"]),
        _names(states),
        _told(kept["metrics"], "rival"),
        _told(kept["metrics"], "end"),
        _told(kept["metrics"], "doubt"),
        {str(one["name"]): frozenset(one["loose"]) for one in kept["metrics"] if one.get("loose")},
        frozenset(
            tables.free(name) for (_, name), review in drafted.reviews.items() if len(review.when.choices) > 1
        ),
    )


def _never_by(entry: Entry, taught: Catalog) -> Entry:
    """Return a figure that is never cut by what a taught one of the same rows is never cut by."""
    table = taught.full(str(entry.get("table", "")))
    alike = [one for one in taught.metrics.values() if one.table and taught.full(one.table) == table]
    never = {name for one in alike for name in one.not_by}
    return {**entry, "not_by": sorted(never)} if never else entry


def _unsound(
    standing: list[KnowledgeItem], definitions: Mapping[str, list[Entry]], schema: Schema, dialect: Dialect
) -> set[str]:
    """Return the names of what could not be composed, or is called as something else is."""
    catalog = catalog_from([*standing, *_items(definitions)], schema)
    return {problem.name for problem in problems(catalog, dialect)}


def _items(definitions: Mapping[str, list[Any]]) -> list[KnowledgeItem]:
    plain = {section: [_plain(one) for one in entries] for section, entries in definitions.items()}
    found = definition_items(plain, SOURCE)
    return [item for item, _, _ in found if item is not None]


def _plain(entry: Entry) -> Entry:
    return {key: value for key, value in entry.items() if key not in ASSUMED}


def _names(entries: list[Entry]) -> frozenset[str]:
    return frozenset(str(one["name"]) for one in entries)


def _told(entries: list[Entry], key: str) -> dict[str, str]:
    return {str(one["name"]): str(one[key]) for one in entries if one.get(key)}


def cuts(tables: Tables) -> Iterator[Entry]:
    """Yield the drafted cuts of columns that nothing taught cuts by."""
    for entry in tables.drafted.get("dimensions", []):
        table, column = tables.column(str(entry["column"]))
        if table is None or column is None or tables.is_cut(entry["column"]) or _is_flag(column):
            continue
        if is_undone_while_empty(column):
            continue  # 退款原因, 未退款为空: rows without one are none of what is cut
        names = every_one(called(_without_code(told_words(column)), column.comment))
        synonyms = every_one(tables.called(table)) if "key" in entry else names
        yield tables.unclaimed(entry | {"name": tables.free(str(entry["name"])), "synonyms": synonyms})


def state_cuts(tables: Tables) -> Iterator[Entry]:
    """Yield whether a mark holds, and whether a day is there: 绝育 or not, 离职 or 在职."""
    for table in tables.schema.tables:
        for column in table.columns:
            if values := _values(column):
                yield _state(tables, table, column, values)


def _values(column: Column) -> dict[str, list[str]]:
    if _is_flag(column):
        yes, no = flags(column)
        return {"true": yes, "false": no}
    if not column.nullable or not column.type.lower().startswith(DAYS):
        return {}
    yes, no = states(column)
    return {"yes": yes, "no": no} if yes and no else {}


def _state(tables: Tables, table: Table, column: Column, values: dict[str, list[str]]) -> Entry:
    words = words_of(column.name)
    names = called(words, column.comment)
    return tables.unclaimed(
        {
            "name": tables.free("_".join((*thing_words(table), *words, "state"))),
            "names": {one: tables.of_it(table, names[one], one) for one in LANGUAGES},
            "column": f"{tables.schema.short(table)}.{column.name}",
            "values": values,
        }
    )


def _without_code(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[:-1] if len(words) > 1 and words[-1] in derived_words()["code"] else words


def _is_flag(column: Column) -> bool:
    return column.type.lower().startswith(YES_NO)
