"""The rules of the chart, one file for each kind of thing they read."""

from understanding.chart.saturation import Rule
from understanding.figures.rules import (
    conditions,
    cuts,
    figures,
    filling,
    members,
    numbers,
    ranks,
    shares,
    times,
)

FILES = (filling, numbers, members, figures, cuts, ranks, conditions, shares, times)
RULES: tuple[Rule, ...] = tuple(one for file in FILES for one in file.RULES)
