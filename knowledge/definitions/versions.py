"""Tables of what holds from one day until another, as prices do: looked up, no time of what happened."""

from dataclasses import replace
from functools import lru_cache

from database.asked_days import Timing
from database.schema import Schema, Table
from knowledge.definitions.column_words import draft_words, says
from knowledge.definitions.columns import MOMENT


@lru_cache(maxsize=512)
def keeps_versions(table: Table | None) -> bool:
    """Tell a table whose key has the day from which a row holds, and which has the day that ends it."""
    if table is None:
        return False
    days = [one.name for one in table.columns if MOMENT.search(one.type)]
    begins = [one for one in days if one in table.primary_key]
    ends = [one for one in days if one not in begins and says(one, draft_words()["time"]["planned"])]
    return len(begins) == 1 < len(table.primary_key) and bool(ends)


def of_what_happened(timing: Timing, schema: Schema) -> Timing:
    """Return what a statement says of days, but for those that look a version up: the price on a day."""
    asked = tuple(
        one for one in timing.asked if not keeps_versions(schema.table(one.column.rpartition(".")[0]))
    )
    return replace(timing, asked=asked)
