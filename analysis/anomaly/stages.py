"""By what a figure is looked at for odd things: not by how far each thing has come by now."""

from collections.abc import Collection

from analysis.asked import says
from analysis.cuts import cuts_of
from knowledge.metrics import Dimension
from understanding.metric.desk import MetricDesk


def lasting_cuts(metric: str, desk: MetricDesk, fixed: Collection[str] = ()) -> list[str]:
    """Return the cuts of a figure but for states of which one says not done: what came last is not, ever.

    Nineteen complaints to do, all of the last four days, stood beside none in any days before.
    """
    return [one for one in cuts_of(metric, desk, fixed) if not _is_stage(desk.catalog.dimensions[one])]


def _is_stage(one: Dimension) -> bool:
    named = [*one.values.values(), *one.groups.values()]
    return any(says("briefing", "open", name) for names in named for name in names)
