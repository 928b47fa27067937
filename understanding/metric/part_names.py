"""Questions for a word that is part of the names of a few members: each member put in its place."""

from collections.abc import Sequence
from itertools import product

from knowledge.metrics import APART
from knowledge.values import goes_on
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
    """Return a question with each member whose name holds a word that nothing reads, as it is worded.

    Two such words name two of one kind: 岭南和粤海. None where a word is short, more than four have it, or
    the question does not read with one of them. Whether the rest is read is only asked of words that names
    hold: that is a reading more.
    """
    words = left_out(question, desk)
    if not 0 < len(words) <= BOTH or not all(_may_be_name(one.text) for one in words) or takes_out(question):
        return ()
    rest = rest_of(question, desk) if all(_columns(one.text, desk) for one in words) else None
    if rest is None or len(rest.words) > BOTH:
        return ()
    parts = desk.parts(question)
    spans = [_with_what_joins(one, parts, desk) for one in rest.words]
    meant = _of_one_kind([_members(parts.text[slice(*span)], desk) for span in spans])
    common = any(one.text.lower() in metric_words()["common_in_names"] for one in rest.words)
    if not (BOTH if common else 1) <= len(meant) <= MOST_MEMBERS:
        return ()
    worded = [_worded(_put(parts.text, spans, names), desk) for names in meant]
    return tuple(dict.fromkeys(filter(None, worded))) if all(worded) else ()


def with_members_put(message: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return a message that goes on with each member put for the one word of it that only names hold.

    None where more than four members hold it: and Lingnan?
    """
    words = left_out(message, desk)
    if len(words) != 1 or not _may_be_name(words[0].text) or takes_out(message):
        return ()
    found = _members(words[0].text, desk)
    if not 0 < len(found) <= MOST_MEMBERS:
        return ()
    return tuple(_put(desk.parts(message).text, [words[0].span], [name]) for _, name in found)


def holding(words: Sequence[str], desk: MetricDesk) -> tuple[str, ...]:
    """Return the few members whose names hold one of some words: Lingnan Expressway Services, of Lingnan."""
    every = [_members(one, desk) for one in words if _may_be_name(one)]
    return tuple(dict.fromkeys(name for found in every if len(found) <= MOST_MEMBERS for _, name in found))


def of_its_name(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return a question with each of the things that share a name it has, as they are told apart.

    None where it names what they are part of, or has two such names.
    """
    parts, dimensions = desk.parts(question), desk.catalog.dimensions
    named = [(part, name, value) for part in parts.of("value") for name, value, _ in part.members]
    found = [
        (part.piece.span, value, shared)
        for part, name, value in named
        if (shared := dimensions[name].namesakes) is not None and shared.told_by.get(value)
        if shared.within not in {other for _, other, _ in named}
    ]
    if len(found) != 1:
        return ()
    ((span, name, shared),) = found
    called, of = desk.answers.reader.known.member_name, shared.within
    told = [(called(of, one, desk.language), name) if of else (name, one) for one in shared.told_by[name]]
    return tuple(_put(parts.text, [span], [APART.join(pair)]) for pair in told)


def _of_one_kind(found: Sequence[Sequence[tuple[str, str]]]) -> list[tuple[str, ...]]:
    """Return each way to take a member for each word, all of one kind, once."""
    ways = [way for way in product(*found) if len({kind for kind, _ in way}) == 1]
    return list(dict.fromkeys(tuple(name for _, name in way) for way in ways))


def _put(text: str, spans: Sequence[Span], names: Sequence[str]) -> str:
    """Return a text with names in the place of its words."""
    for (start, end), name in sorted(zip(spans, names, strict=True), reverse=True):
        text = f"{text[:start]}{name}{text[end:]}"
    return text


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
        if not desk.catalog.dimensions[name].values or desk.catalog.dimensions[name].key
        for value in known.values.named(column, key)
    ]


def _members(text: str, desk: MetricDesk) -> tuple[tuple[str, str], ...]:
    """Return the members that hold a text's words as they are called, the shortest whole names."""
    known = desk.answers.reader.known
    found = _columns(text, desk)
    keys = {key_of(value) for _, value in found}
    begun = [(name, value) for name, value in found if not goes_on(key_of(value), keys)]
    told = [(name, known.canonical(name, value)) for name, value in begun]
    return tuple(dict.fromkeys((name, known.member_name(name, value, desk.language)) for name, value in told))
