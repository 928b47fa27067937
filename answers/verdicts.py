"""Does a series bear out what a report says of the whole of it: lowest, new, since July, in every month?"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from answers.figures import Figure, figures, states_one_of, without_days
from answers.named_days import MONTH_NAMES, month_called, month_spans, months_in
from answers.parting import clauses
from answers.row_ends import END_WORDS, FROM_TO, end_of_rows
from answers.row_ends import Said as OfRows
from answers.series import WHOLE, Point, Series, series_of
from database.result import QueryResult

_LEAST = 6  # points, that something can be new or recent in
_FEWEST = 3  # and that one can be the lowest of
_MOST_TOLD = 3
_PAUSE = re.compile(r"[：、](?!\d)|\b(?:while|but|whereas)\b|而(?!且)|但")
# What it is the lowest of is told otherwise: of those before, of some of them, at most.
_OF_SOME = re.compile(
    r"此前|以前最|之前最|至[多少]|最多[只能]|at (?:most|least)|before that|up to then|其中|之一|\bone of\b"
    r"|这些|这几|\b(?:of|among|in) (?:these|them|those)\b|第[二三四五]|\b(?:second|third|next)\b",
    re.I,
)
_THESE = re.compile(
    r"其中|这\s*[\d一二两三四五六七八九十]*\s*个?[月周天]|\b(?:of|among|in) (?:these|them|those)\b", re.I
)
_A_COUNT = re.compile(
    r"\d+\s*(?:个|周|天|家|次里)|\b\d+\s+(?:weeks|months|days|years|quarters)\b|第\s*\d+", re.I
)
_OF_A_YEAR = re.compile(
    r"去年|今年|本年|\b(?:19|20)\d\d(?!\d)|\b(?:last|this) year\b|\ba year (?:before|ago|earlier)\b", re.I
)
_NEW = re.compile(
    r"\b(?:is|are|was|were|looks?|seems?) (?:only |quite |rather |still |something )*(?:recent|new for)\b"
    r"|\ba (?:new|recent) (?:problem|development|trend|phenomenon|pattern|thing)\b"
    r"|最近才|近期才|近来才|刚刚?(?:开始|出现)|才刚|是新(?:出现|近|问题|情况|现象)|以前没有过",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|nothing|no longer|hardly)\b|不是|并非|不算|没有(?!达到|完成|过)", re.I)
_STATE = r"偏[高低]|[变转][差坏高低好]|走[高低弱强]|恶化|没有?达标|没有?(?:达到|完成)|未(?:达到|完成)"
_SINCE = (
    re.compile(rf"(?:{_STATE})[^，。；]{{0,14}}?(?P<month>1[0-2]|0?[1-9])\s*月(?:份)?\s*(?:以来|以后|起)"),
    re.compile(rf"(?P<month>1[0-2]|0?[1-9])\s*月(?:份)?\s*(?:以来|以后|起)[^，。；]{{0,14}}?(?:{_STATE})"),
    re.compile(
        rf"\b(?:missed|behind|short|below|above|high|low|elevated|weak|worse|up|down|higher|lower)\b"
        rf"[^.;,]{{0,25}}\bsince (?:the end of )?(?P<month>{MONTH_NAMES})\b",
        re.I,
    ),
)
_ALWAYS = re.compile(
    r"\b(?:in|of) (?:each|every) (?:month|week|day)\b"
    r"|\b(?:each|every) (?:month|week|day)\b(?= (?:was|is|came|lay))"
    r"|\b(?:always|never)\b|每个?[月周天]都|各[月周]都|月月|一直[高低]于|从[未没](?:达到|完成|低于|高于)",
    re.I,
)
_OF_TARGETS = re.compile(r"target|attain|complet|目标|完成|达标|达到|\bbehind\b|\bmissed\b", re.I)
_OF_LAST_YEAR = re.compile(r"\byear\b|去年|同期|同日|同比", re.I)
_OF_GROWTH = re.compile(r"\b(?:gap|difference|above|below|behind|ahead)\b|差距|[高低]于|落后|领先", re.I)
_MADE_UP_FOR = re.compile(
    r"抵消|抵销|冲抵|弥补|填补|补上了|补回|\b(?:mak|mad)(?:e|es|ing) up for\b|\boffset(?:s|ting)?\b"
    r"|\bcancel(?:s|led|ed|ling|ing)? (?:(?:each other|one another)(?: out)?|(?:it |them )?out)\b"
    r"|\b(?:compensat(?:e[sd]?|ing) for|outweigh(?:s|ed|ing)?|counterbalanc(?:e[sd]?|ing))\b",
    re.I,
)
_FELL = re.compile(
    r"[-−–]\s?(?=[\d$€£¥]|CNY|EUR|USD)|下[降滑跌]|减少|[少跌降]了|回落|缩|"
    r"\b(?:fell|fall(?:s|ing|en)?|drop(?:s|ped)?|declin(?:e|es|ed|ing)|lost|loss(?:es)?|down|decreas\w+|fewer|less"
    r"|lower)\b",
    re.I,
)
_ROSE = re.compile(
    r"\+\s?(?=[\d$€£¥]|CNY|EUR|USD)|上[升涨]|增[加长]|[多涨升增]了|回升|"
    r"\b(?:rose|ris(?:e|es|en|ing)|gain(?:s|ed)?|grew|grow(?:s|th|n|ing)?|up|increas\w+|more|higher|added)\b"
    r"(?! for\b)",
    re.I,
)
_JUST_BEFORE = 8  # signs
_BOTH = 2  # figures: what fell, and what rose
_SAID_TOO = (_NEW, *_SINCE, _ALWAYS)
_NONE_OF = re.compile(r"没有|从[未没]|\b(?:neither|never|none|nobody|no|not|nor)\b", re.I)
_UNLIKE_CLAUSE = re.compile(
    r"没有(?:下降|下滑|减少|上升|增加|变差|变好)|未(?:下降|下滑|减少|上升)"
    r"|\b(?:did|does|has|have) not (?:fallen?|fall|drop(?:ped)?|declined?|rise[n]?|worsen(?:ed)?)\b"
    r"|\bno (?:fall|drop|decline|rise|increase)\b",
    re.I,
)
_BASE = re.compile(
    r"比|较|[去上前]年|上个?[月周]|前[期一]|同[期比]|环比|以来|\d\s*[月日]"
    r"|\b(?:than|from|against|on (?:the|a) year|year|since|compared|before|after|last|previous|versus|vs)\b",
    re.I,
)


@dataclass(frozen=True)
class _Said:
    """One sentence, the series of whom it names, and all there are."""

    text: str
    series: tuple[Series, ...]
    every: tuple[Series, ...] = ()  # also of those that it does not name
    tables: Sequence[QueryResult] = ()

    def leads(self, series: Series, point: Point) -> bool:
        """Tell who is at an end of all names at a time; over all the times it need not be one."""
        beside = [
            at.value
            for one in self.every
            if series.names and one.heading == series.heading and one.bound == series.bound
            for at in one.points
            if at.time == point.time
        ]
        return len(beside) > 1 and point.value in (max(beside), min(beside))

    def alike(self, text: str = "") -> tuple[Series, ...]:
        """Return the series of what a part of the sentence speaks of: of targets, of the year before."""
        text, kept = text or self.text, self.series
        if _OF_TARGETS.search(text):
            return tuple(one for one in kept if one.bound == WHOLE or _OF_TARGETS.search(one.heading)) or kept
        if _OF_LAST_YEAR.search(text):
            return tuple(one for one in kept if one.bound == 0) or kept
        return kept


def unfounded_verdicts(
    sentence: str, statements: Iterable[str], tables: Sequence[QueryResult], before: str = ""
) -> list[str]:
    """Return what a sentence says of a series that the series at hand deny, each with what they show.

    `before` is what stands before it in its line: whom *it* is.

    >>> unfounded_verdicts("投诉没有下降。", [], [])
    ['没有下降 (since or against when?)']
    """
    found = [f"{one[0]} (since or against when?)" for one in _bases_missing(sentence)]
    found += _not_made_up_for(sentence, statements := list(statements))
    if not (_telling(sentence) or found):
        return []
    told = [one for one in statements if _telling(one)]
    every = [series_of(table) for table in tables]
    spoken_of = _spoken_of(sentence, every, before)
    said = _Said(sentence, spoken_of, tuple(one for each in every for one in each), tables)
    found += _ends(said, told)
    if not any(map(_NEW.search, told)):
        found += _not_new(said)
    found += _not_since(said)
    found += _not_always(said, told)
    return found


def _telling(text: str) -> bool:
    forms = (*(form for _, form in END_WORDS.items()), *_SAID_TOO)
    return any(form.search(text) for form in forms)


def _bases_missing(sentence: str) -> Iterator[re.Match[str]]:
    """Yield each no fall whose clause does not say against what: against last year is not against August."""
    parts = _pauses(sentence)
    for at, clause in enumerate(parts):
        found = _UNLIKE_CLAUSE.search(clause)
        if found is None:
            continue
        # What a colon leads in is its own: no fall: 31.6, against 31.0 a year ago.
        own = parts[at:] if re.search(rf"{re.escape(found[0])}\s*[：:]", sentence) else [clause]
        if any(_BASE.search(one.replace(found[0], " ")) for one in own):
            continue
        if not (at and _denies(found[0], parts[at - 1])):
            yield found


def _denies(said: str, clause: str) -> bool:
    """Tell a clause whose two ends bear out no fall, or no rise: 从 18.46 % 到 18.73 %."""
    found = FROM_TO.search(without_days(clause))
    ends = [one.value for one in figures(found[0])] if found else []
    if len(ends) != _BOTH or not (_FELL.search(said) or _ROSE.search(said)):
        return False
    return ends == sorted(ends, reverse=not _FELL.search(said))


def _not_made_up_for(sentence: str, statements: Sequence[str]) -> Iterator[str]:
    """Yield a making up for whose sentence does not tell a fall and a rise, both with figures."""
    word = _MADE_UP_FOR.search(sentence)
    if word is None or any(map(_MADE_UP_FOR.search, statements)):
        return
    besides = sentence.replace(word[0], " ")
    if _NONE_OF.search(sentence[max(0, word.start() - _JUST_BEFORE) : word.start()]):
        return  # 没有补回来 claims nothing
    many = len(_amounts(besides))
    if many < _BOTH or not (_FELL.search(besides) and _ROSE.search(besides)):
        yield f"{word[0]} (what fell and what rose, by how much each, and what do both come to?)"


def _pauses(sentence: str) -> list[str]:
    return [one for part in clauses(sentence) for one in _PAUSE.split(part) if one.strip()]


def _amounts(text: str) -> list[Figure]:
    """Return the figures of a text but its dates and how many weeks, months or places there are."""
    return figures(_A_COUNT.sub(" ", without_days(text)))


def _spoken_of(sentence: str, tables: Sequence[Sequence[Series]], before: str) -> tuple[Series, ...]:
    """Return the series of whom a sentence names, of the tables that hold its figures where some do."""
    said, stated = sentence.lower(), _amounts(sentence)
    if not any(one.names and one.is_named(said) for each in tables for one in each):
        said = f"{before} {said}".lower()
    months = {month for _, month in months_in(sentence)}
    named = [[one for one in each if one.is_named(said)] for each in tables]
    told = [each for each in named if any(_is_meant(at, months, stated) for one in each for at in one.points)]
    return tuple(one for each in told or named for one in each)


def _ends(said: _Said, statements: Sequence[str]) -> Iterator[str]:
    parts = _pauses(said.text)
    for at, clause in enumerate(parts):
        for end, form in END_WORDS.items():
            word = form.search(clause)
            if word is None or (_OF_SOME.search(clause) and not _THESE.search(clause)):
                continue
            own = _amounts(clause)
            beside = "" if own else "".join(parts[at - 1 : at] or parts[1:2])  # its figure's
            stated = own or _amounts(beside)
            if any(form.search(one) and states_one_of(one, stated) for one in statements):
                continue
            where = beside + clause
            together = next((one for one in clauses(said.text) if clause in one), clause)
            shown = end_of_rows(said.tables, OfRows(end, clause, where, together, said.text, stated))
            if shown is None:
                over = said.text if _THESE.search(clause) else clause
                shown = _no_end(stated, end, where, (over, "".join(parts[:at])), said)
            if shown:
                yield f"{word[0]} ({shown})"


def _no_end(stated: Sequence[Figure], end: str, where: str, over: tuple[str, str], said: _Said) -> str:
    """Return what the series show where one of a clause's figures is in some of them, and in none the end."""
    months = {month for _, month in months_in(where)}
    shown = ""
    for one in said.series:
        held = [point for point in one.points if _is_meant(point, months, stated)]
        if any(said.leads(one, point) for point in held):
            return ""
        if not held:
            continue
        parts = list(_parts(one, held[0], *over))
        for part in parts:
            ends = (max if end == "highest" else min)(part.values)
            if len(part.points) < _FEWEST or any(point.value == ends for point in held):
                return ""
        shown = shown or f"{one.heading}: {_told(parts[0], end)}"
    return shown


