"""A figure that has another beside it for what it is now: occupancy right now is current occupancy."""

from understanding.figures.sentence import Sentence
from understanding.metric.vocabulary import metric_words


def as_it_is_now(sentence: Sentence, metrics: tuple[str, ...]) -> tuple[str, ...]:
    """Return the one figure that is called a figure that is named, with a word for now; else what is named.

    Where a time is named, now says something else.
    """
    words = metric_words()
    asked = sentence.small & {*words["as_it_stands"]["words"]}
    if len(metrics) != 1 or not asked or sentence.outer("period", "ended"):
        return metrics
    every, named = sentence.catalog.metrics, sentence.catalog.metrics[metrics[0]]
    if named.counts_rows:
        return metrics  # how many there are now is read by their own first and last days
    now = sorted({*words["as_it_stands"]["words"], *words["of_a_stock"]}, key=len, reverse=True)
    plain = {one.lower() for one in named.wordings}
    found = [
        one.name
        for one in every.values()
        if one is not named and any(_without(called, now) in plain for called in one.wordings)
    ]
    return (found[0],) if len(found) == 1 else metrics


def _without(called: str, words: list[str]) -> str:
    """Return a name without the word before it that says now, or nothing where it has none."""
    text = called.lower()
    return next((text.removeprefix(one).strip() for one in words if text.startswith(one)), "")
