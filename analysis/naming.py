"""Names of figures and members are set aside before a question is told: 降雨量 says nothing of a fall."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from analysis.asked import (
    Recognised,
    asks_for_one,
    beside_a_number,
    beside_last_year,
    is_ours,
    names_a_plan,
    recognise,
    says,
    tells_a_change,
    way_of,
    with_target,
)
from analysis.compare.reading import are_two_times
from analysis.cuts import above
from analysis.target.against import recognised_against
from analysis.target.aims import names_a_target
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import SURE, Part, Parts
from understanding.metric.vocabulary import METRIC, metric_words
from understanding.readings import MetricHit

OF_TARGETS = ("missed", "target", "months", "pace", "behind")
_SHORTEST = 2  # characters of a name that could hold a word of ours


def recognised_beside_names(text: str, desk: MetricDesk) -> Recognised | None:
    """Return the analysis a question asks for, told from the words that are no part of a defined name."""
    if not asks_for_one(text) or is_called_otherwise(text, desk):
        return None
    names = names_in(text, desk)
    if (marked := _recognised_mark(text, names, desk)) is not None:
        return marked
    if (against := recognised_against(text, names, desk)) is not None:
        return against
    found = recognise(text, names)
    if found is not None and found.kind == "compare" and not _sets_abreast(text, desk):
        return None
    named = with_target(text) if found is None or found.kind not in OF_TARGETS else text
    if named == text or _has_targets_beside(desk):
        return found
    aimed = recognise(named, names_in(named, desk))
    return aimed if aimed is not None and aimed.kind in OF_TARGETS else found


def _sets_abreast(text: str, desk: MetricDesk) -> bool:
    """Tell a text that names several members, one and the others, or two times, and no figure.

    What compares a figure is a query of it, and what names one alone goes on from the turn before.
    """
    parts = desk.parts(text)
    several = len(parts.of("value")) > 1 or (parts.of("value") and says("compare", "others", text))
    return bool(several or are_two_times(text, desk)) and not parts.of("metric", "weak", "state")


def _recognised_mark(text: str, names: Sequence[str], desk: MetricDesk) -> Recognised | None:
    """Return a question whether a figure reaches a number, put as one of its target.

    A limit that is read whole, of which members are over it, stays what it is.
    """
    if (beaten := beside_last_year(text)) is not None:
        asked = recognise(beaten.put, names)
        return replace(asked, mark=beaten) if asked is not None and asked.kind == "target" else None
    found = beside_a_number(text)
    if found is None:
        return None
    hit = desk.answers.answer(text, desk.today, desk.allowed)
    if isinstance(hit, MetricHit) and not (hit.unread or hit.assumed):
        return None
    asked = recognise(found.put, names)
    return replace(asked, mark=found) if asked is not None and asked.kind == "target" else None


def _has_targets_beside(desk: MetricDesk) -> bool:
    """Tell whether a figure is called a target and never a budget or plan, which is then another thing."""
    simple = (one for one in desk.catalog.metrics.values() if one.kind == "simple" and desk.opens(one.name))
    aims = (one.wordings for one in simple if any(map(names_a_target, one.wordings)))
    return any(not any(map(names_a_plan, words)) for words in aims)


def names_in(text: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return the names of figures and members that a text has, as they are written, the longest first."""
    parts = desk.answers.reader.parts(text, desk.today, desk.allowed)
    found = set()
    for part in _named(parts, text):
        written = parts.text[slice(*part.piece.span)]  # move-outs, which is read as move out
        whole = _is_of_words(written) and any(written.lower() == one.lower() for one in _wordings(part, desk))
        sure = part.kind == "metric" and (whole or part.token.startswith(METRIC))
        sure = sure or any(score >= SURE for _, _, score in part.members)
        plain = not (is_our_word(part, parts) or (part.kind == "metric" and names_a_target(part.text)))
        if sure and plain and len(written) >= _SHORTEST and written in text:
            found.add(written)
    counts = any(one.token in ("count", "some") for one in parts.of("mark"))  # how many is no so many
    if counts or not tells_a_change(text, _longest_first(found)):
        found |= {one for part in parts.of("value") for one in _with_cause(part, parts.text) if one in text}
    return _longest_first(found)


def _named(parts: Parts, text: str) -> Sequence[Part]:
    """Return figures and members of a text; what is not done of targets is no state of a complaint."""
    every = parts.of("metric", "value")
    if not names_a_target(text):
        return every
    return [one for one in every if one.kind != "value" or not says("months", "missed", one.text)]


def is_our_word(part: Part, parts: Parts) -> bool:
    """Tell a word of ours that no name stands right behind: 营业额上行, not 下行营业额 nor the up side."""
    last = part.piece.span[1]
    rest = parts.text[last:].lstrip()
    ahead = len(parts.text) - len(rest.removeprefix("的"))
    named = any(one.piece.span[0] == ahead for one in parts.of("metric", "dimension"))
    return is_ours(part.text) and not (named and way_of(part.text))


def _longest_first(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda one: (-len(one), one)))


def _with_cause(part: Part, text: str) -> Iterator[str]:
    """Yield a member with the words that make it the cause of what is counted: 施工导致的, due to rain."""
    first, last = part.piece.span
    behind = next((one for one in _causes() if text.startswith(one, last) and not one.isascii()), "")
    before = text[:first].rstrip()
    ahead = next((one for one in _causes() if before.lower().endswith(f" {one}")), "")
    if behind:
        yield text[first : last + len(behind)]
    if ahead:
        yield text[len(before) - len(ahead) : last]


@lru_cache(maxsize=1)
def _causes() -> tuple[str, ...]:
    """Return the words of causes, those that hold others first."""
    return tuple(sorted(map(str, metric_words()["of_a_cause"]), key=len, reverse=True))


def _is_of_words(name: str) -> bool:
    """Tell an English name of several words, of which one may be a word of change: move-outs, price drops."""
    return name.isascii() and any(sign in name for sign in " -")


def _wordings(part: Part, desk: MetricDesk) -> tuple[str, ...]:
    """Return what the figures that a part may name are called."""
    metrics = desk.catalog.metrics
    return tuple(word for name in part.metrics if name in metrics for word in metrics[name].wordings)


def is_called_otherwise(text: str, desk: MetricDesk) -> bool:
    """Tell a member called what it is none of: 岭南公司, where only a brand is known by 岭南."""
    parts = desk.parts(text)
    ends = {one.piece.span[1]: one for one in parts.of("value")}
    for thing in parts.of("dimension"):
        first = thing.piece.span[0]
        near = ends.get(first) or ends.get(len(parts.text[:first].rstrip()))
        if near is not None and not _is_a(near, thing, desk):
            return True
    return False


def _is_a(value: Part, thing: Part, desk: MetricDesk) -> bool:
    """Tell a member that is one of a thing, or that such things are of: Hazel's kiosks, a place's shops."""
    own = {name for name, _, _ in value.members}
    return bool(own & {*thing.dimensions, *above(thing.dimensions, desk)})
