"""Why a figure changed, step by step: the premise first, then what the change is made of."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.like_for_like import by_level, compares_sums, lagging, since_when
from analysis.outcome import Look, Outcome, Read, Said, Steps, named_apart
from analysis.series import data_span
from analysis.why.alike import alike_looks, alike_of, whom_looks, with_whom
from analysis.why.base import like_base, other_day_told, passed_over, read_first
from analysis.why.budget import KEPT, UNUSUAL, Budget
from analysis.why.ended import ended_looks, ended_of
from analysis.why.findings import Findings
from analysis.why.gone import never_or_no_more
from analysis.why.inner import change_within, inner_looks, inner_of, lead_of
from analysis.why.joined import joined_looks, joined_of
from analysis.why.looks import (
    Change,
    beside_looks,
    first_looks,
    held_looks,
    member_looks,
    often_looks,
    series_of,
    whole_of,
    year_looks,
)
from analysis.why.made_of import days_of, found_of, splits_of
from analysis.why.months import member_months, member_step, months_looks, step_of
from analysis.why.nearby import nearby_looks, nearby_of
from analysis.why.peers import peers_looks, peers_of
from analysis.why.rate_parts import rate_looks, rate_parts_of
from analysis.why.reading import standing_alone
from analysis.why.saying import told
from analysis.why.shape import Shape, shape_of
from analysis.why.split import (
    ZERO,
    Pair,
)
from analysis.why.standing import YEAR, denied, moved_on_the_year, standing_looks
from analysis.why.still import still_looks, still_of, with_beside
from analysis.why.unusual import unusual_looks, unusual_of
from language.calendar import add_months, days, whole
from language.period.covered import slack_before
from query.metric_query import Compared, Window
from understanding.metric.desk import MetricDesk


def why(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield what must be read, and return what the change comes to, and the question as it stands alone."""
    return standing_alone((yield from _taken_apart(asked, desk, Budget())), asked, desk)


def _taken_apart(asked: AnalysisAsked, desk: MetricDesk, budget: Budget) -> Steps:
    shape = shape_of(asked.metrics[0], desk)
    assert asked.window is not None and asked.against is not None
    change = over_equal_data(asked, shape, desk)
    if isinstance(change, Said):
        return Outcome(declined=change)
    change, read = yield from read_first(change, lambda one: budget.take(first_looks(one, desk)), desk)
    whole = whole_of(read["total"], shape)
    if whole.before is None or whole.now is None or not (whole.before or whole.now):
        missing = change.before if whole.before is None and whole.now else change.now
        return (yield from _without_data(change, missing, desk))
    if is_false(asked, whole):
        return (yield from _denied(change, whole, read, budget, desk))
    read |= yield from _read_around(change, read, budget, desk)
    summed, whole = whole, change.even(whole)
    found = found_of(change, whole, read, desk)
    found = replace(found, uneven=summed if change.scale != 1 else None)
    found = replace(found, other_day=other_day_told(change, read, desk))
    found = replace(found, ended=ended_of(change, read, desk))
    found = replace(found, days=days_of(found, read), until=_until(found, read))
    found = replace(found, alike=alike_of(change, whole, read), peers=peers_of(change, read))
    found = replace(found, step=step_of(whole, read))
    looks = [
        *unusual_looks(found, read, desk),
        *nearby_looks(found, desk),
        *joined_looks(found, desk),
        *whom_looks(change, found.alike, desk),
        *rate_looks(found, desk),
    ]
    rates = found.rates.own if found.rates is not None else ()
    looks += member_months(change, found.rates.split.dimension) if found.rates is not None and rates else []
    looks = budget.take(looks)  # the last tell least
    deeper = (yield looks) if looks else {}
    found = replace(found, nearby=nearby_of(found, deeper, desk), joined=joined_of(found, deeper))
    found = replace(found, unusual=unusual_of(found, read, deeper, desk))
    found = replace(found, alike=with_whom(found.alike, change, deeper))
    found = replace(found, rate_parts=rate_parts_of(found, deeper))
    steps = {one.name: step for one in rates if (step := member_step(one, deeper)) is not None}
    found = replace(found, member_steps=steps)
    found = yield from _looked_into(found, read, budget, desk)
    return told(found, desk)


def _denied(change: Change, whole: Pair, read: Mapping[str, Read], budget: Budget, desk: MetricDesk) -> Steps:
    """Say that the figure did not move so; where it did beside the year before, take that apart.

    *Why did it fall in October*, which is above September and a third below last October.
    """
    asked, read = change.asked, {**read, **(yield budget.take(standing_looks(change, desk)))}
    found, year = denied(change, whole, read, desk), moved_on_the_year(change, whole, read)
    lags = (yield from _lagging(change, read, budget, desk)) if asked.direction == "down" else None
    found = replace(found, statements=(*found.statements, *([lags] if lags else [])))
    if year is None or asked.query is None:
        return found
    query = replace(asked.query, compared=Compared("last_year"))
    beside = replace(asked, against=year, query=query)
    apart = yield from named_apart("on_the_year.", _taken_apart(beside, desk, budget))
    if apart.declined is not None:
        return found
    but = Said(f"why.but_year_{asked.direction}")
    aims = (one for one in found.statements if one.code == "why.beside_target")
    return replace(apart, statements=(found.statements[0], but, *apart.statements, *aims))


