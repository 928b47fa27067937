"""Which figures a briefing shows: those the knowledge lists, else the main ones, one of each table first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analysis.asked import says
from analysis.target.aims import target_of
from answers.sentences.amounts import MONEY
from knowledge.metrics import Metric
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk
from understanding.metric.offering import main_metrics

MOST = 8
MOST_TABLES = 6
MOST_RATIOS = 1  # before further tables


@dataclass(frozen=True)
class Line:
    """One figure of a scorecard, and the monthly figure that is its target, where there is one."""

    metric: str
    target: str = ""


def scorecard(desk: MetricDesk, filters: Sequence[Filter] = ()) -> tuple[Line, ...]:
    """Return the figures to show that the person may use and that the members asked about cut."""
    known = desk.catalog.metrics
    listed = [known[name] for name in desk.catalog.scorecard if name in known]
    chosen = [one for one in listed or _drafted(desk) if _fits(one, desk, filters)]
    return tuple(Line(one.name, _target(one, desk, filters)) for one in chosen[:MOST])


def lines_of(names: Sequence[str], desk: MetricDesk, filters: Sequence[Filter] = ()) -> tuple[Line, ...]:
    """Return lines of the figures that were named, as far as they are known of the members asked about."""
    chosen = [one for one in (desk.catalog.metrics[name] for name in names) if _fits(one, desk, filters)]
    return tuple(Line(one.name, _target(one, desk, filters)) for one in chosen[:MOST])


def _target(metric: Metric, desk: MetricDesk, filters: Sequence[Filter]) -> str:
    """Return the target of a figure, where there is one of the members asked about."""
    found = target_of(metric, desk)
    return found if found and all(desk.catalog.cuts(found, kept.dimension) for kept in filters) else ""


def _drafted(desk: MetricDesk) -> Iterator[Metric]:
    """Yield the first sum of most tables, a ratio of these, the first of further tables, then the rest.

    First is what has a target, for by that the business is led; then what earns money, days of things
    before single events, and of these how many there were before anything summed of them.
    """
    ranked = [one for one in main_metrics(desk) if _is_daily(one, desk)]
    sums = [one for one in ranked if one.kind == "simple" and one.additivity == "sum"]
    counted = {one.table for one in sums if one.counts_rows}
    dense = {one.table for one in sums if desk.catalog.is_dense(one)}
    sums.sort(
        key=lambda one: (
            not target_of(one, desk),
            not is_money(one),
            one.table not in dense,
            one.table in counted - dense and not one.counts_rows,
        )
    )
    first: dict[str, Metric] = {}
    for one in sums:
        first.setdefault(one.table, one)
    lead, further = list(first.values())[:MOST_TABLES], list(first.values())[MOST_TABLES:]
    tables = {one.table for one in lead}
    near = [
        one
        for one in ranked
        if one.kind == "ratio" and {source.table for source in desk.catalog.sources(one.name)} <= tables
    ]
    near.sort(key=lambda one: not any(is_money(part) for part in desk.catalog.sources(one.name)))
    yield from lead
    yield from near[:MOST_RATIOS]
    yield from further
    yield from near[MOST_RATIOS:]
    yield from (one for one in sums if one not in first.values())


def is_money(metric: Metric) -> bool:
    """Tell a figure whose unit is money."""
    return bool(MONEY.match(metric.unit("en"))) or metric.unit("zh").endswith("元")


def _is_daily(metric: Metric, desk: MetricDesk) -> bool:
    return all(one.time and one.time_grain == "day" for one in desk.catalog.sources(metric.name))


def _fits(metric: Metric, desk: MetricDesk, filters: Sequence[Filter]) -> bool:
    sources = desk.catalog.sources(metric.name)
    timed = all(one.time for one in sources)
    cut = all(desk.catalog.cuts(metric.name, kept.dimension) for kept in filters)
    return timed and cut and desk.opens(metric.name)


@dataclass(frozen=True)
class OpenItems:
    """A count of what is not done yet: of these codes of a dimension, as people call them."""

    metric: str
    dimension: str
    values: tuple[str, ...]
    called: str


def open_items(desk: MetricDesk, filters: Sequence[Filter]) -> tuple[OpenItems, ...]:
    """Return the counts that can be cut by a state that says not done: complaints not handled yet."""
    found: dict[str, OpenItems] = {}
    counts = [one for one in desk.catalog.metrics.values() if one.counts_rows and desk.opens(one.name)]
    for dimension in desk.catalog.dimensions.values():
        groups = [*dimension.groups.items(), *dimension.values.items()]
        named = [(codes, names) for codes, names in groups if any(says("briefing", "open", n) for n in names)]
        for metric in counts:
            fits = all(desk.catalog.cuts(metric.name, kept.dimension) for kept in filters)
            own = desk.catalog.full(dimension.table) == desk.catalog.full(metric.table)
            if named and own and fits and desk.shows(dimension) and not metric.filters:
                codes, names = named[0]
                called = names[0] if desk.language == "zh" else _english(names)
                found.setdefault(
                    dimension.name, OpenItems(metric.name, dimension.name, tuple(codes.split("|")), called)
                )
    return tuple(found.values())


def _english(names: Sequence[str]) -> str:
    return next((name for name in names if name.isascii() and says("briefing", "open", name)), names[0])
