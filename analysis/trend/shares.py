"""Whether the share that members have of a figure keeps rising or falling, month by month, like for like."""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says
from analysis.openings import Openings, are_of_those_asked, openings_look, openings_of, without
from analysis.outcome import Look, Name, Outcome, Percent, Read, Said, Steps, day_in
from analysis.rest import recent_in
from analysis.series import data_span
from analysis.trend.reading import LEAST, MOST, OF_LATE, over_whole_months
from analysis.trend.steps import Month, Told, chart_of, of_late, table_of, trend_steps, verdict_of, with_data
from analysis.whom import members_of
from analysis.why.split import Pair
from config.wording import say
from language.calendar import add_months
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.readings import MetricReading

_PART, _WHOLE = "part", "whole"
_YEAR = 12  # months


def read_share(asked: Recognised, desk: MetricDesk, about: str = "") -> AnalysisAsked | None:
    """Return the share of named members in a figure that adds up, which way it is said to go, and the months.

    None of any other question, and of a time that is too short to tell a way: two months are compared.
    """
    lately = recent_in(asked.rest)
    text = re.sub(re.escape(lately), " ", asked.rest) if lately else asked.rest
    found = desk.read(text)
    if not isinstance(found, MetricReading) or found.unread or found.guessed or not asked.direction:
        return None
    query, window = found.query, found.query.window
    plain = MetricQuery(
        query.metrics[:1], query.splits[:1], filters=query.filters, share=True, windows=query.windows
    )
    sums = all(desk.catalog.adds_by_member(one) and not desk.catalog.is_level(one) for one in query.metrics)
    if replace(query, period_assumed=False) != plain or not query.shared or not sums:
        return None
    if about and window is not None and window.units("month") < LEAST:
        return None
    months = over_whole_months(None if query.period_assumed else window, desk)
    if not LEAST <= months.units("month") <= MOST:
        return None
    year = replace(months.year_before(desk.catalog.holidays), text="")
    return AnalysisAsked(
        "trend",
        asked.language,
        query.metrics,
        months,
        year,
        query.filters,
        asked.direction,
        query,
        about=about,
    )


def or_share(
    read: Callable[[Recognised, MetricDesk], AnalysisAsked | AskBack | NotRead], about: str = ""
) -> Callable[[Recognised, MetricDesk], AnalysisAsked | AskBack | NotRead]:
    """Return what reads a question of a figure, or of a share where it asks of one."""
    return lambda asked, desk: read_share(asked, desk, about) or read(asked, desk)


