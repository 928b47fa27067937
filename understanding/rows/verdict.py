"""How sure a reading over rows is, as the verdict every writer without a model gives."""

from dataclasses import replace

from config.wording import language_of
from database.dialects import Dialect
from knowledge.values import Allowed
from language.periods import find_periods
from understanding.asked import Asked
from understanding.rows.frame import RowsQuery
from understanding.rows.names import Names
from understanding.rows.plan import plan
from understanding.rows.reader import RowsReader
from understanding.rows.saying import listed, measured
from understanding.rows.sql import write
from understanding.verdicts import NOT_MINE, Reading

MOST_OFFERED = 3


def verdict(reader: RowsReader, asked: Asked, allowed: Allowed, dialect: Dialect) -> Reading:
    """Return what a question comes to over rows: certain, asked back in words read again, or not mine."""
    previous = None if asked.previous_declined else asked.previous
    found = reader.read(asked.question, asked.today, allowed, previous)
    language, names = language_of(asked.question), reader.known.names

    def made(query: RowsQuery, alone: str) -> Reading:
        sql = write(plan(query, names), names, dialect, language, allowed)
        if query.figure is not None:
            which = measured(query, names, language)
            return Reading("certain", asked=alone, sql=sql, source="derived", listed=which)
        told = listed(query, names, language, find_periods(asked.question, asked.today))
        return Reading("certain", asked=alone, sql=sql, source="rows", listed=told)

    if found.query is not None and _are_kinds(found.query, names):
        return NOT_MINE
    if found.query is not None and not found.edits:
        return made(found.query, asked.question)
    meant = (found.query,) if found.query else found.meant
    told = [(one, reader.words(one, asked.question, asked.today, allowed)) for one in meant]
    offered = [(one, words) for one, words in told if words][:MOST_OFFERED]
    if found.query is not None and offered and asked.previous_sure:
        return made(*offered[0])
    if not offered:
        return NOT_MINE
    return replace(
        made(*offered[0]),
        verdict="candidate",
        alternatives=tuple(words for _, words in offered),
        assumed=("edit",) if found.edits else ("part_of_name",) if len(offered) == 1 else (),
    )


def _are_kinds(query: RowsQuery, names: Names) -> bool:
    """Tell that kinds are asked for, not rows: which types of complaints there are lists no complaints."""
    own = all(one in names.codes and one.rpartition(".")[0] == query.table for one in query.columns)
    plain = query.figure is None and not query.order and query.first is None
    return bool(query.columns) and own and plain and not names.naming(query.table)
