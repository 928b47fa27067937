"""Does every figure of a sentence come from the result? Only then is the sentence released."""

import itertools
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from answers.figures import Figure, figures, numbers
from answers.named_days import (
    MONTH_NAMES,
    Day,
    days_in,
    is_end_of_month,
    months_in,
    says_when,
    without_months,
    without_whole_days,
)
from answers.parting import sentence_end

_FEW_LETTERS = 8  # CNY, GMV and a name: no sentence
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_A_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:[ T]|$)")
_NUMBER_OR_MONTH = re.compile(rf"\d|{MONTH_NAMES}")
_MONTH_ALONE = re.compile(r"(?<![\d.年])(?:1[0-2]|[1-9])\s*月(?:份|(?=[^\d\s]|$))")
_NO_PROSE = re.compile(
    r"```|^\s*(?:NO_SQL|REASON|OPTION|QUESTION|ALSO|OTHER)\s*:|^\s*(?:SELECT|WITH)\b.*\bFROM\b",
    re.MULTILINE | re.DOTALL,
)


class FigureCheck:
    """Knows the figures an answer may state: the result's, what follows from them, and the question's own."""

    def __init__(
        self,
        rows: Sequence[Sequence[Any]],
        row_count: int,
        also: Iterable[str] = (),
        percents: Iterable[int] = (),
        more: Iterable[float] = (),
        follows: Callable[[Figure, str], bool] | None = None,
    ) -> None:
        """Take the rows, the sentences that are true of them, which columns hold percents as numbers.

        `more` are figures that follow from the rows otherwise, `follows` tells one that does from what a
        sentence names.
        """
        self._follows = follows
        self._known = _derived(rows) | {float(row_count), *more}
        texts = [cell for row in rows for cell in row if isinstance(cell, str)]
        self._known |= _as_shares(rows, percents, texts)
        told, cells = (
            list(dict.fromkeys(also)),
            [one for one in texts if len(one) <= 200 and _NUMBER_OR_MONTH.search(one)],
        )
        dates = [text for text in cells if _A_DATE.match(text)]
        self._days = {day for text in (*told, *dates) for day in _whole_days(text)}
        self._months = {month for text in (*told, *cells) for month in _months(text)}
        self._known |= {one.value for text in told for one in figures(without_months(text))}
        self._known.update(*(_numbers_in(text, dated=text in dates) for text in (*told, *cells)))
        self._sizes = sorted(set(map(abs, self._known)))

    @classmethod
    def told(cls, *texts: str) -> "FigureCheck":
        """Return what knows the figures of sentences alone."""
        return cls((), 0, also=texts)

    def unfounded(self, sentence: str) -> list[str]:
        """Return the figures of a sentence that the result does not hold."""
        known = all(map(self._knows, _whole_days(sentence)))
        bare = without_months(without_whole_days(sentence) if known else sentence, self._months)
        told = figures(bare)
        open_ = [figure for figure in told if not self.holds(figure)]
        if len(open_) == len(told) == len(_MONTH_ALONE.findall(bare)):
            return []  # 没有 9 月的数字: names of months alone, no figure
        return [one.text for one in open_ if self._follows is None or not self._follows(one, sentence)]

    def _knows(self, day: Day) -> bool:
        """Tell a day that is named, or what only looks like the day of a month: 5号厅."""
        month, number = day
        return day in self._days or (not month and float(number) in self._known)

    def holds(self, figure: Figure) -> bool:
        """Tell a figure that stands in the result or in what is true of it."""
        least, most = figure.bounds
        at = bisect_left(self._sizes, least)
        return at < len(self._sizes) and self._sizes[at] <= most


def _months(text: str) -> Iterator[int]:
    """Yield the months that a text names, or of which it names a day."""
    yield from (month for _, month in months_in(text))
    yield from (month for month, _ in days_in(text))


def _whole_days(text: str) -> Iterator[Day]:
    """Yield the days that a text names; the first and last of a month stand for the month."""
    return (one for one in days_in(text) if not is_end_of_month(one))


