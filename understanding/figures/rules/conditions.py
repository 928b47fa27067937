"""Conditions on figures and on their growth: over and under a number, up or down by so much."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from query.metric_query import Comparer
from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.rules.numbers import Amount
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import BEHIND_NUMBER, COMPARERS

YEARS = (1900, 2099)
WAYS = ("change", "decline")
WHOLE = 100
PAST, LARGE = "过", 1000
GOALS = ("figure", "unread", "word")
GOAL_SAID = (("figure",), ("unread",), ("word",), ("figure", "unread"), ("figure", "word"))
FALLING: Mapping[str, Comparer] = {"gt": "lt", "ge": "le"}


@dataclass(frozen=True)
class Limit:
    """More or less than an amount, of a figure where it is said beside it.

    `of_goal`: than a part of the goal that is said beside it.
    """

    comparer: Comparer
    amount: Amount
    metric: str = ""
    growth: bool = False
    of_goal: bool = False


@rule("limit", *((comparer, "amount") for comparer in COMPARERS))
def limit(comparer: Span, amount: Span) -> Limit | None:
    """Read a limit: 超过100万, at least 3; over 2025 is rather a year."""
    told = amount.value
    year = YEARS[0] <= told.number <= YEARS[1] and not (told.counter or told.percent)
    if year and comparer.value in metric_words()["during"]:
        return None
    return Limit(cast(Comparer, comparer.type), amount.value)


@rule("limit", *(("amount", comparer) for comparer in COMPARERS))
def limit_behind(amount: Span, comparer: Span) -> Limit | None:
    """Read a limit said behind the number: 100万以上, 5 or more."""
    return Limit(cast(Comparer, comparer.type), amount.value) if comparer.value in BEHIND_NUMBER else None


@rule("having", ("figure", "limit"))
def figure_limited(figure: Span, said: Span) -> Limit:
    """Read a limit behind its figure: 营业额超过100万."""
    return Limit(said.value.comparer, said.value.amount, figure.value.metric)


@rule("having", ("figure", "empty", "amount"))
def figure_past(figure: Span, past: Span, amount: Span) -> Limit | None:
    """Read a large amount that a figure is past: 营业额过5000万; 投诉过3次 tells how often."""
    large = amount.value.percent or amount.value.number >= LARGE
    return Limit("gt", amount.value, figure.value.metric) if past.value == PAST and large else None


@rule("having", ("limit", "figure"))
def limit_of(said: Span, figure: Span) -> Limit | None:
    """Read a limit right before its figure: more than 20 complaints."""
    if said.end < figure.start:
        return None
    return Limit(said.value.comparer, said.value.amount, figure.value.metric)


@rule("having", *((way, *word, "limit") for way in WAYS for word in ((), ("per",), ("figure",))))
def growth_limited(way: Span, *parts: Span) -> Limit | None:
    """Read by how much it rose or fell: 下降超过20%, fell by more than 20%, a drop in sales of over 20%."""
    said, words = parts[-1].value, metric_words()
    led = all(one.value in words["by"] for one in parts[:-1] if one.type == "per")
    if not said.amount.percent or said.comparer not in FALLING or not led:
        return None  # less than so much is either way
    named = next((str(one.value.metric) for one in parts[:-1] if one.type == "figure"), "")
    falls = way.type == "decline"
    amount = replace(said.amount, number=-said.amount.number) if falls else said.amount
    return Limit(FALLING[said.comparer] if falls else said.comparer, amount, named, growth=True)


@rule(
    "having",
    *(("limit", *when, *goal) for goal in GOAL_SAID for when in ((), ("period",))),
    *((comparer, goal, "amount") for comparer in COMPARERS for goal in GOALS),
)
def limited_by_a_goal(*parts: Span) -> Limit | None:
    """Read a limit that is a part of a goal: under 95% of their target, 低于目标的95%."""
    told = [one for one in parts if one.type in GOALS]
    said = parts[0].value if parts[0].type == "limit" else None
    amount = said.amount if said else parts[-1].value
    if not (_are_goals(told) and amount.percent) or (said and parts[0].end == told[0].start):
        return None
    if said is None and told[-1].end == parts[-1].start and not _is_part(parts[0].type, amount):
        return None  # 超过目标20%: by so much
    named = next((str(one.value.metric) for one in told if one.type == "figure"), "")
    comparer = said.comparer if said else cast(Comparer, parts[0].type)
    return Limit(comparer, amount, named, of_goal=True)


def _are_goals(told: Sequence[Span]) -> bool:
    """Tell words for a goal, where any stand beside a figure."""
    words = [one for one in told if one.type != "figure"]
    return all(str(one.value).lower() in metric_words()["goals"] for one in words)


def _is_part(comparer: str, amount: Amount) -> bool:
    """Tell a percentage that only a part of a goal is, and no distance from it: 超过目标110%, 不到目标95%."""
    return amount.number >= WHOLE if comparer in FALLING else amount.number > WHOLE / 2


RULES = (*limited_by_a_goal, *limit, *limit_behind, *figure_limited, *figure_past, *limit_of, *growth_limited)
