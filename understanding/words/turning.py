"""Words by which a message leaves what was shown: different topic, 回到."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from knowledge.vocabulary import lexicon
from language.words import either

BEHIND = r"[\s,，:：;；.。-]*"


@dataclass(frozen=True)
class Turned:
    """What a message asks behind such words; `back`: it was asked before, and may leave out what was said."""

    rest: str
    back: bool


def turned_away(text: str) -> Turned | None:
    """Return what a message asks that begins by leaving what was shown, or None."""
    for way, pattern in _patterns().items():
        match = pattern.match(text)
        if match and (rest := text[match.end() :].strip()):
            return Turned(rest, way == "back")
    return None


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    told = lexicon()["turning"]
    giving_up = either(told["giving_up"])
    aside = "|".join(_aside(**one) for one in lexicon()["setting_aside"])
    ways = {"new": f"(?:{either(told['new'])}|{aside})", "back": either(told["back"])}
    return {
        way: re.compile(rf"\s*(?:{giving_up}{BEHIND})?{words}{BEHIND}", re.IGNORECASE)
        for way, words in ways.items()
    }


def _aside(
    verbs: Sequence[str], what: Sequence[str], opening: Sequence[str] = (), behind: Sequence[str] = ()
) -> str:
    """Return a pattern for words that set aside what was shown, up to a pause: 先不管那个，."""
    ahead = f"{either(opening)}?" if opening else ""
    after = rf"(?:\s+{either(behind)})?" if behind else ""
    return rf"{ahead}{either(verbs)}\s*{either(what)}{after}\s*[,，:：;；.。-]"
