"""The rules of the chart, one file for each kind of thing they read."""

from understanding.chart.saturation import Rule
from understanding.rows.rules import conditions, figures, orders, projections, times

RULES: tuple[Rule, ...] = (*conditions.RULES, *figures.RULES, *orders.RULES, *projections.RULES, *times.RULES)