def _lagging(
    change: Change, read: Mapping[str, Read], budget: Budget, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Said | None]:
    """Yield who came or went, and return who alone lags on the year for what closed inside it."""
    beside = read[YEAR].look.query if YEAR in read else None
    if beside is None or not compares_sums(query := replace(beside, metrics=beside.metrics[:1]), desk):
        return None
    found = yield budget.take(since_when(query, desk))
    more = budget.take(by_level(query, found, desk))
    return lagging(query, {**found, **(yield more)}, desk) if more else None


def _read_around(
    change: Change, read: Mapping[str, Read], budget: Budget, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], dict[str, Read]]:
    """Yield the figure by members and what stands beside it, then what these ask for; return all of it."""
    members = member_looks(change, desk)
    beside = budget.take([
        *beside_looks(change, desk), *year_looks(change, desk), *ended_looks(change, desk),
        *alike_looks(change, {look.name for look in members}, desk), *peers_looks(change, desk),
        *months_looks(change),
    ])  # fmt: skip
    found = dict((yield [*budget.take(members, keep=KEPT), *beside]))  # the last tell least
    so_far = {**read, **found}
    around = [*often_looks(change, so_far, desk), *held_looks(change, so_far, desk)]
    if more := budget.take(around, keep=UNUSUAL):
        found |= yield more
    return found


def _looked_into(
    found: Findings, read: Mapping[str, Read], budget: Budget, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Findings]:
    """Yield the looks at who makes most of a change and at days of nothing; return what they say, too."""
    lead = lead_of(found)
    looks = budget.take(inner_looks(found, lead, desk), keep=KEPT) if lead is not None else []
    inner = (yield looks) if looks else {}
    if lead is not None and inner:
        splits = splits_of(change_within(found, lead, desk), lead.pair, inner, desk, counted=False)
        found = replace(found, inner=inner_of(found, lead, splits, inner))
    still = still_of(found, read, inner)
    if still is None or found.nearby.lacking:
        return found
    beside = budget.take(still_looks(found, still, desk), keep=KEPT)
    return replace(found, still=with_beside(still, found, (yield beside) if beside else {}, desk))


def _until(found: Findings, read: Mapping[str, Read]) -> tuple[Window, Pair] | None:
    """Return how the figure stood until all there were had ended, beside as many days before."""
    if not found.all_ended or found.ended is None or "days" not in read or read["days"].result.truncated:
        return None
    now, before = found.change.now, found.change.before
    length = (max(found.ended.members.values()) - now.start).days + 1
    if not 0 < length < min(now.days, before.days):
        return None
    series, ends = series_of(read["days"]), []
    for one in (before, now):
        ends.append(sum((series.get(one.start + days(place), ZERO) for place in range(length)), ZERO))
    return Window(now.start, now.start + days(length), "range"), Pair(*ends)


def _without_data(change: Change, missing: Window, desk: MetricDesk) -> Steps:
    """Return since or until when a figure has data, where one of its times has none."""
    nothing = Said("why.nothing", {"when": replace(missing, text="")})
    if change.metric.time_grain != "day" and change.shape.kind == "sum":
        return Outcome(declined=nothing)
    return (yield from never_or_no_more(change.metric, change.asked.filters, missing, nothing, desk))


def over_equal_data(asked: AnalysisAsked, shape: Shape, desk: MetricDesk) -> Change | Said:
    """Return the change over days that both periods have data of, or why there is none to speak of."""
    now, before = asked.window, asked.against
    assert now is not None and before is not None
    span = data_span(shape.metric.name, desk)
    base = like_base(asked.query, now, before, desk)
    before = base if base and span and base.start >= span[0] else before
    reader, figure = desk.answers.reader, (shape.metric.name,)
    known, open_ = reader.known.shared_range(figure), reader.known.unsettled(figure, desk.today)
    if known is not None:
        first, end = known[0], min(known[1], open_.since) if open_ else known[1]
        if before.start < first - slack_before(before.start, before.end) or now.start >= end:
            return Said("why.no_data", {"first": first.isoformat(), "last": (end - days(1)).isoformat()})
        if end < now.end:
            gone = (now.end - end).days
            now, before = _shorter(now, gone), _shorter(before, gone)
            if before.start >= before.end:
                return Said("why.no_data", {"first": first.isoformat(), "last": (end - days(1)).isoformat()})
    if shape.catalog.is_monthly(shape.metric.name) and not (now.in_whole_months and before.in_whole_months):
        inner = _in_whole_months(now, before)
        if inner is None:
            return Said("why.whole_months")
        now, before = inner
    change = Change(asked, shape, before, now)
    return replace(change, rebased=passed_over(change)) if base else change


def _in_whole_months(now: Window, before: Window) -> tuple[Window, Window] | None:
    """Return the whole months of a time, and as many before them; a year before, where that is compared.

    From September on, asked in November, is September and October beside July and August. None where a time
    has no whole month, or is compared with some other.
    """
    start, end = whole("month", now.start - days(1), 1)[0], whole("month", now.end)[0]
    count = (end.year - start.year) * 12 + end.month - start.month
    year = now.year_before(None)
    if count < 1:
        return None
    if (before.start, before.end) == (year.start, year.end):
        back = 12
    elif before.end == now.start:
        back = count
    else:
        return None
    inner = Window(start, end, "month", count)
    return inner, Window(add_months(start, -back), add_months(end, -back), "month", count)


def _shorter(window: Window, days_less: int) -> Window:
    """Return a window without its last days: those that have no data yet."""
    return replace(window, end=window.end - days(days_less), unit="range", text="")


def is_false(asked: AnalysisAsked, whole: Pair) -> bool:
    """Tell whether the figure did not move, or not the way the question says."""
    moved = whole.change
    return not moved or (asked.direction == "up" and moved < 0) or (asked.direction == "down" and moved > 0)
