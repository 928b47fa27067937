"""Names said by a run of their words with no kind beside them: Yalong Bay, 国贸, the UK."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from knowledge.metrics import Dimension
from knowledge.values import Allowed, FoundValue
from language.units import key_of
from language.words import is_han
from understanding.metric.known import Known
from understanding.metric.short_names import SHORT_SCORE
from understanding.metric.vocabulary import metric_words
from understanding.words.pieces import Piece, Pieces

INNER = ("unknown", "word", "function", "number", "counter")
LEAST_HAN, LEAST_WORDS, LEAST_LETTERS = 3, 2, 4
SHARED = 2  # names that begin or end alike
MOST_RUN = 6
MOST_MEMBERS = 4  # more than that are no choice

Units = tuple[str, ...]


def with_short_names(pieces: Pieces, known: Known, allowed: Allowed) -> Pieces:
    """Let unknown words be the members whose names hold them, where they are enough to tell these by."""
    if known.values is None:
        return pieces
    parts, at = list(pieces.parts), 0
    while at < len(parts):
        for size in range(longest(parts, at), 0, -1):
            run = parts[at : at + size]
            found = named_by(pieces.text, run, known, allowed)
            if found:
                parts[at : at + size] = [found]
                break
        at += 1
    return replace(pieces, parts=tuple(parts))


def longest(parts: Sequence[Piece], at: int) -> int:
    """Return how many parts from there on may name something: one is unknown, small words stand only within.

    A small word by itself may be a country: US.
    """
    if parts[at].kind == "function":
        return 1
    size, unknown = 0, False
    for ahead, one in enumerate(parts[at : at + MOST_RUN], 1):
        if one.kind not in INNER:
            break
        unknown = unknown or one.kind == "unknown"
        size = size if one.kind == "function" else ahead
    return size if unknown else 0


def named_by(text: str, run: Sequence[Piece], known: Known, allowed: Allowed) -> Piece | None:
    """Return what a run of words names, where it is enough to tell it by."""
    return _country(text, run, known, allowed) or _member(text, run, known, allowed)


def _country(text: str, run: Sequence[Piece], known: Known, allowed: Allowed) -> Piece | None:
    """Return the country that a short name stands for: UK."""
    assert known.values is not None
    shown = text[run[0].span[0] : run[-1].span[1]]
    if len(run) > 1 or not (run[0].kind == "unknown" or (run[0].kind == "function" and shown.isupper())):
        return None
    found = []
    for name in _countries().get(shown.lower(), ()):
        key = key_of(name)
        for length, entries in known.values.at(key, 0):
            found += [one for one in entries if length == len(key) and _is_open(one.column, known, allowed)]
    return _value(shown, run, [(one.column, one.value) for one in found], 1.0) if found else None


def _is_open(column: str, known: Known, allowed: Allowed) -> bool:
    return bool(known.columns.get(column.lower())) and allowed(column)


@lru_cache(maxsize=1)
def _countries() -> dict[str, list[str]]:
    lines = [[str(one) for one in line] for line in metric_words()["short_countries"]]
    return {short.lower(): line[0].split("|") for line in lines for short in line[1:]}


def _is_whole(text: str, run: Sequence[Piece]) -> bool:
    """Tell whether a run holds a word nobody knows, ends in no small word, and nothing stands between."""
    kinds = [one.kind for one in run]
    if "unknown" not in kinds or not {*kinds} <= {*INNER} or "function" in (kinds[0], kinds[-1]):
        return False
    between = (text[left.span[1] : right.span[0]] for left, right in pairwise(run))
    return not any(one.strip(" '’-") for one in between)


def _member(text: str, run: Sequence[Piece], known: Known, allowed: Allowed) -> Piece | None:
    """Return what one run of unknown words names, or nothing."""
    assert known.values is not None
    if not _is_whole(text, run):
        return None
    shown = text[run[0].span[0] : run[-1].span[1]]
    key = key_of(shown)
    enough = len(key) >= (LEAST_HAN if is_han(shown) else LEAST_WORDS) or _is_code(shown)
    if (key in _common() and not enough) or not (enough or _is_name(shown)):
        return None
    holding = known.values.holding(key[0])
    held = [
        (column, name)
        for dimension, column, small in known.names_of_members
        if small in holding and allowed(column)
        for name in known.values.named(column, key)
        if enough or _rest(name, known.catalog.dimensions[dimension], column, known) == key
    ]
    members = {known.canonical(known.columns[column.lower()][0], name) for column, name in held}
    return _value(shown, run, held, SHORT_SCORE) if 0 < len(members) <= MOST_MEMBERS else None


def one_named(word: str, known: Known, allowed: Allowed) -> str:
    """Return the whole name of the one member that alone has a word in it, of a kind where no other has it.

    A part of a name as small as this is a guess, to be asked back: luofu, of Luofu Mountain Service Area.
    """
    key = key_of(word)
    if known.values is None or len(key) != 1 or len(word) < LEAST_LETTERS or key in _common():
        return ""
    names = [
        {name for column in _columns(one, known, allowed) for name in known.values.named(column, key)}
        for one in known.catalog.dimensions.values()
    ]
    alone = {name for found in names if len(found) == 1 for name in found}
    return alone.pop() if len(alone) == 1 else ""


@lru_cache(maxsize=1)
def _common() -> frozenset[Units]:
    return frozenset(key_of(str(one)) for one in metric_words()["common_in_names"])


def _is_name(shown: str) -> bool:
    """Tell a word that may be a name by itself: 国贸, Guomao."""
    return (is_han(shown) and len(shown) > 1) or (len(shown) >= LEAST_LETTERS and shown[0].isupper())


def _is_code(shown: str) -> bool:
    """Tell a letter or more with a number, which tells alike names apart: P1, T2."""
    return shown.isascii() and shown.isalnum() and shown[0].isalpha() and shown[-1].isdigit()


def _columns(dimension: Dimension, known: Known, allowed: Allowed) -> list[str]:
    return [column for column in known.naming.get(dimension.name, ()) if allowed(column)]


def _rest(name: str, dimension: Dimension, column: str, known: Known) -> Units:
    """Return what tells a member apart, without the place before it and the ending it shares."""
    assert known.values is not None
    whole, names = key_of(name), known.values.keys(column)
    begun = Counter(one[:size] for one in names for size in range(1, len(one)))
    ended = Counter(one[-size:] for one in names for size in range(1, len(one)))
    at, placed = 0, False
    while at < len(whole):
        places = [at + size for size in _places(whole[at:], dimension, known)]
        shared = [to for to in range(at + 1, len(whole)) if begun[whole[:to]] >= SHARED and not placed]
        step = max([to for to in places if to < len(whole)] or shared, default=0)
        placed = placed or step in places
        if not step:
            break
        at = step
    rest = whole[at:] if placed else ()
    ends = [size for size in range(1, len(rest)) if ended[rest[-size:]] >= SHARED]
    return rest[: -max(ends)] if ends else rest


def _places(key: Units, dimension: Dimension, known: Known) -> Iterator[int]:
    """Yield how many units at a name's beginning are a member of what the dimension belongs to."""
    assert known.values is not None
    for size, entries in known.values.at(key, 0):
        for entry in entries:
            for owner in known.columns.get(entry.column.lower(), ()):
                table = known.catalog.dimensions[owner].table
                if owner != dimension.name and known.catalog.path(dimension.table, table) is not None:
                    yield size


def _value(shown: str, run: Sequence[Piece], held: Sequence[tuple[str, str]], score: float) -> Piece:
    span = (run[0].span[0], run[-1].span[1])
    found = tuple(FoundValue(shown, name, column, score, span) for column, name in dict.fromkeys(held))
    return Piece("value", shown, span, values=found)
