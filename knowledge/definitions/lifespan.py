"""From when to when a thing exists, where its table says so: opened_on, closed_on."""

from database.schema import Column, Table
from knowledge.definitions.column_words import draft_words, says, words_of
from knowledge.definitions.columns import MOMENT
from knowledge.metrics import Lifespan


def lifespan_of(table: Table | None) -> Lifespan:
    """Return which columns say from when to when a table's things exist, by their names.

    An end can be empty (NULL: it still exists); of several columns that could be meant none is taken.
    """
    if table is None:
        return Lifespan()
    words = draft_words()["lifespan"]
    days = [column for column in table.columns if MOMENT.search(column.type)]
    ends = _only([one for one in days if one.nullable and says(one.name, words["ends"])])
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
    return _only([one for one in table.columns if MOMENT.search(one.type) and says(one.name, words)])


def _only(found: list[Column]) -> str:
    return found[0].name if len(found) == 1 else ""
