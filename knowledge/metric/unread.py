"""Words nobody knows, as a person typed them: not the part of a word that was left over."""

from knowledge.metric.parts import Part
from knowledge.metric.vocabulary import metric_words

Span = tuple[int, int]
FIRST_HAN, LAST_HAN = "\u4e00", "\u9fff"


def whole_words(text: str, parts: list[Part]) -> list[Span]:
    """Return where the unknown words stand, a single character with what it makes a word with."""
    places = [at for at, part in enumerate(parts) if part.kind == "other"]
    found: list[Span] = []
    for at in places:
        start, end = parts[at].piece.span
        if found and found[-1][1] >= start:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
            continue
        if _is_han(text[start:end]):
            start, end = _widened(text, parts, at)
        found.append((start, end))
    alone = set(metric_words()["particles"])
    return [(start, end) for start, end in found if text[start:end] not in alone]


def _widened(text: str, parts: list[Part], at: int) -> Span:
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
