"""Whether a figure moved as a question says: yes or no with both figures, the calendar, the year before."""

from collections.abc import Mapping
from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.outcome import Look, Outcome, Percent, Read, Said, Steps
from analysis.why.findings import Findings
from analysis.why.looks import Change, first_looks
from analysis.why.reading import why_question
from analysis.why.saying import confirmed, no_such_change
from analysis.why.shape import shape_of
from analysis.why.split import Pair
from analysis.why.steps import calendar_of, is_false, over_equal_data, whole_of
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

YEAR = "a_year_ago"


def moved_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at both periods and at the same days a year ago, and return what they say."""
    change = over_equal_data(asked, shape_of(asked.metrics[0], desk), desk)
    if isinstance(change, Said):
        return Outcome(declined=change)
    read = yield [*first_looks(change, desk), *_year_look(change, desk)]
    whole = whole_of(read["total"], change.shape)
    if not whole.before or whole.now is None:
        missing = change.before if not whole.before else change.now
        return Outcome(declined=Said("why.nothing", {"when": replace(missing, text="")}))
    year = _year(change, whole, read)
    if is_false(asked, whole):
        found = no_such_change(change, whole, desk)
        return replace(found, statements=(*found.statements, *year))
    calendar = calendar_of(change, whole, read)
    found = confirmed(Findings(change, whole, calendar, (), (), ()), desk)
    assert asked.query is not None
    why = why_question(asked.query, "up" if whole.change > 0 else "down", desk)
    return replace(found, statements=(*found.statements, *year), questions=(why,) if why else ())


def _year_look(change: Change, desk: MetricDesk) -> list[Look]:
    """Return the look at the same days a year ago, where they are not what is compared anyway."""
    query = change.asked.query
    then = change.now.year_before(desk.catalog.holidays)
    known = desk.answers.reader.known.range_of((change.metric.name,))
    compared = query is not None and (query.compared is not None or len(query.windows) > 1)
    compared = compared or (then.start, then.end) == (change.before.start, change.before.end)
    if compared or then.days != change.now.days or known is None or then.start < known[0]:
        return []
    atoms = tuple(dict.fromkeys((change.metric.name, *change.shape.atoms)))
    asked = MetricQuery(atoms, windows=(then, change.now), filters=change.asked.filters)
    return [Look(YEAR, asked, Said("why.label.year"), catalog=change.shape.catalog)]


def _year(change: Change, whole: Pair, read: Mapping[str, Read]) -> tuple[Said, ...]:
    """Return how the figure stands beside the same days a year ago."""
    then = whole_of(read[YEAR], change.shape).before if YEAR in read else None
    if not then or whole.now is None or change.metric.unit("en") == "%":
        return ()
    rate = Percent((whole.now / then - 1) * 100, signed=True)
    window = read[YEAR].look.query.windows[0]
    return (Said("why.beside_year", {"year": replace(window, text=""), "rate": rate}),)
