"""Which operators combine, as data, and what a catalog can answer of a frame."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.metrics import Catalog, Dimension, Metric
from language.calendar import add_months, whole
from query.metric_query import MetricQuery, Window
from query.plan.engines import is_sum
from understanding.figures.frame import Frame
from understanding.figures.left_out import leaves_out
from understanding.metric.filling import fillable
from understanding.metric.known import Known
from understanding.metric.weeks import weeks_in
from understanding.readings import Why

# Each of these never stands beside any of the others in its line.
APART = {
    "Share": ("Having", "Average", "Running", "Count", "Order"),
    "Average": ("Running", "Count"),
    "Running": ("Rank", "Count", "Average"),
    "Count": ("Rank",),
}
# Each of these needs one of the others in its line.
NEEDS = {
    "Against": ("When",),
    "Count": ("Having",),
    "Having": ("Cut",),
    "Rank": ("Cut",),
    "Running": ("Cut",),
    "Share": ("Cut",),
}
ORDER = {"day": 0, "week": 1, "month": 2, "quarter": 3, "year": 4}


@dataclass(frozen=True)
class Illegal:
    """Why a frame cannot be answered, with the names of what stands in the way."""

    why: Why
    words: tuple[str, ...] = ()


def is_legal(frame: Frame, known: Known, today: dt.date) -> bool:
    """Tell whether a frame's operators combine, and whether the catalog can answer it exactly."""
    return illegal(frame, known, today) is None


def illegal(frame: Frame, known: Known, today: dt.date) -> Illegal | None:
    """Return why a frame's operators do not combine or the catalog cannot answer it exactly, if so."""
    kinds, query, catalog = frame.kinds, frame.query, known.catalog
    apart = any(one in kinds and not kinds.isdisjoint(others) for one, others in APART.items())
    lacks = any(one in kinds and kinds.isdisjoint(others) for one, others in NEEDS.items())
    if unreached := _unreached(query, catalog):
        return Illegal("unreachable", unreached)
    sources = [one for name in query.figures for one in catalog.sources(name)]
    if finer := _finer_than_known(query, sources):
        return Illegal("no_data", finer)
    months = any(one.time_grain == "month" for one in sources)
    if months and not all(_is_whole_months(one, today) for one in query.windows):
        return Illegal("whole_months", tuple(one.text for one in query.windows))
    return Illegal("shape") if apart or lacks or not _fits(query, catalog, sources) else None


def _finer_than_known(query: MetricQuery, sources: Sequence[Metric]) -> tuple[str, ...]:
    """Return the unit of time, or the times, that are shorter than what a figure is known by."""
    if query.grain and any(one.time and ORDER[_finest(one)] > ORDER[query.grain] for one in sources):
        return (query.grain,)
    day = next((one.week_day for one in sources if one.weekly), None)
    without = day is not None and not all(weeks_in(one, day) for one in query.windows)
    return tuple(one.text for one in query.windows) if without else ()


def _finest(source: Metric) -> str:
    """Return the finest unit of time that a figure is known by."""
    return "week" if source.weekly else source.time_grain


def _unreached(query: MetricQuery, catalog: Catalog) -> tuple[str, ...]:
    """Return the first dimension that a figure cannot be cut by."""
    over = [query.average] if query.average in catalog.dimensions else []
    found = (one for name in query.figures for one in (*query.cuts, *over) if not catalog.cuts(name, one))
    return tuple(found)[:1]


def _fits(query: MetricQuery, catalog: Catalog, sources: Sequence[Metric]) -> bool:
    return all(holds(query, catalog, sources) for holds in MUST_HOLD)


def _average_divides(query: MetricQuery, catalog: Catalog, sources: Sequence[Metric]) -> bool:
    if not query.average:
        return True
    return all(_has_average(query, one) for one in sources) and not _by_days_of_each(query, catalog)


def _parts_add_up(query: MetricQuery, catalog: Catalog, _: Sequence[Metric]) -> bool:
    if not (query.share or query.running):
        return True
    kinds = ("sum", "semi") if query.share else ("sum",)
    return all(catalog.metrics[name].additivity in kinds for name in query.metrics)


def _several_windows_stand_apart(query: MetricQuery, _: Catalog, __: Sequence[Metric]) -> bool:
    if len(query.windows) < 2:
        return True
    as_one = not query.grain and (query.share or query.average or query.ranking)
    return not (query.conditions or query.running or as_one)


def _growth_has_a_before(query: MetricQuery, catalog: Catalog, _: Sequence[Metric]) -> bool:
    compared = bool(query.compared)
    if any(one.of_growth != compared for one in query.conditions):
        return False
    if query.ranking and query.ranking.by == "growth" and not compared:
        return False
    return not compared or all(_is_timed(name, catalog) for name in query.figures)


def _each_unit_has_its_own_before(query: MetricQuery, catalog: Catalog, _: Sequence[Metric]) -> bool:
    """Tell days of a holiday that lies elsewhere a year before from those that have their own date there."""
    if not query.grain or query.compared is None or query.compared.kind != "last_year":
        return True
    moved = (one for one in query.windows if one.holiday)
    return all(one.year_before(catalog.holidays).start == add_months(one.start, -12) for one in moved)


