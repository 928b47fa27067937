"""Readings that take something for granted, to be asked back: a slip set right, another figure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from config.wording import language_of
from knowledge.metrics import Catalog, Metric
from language.units import key_of
from query.metric_query import Filter
from understanding.chart.spans import Span
from understanding.figures.frame import Frame, frame_of
from understanding.figures.leaves import Question
from understanding.figures.numbering import is_expense
from understanding.metric.short_names import LEAST_SLIP, declared_words, is_slip, wordings_of
from understanding.words.judging import speaks_of


def set_right(question: Question, leaves: Sequence[Span], catalog: Catalog) -> str:
    """Return a question with unknown words that are one slip from one declared word written as that."""
    text = question.text
    for one in reversed([one for one in leaves if one.type == "word"]):
        word = question.written(one.start, one.end).lower()
        if len(word) < LEAST_SLIP or not (word.isascii() and word.isalpha()):
            continue
        near = {meant for meant in declared_words(tuple(wordings_of(catalog))) if is_slip(word, meant)}
        if len(near) == 1:
            unit = question.units[one.start]
            text = text[: unit.start] + near.pop() + text[unit.end :]
    return text


def of_begun_kinds(
    frame: Frame, leaves: Iterable[Span], question: Question, catalog: Catalog
) -> Iterator[Frame]:
    """Yield a frame kept to each kind that a unit of time begins the name of: annual passes."""
    query = frame.query
    for one in leaves:
        if one.type != "grain" or one.value != query.grain:
            continue
        for dimension, code in _begun(question.keys[one.start], {*question.keys[one.end :]}, catalog):
            kept = (*query.filters, Filter(dimension, (code,)))
            yield frame_of(replace(query, grain="", filters=kept))


def _begun(word: str, behind: set[str], catalog: Catalog) -> Iterator[tuple[str, str]]:
    for one in catalog.dimensions.values():
        for code, wordings in one.values.items():
            keys = (key_of(wording) for wording in wordings if wording.isascii())
            if any(first == word and rest and {*rest} <= behind for first, *rest in filter(None, keys)):
                yield one.name, code


def without_names_said(
    frame: Frame, leaves: Iterable[Span], question: Question, catalog: Catalog
) -> Iterator[Frame]:
    """Yield a frame without members that no figure is cut by and whose word all their names have.

    医保 is a kind of payment too, and says nothing beside 医保拒付金额.
    """
    query = frame.query
    said = {
        one.value.dimension: question.written(one.start, one.end).lower()
        for one in leaves
        if one.type == "member"
    }
    names = [[one.lower() for one in catalog.metrics[name].wordings] for name in query.figures]
    idle = {
        one.dimension
        for one in query.filters
        if one.dimension in said and not one.negated
        if not any(catalog.cuts(name, one.dimension) for name in query.figures)
        if all(any(said[one.dimension] in wording for wording in wordings) for wordings in names)
    }
    if idle:
        kept = tuple(one for one in query.filters if one.dimension not in idle)
        yield replace(frame, operators=frame_of(replace(query, filters=kept)).operators)


def of_roles(frame: Frame, text: str, catalog: Catalog) -> Iterator[Frame]:
    """Yield a frame by each role that the people or places it is cut by play in its rows.

    Only where no one key leads there; those whose key is called as the question says go before others.
    """
    query = frame.query
    cut = [one for one in query.cuts if not all(catalog.cuts(name, one) for name in query.figures)]
    if len(cut) != 1:
        return
    roles = [
        one
        for one in catalog.dimensions.values()
        if one.role_of == cut[0] and all(catalog.cuts(name, one.name) for name in query.figures)
    ]
    said = [one for one in roles if any(speaks_of((text,), (name,)) for name in (one.zh, one.en))]
    found = said or roles
    for role in found:
        played = replace(frame, operators=frame_of(query.renamed({cut[0]: role.name})).operators)
        guessed = catalog.dimensions[cut[0]].label(language_of(text))
        yield (
            played
            if len(said) == 1
            else replace(played, doubts=(*frame.doubts, "guess"), guessed=(*frame.guessed, guessed))
        )


def of_siblings(frame: Frame, catalog: Catalog) -> Iterator[Frame]:
    """Yield a frame over each other sum in the unit of its one figure, where that cannot be cut so."""
    query = frame.query
    if len(query.figures) != 1 or all(catalog.cuts(query.figures[0], one) for one in query.cuts):
        return
    for name in _siblings(catalog.metrics[query.figures[0]], catalog):
        ranking = replace(query.ranking, metric=name) if query.ranking else None
        limits = tuple(replace(limit, metric=name) for limit in query.conditions)
        yield frame_of(replace(query, metrics=(name,), ranking=ranking, conditions=limits))


def _siblings(found: Metric, catalog: Catalog) -> Iterator[str]:
    """Yield the sums in a figure's unit, costs only beside costs."""
    for one in catalog.metrics.values():
        alike = one.kind == "simple" and one.additivity == "sum" == found.additivity
        spent = is_expense(one) == is_expense(found)
        if alike and spent and one is not found and found.unit_en and one.unit_en == found.unit_en:
            yield one.name
