"""Whole questions that lead on from a briefing."""

from collections.abc import Sequence

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Scored, change_of
from analysis.briefing.moves import Moved
from analysis.briefing.running import as_asked
from analysis.why.looks import of_member
from analysis.why.reading import why_question
from config.wording import say
from query.metric_query import Compared, Filter, MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.wording import word_figure

_MOST_ASKED = 3
_WORTH_A_WHY = 1  # percent: a smaller change is told as none


def next_questions(
    scored: Sequence[Scored], moved: Moved, asked: AnalysisAsked, desk: MetricDesk
) -> tuple[str, ...]:
    """Return why the first figure moved, and who stands out or moved most; and where else to look."""
    assert asked.window is not None
    found, window = list[str | None](), as_asked(asked.window, desk)
    compared = Compared("last_year") if moved.base == 2 else None
    began = [one for one in moved.moves if not one.before or one.days_before]
    leading = [(one.metric, one.kept(desk), one.pair.change) for one in moved.notable]
    leading += [
        (one.metric, of_member(one.dimension, one.member, desk), one.now - one.before)
        for one in moved.moves
        if one not in began
    ]
    for metric, kept, change in leading[:2]:
        of = (*_not_in_its_name(asked.filters, kept), kept)
        query = MetricQuery((metric,), windows=(window,), filters=of, compared=compared)
        found.append(why_question(query, "up" if change > 0 else "down", desk))
    lead = scored[0]
    own = change_of(lead, moved.base - 1, desk)
    if own is not None and abs(own.value) >= _WORTH_A_WHY:
        query = MetricQuery((lead.line.metric,), windows=(window,), filters=asked.filters, compared=compared)
        found.insert(0, why_question(query, "up" if own.value > 0 else "down", desk))
    what = word_figure(
        MetricQuery((lead.line.metric,), filters=asked.filters),
        desk.catalog,
        desk.language,
        desk.answers.reader.known.member_name,
    )
    asked_next = say("analysis.ask.anomaly", desk.language, what=what)
    found.append(asked_next[:1].upper() + asked_next[1:])
    return tuple(dict.fromkeys(one for one in found if one))[:_MOST_ASKED]


def _not_in_its_name(filters: Sequence[Filter], kept: Filter) -> list[Filter]:
    """Return of some members those that another's name does not say already.

    >>> _not_in_its_name([Filter("area", ("虎门",)), Filter("shop", ("Tea",))], Filter("side", ("虎门上行",)))
    [Filter(dimension='shop', values=('Tea',), negated=False)]
    """
    return [one for one in filters if not all(it.startswith(one.values) for it in kept.values)]
