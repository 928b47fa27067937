"""The sentence over rows that are listed: how many, which, and what was asked of them."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from answers.profile import names_keys
from answers.sentences.amounts import amount
from answers.sentences.asked import dates_apart
from answers.sentences.background import Background
from answers.sentences.columns import unit_in
from answers.sentences.kinds import kinds
from answers.sentences.members import exactly
from answers.sentences.phrases import joined, some, spaced, together
from answers.sentences.scope import until_data
from answers.sentences.times import day, when
from config.wording import Language, say
from database.result import QueryResult
from query.metric_query import Window
from understanding.readings import Clause, Listed
from understanding.rows.frame import OF_OTHERS

NAMED = 12  # with what was asked of each
FIRST = 5  # of more
NAMED_ALONE = 20  # a list that is asked for is its names
MOST_COLUMNS = 3  # of each row in a sentence; the table has them all
MOST_OF_ONE = 8  # of a row that is alone and has no name
_DAY = len("2026-01-01")  # behind it stands the time of the day
Row = Sequence[Any]


def listed_rows(
    listed: Listed, result: QueryResult, language: Language, known: Background | None = None
) -> tuple[str, ...]:
    """Say how many rows there are and which, or of one row that was named what was asked of it."""
    told = _told(listed, result, language, known)
    return tuple(dates_apart(one) if language == "zh" else one[:1].upper() + one[1:] for one in told)


def counted_rows(
    listed: Listed, number: int, time: str, language: Language, known: Background | None = None
) -> str:
    """Say how many rows there are of those that were asked for: 114 open shops, 在营的店铺有 114 家."""
    rows = listed.one if number == 1 else listed.many
    parts = {**_which(listed, rows, language, known), "count": f"{number:,}", "each": each_of(rows)}
    none = "count_none" if not _lack(listed, language) else "count"
    kind = none if not number else "count_one" if number == 1 else "count"
    if any(one.op in OF_OTHERS and one.span for one in listed.clauses):
        time = ""  # it is said of them: without complaints in October
    if listed.stood is not None:
        kind, time = f"{kind}_stood", day(listed.stood, language)
    if listed.verb:
        kind = f"{kind}_done"
    told = say(
        f"rows.{kind}", language, when=spaced(time) if language == "zh" else time, verb=listed.verb, **parts
    )
    return dates_apart(told) if language == "zh" else " ".join(told.split()).replace(" .", ".")


def _told(
    listed: Listed, result: QueryResult, language: Language, known: Background | None
) -> tuple[str, ...]:
    rows, asked = result.rows, len(listed.columns)
    if listed.of and len(rows) == 1 and len(rows[0]) == 1 + asked <= 1 + MOST_COLUMNS:
        return (_of_one(listed, rows[0], language),)
    if result.truncated:
        return (say("sentence.rows_cut", language, count=f"{len(rows):,}"),)
    names = list(dict.fromkeys(str(row[0]) for row in rows if row and row[0] is not None))
    noun = listed.one if len(rows) == 1 else listed.many
    which = _which(listed, noun, language, known)
    if listed.span is not None:
        which["rows"] = _dated(listed, which["rows"], language, known)
    if listed.stood is not None:
        which["rows"] = say("rows.rows_stood", language, rows=which["rows"], when=day(listed.stood, language))
    told = {**which, "count": f"{len(rows):,}", "each": each_of(noun), "end": listed.end}
    if not rows:
        key = "count" if _lack(listed, language) else "told_no_rows"
        return (say(f"rows.{key}", language, when="", **told),)
    end, own = _behind(listed, rows, names, language)
    key = "told_end" if listed.end else "told"
    cut = [] if end or listed.end else enumerate(listed.columns, len(rows[0]) - asked)
    of_each = kinds(cut, rows, language)
    by_kind = (say("sentence.kinds", language, name=name, list=each) for name, each in of_each)
    return (say(f"rows.{key}{end}", language, **told, **own), *by_kind)


def _behind(
    listed: Listed, rows: Sequence[Row], names: list[str], language: Language
) -> tuple[str, dict[str, str]]:
    """Return what stands behind how many rows there are: their names, the one's cells, a value all share."""
    alone = len(rows) == 1
    if listed.named and len(names) == len(rows):
        own = {"names": _names(listed, rows, names, language)}
        return ("_one" if listed.end and alone else "_names"), own
    if alone and not listed.named and len(rows[0]) == len(listed.columns) <= MOST_OF_ONE:
        cells = list(zip(_columns(listed), rows[0], strict=True))[listed.keyed :]
        values = say("sentence.comma_wide", language).join(_labelled(*one, language) for one in cells)
        return "_values", {"values": values}
    if listed.end and (shared := _shared(listed, rows, language)):
        return "_shared", {"value": shared}
    return "", {}


