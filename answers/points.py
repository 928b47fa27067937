"""How many points two percentages are apart: what they are apart, not what their rounded figures are."""

import re
from collections.abc import Iterator
from itertools import combinations

from answers.figures import Figure, figures_but_days
from answers.parting import clauses
from answers.series import a_year_apart
from answers.told_rows import Row, ToldRows

_POINTS = re.compile(r"\s*(?:percentage\s+)?points?\b", re.IGNORECASE)
_FEW = 3  # rows of which any two are set against each other


def unfounded_points(sentence: str, tables: list[ToldRows]) -> list[str]:
    """Return points that are the difference of rounded percentages and not the difference rounded.

    Of 25.17 and 24.53 these are 0.6, though they are told as 25.2 and 24.5.
    """
    found = []
    for clause in clauses(sentence):
        for figure in _in_points(clause):
            named = [(table, table.named(clause) or table.named(sentence)) for table in tables]
            pairs = [pair for table, rows in named for pair in _pairs(table, rows)]
            gaps = [abs(now - before) for now, before in pairs]
            size, places = _size(figure), _places(figure)
            if any(round(one, places) == size or abs(one - size) <= 10**-places / 2 for one in gaps):
                continue
            for (now, before), gap in zip(pairs, gaps, strict=True):
                rounded = abs(round(round(now, places) - round(before, places), places))
                if abs(rounded - size) < 10**-places / 2:
                    found.append(f"{figure.text.strip()} (it is {gap:.3g})")
                    break
    return found


def _in_points(clause: str) -> Iterator[Figure]:
    for one in figures_but_days(clause):
        at = clause.find(one.text)
        if one.text.endswith("个百分点") or (at >= 0 and _POINTS.match(clause, at + len(one.text))):
            yield one


def _size(figure: Figure) -> float:
    return abs(figure.value) * (100 if figure.in_percent else 1)


def _places(figure: Figure) -> int:
    digits = re.sub(r"[^\d.]", "", figure.text)
    return len(digits.partition(".")[2])


def _pairs(table: ToldRows, rows: list[Row]) -> Iterator[tuple[float, float]]:
    """Yield two percentages each of one row a year apart, and of two rows that are both named."""
    of_percents = [at for at, percent in enumerate(table.in_percent) if percent]
    for first, second in combinations(of_percents, 2):
        if pair := a_year_apart(table.headings[first], table.headings[second], first, second):
            for row in rows:
                now, before = (row.cells[at] for at in pair)
                if now is not None and before is not None:
                    yield now, before
    for one, other in combinations(rows, 2) if len(rows) <= _FEW else ():
        for at in of_percents:
            here, there = one.cells[at], other.cells[at]
            if here is not None and there is not None:
                yield here, there
