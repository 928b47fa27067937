"""Whose series is looked at: what it is called, and the filters that keep to it."""

from analysis.anomaly.looks import Look
from analysis.outcome import Amount, figure_of, says_its_unit
from analysis.why.looks import of_member
from answers.sentences.columns import in_sentence
from config.wording import say
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk


def filters_of(one: Look, filters: tuple[Filter, ...], desk: MetricDesk) -> tuple[Filter, ...]:
    """Return the filters of the question, and that of the member a series is of."""
    return (*filters, of_member(one.dimension, one.member, desk)) if one.dimension else filters


def told_of(value: float, metric: str, desk: MetricDesk) -> Amount:
    """Return a figure as it is told behind its name: 423 of what is called visits."""
    again = says_its_unit(desk.catalog.metrics[metric])
    return Amount(figure_of(value), metric, "bare" if again else "value")


def amount_of(value: float, metric: str, desk: MetricDesk) -> Amount:
    """Return a usual figure, of things counted with its part of one where it is so small."""
    small_count = desk.catalog.metrics[metric].is_count and value < 10
    return Amount(
        figure_of(round(value, 1) if small_count else value), metric, "mean" if small_count else "value"
    )


def what_it_is(one: Look, desk: MetricDesk) -> str:
    """Return what a series is called: of the rows with no member, what they lack."""
    label = desk.catalog.metrics[one.metric].label(desk.language)
    if not one.dimension:
        return label
    if one.member == say("metrics.column.none", desk.language):
        lacking = in_sentence(desk.catalog.dimensions[one.dimension].label(desk.language), desk.language)
        return say("analysis.anomaly.of_no_member", desk.language, dimension=lacking, metric=label)
    dimension = desk.catalog.dimensions[one.dimension]
    if dimension.values:  # a code's name alone says nothing of what it is: Standard
        kind = in_sentence(dimension.label(desk.language), desk.language)
        return say("analysis.anomaly.of_kind", desk.language, member=one.member, dimension=kind, metric=label)
    return say("analysis.anomaly.of_member", desk.language, member=one.member, metric=label)
