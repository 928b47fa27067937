"""A question of which some words are not read, heard by what it holds: cues, figures, members, times."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from analysis.anomaly.group import group_of, group_word
from analysis.asked import Kind, Recognised, has_cue, hear, leans, tells_a_change, way_of
from analysis.briefing.scorecard import leading, scorecard
from analysis.clauses import FIGURES, Clause, Held, Span, clauses_of
from analysis.naming import is_called_otherwise, names_in, recognised_beside_names
from analysis.passing import Hearing, may_narrow, passed_over
from analysis.rest import is_told_by, recent_in, with_its_year
from analysis.sensing.kinds import kind_of, means
from analysis.sensing.sensing import set_apart
from analysis.times import is_again, is_beside_itself, start_of, times_of, told_once
from config.wording import say
from language.calendar import days
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Parts
from understanding.readings import MetricHit

_JOINED = re.compile(r"(?<![A-Za-z0-9]) | (?![A-Za-z0-9])")  # Hazel 8月, but 南城8月
_ELSE = re.compile(
    r"别的|其他|其它|其余|另外|\b(?:others?|else|another)\b", re.IGNORECASE
)  # than what was shown
_TO = {"zh": "到", "en": " to "}
_THAN_LAST_YEAR = {"zh": "比去年", "en": " compared with last year"}


def heard(
    text: str, desk: MetricDesk, before: MetricQuery | None = None, *, first: bool = True
) -> tuple[Recognised, ...]:
    """Return the analysis that a question's cues ask for, its rest made of what it holds, as it may be meant.

    Words that may be a condition and are not read leave it to others; what else is passed over is told.
    What is not named is that of the question `before`; of a `first` one the figure is the scorecard's first.
    """
    found = kind_of(set_apart(text, desk), desk) or _by_its_words(text, desk)
    if found is None or is_called_otherwise(text, desk):
        return ()
    found = replace(found, rest=with_its_year(found.rest, desk))
    kind = found.kind
    if kind == "briefing":
        figures, left = group_of(found.rest, desk)
        listed = sorted(figures, key=lambda one: (one not in desk.catalog.scorecard, one))
        found = replace(found, figures=tuple(listed), rest=left)
    elif kind in ("why", "forecast"):
        found = _led_by_its_first(found, desk)
    parts = desk.parts(found.rest)
    clauses = clauses_of(parts, found, desk)
    telling = [one for one in clauses if one.weight and not (found.kind == "why" and one.supposes)]
    whole = telling or clauses
    asks = [
        one for one in clauses if has_cue(kind, one.text) or (found.sensed and means(one.text, kind, desk))
    ]
    main = max(whole, key=lambda one: (_names_what(one, kind), one.weight, one in asks))
    used = _used(main, [one for one in whole if one is not main], found, parts.text, desk)
    hearing = Hearing(found, parts, clauses, main, used, desk, asks)
    if may_narrow(hearing) or (before is None and _goes_on(hearing, first=first)):
        return ()
    if found.kind == "why":
        found = replace(found, direction=way_of(main.text) or found.direction)
    rest = _composed(used, parts.text, found, desk)
    if rest is None:
        return ()
    beside = [it for one in clauses for it in one.of("period")]
    if kind == "why" and is_beside_itself(beside, parts.text):
        hearing = replace(hearing, used=[*used, *(one for one in beside if one not in used)])
        rest = f"{rest}{_THAN_LAST_YEAR[found.language]}"
    if not any(one.kind == "period" for one in used) and (lately := recent_in(parts.text)):
        rest = f"{rest}{'' if found.language == 'zh' else ' '}{lately}".strip()
    plain = replace(found, rest=rest, passed=passed_over(hearing))
    of_more = plain.passed or any(one.of("dimension") for one in clauses)
    if before is None and kind == "why" and of_more and not _of_a_change(used, plain):
        return ()  # the reasons of complaints, and who left and why, are rows: no figure moved
    return tuple(
        replace(plain, rest=one, figure_assumed=found.figure_assumed or assumed)
        for one, assumed in _filled(rest, used, first and leans(main.text) is None, found, desk, before)
    )


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


def _filled(
    rest: str,
    used: Sequence[Held],
    alone: bool,
    found: Recognised,
    desk: MetricDesk,
    before: MetricQuery | None,
) -> Iterator[tuple[str, bool]]:
    """Yield what is heard with what it leaves open, and whether a figure was assumed.

    As before, with the first figure, and as it is.
    """
    gap, kinds = "" if found.language == "zh" else " ", {one.kind for one in used}
    figure = not kinds.isdisjoint(FIGURES) or found.kind in ("briefing", "anomaly", "target")
    changes = found.kind == "why" and "period" not in kinds
    if before is not None and kinds.isdisjoint((*FIGURES, "value")):
        if before.ranking is not None and found.kind == "why":
            return  # several that were chosen by a figure are no change
        name = desk.answers.reader.known.member_name
        others = _ELSE.search(found.rest) is not None
        kept = () if others else before.filters
        shown = [name(one.dimension, value, found.language) for one in kept for value in one.values]
        told = [*shown, *([] if figure else [desk.catalog.metrics[before.metrics[0]].label(found.language)])]
        if changes and (before.compared or len(before.windows) > 1):
            return  # what was set beside what is not known here
        if changes and before.window is not None:
            told.append(f"{before.window.start}{_TO[found.language]}{before.window.end - days(1)}")
        if told:
            yield gap.join([*told, rest]).strip(), False
    year = {one.part.token for one in used if one.kind == "comparison"} == {"last_year"}
    if year and changes:
        rest = gap.join([say("analysis.this_year", found.language), rest])
    lead = leading(desk) if alone else ""
    if not figure and lead:
        yield gap.join([rest, desk.catalog.metrics[lead].label(found.language)]).strip(), True
    yield rest, False


def _used(
    main: Clause, others: Sequence[Clause], found: Recognised, text: str, desk: MetricDesk
) -> list[Held]:
    """Return what the analysis is made of: of the clause that tells most, the rest from the others."""
    of_the_past = found.kind in ("briefing", "anomaly", "why")  # these are of what has been
    to_come = [one for it in (main, *others) for one in it.of("period") if start_of(one) >= desk.today]
    left = to_come if of_the_past else []
    used = [one for one in main.held if one not in left]
    lines = scorecard(desk) if found.kind == "briefing" else ()
    of_all = lines[0].metric if lines else ""
    others = [
        replace(
            one,
            held=[
                it for it in one.held if _cuts(it, of_all, desk) and not _is_code(it, desk) and it not in left
            ],
        )
        for one in others
    ]
    for kinds in (FIGURES, ("value",), ("period",)):
        if not any(one.kind in kinds for one in used):
            used += next((one.of(*kinds) for one in others if one.of(*kinds)), [])
    figures = [one for one in used if one.kind in FIGURES]
    gone = figures if found.kind == "briefing" else figures[1:]
    periods = [one for one in used if one.kind == "period"]
    again = [it for one in others for it in one.of("period") if any(is_again(held, it) for held in periods)]
    kept = told_once([*periods, *again])
    used += [one for one in kept if one not in used]
    gone = [*gone, *(one for one in periods if one not in kept)]
    gone += [
        one
        for one in used
        if one.kind == "dimension" and not (found.kind == "forecast" and is_told_by(text, one.span[0]))
    ]
    gone += [one for one in used if one.kind in ("grain", "number", "end")]
    return sorted((one for one in used if one not in gone), key=lambda one: one.span)


def _is_code(one: Held, desk: MetricDesk) -> bool:
    """Tell what rows are marked with from what has a name of its own: severe, other, new."""
    return one.kind == "value" and all(
        desk.catalog.dimensions[name].values for name, _, _ in one.part.members
    )


def _cuts(one: Held, metric: str, desk: MetricDesk) -> bool:
    """Tell what is no member, or a member that a figure is cut by."""
    members = one.part.members if one.kind == "value" else ()
    return not metric or not members or any(desk.catalog.cuts(metric, name) for name, _, _ in members)


def _composed(used: Sequence[Held], text: str, found: Recognised, desk: MetricDesk) -> str | None:
    """Return what is used as the words of a question that names nothing else."""
    kept = [one for one in used if one.kind != "set_beside"]
    told = [text[slice(*one.span)] for one in kept]
    periods = [one for one in kept if one.kind == "period"]
    times = times_of(periods, text, found, desk, beside=len(kept) < len(used)) if periods else []
    if times != [text[slice(*one.span)] for one in periods]:
        if not times:
            return None
        told = [one for one, held in zip(told, kept, strict=True) if held.kind != "period"] + times
    if found.kind == "forecast":  # by what it is told
        by = "各{}" if found.language == "zh" else "by {}"
        cut = next((text[slice(*one.span)] for one in kept if one.kind == "dimension"), "")
        told = [one for one in told if one != cut] + ([by.format(cut)] if cut else [])
    told = [one.rstrip(".") for one in told]  # October. Why?
    return " ".join(told) if found.language == "en" else _JOINED.sub("", " ".join(told))
