"""Questions for a word that is part of the names of a few members: each member put in its place."""

import datetime as dt

from config.wording import Language
from knowledge.values import Allowed
from language.units import key_of
from language.words import is_han
from understanding.metric.answers import MetricAnswers
from understanding.metric.nearest import LeftOut, Rest, changes_meaning, takes_out
from understanding.metric.opening import opens
from understanding.metric.parts import Parts
from understanding.metric.vocabulary import metric_words
from understanding.question import MetricReading
from understanding.words.closed import BOTH

Span = tuple[int, int]
MOST_MEMBERS = 4  # more than that are no choice
LEAST_HAN, LEAST_LETTERS = 2, 4


def members_meant(
    rest: Rest, answers: MetricAnswers, language: Language, today: dt.date, allowed: Allowed
) -> tuple[str, ...]:
    """Return a question with each member whose name holds the one word that nothing reads, as it is worded.

    None where the word is short, more than four have it, or the question does not read with one of them.
    """
    if len(rest.words) != 1 or not _may_be_name(rest.words[0].text) or takes_out(rest.question):
        return ()
    parts = answers.reader.parts(rest.question, today, allowed)
    start, end = _with_what_joins(rest.words[0], parts, answers, allowed)
    members = _members(parts.text[start:end], answers, language, allowed)
    least = BOTH if rest.words[0].text.lower() in metric_words()["common_in_names"] else 1
    if not least <= len(members) <= MOST_MEMBERS:
        return ()
    asked = [f"{parts.text[:start]}{name}{parts.text[end:]}" for name in members]
    worded = [_worded(one, answers, language, today, allowed) for one in asked]
    return tuple(dict.fromkeys(filter(None, worded))) if all(worded) else ()


def _worded(
    question: str, answers: MetricAnswers, language: Language, today: dt.date, allowed: Allowed
) -> str | None:
    found = answers.reader.read(question, today, allowed)
    if not isinstance(found, MetricReading) or found.figure_assumed or not found.query.filters:
        return None
    if not opens(found.query, answers.catalog, allowed):
        return None
    asked = answers.worded(found.query, language, today, allowed)
    return asked if asked and answers.is_certain(asked, today, allowed) else None


def _may_be_name(text: str) -> bool:
    enough = (
        len(text) >= LEAST_HAN if is_han(text) else any(len(one) >= LEAST_LETTERS for one in key_of(text))
    )
    return enough and not changes_meaning(text.lower())


def _with_what_joins(word: LeftOut, parts: Parts, answers: MetricAnswers, allowed: Allowed) -> Span:
    """Return where a part of a name stands, with the words beside it that are of that name."""
    start, end = word.span
    for part in parts.every:
        a, b = part.piece.span
        if a >= end and not parts.text[end:a].strip() and _columns(parts.text[start:b], answers, allowed):
            end = b
    for part in reversed(parts.every):
        a, b = part.piece.span
        if b <= start and not parts.text[b:start].strip() and _columns(parts.text[a:end], answers, allowed):
            start = a
    return start, end


def _columns(text: str, answers: MetricAnswers, allowed: Allowed) -> list[tuple[str, str]]:
    """Return the dimensions with the names in them that hold a text's words."""
    known = answers.reader.known
    if known.values is None:
        return []
    return [
        (name, value)
        for column, names in known.columns.items()
        if allowed(column)
        for name in names
        if not answers.catalog.dimensions[name].values
        for value in known.values.named(column, key_of(text))
    ]


def _members(text: str, answers: MetricAnswers, language: Language, allowed: Allowed) -> tuple[str, ...]:
    """Return the members that hold a text's words, as they are called in a language."""
    known = answers.reader.known
    found = [(name, known.canonical(name, value)) for name, value in _columns(text, answers, allowed)]
    return tuple(dict.fromkeys(known.member_name(name, value, language) for name, value in found))
