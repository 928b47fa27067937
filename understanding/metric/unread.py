"""Words nobody knows, as a person typed them: not the part of a word that was left over."""

from collections.abc import Sequence
from functools import lru_cache

from knowledge.vocabulary import lexicon
from understanding.metric.parts import Part
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import JOINING

Span = tuple[int, int]
# Roles that steps of reading look small words up for; beside these a small word is empty, or has no meaning.
ROLES = (
    "which", "which_after", "listing", "by", "by_whom", "divides", "articles", "before_value", "after_value",
    "within", "being", "scope", "same", "whole_of", "on_average", "of_each", "asking_for_people",
    "before_unit", "after_unit", "percent", "money", "adding", "again", "replacing", "follow_up", "during",
    "against", "rows_shown", "as_it_stands",
)  # fmt: skip
FIRST_HAN, LAST_HAN = "\u4e00", "\u9fff"


@lru_cache(maxsize=1)
def with_a_role() -> frozenset[str]:
    """Return the small words that play some part in reading, beside those that are empty."""
    words = [str(one) for role in ROLES for one in _flat(metric_words()[role])]
    markers = [str(one).rstrip("*") for one in [*lexicon()["follow_up"], *lexicon()["turning"]["back"]]]
    return frozenset([*JOINING, *words, *markers, "between"])


def _flat(words: object) -> list[object]:
    if isinstance(words, dict):
        return [one for value in words.values() for one in _flat(value)]
    return [one for value in words for one in _flat(value)] if isinstance(words, list) else [words]


def whole_words(text: str, parts: Sequence[Part]) -> list[Span]:
    """Return where the unknown words stand; where there are only single characters, with what these touch."""
    places = [at for at, part in enumerate(parts) if part.kind == "other"]
    found: list[Span] = []
    touching: list[Span] = []
    for at in places:
        start, end = parts[at].piece.span
        if found and found[-1][1] >= start:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
            continue
        if _is_han(text[start:end]):
            start, end = _widened(text, parts, at)
        found.append((start, end))
        touching.append(_with_neighbour(text, parts, at) if _is_han(text[start:end]) else (start, end))
    words = [span for span in found if not _is_han(text[slice(*span)])]
    alone = set(metric_words()["particles"])
    return words or [(start, end) for start, end in touching if text[start:end] not in alone]


def _with_neighbour(text: str, parts: Sequence[Part], at: int) -> Span:
    """Return a single character with the word it touches: 客单率, not 率."""
    start, end = parts[at].piece.span
    before, behind = parts[at - 1 : at] if at else [], parts[at + 1 : at + 2]
    told = (part for part in (*before, *behind) if part.kind not in ("period", "mark"))
    for part in told:
        left, right = part.piece.span
        grammar = text[left:right] in {*metric_words()["grammar"], *metric_words()["particles"]}
        if not grammar and not text[left:right].isascii() and (right == start or left == end):
            return min(left, start), max(right, end)
    return start, end


def _widened(text: str, parts: Sequence[Part], at: int) -> Span:
    start, end = parts[at].piece.span
    grammar = {*metric_words()["grammar"], *metric_words()["particles"]}
    for part in reversed(parts[:at]):
        if part.piece.span[1] != start or not _joins(part, text, grammar):
            break
        start = part.piece.span[0]
    for part in parts[at + 1 :]:
        if part.piece.span[0] != end or not _joins(part, text, grammar):
            break
        end = part.piece.span[1]
    return start, end


def _joins(part: Part, text: str, grammar: set[str]) -> bool:
    """Tell whether a piece may be the part of a word: one character that is not grammar alone."""
    written = text[slice(*part.piece.span)]
    return part.kind in ("function", "grain") and _is_han(written) and written not in grammar


def _is_han(text: str) -> bool:
    return len(text) == 1 and FIRST_HAN <= text <= LAST_HAN
