"""The kinds of analysis: how each reads what is left of its question, and how it is carried out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from analysis.anomaly.entries import after_the_entries
from analysis.anomaly.reading import read_anomaly
from analysis.anomaly.steps import anomaly_steps
from analysis.asked import AnalysisAsked, AskBack, Kind, NotRead, Recognised, Run, says
from analysis.behind.owed import or_owed
from analysis.behind.reading import read_behind
from analysis.behind.steps import behind_steps
from analysis.between.first import first_steps, read_first
from analysis.between.gap import gap_steps, read_gap
from analysis.between.reading import or_between
from analysis.between.steps import with_two
from analysis.briefing.newly import or_of_the_new
from analysis.briefing.reading import read_briefing
from analysis.briefing.steps import briefing_steps
from analysis.compare.reading import read_compare
from analysis.compare.steps import compare_steps
from analysis.concern.rates import by_its_rate
from analysis.concern.reading import read_concern
from analysis.concern.steps import concern_steps
from analysis.effect.reading import read_effect
from analysis.effect.steps import effect_steps
from analysis.forecast.known import or_known
from analysis.forecast.reading import read_forecast
from analysis.forecast.steps import forecast_steps
from analysis.heard import asked_alone, heard
from analysis.naming import recognised_beside_names
from analysis.opening.reading import read_opening
from analysis.opening.steps import opening_steps
from analysis.outliers.apart import apart_from_entries
from analysis.settled import over_complete_days
from analysis.states_now import unless_as_now
from analysis.streak.reading import read_streak
from analysis.streak.steps import streak_steps
from analysis.target.last_year import beside_last_year
from analysis.target.missed import missed_steps
from analysis.target.months import months_steps, read_months
from analysis.target.of_ended import of_open_things
from analysis.target.pace import pace_steps
from analysis.target.reading import read_missed, read_pace, read_target
from analysis.target.steps import target_steps
from analysis.trend.lasting_steps import lasting_steps, read_lasting
from analysis.trend.momentum import momentum_steps, read_momentum
from analysis.trend.reading import OF_LATE, read_trend
from analysis.trend.shares import or_share, or_share_kept, steps_of
from analysis.why.beside_own import beside_own
from analysis.why.contribution import contribution, read_contribution
from analysis.why.moved import moved_steps
from analysis.why.quoted import or_quoted
from analysis.why.reading import read_moved, read_why
from analysis.why.reasons import or_by_reason, or_reasons
from analysis.why.sought import or_sought
from analysis.why.steps import why
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

Asked = AnalysisAsked | AskBack | NotRead


@dataclass(frozen=True)
class AnalysisKind:
    """One kind: `read` what is asked exactly, `run` it as steps that ask for statements to be read."""

    read: Callable[[Recognised, MetricDesk], Asked]
    run: Run


# A new kind is a line here, its words in lexicon.yaml, and its files.
_KINDS: Mapping[Kind, AnalysisKind] = {
    "compare": AnalysisKind(read_compare, compare_steps),
    "concern": AnalysisKind(read_concern, concern_steps),
    "opening": AnalysisKind(read_opening, opening_steps),
    "gap": AnalysisKind(read_gap, gap_steps),
    "missed": AnalysisKind(read_missed, missed_steps),
    "behind": AnalysisKind(read_behind, behind_steps),
    "streak": AnalysisKind(read_streak, streak_steps),
    "momentum": AnalysisKind(read_momentum, momentum_steps),
    "lasting": AnalysisKind(read_lasting, lasting_steps),
    "trend": AnalysisKind(or_share(read_trend), steps_of),
    "effect": AnalysisKind(read_effect, effect_steps),
    "contribution": AnalysisKind(read_contribution, or_owed(contribution)),
    "first": AnalysisKind(read_first, beside_own(first_steps, why)),
    "why": AnalysisKind(
        or_between(or_reasons(or_share_kept(read_why))),
        or_sought(or_quoted(with_two(or_owed(or_by_reason(why))))),
    ),
    "moved": AnalysisKind(or_share(read_moved, OF_LATE), by_its_rate(or_sought(moved_steps))),
    "target": AnalysisKind(read_target, beside_last_year(target_steps)),
    "months": AnalysisKind(read_months, months_steps),
    "pace": AnalysisKind(read_pace, pace_steps),
    "forecast": AnalysisKind(read_forecast, or_known(forecast_steps)),
    "anomaly": AnalysisKind(read_anomaly, after_the_entries(anomaly_steps)),
    "briefing": AnalysisKind(read_briefing, or_of_the_new(briefing_steps)),
}
KINDS: Mapping[Kind, AnalysisKind] = {
    name: replace(kind, run=unless_as_now(over_complete_days(of_open_things(apart_from_entries(kind.run)))))
    for name, kind in _KINDS.items()
}


@dataclass(frozen=True)
class AsHeard:
    """What a question that is not read word by word is heard as, or why it cannot be carried out."""

    kind: Kind
    read: Asked


def as_heard(
    text: str,
    read: AskBack | NotRead,
    desk: MetricDesk,
    before: MetricQuery | None = None,
    *,
    first: bool = True,
) -> AsHeard | None:
    """Return the analysis that is heard of a question, or what to ask back where nothing else asks."""
    back: AsHeard | None = None
    for one in heard(text, desk, before, first=first):
        if one.kind == "briefing" and _is_of_what_comes(text, desk):
            continue
        kind: Kind = "missed" if one.kind == "target" and says("missed", "asks", text) else one.kind
        again = KINDS[kind].read(one, desk)
        if isinstance(again, AnalysisAsked) and again.untimed and not _is_told_why(text, desk):
            continue  # how to raise a figure is no change of it
        if isinstance(again, AnalysisAsked):
            assumed = again.figure_assumed or one.figure_assumed
            return AsHeard(kind, replace(again, passed=one.passed, figure_assumed=assumed))
        tells = isinstance(again, AskBack) or (isinstance(again, NotRead) and again.why is not None)
        if tells and isinstance(read, NotRead) and back is None:
            back = AsHeard(kind, again)
    alone = asked_alone(text, desk) if back is None and isinstance(read, NotRead) else None
    return AsHeard(alone[0], AskBack("alone", alone[1])) if alone else back


def _is_told_why(text: str, desk: MetricDesk) -> bool:
    """Tell a question whose words ask why a figure moved, or whether."""
    found = recognised_beside_names(text, desk)
    return found is not None and found.kind in ("why", "moved")


def _is_of_what_comes(text: str, desk: MetricDesk) -> bool:
    """Tell a question of what will be that names no time that is read: it is no report of the last month."""
    found = recognised_beside_names(text, desk)
    return found is not None and found.kind == "forecast" and not desk.parts(text).of("period")


def alone(text: str, desk: MetricDesk, *, hears: bool) -> tuple[Kind | None, Asked]:
    """Return what a message asks for by itself, word by word or else as it is heard."""
    found = recognised_beside_names(text, desk)
    read = KINDS[found.kind].read(found, desk) if found else NotRead()
    if not isinstance(read, AnalysisAsked) and hears and (heard := as_heard(text, read, desk)):
        return heard.kind, heard.read
    return (found.kind if found else None), read
