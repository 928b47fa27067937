"""Tables of codes: which column a code is of, the code, and what it is called in one or two languages."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from sqlglot import exp

from config.wording import language_of
from database.schema import Column, Schema, Table
from knowledge.definitions.column_words import draft_words, long_words, words_of
from knowledge.definitions.columns import Run, Seen, thing_words
from knowledge.values import TEXT_TYPE, ColumnValues

LANGUAGES = ("en", "zh", "cn", "english", "chinese")
MOST_ROWS = 2000
LEAST = 2  # codes of a column that a table of codes explains


@dataclass(frozen=True)
class CodeTable:
    """A table that may hold codes of other tables' columns, by the columns that say so."""

    table: Table
    kind: Column
    code: Column
    labels: tuple[Column, ...]


Labels = Mapping[str, Mapping[str, tuple[str, ...]]]  # kind → code → what it is called


def code_tables(schema: Schema) -> list[CodeTable]:
    """Return the tables whose columns are called as those of a table of codes; nothing points at them."""
    pointed = {key.to_table for table in schema.tables for key in table.foreign_keys}
    tables = (one for one in schema.tables if not one.is_view and not one.foreign_keys)
    return [found for one in tables if one.name not in pointed and (found := _code_table(one))]


async def told_codes(
    schema: Schema, seen: Seen, run: Run, dialect: str
) -> tuple[dict[str, ColumnValues], set[str]]:
    """Return the codes that tables of codes explain, by column, and the names of these tables."""
    told: dict[str, ColumnValues] = {}
    tables: set[str] = set()
    for one in code_tables(schema):
        if found := explained(schema, one, await read_codes(one, run, dialect), seen):
            told |= {values.column: values for values in found}
            tables.add(one.table.full_name)
    return told, tables


async def read_codes(found: CodeTable, run: Run, dialect: str) -> Labels:
    """Return the codes a table holds with what they are called, by their kind."""
    columns = [exp.column(one.name, quoted=True) for one in (found.kind, found.code, *found.labels)]
    source = exp.table_(found.table.name, db=found.table.schema or None, quoted=True)
    rows = await run(exp.select(*columns).from_(source).limit(MOST_ROWS + 1).sql(dialect=dialect))
    return labelled(rows) if len(rows) <= MOST_ROWS else {}


def labelled(rows: Sequence[Sequence[Any]]) -> Labels:
    """Return rows of kind, code and labels as labels by kind and code; a code told twice is none."""
    told: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for kind, code, *labels in rows:
        names = tuple(dict.fromkeys(str(one).strip() for one in labels if one and str(one).strip()))
        if kind is None or code is None or not names:
            continue
        if told[str(kind)].setdefault(str(code).strip(), names) != names:
            return {}
    return told


def explained(schema: Schema, found: CodeTable, labels: Labels, seen: Seen) -> list[ColumnValues]:
    """Return the codes of the columns that a table of codes explains.

    A column is called as its kind, and no row that was seen has a code that is not there.
    """
    told = []
    for table in schema.tables:
        for column in table.columns if table is not found.table else ():
            values = {str(one).strip() for one in seen.get(f"{table.full_name}.{column.name}", ())}
            fits = [
                codes
                for kind, codes in labels.items()
                if len(codes) >= LEAST and values and values <= {*codes} and _is_called(kind, table, column)
            ]
            if len(fits) == 1:
                number = not TEXT_TYPE.search(column.type)
                ordered = [(code, _chinese_first(names)) for code, names in fits[0].items()]
                told.append(ColumnValues(f"{table.full_name}.{column.name}", ordered, number, coded=True))
    return told


def _chinese_first(names: Sequence[str]) -> list[str]:
    return sorted(names, key=lambda one: language_of(one) != "zh")


def _is_called(kind: str, table: Table, column: Column) -> bool:
    """Tell whether a kind of codes is called as a column: lsn_st, lesson.lsn_st, LESSON_STATUS."""
    told = {words_of(kind), long_words(kind)}
    owners = [(), words_of(table.name), thing_words(table)]
    named = (words_of(column.name), long_words(column.name))
    return any((*owner, *own) in told for owner, own in product(owners, named))


def _code_table(table: Table) -> CodeTable | None:
    words = draft_words()["code_tables"]
    texts = [one for one in table.columns if TEXT_TYPE.search(one.type)]
    codes = [one for one in table.columns if words_of(one.name)[-1:] in [(word,) for word in words["codes"]]]
    kinds = [one for one in texts if {*words_of(one.name)} & {*words["kinds"]} and one not in codes]
    labels = tuple(one for one in texts if _is_label(one) and one not in (*codes, *kinds))
    if len(codes) != 1 or len(kinds) != 1 or not labels:
        return None
    return CodeTable(table, kinds[0], codes[0], labels)


def _is_label(column: Column) -> bool:
    *before, last = words_of(column.name) or ("",)
    words = (*before, last) if last not in LANGUAGES or not before else tuple(before)
    known = draft_words()["code_tables"]["labels"]
    return words[-1] in known or any(column.name.endswith(one) for one in known if not one.isascii())
