"""The rules of the chart, one file for each kind of thing they read."""

from understanding.chart.saturation import Rule
from understanding.figures.rules import conditions, cuts, figures, members, numbers, ranks, shares

FILES = (numbers, members, figures, cuts, ranks, conditions, shares)
RULES: tuple[Rule, ...] = tuple(one for file in FILES for one in file.RULES)
