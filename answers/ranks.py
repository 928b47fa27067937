"""Which place a sentence gives somebody among the rows of a table: 37 个里排第 35, ranks 8th of 10."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from answers.figures import Figure, figures_but_days
from answers.held import Held
from answers.parting import clauses
from answers.told_rows import Row, ToldRows
from language.numerals import number as numeral

_N = r"(?P<n>\d+|[一二三四五六七八九十]+)"
_ENGLISH = r"(?P<n>\d+)(?:st|nd|rd|th)"
_PLACES = (
    re.compile(rf"(?P<last>倒数)第\s*{_N}(?![个次天周月季年])"),
    re.compile(rf"(?:排|居|位列|名列|位居|列)[名在到]*\s*第\s*{_N}(?![个次天周月季年])"),
    re.compile(rf"第\s*{_N}\s*(?:位|名)(?!\w*[客员])"),
    re.compile(rf"\b{_ENGLISH}(?P<last> from (?:the )?(?:bottom|last|end)|[ -](?:last|lowest|worst))", re.I),
    re.compile(rf"\brank(?:s|ed|ing)?\s+(?:only |just )?{_ENGLISH}", re.I),
    re.compile(rf"\b{_ENGLISH}(?: highest| place)?(?= (?:out )?of\b)", re.I),
)
_LOW = re.compile(r"[最偏]?[低少小差慢]|\b(?:low|least|fewest|worst|slow|behind|bottom)", re.I)
_AMONG = (
    re.compile(r"(?P<all>\d+)\s*[个家座条名位][^，。；\d]{0,8}[里中内]"),
    re.compile(r"\bof (?:the |all |its )?(?P<all>\d+)\b", re.I),
)


@dataclass(frozen=True)
class _Claim:
    """A place of so many, told from the top or the other end, with its clause, all up to it, the sentence."""

    place: int
    all: int
    last: bool
    low: bool
    said: tuple[str, str, str]

    def may_be(self, row: Row, rows: Sequence[Row], at: int) -> Iterator[int]:
        """Yield which places a row has by a column, as the words may count."""
        own, cells = row.cells[at], [one.cells[at] for one in rows]
        held = [cell for cell in cells if cell is not None]
        if own is not None:
            above, below = (sum(one > own for one in held), sum(one < own for one in held))
            yield from ((below + 1,) if self.last else (above + 1, below + 1) if self.low else (above + 1,))


class RankCheck:
    """Knows the places of named rows in whole tables."""

    def __init__(self, tables: Sequence[Held]) -> None:
        """Take the tables."""
        self._tables = [ToldRows(one.result) for one in tables if one.whole]

    def holds(self, figure: Figure, sentence: str) -> bool:
        """Tell a place that a sentence states and that who is named has."""
        of = [one for one in _claims(sentence) if figure.is_of(one.place)]
        return bool(of) and all(one.place in {it for it, _ in self._places(one)} for one in of)

    def unfounded(self, sentence: str) -> list[str]:
        """Return the places that who is named has by none of the figures told, each with the one it has."""
        found = []
        for one in _claims(sentence):
            places = dict(self._places(one))
            if places and one.place not in places:
                place, name = next(iter(places.items()))
                found.append(f"{one.place} ({name}: {place})")
        return found

    def _places(self, claim: _Claim) -> Iterator[tuple[int, str]]:
        """Yield the places of whom a claim names, by the figures of theirs that its sentence tells if any."""
        told = [figure for figure in figures_but_days(claim.said[-1]) if figure.is_fine or figure.in_percent]
        stated, others = list[tuple[int, str]](), list[tuple[int, str]]()
        for table in self._tables:
            labels = next(filter(None, map(table.names.within, claim.said)), frozenset[str]())
            if len(labels) != 1 or claim.all not in (0, len(table.rows)):
                continue
            for row in (row for row in table.rows if row.labels & labels):
                for at, cell in enumerate(row.cells):
                    is_told = cell is not None and any(one.is_written_of(cell) for one in told)
                    places = [(place, next(iter(labels))) for place in claim.may_be(row, table.rows, at)]
                    (stated if is_told else others).extend(places)
        yield from stated or others


def _claims(sentence: str) -> Iterator[_Claim]:
    """Yield each place that a sentence gives somebody, with how many there are where it says so."""
    parts = clauses(sentence)
    for at, part in enumerate(parts):
        found = next((found for form in _PLACES if (found := form.search(part))), None)
        place = numeral(found["n"]) if found else None
        if found is None or place is None:
            continue
        among = next((one for form in _AMONG if (one := form.search(part))), None)
        said = (part, "，".join(parts[: at + 1]), sentence)
        last, many = bool(found.groupdict().get("last")), int(among["all"]) if among else 0
        yield _Claim(int(place), many, last, bool(_LOW.search(part)), said)
