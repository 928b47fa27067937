"""What was fetched and words do not tell: figures of the one row, a column, a sum, a difference."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import isclose
from typing import Any

from answers.cautions_told import words_in
from answers.figures import Figure, figures_but_days, is_number
from answers.named_days import says_when
from answers.sentences.asked import Asked, Measure, Statement, statement
from answers.sentences.cells import prepared
from answers.sentences.phrases import ahead_by, figure
from answers.sentences.planning import plan
from answers.sentences.single import cell_told
from answers.total_rows import without_total
from config.wording import say
from database.result import QueryResult
from language import lists
from language.periods import find_periods

Row = Sequence[Any]
_ANY_DAY = dt.date(2026, 6, 15)  # whether words name a time does not hang on it
_MOST_ROWS = 50  # whose figures words are looked through for
_LOOKED_AT = 3  # rows in which a told figure is worked out of a column
_SAYS_NONE = re.compile(r"没有|[未无]|\b(?:no|none|nothing|zero)\b", re.IGNORECASE)
_A_GAP = re.compile(r"差|缺口|\b(?:gap|short|differ)", re.IGNORECASE)
_SHORT, _MOST_FIGURES = 120, 5  # characters and figures of a sentence that a reader takes in at once
_FEW = 12  # up to here a count is written as a word, or told by what it counts


def not_told(question: str, asked: Asked, result: QueryResult, words: str) -> str:
    """Return the sentences that are to stand behind the words."""
    space = " " if asked.language == "en" else ""
    left = (*left_out(question, asked, result, words), *_when(question, asked, words))
    return "".join(f"{space}{one.worded(asked.language)}" for one in left)


def _when(question: str, asked: Asked, words: str) -> Iterator[Statement]:
    """Yield of when figures are, where neither question nor words name a time."""
    if asked.when and asked.measures and not any(map(_names_time, (question, words))):
        yield statement("told_of", when=asked.when)


def _names_time(text: str) -> bool:
    return says_when(text) or bool(find_periods(text, _ANY_DAY))


def left_out(question: str, asked: Asked, result: QueryResult, words: str) -> tuple[Statement, ...]:
    """Return what is to be told behind the words, where they tell figures of the rows at all."""
    result = without_total(result)
    rows, told = prepared(asked, result).rows, figures_but_days(words)
    if not rows or not asked.measures or result.truncated or asked.lacks_growth:
        return ()  # of times that do not compare the computed sentences say all there is
    if len(rows) == 1:
        return (*_cells(asked, result, words, told), *_apart(question, asked, rows, told))
    columns = _columns(question, asked, result, words, told)
    return (*columns, *_sum(question, asked, rows, told), *_apart(question, asked, rows, told))


def _cells(asked: Asked, result: QueryResult, words: str, told: Sequence[Figure]) -> Iterator[Statement]:
    """Yield the figures of the one row that are not told, but those that a told one was worked out from."""
    (row,) = prepared(asked, result).rows
    figures = [one for one in asked.measures if is_number(row[one.index]) and not one.beside]
    open_ = [one for one in figures if not _is_told(one, row[one.index], words, told)]
    if len(open_) == len(figures):
        return  # told otherwise, or of something else
    values = [float(row[one.index]) for one in figures]
    left = [one for one in open_ if not _went_into(float(row[one.index]), values, told)]
    if left:
        names = [cell_told(asked, one.index, result.columns[one.index], row[one.index]) for one in left]
        yield statement("cells", names=say("sentence.between_cells", asked.language).join(names))


def _is_told(measure: Measure, value: float, words: str, told: Sequence[Figure]) -> bool:
    if any(one.is_written_of(value) for one in told):
        return True
    label = words_in(measure.label)
    return abs(value) <= _FEW and float(value).is_integer() and bool(label) and label <= words_in(words)


def _went_into(value: float, values: Sequence[float], told: Sequence[Figure]) -> bool:
    """Tell a figure of which a told one is the share, the change or the difference: 30 % of 1,000 are 300."""
    made = [(one, other) for one in values for other in values if one != other and value in (one, other)]
    worked_out = [
        found
        for one, other in made
        for found in (one - other, *((one / other, one / other - 1) if other else ()))
        if not any(isclose(abs(found), abs(value)) for value in (one, other))
    ]
    return any(one.is_fine and one.is_written_of(found) for one in told for found in worked_out)


def _columns(
    question: str, asked: Asked, result: QueryResult, words: str, told: Sequence[Figure]
) -> Iterator[Statement]:
    """Yield what the rows say of a column that the question names and of which no figure is told.

    None is, too, where words tell what was worked out of it, row by row, or that there was nothing. Of one
    column alone, in a short sentence: the rest stands in the table, and who words rows chose among them.
    """
    rows = prepared(asked, result).rows[:_MOST_ROWS]
    open_ = [one for one in asked.measures if one.role == "figure" and not _has_told(rows, one, told)]
    if len(open_) == len(asked.measures):
        return
    said = frozenset[str]().union(*(words_in(one.label) for one in asked.measures if one not in open_))
    for one in open_:
        if _is_known(one, rows, asked, words, told):
            continue
        if (words_in(one.label) - said) & words_in(question):
            first = plan(_of(asked, one), result)[:1]
            yield from (it for it in first if it.key != "all_equal" and _is_short(it, asked))
            return


def _is_short(said: Statement, asked: Asked) -> bool:
    text = said.worded(asked.language)
    return len(text) <= _SHORT and len(figures_but_days(text)) <= _MOST_FIGURES


def _is_known(
    measure: Measure, rows: Sequence[Row], asked: Asked, words: str, told: Sequence[Figure]
) -> bool:
    """Tell a column that is nothing in every row, as words say, or of which told figures were worked out."""
    values = [float(row[measure.index]) for row in rows if is_number(row[measure.index])]
    if not any(values):
        return _SAYS_NONE.search(words) is not None
    others = [[float(row[one.index]) for one in asked.measures if is_number(row[one.index])] for row in rows]
    return all(_went_into(value, row, told) for value, row in zip(values[:_LOOKED_AT], others, strict=False))


def _of(asked: Asked, measure: Measure) -> Asked:
    """Return what was asked with one figure alone, in no order and without cautions, which are told."""
    return replace(asked, measures=(measure,), ranked=None, cautions=(), totals=())


def _has_told(rows: Sequence[Row], measure: Measure, told: Sequence[Figure]) -> bool:
    cells = [row[measure.index] for row in rows if is_number(row[measure.index])]
    return not cells or any(one.is_written_of(cell) for one in told for cell in cells)


def _sum(question: str, asked: Asked, rows: Sequence[Row], told: Sequence[Figure]) -> Iterator[Statement]:
    """Yield the sum over the rows where one is asked for and right."""
    if not (asked.is_whole and _says(question, "total")):
        return
    sums = [
        (one, sum(row[one.index] or 0 for row in rows))
        for one in asked.measures
        if one.adds and one.role == "figure" and not one.beside and _has_told(rows, one, told)
    ]
    left = [(one, value) for one, value in sums if not any(it.is_written_of(value) for it in told)]
    if left:
        names = [
            say(
                "sentence.beside",
                asked.language,
                name=one.label,
                value=figure(value, one, asked.language),
            )
            for one, value in left
        ]
        yield statement("in_all", names=say("sentence.comma_wide", asked.language).join(names))


def _apart(question: str, asked: Asked, rows: Sequence[Row], told: Sequence[Figure]) -> Iterator[Statement]:
    """Yield by how much two figures differ, in two rows or in the one, where that is asked for."""
    if not _says(question, "differing") or any(map(_A_GAP.search, (one.label for one in asked.measures))):
        return  # how far each is from its target is a column of its own
    lead = asked.lead
    if len(rows) == 2:
        ends = [row[lead.index] for row in rows]
    else:
        alike = [one for one in asked.measures if one.unit == lead.unit and one.role == "figure"]
        ends = [rows[0][one.index] for one in alike] if len(rows) == 1 else []
    if len(ends) != 2 or not all(map(is_number, ends)) or lead.role != "figure" or ends[0] == ends[1]:
        return
    low, high = sorted(ends)
    gaps = (high - low, *((high / low - 1,) if low > 0 else ()))
    if not any(one.is_written_of(gap) for one in told for gap in gaps):
        yield statement("apart", difference=ahead_by(high, low, lead, asked.language))


def _says(question: str, kind: str) -> bool:
    return _said(kind).search(question) is not None


@cache
def _said(kind: str) -> re.Pattern[str]:
    """Return what finds the words by which a sum or a difference is asked for."""
    found = lists.words_in("metrics")
    words = found[kind] if kind in found else found["marks"][kind]
    return re.compile("|".join(_bounded(one) for one in map(str, words)), re.IGNORECASE)


def _bounded(word: str) -> str:
    return rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)
