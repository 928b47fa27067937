"""The cells of a result before they are worded: percents as percents, and as people read each of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from answers.figures import is_number
from answers.sentences.amounts import MILLION, ROUND_FROM, WAN, YI
from answers.sentences.asked import Asked, Measure
from answers.sentences.phrases import figure, points_between
from answers.sentences.scales import unscaled
from config.wording import Language, say
from database.result import QueryResult

_ROUNDED_TO_5 = re.compile(r"\.\d500$")
_ROUNDED = 0.0051  # of a percent: what two decimals leave out


def prepared(asked: Asked, result: QueryResult) -> QueryResult:
    """Return the rows with percents as percents, those of a change worked out once more from both figures.

    A change that the statement rounded to -9.35 would be rounded twice: to -9.4 where it is -9.346.
    """
    if not any(one.fraction or one.role == "growth" for one in asked.measures):
        return result
    return replace(result, rows=tuple(tuple(_row(asked, row)) for row in result.rows))


def in_points(asked: Asked, result: QueryResult) -> QueryResult:
    """Return rows with what a percentage changed by in points, as its heading says: 1 to 2 % is no +100 %."""
    rows, columns = result.rows, list(result.columns)
    for one in asked.measures:
        main = asked.measure(one.of) if one.role == "growth" and one.unit == "%" else None
        before = next((it for it in asked.measures if it.role == "before" and it.of == one.of), None)
        if main is not None and before is not None and main.unit == "%":
            main = _as_fine(main, rows, before.index)
            rows = tuple(_with_points(row, one.index, main, before.index, asked.language) for row in rows)
            head = say("sentence.change_in_points", asked.language, name=main.label)
            columns[one.index] = replace(columns[one.index], name=head)
    return replace(result, rows=rows, columns=tuple(columns))


def _as_fine(main: Measure, rows: Sequence[Sequence[Any]], before: int) -> Measure:
    """Return a percentage whose changes are all told to a hundredth where one is: no +0.03 beside +0.8.

    So is one with a last 5: 18.50 and 18.35 are rounded, and what they are apart may be 0.148.
    """
    both = [(row[main.index], row[before]) for row in rows]
    told = [one for one in both if all(map(is_number, one))]
    fine = any(len(points_between(*one, main).partition(".")[2]) > 1 for one in told)
    fine = fine or any(_ROUNDED_TO_5.search(f"{abs(now - earlier):.4f}") for now, earlier in told)
    return replace(main, finer=1) if fine and not main.finer else main


def _with_points(
    row: Sequence[Any], at: int, main: Measure, before: int, language: Language
) -> tuple[Any, ...]:
    now, earlier = row[main.index], row[before]
    told = None
    if is_number(now) and is_number(earlier):
        points = say("sentence.points", language, points=points_between(now, earlier, main))
        told = f"{'+' if now > earlier else '-' if now < earlier else ''}{points}"
    return (*row[:at], told, *row[at + 1 :])


def readable(asked: Asked | None, rows: Sequence[Sequence[Any]], language: Language) -> list[list[Any]]:
    """Return rows with each figure as a sentence writes it, all of one unit alike: 27.8 万元, 96.4 %."""
    known = {one.index: one for one in (*asked.measures, *asked.totals)} if asked else {}
    scales = {one.index: _scale(one, known, rows, language) for one in known.values()}
    return [
        [
            figure(cell, known[at], language, scales[at]) if at in known and is_number(cell) else cell
            for at, cell in enumerate(row)
        ]
        for row in rows
    ]


def _scale(
    measure: Measure, known: Mapping[int, Measure], rows: Sequence[Sequence[Any]], language: Language
) -> float | None:
    """Return in what all figures of a measure's unit are written, where only some would be in 万 or M.

    Below a million they stand whole: 13.5 万元 beside 32,508 元 is 134,532 元. None: each as it is.
    """
    if measure.unit == "%" or measure.role == "growth":
        return None
    alike = [one.index for one in known.values() if one.unit == measure.unit and one.role != "growth"]
    sizes = [abs(row[at]) * unscaled(measure.unit)[1] for row in rows for at in alike if is_number(row[at])]
    small, large = min(filter(None, sizes), default=0), max(sizes, default=0)
    if language == "en":
        return MILLION if ROUND_FROM <= small < MILLION <= large else None
    if not small < ROUND_FROM <= large < YI:
        return None
    return 1.0 if large < MILLION else WAN if small >= WAN else None


def _row(asked: Asked, row: Sequence[Any]) -> list[Any]:
    cells = list(row)
    for one in asked.measures:
        if one.fraction and is_number(cells[one.index]):
            cells[one.index] = cells[one.index] * 100
        if one.role == "growth" and one.unit == "%":
            cells[one.index] = _growth(asked, one, row, cells[one.index])
    return cells


def _growth(asked: Asked, growth: Measure, row: Sequence[Any], told: Any) -> Any:
    """Return a change in percent as both figures give it, where the statement's is that one rounded."""
    main = asked.measure(growth.of)
    before = next((one for one in asked.measures if one.role == "before" and one.of == growth.of), None)
    if main is None or before is None or main.unit == "%":
        return told
    now, earlier = row[main.index], row[before.index]
    if not (is_number(now) and is_number(earlier) and is_number(told)) or earlier <= 0:
        return told
    exact = (now - earlier) / earlier * 100
    return exact if abs(exact - told) <= _ROUNDED else told
