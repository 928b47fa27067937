"""Levels asked by what only rows that have ended are told of: drivers who resigned are those who left."""

from dataclasses import replace

from understanding.figures.frame import Frame, as_query
from understanding.figures.sentence import NoReading, Sentence
from understanding.metric.ended import ends_of, levels_without


def of_those_ended(frame: Frame, sentence: Sentence) -> Frame:
    """Return a frame that counts, by the day they end, what none of those that stand can be.

    Raise NoReading where no figure counts these: of those that stand it would always be 0.
    """
    query, known = frame.query, sentence.known
    if not (levels := levels_without(query, known)):
        return frame
    ending = ends_of(levels[0], known.catalog)
    if len(query.figures) != 1 or len(ending) != 1 or query.compared or query.conditions or query.closing:
        raise NoReading
    (metric,) = ending
    ranking = replace(query.ranking, metric=metric.name) if query.ranking else None
    return as_query(frame, replace(query, metrics=(metric.name,), ranking=ranking, good="", average=""))