def _holds_percents(row: Sequence[Any]) -> bool:
    """Tell whether a row's own name says percents, as 入区率(%) does among other figures below each other."""
    return any(isinstance(cell, str) and ("%" in cell or "％" in cell) for cell in row)


def _derived(rows: Sequence[Sequence[Any]]) -> set[float]:
    """Return each number of the result, and the totals, means, shares and changes that follow."""
    found, totals = set[float](), list[float]()
    for column in zip(*rows, strict=False):
        values = numbers(column)
        if not values:
            continue
        totals.append(total := sum(values))
        found.update(values, (total, total / len(values), max(values) - min(values), float(len(values))))
        if total:
            found.update([value / total for value in values])
        found.update(*_changes(values, total))
    for now, before in itertools.pairwise(totals):  # in all, and in all a year before
        found.update((now - before, (now - before) / abs(before) if before else now))
    found.update([float(n) for n in range(1, min(len(rows), 10) + 1)])
    return found


def _changes(values: list[float], total: float) -> Iterator[list[float]]:
    """Yield differences and relative changes: neighbours, and each against the ends and the extremes."""
    anchors = {values[0], values[-1], max(values), min(values)}
    pairs = [*itertools.pairwise(values), *itertools.product(anchors, values[:200])]
    yield [second - first for first, second in pairs]
    yield [(second - first) / abs(first) for first, second in pairs if first]
    yield [second / first for first, second in pairs if first]
    firsts = [*itertools.accumulate(values[:10])]
    yield firsts
    if total:
        yield [running / total for running in firsts]


class Check(Protocol):
    """Says what of a sentence the result does not bear out."""

    def unfounded(self, sentence: str) -> list[str]:
        """Return the figures and words that make the sentence wrong; none lets it through."""
        ...


class ProseCheck:
    """Keeps out what is no sentence: SQL, a fence, or a refusal in the form that the writer of SQL uses."""

    def unfounded(self, sentence: str) -> list[str]:
        """Return the sentence where it is not meant for a reader."""
        return [sentence] if _NO_PROSE.search(sentence) else []


class LanguageCheck:
    """Keeps out sentences in the other language; names of it may stand among the words."""

    def __init__(self, language: str, names: Iterable[str] = ()) -> None:
        """Take the language of the question, and names that stand as they are in either."""
        self._language = language
        self._names = sorted({one for one in names if len(one) > 1}, key=len, reverse=True)
        self.found = False

    def unfounded(self, sentence: str) -> list[str]:
        """Return the sentence where it is in the other language."""
        bare = sentence
        for name in self._names:
            bare = bare.replace(name, " ")
        if is_in(bare, self._language):
            return []
        self.found = True
        return [sentence.strip()]


def _as_shares(rows: Sequence[Sequence[Any]], percents: Iterable[int], texts: Sequence[str]) -> set[float]:
    """Return as shares the figures of columns of percents, and of rows whose texts speak of percents."""
    found = {value / 100 for place in percents for value in numbers([row[place] for row in rows])}
    if any(map("".join(texts).count, "%％")):
        found |= {value / 100 for row in rows if _holds_percents(row) for value in numbers(row)}
    return found


def _numbers_in(text: str, *, dated: bool) -> set[float]:
    """Return the numbers of a text; 7 of July, 10 of 2026-10-01 are no figures."""
    plain = without_months(without_whole_days(text) if dated else text)
    numbers_told = {abs(float(digits.replace(",", ""))) for digits in _DIGITS.findall(plain)}
    return numbers_told | {float(year) for year in _YEAR.findall(text)}


def is_in(words: str, language: str) -> bool:
    """Tell words of a language, or without any words; names of the other may stand among them.

    >>> is_in("Revenue of 南城 was 3.", "en"), is_in("Revenue was 3.", "zh"), is_in("ETC 占 3 %。", "zh")
    (True, False, True)
    """
    han = sum("\u3400" <= char <= "\u9fff" for char in words)
    letters = sum(char.isascii() and char.isalpha() for char in words)
    return han > 0 or letters < _FEW_LETTERS if language == "zh" else han <= letters


