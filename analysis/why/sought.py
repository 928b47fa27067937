"""A change without a time is sought where the figure moved so beyond chance: of late, else in a month before.

Nobody is told the causes of what is but the usual up and down; what opened or closed inside is told then.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, Direction, Run
from analysis.home import days_off
from analysis.outcome import Name, Outcome, Percent, Said, Steps, rounded
from analysis.whom import members_of
from analysis.why.premise import query_of
from analysis.why.reading import why_question
from analysis.why.since import Since, since_then
from analysis.why.tried import Tried, tried_times
from understanding.metric.desk import MetricDesk

_NOTED = 2  # spreads: from which a month of the last twelve is worth telling
_MOST = 3  # questions that lead on, and further times told


def or_sought(run: Run) -> Run:
    """Return the steps of a change over the time in which it moved most beyond chance as it is said."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if not asked.untimed:
            return (yield from _with_since(run(asked, desk), asked, desk))
        assert asked.query is not None
        tried = yield from tried_times(asked, desk)
        if not tried:
            return Outcome(declined=Said("why.nothing", {"when": asked.window}))
        clear = [one for one in tried if one.is_clear and one.moved(asked.direction)]
        first = max(clear, key=lambda one: (one.lately, _ends_the_trend(one, asked), one.far), default=None)
        if first is not None:
            chosen = replace(first.change.asked, kind=asked.kind, followed=True, usual=asked.usual)
            found = yield from run(chosen, desk)
            if found.declined is None:
                lead, *more = found.statements
                taken, others = _taken_told(first, asked), _others_told(first, tried, asked, desk)
                return replace(found, statements=(lead, taken, *more, *others))
        query = replace(asked.query, windows=(), compared=None)
        since = (yield from since_then(query, asked.direction, desk)) if asked.kind == "why" else None
        return _nowhere(asked, tried, since, desk)

    return steps


def _ends_the_trend(one: Tried, asked: AnalysisAsked) -> bool:
    """Tell the last whole month on the year, whose change a trend by month tells."""
    now, base = one.change.now, query_of(one.change).compared
    of_month = asked.of_trend and now.unit == "month" and not now.unfinished
    return of_month and base is not None and base.kind == "last_year"


