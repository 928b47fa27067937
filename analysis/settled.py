"""What is said of last days that are not complete, which an analysis leaves out: the day, and why."""

import datetime as dt
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, Run
from analysis.at_one_age import aged_beside, aged_look, aged_told
from analysis.briefing.scorecard import scorecard
from analysis.outcome import Look, Name, Outcome, Read, Reading, Said, Steps, percent_of, relay
from answers.sentences.times import weekday_name
from language.calendar import days, whole
from query.metric_query import Compared, MetricQuery, Window
from understanding.metric.aged import Aged, aged
from understanding.metric.desk import MetricDesk
from understanding.metric.open_days import is_mostly_unripe
from understanding.metric.unsettled import Unsettled

_BESIDE = ("why", "moved", "trend", "lasting", "behind", "gap", "first", "contribution", "streak")
_AHEAD = ("forecast", "target", "pace")  # go beyond the data: what is not complete is to come, too


def over_complete_days(run: Run) -> Run:
    """Return the steps of an analysis that says which last days it left out, and why.

    Over a time most of which is not ripe it is of its rows and older ones at one age; where that cannot be
    told, or no day of it is complete, it is declined.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if (at_one_age := _at_one_age(asked, desk)) is not None:
            return (yield from _over_aged(run, at_one_age, asked, desk))
        if (nothing := _nothing_settled(asked, desk)) is not None:
            return Outcome(declined=nothing)
        found = yield from run(asked, desk)
        if found.declined is not None:
            return found
        aged_ones = (yield from _of_a_report(asked, desk)) if asked.kind == "briefing" else ()
        return replace(found, cautions=(*_left_out(asked, desk), *aged_ones, *found.cautions))

    return steps


def _at_one_age(asked: AnalysisAsked, desk: MetricDesk) -> Aged | None:
    """Return the one figure asked about, counted at one age, where most of its time is not ripe."""
    window = asked.window
    if asked.kind not in _BESIDE or window is None or len(asked.metrics) != 1:
        return None
    open_ = desk.answers.reader.known.unsettled(asked.metrics, desk.today)
    if open_ is None or not is_mostly_unripe(window, open_):
        return None
    return aged(asked.metrics[0], window, desk.answers, desk.today)


def _over_aged(run: Run, found: Aged, asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Carry an analysis out over a figure counted at one age, and say so."""
    query, against, window = asked.query, asked.against, asked.window
    assert window is not None
    gone = window.cut(desk.today).end - found.window.end
    shorter = replace(against, end=against.end - gone, unit="range", text="") if against and gone else against
    asked = replace(
        asked,
        window=found.window,
        against=shorter,
        query=replace(query, windows=(found.window,)) if query and query.window == window else query,
    )
    catalog = found.answers.catalog

    def through(looks: Sequence[Look]) -> Reading:
        return (yield [replace(one, catalog=one.catalog or catalog) for one in looks])

    outcome = yield from relay(run(asked, replace(desk, answers=found.answers)), through)
    if outcome.declined is not None:
        return outcome
    told = Said(
        "settling.at_one_age",
        {
            "metric": Name(asked.metrics[0]),
            "count": found.within,
            "called": found.ripe.called[asked.language == "en"],
        },
    )
    return replace(outcome, statements=(*outcome.statements[:1], told, *outcome.statements[1:]))


def _of_a_report(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Said, ...]]:
    """Return how the figures of a report that are not ripe stand beside a year ago at one age."""
    last = Window(*whole("month", desk.today, -1), "month")
    over = asked.window if asked.window is not None and asked.window.end <= desk.today else last
    figures = asked.metrics or tuple(line.metric for line in scorecard(desk, asked.filters))
    year = Compared("last_year")
    queries = (
        MetricQuery((name,), windows=(over,), compared=year, filters=asked.filters) for name in figures
    )
    every = [(one, found) for one in queries if (found := aged_beside(one, desk)) is not None]
    if not every:
        return ()
    read = yield [aged_look(one, found, desk) for one, found in every]
    told = (aged_told(one.metrics[0], found, read, desk) for one, found in every)
    return tuple(one for one in told if one is not None)


def _nothing_settled(asked: AnalysisAsked, desk: MetricDesk) -> Said | None:
    """Return why there is no analysis of a time of which no day is complete; None where some are."""
    known, window = desk.answers.reader.known, asked.window
    if window is None or window.start >= desk.today or asked.kind == "forecast":
        return None
    open_ = [known.unsettled((name,), desk.today) for name in asked.metrics]
    told = [one for one in open_ if one is not None and one.since <= window.start]
    ahead = asked.kind in _AHEAD  # what is to come is nothing to them, but what is not ripe is no miss
    if (
        not told
        or len(told) < (1 if ahead else len(open_))
        or (ahead and not any(one.ripens for one in told))
    ):
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
