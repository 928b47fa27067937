"""What an analysis is made of, put together from the clauses of a question and what was shown before."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from analysis.asked import Recognised, goes_out
from analysis.briefing.scorecard import leading, scorecard
from analysis.clauses import FIGURES, Clause, Held
from analysis.rest import is_told_by
from analysis.times import is_again, start_of, times_of, told_once
from config.wording import say
from language.calendar import days
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

_JOINED = re.compile(r"(?<![A-Za-z0-9]) | (?![A-Za-z0-9])")  # Hazel 8月, but 南城8月
_ELSE = re.compile(
    r"别的|其他|其它|其余|另外|\b(?:others?|else|another)\b", re.IGNORECASE
)  # than what was shown
_NEVER: dict[str, list[Held]] = {"grain": [], "number": [], "end": []}  # no analysis is made of these
_BESIDE_ITSELF: dict[str, list[Held]] = {"comparison": [], "set_beside": []}  # a concern is, anyway
_BY = {"zh": "各{}", "en": "by {}"}
_TO = {"zh": "到", "en": " to "}


def used_of(
    main: Clause, others: Sequence[Clause], found: Recognised, text: str, desk: MetricDesk
) -> list[Held]:
    """Return what the analysis is made of: of the clause that tells most, the rest from the others."""
    of_the_past = found.kind in (
        "briefing",
        "anomaly",
        "why",
        "concern",
        "momentum",
    )  # these are of what has been
    to_come = [one for it in (main, *others) for one in it.of("period") if start_of(one) >= desk.today]
    left = to_come if of_the_past else []
    beside = [replace(one, held=_lends(one, left, found, desk)) for one in others]
    changes = ("comparison",) if found.kind == "why" else ()  # was August better than last year, and why
    used = _with_others([one for one in main.held if one not in left], beside, changes)
    times = _times(used, beside)
    used += [one for one in times if one not in used]
    figures = ("metric",) if found.kind in ("concern", "momentum") else FIGURES
    lead = [one for one in used if one.kind in figures][:1] if found.kind != "briefing" else []
    cuts = _cuts_told(used, found, text)
    of_kind = {**dict.fromkeys(FIGURES, lead), "dimension": cuts, "period": times, **_NEVER}
    of_kind |= _BESIDE_ITSELF if found.kind in ("concern", "momentum") else {}
    return sorted((one for one in used if one in of_kind.get(one.kind, used)), key=lambda one: one.span)


def _cuts_told(used: Sequence[Held], found: Recognised, text: str) -> list[Held]:
    """Return what a forecast is told by, and of which kind somebody is behind or to be worried about."""
    if found.kind in ("concern", "pace"):
        return [*used]
    return [one for one in used if found.kind == "forecast" and is_told_by(text, one.span[0])]


def _times(used: Sequence[Held], others: Sequence[Clause]) -> list[Held]:
    """Return the times that are used, each once, with those that other clauses say again."""
    periods = [one for one in used if one.kind == "period"]
    again = [it for one in others for it in one.of("period") if any(is_again(held, it) for held in periods)]
    return told_once([*periods, *again])


def _with_others(used: list[Held], others: Sequence[Clause], more: tuple[str, ...]) -> list[Held]:
    """Return what one clause holds with what it lacks of figure, members, time, and of `more` kinds."""
    for kinds in (FIGURES, ("value",), ("period",), *((one,) for one in more)):
        if not any(one.kind in kinds for one in used):
            used = used + next((held for one in others if (held := one.of(*kinds))), [])
    return used


def _lends(clause: Clause, left: Sequence[Held], found: Recognised, desk: MetricDesk) -> list[Held]:
    """Return what another clause says that an analysis may be of; a briefing of what its first figure has."""
    lines = scorecard(desk) if found.kind == "briefing" else ()
    of_all = lines[0].metric if lines else ""
    held = [one for one in clause.held if one not in left and not _is_code(one, desk)]
    return [one for one in held if _cuts(one, of_all, desk)]


def _is_code(one: Held, desk: MetricDesk) -> bool:
    """Tell what rows are marked with from what has a name of its own: severe, other, new."""
    return one.kind == "value" and all(
        desk.catalog.dimensions[name].values for name, _, _ in one.part.members
    )


def _cuts(one: Held, metric: str, desk: MetricDesk) -> bool:
    """Tell what is no member, or a member that a figure is cut by."""
    members = one.part.members if one.kind == "value" else ()
    return not metric or not members or any(desk.catalog.cuts(metric, name) for name, _, _ in members)


def composed(used: Sequence[Held], text: str, found: Recognised, desk: MetricDesk) -> str | None:
    """Return what is used as the words of a question that names nothing else."""
    kept = [one for one in used if one.kind != "set_beside"]
    periods, cuts = (_of(kept, kind) for kind in ("period", "dimension"))
    times = times_of(periods, text, found, desk, beside=len(kept) < len(used)) if periods else []
    if periods and not times:
        return None
    as_said = times == [_words(one, text) for one in periods]
    told = [_words(one, text) for one in kept if as_said or one.kind != "period"]
    told += [] if as_said else times
    if found.kind == "forecast" and cuts:
        cut = _words(cuts[0], text)
        told = [*(one for one in told if one != cut), _BY[found.language].format(cut)]
    whole = " ".join(one.rstrip(".") for one in told)  # October. Why?
    return whole if found.language == "en" else _JOINED.sub("", whole)


def _of(held: Sequence[Held], kind: str) -> list[Held]:
    return [one for one in held if one.kind == kind]


def _words(one: Held, text: str) -> str:
    return text[slice(*one.span)]


def filled(
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
    figure = not kinds.isdisjoint(FIGURES) or found.kind in (
        "briefing",
        "anomaly",
        "target",
        "pace",
        "concern",
        "momentum",
    )
    changes = found.kind == "why" and "period" not in kinds
    if before is not None and kinds.isdisjoint((*FIGURES, "value")):
        if _is_no_change(before, found, untimed=changes):
            return
        told = _as_before(before, found, desk, figure=not figure, time=changes)
        if told:
            yield gap.join([*told, rest]).strip(), False
    year = {one.part.token for one in used if one.kind == "comparison"} == {"last_year"}
    if year and changes:
        rest = gap.join([say("analysis.this_year", found.language), rest])
    lead = leading(desk) if alone and not goes_out(found.text) else ""
    if not figure and lead:
        yield gap.join([rest, desk.catalog.metrics[lead].label(found.language)]).strip(), True
    yield rest, False


def _is_no_change(before: MetricQuery, found: Recognised, *, untimed: bool) -> bool:
    """Tell several that were chosen by a figure, and what was set beside what is not known here."""
    chosen = before.ranking is not None and found.kind == "why"
    return chosen or (untimed and (before.compared is not None or len(before.windows) > 1))


def _as_before(
    before: MetricQuery, found: Recognised, desk: MetricDesk, *, figure: bool, time: bool
) -> list[str]:
    """Return the members that were shown, where no others are asked for, and the figure and the time."""
    name = desk.answers.reader.known.member_name
    kept = () if _ELSE.search(found.rest) else before.filters
    told = [name(one.dimension, value, found.language) for one in kept for value in one.values]
    if figure:
        told.append(desk.catalog.metrics[before.metrics[0]].label(found.language))
    if time and before.window is not None:
        told.append(f"{before.window.start}{_TO[found.language]}{before.window.end - days(1)}")
    return told
