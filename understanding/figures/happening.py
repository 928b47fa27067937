"""What happened in a time, where its verb names a state as well: the day it is called by, or asked back."""

from dataclasses import replace

from knowledge.definitions.column_words import words_of
from knowledge.definitions.columns import head_of
from knowledge.metrics import Metric
from language.roots import root
from language.words import is_han
from understanding.chart.spans import Span
from understanding.figures.frame import Frame, Keep
from understanding.figures.sentence import Sentence
from understanding.words.happening import tells_what_happened

THINGS = ("figure", "thing", "weak", "kind")


def with_what_happened(frame: Frame, sentence: Sentence) -> Frame:
    """Return a frame whose states are not said by a verb of its time; those that are left are guessed.

    What is in a state now need not have come to it in that time: arrived this month is no job that was booked
    this month and has arrived. Where the figure goes by the day of that verb, that day says all.
    """
    query = frame.query
    if not query.windows or query.period_assumed:
        return frame
    sources = [one for name in query.figures for one in sentence.catalog.sources(name)]
    for member in sentence.every:
        if member.type == "member" and _happened(member, sentence, sources):
            frame = _by_its_day_or_guessed(frame, member, sentence, sources)
    return frame


def _by_its_day_or_guessed(frame: Frame, member: Span, sentence: Sentence, sources: list[Metric]) -> Frame:
    said = sentence.written(member)
    if all(_is_by_its_day(one, said, sentence) for one in sources):
        return replace(frame, operators=tuple(one for one in frame.operators if not _keeps(one, member)))
    return replace(frame, doubts=(*frame.doubts, "guess"), guessed=(*frame.guessed, said))


def _happened(member: Span, sentence: Sentence, sources: list[Metric]) -> bool:
    """Tell a code of the rows of some figures that is said as the verb of what happened to them."""
    catalog, question = sentence.catalog, sentence.question
    dimension = catalog.dimensions[member.value.dimension]
    if not dimension.values or catalog.full(dimension.table) not in {
        catalog.full(one.table) for one in sources
    }:
        return False
    things = [one for one in sentence.leaves if one.type in THINGS]
    return tells_what_happened(
        question.text,
        question.units,
        member.start,
        member.end,
        behind_thing=any(one.end == member.start for one in things),
        before_thing=any(one.start == member.end for one in things),
    )


def _is_by_its_day(source: Metric, said: str, sentence: Sentence) -> bool:
    """Tell whether the day that a figure goes by is called by a verb: booked of booked_on."""
    owner, _, name = sentence.catalog.column_of(source, source.time).rpartition(".")
    table = sentence.catalog.schema.table(owner)
    column = table.column(name) if table else None
    if column is None:
        return False
    if is_han(said):
        return said.removeprefix("已") in head_of(column.comment)
    return root(said.lower()) in map(root, words_of(column.name))


def _keeps(operator: object, member: Span) -> bool:
    """Tell what keeps to one member alone."""
    if not isinstance(operator, Keep) or operator.kept.negated:
        return False
    member_of: tuple[object, object] = (member.value.dimension, member.value.values)
    return (operator.kept.dimension, operator.kept.values) == member_of
