"""Whether a figure moved as a question says: yes or no with both figures, the calendar, the year before."""

from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.outcome import Outcome, Said, Steps
from analysis.why.base import read_first
from analysis.why.findings import Findings
from analysis.why.looks import first_looks, whole_of
from analysis.why.made_of import calendar_of
from analysis.why.premise import rebased
from analysis.why.reading import standing_alone, why_question
from analysis.why.saying import confirmed
from analysis.why.shape import shape_of
from analysis.why.standing import denied, standing, standing_looks
from analysis.why.steps import is_false, over_equal_data
from understanding.metric.desk import MetricDesk


def moved_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at both periods and the same days a year ago, and return what they say, as of a why."""
    return standing_alone((yield from _confirmed(asked, desk)), asked, desk)


def _confirmed(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    change = over_equal_data(asked, shape_of(asked.metrics[0], desk), desk)
    if isinstance(change, Said):
        return Outcome(declined=change)
    change, read = yield from read_first(
        change, lambda one: [*first_looks(one, desk), *standing_looks(one, desk)], desk
    )
    whole = whole_of(read["total"], change.shape)
    if not whole.before or whole.now is None:
        missing = change.before if not whole.before else change.now
        return Outcome(declined=Said("why.nothing", {"when": replace(missing, text="")}))
    if is_false(asked, whole):
        return denied(change, whole, read, desk)
    calendar = calendar_of(change, whole, read)
    found = confirmed(Findings(change, whole, calendar, (), (), ()), desk)
    assert asked.query is not None
    why = why_question(asked.query, "up" if whole.change > 0 else "down", desk)
    beside = standing(change, whole, read, desk)
    return replace(
        found, statements=(*found.statements, *rebased(change), *beside), questions=(why,) if why else ()
    )
