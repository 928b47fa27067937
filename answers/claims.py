"""Does a sentence give each figure to whom it belongs? A right number at the wrong name is a wrong answer."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

import yaml

from answers.derived import Derived
from answers.figures import Figure, figures, figures_but_days, without_days
from answers.parting import clauses
from answers.row_names import SHORTEST_LABEL, UNIT_OF_A_ROW, close
from answers.told_rows import Row, ToldRows
from answers.total_rows import says_total

_AFTER_THE_FIRST = re.compile(r"\b(?:next|second|third|fourth|fifth|2nd|3rd|4th|5th)[ -]\w+")  # next lowest
_ASIDE = re.compile(r"[（(][^（）()]*[)）]")
_AND = re.compile(r"\band\b|\bbut\b|以及|[和与、]")
OTHERS = re.compile(r"其余|其他|其它|\b(?:the )?(?:others?|rest)\b", re.IGNORECASE)  # of nobody who is named
_COMPARED = re.compile(
    r"\b(?:against|versus|vs|than|compared (?:with|to)|ahead of|behind|over|from|up on)\b"
    r"|[比较对于]|相比|高于|低于|仅为|只有|[升降涨跌增减变]\w{0,2}[到至为]|\bto\b",
    re.IGNORECASE,
)
_PAUSE = re.compile(r"[，;；]|,\s")
_JOINTS = re.compile(r"[的（）()·/]|\b(?:of|the)\b")
_FOR_ONE = re.compile(r"哪[一]?[个家条根种类天月座名位]|谁|\b(?:which|who|what)\b")
_BY_HOW_MUCH = re.compile(
    r"[多少高低快慢大小差]多少|相?差了?(?:多少|几)|\bby how (?:much|many)\b|\bdifference\b|\bgap\b"
    r"|\bhow (?:much|many) (?:more|less|fewer|higher|lower)\b"
)
_FOR_ALL = re.compile(
    r"哪些|哪几|各[个家]?|每[个家]|分别|排[名序行列]|从[高低多少]|前[\d一二三四五六七八九十两]|依次"
    r"|\b(?:each|every|all|rank|ranked|ranking|by|top|bottom|first|respectively)\b"
)
_MOST_PLACES = 3  # at which a figure is said to stand
End = Literal["highest", "lowest"]


class ClaimCheck:
    """Knows which row each figure stands in; a clause that names other rows may not state it."""

    def __init__(self, table: ToldRows, question: str = "") -> None:
        """Take the rows, and the question: its own numbers are nobody's."""
        self._names, self._derived = table.names, Derived(table)
        self._rows = rows = table.rows if len(table.rows) > 1 else []
        means = [total / len(rows) for total in table.totals] if rows else []
        self._common = [*table.totals, *means, *_of_all(rows), *map(float, range(1, 11))]
        self._asked = {one.value for one in figures(question)}
        self._ends = _ends(rows) if len(table.in_percent) == 1 else {}
        self._figures_in_rows = are_figures({label for row in rows for label in row.labels})

    def unfounded(self, sentence: str, before: str = "", called: Collection[str] = frozenset()) -> list[str]:
        """Return the figures and claims of a sentence that belong to a row it does not name.

        One that names no row but what a figure is `called` goes on about whom the line named
        `before`: the hall was closed; it has no box office and makes up 80.7 %.
        """
        found: list[str] = []
        so_far = every = self._names.within(before)
        named: frozenset[str] = frozenset()
        awaiting = True  # names that no figure followed yet: A, B and C had 1, 2 and 3
        for clause in (part for one in clauses(sentence) for part in self._apart(one)):
            here = self._names.within(clause)
            if here and all(one.lower() in called for one in here):
                here |= so_far
            if clause.startswith(("(", "（")) and here and figures(_without(clause, here)):
                for part in _PAUSE.split(clause):  # 37.98, the lowest (Maoyan 48.18)
                    found += self._misplaced(part, self._names.within(part) or every | named | here, sentence)
                every |= here
                continue
            if here:
                named = named | here if awaiting else here
            every |= named
            awaiting = not figures(_without(clause, named))
            if named:  # a clause without a name goes on about any who was named: stock-outs too from 23 to 13
                found += self._misplaced(clause, named if here else every, sentence)
                found += [word for ends, word in _extremes(clause) if not self._reaches(ends, named)]
        return found

    def placed(self, text: str) -> str:
        """Return a figure that belongs to other rows with what these are called, anything else as it is."""
        at = [row.labels for row in self._rows if any(map(row.has, figures(text)))]
        names = ["/".join(sorted(one)) for one in at[:_MOST_PLACES] if one]
        return f"{text} (it stands at {', '.join(names)})" if names else text

    def _apart(self, clause: str) -> Iterator[str]:
        """Yield the parts of a clause with names of their own: brackets, and behind an *and* who follows.

        It took 119,063 and Gate 2 121,462: the first is of whoever was named before.
        """
        begins = 0
        for found in (*_ASIDE.finditer(clause), None):
            ends = found.start() if found else len(clause)
            if found and not ((here := self._names.within(found[0])) and figures(_without(found[0], here))):
                continue
            yield from self._items(clause[begins:ends])
            if found:
                yield found[0]
                begins = found.end()

    def _items(self, part: str) -> Iterator[str]:
        """Yield what stands behind an *and* with a name and a figure, where a figure stands before it.

        Of a list each item is its own: A 12.1 %, B 9.3 % and C 8 % are no figures of all three.
        """
        begins = 0
        for found in _AND.finditer(part):
            item = _AND.split(part[found.end() :], maxsplit=1)[0]
            here = self._names.within(item)
            if here and figures(_without(item, here)) and self._has_figure(part[begins : found.start()]):
                yield part[begins : found.start()]
                begins = found.end()
        yield part[begins:]

    def _has_figure(self, text: str) -> bool:
        return bool(figures(_without(text, self._names.within(text))))

    def _misplaced(self, clause: str, named: frozenset[str], sentence: str) -> Iterator[str]:
        if OTHERS.search(_without(clause, named)):
            return  # the other six lie between 100.4 % and 106.8 %
        told = named | self._put_together(sentence)
        theirs = [row for row in self._rows if self._is_meant(row, sentence, told)]
        others = [row for row in self._rows if not row.labels & named]
        for figure in figures(_without(clause, named)):
            if figure.value in self._asked or not any(row.has(figure) for row in others):
                continue
            if any(row.has(figure) for row in theirs) or any(map(figure.is_of, self._common)):
                continue
            if self._derived.holds(figure, sentence, clause, implied=False):
                continue
            if not _is_other_side(figure, clause, sentence, self._rows):
                yield figure.text

    @cached_property
    def _joined(self) -> Mapping[str, list[str]]:
        """Return the labels that are put together of several, each with its pieces."""
        labels = frozenset().union(*(row.labels for row in self._rows))
        pieces = {label: [one for one in _JOINTS.split(close(label)) if one] for label in labels}
        return {
            label: of
            for label, of in pieces.items()
            if len(of) > 1 and all(len(one) >= SHORTEST_LABEL for one in of)
        }

    def _put_together(self, sentence: str) -> frozenset[str]:
        """Return the labels of which a sentence has all pieces: 涨价后90天 and 去年同期 of the two."""
        whole = close(sentence) if self._joined else ""
        return frozenset(
            label for label, pieces in self._joined.items() if all(one in whole for one in pieces)
        )

    def _is_meant(self, row: Row, sentence: str, named: frozenset[str]) -> bool:
        """Tell whether a sentence speaks of a row: a figure's is named in part (投诉 for 投诉量(件))."""
        if row.labels & named:
            return True
        return self._figures_in_rows and any(_in_part(label, sentence) for label in row.labels)

    def _reaches(self, ends: Sequence[End], named: frozenset[str]) -> bool:
        at_the_end = [self._ends.get(end) for end in ends]
        return any(one is None or one & named for one in at_the_end)


