"""Which entries of a sum are so large that they may have been keyed wrong: nothing else decides that."""

import datetime as dt
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from analysis.outcome import Look, Name, Read, Said, exact
from analysis.outliers.entry import Keyed, added_up
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

FEWEST = 14  # days
NEAR = 91  # days before and behind an entry, of which it is told what is usual
TIMES_USUAL, TIMES_NEXT = 10, 5  # of the largest entry of a day, and of the next largest of all days
TIMES_REST = Decimal("2.5")  # of a usual day: what else came on the day of an order of several lines
MOST_ENTRIES = 3  # of one figure; more are no slips
_LARGEST, _TYPICAL, _OF_DAY = "largest", "typical", "of_day"


def largest_look(metric: str, window: Window, filters: tuple[Filter, ...], desk: MetricDesk) -> Look | None:
    """Return the look at the largest entry, the mean and the sum of each day, of a plain sum."""
    known = desk.catalog.metrics[metric]
    inside = added_up(known, desk)
    if inside is None or known.additivity != "sum" or known.time_grain != "day":
        return None
    most = replace(known, name=_LARGEST, expression=f"MAX({inside})", additivity="distinct", show=())
    mean = replace(most, name=_TYPICAL, expression=f"AVG({inside})")
    whole = replace(most, name=_OF_DAY, expression=f"SUM({inside})")
    catalog = desk.catalog.beside(most, mean, whole)
    query = MetricQuery((most.name, mean.name, whole.name), (), "day", (window,), filters=filters)
    label = Said("briefing.label.largest", {"metric": Name(metric)})
    return Look(f"{_LARGEST}.{metric}", query, label, catalog=catalog, detail=True)


def keyed_of(read: Mapping[str, Read]) -> Iterator[Keyed]:
    """Yield the few entries that stand many times above the largest of any other day."""
    for look, found in read.items():
        if not look.startswith(f"{_LARGEST}.") or found.result.truncated:
            continue
        every = {str(row[0])[:10]: exact(row[1]) for row in found.result.rows}
        means = [one for row in found.result.rows if (one := exact(row[2])) is not None and one > 0]
        most = sorted(((value, day) for day, value in every.items() if value is not None), reverse=True)
        if len(most) < FEWEST:
            continue
        ends = range(1, min(MOST_ENTRIES, len(most) - 1) + 1)
        many = next((n for n in reversed(ends) if most[n - 1][0] >= TIMES_NEXT * most[n][0]), 0)
        for value, day in most[:many]:
            usual = _usual_near(dt.date.fromisoformat(day), most)
            if usual > 0 and value >= TIMES_USUAL * usual and not _is_accompanied(value, day, found):
                typical = statistics.median(means) if means else usual
                yield Keyed(
                    look.partition(".")[2],
                    dt.date.fromisoformat(day),
                    value,
                    usual,
                    typical,
                    part=_part_of_month(value, day, found),
                )


def _usual_near(day: dt.date, most: Sequence[tuple[Decimal, str]]) -> Decimal:
    """Return what the largest entry of a day is about that day: a business grows."""
    near = [one for one, at in most if abs((dt.date.fromisoformat(at) - day).days) <= NEAR]
    return statistics.median(near if len(near) >= FEWEST else [one for one, _ in most])


def _is_accompanied(value: Decimal, day: str, found: Read) -> bool:
    """Tell an entry on whose day the others came to far more than a day does: an order of several lines.

    A company bought 120 first-aid kits, 60 monitors and 300 masks on one day: nothing of that was a slip.
    """
    sums = {str(row[0])[:10]: exact(row[3]) or Decimal(0) for row in found.result.rows}
    return sums[day] - value >= TIMES_REST * statistics.median(sums.values())


def _part_of_month(value: Decimal, day: str, found: Read) -> Decimal:
    """Return which part of the sum of its month an entry makes."""
    month = sum(exact(row[3]) or 0 for row in found.result.rows if str(row[0])[:7] == day[:7])
    return value / month if month > 0 else Decimal(1)
