"""What is said of last days that are not complete, which an analysis leaves out: the day, and why."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, Run
from analysis.briefing.scorecard import scorecard
from analysis.outcome import Name, Outcome, Said, Steps, percent_of
from answers.sentences.times import weekday_name
from language.calendar import days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk
from understanding.metric.unsettled import Unsettled

_AHEAD = ("forecast", "target", "pace")  # go beyond the data: what is not complete is to come, too


def over_complete_days(run: Run) -> Run:
    """Return the steps of an analysis that says which last days it left out, and why.

    Over a time of which no day is complete it is declined.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if (nothing := _nothing_settled(asked, desk)) is not None:
            return Outcome(declined=nothing)
        found = yield from run(asked, desk)
        if found.declined is not None:
            return found
        return replace(found, cautions=(*_left_out(asked, desk), *found.cautions))

    return steps


def _nothing_settled(asked: AnalysisAsked, desk: MetricDesk) -> Said | None:
    """Return why there is no analysis of a time of which no day is complete; None where some are."""
    known, window = desk.answers.reader.known, asked.window
    if window is None or window.start >= desk.today or asked.kind in _AHEAD:
        return None
    open_ = [known.unsettled((name,), desk.today) for name in asked.metrics]
    told = [one for one in open_ if one is not None and one.since <= window.start]
    if not told or len(told) < len(open_):
        return None
    when = replace(window.cut(desk.today), text="")
    params = {"when": when, "metric": Name(asked.metrics[0]), "reason": told[0].reason(asked.language)}
    return Said("settling.none", params)


def _left_out(asked: AnalysisAsked, desk: MetricDesk) -> Iterator[Said]:
    """Yield the last days that are not complete of the figures asked for, or else of the scorecard's."""
    known, window = desk.answers.reader.known, asked.window
    figures = asked.metrics or tuple(line.metric for line in scorecard(desk, asked.filters))
    end = min(window.end, desk.today) if window else desk.today
    told: dict[tuple[object, ...], tuple[Unsettled, list[str]]] = {}
    for name in figures:
        open_ = known.unsettled((name,), desk.today)
        if open_ is not None and open_.since < end:  # jobs and their lines wait for the same
            told.setdefault((open_.since, open_.after, open_.called), (open_, []))[1].append(name)
    for open_, names in told.values():
        when = Window(open_.since, _data_end(names, desk), "range")
        params = {"metrics": tuple(map(Name, names)), "reason": open_.reason(asked.language)}
        yield Said("settling.left_out", {"when": when, **params})
    doubt = known.doubted(figures, desk.today)
    begun = window is None or asked.kind in _AHEAD or (doubt is not None and window.start <= doubt.day)
    if doubt is not None and begun and doubt.day < end:
        day = Window(doubt.day, doubt.day + days(1), "day")
        weekday = weekday_name(doubt.day.weekday(), asked.language)
        yield Said(
            "settling.doubted", {"when": day, "share": percent_of(100 * doubt.share), "weekday": weekday}
        )


def _data_end(names: Sequence[str], desk: MetricDesk) -> dt.date:
    """Return the day after the last one that any of some figures has data of, today at the latest."""
    known = desk.answers.reader.known
    return max(end for name in names if (end := known.held_until(name, desk.today)) is not None)
