"""From when to when a thing exists, where its table or a definition says so: opened_on, closed_on."""

import re
from collections.abc import Iterable, Mapping, Sequence

from database.schema import Column, Schema, Table
from knowledge.definitions.column_words import draft_words, says, words_of
from knowledge.definitions.columns import MOMENT
from knowledge.metrics import Dimension, Lifespan, Metric

_AFTER = re.compile(r"[,，;；:：(（。.].*", re.DOTALL)  # of a comment: what is said more of a column


def lifespans_of(
    schema: Schema, metrics: Iterable[Metric], dimensions: Iterable[Dimension]
) -> Mapping[str, Lifespan]:
    """Return from when to when the things of each table exist, by its columns, else by what counts them.

    A figure that counts all things of a dimension from one day until another says when each is there.
    """
    found = {table.full_name: lifespan_of(table) for table in schema.tables}
    keyed = {schema.table(one.key.rpartition(".")[0]) for one in dimensions if one.key}
    for one in metrics:
        table = schema.table(one.table)
        if table is None or table not in keyed or found[table.full_name].ends:
            continue
        days = [column.rpartition(".")[2] for column in (one.time, one.until)]
        if one.counts_rows and not one.filters and all(name and table.column(name) for name in days):
            found[table.full_name] = Lifespan(*days)
    return {name: span for name, span in found.items() if span.columns}


def lifespan_of(table: Table | None) -> Lifespan:
    """Return which columns say from when to when a table's things exist, by their names or comments.

    An end can be empty (NULL: it still exists); of several columns that could be meant none is taken.
    """
    if table is None:
        return Lifespan()
    words = draft_words()["lifespan"]
    days = [column for column in table.columns if MOMENT.search(column.type)]
    ends = _called([one for one in days if one.nullable], words["ends"])
    if not ends and (span := _from_and_to(days)).ends:
        return span
    return Lifespan(begins_of(table) if ends else "", ends)


def _from_and_to(days: list[Column]) -> Lifespan:
    """Return the one pair of columns that says when things are there: employed_from, employed_to."""
    words = draft_words()["lifespan"]
    by_words = {words_of(one.name): one for one in days}
    there = {name: one for name, one in by_words.items() if one.nullable and {*name} & {*words["there"]}}
    found = [
        Lifespan(by_words[*name[:-1], begin].name, one.name)
        for name, one in there.items()
        for begin, end in words["pairs"]
        if name[-1] == end and (*name[:-1], begin) in by_words
    ]
    return found[0] if len(found) == 1 else Lifespan()


def begins_of(table: Table) -> str:
    """Return the column that says from when its things exist, whether or not another says until when."""
    words = draft_words()["lifespan"]["begins"]
    return _called([one for one in table.columns if MOMENT.search(one.type)], words)


def _called(columns: Sequence[Column], words: Sequence[str]) -> str:
    """Return the one column that is called so, by its name or else by what its comment begins with."""
    named = [one.name for one in columns if says(one.name, words)]
    named = named or [one.name for one in columns if says(_AFTER.sub("", one.comment or ""), words)]
    return named[0] if len(named) == 1 else ""
