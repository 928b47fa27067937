"""Who makes most of a change is looked into once more: by the other cuts, and along its days."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from analysis.outcome import Look, Read, Said, exact
from analysis.why.cuts import telling_cuts
from analysis.why.days import AROUND, TellingDays, burst_days
from analysis.why.looks import LONGEST_SERIES, Change, member_looks, of_member, series_of, year_window
from analysis.why.split import ZERO, MemberSplit, Pair, Share
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

if TYPE_CHECKING:
    from analysis.why.findings import Findings

DAYS, YEAR = "inner_days", "inner_year"
_APART = Decimal("1.3")  # times its usual share: less is told by any member

Member = tuple[str, str]  # dimension and name


@dataclass(frozen=True)
class Lead:
    """Whom most of a change is of: one member, or a place and a kind together."""

    members: tuple[Member, ...]
    pair: Pair
    state: str = ""


@dataclass(frozen=True)
class Inner:
    """What of the lead makes most of its own change, and the days on which that came together."""

    lead: Lead
    split: MemberSplit | None = None
    first: Share | None = None
    days: TellingDays | None = None
    year: tuple[Window, Decimal] | None = None  # the same time a year before, where it is not compared anyway


def lead_of(found: "Findings") -> Lead | None:
    """Return who makes most of a change by himself; None where nobody does."""
    if found.is_flat or found.change.shape.kind == "whole" or found.mix or found.rates or found.kinds:
        return None
    if found.joined is not None:
        return Lead((found.joined.place, found.joined.kind), found.joined.pair)
    if found.cuts:
        split, first = found.cuts[-1]
        one = first[0]
    elif found.leader is not None:
        split, one = found.leader
        first = (one,)
    elif found.outstanding and found.change.shape.kind == "sum":
        split = found.outstanding[0]
        first = split.lines
        one = first[0]
    else:
        return None
    half = 2 * abs(one.part) >= abs(found.whole.change)
    if (len(first) > 1 and found.cuts) or not half or not one.pair.change or not one.name:
        return None
    return Lead(((split.dimension, one.name),), one.pair, one.state)


def change_within(found: "Findings", lead: Lead, desk: MetricDesk) -> Change:
    """Return the change of the lead by itself."""
    change = found.change
    members = tuple(of_member(*one, desk) for one in lead.members)
    return replace(change, asked=replace(change.asked, filters=(*change.asked.filters, *members)))


def inner_looks(found: "Findings", lead: Lead, desk: MetricDesk) -> list[Look]:
    """Return the looks at the lead: day by day, then by each other cut."""
    within = change_within(found, lead, desk)
    over, plain = reach_of(within, desk), MetricQuery((within.metric.name,), filters=within.asked.filters)
    looks = []
    if within.shape.by_day and over.days <= LONGEST_SERIES:
        by_day = replace(plain, grain="day", windows=(over,))
        looks.append(Look(DAYS, by_day, Said("why.label.lacking", {"member": lead.members[0][1]})))
    year = year_window(within, desk) if len(lead.members) == 1 and within.shape.kind == "sum" else None
    if year is not None:
        looks.append(Look(YEAR, replace(plain, windows=(year,)), Said("why.label.year")))
    if lead.state not in ("new", "gone"):
        looks += member_looks(within, desk)
    return looks


def reach_of(change: Change, desk: MetricDesk) -> Window:
    """Return from the earlier time to the later, with four weeks around as far as there are data."""
    start, end = change.span.start - days(AROUND), change.span.end + days(AROUND)
    known = desk.answers.reader.known.range_of((change.metric.name,))
    return Window(max(start, known[0]), min(end, known[1]), "range") if known else Window(start, end, "range")


def inner_of(
    found: "Findings", lead: Lead, splits: tuple[MemberSplit, ...], read: Mapping[str, Read]
) -> Inner:
    """Return who makes most of the lead's own change, and the days on which things counted came together."""
    counted, dimensions = found.change.metric.counts_rows, found.change.shape.catalog.dimensions
    cuts = telling_cuts(splits, lead.pair, {one: one for one in dimensions}, counted=counted)
    split, first = cuts[-1] if cuts and len(cuts[-1][1]) == 1 else (None, ())
    if split is not None and first[0].part < _APART * lead.pair.change * _usual(found, split, first[0]):
        split, first = None, ()  # most of anything is minor
    series = lead_days(read)
    few = None
    if counted and series:
        few = burst_days(series, found.change.before, found.change.now, lead.pair.change)
    return Inner(lead, split, first[0] if first else None, few, _year(found, read))


def _year(found: "Findings", read: Mapping[str, Read]) -> tuple[Window, Decimal] | None:
    """Return what the lead had a year before: no row is 0 of events, none of what has a row a day."""
    one = read.get(YEAR)
    if one is None:
        return None
    rows = one.result.rows
    then = exact(rows[0][-1]) if rows else None
    catalog, name = found.change.shape.catalog, found.change.metric.name
    if then is None and all(map(catalog.is_dense, catalog.sources(name))):
        return None  # it was not there yet
    return one.look.query.windows[0], then or ZERO


def _usual(found: "Findings", split: MemberSplit, one: Share) -> Decimal:
    """Return what share of all but the lead a member makes in both times; 0 where that is not known."""
    outer = next((it for it in found.splits if it.dimension == split.dimension), None)
    of = next((it.pair for it in outer.every if it.name == one.name), None) if outer is not None else None
    if of is None or split.mix is not None:
        return ZERO
    every = _both(found.whole) - sum((_both(it.pair) for it in split.every), ZERO)
    return (_both(of) - _both(one.pair)) / every if every > 0 else ZERO


def _both(pair: Pair) -> Decimal:
    return (pair.before or ZERO) + (pair.now or ZERO)


def lead_days(read: Mapping[str, Read]) -> Mapping[dt.date, Decimal]:
    """Return the lead's figure by day, where that was read whole."""
    one = read.get(DAYS)
    return series_of(one) if one is not None and not one.result.truncated else {}