def _groups_can_be_counted(query: MetricQuery, catalog: Catalog, _: Sequence[Metric]) -> bool:
    if not query.counted:
        return True
    return len(query.splits) + bool(query.grain) == 1 and (not query.grain or _has_each_day(query, catalog))


def _share_is_of_one(query: MetricQuery, _: Catalog, __: Sequence[Metric]) -> bool:
    """Tell whether shares are of one figure; those of two times stand beside each other as a whole only."""
    compared = query.compared and (query.grain or query.ranking or query.share_within)
    return not query.share or (len(query.metrics) == 1 and not compared)


def _ranked_shares_are_within(query: MetricQuery, _: Catalog, __: Sequence[Metric]) -> bool:
    """Tell whether shares that are ranked are each of one member within the groups that are ranked."""
    if query.ranking is None or query.ranking.by != "share":
        return True
    plain = not (query.grain or query.conditions or query.others or query.ranking.within)
    return plain and bool(query.share_within) and [len(one.values) for one in query.shared] == [1]


def _gaps_are_nought(query: MetricQuery, catalog: Catalog, _: Sequence[Metric]) -> bool:
    return not query.filled or fillable(query, catalog)


def _rest_is_one_sum(query: MetricQuery, catalog: Catalog, _: Sequence[Metric]) -> bool:
    return not query.others or _others_add_up(query, catalog)


def _counts_what_is_kept(query: MetricQuery, catalog: Catalog, sources: Sequence[Metric]) -> bool:
    """Tell whether no member is kept to that a definition leaves out: its figure is nought for sure."""
    return not any(leaves_out(source, one, catalog) for source in sources for one in query.filters)


def _groups_hold_several(query: MetricQuery, catalog: Catalog, _: Sequence[Metric]) -> bool:
    """Tell whether a limit on a number of rows is for each of something else: no titles with three titles."""
    sources = [one for condition in query.conditions for one in catalog.sources(condition.metric)]
    counted = {catalog.full(one.table) for one in sources if one.counts_rows}
    return not any(_are_the_rows(catalog.dimensions[name], counted, catalog) for name in query.splits)


def _are_the_rows(dimension: Dimension, tables: set[str], catalog: Catalog) -> bool:
    """Tell whether each member of a dimension is one row of these tables."""
    table = catalog.schema.table(catalog.full(dimension.table)) if dimension.key else None
    if table is None or table.full_name not in tables:
        return False
    return table.primary_key == (dimension.key.rpartition(".")[2],)


MUST_HOLD = (
    _groups_hold_several,
    _counts_what_is_kept,
    _average_divides,
    _parts_add_up,
    _several_windows_stand_apart,
    _growth_has_a_before,
    _each_unit_has_its_own_before,
    _groups_can_be_counted,
    _share_is_of_one,
    _ranked_shares_are_within,
    _gaps_are_nought,
    _rest_is_one_sum,
)


def _is_timed(name: str, catalog: Catalog) -> bool:
    """Tell whether a figure is of some time, so that there is an earlier one to compare with."""
    return any(one.time for one in catalog.sources(name))


def _others_add_up(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether all that is left beside the first so many is one sum."""
    shown = {*query.metrics, *(other for name in query.metrics for other in catalog.metrics[name].show)}
    plain = len(query.splits) == 1 and not (
        query.grain or query.compared or query.conditions or query.average or query.running
    )
    ranked = query.ranking is not None and query.ranking.by == "value" and query.ranking.metric in shown
    of_all = not (query.share and any(one.dimension in query.splits for one in query.filters))
    summed = all(catalog.metrics[name].additivity == "sum" for name in shown)
    return plain and ranked and of_all and summed and len(query.windows) <= 1


def _has_each_day(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether days below a number can be counted: those without anything have no row."""
    low = any(one.comparer in ("lt", "le") for one in query.conditions)
    sources = [one for condition in query.conditions for one in catalog.sources(condition.metric)]
    return not low or all(map(catalog.is_dense, sources))


def _has_average(query: MetricQuery, source: Metric) -> bool:
    """Tell whether a figure has an average per day or member: of a stock, the mean of its days."""
    if source.additivity != "semi":
        return source.additivity == "sum" and bool(source.time or query.average not in ORDER)
    alone = query.metrics == (source.name,) and not source.show
    return alone and query.average == source.time_grain and is_sum(source.expression)


def _by_days_of_each(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether an average per day is kept or cut by what days are to each place: rain in one branch.

    The days of all places together are no number to divide by: it grows with how many had that weather.
    """
    return query.average in ORDER and any(catalog.dimensions[one].along for one in query.cuts)


def _is_whole_months(window: Window, today: dt.date) -> bool:
    """Tell whether a stretch is of whole months, the one that runs as far as it goes."""
    end = window.end
    whole_end = end.day == 1 or end >= today
    return whole("month", window.start)[0] == window.start and whole_end
