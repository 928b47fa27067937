"""Questions that go on from the turn before: with whom it was of and its time, where a message names none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from language.periods import find_periods
from language.units import key_of
from language.words import has_run
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.answers import MetricAnswers
from understanding.metric.asking import MOST_BUTTONS
from understanding.metric.desk import MetricDesk
from understanding.metric.opening import opens
from understanding.metric.vocabulary import metric_words
from understanding.readings import MetricReading

MOST_CARRIED = 2  # of the buttons; what is meant may be a question of its own


def onward(
    message: str, offered: Sequence[str], previous: str, previous_sql: str, desk: MetricDesk
) -> tuple[str, ...]:
    """Return offered questions, before them those with the members and the time of the question before.

    The whole company is none of its members.
    """
    before = desk.answers.before(previous, previous_sql, desk.today, desk.allowed)
    keys = key_of(message)
    everywhere = any(has_run(keys, key_of(str(one))) for one in metric_words()["everywhere"])
    members = () if before is None or everywhere else before.filters
    windows = (
        before.windows if before is not None else tuple(map(Window.of, find_periods(previous, desk.today)))
    )
    carried: list[str] = []
    for asked in offered:
        found = desk.read(asked)
        if not isinstance(found, MetricReading):
            continue
        for query in _carried(found.query, members, windows[:1], desk.answers):
            said = desk.asked(query) if opens(query, desk.catalog, desk.allowed) else None
            if said is not None:
                carried.append(said)
                break
    return tuple(dict.fromkeys((*carried[:MOST_CARRIED], *offered)))[:MOST_BUTTONS]


def _carried(
    query: MetricQuery, members: tuple[Filter, ...], windows: tuple[Window, ...], answers: MetricAnswers
) -> Iterator[MetricQuery]:
    """Yield a query with what it lacks of the one before: members and time, else the time alone."""
    timed = all(one.time for name in query.metrics for one in answers.catalog.sources(name))
    dated = query if query.windows or not timed else replace(query, windows=windows)
    told = {*query.cuts}
    filters = tuple(
        one
        for one in members
        if one.dimension not in told
        and all(answers.catalog.cuts(name, one.dimension) for name in query.metrics)
    )
    yield from (one for one in (replace(dated, filters=(*query.filters, *filters)), dated) if one != query)
