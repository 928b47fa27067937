"""In which months a figure missed its target, or met it, and by how much: read and carried out."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, AskBack, Kind, NotRead, Recognised, says
from analysis.briefing.months import by_member_and_start, by_start
from analysis.outcome import (
    Amount,
    Look,
    Name,
    Outcome,
    Percent,
    Read,
    Said,
    Steps,
    rounded,
)
from analysis.rest import cut_of, read_rest
from analysis.series import accrues
from analysis.tables import table
from analysis.target.against import not_defined
from analysis.target.aims import with_its_figure
from analysis.target.pace import apart_from_target, chart_of, table_of, together
from analysis.target.reading import aims_of, first_of, undefined, with_target
from analysis.target.steps import Standing, known_part
from analysis.whom import members_of
from answers.sentences.columns import in_sentence
from answers.sentences.times import short
from config.wording import say
from language.calendar import add_months, days
from language.calendar import whole as whole_unit
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_KIND: Kind = "months"
_MOST_NAMED = 15
_Month = tuple[dt.date, Standing]


def read_months(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure, members and stretch of several months whose targets are asked month by month.

    Of no time named all months would be told, of whichever years: that is asked of the figures.
    """
    aims = aims_of(desk)
    asked = with_its_figure(asked, aims, desk)
    if (why := not_defined(asked, aims, desk)) is not None:
        return why
    cut, text = cut_of(asked, desk)
    rest = read_rest(replace(asked, rest=text), desk, next(iter(aims), first_of(desk)))
    if isinstance(rest, NotRead):
        return rest
    name = with_target(rest.metric, aims, desk)
    if not name:
        return NotRead(why=undefined(rest, desk))
    window = rest.window
    if window is None or rest.doubtful or asked.passed:
        return NotRead()
    if window.start.day != 1 or window.start >= whole_unit("month", desk.today)[0]:
        return NotRead()
    by = [*(kept.dimension for kept in rest.filters), *([cut] if cut else [])]
    if not all(desk.catalog.cuts(one, dimension) for one in (name, aims[name]) for dimension in by):
        return NotRead()
    each = says(_KIND, "each", asked.text)  # whether it was met every month: those that missed it tell
    met = not (each or says(_KIND, "missed", asked.text))
    return AnalysisAsked(
        _KIND, asked.language, (name, aims[name]), window, filters=rest.filters,
        direction="up" if met else "down", furthest=says(_KIND, "furthest", asked.text),
        dimension=cut, each=each,
    )  # fmt: skip


