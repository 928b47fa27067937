"""Names a question writes shorter than they are, or with a slip: 三里屯店, the Hubin shop, attendence."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from knowledge.metrics import Catalog
from knowledge.values import FoundValue, one_slip
from language.units import key_of
from language.words import stem
from understanding.metric.known import Known
from understanding.words.pieces import Piece, Pieces

LEAST_HAN, LEAST_LETTERS, LEAST_SLIP, SURE_SLIP = 2, 4, 6, 8
SHORT_SCORE = 0.8
VOWELS = frozenset("aeiouy")


def named_before(
    text: str,
    before: Sequence[Piece],
    dimensions: Sequence[str],
    known: Known,
    allowed: Callable[[str], bool],
) -> tuple[int, Piece] | None:
    """Return which word begins the short name of a member whose kind is said behind it, and what it names."""
    return _found(text, before, _columns(known, dimensions, allowed), known) if dimensions else None


def _columns(known: Known, dimensions: Sequence[str], allowed: Callable[[str], bool]) -> list[str]:
    catalog = known.catalog
    found = [catalog.dimensions[name] for name in dimensions]
    named = [column for one in found for column in (*one.columns, one.column_en) if column]
    return [column for column in map(catalog.full_column, named) if allowed(column)]


def _found(
    text: str, before: Sequence[Piece], columns: Sequence[str], known: Known
) -> tuple[int, Piece] | None:
    """Return where a short name begins and the member it is, the longest that only one member holds."""
    assert known.values is not None
    start = len(before)
    while start and before[start - 1].kind in ("unknown", "word", "function", "number", "counter", "grain"):
        start -= 1
    for first in range(start, len(before)):
        run = before[first:]
        if not any(piece.kind in ("unknown", "word") for piece in run):
            break
        span = (run[0].span[0], run[-1].span[1])
        key = key_of(text[slice(*span)])
        if run[0].kind == "function" and len(run) > 1 and run[0].text.isascii():
            continue
        if not _is_enough(key):
            continue
        held = [(column, name) for column in columns for name in known.values.named(column, key)]
        if len({name for _, name in held}) == 1:
            column, name = held[0]
            shown = text[slice(*span)]
            return first, Piece(
                "value", shown, span, values=(FoundValue(shown, name, column, SHORT_SCORE, span),)
            )
    return None


def _is_enough(key: Sequence[str]) -> bool:
    han = sum(len(unit) for unit in key if unit > "\u3400")
    return han >= LEAST_HAN or any(len(unit) >= LEAST_LETTERS for unit in key if unit.isascii())


def corrected(pieces: Pieces, catalog: Catalog) -> str:
    """Return the question with unknown words that are one slip from one declared word written as that."""
    text = pieces.text
    for piece in [*pieces.parts][::-1]:
        word = text[slice(*piece.span)].lower()
        if piece.kind != "unknown" or not (word.isascii() and word.isalpha()) or len(word) < LEAST_SLIP:
            continue
        near = {one for one in declared_words(tuple(wordings_of(catalog))) if is_slip(word, one)}
        if len(near) == 1:
            text = text[: piece.span[0]] + near.pop() + text[piece.span[1] :]
    return text


def wordings_of(catalog: Catalog) -> Iterator[str]:
    for metric in catalog.metrics.values():
        yield from metric.wordings
    for dimension in catalog.dimensions.values():
        yield from dimension.wordings
        yield from (
            name for names in (*dimension.values.values(), *dimension.groups.values()) for name in names
        )


@lru_cache(maxsize=8)
def declared_words(wordings: tuple[str, ...]) -> frozenset[str]:
    """Return the English words that names are made of, long enough to be told from others with a slip."""
    words = {word for one in wordings if one.isascii() for word in one.lower().split() if word.isalpha()}
    return frozenset(word for word in words if len(word) >= LEAST_SLIP)


def is_slip(word: str, meant: str) -> bool:
    """Tell a slip of the pen from another word: a letter lost, doubled or swapped, or a vowel for another.

    Another form of the word, not one of several, is none: complain, of complaints. Nobody writes revenu.
    """
    if word[0] != meant[0] or word == meant or not one_slip(word, meant):
        return False
    if stem(word) == stem(meant) and meant not in (f"{word}s", f"{word}e") and f"{meant}s" != word:
        return False
    differing = [(a, b) for a, b in zip(word, meant, strict=False) if a != b]
    if len(word) != len(meant) or len(differing) != 1:
        return True
    return set(differing[0]) <= VOWELS or len(meant) >= SURE_SLIP