# Which rows


def _which(listed: Listed, rows: str, language: Language, known: Background | None) -> dict[str, str]:
    """Return what rows are called with what is said of them, as people say it: 营业中的店铺, open shops."""
    members = [_member(known, column, value, language) for column, value in listed.members]
    others = [_of_others(one, language, known) for one in listed.clauses if one.op in OF_OTHERS]
    clauses = [_clause(one, language) for one in listed.clauses if one.op not in OF_OTHERS]
    if language == "zh":
        told = "、".join((*listed.kinds, *(words for words, _ in clauses), *others))
        own = together(*members)
        which = (
            together(own, told)
            if told and own and not listed.clauses
            else "、".join(filter(None, (own, told)))
        )
        return {"rows": f"{which}的{rows}" if which else rows, "which": ""}
    return _which_en(listed, rows, members, clauses, others)


def _which_en(
    listed: Listed,
    rows: str,
    members: Sequence[str],
    clauses: Sequence[tuple[str, bool]],
    others: Sequence[str],
) -> dict[str, str]:
    """Return what rows are called in English, and what else is said of them in brackets."""
    own_kinds = [one for one in listed.kinds if one not in members]  # a member known by a name of ours
    kinds = " ".join(one if one[1:] != one[1:].lower() else one.lower() for one in own_kinds)
    of = say("rows.of_members", "en", names=", ".join(members)) if members else ""
    with_them = " and ".join(words for words, plain in clauses if plain)
    rest = "; ".join(words for words, plain in clauses if not plain)
    rest = say("rows.told_which", "en", which=rest) if rest else ""
    joint = say("rows.with", "en", which=with_them) if with_them else ""
    return {"rows": " ".join(filter(None, (kinds, rows, of, joint, " and ".join(others)))), "which": rest}


def _dated(listed: Listed, rows: str, language: Language, known: Background | None) -> str:
    """Return rows with when they were: shops opened this year (…), 今年（…）开业的店铺."""
    assert listed.span is not None
    window = Window(*listed.span, text=listed.words)
    time = when(until_data(window, known) if known is not None else window, language)
    key = "rows_done" if listed.verb else "rows_when"
    return say(
        f"rows.{key}", language, rows=rows, verb=listed.verb, when=spaced(time) if language == "zh" else time
    )


def _member(known: Background | None, column: str, value: str, language: Language) -> str:
    """Return what a member is called in the reader's language, as far as that is known."""
    table, _, name = column.rpartition(".")
    found = known.catalog.dimension_of(table, name) if known is not None else None
    return known.called(found.name, value, language) if known is not None and found else value


def _lack(listed: Listed, language: Language) -> bool:
    """Tell rows called by what they have none of: of them there are not none, but 0."""
    return language == "zh" and any(one.op == "none_of" for one in listed.clauses)


def _of_others(one: Clause, language: Language, known: Background | None) -> str:
    """Return which others rows have, or that they have none, as far as there are data: without complaints."""
    time = ""
    if one.span is not None:
        window = Window(*one.span)
        time = when(until_data(window, known) if known is not None else window, language)
    told = say("rows.others_in", language, time=time) if time else ""
    rows = _member(known, one.column, one.values[0], language) if one.values else one.words
    return say(f"rows.{one.op}", language, rows=rows, when=told)


def _clause(one: Clause, language: Language) -> tuple[str, bool]:
    """Return a clause in words, and whether English has it behind *with*."""
    unit = unit_in(one.unit, language)
    if one.values and one.op == "between":
        low, high = (exactly(float(value), unit, language) for value in one.values)
        return say("rows.clause_between", language, column=one.column, low=low, high=high), True
    if one.values:
        number = exactly(float(one.values[0]), unit, language)
        return say(f"rows.clause_{one.op}", language, column=one.column, number=number), True
    plain = one.op in ("null", "not_null") and one.words.startswith(("no ", "has "))
    return (one.words.removeprefix("has "), True) if plain else (one.words, False)


def each_of(rows: str) -> str:
    """Return what Chinese counts a thing by: 家 of shops, 位 of managers, 条 of routes; else 个."""
    for line in say("rows.counters", "zh").split("；"):
        counter, _, nouns = line.partition("：")
        if rows.endswith(tuple(nouns.split("、"))):
            return counter
    return "个"


# Their names, and what was asked of them


