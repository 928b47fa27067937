"""Words of a question that nothing reads: which may narrow what is asked, which are passed over and told."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from analysis.asked import Recognised, cue_spans, is_quiet, narrows, quiet_spans
from analysis.briefing.scorecard import scorecard
from analysis.clauses import FIGURES, Clause, Held, Span
from analysis.times import days_of
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part, Parts
from understanding.words.empty import is_empty

_LEADS_IN = frozenset(["of", "for", "from", "at", "in", "by", "with", "among", "per", "to", "on", "into"])
_ARTICLES = frozenset(["the", "a", "an", "our", "my", "its", "their", "all"])
_A_TIME = re.compile(
    r"\d|[月周季年号日]|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|spring|summer|autumn|winter|weekends?)\b",
    re.IGNORECASE,
)
_NUMERALS = re.compile(
    r"[万亿千百成倍件个辆家次人笔]|%|(?:percent|million|billion|times)\b", re.IGNORECASE | re.ASCII
)
_OF_DAYS = re.compile(r"[号日]|(?:st|nd|rd|th)\b")
_BOUND = re.compile(r"(?<!比)(?:以来|以后|之后|以前|之前)|\b(?:since|after|before)\b", re.IGNORECASE)
_UNTIL = re.compile(r"(?:\b(?:through|until|till|by|up to)|截至|截止到?|直到|到)\s*$", re.IGNORECASE)
_BY_THE_WAY = ("grain", "set_beside", "dimension")


@dataclass(frozen=True)
class Hearing:
    """A question as it is heard: its clauses, the one of them that tells most, and what of all is used."""

    found: Recognised
    parts: Parts
    clauses: Sequence[Clause]
    main: Clause
    used: Sequence[Held]
    desk: MetricDesk

    @cached_property
    def stretch(self) -> list[Part]:
        """Return the parts of the clause that tells most."""
        first, last = self.main.span
        return [one for one in self.parts.every if first <= one.piece.span[0] < last]

    @cached_property
    def said(self) -> list[Span]:
        """Return where words tell the kind, or nothing."""
        return [*cue_spans(self.found.kind, self.parts.text), *quiet_spans(self.parts.text)]

    @cached_property
    def shown(self) -> set[str]:
        """Return the figures that are taken, or that a briefing shows anyway."""
        taken = {name for one in self.used for name in one.part.metrics}
        lines = scorecard(self.desk) if self.found.kind == "briefing" else ()
        return taken | {line.metric for line in lines}

    def misses(self, one: Held) -> bool:
        """Tell what is no figure that is shown, and no time that is taken, said again."""
        again = one.kind == "period" and days_of(one) in self._days
        return one not in self.used and not again and self.shown.isdisjoint(one.part.metrics)

    @cached_property
    def _days(self) -> set[tuple[int, int, int] | None]:
        return {days_of(one) for one in self.used if one.kind == "period"}


def may_narrow(heard: Hearing) -> bool:
    """Tell whether a word that is not read stands where what narrows the figure would."""
    main, kind = heard.main, heard.found.kind
    if narrows(main.text) or any(narrows(one.text) for one in heard.clauses if one.of(*FIGURES, "value")):
        return True
    if kind == "briefing" and len(main.of(*FIGURES)) == 1:
        return True  # how one figure is going is a figure
    marks = {one.token for one in heard.stretch if one.kind == "mark"}
    figure = any(one.kind in FIGURES for one in heard.used)
    if "share" in marks or (figure and "cumulative" in marks):
        return True
    return _bounds_time(heard) or _has_unread(heard) or _leaves_out(heard)


def _bounds_time(heard: Hearing) -> bool:
    """Tell a bound of time that no period has read: since it opened, 4月以后 or that a forecast runs to."""
    main, text = heard.main, heard.parts.text
    periods = [one.span for one in main.of("period")]
    bounds = [main.span[0] + match.start() for match in _BOUND.finditer(main.text)]
    if any(not any(start <= bound < end for start, end in periods) for bound in bounds):
        return True
    ends = [one.span[0] for one in heard.used if one.kind == "period" and heard.found.kind == "forecast"]
    return any(_UNTIL.search(text[:start]) for start in ends)


def _has_unread(heard: Hearing) -> bool:
    """Tell a word nothing reads where the figure is none that is named, or beside it, or that is a time."""
    found, parts = heard.found, heard.parts
    kinds = (*FIGURES, "value") if found.kind in ("briefing", "anomaly") else FIGURES
    of_all = found.kind != "target" and not found.figures and not any(one.kind in kinds for one in heard.used)
    for place, part in enumerate(heard.stretch):
        if part.kind not in ("other", "end") or _says_nothing(part, heard) or _is_size(part, parts):
            continue
        if of_all or _A_TIME.search(part.text) or _is_beside(place, heard.stretch, parts.text):
            return True
    return False


def _leaves_out(heard: Hearing) -> bool:
    """Tell what is read and has no place in the analysis: a forecast's grain, a limit, a day of a month."""
    main, text, kind = heard.main, heard.parts.text, heard.found.kind
    if kind == "forecast" and main.of("grain"):
        return True  # by day
    for one in main.of("grain"):
        before = [it for it in heard.stretch if it.piece.span[1] <= one.span[0] and it.kind != "function"]
        if before and before[-1].kind == "period" and not text[one.span[0] :].isascii():
            return True  # 国庆那个月 is another time
    numbers = main.of("number")
    above = any(one.token in ("lt", "gt") for one in heard.stretch)
    if kind not in ("target", "why") and above and numbers:
        return True  # on how many days more than 4 million
    if any(_OF_DAYS.match(text[one.span[1] :]) for one in numbers):
        return True  # 3号到9号
    return kind == "why" and any(_counts(one, heard.stretch, text) for one in numbers)


