"""Verbs of a planned day: of all bookings of next week, some of which are cancelled, not each arrives."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from knowledge.metrics import Metric
from understanding.chart.spans import Span
from understanding.figures.clauses import UNKNOWN
from understanding.figures.frame import Frame, Measure
from understanding.figures.happening import is_by_its_day
from understanding.figures.sentence import Sentence, replaced
from understanding.metric.ranges import time_column

BY_ITS_DAY = "told_by_its_day"
SHORTEST = 2  # signs of a Chinese verb


def with_a_planned_day(sentence: Sentence) -> Sentence:
    """Return a sentence whose unknown words are the verb of the planned day that its one figure goes by."""
    figures, words = sentence.outer("figure"), sentence.of(*UNKNOWN)
    if len(figures) != 1 or not words or figures[0] not in sentence.covering.spans:
        return sentence
    if sentence.has("not", "first", "having") or not sentence.has("period"):
        return sentence
    if any(one.end != other.start for one, other in pairwise(words)):
        return sentence
    small = [one for one in sentence.of("empty", "to") if one.end == words[0].start]
    (figure,), runs = figures, ([*small, *words], words)
    metric = sentence.catalog.metrics[figure.value.metric]
    read = next((run for run in runs if _goes_by(metric, _said(run, sentence), sentence)), [])
    if not read:
        return sentence
    told = replaced(sentence, read)
    return replaced(told, [figure], Span(figure.start, figure.end, "figure", figure.value, BY_ITS_DAY))


def of_those_that_may(frame: Frame, sentence: Sentence) -> Iterator[Frame]:
    """Yield what a verb of a planned day may be asked of: each count of some of the rows, and that of all."""
    if any(one.rule == BY_ITS_DAY for one in sentence.of("figure")) and len(frame.query.figures) == 1:
        every = sentence.catalog.metrics[frame.query.figures[0]]
        for one in _some_of(every, sentence):
            kept = (
                replace(own, metrics=(one,)) if isinstance(own, Measure) else own for own in frame.operators
            )
            yield replace(frame, operators=tuple(kept))
    yield frame


def _said(run: list[Span], sentence: Sentence) -> str:
    return sentence.question.written(run[0].start, run[-1].end)


def _goes_by(metric: Metric, said: str, sentence: Sentence) -> bool:
    """Tell whether a number of rows goes by a day that a verb is of, which is still to come of some."""
    counts = metric.counts_rows and not metric.until
    if not counts or len(said) < SHORTEST or not is_by_its_day(metric, said, sentence):
        return False
    span = sentence.known.spans.get(time_column(sentence.catalog, metric.name))
    return span is not None and span[1] > sentence.question.today


def _some_of(every: Metric, sentence: Sentence) -> Iterator[str]:
    """Yield the counts of fewer of the same rows by the same day but bad ones: cancelled."""
    catalog = sentence.catalog
    for one in catalog.metrics.values():
        same = (one.expression, one.time) == (every.expression, every.time) and not one.until
        same = same and one.kind == "simple" and catalog.full(one.table) == catalog.full(every.table)
        if same and {*every.filters} < {*one.filters} and one.good != "low":
            yield one.name
