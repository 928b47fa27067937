"""From when to when a thing exists, where its table says so: opened_on, closed_on."""

from dataclasses import dataclass

from database.schema import Column, Table
from knowledge.metric.columns import MOMENT
from knowledge.metric.draft_words import draft_words, says


@dataclass(frozen=True)
class Lifespan:
    """The columns that hold the first and the last day of a thing; empty where there is none."""

    begins: str = ""
    ends: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns there are."""
        return tuple(one for one in (self.begins, self.ends) if one)


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
