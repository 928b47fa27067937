"""Words that tell what happened in a time, where the same words also name a state: arrived, 取消了."""

from collections.abc import Sequence

from language.units import Unit
from language.words import is_han

DONE = "了"
ASKING = frozenset(["did"])  # did we book
PASSIVE = frozenset(["were", "was", "got", "been"])
LEAST = 5  # letters of a verb with its ending
FARTHEST = 4  # words that a doer may have


def tells_what_happened(
    text: str, units: Sequence[Unit], start: int, end: int, *, behind_thing: bool, before_thing: bool
) -> bool:
    """Tell a verb of what happened from the adjective of a thing: jobs arrived, did we book; 取消了.

    *Arrived* of arrived jobs and 已取消 of 已取消的订单 are adjectives.
    """
    said = text[units[start].start : units[end - 1].end].lower()
    if is_han(said):
        return text[units[end - 1].end :].lstrip().startswith(DONE)
    if end - start > 1 or before_thing:
        return False
    ahead = [text[one.start : one.end].lower() for one in units[max(0, start - FARTHEST) : start]]
    if said.endswith("ed") and len(said) >= LEAST:
        return behind_thing or bool(ahead and ahead[-1] in PASSIVE)
    return not ASKING.isdisjoint(ahead)