def months_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at figure and target by month, and return the whole months on the side asked."""
    (name, aim), window = asked.metrics, asked.window
    assert window is not None
    so_far = known_part(name, window, desk)
    if so_far is None:
        return Outcome(declined=Said("briefing.none", {"window": replace(window, text="")}))
    stretch = Window(window.start, whole_unit("month", so_far.end - days(1))[1], "range")
    by = (asked.dimension,) if asked.dimension else ()
    looks = [
        Look(
            one,
            MetricQuery((one,), by, grain="month", windows=(over,), filters=asked.filters),
            Said("target.label", {"metric": Name(one)}),
            needed=True,
        )
        for one, over in ((name, so_far), (aim, stretch))
    ]
    read = yield looks
    if asked.dimension:
        return _counted(so_far, read, asked, desk)
    months = _months(so_far, read, asked, desk)
    over = [(start, one) for start, one in months if not one.running]
    if not over:
        return _none(asked)
    return _told(over, months[-1][1] if months[-1][1].running else None, asked, desk)


def _months(so_far: Window, read: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk) -> list[_Month]:
    """Return each month that has a figure and a target, the last one as far as it has come."""
    name, aim = asked.metrics
    actual, wanted = by_start(read.get(name)), by_start(read.get(aim))
    at_most, found = is_better_low(desk.catalog.metrics[name]), []
    for start in sorted(actual.keys() & wanted.keys()):
        whole = Window(start, add_months(start, 1), "month")
        if wanted[start]:
            part = whole if whole.end <= so_far.end else Window(start, so_far.end, "range")
            found.append((start, Standing(name, whole, part, actual[start], wanted[start], at_most)))
    return found


def _none(asked: AnalysisAsked) -> Outcome:
    """Say that no whole month of the time has both a figure and a target."""
    assert asked.window is not None
    about = {"metric": Name(asked.metrics[0]), "window": replace(asked.window, text="")}
    return Outcome(declined=Said("target.none", about))


def _counted(so_far: Window, read: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    """Return in how many of its whole months each member met its target, or missed it."""
    (name, aim), up = asked.metrics, asked.direction == "up"
    at_most = is_better_low(desk.catalog.metrics[name])
    actual, wanted = (by_member_and_start(read.get(one)) for one in (name, aim))
    months: dict[str, list[bool]] = {}
    for (member, start), value in actual.items():
        target = wanted.get((member, start))
        if target and add_months(start, 1) <= so_far.end:
            met = value <= target if at_most else value >= target
            months.setdefault(member, []).append(met == up)
    if not months or asked.window is None:
        return _none(asked)
    ranked = sorted(months.items(), key=lambda one: (-sum(one[1]), one[0]))
    label = desk.catalog.dimensions[asked.dimension].label(desk.language)
    whole = Window(asked.window.start, whole_unit("month", so_far.end)[0], "range")
    params = {
        "metric": Name(name),
        "only": members_of(asked.filters, desk),
        "whole": whole,
        "dimension": in_sentence(label, desk.language),
        "list": tuple(
            Said("target.months_of", {"name": member, "count": sum(held), "every": len(held)})
            for member, held in ranked[:_MOST_NAMED]
        ),
        "more": Said("pace.more", {"count": len(ranked) - _MOST_NAMED}) if len(ranked) > _MOST_NAMED else "",
    }
    heads = [
        label,
        *(say(f"analysis.target.column.{one}", desk.language) for one in ("met" if up else "missed", "over")),
    ]
    result = table(heads, ((member, sum(held), len(held)) for member, held in ranked))
    return Outcome((Said(f"target.months_each_{'met' if up else 'missed'}", params),), result)


def _told(
    over: Sequence[_Month], running: Standing | None, asked: AnalysisAsked, desk: MetricDesk
) -> Outcome:
    name, up = asked.metrics[0], asked.direction == "up"
    out = [one for one in over if one[1].met == up]
    whole = Window(over[0][0], over[-1][1].whole.end, "range")
    every = together([one for _, one in over])
    params: dict[str, Any] = {
        "metric": Name(name),
        "only": members_of(asked.filters, desk),
        "whole": whole,
        "every": len(over),
        "count": len(out),
        "all": Percent(every.share),
        "list": tuple(_called(one, asked, desk, first=not place) for place, one in enumerate(out)),
    }
    way = ("met" if up else "missed") if out else ("none_met" if up else "none_missed")
    said = [Said(f"target.{'each_' if asked.each else ''}months_{way}", params)]
    sums = accrues(name, desk) and not every.at_most
    if len(out) > 1 and asked.furthest:
        far = max(out, key=lambda one: abs(one[1].actual - one[1].target))
        said.insert(0, Said("target.months_furthest", {"month": _called(far, asked, desk, first=True)}))
    if len(out) > 1 and sums:
        gap = sum((one.actual - one.target for _, one in out), Decimal(0))
        said.append(
            Said(f"target.months_{'over' if up else 'short'}", {**params, "gap": Amount(gap, name, "size")})
        )
    elif sums:
        said.append(Said("target.months_whole", params))
    if running is not None:
        said.append(_running_told(running, desk))
    label = say("analysis.target.column.month", desk.language)
    ranked = [(f"{start:%Y-%m}", one) for start, one in over]
    return Outcome(tuple(said), table_of(ranked, label, desk), chart_of(ranked, desk))


def _called(month: _Month, asked: AnalysisAsked, desk: MetricDesk, *, first: bool) -> Said:
    """Return a month with how far it was from its target; the first, and January, with its year."""
    start, one = month
    called = one.whole if first or start.month == 1 else short(start, "month", desk.language)
    return apart_from_target(called, one, asked, desk)


def _running_told(running: Standing, desk: MetricDesk) -> Said:
    """Say of the month that runs how far it is: it has neither missed its target nor met it yet."""
    params = {"month": running.whole, "so_far": replace(running.so_far, text="")}
    if not accrues(running.name, desk) or running.at_most:
        return Said("target.months_running_rate", {**params, "actual": Amount(running.actual, running.name)})
    gone = Percent(rounded(Decimal(100 * running.so_far.days) / running.whole.days))
    return Said("target.months_running", {**params, "share": Percent(running.share), "gone": gone})
