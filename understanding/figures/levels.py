"""Levels, as stock and balances: at the end of a time, or the mean of its days."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.metrics import Catalog
from language.calendar import Period
from query.metric_query import MetricQuery
from understanding.figures.sentence import NoReading, Sentence


def at_ends(sentence: Sentence, metrics: Sequence[str], *, timed: bool) -> bool:
    """Tell whether the end of each time is asked for; stop where that is no level's, or one of several times.

    `timed`: a time is named as a whole too, of which the end is not asked for.
    """
    ends: list[Period] = [one.value for one in sentence.every if one.type == "ended"]
    closing = sentence.has("closing")
    if not (ends or closing):
        return False
    if any(one.unfinished for one in ends) or not all(map(sentence.catalog.is_level, metrics)):
        raise NoReading
    if ends and timed and not closing and any(map(sentence.catalog.is_mean_level, metrics)):
        raise NoReading  # October beside the end of September
    return True


def of_levels(query: MetricQuery, catalog: Catalog) -> MetricQuery:
    """Return a query without what says no more of its levels: per day of a mean of the days."""
    means = [name for name in query.figures if catalog.is_mean_level(name)]
    over = bool(query.windows or query.grain)
    units = {one.time_grain for name in means for one in catalog.sources(name) if one.time}
    if over and len(means) == len(query.figures) and {query.average} == units:
        return replace(query, average="", closing=False)
    return replace(query, closing=False) if query.closing and not (means and over) else query
