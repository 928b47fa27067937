"""Says which part makes most of a finding: its days, its size, and whether it goes on or was one day."""

from analysis.anomaly.looks import Look
from analysis.anomaly.parts import Part
from analysis.anomaly.whose import amount_of
from analysis.lifespans import day_of
from analysis.outcome import Amount, Said, figure_of
from query.metric_query import Window
from understanding.metric.desk import MetricDesk


def part_told(part: Part | None, look: Look, desk: MetricDesk, *, goes_on: bool = False) -> Said | str:
    """Return the sentence on a finding's part; that the whole goes on was said with it."""
    if part is None:
        return ""
    metric, parts = desk.catalog.metrics[look.metric], desk.catalog.sources(look.metric)
    is_mean = metric.kind == "ratio" or any(one.additivity == "average" for one in parts)
    if part.is_all_of(look) and not is_mean:  # a mean is no one kind's, whatever that kind's own came to
        return Said("anomaly.part_all", {"name": part.told()})
    figures = {"value": part.value, "then": part.year}
    amounts = {name: Amount(figure_of(round(value, 1)), look.metric) for name, value in figures.items()}
    amounts["usual"] = amount_of(part.usual, look.metric, desk)
    span = part.span
    if part.times:
        day = {"times": round(part.times), "day": day_of(span.start)}
        return Said("anomaly.part_day", {"name": part.told(), **amounts, **day})
    when = Said("anomaly.at_time", {"when": Window(span.start, span.end, "range")})
    told = {"name": part.told(), "when": "" if span == look.span else when}
    on = Said("anomaly.goes_on", {}) if part.goes_on and not goes_on else ""
    hardly = not round(part.usual, 1) and "_none"
    kind = "_again" if part.comes_again else hardly or ""
    return Said(f"anomaly.part{kind}", {**told, **amounts, "on": on})
