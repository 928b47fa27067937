"""One and several of an English word, as the names of tables and drafted figures need them."""

import re

from knowledge.definitions.column_words import draft_words
from language.words import word_data

AS_THEY_ARE = ("ss", "us", "is")
WITH_ES = re.compile(
    r"(ss|x|sh|ch|zz|o|(?<![ao])us)es$"
)  # boxes, branches, viruses; not causes, houses, sizes
TAKES_ES = ("s", "x", "ch", "sh", "z")
PAIR = 2  # words
LEADING = ("by", "of", "at", "to", "for", "from", "with", "in", "on")  # words that no plural ends in


def singular(word: str) -> str:
    """Return one of what a word is several of.

    >>> [singular(word) for word in ("boxes", "prizes", "viruses", "warehouses", "gas")]
    ['box', 'prize', 'virus', 'warehouse', 'gas']
    """
    known = draft_words()["singular"]
    if word in known:
        return str(known[word])
    if word in known.values() or len(word) < 4 or not word.isascii() or word.endswith(AS_THEY_ARE):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("yses"):
        return word[:-2] + "is"
    return word[:-2] if WITH_ES.search(word) else word.removesuffix("s")


def plural(word: str) -> str:
    """Return several of what a word is one of.

    >>> [plural(word) for word in ("box", "city", "status", "analysis", "by")]
    ['boxes', 'cities', 'statuses', 'analyses', 'by']
    """
    if word.lower() in LEADING:
        return word
    known = next((several for several, one in draft_words()["singular"].items() if one == word), "")
    if known or not word.isascii() or singular(word) != word:
        return known or word
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    if word.endswith("ysis"):
        return word[:-2] + "es"
    return word + ("es" if word.endswith(TAKES_ES) else "s")


def _is_done(word: str) -> bool:
    """Tell a word of what was done: joined, lost."""
    return word.endswith("ed") or word_data()["irregular"].get(word, "") not in ("", word)


def plural_name(name: str) -> str:
    """Return several of what a name of some words is one of: what leads on behind its noun stays as it is.

    >>> [plural_name(one) for one in ("day of the week", "Petrol station (on duty)", "Couriers joined")]
    ['days of the week', 'Petrol stations (on duty)', 'Couriers joined']
    """
    bare, bracket, inside = name.partition(" (")
    words = bare.split()
    if not words or words[-1].lower() in LEADING:
        return name  # it names no thing: signed by
    if len(words) == PAIR and singular(words[0].lower()) != words[0].lower() and _is_done(words[1].lower()):
        return name  # several already, and what they did: customers lost
    at = next((place for place, one in enumerate(words) if place and one.lower() in LEADING), len(words))
    return " ".join([*words[: at - 1], plural(words[at - 1]), *words[at:]]) + bracket + inside
