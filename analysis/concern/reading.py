"""Reads whom a question asks to worry about: which of a kind, one that is named, or the whole."""

from dataclasses import replace

from analysis.asked import (
    AnalysisAsked,
    AskBack,
    Direction,
    NotRead,
    Recognised,
    place_of,
    says,
    without,
)
from analysis.briefing.scorecard import leading, scorecard
from analysis.concern.rates import rate_of
from analysis.outcome import Said
from analysis.rest import Rest, cut_of, read_rest
from analysis.series import data_span
from analysis.target.aims import target_of
from analysis.why.reading import of_query
from config.wording import say
from language.calendar import whole
from query.metric_query import MetricQuery, Window
from understanding.figures.doers import is_own
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

WHICH, ONE, ALL, PEOPLE = "which", "one", "all", "people"
_FEWEST_DAYS = 7  # of a month that runs: of fewer the last one is told


def read_concern(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return whom and which time a concern is of, by the first figure and its target; what was not read.

    Of a figure that is named it is whether that went the worse way, in the time that is named or the usual
    ones.
    """
    lead = leading(desk) or next((line.metric for line in scorecard(desk)), "")
    if not lead:
        return NotRead()
    text = without("concern", "whom", asked.rest)
    cut, text = cut_of(replace(asked, rest=text), desk, counts=True)
    rest = read_rest(replace(asked, rest=text), desk, lead, splits=True)  # several are told apart
    if isinstance(rest, NotRead) or rest.doubtful:
        return rest if isinstance(rest, NotRead) else NotRead()
    if not rest.filters and (place := place_of("concern", "among", asked.text)):
        return NotRead(why=Said("of_whom", {"words": asked.text[slice(*place)]}))
    if people := _of_ours(cut, rest.metric, lead, desk):
        return _of_people(people, lead, rest, asked)
    if rest.metric and rest.metric != lead:
        return NotRead() if cut else _of_a_figure(rest, asked, desk)
    if not (cut or rest.filters) and says("concern", "what", asked.text):  # not whether at all
        return AnalysisAsked("anomaly", asked.language, (), rest.window, text=asked.text)
    return _of_members(lead, cut, rest, asked, desk)


def _of_ours(cut: str, metric: str, lead: str, desk: MetricDesk) -> str:
    """Return the people who work for us that it is asked which of, where they have no targets of their own.

    Which technician is no number of technicians.
    """
    if not cut:
        return _counted_people(metric, desk) if metric != lead else ""
    if metric not in ("", lead) or not is_own(desk.catalog.dimensions[cut]):
        return ""
    aim = target_of(desk.catalog.metrics[lead], desk)
    return "" if aim and desk.catalog.cuts(aim, cut) else cut


def _of_a_figure(rest: Rest, asked: Recognised, desk: MetricDesk) -> AnalysisAsked | NotRead:
    """Return whether a figure went the worse way: beside the usual times, or in the one that is named.

    Of things counted that nobody said are good or bad it is whether they moved at all.
    """
    rate = rate_of(rest.metric, desk)
    metric = desk.catalog.metrics[rate or rest.metric]
    worse: Direction = "up" if is_better_low(metric) else "" if metric.counts_rows else "down"
    month = desk.answers.reader.known.window(
        say("analysis.sought_times", asked.language).split("|")[3], desk.today
    )
    window = rest.window or month
    if window is None or window.start >= desk.today or not desk.catalog.is_dated(metric.name):
        return NotRead()
    query = MetricQuery((metric.name,), windows=(window,), filters=rest.filters)
    found = of_query(query, replace(asked, direction=worse), desk)
    about = rest.metric if rate else ""
    return replace(found, kind="moved", untimed=rest.window is None, text=asked.text, about=about)


def _counted_people(metric: str, desk: MetricDesk) -> str:
    """Return the people who work for us that a figure counts, as a dimension."""
    known = desk.catalog.metrics.get(metric)
    if known is None or not known.counts_rows:
        return ""
    own = (one for one in desk.catalog.dimensions.values() if one.key and desk.shows(one) and is_own(one))
    return next((one.name for one in own if one.table == known.table), "")


def _of_people(cut: str, lead: str, rest: Rest, asked: Recognised) -> AnalysisAsked:
    """Return that it is asked which of our own people to worry about, or to talk to: no figure tells."""
    query = MetricQuery((lead,), (cut,), filters=rest.filters)
    return AnalysisAsked(
        "concern", asked.language, (lead,), rest.window, None, rest.filters, "down", query, about=PEOPLE,
        text=asked.text,
    )  # fmt: skip


def _of_members(
    lead: str, cut: str, rest: Rest, asked: Recognised, desk: MetricDesk
) -> AnalysisAsked | NotRead:
    """Return the members that are compared, or the one or all that are judged."""
    cut = cut or next((one.dimension for one in rest.filters if len(one.values) > 1), "")
    about = WHICH if cut else ONE if rest.filters else ALL
    if about == ONE and (len(rest.filters) != 1 or rest.filters[0].negated):
        return NotRead()
    by = cut or (rest.filters[0].dimension if about == ONE else "")
    filters = rest.filters
    told_by = {*(one.dimension for one in filters), *([by] if by else [])}

    def fits(metric: str) -> bool:
        return all(desk.catalog.cuts(metric, one) for one in told_by)

    if not fits(lead):
        return NotRead()
    aim = target_of(desk.catalog.metrics[lead], desk)
    aimed = bool(aim) and fits(aim)
    window = _months(rest.window, lead, desk, aimed=aimed)
    if window is None:
        return NotRead()
    metrics = (lead, aim) if aimed and window.in_whole_months else (lead,)
    query = MetricQuery((lead,), (by,) if by else ())
    return AnalysisAsked(
        "concern", asked.language, metrics, window, None, filters, "down", query, about=about,
        figure_assumed=not rest.metric, text=asked.text,
    )  # fmt: skip


def _months(named: Window | None, metric: str, desk: MetricDesk, *, aimed: bool) -> Window | None:
    """Return the time that is judged: whole months where these have targets, else this year so far."""
    span = data_span(metric, desk)
    end = min(desk.today, span[1]) if span else desk.today
    if named is not None:
        if named.start >= end:
            return None
        if named.unfinished and named.start.day == 1 and named.unit in ("month", "quarter", "year"):
            return Window(*whole(named.unit, named.start), named.unit)
        return named.cut(desk.today)
    if not aimed:
        return Window(*whole("year", desk.today), "year").cut(end)
    running = Window(*whole("month", desk.today), "month")
    if (end - running.start).days >= _FEWEST_DAYS:
        return running
    return Window(*whole("month", desk.today, -1), "month")
