"""Which figures a briefing shows: those the knowledge lists, else the main ones, one of each table first."""

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass

from analysis.target.aims import names_a_target, target_of
from answers.sentences.amounts import MONEY
from knowledge.definitions.column_words import draft_words
from knowledge.definitions.column_words import says as has_word
from knowledge.metrics import Metric
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low
from understanding.metric.offering import main_metrics

MOST = 9
MOST_TABLES = 8
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


def standing(desk: MetricDesk, filters: Sequence[Filter] = ()) -> tuple[str, ...]:
    """Return the listed figures that no column dates: they are told as they stand now, beside nothing."""
    known = [desk.catalog.metrics[name] for name in desk.catalog.scorecard if name in desk.catalog.metrics]
    undated = (one for one in known if not any(source.time for source in desk.catalog.sources(one.name)))
    return tuple(one.name for one in undated if is_open_to(one, desk, filters))[:MOST]


def leading(desk: MetricDesk) -> str:
    """Return the figure that is meant where none is named: the first of a scorecard that is listed or led.

    A drafted one is led by a figure where that has a target; else nothing says which comes first.
    """
    first = next(iter(scorecard(desk)), None)
    return first.metric if first and (desk.catalog.scorecard or first.target) else ""


def lines_of(names: Sequence[str], desk: MetricDesk, filters: Sequence[Filter] = ()) -> tuple[Line, ...]:
    """Return lines of the figures that were named, as far as they are known of the members asked about."""
    chosen = [one for one in (desk.catalog.metrics[name] for name in names) if _fits(one, desk, filters)]
    return tuple(Line(one.name, _target(one, desk, filters)) for one in chosen[:MOST])


def _target(metric: Metric, desk: MetricDesk, filters: Sequence[Filter]) -> str:
    """Return the target of a figure, where there is one of the members asked about."""
    found = target_of(metric, desk)
    return found if found and all(desk.catalog.cuts(found, kept.dimension) for kept in filters) else ""


def _drafted(desk: MetricDesk) -> Iterator[Metric]:
    """Yield the first sum of most kinds of rows, a ratio of these, the first of further ones, then the rest.

    First is what has a target, for by that the business is led; then what earns money, days of things
    before single events, and of these how many there were before anything summed of them. A target is no
    figure of its own; who came and who left are two, though one table holds both; what is only kept (devices,
    staff), to which other tables point, comes last.
    """
    main = main_metrics(desk)
    aimed = {one.name: aim for one in main if (aim := target_of(one, desk))}
    ranked = [one for one in main if one.name not in aimed.values() and not _is_aim(one)]
    sums = _sums([one for one in ranked if one.kind == "simple"], aimed, desk)
    first: dict[tuple[str, str], Metric] = {}
    for one in sums:
        first.setdefault((one.table, one.time), one)
    lead, further = list(first.values())[:MOST_TABLES], list(first.values())[MOST_TABLES:]
    near = _rates(ranked, {one.table for one in lead}, desk)
    yield from lead
    yield from near[:MOST_RATIOS]
    yield from further
    yield from near[MOST_RATIOS:]
    yield from (one for one in sums if one not in first.values())


def _sums(found: Sequence[Metric], aimed: Collection[str], desk: MetricDesk) -> list[Metric]:
    """Return sums of days: what has a target first, then income, then of days before single events."""
    sums = [one for one in found if one.additivity == "sum" and one.time]
    counted = {one.table for one in sums if one.counts_rows}
    dense = {one.table for one in sums if desk.catalog.is_dense(one)}
    kept = {desk.catalog.full(one.table) for one in desk.catalog.dimensions.values() if one.key}

    def place(one: Metric) -> tuple[bool, ...]:
        summed = one.table in counted - dense and not one.counts_rows
        is_kept = desk.catalog.full(one.table) in kept
        return one.name not in aimed, not _is_income(one), is_kept, one.table not in dense, summed

    return sorted(sums, key=place)


def _rates(found: Sequence[Metric], tables: Set[str], desk: MetricDesk) -> list[Metric]:
    """Return ratios and means by the day of some tables alone, those of money first."""
    rates = [one for one in found if one.kind == "ratio" or one.additivity == "average"]
    sources = {one.name: desk.catalog.sources(one.name) for one in rates}
    near = [one for one in rates if _is_daily(one, desk) and {it.table for it in sources[one.name]} <= tables]
    return sorted(near, key=lambda one: not any(map(is_money, sources[one.name])))


def _is_aim(metric: Metric) -> bool:
    """Tell what is set for a month, of whatever figure."""
    return metric.time_grain == "month" and any(map(names_a_target, metric.wordings))


def _is_income(metric: Metric) -> bool:
    """Tell money that comes in: no cost, and nothing that was taken off."""
    names = " ".join((metric.name, *metric.wordings))
    return (
        is_money(metric)
        and not is_better_low(metric)
        and not has_word(names, draft_words()["discounts"]["any"])
    )


def is_money(metric: Metric) -> bool:
    """Tell a figure whose unit is money."""
    return bool(MONEY.match(metric.unit("en"))) or metric.unit("zh").endswith("元")


def _is_daily(metric: Metric, desk: MetricDesk) -> bool:
    return all(one.time and one.time_grain == "day" for one in desk.catalog.sources(metric.name))


def _fits(metric: Metric, desk: MetricDesk, filters: Sequence[Filter]) -> bool:
    return desk.catalog.is_dated(metric.name) and is_open_to(metric, desk, filters)


def is_open_to(metric: Metric, desk: MetricDesk, filters: Sequence[Filter]) -> bool:
    """Tell a figure that the person may use and that the members asked about cut."""
    cut = all(desk.catalog.cuts(metric.name, kept.dimension) for kept in filters)
    return cut and desk.opens(metric.name)
