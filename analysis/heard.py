"""A question of which some words are not read, heard by what it holds: cues, figures, members, times."""

import re
from collections.abc import Sequence
from dataclasses import replace

from analysis.anomaly.group import group_of, group_word
from analysis.asked import Kind, Recognised, has_cue, hear, leans, tells_a_change, way_of
from analysis.clauses import FIGURES, Clause, Held, Span, clauses_of
from analysis.composing import composed, filled, used_of
from analysis.hearing import Hearing
from analysis.naming import is_called_otherwise, names_in, recognised_beside_names
from analysis.narrowing import may_narrow
from analysis.passing import passed_over
from analysis.rest import recent_in, with_its_year
from analysis.sensing.kinds import kind_of, means
from analysis.sensing.sensing import set_apart
from analysis.times import is_beside_itself
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Parts
from understanding.metric.referents import may_speak_of_a_kind, of_a_kind
from understanding.readings import MetricHit

_THAN_LAST_YEAR = {"zh": "比去年", "en": " compared with last year"}

# How much of what nothing reads is asked, how much power will we sell: no first figure stands for it.
_SO_MUCH_OF = re.compile(
    r"\bhow (?:much|many) (?!(?:will|would|shall|do|does|did|can|could|should|is|are|the|more|money|we|of)\b)"
    r"[a-z]+"
    r"|多少(?![钱元万亿左上])[\u4e00-\u9fff]",
    re.IGNORECASE,
)


def heard(
    text: str, desk: MetricDesk, before: MetricQuery | None = None, *, first: bool = True
) -> tuple[Recognised, ...]:
    """Return the analysis that a question's cues ask for, its rest made of what it holds, as it may be meant.

    Words that may be a condition and are not read leave it to others; what else is passed over is told.
    What is not named is that of the question `before`; of a `first` one the figure is the scorecard's first.
    """
    found = _kind_heard(text, desk)
    if found is None:
        return ()
    hearing = _hearing(found, desk)
    if may_narrow(hearing) or (before is None and _goes_on(hearing, first=first)):
        return ()
    used, main = hearing.used, hearing.main
    if found.kind == "why":
        found = replace(found, direction=way_of(main.text) or found.direction)
    beside = _set_beside(hearing)
    rest = _rest_told(hearing, beside=bool(beside))
    if rest is None:
        return ()
    hearing = replace(hearing, used=[*used, *(one for one in beside if one not in used)])
    plain = replace(found, rest=rest, passed=passed_over(hearing))
    if _is_of_something_else(plain, hearing, before):
        return ()
    if plain.kind == "forecast" and any(map(_SO_MUCH_OF.search, plain.passed)):
        return ()
    return tuple(
        replace(plain, rest=one, figure_assumed=found.figure_assumed or assumed)
        for one, assumed in filled(rest, used, first and leans(main.text) is None, found, desk, before)
    )


def _is_of_something_else(plain: Recognised, hearing: Hearing, before: MetricQuery | None) -> bool:
    """Tell what is odd about a thing nothing reads (is the smart restocking in Nanjing working), or reasons.

    The reasons of complaints, and who left and why, are rows: no figure moved.
    """
    if plain.sensed and plain.kind == "anomaly" and len(plain.passed) > 1:
        return True
    of_more = plain.passed or any(one.of("dimension") for one in hearing.clauses)
    reasons = before is None and plain.kind == "why" and bool(of_more)
    return reasons and not _of_a_change(hearing.used, plain)


def _kind_heard(text: str, desk: MetricDesk) -> Recognised | None:
    """Return the kind that cues ask for, with the group of figures that one word names."""
    found = _concerned(text, desk) or kind_of(set_apart(text, desk), desk) or _by_its_words(text, desk)
    if found is None or is_called_otherwise(text, desk):
        return None
    found = replace(found, rest=with_its_year(found.rest, desk))
    if found.kind == "target" and desk.parts(found.rest).of("dimension") and not _of_one_shown(text, desk):
        return replace(found, kind="pace")  # which of them is no target of all
    if found.kind == "briefing":
        figures, left = group_of(found.rest, desk)
        listed = sorted(figures, key=lambda one: (one not in desk.catalog.scorecard, one))
        return replace(found, figures=tuple(listed), rest=left)
    return _led_by_its_first(found, desk) if found.kind in ("why", "forecast", "momentum") else found


def _of_one_shown(text: str, desk: MetricDesk) -> bool:
    """Tell a question of one that was shown: that area's target is not each area's."""
    return may_speak_of_a_kind(text) and of_a_kind(desk.parts(text)) is not None


