"""Which words that nothing reads may narrow what is asked: these leave a question to others."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from analysis.asked import has_cue, is_quiet, narrows
from analysis.clauses import FIGURES, Span
from analysis.hearing import NUMERALS, TELLS_NO_MORE, Hearing
from language.words import has_run
from understanding.metric.known import plain_units
from understanding.metric.parts import Part
from understanding.words.empty import is_empty

_ASKED_APART = ("concern", "momentum")  # whom one speaks of may stand in a clause of its own
_OF_MEMBERS = ("briefing", "anomaly", "concern", "momentum")  # whom one names, with no figure
_LEADS_IN = frozenset(["of", "for", "from", "at", "in", "by", "with", "among", "per", "to", "on", "into"])
_ARTICLES = frozenset(["the", "a", "an", "our", "my", "its", "their", "all"])
_A_TIME = re.compile(
    r"\d|[月周季年号日]|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|spring|summer|autumn|winter|weekends?)\b",
    re.IGNORECASE,
)
_OF_DAYS = re.compile(r"[号日]|(?:st|nd|rd|th)\b")
_BOUND = re.compile(r"(?<!比)(?:以来|以后|之后|以前|之前)|\b(?:since|after|before)\b", re.IGNORECASE)
_UNTIL = re.compile(r"(?:\b(?:through|until|till|by|up to)|截至|截止到?|直到|到)\s*$", re.IGNORECASE)
_EACH = re.compile(r"(?:[每逐各].{0,3}|\b(?:by|per|each|every) (?:the )?\w+|\w+ly)$", re.IGNORECASE)
_THOSE = re.compile(r"[那这]$")
_DENIED = re.compile(r"(?:n['’]t|\bnot)\s+$", re.IGNORECASE)
_OR_NOT = re.compile(r"(.)[不没]\1")  # whether: 有没有


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
    said_more = (
        _bounds_time(heard)
        or _is_of_one_unread(heard)
        or _has_unread(heard)
        or _leaves_out(heard)
        or _is_of_none_of_them(heard)
        or _says_when(heard)
    )
    return said_more or _is_done_of_another(heard)


def _is_of_none_of_them(heard: Hearing) -> bool:
    """Tell members that are denied: what happened to the ones that aren't running."""
    starts = [one.span[0] for one in heard.used if one.kind == "value"]
    return any(_DENIED.search(heard.parts.text[:start]) for start in starts)


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
    kinds = (*FIGURES, "value") if found.kind in _OF_MEMBERS else FIGURES
    of_all = found.kind != "target" and not found.figures and not any(one.kind in kinds for one in heard.used)
    stretches = [(heard.stretch, of_all and not heard.tells_only)]
    if heard.tells_only:
        stretches += [(heard.parts_of(one), of_all) for one in heard.asks]
    for stretch, whole in stretches:
        for place, part in enumerate(stretch):
            if part.kind not in ("other", "end") or heard.says_nothing(part) or heard.is_size(part):
                continue
            if heard.tells_only and stretch is heard.stretch and found.kind in ("briefing", "anomaly"):
                unread = _is_before_a_name(place, stretch, parts.text)  # it opened in the summer
            else:
                timed = _A_TIME.search(part.text) is not None
                unread = whole or timed or _is_beside(place, stretch, parts.text)
            if unread:
                return True
    return False


def _is_of_one_unread(heard: Hearing) -> bool:
    """Tell a target of somebody whom nothing reads: it would be told of all."""
    if heard.found.kind != "target" or any(one.kind == "value" for one in heard.used):
        return False
    of_how = [one for one in heard.clauses if one is heard.main or has_cue("briefing", one.text)]
    return any(_begins_unread(heard.parts_of(one), heard) for one in of_how)


def _begins_unread(stretch: Sequence[Part], heard: Hearing) -> bool:
    """Tell a clause that begins with a word nothing reads: whose target it is, which is not that of all."""
    told = [one for one in stretch if one.kind != "function" and not heard.says_nothing(one)]
    first = list(takewhile(lambda one: one.kind in ("other", "mark"), told))
    return any(one.kind == "other" and not heard.is_size(one) for one in first)


def _leaves_out(heard: Hearing) -> bool:
    """Tell what carries meaning and has no place in the analysis: a limit, a grain, a rank, a not."""
    described = heard.tells_only and heard.found.kind in _ASKED_APART  # it is our biggest: is it slowing
    stretches = [heard.parts_of(one) for one in heard.asks] if described else heard.asking
    return any(_carries(place, stretch, heard) for stretch in stretches for place in range(len(stretch)))