def _parts(series: Series, point: Point, over: str, ahead: str = "") -> Iterator[Series]:
    """Yield what a clause may speak of: since when, months or the year it tells, else all of a series.

    One that tells none goes on about the time since when is told `ahead` of it.
    """
    if (behind := series.behind(over)) is not None:
        yield behind
        return
    spans = list(month_spans(over))
    for first, last in spans:
        if 1 <= first <= 12 and 1 <= last <= 12:
            yield series.within(first, last, point.year)
    if not spans and _OF_A_YEAR.search(over) and point.year:
        yield series.within(1, 12, point.year)
    if not spans:
        told = (_part_told(series, point, text) for text in reversed(_pauses(ahead)))
        yield next((part for part in told if part is not None), series)


def _part_told(series: Series, point: Point, text: str) -> Series | None:
    """Return what lies since a time that a text tells, where the point does."""
    since = series.behind(text, first=True)
    return since if since is not None and point in since.points else None


def _is_meant(point: Point, months: set[int], stated: Sequence[Figure]) -> bool:
    if months and point.month not in months:
        return False
    return any(one.is_written_of(point.value) and (months or one.is_fine) for one in stated)


def _told(series: Series, end: str) -> str:
    """Return the end of a series with its times."""
    most = (max if end == "highest" else min)(series.values)
    times = [point.time for point in series.points if point.value == most][:_MOST_TOLD]
    return f"{end} {_written(most)} in {', '.join(times)}"