def _hearing(found: Recognised, desk: MetricDesk) -> Hearing:
    """Return a question by its clauses, with the one that tells most and what of all is used."""
    parts, kind = desk.parts(found.rest), found.kind
    clauses = clauses_of(parts, found, desk)
    of_cause = kind in ("why", "target")  # is it the traffic: whose target it is stands elsewhere
    whole = [one for one in clauses if one.weight and not (of_cause and one.supposes)] or clauses
    sensed = [one for one in clauses if found.sensed and means(one.text, kind, desk)]
    asks = [one for one in clauses if one in sensed or has_cue(kind, one.text)]
    # Tomorrow is Monday's meeting: which areas should I watch.
    whom = [one for one in clauses if kind == "concern" and one.of("dimension")]
    told = whom if len(whom) == 1 else whole
    main = max(told, key=lambda one: (_names_what(one, kind), one.weight, one in asks))
    used = used_of(main, [one for one in whole if one is not main], found, parts.text, desk)
    return Hearing(found, parts, clauses, main, used, desk, asks)


def _set_beside(hearing: Hearing) -> list[Held]:
    """Return the times that *why* is told of where a time is set beside itself a year before."""
    periods = [it for one in hearing.clauses for it in one.of("period")]
    beside = hearing.found.kind == "why" and is_beside_itself(periods, hearing.parts.text)
    return periods if beside else []


def _rest_told(hearing: Hearing, *, beside: bool) -> str | None:
    """Return what is used as words, with the year before that it is set beside, and with *recently*."""
    found, text = hearing.found, hearing.parts.text
    rest = composed(hearing.used, text, found, hearing.desk)
    if rest is None:
        return None
    rest += _THAN_LAST_YEAR[found.language] if beside else ""
    if not any(one.kind == "period" for one in hearing.used) and (lately := recent_in(text)):
        rest = f"{rest}{'' if found.language == 'zh' else ' '}{lately}".strip()
    return rest


def _concerned(text: str, desk: MetricDesk) -> Recognised | None:
    """Return a question whom to worry about, or whether growth goes on, as that.

    To its meaning it is one of what is odd, or why.
    """
    told = recognised_beside_names(text, desk)
    found = told is not None and told.kind in ("concern", "momentum")
    return hear(text, names_in(text, desk), told.kind) if told is not None and found else None


def _by_its_words(text: str, desk: MetricDesk) -> Recognised | None:
    """Return a question of how things go, which few cues tell, as that where the words of asking are read."""
    told = recognised_beside_names(text, desk)
    of_this = told is not None and told.kind == "briefing"
    return hear(text, names_in(text, desk), "briefing") if of_this else None


def _of_a_change(used: Sequence[Held], found: Recognised) -> bool:
    """Tell a question that names a figure or whose it is, or says that something moved."""
    return any(one.kind in (*FIGURES, "value") for one in used) or tells_a_change(found.text)


def _led_by_its_first(found: Recognised, desk: MetricDesk) -> Recognised:
    """Return a question of figures that one word begins as of the first of them on the scorecard."""
    word, names = group_word(found.rest, desk)
    lead = next((name for name in desk.catalog.scorecard if name in names), "")
    if not lead:
        return found
    label = desk.catalog.metrics[lead].label(found.language)
    return replace(found, rest=found.rest.replace(word, label, 1), figure_assumed=True)


def asked_alone(text: str, desk: MetricDesk) -> tuple[Kind, tuple[str, ...]] | None:
    """Return the figures that single clauses of a question ask for, each read whole, and a kind by its cues.

    What another clause says of the time or the members must be said in it as well.
    """
    found = kind_of(set_apart(text, desk), desk)
    if found is None:
        return None
    clauses = clauses_of(desk.parts(found.rest), found, desk)
    read = [(one, desk.answers.answer(one.text, desk.today, desk.allowed)) for one in clauses if one.asks]
    whole = [
        (desk.asked(hit.query) or one.text.strip())
        for one, hit in read
        if isinstance(hit, MetricHit) and not (hit.assumed or hit.unread)
        if hit.query.windows or not any(it.of("period") for it in clauses)
        if hit.query.filters or not any(it.of("value") for it in clauses)
    ]
    return (found.kind, tuple(dict.fromkeys(whole))) if whole and len(clauses) > 1 else None


def _names_what(clause: Clause, kind: Kind) -> bool:
    """Tell a clause that asks for a kind and names its figure."""
    return bool(clause.of(*FIGURES)) and has_cue(kind, clause.text)


def leans_on_nothing(text: str, desk: MetricDesk) -> bool:
    """Tell a text that points to what neither it nor a question before it names: will they make it."""
    parts = desk.parts(text)
    return _points_at_nothing(parts, (0, len(parts.text)))


def _points_at_nothing(parts: Parts, span: Span) -> bool:
    at = leans(parts.text[slice(*span)])
    named = parts.of("metric", "state", "thing", "value", "dimension")
    return at is not None and not any(one.piece.span[0] < span[0] + at for one in named)


def _goes_on(heard: Hearing, *, first: bool) -> bool:
    """Tell what goes on from something that is not there; behind a decline so does what names no figure."""
    kinds = {one.kind for one in heard.used}
    timed = heard.found.kind in ("briefing", "anomaly") and "period" in kinds
    if not (first or timed) and kinds.isdisjoint((*FIGURES, "value")):
        return True
    asking = next(one for one in heard.clauses if one is heard.main or one in heard.asks)
    return _points_at_nothing(heard.parts, asking.span)  # a later *it* is what the first asks for
