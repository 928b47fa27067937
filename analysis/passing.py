"""Words of a question that nothing reads: which may narrow what is asked, which are passed over and told."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from analysis.asked import Recognised, cue_spans, has_cue, is_quiet, narrows, quiet_spans
from analysis.briefing.scorecard import scorecard
from analysis.clauses import FIGURES, SET_BESIDE, Clause, Held, Span
from analysis.rest import recent_spans
from analysis.sensing.sensing import way_spans
from analysis.times import days_of
from language.words import has_run
from understanding.metric.desk import MetricDesk
from understanding.metric.known import plain_units
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
_EACH = re.compile(r"(?:[每逐各].{0,3}|\b(?:by|per|each|every) (?:the )?\w+|\w+ly)$", re.IGNORECASE)
# Small words at the ends of a phrase that is quoted.
_SMALL_ENDS = re.compile(
    r"^(?:(?:我们?|你们?|在|是|的|和|就|也|把|被|给|对|从|跟|了|有)|(?:and|but|or|so|than|then|yet|though|as|while|which|that"
    r"|the|a|an|of|for|to|in|on|at|by|is|are|was|were|be|it|we|our|my|did|does|do|with|from)\b\s*)+"
    r"|(?:[的了吗呢啊]|\s*\b(?:and|but|or|so|than|then|yet|as|which|that|the|a|an|of|for|to|in|on|at|by|is|are|was"
    r"|were|be|it|did|does|do|with|from))+$",
    re.IGNORECASE,
)
_THOSE = re.compile(r"[那这]$")
_OR_NOT = re.compile(r"(.)[不没]\1")  # whether: 有没有
# Which way it went, beside what, and in all: an analysis tells these; any other mark says what it does not.
_TELLS_NO_MORE = frozenset(
    (
        *("why", "decline", "change", "vary", "trend", "high", "low", "total", "other_data"),
        *("singular", "which", "which_time", "or", "list", "asked", *SET_BESIDE),
    )
)


@dataclass(frozen=True)
class Hearing:
    """A question as it is heard: its clauses, the one of them that tells most, and what of all is used."""

    found: Recognised
    parts: Parts
    clauses: Sequence[Clause]
    main: Clause
    used: Sequence[Held]
    desk: MetricDesk
    asks: Sequence[Clause] = ()  # those that ask for the analysis

    @property
    def tells_only(self) -> bool:
        """Tell a clause that leads up to another that asks: what it says beside data need not be read."""
        return bool(self.asks) and self.main not in self.asks

    @cached_property
    def stretch(self) -> list[Part]:
        """Return the parts of the clause that tells most."""
        return self.parts_of(self.main)

    def parts_of(self, clause: Clause) -> list[Part]:
        """Return the parts of a clause."""
        first, last = clause.span
        return [one for one in self.parts.every if first <= one.piece.span[0] < last]

    @cached_property
    def asking(self) -> list[list[Part]]:
        """Return the parts of that clause, and of each other one that asks for a figure."""
        spans = [one.span for one in self.clauses if one is self.main or one.asks]
        return [[it for it in self.parts.every if one[0] <= it.piece.span[0] < one[1]] for one in spans]

    def is_said(self, span: Span) -> bool:
        """Tell whether words that tell the kind, or nothing, cover all of a span."""
        return all(any(first <= at < last for first, last in self.said) for at in range(*span))

    def bare(self, span: Span) -> Span:
        """Return a span without the end of it that is of a cue which goes on behind it: no 往 of 往下掉."""
        first, last = span
        if self.is_said(span):
            return last, last
        cues = [start for start, end in self.said if first < start < last < end]
        return first, min(cues, default=last)

    @cached_property
    def said(self) -> list[Span]:
        """Return where words tell the kind, or nothing, or the time that is taken for *recently*."""
        text = self.parts.text
        return [*cue_spans(self.found.kind, text), *quiet_spans(text), *recent_spans(text)]

    @cached_property
    def ways(self) -> list[Span]:
        """Return where words that nothing reads only say how the analysis is asked for."""
        return list(way_spans(self.parts.text)) if self.found.sensed else []

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
    if (
        _asks_elsewhere(heard)
        or narrows(main.text)
        or any(narrows(one.text) for one in heard.clauses if one.of(*FIGURES, "value"))
    ):
        return True
    if kind == "briefing" and len(main.of(*FIGURES)) == 1:
        return True  # how one figure is going is a figure
    said_more = _bounds_time(heard) or _has_unread(heard) or _leaves_out(heard) or _says_when(heard)
    return said_more or _is_done_of_another(heard)


def _is_done_of_another(heard: Hearing) -> bool:
    """Tell an unread word that is what is done of other figures alone: bids lost, where bids are heard."""
    known, taken = heard.desk.catalog.metrics, {name for one in heard.used for name in one.part.metrics}
    own = {plain_units(verb) for name in taken for verb in known[name].verbs}
    others = {plain_units(verb) for one in known.values() for verb in one.verbs} - own
    unread = [one for stretch in heard.asking for one in stretch if one.kind == "other"]
    return bool(taken) and any(
        has_run(plain_units(one.text), verb) for one in unread for verb in others if verb
    )


def _says_when(heard: Hearing) -> bool:
    """Tell a thing that is passed over and says when: how did the May holiday go."""
    catalog, used = heard.desk.catalog, {one.span for one in heard.used}
    parts = [one for it in (heard.main, *heard.asks) for one in heard.parts_of(it) if one.kind == "dimension"]
    days = {one.name for one in catalog.dimensions.values() if one.days or one.on_time}
    return any(
        days.intersection((*one.dimensions, *(name for name, _, _ in one.members)))
        for one in parts
        if one.piece.span not in used and not heard.is_said(one.piece.span)
    )


def _asks_elsewhere(heard: Hearing) -> bool:
    """Tell whether a clause without a cue asks for a figure: on why it fell, just give me the total."""
    kind = heard.found.kind
    return any(
        one.asks and one.of(*FIGURES, "dimension") and not has_cue(kind, one.text)
        for one in heard.clauses
        if not (kind == "why" and one.supposes)
    ) and any(has_cue(kind, one.text) for one in heard.clauses)


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
    stretches = [(heard.stretch, of_all and not heard.tells_only)]
    if heard.tells_only:
        stretches += [(heard.parts_of(one), of_all) for one in heard.asks]
    for stretch, whole in stretches:
        for place, part in enumerate(stretch):
            if part.kind not in ("other", "end") or _says_nothing(part, heard) or _is_size(part, parts):
                continue
            if heard.tells_only and stretch is heard.stretch and found.kind in ("briefing", "anomaly"):
                unread = _is_before_a_name(place, stretch, parts.text)  # it opened in the summer
            else:
                timed = _A_TIME.search(part.text) is not None
                unread = whole or timed or _is_beside(place, stretch, parts.text)
            if unread:
                return True
    return False


def _leaves_out(heard: Hearing) -> bool:
    """Tell what carries meaning and has no place in the analysis: a limit, a grain, a rank, a not."""
    return any(_carries(place, stretch, heard) for stretch in heard.asking for place in range(len(stretch)))


def _carries(place: int, stretch: Sequence[Part], heard: Hearing) -> bool:
    """Tell whether a part that is not used says more than the analysis tells by itself."""
    part, text, kind = stretch[place], heard.parts.text, heard.found.kind
    first, last = part.piece.span
    before = [one for one in stretch[:place] if one.kind != "function"]
    near = before[-1] if before else None
    if any(one.span == (first, last) for one in heard.used):
        return False
    if part.kind == "number":
        return _is_limit(part, before, heard)
    if heard.is_said((first, last)):
        return False
    if part.kind == "grain":
        if near is not None and near.kind == "period" and not text[first:].isascii():
            return True  # 国庆那个月 is another time
        if kind == "target" and part.token == "day":
            return False  # what it takes a day is told
        counted = near is not None and near.kind == "number"  # 9 days are left
        return not counted and (
            kind == "forecast" or (kind != "anomaly" and _EACH.search(text[:last]) is not None)
        )
    if part.kind != "mark":
        return False
    if part.token == "per" and kind == "anomaly":
        behind = stretch[place + 1] if place + 1 < len(stretch) else None
        return behind is None or behind.kind != "dimension"  # it is looked at by each of them
    if part.token == "per" and kind == "why" and near is not None and heard.is_said(near.piece.span):
        return False  # up by about a third
    if part.token in ("count", "some"):
        behind = next((one for one in stretch[place + 1 :] if one.kind != "function"), None)
        things = any(
            one.kind == "dimension" for one in ([behind] if part.token == "some" and behind else stretch)
        )
        return things and not _THOSE.search(text[:first]) and (behind is None or behind.kind not in FIGURES)
    if part.token == "not":
        after = text[last : heard.main.span[1]].strip()  # 有啥异常没 帮看下
        asks = (
            _OR_NOT.search(text[max(first - 1, 0) : last + 1])
            or not after
            or is_quiet(after)
            or is_empty(after)
        )
        return not asks and (kind != "target" or any(one.kind == "dimension" for one in stretch))
    return part.token not in _TELLS_NO_MORE


def _is_limit(part: Part, before: Sequence[Part], heard: Hearing) -> bool:
    """Tell a number that a figure is held against, or of something nobody read, from the size of a move."""
    text, last = heard.parts.text, part.piece.span[1]
    if _OF_DAYS.match(text[last:]):
        return True  # 3号到9号
    size = _NUMERALS.match(text[last:].lstrip("多来余 ")) is not None
    compared = bool(before) and before[-1].token in ("lt", "gt")
    moved = next((one for one in reversed(before) if one.token not in ("lt", "gt")), None)
    if moved is not None and heard.found.kind in ("why", "trend") and heard.is_said(moved.piece.span):
        return False  # down more than 20 %
    behind = next((one for one in heard.parts.every if one.piece.span[0] >= last), None)
    counted = heard.found.kind == "why" and not size and behind is not None and behind.kind == "other"
    goal = heard.found.kind in ("target", "forecast") and (behind is None or behind.kind != "grain")
    return compared or counted or goal


def _says_nothing(part: Part, heard: Hearing) -> bool:
    first, last = part.piece.span
    left = "".join(
        char
        for place, char in enumerate(heard.parts.text[first:last], first)
        if not any(start <= place < end for start, end in (*heard.said, *heard.ways))
    )
    return not left.strip() or is_quiet(left) or is_empty(left)


def _is_before_a_name(place: int, stretch: Sequence[Part], text: str) -> bool:
    """Tell whether an unread word stands right before what it is of: 荔枝的收款额, the north side."""
    last = stretch[place].piece.span[1]
    behind = next((one for one in stretch[place + 1 :] if one.text != "的"), None)
    part = stretch[place]
    sort = ("dimension",) if part.text.isascii() or len(part.text) > 1 else ()  # Zhuhai branch, but 进店
    named = behind is not None and behind.kind in (*FIGURES, "value", *sort)
    return named and behind is not None and not text[last : behind.piece.span[0]].strip(" 的")


def _is_beside(place: int, stretch: Sequence[Part], text: str) -> bool:
    """Tell whether an unread word stands right before a figure or a member, or behind what leads one in."""
    if _is_before_a_name(place, stretch, text):
        return True
    part, named = stretch[place], (*FIGURES, "value")
    first, last = part.piece.span
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
    """Yield the phrases of the clause that tells most in which something is not read, whole."""
    text, taken = heard.parts.text, {one.span for one in heard.used}
    missed = {
        one.span for one in heard.main.held if one.kind not in (*_BY_THE_WAY, "number") and heard.misses(one)
    }
    runs: list[_Run] = []
    for part in heard.stretch:
        first, last = heard.bare(part.piece.span)
        if part.piece.span in taken or first >= last:
            continue
        if not runs or text[runs[-1].seen : first].strip():
            runs.append(_Run(first, first, first))
        run = runs[-1]
        run.seen = last
        if part.kind != "mark" or part.token not in _TELLS_NO_MORE:
            run.last = last  # 往常 of 往常高, but 大幅
        says_more = (
            part.kind == "other" and not _says_nothing(part, heard) and not _is_size(part, heard.parts)
        )
        run.unread = run.unread or says_more or part.piece.span in missed
    for run in runs:
        phrase = _SMALL_ENDS.sub("", text[run.first : run.last]).strip(" .、'")
        if run.unread and phrase:
            yield phrase


@dataclass
class _Run:
    """Words side by side that are not used: up to where they are seen, and quoted."""

    first: int
    last: int
    seen: int
    unread: bool = False


def _is_size(part: Part, parts: Parts) -> bool:
    """Tell what a number counts in: 两千多万."""
    first, last = part.piece.span
    before = [one for one in parts.every if one.piece.span[1] <= first and one.kind != "mark"]
    counted = bool(before) and before[-1].kind == "number"
    return counted and _NUMERALS.fullmatch(parts.text[first:last]) is not None