class ClaimsInTurn:
    """Holds an answer's sentences against its rows in order: each may go on about whom one before named."""

    def __init__(self, claims: ClaimCheck, before: str = "") -> None:
        """Take what knows the rows, and the words that stand before the first sentence."""
        self._claims, self._before = claims, before

    def unfounded(self, sentence: str) -> list[str]:
        """Return the figures and claims of the next sentence that belong to a row nobody named."""
        found = self._claims.unfounded(sentence, self._before)
        self._before += sentence
        return list(map(self._claims.placed, found))


def _of_all(rows: Sequence[Row]) -> Iterator[float]:
    """Yield what stands in a row of totals: that belongs beside each part of it."""
    for row in rows:
        if any(map(says_total, row.labels)):
            yield from (*row.values, *row.shares)


def _without(clause: str, named: frozenset[str]) -> str:
    """Return the clause without its labels and dates: the 2 of “Gate 2” is no figure."""
    for label in named:
        clause = re.sub(re.escape(label), " ", clause, flags=re.IGNORECASE)
    return without_days(clause)


def are_figures(labels: set[str]) -> bool:
    """Tell whether rows are figures, one below the other: their names say in what unlike units they are."""
    units = [found.group() for label in labels if (found := UNIT_OF_A_ROW.search(label))]
    return len(set(units)) > 1 and len(units) * 2 > len(labels)