def _with_since(steps: Steps, asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Return what is told; of a year that did not move so also how it did since who came or went in it."""
    outcome = yield from steps
    denied = bool(outcome.statements) and outcome.statements[0].code.startswith("why.not_")
    if not (denied and _is_of_the_year(asked)):
        return outcome
    assert asked.query is not None
    since = yield from since_then(replace(asked.query, windows=(), compared=None), asked.direction, desk)
    if since is None or (since.pair.change > 0) != (asked.direction == "up"):
        return outcome
    lead, *more = outcome.statements
    return replace(outcome, statements=(lead, since.told, *more))


def _is_of_the_year(asked: AnalysisAsked) -> bool:
    """Tell why the year so far lies another way than the one before."""
    window, query = asked.window, asked.query
    if window is None or query is None or window.unit != "year" or asked.kind != "why":
        return False
    return query.compared is None or query.compared.kind == "last_year"


def _taken_told(first: Tried, asked: AnalysisAsked) -> Said:
    """Say which time was taken, and why it."""
    if _ends_the_trend(first, asked):
        return Said("why.sought_trend", {"when": first.change.now, "usual": first.usual()})
    base = query_of(first.change).compared
    kind = "year" if base is not None and base.kind == "last_year" else "before"
    params = {"when": first.change.now, "usual": first.usual()}
    if first.lately:
        return Said(f"why.sought_{kind}", params)
    return Said(f"why.sought_month_{kind}", params)


def _others_told(
    first: Tried, tried: Sequence[Tried], asked: AnalysisAsked, desk: MetricDesk
) -> Iterator[Said]:
    """Yield in which other times it moved so, in which it did not, and which are no measure."""
    way = asked.direction or ("up" if first.rate > 0 else "down")
    others = sorted((one for one in tried if one is not first and one.alike), key=lambda one: -one.far)
    clear = (one for one in others if one.is_clear and one.moved(way))
    also = [one for one in clear if one.lately or not first.lately][:_MOST]
    times = {_ends(one) for one in (first, *also)}
    rest = [one for one in _shown(others) if _ends(one) not in times]
    if also or rest:
        parts = {"also": _listed(f"also_{way}", also, desk), "not": _listed(f"not_{way}", rest, desk)}
        yield Said("why.sought_others", parts)
    yield from _unlike_told([one for one in tried if one.ordinary is not None], way, desk)


def _listed(code: str, some: Sequence[Tried], desk: MetricDesk) -> Said | str:
    return Said(f"why.sought_{code}", {"list": tuple(one.told(desk) for one in some)}) if some else ""


def _ends(one: Tried) -> tuple[dt.date, dt.date]:
    return one.change.now.start, one.change.now.end


def _shown(tried: Sequence[Tried]) -> list[Tried]:
    """Return the last week and months that are alike, each beside the year before where it can be."""
    lately = [one for one in tried if one.lately and one.alike]
    told = [one for one in lately if one.change.now.unit in ("week", "month")] or lately
    told.sort(key=lambda one: query_of(one.change).compared is None)
    by_time = {_ends(one): one for one in reversed(told)}
    return sorted(by_time.values(), key=lambda one: one.change.now.start, reverse=True)


def _unlike_told(tried: Sequence[Tried], way: Direction, desk: MetricDesk) -> Iterator[Said]:
    """Yield which times seem to have moved so, though their days off make them no measure."""
    for one in tried:
        if not one.alike and one.moved(way) and one.matters:
            off = days_off((one.change.before, one.change.now), desk.catalog)
            rate = Percent(rounded(one.ordinary), signed=True) if one.ordinary is not None else None
            ordinary = Said("why.sought_ordinary", {"change": rate}) if rate else ""
            params = {"one": one.told(desk), "before": off[0], "now": off[1], "ordinary": ordinary}
            yield Said("why.sought_unlike", params)


def _nowhere(asked: AnalysisAsked, tried: Sequence[Tried], since: Since | None, desk: MetricDesk) -> Outcome:
    """Say plainly that the figure did not move so of late, with how it moved and how far it usually does.

    Behind it stands how it moved since something opened or closed inside.
    """
    alike = [one for one in tried if one.alike]
    shown = _shown(alike) or sorted(alike, key=lambda one: -abs(one.rate))[:_MOST]
    each = bool(asked.direction) and len(shown) > 1
    each = each and all(one.matters and one.moved(asked.direction) for one in shown)
    params = {
        "metric": Name(asked.metrics[0]),
        "only": members_of(asked.filters, desk),
        "list": tuple(one.told(desk) for one in shown),
        "span": Said(f"why.sought_span_{'lately' if all(one.lately for one in tried) else 'year'}"),
    }
    said = [
        Said(f"why.sought_{'each' if each else 'none'}_{asked.direction or 'moved'}", params),
        *_least_told(alike, asked.direction, desk),
        *([since.told] if since is not None else []),
        *_unlike_told(tried, asked.direction, desk),
    ]
    return Outcome(tuple(said), questions=_questions(tried, asked.direction, since, desk))


def _questions(
    tried: Sequence[Tried], way: Direction, since: Since | None, desk: MetricDesk
) -> tuple[str, ...]:
    """Return why it moved since something opened or closed, then in those times in which it did at all."""
    moved = sorted((one for one in tried if one.moved(way) and one.matters), key=lambda one: one.alike)
    clear = sorted((one for one in tried if one.is_clear), key=lambda one: -one.far)
    ways = [(since.query, since.pair.change > 0)] if since is not None else []
    far = [one for one in moved if not one.lately and one.far >= _NOTED]
    far = [max(far, key=lambda one: one.far)] if far else []
    some = (*far, *(one for one in (*moved, *clear) if one.lately))
    ways += [(query_of(one.change), one.rate > 0) for one in some]
    told = (why_question(query, "up" if rose else "down", desk) for query, rose in ways)
    return tuple(dict.fromkeys(filter(None, told)))[:_MOST]


def _least_told(tried: Sequence[Tried], way: Direction, desk: MetricDesk) -> Iterator[Said]:
    """Yield what moved most as was said, of late and in a month before, beside how far such changes go.

    Where nothing moved so, how far they go is told of the latest time.
    """
    within = [one for one in tried if one.moved(way) and one.matters]
    told = False
    for lately in (True, False):
        some = [one for one in within if one.lately is lately and (lately or one.far >= _NOTED)]
        if most := max(some, key=lambda one: one.far, default=None):
            known = {"one": most.told(desk), "usual": most.usual()}
            code = f"within{'' if lately else '_year'}" if most.spread else "unknown"
            told = True
            yield Said(f"why.sought_{code}", known)
    latest = next((one for one in _shown(tried) if one.spread), None)
    if not told and latest is not None:
        yield Said("why.sought_usual", {"when": latest.change.now, "usual": latest.usual()})
