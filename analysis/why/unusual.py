"""Who holds most of a figure that rose and usually holds little of it: what the time before may hide.

A site that closed in March was refunded in March and April: both months are mostly its, so it makes no
more of the change than of the time before. Beside the year before that it is plain.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from analysis.anomaly.stages import lasting_cuts
from analysis.lifespans import day_of
from analysis.names import member_in, reads
from analysis.openings import Openings, openings_of
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact
from analysis.why.budget import UNUSUAL
from analysis.why.looks import Change, pairs_of
from analysis.why.split import ZERO, Pair
from knowledge.metrics import Metric
from language.calendar import add_months
from query.metric_query import MetricQuery, Window
from query.plan.engines import summed
from understanding.metric.desk import MetricDesk

if TYPE_CHECKING:
    from analysis.why.findings import Findings

_LOOK, _ENTRIES = "unusual_", "analysis_entries"
_YEAR, _LATE = 12, 3  # months
_MOST_MEMBERS = 60
_MOST_TOLD = 2
_HALF = Decimal("0.5")  # of the figure
_FEWEST, _FEWEST_OF_ALL, _FEWEST_OF_YEAR = 5, 8, 24  # entries
_TIMES, _MORE = 2, Decimal("0.25")  # of its usual share
_BOUND = 4.5  # standard deviations of a binomial: some hundred members may be looked at


@dataclass(frozen=True)
class Unusual:
    """A member that holds most of a figure, with its entries of all and its share of the year before."""

    dimension: str
    name: str
    pair: Pair
    rest: Pair
    entries: int
    of_entries: int
    usual: Decimal  # percent
    year: Window
    ended: Said | str = ""


def unusual_looks(found: "Findings", read: Mapping[str, Read], desk: MetricDesk) -> list[Look]:
    """Return looks at the year before by each cut one member of which holds half of what rose."""
    change, year = found.change, _year_before(found.change, desk)
    entries = _entries(change.metric, desk)
    if year is None or entries is None or change.shape.kind != "sum" or found.is_flat:
        return []
    catalog = change.shape.catalog
    if found.whole.change <= 0 or all(map(catalog.is_dense, catalog.sources(change.metric.name))):
        return []
    sizes = {
        name.removeprefix("by_"): len(pairs_of(one))
        for name, one in read.items()
        if name.startswith("by_") and not one.result.truncated and _first(pairs_of(one), found.whole)
    }
    lasting = lasting_cuts(change.metric.name, desk, {one.dimension for one in change.asked.filters})
    fit = [one for one, size in sizes.items() if 2 < size <= _MOST_MEMBERS and one in lasting]
    label = {one: Said("why.label.by", {"dimension": Name(one, dimension=True)}) for one in fit}
    late = Window(max(year.start, add_months(year.end, -_LATE)), year.end, "range")
    windows = (year, late, change.now)
    return [
        Look(
            f"{_LOOK}{one}",
            MetricQuery((entries.name,), (one,), windows=windows, filters=change.asked.filters),
            label[one],
            catalog=catalog.beside(entries),
        )
        for one in sorted(fit, key=lambda one: -sizes[one])[:UNUSUAL]
    ]


def unusual_of(
    found: "Findings", read: Mapping[str, Read], deeper: Mapping[str, Read], desk: MetricDesk
) -> tuple[Unusual, ...]:
    """Return who holds most of a figure and held little of it the year before, the clearest first."""
    every = ((name.removeprefix(_LOOK), one) for name, one in deeper.items() if name.startswith(_LOOK))
    told = [
        it
        for dimension, one in every
        if not one.result.truncated
        if (it := _unusual(dimension, pairs_of(read[f"by_{dimension}"]), one, found.whole, desk)) is not None
    ]
    openings = openings_of(read)
    if openings is None:
        return tuple(sorted(told, key=lambda one: one.usual)[:_MOST_TOLD])
    told.sort(key=lambda one: (one.dimension != openings.level, one.usual))
    return tuple(replace(one, ended=_ended(one, openings)) for one in told[:_MOST_TOLD])


def _unusual(
    dimension: str, pairs: Mapping[str, Pair], read: Read, whole: Pair, desk: MetricDesk
) -> Unusual | None:
    """Return who holds half of a figure in a cut and held clearly less of its entries before, or None."""
    member, counts = _first(pairs, whole), _counts(read)
    usual = _usual_share(member, counts) if member and reads(pairs, desk, dimension) else None
    if usual is None:
        return None
    own, of = pairs[member], sum(it.now for it in counts.values())
    rest = Pair((whole.before or ZERO) - (own.before or ZERO), (whole.now or ZERO) - (own.now or ZERO))
    return Unusual(dimension, member, own, rest, counts[member].now, of, usual, read.look.query.windows[0])


def _ended(one: Unusual, openings: Openings) -> Said | str:
    """Return until when there was a member, where that is known."""
    day = next((it.ended for it in openings.every if it.name == one.name and it.ended), None)
    return Said("why.unusual_ended", {"day": day_of(day)}) if day and one.dimension == openings.level else ""


def unusual_told(one: Unusual, found: "Findings") -> Said:
    """Say how much of a figure a member holds, how little it usually does, and what it comes to without."""
    metric, now = found.change.metric.name, found.whole.now or ZERO
    return Said(
        "why.unusual",
        {
            "who": Said("why.unusual_who", {"by": Name(one.dimension, dimension=True), "name": one.name}),
            "ended": one.ended,
            "share": Percent(100 * (one.pair.now or ZERO) / now),
            "now": Amount(one.pair.now or ZERO, metric),
            "count": one.entries,
            "of": one.of_entries,
            "usual": Percent(one.usual),
            "year": one.year,
            "earlier": Amount(one.pair.before or ZERO, metric),
            "rest_before": Amount(one.rest.before or ZERO, metric),
            "rest_now": Amount(one.rest.now or ZERO, metric),
        },
    )


def _first(members: Mapping[str, Pair], whole: Pair) -> str:
    """Return the named member that holds half of a figure or more, or nothing."""
    most = max(members, key=lambda one: members[one].now or ZERO, default="")
    enough = most and (members[most].now or ZERO) >= _HALF * (whole.now or ZERO)
    return most if enough else ""


class _Entries(NamedTuple):
    """How many entries there were: over the year before, in the last months of it, and now."""

    year: int
    late: int
    now: int


def _counts(read: Read) -> dict[str, _Entries]:
    return {
        member_in(row[0]): _Entries(*(int(exact(cell) or 0) for cell in row[1:4])) for row in read.result.rows
    }


def _usual_share(member: str, counts: Mapping[str, _Entries]) -> Decimal | None:
    """Return a member's share of the entries of the year before in percent, where that was clearly less.

    So it must have been in the last months of that year: contracts that run on are mostly of late, always.
    """
    own = counts.get(member, _Entries(0, 0, 0))
    every = _Entries(*(sum(ends) for ends in zip(*counts.values(), strict=True)))
    if own.now < _FEWEST or every.now < _FEWEST_OF_ALL or every.year < _FEWEST_OF_YEAR:
        return None
    chance = (own.year + 1) / (every.year + 2)
    far = (own.now - every.now * chance) / math.sqrt(every.now * chance * (1 - chance))
    usual, now = Decimal(own.year) / every.year, Decimal(own.now) / every.now
    most = max(usual, Decimal(own.late) / every.late if every.late else ZERO)
    return 100 * usual if far >= _BOUND and now >= _TIMES * most and now - most >= _MORE else None


def _entries(metric: Metric, desk: MetricDesk) -> Metric | None:
    """Return the count of the entries that a sum or count is made of; None where it is made of others."""
    if metric.kind != "simple" or metric.additivity != "sum":
        return None
    inside = summed(metric.expression, desk.answers.dialect)
    if not inside and not metric.counts_rows:
        return None
    expression = f"COUNT({inside})" if inside else metric.expression
    return replace(metric, name=_ENTRIES, expression=expression, additivity="sum", decimals=0, show=())


def _year_before(change: Change, desk: MetricDesk) -> Window | None:
    """Return the twelve months before both times, where there are data of half of them."""
    known = desk.answers.reader.known.range_of((change.metric.name,))
    end = change.span.start
    start = add_months(end, -_YEAR)
    if known is None or known[0] > add_months(end, -_YEAR // 2) or change.before.end != change.now.start:
        return None
    return Window(max(start, known[0]), end, "range")
