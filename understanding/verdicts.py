"""How sure a reading without a model is: certain, a candidate that somebody must confirm, or not mine."""

from dataclasses import dataclass
from typing import Literal

from knowledge.items import Assumption, ReuseHit
from query.metric_query import MetricQuery
from understanding.readings import Listed, Measure, MetricHit, MetricReadings, Part

Verdict = Literal["certain", "candidate", "not_mine"]
WhyNot = Literal["", "word", "no_metric", "shape", "unreachable", "no_data", "whole_months", "follows"]
ReadBy = Literal["metric", "derived", "rows", "verified", "similar"]


@dataclass(frozen=True)
class Reading:
    """What was made of a question without a model, and how sure that is.

    *certain*: one reading, nothing assumed that changes the figure; answered at once. *candidate*: something
    was assumed, or there are alternatives; it goes along with the model's one call, or is asked back.
    *not mine*: `unread` holds the words that have no meaning here.
    """

    verdict: Verdict
    query: MetricQuery | None = None
    said: tuple[str, ...] = ()  # the reading in the reader's words, line by line
    alternatives: tuple[str, ...] = ()  # what it may mean, each a whole question, the likeliest first
    assumed: tuple[Assumption, ...] = ()
    unread: tuple[
        str, ...
    ] = ()  # words without a meaning here, or that keep what is read from being a figure
    understood: tuple[
        str, ...
    ] = ()  # what was read of a question that is none of the metrics, as people call it
    why: WhyNot = ""  # what keeps it from being one of the metrics
    asked: str = ""  # the question as it stands alone
    sql: str = ""
    source: ReadBy = "metric"
    similar_to: str = ""  # the verified question the SQL was taken from
    measures: tuple[Measure, ...] = ()
    parts: tuple[Part, ...] = ()  # what of it can be changed
    computed: MetricQuery | None = None  # what its SQL answers, where that is not all of the query's time
    listed: Listed | None = None  # where it is rows and no figure
    every: bool = False  # all of its alternatives are asked, not one of them
    note: str = ""  # a sentence that its answer ends with
    alone: bool = False  # its words have this reading alone: the alternatives only put another figure in


NOT_MINE = Reading("not_mine")


def of_metric(found: MetricHit | MetricReadings | None, offered: tuple[str, ...] = ()) -> Reading:
    """Return the verdict on what the metrics made of a question; `offered` are questions it may mean."""
    offered = in_its_language(offered)
    if found is None and offered:
        return Reading("candidate", alternatives=offered, assumed=("figure",))
    if found is None:
        return NOT_MINE
    if isinstance(found, MetricReadings):
        return Reading("candidate", alternatives=in_its_language(found.questions), every=found.every)
    return Reading(
        "candidate" if found.assumed else "certain",
        query=found.query,
        said=found.interpretation,
        alternatives=offered,
        unread=found.unread,
        assumed=found.assumed,
        asked=found.asked,
        sql=found.sql,
        source="derived" if found.derived else "metric",
        measures=found.measures,
        parts=found.parts,
        computed=found.computed,
    )


def in_its_language(questions: tuple[str, ...]) -> tuple[str, ...]:
    """Return English questions without those that name in Chinese what another names in English.

    >>> in_its_language(("Revenue of Guangzhou Branch", "Revenue of 广州")), in_its_language(("广州",))
    (('Revenue of Guangzhou Branch',), ('广州',))
    """
    return tuple(one for one in questions if one.isascii()) or questions


def of_pair(hit: ReuseHit | None, question: str) -> Reading:
    """Return the verdict on a verified pair whose slots fit a question."""
    if hit is None:
        return NOT_MINE
    return Reading(
        "candidate" if hit.assumed else "certain",
        alternatives=hit.instead,
        assumed=hit.assumed,
        unread=hit.unread,
        asked=hit.asked or question,
        sql=hit.sql,
        source="verified" if hit.exact else "similar",
        similar_to=hit.question,
    )


def surest(*readings: Reading) -> Reading:
    """Return the first certain reading, else the first candidate to be asked back, else the last."""
    certain = [one for one in readings if one.verdict == "certain"]
    candidates = [one for one in readings if one.verdict == "candidate"]
    worded = [one for one in candidates if one.alternatives]
    return next(iter((*certain, *worded, *candidates, *readings[::-1])), NOT_MINE)