def _counts(one: Held, stretch: Sequence[Part], text: str) -> bool:
    """Tell a number of something nobody read: two thirds of the calls, orders above 100."""
    behind = next((part for part in stretch if part.piece.span[0] >= one.span[1]), None)
    above = any(part.token in ("lt", "gt") and part.piece.span[1] <= one.span[0] for part in stretch)
    size = _NUMERALS.match(text[one.span[1] :].lstrip("多来余 ")) is not None
    return not size and (above or (behind is not None and behind.kind == "other"))


def _says_nothing(part: Part, heard: Hearing) -> bool:
    first, last = part.piece.span
    left = "".join(
        char
        for place, char in enumerate(heard.parts.text[first:last], first)
        if not any(start <= place < end for start, end in heard.said)
    )
    return not left.strip() or is_quiet(left) or is_empty(left)


def _is_beside(place: int, stretch: Sequence[Part], text: str) -> bool:
    """Tell whether an unread word stands right before a figure or a member, or behind what leads one in."""
    part = stretch[place]
    first, last = part.piece.span
    behind = stretch[place + 1] if place + 1 < len(stretch) else None
    named = (*FIGURES, "value")
    if behind is not None and behind.kind in named and not text[last : behind.piece.span[0]].strip():
        return True
    before = [one for one in stretch[:place] if one.text not in _ARTICLES]
    if not before:
        return False
    near = before[-1]
    if near.kind == "value" and near.piece.span[1] == first and not text[first:last].isascii():
        return any(one.kind in FIGURES for one in stretch[place + 1 :])  # 虎门茶餐厅的营业额
    return near.text in _LEADS_IN and any(one.kind in named for one in stretch[:place])


def passed_over(heard: Hearing) -> tuple[str, ...]:
    """Return what is heard and not taken into account, as it was written."""
    told: list[str] = []
    for clause in heard.clauses:
        if clause is heard.main:
            told += _words_passed(heard)
        elif _is_left_out(clause, heard) or (narrows(clause.text) and not is_quiet(clause.text)):
            told.append(clause.text.strip(" .、"))
    return tuple(dict.fromkeys(told))


def _is_left_out(clause: Clause, heard: Hearing) -> bool:
    """Tell whether a clause holds what the analysis does not take."""
    left = [one for one in clause.held if one.kind not in _BY_THE_WAY and heard.misses(one)]
    named = clause.of("metric")
    return any((one.kind != "number" or named) and not _begins(one, heard) for one in left)


def _begins(one: Held, heard: Hearing) -> bool:
    """Tell whether the names of figures that are shown begin with a word: charging, of charging income."""
    names = (heard.desk.catalog.metrics[name] for name in heard.shown)
    return any(metric.label("en").lower().startswith(one.part.text.rstrip("~")) for metric in names)


def _words_passed(heard: Hearing) -> Iterator[str]:
    """Yield the words of the clause that tells most which nothing read."""
    text, taken = heard.parts.text, {one.span for one in heard.used}
    missed = {
        one.span for one in heard.main.held if one.kind not in (*_BY_THE_WAY, "number") and heard.misses(one)
    }
    runs: list[Span] = []
    for part in heard.stretch:
        first, last = part.piece.span
        unread = part.kind == "other" and not _says_nothing(part, heard)
        if (first, last) in taken or not (unread or (first, last) in missed):
            continue
        if runs and not text[runs[-1][1] : first].strip():
            runs[-1] = (runs[-1][0], last)
        elif not _is_size(part, heard.parts):
            runs.append((first, last))
    for run in runs:
        yield text[slice(*_with_neighbours(run, heard.parts))]


def _is_size(part: Part, parts: Parts) -> bool:
    """Tell what a number counts in: 两千多万."""
    first, last = part.piece.span
    before = [one for one in parts.every if one.piece.span[1] <= first and one.kind != "mark"]
    counted = bool(before) and before[-1].kind == "number"
    return counted and _NUMERALS.fullmatch(parts.text[first:last]) is not None


def _with_neighbours(run: Span, parts: Parts) -> Span:
    """Return a single Chinese character with what it touches: 下午, not 午."""
    first, last = run
    if last - first > 1 or parts.text[first:last].isascii():
        return run
    touching = [
        one
        for one in parts.every
        if one.piece.span[1] == first and one.kind in ("function", "mark", "number")
    ]
    return (touching[-1].piece.span[0], last) if touching else run
