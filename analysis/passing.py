"""Words of a question that nothing reads: which may narrow what is asked, which are passed over and told."""

import re
from collections.abc import Iterator, Sequence

from analysis.asked import Recognised, cue_spans, is_quiet, narrows, quiet_spans
from analysis.briefing.scorecard import scorecard
from analysis.clauses import FIGURES, Clause, Held, Span
from analysis.times import days_of
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part, Parts
from understanding.words.empty import is_empty

_LEADS_IN = frozenset(
    [
        "of",
        "for",
        "from",
        "at",
        "in",
        "by",
        "with",
        "among",
        "per",
        "without",
        "excluding",
        "to",
        "on",
        "into",
    ]
)
_ARTICLES = frozenset(["the", "a", "an", "our", "my", "its", "their", "all"])
_A_TIME = re.compile(
    r"\d|[月周季年号日]|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|spring|summer|autumn|winter|weekends?)\b",
    re.IGNORECASE,
)
_NUMERALS = re.compile(r"[万亿千百成倍件个辆家次人笔]|%|percent|million|billion|times", re.IGNORECASE)
_OF_DAYS = re.compile(r"[号日]|(?:st|nd|rd|th)\b")
_BOUND = re.compile(r"(?<!比)(?:以来|以后|之后|以前|之前)|\b(?:since|after|before)\b", re.IGNORECASE)
_UNTIL = re.compile(r"(?:\b(?:through|until|till|by|up to)|截至|截止到?|直到|到)\s*$", re.IGNORECASE)


def may_narrow(
    main: Clause, clauses: Sequence[Clause], used: Sequence[Held], parts: Parts, found: Recognised
) -> bool:
    """Tell whether a word that is not read stands where what narrows the figure would."""
    stretch = [one for one in parts.every if main.span[0] <= one.piece.span[0] < main.span[1]]
    if narrows(main.text) or any(narrows(one.text) for one in clauses if one.of(*FIGURES, "value")):
        return True
    if _bounds_time(main) or (found.kind == "briefing" and len(main.of(*FIGURES)) == 1):
        return True  # how one figure is going is a figure
    figure = any(one.kind in FIGURES for one in used)
    marks = {one.token for one in stretch if one.kind == "mark"}
    if "share" in marks or (figure and "cumulative" in marks):
        return True
    if found.kind == "forecast" and any(
        _UNTIL.search(parts.text[: one.span[0]]) for one in used if one.kind == "period"
    ):
        return True
    cues = [*cue_spans(found.kind, parts.text), *quiet_spans(parts.text)]
    kinds = (*FIGURES, "value") if found.kind in ("briefing", "anomaly") else FIGURES
    of_all = found.kind != "target" and not found.figures and not any(one.kind in kinds for one in used)
    for place, part in enumerate(stretch):
        if part.kind not in ("other", "end") or _says_nothing(part, parts, cues):
            continue
        if _is_size(parts, *part.piece.span):
            continue
        if of_all or _A_TIME.search(part.text) or _is_beside(place, stretch, parts.text):
            return True
    if found.kind == "forecast" and main.of("grain"):
        return True  # by day
    for one in main.of("grain"):
        before = [part for part in stretch if part.piece.span[1] <= one.span[0] and part.kind != "function"]
        if before and before[-1].kind == "period" and not parts.text[one.span[0] :].isascii():
            return True  # 国庆那个月 is another time
    above = any(one.token in ("lt", "gt") for one in stretch)
    if found.kind not in ("target", "why") and above and main.of("number"):
        return True  # on how many days more than 4 million
    if any(_OF_DAYS.match(parts.text[one.span[1] :]) for one in main.of("number")):
        return True  # 3号到9号
    return found.kind == "why" and any(_counts(one, stretch, parts.text) for one in main.of("number"))


def _bounds_time(clause: Clause) -> bool:
    """Tell a clause with a bound of time that no period in it has read: since it opened, 4月以后."""
    first = clause.span[0]
    periods = [(one.span[0] - first, one.span[1] - first) for one in clause.of("period")]
    bounds = [match.span() for match in _BOUND.finditer(clause.text)]
    return any(not any(start <= bound[0] < end for start, end in periods) for bound in bounds)


