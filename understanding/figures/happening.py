"""What happened in a time, where its verb names a state as well: the day it is called by, or asked back."""

from dataclasses import replace

from knowledge.definitions.column_words import words_of
from knowledge.definitions.columns import head_of
from knowledge.metrics import Metric
from language.roots import root
from language.words import is_han
from query.metric_query import Filter
from understanding.chart.spans import Span
from understanding.figures.frame import Frame, Keep, Measure, Operator, Rank
from understanding.figures.left_out import counts_only
from understanding.figures.needs import roots_of_name
from understanding.figures.sentence import Sentence
from understanding.metric.ended import counts_told
from understanding.words.verbs import tells_what_happened

THINGS = ("figure", "thing", "weak", "kind")


def with_what_happened(frame: Frame, sentence: Sentence) -> Frame:
    """Return a frame whose states are not said by a verb of its time; those that are left are guessed.

    What is in a state now need not have come to it in that time: arrived this month is no job that was booked
    this month and has arrived. Where the figure goes by the day of that verb, that day says all. A share says
    of which rows it is: what percent of inspections failed in May.
    """
    query = frame.query
    if not query.windows or query.share or query.period_assumed or counts_told(query, sentence.known):
        return frame
    sources = [one for name in query.figures for one in sentence.catalog.sources(name)]
    for member in sentence.every:
        if member.type == "member" and _happened(member, sentence, sources):
            frame = _by_its_day_or_guessed(frame, member, sentence, sources)
    return frame


def _by_its_day_or_guessed(frame: Frame, member: Span, sentence: Sentence, sources: list[Metric]) -> Frame:
    said = sentence.written(member)
    if all(is_by_its_day(one, said, sentence) for one in sources):
        return replace(frame, operators=tuple(one for one in frame.operators if not _keeps(one, member)))
    own = _of_its_own_day(frame, member, sentence, sources)
    if own is not None:
        kept = (one for one in frame.operators if not _keeps(one, member))
        return replace(frame, operators=tuple(_measuring(one, own) for one in kept))
    return replace(frame, doubts=(*frame.doubts, "guess"), guessed=(*frame.guessed, said))


def _measuring(operator: Operator, metric: Metric) -> Operator:
    """Return an operator that measures or ranks by another figure."""
    if isinstance(operator, Measure):
        return replace(operator, metrics=(metric.name,))
    if isinstance(operator, Rank):
        return replace(operator, ranking=replace(operator.ranking, metric=metric.name))
    return operator


def _of_its_own_day(frame: Frame, member: Span, sentence: Sentence, sources: list[Metric]) -> Metric | None:
    """Return the one count of a member's rows alone that goes by its verb's day: 取消了多少预订 of 取消数."""
    catalog, said = sentence.catalog, sentence.written(member)
    if len(sources) != 1 or not sources[0].counts_rows or frame.query.conditions:
        return None
    (every,) = sources
    kept = Filter(member.value.dimension, member.value.values)
    found = [
        one
        for one in catalog.metrics.values()
        if one.counts_rows and catalog.full(one.table) == catalog.full(every.table)
        if {*every.filters} < {*one.filters} and len(one.filters) == len(every.filters) + 1
        if counts_only(one, kept, catalog) and one.time != every.time and _is_called(one, said, sentence)
    ]
    return found[0] if len(found) == 1 else None


def _happened(member: Span, sentence: Sentence, sources: list[Metric]) -> bool:
    """Tell a code of the rows of some figures that is said as the verb of what happened to them."""
    catalog, question = sentence.catalog, sentence.question
    dimension = catalog.dimensions[member.value.dimension]
    if not dimension.values or not any(catalog.is_own(dimension, [one.table]) for one in sources):
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


def _is_called(one: Metric, said: str, sentence: Sentence) -> bool:
    """Tell whether a figure is called by a verb, or its day is."""
    verb = said.lower().removeprefix("已")
    if is_han(verb):
        named = any(verb in name for name in one.wordings)
    else:
        named = any(root(verb) in roots_of_name(name.lower()) for name in one.wordings)
    return named or is_by_its_day(one, said, sentence)


def is_by_its_day(source: Metric, said: str, sentence: Sentence) -> bool:
    """Tell whether the day that a figure goes by is called by a verb: booked of booked_on."""
    owner, _, name = sentence.catalog.column_of(source, source.happens_on).rpartition(".")
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