def or_share_kept(
    read: Callable[[Recognised, MetricDesk], AnalysisAsked | AskBack | NotRead],
) -> Callable[[Recognised, MetricDesk], AnalysisAsked | AskBack | NotRead]:
    """Return what reads why, or whether a share keeps moving so where why it does is asked: first whether."""

    def either(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
        share = read_share(asked, desk, OF_LATE) if says("moved", "keeps", asked.text) else None
        return share or read(asked, desk)

    return either


def steps_of(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Return the steps of a share's trend, or of a figure's."""
    is_share = asked.query is not None and asked.query.share
    return _share_steps(asked, desk) if is_share else trend_steps(asked, desk)


def _share_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the part and the whole by month, again without who came or went; return yes or no."""
    (name,), span = asked.metrics, data_span(asked.metrics[0], desk)
    over = with_data(asked.window, span) if span and asked.window else None
    if over is None or span is None:
        return Outcome(declined=Said("trend.short", {"metric": Name(name), "count": LEAST}))
    year = replace(over.year_before(desk.catalog.holidays), text="")
    start = add_months(over.start, -_YEAR)
    reach = with_data(replace(over, start=start), span) or over
    edges = openings_look([name], (), desk)
    read = yield [*_looks(asked, reach), *([edges] if edges else [])]
    new = _who_is_new(read, reach, asked, desk)
    if new is not None:
        alike = yield _looks(asked, reach, new, desk)
        read, new = (alike, new) if _months(alike) else (read, None)
    every = _months(read)
    found = [one for one in every if one.window.start >= over.start]
    if len(found) < over.units("month"):
        return Outcome(declined=Said("trend.short", {"metric": Name(name), "count": LEAST}))
    return _outcome(
        found, every, _at_ends(read, over, year), replace(asked, window=over, against=year), new, desk
    )


def _outcome(
    found: list[Month],
    every: list[Month],
    ends: tuple[Pair, Pair],
    asked: AnalysisAsked,
    new: Openings | None,
    desk: MetricDesk,
) -> Outcome:
    """Return yes or no with the months, how it stands beside the year before, and what moved it."""
    label = Said("trend.share", {"metric": Name(asked.metrics[0])})
    figure = Told(label, members_of(asked.filters, desk), lambda value: f"{value:.2f} %")
    said = [verdict_of(found, every, figure, asked.direction)]
    part, whole = ends
    if part.before and part.now and whole.before and whole.now:
        both = Pair(100 * part.before / whole.before, 100 * part.now / whole.now)
        change = f"{both.change:+.2f} {say('analysis.points', desk.language)}"
        beside = Said("trend.year", {"year": asked.against, "change": change})
        late = of_late(said[0], both, beside, asked)
        said = [late] if late else [*said, beside]
        said.append(_both(part, whole, asked, desk))
    cautions = [Said("lasting.alike", {"new": new.told(desk.language)})] if new else []
    heading = desk.catalog.metrics[asked.metrics[0]].label(desk.language)
    heading = say("analysis.trend.column_share", desk.language, metric=heading)
    return Outcome(
        tuple(said),
        table_of(found, [heading], desk),
        chart_of(found, heading, "%", desk),
        tuple(cautions),
    )


def _looks(
    asked: AnalysisAsked, reach: Window, new: Openings | None = None, desk: MetricDesk | None = None
) -> list[Look]:
    assert asked.query is not None
    left = without(new, desk) if new and desk else ()
    others = tuple(one for one in asked.filters if one not in asked.query.shared) + left
    label = Said("trend.label", {"metric": Name(asked.metrics[0])})
    part = tuple(one for one in others if one.dimension not in {it.dimension for it in asked.query.shared})
    kept = {_PART: (*part, *asked.query.shared), _WHOLE: others}
    return [
        Look(
            f"{name}{'.alike' if new else ''}",
            MetricQuery(asked.metrics, grain="month", windows=(reach,), filters=filters),
            label,
            needed=not new,
        )
        for name, filters in kept.items()
    ]


def _who_is_new(
    read: Mapping[str, Read], reach: Window, asked: AnalysisAsked, desk: MetricDesk
) -> Openings | None:
    """Return who came or went in the months that are read; none where the share is of one of them."""
    began = openings_of(read) if are_of_those_asked(read, ()) else None
    new = began.within(reach, reach) if began else None
    if not new or not desk.catalog.cuts(asked.metrics[0], new.level):
        return None
    left = {value for one in without(new, desk) for value in one.values}
    return None if any({*one.values} & left for one in asked.filters if one.dimension == new.level) else new


def _sums(read: Mapping[str, Read], name: str) -> dict[dt.date, Decimal]:
    """Return a figure by month, as it was read last."""
    look = read.get(f"{name}.alike") or read.get(name)
    rows = look.result.rows if look is not None else ()
    return {day_in(row[0]): Decimal(str(row[1])) for row in rows if row[1] is not None}


def _months(read: Mapping[str, Read]) -> list[Month]:
    """Return the share of each month; a month without the part has none of it."""
    part, whole = _sums(read, _PART), _sums(read, _WHOLE)
    held = {start: 100 * part.get(start, Decimal()) / value for start, value in whole.items() if value}
    months = [(Window(start, add_months(start, 1), "month"), held[start]) for start in sorted(held)]
    return [Month(window, share, share) for window, share in months] if part else []


def _at_ends(read: Mapping[str, Read], over: Window, year: Window) -> tuple[Pair, Pair]:
    """Return what the part and the whole came to in the months and in those a year before, where all are."""

    def total(sums: dict[dt.date, Decimal], window: Window) -> Decimal | None:
        held = [value for start, value in sums.items() if window.start <= start < window.end]
        return sum(held, Decimal()) if len(held) == window.units("month") else None

    part, whole = (
        Pair(total(sums, year), total(sums, over)) for sums in (_sums(read, _PART), _sums(read, _WHOLE))
    )
    return part, whole


def _both(part: Pair, whole: Pair, asked: AnalysisAsked, desk: MetricDesk) -> Said:
    """Say how much the part and the whole grew: a share may rise because the rest fell."""
    own, every = (
        Percent(100 * one.change / abs(one.before or Decimal(1)), signed=True) for one in (part, whole)
    )
    told = {"metric": Name(asked.metrics[0]), "only": members_of(asked.filters, desk)}
    return Said("trend.both", {**told, "own": own, "all": every})
