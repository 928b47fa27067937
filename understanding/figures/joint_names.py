"""Figures whose names share a part that is said once: average basket of members and of non-members."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.vocabulary import Vocabulary
from understanding.chart.spans import Key, Span
from understanding.metric.vocabulary import METRIC

RULE = "joint_name"
SHORTEST, LONGEST = 1, 6  # units of what is said of the other figure alone
OF_BOTH = "的"  # may stand between what tells two apart and what they share: 会员和非会员的客单价


@dataclass(frozen=True)
class Joint:
    """What stands for a figure without all of its name: where, its token and its name."""

    start: int
    end: int
    token: str
    key: Key


def joint_names(keys: Key, words: Vocabulary, ands: Sequence[Span]) -> Iterator[Joint]:
    """Yield each of two figures joined by an *and* that is named by less than a whole name."""
    places = [at for at, key in enumerate(keys) if key != OF_BOTH]
    plain = tuple(keys[at] for at in places)
    for one in ands:
        if one.start not in places or one.end not in places:
            continue
        left, right = places.index(one.start), places.index(one.end)
        for start, end, ahead, behind in _joined(plain, words, left, right):
            for at, upto, key in ((start, left, ahead), (right, end, behind)):
                if plain[at:upto] != key or places[upto - 1] - places[at] >= len(key):
                    yield Joint(places[at], places[upto - 1] + 1, _token(words, key), key)


def _joined(plain: Key, words: Vocabulary, left: int, right: int) -> Iterator[tuple[int, int, Key, Key]]:
    """Yield where two names with one shared part begin and end, with both in full."""
    for start in range(max(0, left - 2 * LONGEST), left):
        ahead = plain[start:left]
        if _token(words, ahead):  # what comes first is shared: basket of members and of strangers
            for size in range(SHORTEST, LONGEST + 1):
                for shared in range(1, len(ahead)):
                    behind = (*ahead[:shared], *plain[right : right + size])
                    if right + size <= len(plain) and _differ(words, ahead, behind):
                        yield start, right + size, ahead, behind
    for end in range(right + 1, min(len(plain), right + 2 * LONGEST) + 1):
        behind = plain[right:end]
        if _token(words, behind):  # what comes last is: 会员和非会员客单价
            for size in range(SHORTEST, min(LONGEST, left) + 1):
                for shared in range(1, len(behind)):
                    ahead = (*plain[left - size : left], *behind[shared:])
                    if _differ(words, ahead, behind):
                        yield left - size, end, ahead, behind


def _differ(words: Vocabulary, one: Key, other: Key) -> bool:
    tokens = _token(words, one), _token(words, other)
    return all(tokens) and tokens[0] != tokens[1]


def _token(words: Vocabulary, key: Key) -> str:
    """Return the figure that is called so, if one is."""
    word = words.words.get(key)
    return word.tokens[0] if word and len(word.tokens) == 1 and word.tokens[0].startswith(METRIC) else ""