def _carries(place: int, stretch: Sequence[Part], heard: Hearing) -> bool:
    """Tell whether a part that is not used says more than the analysis tells by itself."""
    at = _At(place, stretch, heard)
    if any(one.span == at.span for one in heard.used):
        return False
    if at.part.kind == "number":
        return _is_limit(at)
    if heard.is_said(at.span):
        return False
    if at.part.kind == "grain":
        return _is_another_grain(at)
    says_more = _MARKS.get(at.part.token or "", lambda it: it.part.token not in TELLS_NO_MORE)
    return at.part.kind == "mark" and says_more(at)


@dataclass(frozen=True)
class _At:
    """A part at its place among those of a clause."""

    place: int
    stretch: Sequence[Part]
    heard: Hearing

    @property
    def part(self) -> Part:
        return self.stretch[self.place]

    @property
    def span(self) -> Span:
        return self.part.piece.span

    @property
    def kind(self) -> str:
        """Return the kind of the analysis."""
        return self.heard.found.kind

    @property
    def text(self) -> str:
        return self.heard.parts.text

    @property
    def before(self) -> list[Part]:
        """Return what stands before it, small words left out."""
        return [one for one in self.stretch[: self.place] if one.kind != "function"]

    @property
    def near(self) -> Part | None:
        """Return what stands right before it."""
        return self.before[-1] if self.before else None

    @property
    def behind(self) -> Part | None:
        """Return what stands right behind it."""
        return next((one for one in self.stretch[self.place + 1 :] if one.kind != "function"), None)

    @property
    def is_of_things(self) -> bool:
        return any(one.kind == "dimension" for one in self.stretch)


def _is_another_grain(at: _At) -> bool:
    """Tell a grain that the analysis is not told by: each month of a forecast, 国庆那个月."""
    first, last = at.span
    near = at.near.kind if at.near else ""
    if near == "period" and not at.text[first:].isascii():
        return True  # 国庆那个月 is another time
    if near == "number" or (at.kind == "target" and at.part.token == "day"):
        return False  # 9 days are left; what it takes a day is told
    return at.kind == "forecast" or (at.kind != "anomaly" and _EACH.search(at.text[:last]) is not None)


def _is_cut_by_none(at: _At) -> bool:
    """Tell a *by* of what nothing is told by: what is odd is looked at by each thing."""
    if at.kind == "anomaly":
        behind = at.stretch[at.place + 1 : at.place + 2]
        return not behind or behind[0].kind != "dimension"
    return not (at.kind == "why" and at.near and at.heard.is_said(at.near.piece.span))  # up by about a third


def _counts_things(at: _At) -> bool:
    """Tell a word for how many of things: how many shops, some of the branches, but not those."""
    of = [at.behind] if at.part.token == "some" and at.behind else at.stretch
    things = any(one.kind == "dimension" for one in of)
    is_figure = at.behind is not None and at.behind.kind in FIGURES
    return things and not is_figure and not _THOSE.search(at.text[: at.span[0]])


def _denies(at: _At) -> bool:
    """Tell a not that leaves something out from one that only asks whether: 有没有, 有啥异常没 帮看下."""
    first, last = at.span
    after = at.text[last : at.heard.main.span[1]].strip()
    asks = _OR_NOT.search(at.text[max(first - 1, 0) : last + 1]) or not after
    if asks or is_quiet(after) or is_empty(after):
        return False
    return at.kind != "target" or at.is_of_things


_MARKS = {"per": _is_cut_by_none, "count": _counts_things, "some": _counts_things, "not": _denies}


def _is_limit(at: _At) -> bool:
    """Tell a number that a figure is held against, or of something nobody read, from the size of a move."""
    last, before, heard = at.span[1], at.before, at.heard
    if _OF_DAYS.match(at.text[last:]):
        return True  # 3号到9号
    size = NUMERALS.match(at.text[last:].lstrip("多来余 ")) is not None
    compared = bool(before) and before[-1].token in ("lt", "gt")
    moved = next((one for one in reversed(before) if one.token not in ("lt", "gt")), None)
    if moved is not None and at.kind in ("why", "trend") and heard.is_said(moved.piece.span):
        return False  # down more than 20 %
    behind = next((one for one in heard.parts.every if one.piece.span[0] >= last), None)
    counted = at.kind == "why" and not size and behind is not None and behind.kind == "other"
    goal = at.kind in ("target", "forecast") and (behind is None or behind.kind != "grain")
    return compared or counted or goal


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
