"""A word for usual days as the other of the two kinds of day spoken of: 周末, then 平时呢; 平时和节假日."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.values import WHOLE
from knowledge.vocabulary import lexicon
from language.units import key_of
from query.metric_query import Filter
from understanding.chart.spans import Span
from understanding.figures.leaves import Question
from understanding.figures.named import Names
from understanding.figures.things import Member

PAIR, USUAL = 2, "usual_days"


def as_usual_days(
    leaves: Sequence[Span], question: Question, names: Names, before: Sequence[Filter] = ()
) -> Iterator[Span]:
    """Yield the leaves, an unread word as the usual days of the kind of day spoken of, or kept to."""
    words = [str(one).lower() for one in lexicon()["entities"]["workday"]]
    keys = {key_of(one) for one in words}
    usual = [one for one in leaves if one.type in ("word", "unread") and _key(one, question) in keys]
    member = _member(leaves, names, before, {*words}) if usual else None
    for leaf in leaves:
        read = member is not None and leaf in usual
        yield replace(leaf, type="member", value=member, rule=USUAL) if read else leaf


def _key(leaf: Span, question: Question) -> tuple[str, ...]:
    return question.keys[leaf.start : leaf.end]


def _member(leaves: Sequence[Span], names: Names, before: Sequence[Filter], words: set[str]) -> Member | None:
    """Return the member that is called usual days, of the one dimension whose other member is spoken of."""
    told = [(one.value.dimension, one.value.values) for one in leaves if one.type == "member"]
    found = set()
    for name, values in told or [(one.dimension, one.values) for one in before]:
        dimension = names.known.catalog.dimensions[name]
        others = [value for value in dimension.values if value not in values]
        of_days = bool(dimension.days or dimension.on_time) and len(dimension.values) == PAIR
        if of_days and len(others) == 1 and words & {one.lower() for one in dimension.values[others[0]]}:
            found.add((name, others[0]))
    return names.member(*found.pop(), WHOLE) if len(found) == 1 else None