_CLAUSE_END = re.compile(r"[;；]\s*$")
_MARK = re.compile(r"\s*-\s+")
_ASIDE = re.compile(r"[\s*-]*[（(]")  # says more of the sentence before it
_NOT_OF_WHEN, _NOT_OF_WHOM = "says not of when", "says not of whom"


class SentenceGate:
    """Takes streamed text and lets whole sentences through that every check lets through."""

    def __init__(
        self, *checks: Check, true: Sequence[str] = (), named: Callable[[str], frozenset[str]] | None = None
    ) -> None:
        """Take the checks, the sentences that need none, as computed, and what tells whom one names."""
        self._checks, self._true, self._named = checks, true, named or (lambda _: frozenset())
        self._held = ""
        self._end = ""  # of the last clause let through, until it is known whether another follows it
        self._cut = False  # what came behind it was withheld
        self._timeless = False  # a clause was withheld that says of when the ones behind it are
        self._subjectless = False  # one was withheld that names whom the ones behind it are of
        self._mark = ""  # of the line whose first clause was withheld
        self.withheld: list[str] = []
        self.reasons: list[str] = []  # why each was: what of it nothing bears out

    def feed(self, piece: str) -> str:
        """Return what may be shown after this piece."""
        self._held += piece
        out = ""
        while match := sentence_end(self._held):
            if match.end() == len(self._held) and match.group() == ".":
                break  # 3. may yet become 3.5
            out += self._judge(self._held[: match.end()])
            self._held = self._held[match.end() :]
        return out

    def close(self) -> str:
        """Return what may be shown of the rest; behind a clause without another stands a full stop."""
        rest, self._held = self._held, ""
        shown = self._judge(rest) if rest.strip() else ""
        end, self._end = _as_full_stop(self._end) if self._cut else self._end, ""
        return f"{shown}{end}{'' if rest.strip() else rest}"

    def _judge(self, sentence: str) -> str:
        true = any(sentence.strip() in one for one in self._true)
        goes_on, when = bool(_CLAUSE_END.search(sentence)), says_when(sentence)
        left_alone = self._left_alone(sentence, true=true, when=when)
        found = [] if true or left_alone else next(filter(None, self._unfounded(sentence)), [])
        if left_alone or found:
            self.reasons.append(", ".join(found) or left_alone)
            nobody = left_alone == _NOT_OF_WHOM
            self._subjectless = goes_on and (nobody or bool(self._named(sentence)))
            timeless = when or (bool(left_alone) and not nobody)
            return self._withhold(sentence, goes_on=goes_on, timeless=timeless)
        self._timeless, self._subjectless, mark, self._mark = False, False, self._mark, ""
        text, self._cut = f"{self._end}{mark}{sentence.lstrip() if mark else sentence}", False
        end = _CLAUSE_END.search(text)
        self._end = end.group() if end else ""
        return text[: end.start()] if end else text

    def _left_alone(self, sentence: str, *, true: bool, when: bool) -> str:
        """Return what a sentence does not say without one that was withheld before it, or nothing."""
        if (self._timeless and not when) or (self._cut and _ASIDE.match(sentence)):
            return _NOT_OF_WHEN
        return _NOT_OF_WHOM if self._subjectless and not true and not self._named(sentence) else ""

    def _unfounded(self, sentence: str) -> Iterator[list[str]]:
        return (one.unfounded(sentence) for one in self._checks)

    def _withhold(self, sentence: str, *, goes_on: bool, timeless: bool) -> str:
        """Leave a sentence or a clause out, with what of the rest would stand without its time."""
        self.withheld.append(sentence.strip())
        self._cut, self._timeless = True, goes_on and timeless
        mark = _MARK.match(sentence)
        self._mark = (mark.group() if mark else self._mark) if goes_on else ""
        if not goes_on:  # nothing follows the clause before it
            self._end = _as_full_stop(self._end)
        return ""


def _as_full_stop(end: str) -> str:
    """Return the end of a clause as that of a sentence.

    >>> _as_full_stop("；"), _as_full_stop("; ")
    ('。', '. ')
    """
    return end.replace("；", "。").replace(";", ".")