def _written(value: float) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def _not_new(said: _Said) -> Iterator[str]:
    """Yield a new or recent that a series does not show: it was so before, or too little is at hand."""
    found = _NEW.search(said.text)
    if found is None or _DENIED.search(said.text[max(0, found.start() - 12) : found.end()]):
        return
    every = [_newly(one) for one in said.alike()]
    borne = [one for one in every if one[0].names] or every
    if not borne or not all(_all_named(borne)):
        shown = next((text for _, so, text in borne if not so), "no series at hand shows it")
        yield f"{found[0].strip()} ({shown})"


def _all_named(borne: Sequence[tuple[Series, bool, str]]) -> Iterator[bool]:
    """Yield for each name whether one of its series shows it: new for both is new for each."""
    for names in {one.names for one, _, _ in borne}:
        yield any(so for one, so, _ in borne if one.names == names)


def _newly(series: Series) -> tuple[Series, bool, str]:
    """Tell a series whose last figures lie apart from all before them."""
    name, values = (f"{' '.join(series.names)} " if series.names else "") + series.heading, series.values
    if len(values) < _LEAST:
        return series, False, f"{name}: {len(values)} times are at hand, {_LEAST} are needed"
    if series.bound is not None:
        over = [value > series.bound for value in values]
        late = next((at for at, side in enumerate(reversed(over)) if side != over[-1]), len(over))
        if late <= len(over) // 2 and over[-1] not in over[: len(over) - late]:
            return series, True, ""
        same = [point.time for point, side in zip(series.points, over, strict=True) if side == over[-1]]
        return series, False, f"{name}: also in {', '.join(same[:_MOST_TOLD])}"
    for late in range(1, len(values) // 3 + 1):
        before, after = values[:-late], values[-late:]
        if min(after) > max(before) or max(after) < min(before):
            return series, True, ""
    return series, False, f"{name}: as much in {_nearest(series)}"


def _nearest(series: Series) -> str:
    """Return when a series was before where it is in the end."""
    last = series.points[-1].value
    return min(series.points[:-1], key=lambda one: abs(one.value - last)).time


def _not_since(said: _Said) -> Iterator[str]:
    """Yield a since whose months are not all on one side, with the month before on the other."""
    for form in _SINCE:
        for found in form.finditer(said.text):
            if _NONE_OF.search(_pauses(said.text[: found.end()])[-1]):
                continue  # neither went above 60 since November: nothing began then
            month = month_called(found["month"])
            held = [one for one in said.alike(found[0]) if any(point.month == month for point in one.points)]
            if not (_OF_LAST_YEAR.search(found[0]) or _OF_TARGETS.search(found[0])):
                held = [one for one in held if one.is_level] or held
            parted = [(one, *one.from_month(month, 0)) for one in held]
            parted = [(one, before, after) for one, before, after in parted if before and after]
            if parted and not any(_is_onset(one, before, after, found[0]) for one, before, after in parted):
                one, before, after = parted[0]
                yield (
                    f"{found[0].strip()} ({one.heading}: {_written(min(after))} to {_written(max(after))} "
                    f"since, {_written(min(before))} to {_written(max(before))} before)"
                )


def _is_onset(series: Series, before: Sequence[float], after: Sequence[float], text: str) -> bool:
    if series.bound is not None and (_OF_TARGETS.search(text) or _OF_GROWTH.search(text)):
        sides = {value > series.bound for value in after}
        return len(sides) == 1 and (before[-1] > series.bound) not in sides
    return min(after) > max(before) or max(after) < min(before)


def _not_always(said: _Said, statements: Sequence[str]) -> Iterator[str]:
    """Yield an each month that no series at hand bears out."""
    found = _ALWAYS.search(said.text)
    if found is None or any(found[0].lower() in one.lower() for one in statements):
        return
    told: list[str] = []
    for one in said.alike():
        if one.bound is None:
            continue
        for part in _parts(one, one.points[-1], said.text):
            sides = [value > one.bound for value in part.values]
            if not sides or len(set(sides)) == 1:
                return
            rarer = min((True, False), key=sides.count)
            times = [point.time for point, side in zip(part.points, sides, strict=True) if side == rarer]
            told.append(f"{one.heading}: not in {', '.join(times[:_MOST_TOLD])}")
    if told:
        yield f"{found[0].strip()} ({told[0]})"
