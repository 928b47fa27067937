"""Is whom a superlative names, with a figure, at an end of the rows of a table?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from answers.claims import OTHERS, turns
from answers.figures import IN_PERCENT, Figure, is_number, numbers, without_days
from answers.row_names import RowNames
from answers.series import is_name, series_of
from answers.total_rows import says_total
from database.result import QueryResult

_ALL_MEANT = 12  # rows, of which a superlative means all
_SEVERAL = 2
# Both ends of a change: 18.46 % 到 18.73 %, from 3 to 5.
FROM_TO = re.compile(
    r"\d[\d,.]*\s*[^\d，。；]{0,6}?\s*(?:到|至|→|\bto\b)\s*[^\d，。；]{0,4}\d[\d,.]*\s*(?:[%％]|[万亿])?"
)
_BEHIND = re.compile(r"[差落]得?[^，。；]{0,3}最|\b(?:behind|short|below)\b", re.I)
_DEGREE = re.compile(r"[高低多少升降涨跌]得最")
HIGHEST = r"最[高多大强]|\b(?:highest|largest|biggest|greatest|strongest)\b"
LOWEST = r"最[低少小弱]|\b(?:lowest|smallest|fewest|weakest)\b"
END_WORDS = {"highest": re.compile(HIGHEST, re.I), "lowest": re.compile(LOWEST, re.I)}
Row = Sequence[Any]


@dataclass(frozen=True)
class Said:
    """A superlative: its end, the words up to it, those beside it, its list, its sentence, its figures."""

    end: str
    clause: str
    beside: str
    together: str
    sentence: str
    figures: Sequence[Figure]

    def ends(self, heading: str, held: Sequence[float]) -> tuple[float, ...]:
        """Return what is at an end of some figures as it means it, of a fall or a shortfall at either.

        Who is furthest behind has the lowest share of a target.
        """
        if _BEHIND.search(self.clause) and IN_PERCENT.search(heading):
            return (min(held),)
        ends = (max(held), min(held)) if self.end == "highest" else (min(held), max(held))
        return ends if turns(self.clause) else ends[:1]


def end_of_rows(tables: Sequence[QueryResult], said: Said) -> str | None:
    """Return what tables show of who is named with a figure: nothing at an end, else the end.

    None where no row of a table has it: 58.6 %, 差得最多 of four. Of many rows a sentence may mean some,
    unless it names who is at the end. A table over times tells of one name when, and is no such table.
    """
    shown: str | None = None
    for table in (one for one in tables if not series_of(one)):
        names = RowNames([list(column) for column in zip(*table.rows, strict=False)])
        texts = (said.clause, said.beside, said.sentence)
        named = next(filter(None, map(names.within, texts)), frozenset[str]())
        members = [row for row in table.rows if not any(map(_is_of_several, row))]
        for row in members:
            places = list(_told_at(row, said.figures)) if named.intersection(filter(is_name, row)) else []
            if _moved_most(row, places, members, said):
                return ""
            for at in places:
                found = _end_beyond(row, at, members, table.columns[at].name, said, names)
                if found == "":
                    return ""
                shown = shown or found
    return shown


def _told_at(row: Row, stated: Sequence[Figure]) -> Iterator[int]:
    """Yield where a row has one of some figures."""
    for at, cell in enumerate(row):
        if is_number(cell) and any(one.is_written_of(cell) for one in stated):
            yield at


def _moved_most(row: Row, places: Sequence[int], members: Sequence[Row], said: Said) -> bool:
    """Tell a row whose change, both ends of which are told, is at the end of all, in size or in percent."""
    by_how_much = _DEGREE.search(said.clause) is not None
    if len(places) != len(("before", "now")):
        return False
    if not (by_how_much or FROM_TO.search(without_days(said.beside))):
        return False
    before, now = places
    alike = [one for one in _alike(row, members, now) if is_number(one[before]) and one[before]]
    sizes = {id(one): one[now] - one[before] for one in alike}
    percents = {id(one): sizes[id(one)] / abs(one[before]) for one in alike}
    if by_how_much:  # whose figures are farthest apart
        sizes, percents = ({at: abs(one) for at, one in held.items()} for held in (sizes, percents))
    return any(
        held[id(row)] in said.ends("", list(held.values())) for held in (sizes, percents) if id(row) in held
    )


def _end_beyond(
    row: Row, at: int, members: Sequence[Row], heading: str, said: Said, names: RowNames
) -> str | None:
    """Return what lies beyond a figure of a row, nothing where it is at the end, or where that is named too.

    None where a sentence may mean only some of many rows.
    """
    if END_WORDS[said.end].search(heading):  # 11 月最高一天: each has its own
        return ""
    alike = _alike(row, members, at)
    ends = said.ends(heading, [one[at] for one in alike])
    if row[at] in ends or row[at] in said.ends(heading, numbers(one[at] for one in members)):
        return ""
    last = {cell for cell in next(one for one in alike if one[at] == ends[0]) if is_name(cell)}
    if last & names.within(said.together):
        return ""
    meant = len(alike) <= _ALL_MEANT or last & names.within(said.sentence)
    return f"{heading}: {said.end} {ends[0]:,.10g}, {' '.join(sorted(last))}" if meant else None


def _alike(row: Row, members: Sequence[Row], at: int) -> Sequence[Row]:
    """Return the rows that stand under the same view as one, with a figure; all where those are too few."""
    views = [place for place, cell in enumerate(row) if is_name(cell)][:-1]
    held = [one for one in members if is_number(one[at])]
    alike = [one for one in held if all(one[place] == row[place] for place in views[:1])]
    return alike if len(alike) >= _SEVERAL else held


def _is_of_several(cell: Any) -> bool:
    return isinstance(cell, str) and (says_total(cell) or OTHERS.match(cell) is not None)
