"""Are the figures of a sentence of the same rows and times, or does it say which are not?

A figure comes with a scope: of all or without some, of one kind only, of which time set against which. Two
scopes in one sentence look like one where it does not name the other: 72 complaints in all, 66 of one kind.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from answers.checks import FigureCheck
from answers.figures import Figure, figures_but_days, is_number
from answers.named_days import MONTHS, days_in, months_in, months_of_times, says_when
from answers.series import A_YEAR_BEFORE, YEAR
from database.result import QueryResult

WITHOUT = re.compile(r"不算|不含|不包括|剔除|扣除|\b(?:without|excluding)\b", re.IGNORECASE)
_LEFT_OUT = re.compile(
    rf"{WITHOUT.pattern}|不计|除去|去掉|除[^，。；]{{1,20}}(?:外|之外)|其[余他它]|同店|可比|新[增开]"
    r"|\b(?:except|other than|apart from|like[- ]for[- ]like|same|others?|the rest|new|existing)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"。|\n|(?<=[a-z0-9%)])\.\s")
_SEMICOLON = re.compile("[；;]")
_CLAUSES = re.compile(r"[，；;：、()（）](?!\d)|,(?!\d)|:\s")
_ANAPHORA = re.compile(r"其中|这些|该|\b(?:of (?:these|them|which|those)|these|those|its)\b", re.IGNORECASE)
_ON_THE_YEAR = re.compile(
    r"\b(?:against|on|than|over) (?:the |a |last )?year\b|\byear[- ]on[- ]year\b"
    r"|同比|[与比较跟][^，。；]{0,4}去年",
    re.IGNORECASE,
)
_PAIRS = (
    re.compile(r"\bfrom\s+(?P<a>[^;。，]{1,25}?)\s+to\s+(?P<b>[^,;。，)]{1,25})", re.IGNORECASE),
    re.compile(
        r"从\s*(?P<a>[^，。；]{1,20}?)\s*[升降增减涨跌提回]{0,2}[高低]?[到至]\s*(?P<b>[^，。；（]{1,20})"
    ),
)
# A stretch of its own, which is of no month that stands before it: 10 月最高；10 个整月合计完成 99.9 %
_OWN_STRETCH = re.compile(r"\d\s*个整?月|\b\d+ (?:whole )?months\b", re.IGNORECASE)
_FEW = 3  # names that a figure can be of alone: a list of more says what is counted
_LEAST = 2  # digits of a figure that stands somewhere seldom by chance
_SHORTEST = 2
_LETTERS = 4


@dataclass(frozen=True)
class Source:
    """Where a figure may stand: what tells so, and whether it is without some that the whole has."""

    holds: Callable[[Figure, str], bool]
    apart: bool = False


@dataclass(frozen=True)
class _Part:
    """A sentence, or a clause, that was computed: its figures, whom it leaves out or names, when."""

    known: FigureCheck
    apart: bool = False
    names: frozenset[str] = frozenset()
    months: frozenset[int] = frozenset()

    def holds(self, figure: Figure) -> bool:
        return self.known.holds(figure)


class ScopeCheck:
    """Knows of which rows and times each figure at hand is."""

    def __init__(
        self,
        statements: Sequence[str],
        tables: Sequence[tuple[Source, QueryResult]],
        names: Sequence[str] = (),
        question: str = "",
    ) -> None:
        """Take what was computed, the tables, who is named in what was computed, and the question."""
        self._tables = tables
        self._question = question.lower()
        self._clauses = [part for text in statements for part in _clauses_of(text)]
        self._parts = [part for text in statements for part in _named_in(text, names)]
        self._lead = months_of_times(statements[0]) if statements else frozenset()

    def unfounded(self, sentence: str, before: str = "", first: str = "") -> list[str]:
        """Return figures that are of others than a sentence says, or set against another time, each with why.

        `before` is what stands before it in its line, `first` what the report is of.
        """
        stated = figures_but_days(sentence)
        return [
            *self._left_out(stated, sentence, before),
            *self._narrower(stated, sentence, f"{before} {first}"),
            *self._other_times(sentence),
            *self._unsaid_months(stated, f"{before}{sentence}", first),
        ]

    def _left_out(self, stated: Sequence[Figure], sentence: str, before: str) -> Iterator[str]:
        """Yield figures that stand only where some are left out, in a sentence that does not say so."""
        if any(_LEFT_OUT.search(one) for one in (sentence, before, self._question)):
            return
        for figure in stated:
            if not figure.is_fine:
                continue
            found = [one.apart for one, _ in self._tables if one.holds(figure, sentence)]
            found += [one.apart for one in self._clauses if one.holds(figure)]
            if found and all(found):
                yield f"{figure.text} (this is without some; say without whom)"

    def _narrower(self, stated: Sequence[Figure], sentence: str, frame: str) -> Iterator[str]:
        """Yield figures computed only of one kind, beside others of all, where the kind is not named."""
        if len(stated) < _LEAST or _ANAPHORA.search(sentence):
            return
        said = f"{sentence} {frame} {self._question}".lower()
        of = [(one, self._needed(one, sentence)) for one in stated if one.digits >= _LEAST]
        for figure, names in of:
            unsaid = {name for name in names if not _is_named(name, said)}
            wide = any(needed is not names and not needed & unsaid for _, needed in of)
            if unsaid and len(unsaid) == len(names) <= _FEW and wide:
                yield f"{figure.text} (this is only of {', '.join(sorted(unsaid))})"

    def _needed(self, figure: Figure, sentence: str) -> frozenset[str]:
        """Return whom every computed sentence with a figure names; nobody where a table has it too."""
        held = [one.names for one in self._parts if one.holds(figure)]
        if not held or any(one.holds(figure, sentence) for one, _ in self._tables):
            return frozenset()
        return frozenset.intersection(*held)

    def _unsaid_months(self, stated: Sequence[Figure], said: str, first: str) -> Iterator[str]:
        """Yield figures computed only for another month than the report is of, where nothing says when."""
        lead = months_of_times(first) or self._lead
        if not lead or says_when(said):
            return
        for figure in stated:
            held = [part.months for part in self._parts if part.holds(figure)]
            if not figure.is_fine or not held or any(one.holds(figure, said) for one, _ in self._tables):
                continue
            if all(held) and not lead & frozenset.union(*held):
                yield f"{figure.text} (this is of {_month_name(min(held[0]))}; say so)"

    def _other_times(self, sentence: str) -> Iterator[str]:
        """Yield both ends of a change that a sentence sets against the year before, and that are not so."""
        head = _ON_THE_YEAR.search(sentence)
        if head is None:
            return
        for form in _PAIRS:
            for found in form.finditer(sentence, head.end()):
                ends = [figures_but_days(found[name])[:1] for name in ("a", "b")]
                if not all(ends) or any(days_in(found[0])) or any(months_in(found[0])):
                    continue
                apart = list(self._apart(ends[0][0], ends[1][0]))
                if apart and all(apart):
                    yield f"{ends[0][0].text} (this is of {apart[0]}, not of the year before)"

    def _apart(self, first: Figure, last: Figure) -> Iterator[str]:
        """Yield of which time the first is for each row with both, nothing where that is a year before."""
        for _, table in self._tables:
            for row in table.rows:
                at = [
                    [place for place, cell in enumerate(row) if is_number(cell) and one.is_written_of(cell)]
                    for one in (first, last)
                ]
                for before in at[0]:
                    for now in at[1]:
                        heads = (table.columns[before].name, table.columns[now].name)
                        yield "" if before == now or _may_be_a_year(*heads) else heads[0]


def _clauses_of(text: str) -> Iterator[_Part]:
    """Yield the clauses of a computed sentence; what follows one that leaves some out may be of either."""
    for said in _SENTENCES.split(text):
        for clause in _CLAUSES.split(said):
            yield _Part(FigureCheck.told(clause), bool(WITHOUT.search(clause)))


def _named_in(text: str, names: Sequence[str]) -> Iterator[_Part]:
    """Yield what a semicolon parts of a computed sentence, of whom it names so far: 1,645；落后：沙湾."""
    for said in _SENTENCES.split(text):
        so_far, months = "", frozenset[int]()
        for part in _SEMICOLON.split(said):
            before = frozenset[int]() if _OWN_STRETCH.search(part) else months
            so_far, months = so_far + part.lower(), months_of_times(part) or before
            held = frozenset(one.lower() for one in names if len(one) >= _SHORTEST and one.lower() in so_far)
            yield _Part(FigureCheck.told(part), names=held, months=months)


def _month_name(month: int) -> str:
    return next(name for name, at in MONTHS.items() if at == month)


def _is_named(name: str, said: str) -> bool:
    """Tell a name, or the first word of it, in a text: toilet complaints are Toilets."""
    if name in said:
        return True
    words = [one.rstrip("s") for one in re.findall(r"[a-z]+", name) if len(one) >= _LETTERS]
    return any(one in said for one in words) or (not name.isascii() and name[:2] in said)


def _may_be_a_year(before: str, now: str) -> bool:
    """Tell headings whose times lie a year apart, or do not say when they are.

    >>> _may_be_a_year("4 Jun – 31 Aug 2026", "1 Sep – 28 Nov 2026"), _may_be_a_year("2025-10", "2026-10")
    (False, True)
    """
    if A_YEAR_BEFORE.search(before) or A_YEAR_BEFORE.search(now):
        return True
    months = [
        sorted({month for _, month in months_in(one)} | {month for month, _ in days_in(one)})
        for one in (before, now)
    ]
    years = [[int(year) for year in YEAR.findall(one)] for one in (before, now)]
    if not (all(months) and all(years)):
        return True
    return months[0] == months[1] and max(years[1]) - max(years[0]) == 1
