"""The days on which the one member asked about has data: where it was closed, days are compared with days."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.anomaly.gaps import gap_told
from analysis.anomaly.stretches import Gap, closed_weekdays, gaps_between
from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Scored, Windows
from analysis.briefing.lacking import MOST_GAPS
from analysis.briefing.since import one_member
from analysis.outcome import Look, Name, Read, Said, day_in, exact
from analysis.why.shape import ACTIVE, days_held
from language.calendar import days
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

MOST = 4  # figures whose days are looked at
LONGEST, SHORTEST = 92, 4  # days of a time that is looked at day by day
ON_MOST = Decimal("0.6")  # of the days: who has data on fewer lacks none, it seldom has any
_TWO = 2  # times that lack days
_HELD, _DAYS = "held", "held_days"
_SIDES = ("now", "before", "year")


@dataclass(frozen=True)
class Trading:
    """How many days each figure has data on, over the three times, and which are missing."""

    held: Mapping[str, Sequence[Decimal]]
    gaps: Mapping[tuple[str, int], tuple[Gap, ...]]

    def scored(self, one: Scored) -> Scored:
        """Return a figure set beside as many days with data, where it lacks some in one of two times."""
        held, name = self.held.get(one.line.metric), one.line.metric
        if held is None:
            return one
        scales = [
            held[0] / held[at + 1]
            if held[at + 1] and any(self.gaps.get((name, side)) for side in (0, at + 1))
            else scale
            for at, scale in enumerate(one.scales)
        ]
        return replace(one, scales=(scales[0], scales[1]))

    def told(self) -> list[Said]:
        """Return on which days which figures have no data, and that means of days are compared."""
        same: dict[tuple[int, tuple[Gap, ...]], list[str]] = {}
        for (name, side), gaps in self.gaps.items():
            same.setdefault((side, gaps), []).append(name)
        listed = tuple(
            Said(
                f"briefing.closed.{_SIDES[side]}",
                {"metric": tuple(map(Name, names)), "list": tuple(map(gap_told, gaps[:MOST_GAPS]))},
            )
            for (side, gaps), names in sorted(same.items(), key=lambda one: one[0][0])
        )
        return [Said("briefing.closed.told", {"list": listed})] if listed else []


def held_looks(
    metrics: Sequence[str], windows: Windows, asked: AnalysisAsked, desk: MetricDesk
) -> list[Look]:
    """Return the looks at how many days of the three times the one member asked about has data on.

    Several figures are looked at, for fees are taken of a closed studio too; events come when they come.
    """
    if one_member(asked) is None or not SHORTEST <= windows[0].days <= LONGEST:
        return []
    looks = []
    for name in metrics:
        catalog = None if desk.catalog.metrics[name].counts_rows else days_held(name, desk)
        if catalog is not None:
            query = MetricQuery((ACTIVE,), windows=windows, filters=asked.filters)
            label = Said("gaps.label", {"metric": Name(name), "window": windows[0]})
            looks.append(Look(f"{_HELD}.{name}", query, label, catalog=catalog))
    return looks[:MOST]


def held_of(read: Mapping[str, Read]) -> dict[str, list[Decimal]]:
    """Return how many days each figure has data on, over the three times."""
    return {
        name.partition(".")[2]: [exact(cell) or Decimal(0) for cell in found.result.rows[0][-len(_SIDES) :]]
        for name, found in read.items()
        if name.startswith(f"{_HELD}.") and found.result.rows
    }


def gap_looks(held: Mapping[str, Sequence[Decimal]], windows: Windows, asked: AnalysisAsked) -> list[Look]:
    """Return the looks at the days themselves, where some are missing of most."""
    return [
        Look(
            f"{_DAYS}.{name}.{side}",
            MetricQuery((name,), grain="day", windows=(windows[side],), filters=asked.filters),
            Said("why.label.lacking", {"member": asked.filters[0].values}),
        )
        for name, counts in held.items()
        for side, count in enumerate(counts)
        if ON_MOST * windows[side].days <= count < windows[side].days
    ]


def trading_of(
    held: Mapping[str, Sequence[Decimal]],
    read: Mapping[str, Read],
    windows: Windows,
    opened: dt.date | None = None,
) -> Trading:
    """Return which days are missing; of those of the week that hardly ever have data none is.

    None is missing before it opened, where that day is known.

    A figure that lacks some in all of the times, or in two of them single days alone, is one of events, which
    come when they come: payments on most days.
    """
    gaps: dict[tuple[str, int], tuple[Gap, ...]] = {}
    for look, found in read.items():
        if not look.startswith(f"{_DAYS}.") or found.result.truncated:
            continue
        _, name, side = look.split(".")
        window = windows[int(side)]
        window = replace(window, start=max(window.start, min(opened or window.start, window.end)))
        if window.start == window.end:
            continue
        have = {day_in(row[0]) for row in found.result.rows if row[-1]}
        last = window.end - days(1)
        closed = closed_weekdays(have, window.start, last)
        if missing := gaps_between("", have, window.start, last, closed, window):
            gaps[name, int(side)] = tuple(sorted(missing, key=lambda one: (-one.missing, one.start)))
    every = Counter(name for name, _ in gaps)
    known = {name: sum(count > 0 for count in held[name]) for name in every}
    long = {name for (name, _), some in gaps.items() if any(one.missing > 1 for one in some)}
    events = {name for name in every if every[name] >= (max(_TWO, known[name]) if name in long else _TWO)}
    return Trading(held, {it: gaps[it] for it in gaps if it[0] not in events})
