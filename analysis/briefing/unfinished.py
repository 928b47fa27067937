"""What is not done yet: a level or a count that somebody defined, else the codes that say so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from analysis.asked import says
from analysis.briefing.scorecard import is_open_to
from knowledge.metrics import Dimension, Metric
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk


@dataclass(frozen=True)
class OpenItems:
    """A count of what is not done yet: of these codes of a dimension, as people call them.

    Without codes it is a figure of its own, which says in its name that these are open.
    """

    metric: str
    dimension: str
    values: tuple[str, ...] = ()
    called: str = ""


def open_items(desk: MetricDesk, filters: Sequence[Filter]) -> tuple[OpenItems, ...]:
    """Return the counts that can be cut by a state that says not done: complaints not handled yet."""
    found: dict[str, OpenItems] = {}
    known = desk.catalog.metrics.values()
    counts = [one for one in known if one.counts_rows and is_open_to(one, desk, filters)]
    counts.sort(key=lambda one: bool(one.until))  # what happened is cut by its state before what stands
    for dimension in desk.catalog.dimensions.values():
        named = _named_open(dimension)
        for metric in counts:
            own = desk.catalog.is_own(dimension, [metric.table])
            if (
                named
                and own
                and desk.shows(dimension)
                and not (metric.filters or _stand(metric, counts, desk))
            ):
                by_codes = OpenItems(
                    metric.name, dimension.name, tuple(named[0].split("|")), _called(named[1], desk)
                )
                found.setdefault(dimension.name, _defined(metric, counts, dimension) or by_codes)
    return tuple(found.values())


def _named_open(dimension: Dimension) -> tuple[str, tuple[str, ...]] | None:
    """Return the codes that are called open, and their names: a group of codes before a single one."""
    named = [*dimension.groups.items(), *dimension.values.items()]
    return next((it for it in named if any(says("briefing", "open", name) for name in it[1])), None)


def _called(names: Sequence[str], desk: MetricDesk) -> str:
    """Return what codes are called in the language, where a name of it is known."""
    if desk.language == "zh":
        return names[0]
    english = [name for name in names if name.isascii()]
    return next((name for name in english if says("briefing", "open", name)), next(iter(english), names[0]))


def _defined(count: Metric, counts: Sequence[Metric], state: Dimension) -> OpenItems | None:
    """Return the figure that somebody defined for what is open of the things counted: a level first."""
    alike = [one for one in counts if one.table == count.table and _is_of_several(one)]
    named = (one for one in sorted(alike, key=lambda one: not one.until) if any(_states(one, count)))
    return next((OpenItems(one.name, state.name) for one in named), None)


def _stand(count: Metric, counts: Sequence[Metric], desk: MetricDesk) -> bool:
    """Tell things with names of their own that stand until they end: a store that is open is no open case."""
    catalog = desk.catalog
    levels = [one for one in counts if one.until and one.table == count.table]
    own = {catalog.full(one.table) for one in catalog.dimensions.values() if one.key}
    named = catalog.full(count.table) in own
    return named and bool(levels) and not any(any(_states(one, count)) for one in levels)


def _is_of_several(metric: Metric) -> bool:
    """Tell what ends in a column of its own, or is held to several codes: one code may be a part alone."""
    return bool(metric.until) or any(map(_has_codes, metric.filters))


def _has_codes(condition: str) -> bool:
    try:
        listed = parse_one(condition).find(exp.In)
    except SqlglotError:
        return False
    return listed is not None and len(listed.expressions) > 1


def _states(metric: Metric, count: Metric) -> Iterator[bool]:
    """Yield of each wording whether what it adds to the things counted says open: open complaints."""
    things = sorted((one.casefold() for one in count.wordings), key=len, reverse=True)
    for wording in metric.wordings:
        rest = wording.casefold()
        for thing in things:
            rest = rest.replace(thing, "")
        yield says("briefing", "open", rest.strip())
