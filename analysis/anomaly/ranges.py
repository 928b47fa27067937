"""Between what each figure asked about lay by the month, and in the months before."""

from collections.abc import Iterator, Sequence

import numpy as np

from analysis.anomaly.month_looks import FEWEST_PAST, PAST, Table
from analysis.anomaly.whose import told_of
from analysis.outcome import Name, Said
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

MOST = 2  # figures
_PLACES = 2


def ranges_told(tables: Sequence[Table], metrics: Sequence[str], desk: MetricDesk) -> tuple[Said, ...]:
    """Return of each figure that was named between what it lay, where whole months of it were looked at."""
    return tuple(_ranges(tables, metrics[:MOST], desk))


def _ranges(tables: Sequence[Table], metrics: Sequence[str], desk: MetricDesk) -> Iterator[Said]:
    for one in tables:
        whole = one.metric in metrics and not one.dimension and all(span.is_month for span in one.spans)
        first = len(one.spans) - one.targets
        if not whole or first < FEWEST_PAST:
            continue
        figures = one.figures[0]
        now, past = figures[first:], figures[max(0, first - PAST) : first]
        if not (np.isfinite(now).all() and np.isfinite(past).all()):
            continue
        ends = {"low": now.min(), "high": now.max(), "least": past.min(), "most": past.max()}
        told = {name: told_of(float(value), one.metric, desk) for name, value in ends.items()}
        last = one.spans[-1]
        when = Window(one.spans[first].start, last.end, "month" if one.targets == 1 else "range")
        within = past.min() <= now.min() and now.max() <= past.max()
        kind = "one" if one.targets == 1 else "within" if within else "beside"
        kind = "same" if _are_told_alike([*now, *past], one.metric, desk) else kind
        params = {"metric": Name(one.metric), "when": when, "count": len(past), **told}
        yield Said(f"anomaly.range_{kind}", params)


def _are_told_alike(figures: Sequence[float], metric: str, desk: MetricDesk) -> bool:
    """Tell figures that round to one: a price that was between 1.45 and 1.45."""
    decimals = desk.catalog.metrics[metric].decimals
    return len({round(float(one), _PLACES if decimals is None else decimals) for one in figures}) == 1
