"""Questions for a word that is part of the names of a few members: each member put in its place."""

from language.units import key_of
from language.words import is_han
from understanding.metric.desk import MetricDesk
from understanding.metric.nearest import LeftOut, changes_meaning, left_out, rest_of, takes_out
from understanding.metric.opening import opens
from understanding.metric.parts import Parts
from understanding.metric.vocabulary import metric_words
from understanding.readings import MetricReading
from understanding.words.closed import BOTH

Span = tuple[int, int]
MOST_MEMBERS = 4  # more than that are no choice
LEAST_HAN, LEAST_LETTERS = 2, 4


def members_meant(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return a question with each member whose name holds the one word that nothing reads, as it is worded.

    None where the word is short, more than four have it, or the question does not read with one of them.
    Whether the rest is read is only asked of a word that some name holds: that is a reading more.
    """
    words = left_out(question, desk)
    if len(words) != 1 or not _may_be_name(words[0].text) or takes_out(question):
        return ()
    rest = rest_of(question, desk) if _columns(words[0].text, desk) else None
    if rest is None or len(rest.words) != 1:
        return ()
    parts = desk.parts(question)
    start, end = _with_what_joins(rest.words[0], parts, desk)
    members = _members(parts.text[start:end], desk)
    least = BOTH if rest.words[0].text.lower() in metric_words()["common_in_names"] else 1
    if not least <= len(members) <= MOST_MEMBERS:
        return ()
    asked = [f"{parts.text[:start]}{name}{parts.text[end:]}" for name in members]
    worded = [_worded(one, desk) for one in asked]
    return tuple(dict.fromkeys(filter(None, worded))) if all(worded) else ()


def _worded(question: str, desk: MetricDesk) -> str | None:
    found = desk.read(question)
    if not isinstance(found, MetricReading) or found.figure_assumed or not found.query.filters:
        return None
    if not opens(found.query, desk.catalog, desk.allowed):
        return None
    return desk.asked(found.query)


def _may_be_name(text: str) -> bool:
    enough = (
        len(text) >= LEAST_HAN if is_han(text) else any(len(one) >= LEAST_LETTERS for one in key_of(text))
    )
    return enough and not changes_meaning(text.lower())


def _with_what_joins(word: LeftOut, parts: Parts, desk: MetricDesk) -> Span:
    """Return where a part of a name stands, with the words behind it that are of that name."""
    start, end = word.span
    for part in parts.every:
        a, b = part.piece.span
        if a >= end and not parts.text[end:a].strip() and _columns(parts.text[start:b], desk):
            end = b
    return start, end


def _columns(text: str, desk: MetricDesk) -> list[tuple[str, str]]:
    """Return the dimensions with the names in them that hold a text's words."""
    known, key = desk.answers.reader.known, key_of(text)
    if known.values is None or not key:
        return []
    holding = known.values.holding(key[0])
    return [
        (name, value)
        for column, names in known.columns.items()
        if column in holding and desk.allowed(column)
        for name in names
        if not desk.catalog.dimensions[name].values
        for value in known.values.named(column, key)
    ]


def _members(text: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return the members that hold a text's words, as they are called in a language."""
    known = desk.answers.reader.known
    found = [(name, known.canonical(name, value)) for name, value in _columns(text, desk)]
    return tuple(dict.fromkeys(known.member_name(name, value, desk.language) for name, value in found))
