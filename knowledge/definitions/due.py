"""The day by which what a row holds has to be done: due_on, 应缴日期."""

from database.schema import Table
from knowledge.definitions.column_words import says
from knowledge.definitions.columns import MOMENT
from language.lists import words_in


def due_day(table: Table | None) -> str:
    """Return the one column of a table that is called the day something is due; none of several.

    >>> from database.schema import Column
    >>> due_day(Table("main", "bill", (Column("sent_on", "date"), Column("due_on", "date"))))
    'due_on'
    """
    words = [str(one) for one in words_in("rows")["due"]]
    days = [one for one in table.columns if MOMENT.search(one.type)] if table is not None else []
    named = [one.name for one in days if says(one.name, words) or says(one.comment or "", words)]
    return named[0] if len(named) == 1 else ""
