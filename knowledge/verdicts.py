"""How sure a reading without a model is: certain, a candidate that somebody must confirm, or not mine."""

from dataclasses import dataclass
from typing import Literal

from knowledge.items import Assumption, ReuseHit
from knowledge.question import MetricHit, MetricQuery, MetricReadings

Verdict = Literal["certain", "candidate", "not_mine"]
ReadBy = Literal["metric", "verified", "similar"]


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
    alternatives: tuple[str, ...] = ()  # questions of equal standing, each to be asked as it stands
    assumed: tuple[Assumption, ...] = ()
    unread: tuple[str, ...] = ()
    asked: str = ""  # the question as it stands alone
    sql: str = ""
    source: ReadBy = "metric"
    similar_to: str = ""  # the verified question the SQL was taken from


NOT_MINE = Reading("not_mine")


def of_metric(found: MetricHit | MetricReadings | None, unread: tuple[str, ...] = ()) -> Reading:
    """Return the verdict on what the metrics made of a question."""
    if found is None:
        return Reading("not_mine", unread=unread)
    if isinstance(found, MetricReadings):
        return Reading("candidate", alternatives=found.questions)
    return Reading(
        "candidate" if found.assumed else "certain",
        query=found.query,
        said=found.interpretation,
        assumed=found.assumed,
        asked=found.asked,
        sql=found.sql,
    )


def of_pair(hit: ReuseHit | None, question: str) -> Reading:
    """Return the verdict on a verified pair whose slots fit a question."""
    if hit is None:
        return NOT_MINE
    return Reading(
        "candidate" if hit.assumed else "certain",
        assumed=hit.assumed,
        asked=hit.asked or question,
        sql=hit.sql,
        source="verified" if hit.exact else "similar",
        similar_to=hit.question,
    )


def surest(*readings: Reading) -> Reading:
    """Return the first certain reading, else the first candidate, else the last word on what was not read."""
    for wanted in ("certain", "candidate"):
        for reading in readings:
            if reading.verdict == wanted:
                return reading
    return readings[-1] if readings else NOT_MINE
