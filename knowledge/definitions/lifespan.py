"""From when to when a thing exists, where its table says so: opened_on, closed_on."""

from database.schema import Column, Table
from knowledge.definitions.column_words import draft_words, says
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
    begins = _only([one for one in days if says(one.name, words["begins"])])
    ends = _only([one for one in days if one.nullable and says(one.name, words["ends"])])
    return Lifespan(begins if ends else "", ends)


def _only(found: list[Column]) -> str:
    return found[0].name if len(found) == 1 else ""
