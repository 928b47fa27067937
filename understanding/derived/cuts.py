"""Cuts that nobody taught: columns by what comments call them, and states of two members."""

from collections.abc import Iterator

from config.wording import LANGUAGES
from database.schema import Column, Table
from knowledge.definitions.column_words import words_of
from knowledge.definitions.columns import called, thing_words
from understanding.derived.naming import derived_words, every_one, flags, is_undone_while_empty, states
from understanding.derived.tables import Entry, Tables
from understanding.drafting.names import told_words

YES_NO = "bool"
DAYS = ("date", "timestamp")


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
            "column": f"{tables.short(table)}.{column.name}",
            "values": values,
        }
    )


def _without_code(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[:-1] if len(words) > 1 and words[-1] in derived_words()["code"] else words


def _is_flag(column: Column) -> bool:
    return column.type.lower().startswith(YES_NO)
