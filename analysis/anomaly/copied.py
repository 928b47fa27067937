"""Days of which each member has exactly what it had on another day near: rows that were entered twice."""

import datetime as dt
from collections.abc import Iterator, Sequence

import numpy as np

from analysis.anomaly.looks import Group
from analysis.anomaly.standing import FEWEST
from analysis.asked import AnalysisAsked
from analysis.lifespans import day_of
from analysis.outcome import Name, Said
from language.calendar import days

FEWEST_MEMBERS = 5
BACK = (1, 2, 7)  # days before, of which a day may be a copy
ELSEWHERE = 0.2  # of pairs of days that are the same anyhow: of such figures a copy tells nothing
MOST, LOOKED = 3, 60


def copied_told(groups: Sequence[Group], asked: AnalysisAsked) -> tuple[Said, ...]:
    """Return the days that are another day again, of each figure by the first cut that shows them."""
    told: dict[str, Said] = {}
    for group in groups:
        found = [] if group.metric in told or group.under is not None else list(_copies(group, asked))
        if found:
            listed = tuple(
                Said("anomaly.copied_one", {"day": day_of(day), "other": day_of(other)})
                for day, other in found[:MOST]
            )
            params = {
                "metric": Name(group.metric),
                "list": listed,
                "count": len(group.members),
                "by": Name(group.dimension, dimension=True, many=True),
            }
            told[group.metric] = Said("anomaly.copied", params)
    return tuple(told.values())


def _copies(group: Group, asked: AnalysisAsked) -> Iterator[tuple[dt.date, dt.date]]:
    """Yield each day within the time asked on which all members have what they had on a day before."""
    if not group.dimension or len(group.members) < FEWEST_MEMBERS:
        return
    table = np.nan_to_num(np.stack([one.values for one in group.members.values()]))
    start = next(iter(group.members.values())).start
    first = max(0, (asked.window.start - start).days) if asked.window else table.shape[1] - LOOKED
    end = min(table.shape[1], (asked.window.end - start).days) if asked.window else table.shape[1]
    least = FEWEST if group.counts else 0
    seen = set[int]()
    for back in BACK:
        now, then = table[:, back:], table[:, :-back]
        there = (now > least) & (then > least)
        same = (now == then) & there
        if there.any() and same.sum() > ELSEWHERE * there.sum():
            return
        whole = (same == there).all(axis=0) & (there.sum(axis=0) >= FEWEST_MEMBERS)
        whole &= ((now > 0) == (then > 0)).all(axis=0)
        for at in np.nonzero(whole)[0]:
            place = int(at) + back
            if first <= place < end and place not in seen:
                seen.add(place)
                yield start + days(place), start + days(int(at))
