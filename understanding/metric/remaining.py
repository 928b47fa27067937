"""A question that nothing answers, asked back as all that was read of it, with the words that were not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.leading import of_something, pointed_figures, pointed_whole, worded_as_read
from understanding.metric.nearest import NAMED, Rest, Span, rest_of, takes_out, with_names
from understanding.readings import Ambiguous, MetricReading, NotMine
from understanding.rows.words import asks_for_list

MOST = 3
SMALL_MARKS = frozenset(
    ["per", "count", "some", "singular"]
)  # no question of their own, as a share or an end is


@dataclass(frozen=True)
class Remaining:
    """Whole questions that keep everything read of one, what that is, and the words it leaves out."""

    questions: tuple[str, ...]
    read: tuple[str, ...]
    left: tuple[str, ...]
    figure_assumed: bool = False
    dated: bool = False  # it names a time


def remaining(question: str, desk: MetricDesk) -> Remaining | None:
    """Return what a question comes to without the words that nothing reads; None where it takes things out.

    Its figure was named, or a member of which one is asked.
    """
    if takes_out(question) or asks_for_list(question):
        return None
    if (named := with_names(question, desk)) != question:
        return _of_the_named(named, desk)
    rest, base = _rest(question, desk), desk.parts(question)
    guessed = isinstance(rest.found, MetricReading) and rest.found.figure_assumed
    assumed = guessed and not base.of("metric")
    queries = [one for one in _queries(rest) if of_something(one) and not (assumed and not one.filters)]
    pointed = pointed_figures(question, desk)
    left = tuple(_gone(base.text, rest.text))
    if pointed and not any({*pointed} & {*one.figures} for one in queries):  # the other words tell the figure
        whole = pointed_whole(question, desk)
        queries, left = [one for one in whole if of_something(one)], ()
        assumed = not base.of("metric")
    offered = tuple(worded_as_read(queries, desk))[:MOST]
    if not offered or rest.text == question or len(rest.text) != len(base.text):
        return None
    read = desk.answers.called(desk.parts(rest.text), desk.language)
    return Remaining(offered, tuple(dict.fromkeys(read)), left, assumed, bool(base.of("period")))


def _of_the_named(question: str, desk: MetricDesk) -> Remaining | None:
    """Return what a question comes to with names that were written in part; these are never left out."""
    rest = Rest(question, question, desk.read(question), ())
    offered = tuple(worded_as_read((one for one in _queries(rest) if of_something(one)), desk))[:MOST]
    parts = desk.parts(question)
    read = tuple(dict.fromkeys(desk.answers.called(parts, desk.language)))
    return Remaining(offered, read, (), dated=bool(parts.of("period"))) if offered else None


def _rest(question: str, desk: MetricDesk) -> Rest:
    """Return a question without what no step knew, nor words that nothing is done with: per pile."""
    rest = rest_of(question, desk)
    found = rest.found
    if not (isinstance(found, NotMine) and found.reason == "shape"):
        return rest
    parts = desk.parts(rest.text)
    said = [one for one in parts.of("mark") if one.token not in SMALL_MARKS]
    held = [one.piece.span for one in (*parts.of(*NAMED, "period", "comparison", "state"), *said)]
    text = parts.text
    for start, end in _places(found.words, text):
        if any(left < end and start < right for left, right in held):
            return rest  # what it stops at was read itself
        text = text[:start] + " " * (end - start) + text[end:]
    return rest_of(text, desk) if text != parts.text else rest


def _places(words: tuple[str, ...], text: str) -> Iterator[Span]:
    """Yield where words stand in a text, whatever their case."""
    for word in words:
        yield from (one.span() for one in re.finditer(re.escape(word), text, re.IGNORECASE) if word)


def _queries(rest: Rest) -> tuple[MetricQuery, ...]:
    found = rest.found
    if isinstance(found, MetricReading):
        return (found.query,)
    return found.queries if isinstance(found, Ambiguous) else ()


def _gone(question: str, text: str) -> Iterator[str]:
    """Yield the runs of a question that are blank in what remained of it."""
    start = -1
    for at, (one, other) in enumerate(zip(question, text, strict=False)):
        if other == " " and not (one.isspace() and start < 0):
            start = at if start < 0 else start
        elif start >= 0:
            yield question[start:at].strip()
            start = -1
    if start >= 0 and question[start:].strip():
        yield question[start:].strip()