def _counts(one: Held, stretch: Sequence[Part], text: str) -> bool:
    """Tell a number of something nobody read: two thirds of the calls, orders above 100."""
    behind = next((part for part in stretch if part.piece.span[0] >= one.span[1]), None)
    above = any(part.token in ("lt", "gt") and part.piece.span[1] <= one.span[0] for part in stretch)
    size = _NUMERALS.match(text[one.span[1] :].lstrip("多来余 ")) is not None
    return not size and (above or (behind is not None and behind.kind == "other"))


def _says_nothing(part: Part, parts: Parts, cues: Sequence[Span]) -> bool:
    first, last = part.piece.span
    text = parts.text[first:last]
    left = "".join(
        char for place, char in enumerate(text, first) if not any(start <= place < end for start, end in cues)
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


def passed_over(
    clauses: Sequence[Clause],
    main: Clause,
    used: Sequence[Held],
    parts: Parts,
    found: Recognised,
    desk: MetricDesk,
) -> tuple[str, ...]:
    """Return what is heard and not taken into account, as it was written."""
    cues = [*cue_spans(found.kind, parts.text), *quiet_spans(parts.text)]
    again = {days_of(one) for one in used if one.kind == "period"}
    told: list[str] = []
    for clause in clauses:
        if clause is main:
            told += _words_passed(main, used, parts, found, cues, desk)
            continue
        clause.held = [one for one in clause.held if one.kind != "period" or days_of(one) not in again]
        if _is_left_out(clause, used, found, desk) or (narrows(clause.text) and not is_quiet(clause.text)):
            told.append(clause.text.strip(" .、"))
    return tuple(dict.fromkeys(told))


def _is_left_out(clause: Clause, used: Sequence[Held], found: Recognised, desk: MetricDesk) -> bool:
    """Tell whether a clause holds what the analysis does not take."""
    shown = _shown(used, found, desk)
    left = [
        one for one in clause.held if one not in used and one.kind not in ("grain", "set_beside", "dimension")
    ]
    left = [one for one in left if not {*one.part.metrics} & shown and not _begins(one, shown, desk)]
    return any(one.kind != "number" or clause.of("metric") for one in left)


def _shown(used: Sequence[Held], found: Recognised, desk: MetricDesk) -> set[str]:
    """Return the figures that are taken, or that a briefing shows anyway."""
    taken = {name for one in used for name in one.part.metrics}
    return taken | ({line.metric for line in scorecard(desk)} if found.kind == "briefing" else set())


def _begins(one: Held, shown: set[str], desk: MetricDesk) -> bool:
    """Tell whether the names of figures that are shown begin with a word: charging, of charging income."""
    names = (desk.catalog.metrics[name] for name in shown)
    return any(metric.label("en").lower().startswith(one.part.text.rstrip("~")) for metric in names)


def _words_passed(
    main: Clause,
    used: Sequence[Held],
    parts: Parts,
    found: Recognised,
    cues: Sequence[Span],
    desk: MetricDesk,
) -> Iterator[str]:
    """Yield the words of the clause that tells most which nothing read."""
    shown = _shown(used, found, desk)
    taken = {one.span for one in used}
    again = {days_of(one) for one in used if one.kind == "period"}
    runs: list[Span] = []
    for part in parts.every:
        first, last = part.piece.span
        if not main.span[0] <= first < main.span[1] or (first, last) in taken:
            continue
        unread = part.kind == "other" and not _says_nothing(part, parts, cues)
        left = next((one for one in main.held if one.span == (first, last)), None)
        meant = left is not None and left.kind not in ("set_beside", "dimension", "grain", "number")
        meant = meant and not ({*part.metrics} & shown)
        meant = meant and not (left is not None and left.kind == "period" and days_of(left) in again)
        if not unread and not meant:
            continue
        if runs and not parts.text[runs[-1][1] : first].strip():
            runs[-1] = (runs[-1][0], last)
        elif not _is_size(parts, first, last):
            runs.append((first, last))
    for run in runs:
        yield parts.text[slice(*_with_neighbours(run, parts))]


def _is_size(parts: Parts, first: int, last: int) -> bool:
    """Tell what a number counts in: 两千多万."""
    before = [one for one in parts.every if one.piece.span[1] <= first and one.kind != "mark"]
    return (
        bool(before)
        and before[-1].kind == "number"
        and _NUMERALS.fullmatch(parts.text[first:last]) is not None
    )


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
