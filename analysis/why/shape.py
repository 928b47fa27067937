"""How a figure is made up: what of it adds up over members and days, so that a change can be split."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from sqlglot import exp

from analysis.series import day_of_rows
from database.dialects import Dialect
from knowledge.definitions.rates import averaged_in, division_in, scaled
from knowledge.metrics import Catalog, Dimension, Metric
from query.metric_query import Filter, Window
from query.plan.engines import summed
from understanding.metric.desk import MetricDesk

ACTIVE = "analysis_days"
MOST_DIMENSIONS = 20


@dataclass(frozen=True)
class Shape:
    """A figure as atoms that add up: one of a sum, numerator and denominator of a ratio; none: only whole."""

    metric: Metric
    kind: Literal["sum", "ratio", "whole"]
    atoms: tuple[str, ...]
    scale: int
    catalog: Catalog  # with what the analysis defined itself
    active: bool  # that catalog counts the days on which there are data

    @property
    def by_day(self) -> bool:
        """Tell whether its days add up to it."""
        sources = self.catalog.sources(self.metric.name)
        return self.kind == "sum" and all(
            one.additivity == "sum" and one.time and one.time_grain == "day" for one in sources
        )


def shape_of(name: str, desk: MetricDesk) -> Shape:
    """Return how a figure is made up."""
    catalog = desk.catalog.as_parts_of(name)
    metric = catalog.metrics[name]
    if metric.kind == "simple" and metric.additivity == "average":
        found = division_in(metric.expression, desk.answers.dialect)
        if found:
            return _quotient(metric, found, catalog, desk.answers.dialect)
        return _average(metric, catalog, desk.answers.dialect)
    if metric.kind == "ratio":
        parts = [catalog.sources(part) for part in metric.parts]
        adds = all(one.additivity in ("sum", "semi") for sources in parts for one in sources)
        simple = all(catalog.metrics[part].kind != "ratio" for part in metric.parts)
        kind: Literal["ratio", "whole"] = "ratio" if adds and simple else "whole"
        return Shape(metric, kind, metric.parts if kind == "ratio" else (), metric.scale, catalog, False)
    sources = catalog.sources(name)
    if any(one.additivity not in ("sum", "semi") for one in sources):
        return Shape(metric, "whole", (), 1, catalog, False)
    return _sum(metric, catalog)


def _sum(metric: Metric, catalog: Catalog) -> Shape:
    """Return a sum, with a count of the days that have data where each day should have some."""
    own = metric.kind == "simple" and metric.additivity == "sum" and metric.time_grain == "day"
    if not (own and metric.time and "." not in metric.time and catalog.is_dense(metric)):
        return Shape(metric, "sum", (metric.name,), 1, catalog, False)
    counted = replace(
        metric,
        name=ACTIVE,
        expression=f"COUNT(DISTINCT {metric.time})",
        additivity="distinct",
        decimals=0,
        show=(),
    )
    return Shape(metric, "sum", (metric.name,), 1, _with(catalog, counted), True)


def days_held(metric: str, desk: MetricDesk) -> Catalog | None:
    """Return the catalog with the count of the days that have any of a figure; None of one without days."""
    known = desk.catalog.metrics[metric]
    if not shape_of(metric, desk).by_day or known.kind != "simple" or "." in known.time:
        return None
    held = f"COUNT(DISTINCT {day_held(known, desk)})"
    counted = replace(known, name=ACTIVE, expression=held, additivity="distinct", decimals=0, show=())
    return desk.catalog.beside(counted)


def day_held(known: Metric, desk: MetricDesk) -> str:
    """Return the day of a row that has any of a figure; of a sum a row of 0 has none."""
    day, inside = day_of_rows(known, desk), summed(known.expression, desk.answers.dialect)
    return f"CASE WHEN {inside} <> 0 THEN {day} END" if inside else day


def _average(metric: Metric, catalog: Catalog, dialect: Dialect) -> Shape:
    """Return an average as a sum by a count."""
    inside = averaged_in(metric.expression, dialect)
    if not inside:
        return Shape(metric, "whole", (), 1, catalog, False)
    return _ratio_of(metric, f"SUM({inside})", f"COUNT({inside})", 1, catalog)


def _quotient(metric: Metric, division: tuple[exp.Expr, float], catalog: Catalog, dialect: Dialect) -> Shape:
    """Return a figure that one expression divides as numerator and denominator, where both are plain sums."""
    core, scale = division
    if not isinstance(core, exp.Div):
        return Shape(metric, "whole", (), 1, catalog, False)
    (top, above), (bottom, below) = scaled(core.this), scaled(core.expression)
    scale *= above / below if below else 0
    sums = all(
        isinstance(_unfiltered(one), exp.Sum | exp.Count) and not one.find(exp.Distinct)
        for one in (top, bottom)
    )
    if not sums or scale < 1 or scale != int(scale):
        return Shape(metric, "whole", (), 1, catalog, False)
    name = dialect.sqlglot_name
    return _ratio_of(metric, top.sql(dialect=name), bottom.sql(dialect=name), int(scale), catalog)


def _ratio_of(metric: Metric, top: str, bottom: str, scale: int, catalog: Catalog) -> Shape:
    base = replace(metric, additivity="sum", show=(), decimals=4)
    parts = (
        replace(base, name="analysis_sum", expression=top),
        replace(
            base, name="analysis_count", expression=bottom, decimals=0 if bottom.startswith("COUNT") else 4
        ),
    )
    return Shape(metric, "ratio", tuple(one.name for one in parts), scale, _with(catalog, *parts), False)


def _unfiltered(node: exp.Expr) -> exp.Expr:
    return node.this if isinstance(node, exp.Filter) else node


def _with(catalog: Catalog, *more: Metric) -> Catalog:
    return catalog.beside(*more)


def dimensions_of(shape: Shape, filters: tuple[Filter, ...], desk: MetricDesk) -> list[Dimension]:
    """Return the dimensions a change may be split by: approved, open to the person, reached by every part.

    What tells days apart (weekends, holidays, weather) is the calendar's; one member alone splits nothing.
    """
    fixed = {one.dimension for one in filters if not one.negated and len(one.values) == 1}
    known, levels = desk.answers.reader.known, [name for one in desk.catalog.hierarchies for name in one]
    found = [
        one
        for one in shape.catalog.dimensions.values()
        if not (one.days or one.on_time or one.name in {*fixed, *desk.catalog.english_alone})
        and desk.shows(one)
        and known.size(one.name) != 1
        and all(shape.catalog.cuts(atom, one.name) for atom in shape.atoms)
    ]
    found.sort(key=lambda one: levels.index(one.name) if one.name in levels else len(levels))
    own = {one.table for one in shape.catalog.sources(shape.metric.name)}
    found.sort(key=lambda one: one.name not in levels and one.table not in own)  # its own rows: the reason
    return found[:MOST_DIMENSIONS]


def alike_by(now: Window, then: Window) -> Decimal:
    """Return by what a sum of then is multiplied to be of as many days: holidays and months differ in length.

    Two whole months are compared as they are.
    """
    return Decimal(1) if now.in_whole_months and then.in_whole_months else Decimal(now.days) / then.days
