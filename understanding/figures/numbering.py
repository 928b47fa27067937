"""What figures are told in: numbers of things, or units."""

from knowledge.metrics import Metric
from understanding.metric.counting import unit_group


def is_numbered(metric: Metric) -> bool:
    """Tell whether a metric is how many there were, not how much money, time or energy."""
    return metric.counts_rows or (metric.is_count and not told_in(metric))


def told_in(metric: Metric) -> set[str]:
    """Return what a figure is told in: money, minutes."""
    return {unit_group(unit) for unit in (metric.unit_zh, metric.unit_en) if unit} - {""}


def is_money(metric: Metric) -> bool:
    """Tell whether a figure may be an amount of money: its unit is, or nothing says that it is none."""
    plain = not (metric.unit_zh or metric.unit_en)
    return not metric.is_count if plain else "money" in told_in(metric)
