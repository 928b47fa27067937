"""What a series that is looked at is called."""

from analysis.anomaly.looks import Look
from analysis.words import small
from config.wording import say
from understanding.metric.desk import MetricDesk


def what_it_is(one: Look, desk: MetricDesk) -> str:
    """Return what a series is called: of the rows with no member, what they lack."""
    label = desk.catalog.metrics[one.metric].label(desk.language)
    if not one.dimension:
        return label
    if one.member == say("metrics.column.none", desk.language):
        lacking = small(desk.catalog.dimensions[one.dimension].label(desk.language))
        return say("analysis.anomaly.of_no_member", desk.language, dimension=lacking, metric=label)
    dimension = desk.catalog.dimensions[one.dimension]
    if dimension.values:  # a code's name alone says nothing of what it is: Standard
        kind = small(dimension.label(desk.language))
        return say("analysis.anomaly.of_kind", desk.language, member=one.member, dimension=kind, metric=label)
    return say("analysis.anomaly.of_member", desk.language, member=one.member, metric=label)
