"""English verbs and the nouns made of them, as one: cancelled and cancellations, took and takings."""

import re
from functools import lru_cache

from language.words import stem

SHORTEST_ROOT = 3  # of payment
DERIVED = (
    "ation",
    "ment",
    "ance",
    "al",
    "er",
    "or",
    "ur",
    "y",
)  # cancel, pay, attend, rent, leave, visit, depart
PARTICLES = ("up", "down", "out", "off", "back", "over", "away")
FREE = ("up",)  # signed up, showed up: what is called so may leave it out; came out is not came in
_JOINED = re.compile(rf"^([a-z]{{4,}})({'|'.join(PARTICLES)})$")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_DOUBLED = re.compile(r"([bdglmnprt])\1$")


def words_of(text: str) -> list[str]:
    """Return the words of an English text; what a verb is denied by stands alone: didn't is did not."""
    return _WORD.findall(text.lower().replace("’", "'").replace("n't", " not"))


def turned_round(said: str, name: str) -> bool:
    """Tell whether a text has a particle that a name has not: came out of people who came in.

    >>> turned_round("which broke down", "breakdowns"), turned_round("who came out", "people who came in")
    (False, True)
    """
    turning = [one for one in words_of(said) if one in PARTICLES and one not in FREE]
    return not all(any(word.removesuffix("s").endswith(one) for word in words_of(name)) for one in turning)


@lru_cache(maxsize=20_000)
def root(word: str) -> str:
    """Bring the forms of a verb to one.

    >>> root("cancelled") == root("cancels"), root("took") == root("taking"), root("broke") == root("breaks")
    (True, True, True)
    """
    bare = stem(word)
    bare = bare[:-1] if len(bare) > SHORTEST_ROOT and bare.endswith("e") else bare
    return _DOUBLED.sub(r"\1", bare)


@lru_cache(maxsize=20_000)
def roots_within(noun: str) -> frozenset[str]:
    """Return the roots of a word and of the verb it may be made of.

    >>> root("cancel") in roots_within("cancellations"), root("leave") in roots_within("leavers")
    (True, True)
    >>> root("break") in roots_within("breakdowns"), root("bill") in roots_within("billings")
    (True, True)
    """
    bare = root(noun)
    found = {bare}
    if joined := _JOINED.match(bare):
        found.add(root(joined.group(1)))
    if bare.endswith("ction"):
        found.add(bare.removesuffix("ion"))
    if bare.endswith("olution"):
        found.add(bare.removesuffix("ution") + "v")  # resolve
    if bare.endswith("ns"):
        found.add(bare.removesuffix("s") + "d")  # respond
    for ending in DERIVED:
        base = bare.removesuffix(ending)
        if base != bare and len(base) >= SHORTEST_ROOT:
            found.add(_DOUBLED.sub(r"\1", base))
    if noun.endswith(("ing", "ings")):
        found.add(root(noun.removesuffix("s")))
    return frozenset(found)