def _in_part(label: str, sentence: str) -> bool:
    """Tell whether a sentence has a part of a name that tells it: two characters of Chinese, else a word."""
    name = UNIT_OF_A_ROW.sub("", label).lower()
    words = re.findall(r"[a-z]{4,}", name)
    pairs = [name[at : at + 2] for at in range(len(name) - 1) if name[at : at + 2].isalpha()]
    return any(part in sentence.lower() for part in (words or pairs))


def _is_other_side(figure: Figure, clause: str, sentence: str, rows: Sequence[Row]) -> bool:
    """Tell what a figure said before is set against: 48.86 against 43.74, both of one column."""
    found = _COMPARED.search(clause)
    if found is None or figure.text not in (one.text for one in figures(clause[found.end() :])):
        return False
    ahead = figures_but_days(sentence[: sentence.find(clause) + found.start()])
    columns = {
        at for row in rows for at, cell in enumerate(row.cells) if cell is not None and figure.is_of(cell)
    }
    theirs = [cell for row in rows for at in columns if (cell := row.cells[at]) is not None]
    return any(one.is_of(cell) for one in ahead for cell in theirs)


def _ends(rows: Sequence[Row]) -> dict[End, frozenset[str]]:
    """Return the labels at the top and at the bottom of the one measure, ties together."""
    measured = [(row.cells[0], row.labels) for row in rows if row.cells[0] is not None]
    if not measured:
        return {}
    firsts = [first for first, _ in measured]
    ends: dict[End, float] = {"highest": max(firsts), "lowest": min(firsts)}
    return {
        end: frozenset().union(*[labels for first, labels in measured if first == value])
        for end, value in ends.items()
    }


@lru_cache(maxsize=1)
def _words() -> dict[str, list[str]]:
    words: dict[str, list[str]] = yaml.load(
        (Path(__file__).parent / "superlatives.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return words


def asks_for_one(question: str, direction: Literal["top", "bottom"]) -> bool:
    """Tell a question for who is at one end alone: no order of all, no ends of both kinds.

    >>> asks_for_one("完成率最低的是哪个公司", "bottom"), asks_for_one("Which had the highest rate", "top")
    (True, True)
    >>> asks_for_one("refund rate by type, highest first", "top"), asks_for_one("最高和最低的分别是谁", "top")
    (False, False)
    """
    lowered = question.lower()
    if not _FOR_ONE.search(lowered) or _FOR_ALL.search(lowered):
        return False
    ends = (("highest", "top"), ("lowest", "bottom"))
    found = {at for word, at in ends if any(one in lowered for one in _words()[word])}
    return found == {direction} or (len(found) == 1 and any(one in lowered for one in _words()["turning"]))


def asks_by_how_much(question: str) -> bool:
    """Tell a question for how far one is ahead of another: 多多少, how much more."""
    return _BY_HOW_MUCH.search(question.lower()) is not None


def _extremes(clause: str) -> Iterator[tuple[tuple[End, ...], str]]:
    """Yield each superlative with the end that it is at; most behind may be at either."""
    lowered = _AFTER_THE_FIRST.sub(" ", clause.lower())
    ends: tuple[End, ...] = ("highest", "lowest")
    for end in ends:
        if word := next((word for word in _words()[end] if word in lowered), None):
            yield (ends if turns(clause) else (end,)), word


def turns(clause: str) -> bool:
    """Tell words of a shortfall or a fall, the most of which is at the least of what is measured."""
    return any(word in clause.lower() for word in _words()["turning"])
