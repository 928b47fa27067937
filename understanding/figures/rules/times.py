"""Times: said with over, set against each other, and words of a change that go together."""

from language.calendar import Period
from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.leaves import BARE_YEAR
from understanding.metric.vocabulary import metric_words

EARLIER = ("period", "same_time", "comparison")
CHANGES = ("change", "decline", "vary")


@rule("period", ("gt", "period"))
def during(over: Span, period: Span) -> object:
    """Read over before a time as in: weight collected over Spring Festival."""
    bare = period.rule == BARE_YEAR  # over 2025 may be a number
    return period.value if over.value in metric_words()["during"] and not bare else None


@rule("period", ("per", "period"))
def by_a_time(by: Span, period: Span) -> object:
    """Read the time by which it is reckoned: 按今年算."""
    return period.value if by.value in metric_words()["by"] and not str(by.value).isascii() else None


@rule(
    "against",
    *(("period", *figure, over, "period") for figure in ((), ("figure",)) for over in ("gt", "versus")),
)
def over_another(_: Span, *others: Span) -> str | None:
    """Read one time against another: growth in October over September, October sales than September."""
    over = others[-2]
    return str(over.value) if over.value in metric_words()["against"] else None


@rule("change", *(("rate", change) for change in CHANGES), *((change, "rate") for change in CHANGES))
def rate_of_change(*parts: Span) -> str:
    """Read the rate of a change: rate of growth."""
    return next(str(part.value) for part in parts if part.type != "rate")


@rule("change", *((change, "counter") for change in CHANGES))
def changed_by_so_many(change: Span, counter: Span) -> str | None:
    """Read by how many of its unit it changed: 多了多少台."""
    asked = str(change.value).endswith(tuple(map(str, metric_words()["how_much"])))
    return str(change.value) if asked and change.end == counter.start else None


@rule("vary", ("high", "or", "low"), ("low", "or", "high"))
def up_or_down(one: Span, _: Span, __: Span) -> str:
    """Read which way it went: 多还是少."""
    return str(one.value)


@rule("same_time", ("same", "unit", "period"))
def same_of_another(_: Span, unit: Span, period: Span) -> Period | None:
    """Read the same units of an earlier year: the same month of 2025."""
    found = period.value
    return found if found.unit == "year" and unit.value != "year" else None


@rule("went", *((way, earlier) for way in ("gt", "lt") for earlier in EARLIER))
def went(way: Span, _: Span) -> str:
    """Read which way it went against a time: lower than in September."""
    return "high" if way.type == "gt" else "low"


RULES = (
    *same_of_another,
    *went,
    *during,
    *by_a_time,
    *over_another,
    *rate_of_change,
    *changed_by_so_many,
    *up_or_down,
)