def _names(listed: Listed, rows: Sequence[Row], names: list[str], language: Language) -> str:
    """Return the names with what was asked of each; of many the first, ordered by what they must hold."""
    asked = len(listed.columns)
    if not (0 < asked <= MOST_COLUMNS and all(len(row) == 1 + asked for row in rows)):
        return some(names, language, NAMED if asked else NAMED_ALONE, counted_before=True)
    at = _compared(listed)
    if at is not None and not listed.end and all(_is_number(row[at]) for row in rows):
        rows = sorted(rows, key=lambda row: row[at], reverse=True)
    told = [_with_columns(listed, row, language) for row in rows]
    if len(told) <= NAMED:
        return joined(told, language)
    return say("rows.first_of_many", language, names=say("sentence.comma", language).join(told[:FIRST]))


def _compared(listed: Listed) -> int | None:
    """Return the column of numbers that rows were chosen by, where there is one."""
    compared = {one.column for one in listed.clauses if one.values}
    found = [at for at, column in enumerate(listed.columns, 1) if column in compared]
    return found[0] if len(found) == 1 else None


def _of_one(listed: Listed, row: Row, language: Language) -> str:
    """Say what was asked of the one row, what is not recorded too."""
    if len(listed.columns) == 1 and row[1] is None:
        return say("rows.told_none", language, name=row[0], column=listed.columns[0])
    verb = listed.verbs[0] if len(listed.columns) == 1 and listed.verbs else ""
    if verb and (date := _date(row[1])):
        return say("rows.told_deed", language, name=row[0], verb=verb, day=day(date, language))
    cells = [_labelled(*one, language) for one in zip(_columns(listed), row[1:], strict=True)]
    between = say("sentence.comma_wide", language)
    return say("rows.told_value", language, name=row[0], values=between.join(cells))


def _with_columns(listed: Listed, row: Row, language: Language) -> str:
    """Return a row's name with what was asked of it: numbers and days say of what they are, once."""
    cells = [
        _shown(cell, unit, language)
        if _speaks(listed, column, unit, cell)
        else _labelled((column, unit), cell, language)
        for (column, unit), cell in zip(_columns(listed), row[1:], strict=True)
    ]
    between = say("sentence.comma_wide", language)
    return say("rows.told_with", language, name=row[0], values=between.join(cells))


def _columns(listed: Listed) -> list[tuple[str, str]]:
    """Return the columns shown, each with its unit."""
    return list(zip(listed.columns, listed.units or [""] * len(listed.columns), strict=True))


def _speaks(listed: Listed, column: str, unit: str, cell: Any) -> bool:
    """Tell a cell that needs no name of its column: a word, what the rows are called by, one with a unit."""
    alone = len(listed.columns) == 1 and bool(unit) and _is_number(cell)
    return (
        (column in listed.told and cell is not None) or alone or (isinstance(cell, str) and not _date(cell))
    )


def _labelled(column: tuple[str, str], cell: Any, language: Language) -> str:
    name, unit = column
    if cell is None:
        return say("rows.column_none", language, column=name)
    value = str(cell) if names_keys(name) and _is_number(cell) else _shown(cell, unit, language)
    return say("rows.column_value", language, column=name, value=value)


def _shared(listed: Listed, rows: Sequence[Row], language: Language) -> str:
    """Return what all rows of an end hold alike in the column they were ordered by."""
    first = 1 if rows and len(rows[0]) == 1 + len(listed.columns) else 0
    for at, (column, unit) in enumerate(_columns(listed), first):
        cells = {row[at] for row in rows}
        if column in listed.end and len(cells) == 1 and None not in cells:
            return _shown(cells.pop(), unit, language)
    return ""


def _date(cell: Any) -> dt.date | None:
    if isinstance(cell, dt.date):
        return cell.date() if isinstance(cell, dt.datetime) else cell
    try:
        return dt.date.fromisoformat(str(cell)[:10]) if isinstance(cell, str) else None
    except ValueError:
        return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _shown(value: Any, unit: str, language: Language) -> str:
    """Return a cell as a sentence has it: a number with its unit, a day as the language writes it."""
    if isinstance(value, bool):
        return say(f"condition.{'yes' if value else 'no'}", language)
    if _is_number(value):
        own = unit_in(unit, language)
        return amount(float(value), own, language) if own else f"{value:,}"
    found, text = _date(value), str(value)
    if found is None or (text[_DAY : _DAY + 1] not in ("", "T", " ")):
        return text
    return f"{day(found, language)} {text[_DAY + 1 : _DAY + 6]}".rstrip()
