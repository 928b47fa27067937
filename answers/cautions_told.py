"""Is a caution of a definition told as a finding where it does not hold? Then it is left to the notes."""

import re
from collections.abc import Iterable

from answers.figures import figures_but_days
from language.roots import root, words_of

_CLAUSES = re.compile(r"[。；;：:\n]|[，,](?!\d)|\.(?=\s|$)")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_SHARED = 0.6  # of its words, by which a sentence says a clause again
_LEAST = 3  # words of it


class CautionCheck:
    """Knows what definitions say of some times, as that the last month will still rise, behind what they are.

    It is true of a time that is not over yet; told of one that is, it is a finding that nobody made.
    """

    def __init__(self, definitions: Iterable[str], *, over: bool) -> None:
        """Take the definitions of the figures shown, and whether the time they are of is over."""
        clauses = [clause for told in definitions for clause in _CLAUSES.split(told)[1:]] if over else []
        self._told = [words for clause in clauses if len(words := _words(clause)) >= _LEAST]

    def unfounded(self, sentence: str) -> list[str]:
        """Return a sentence without a figure that says again what a definition adds."""
        words = _words(sentence)
        if len(words) < _LEAST or figures_but_days(sentence):
            return []
        again = any(len(words & clause) >= _SHARED * len(words) for clause in self._told)
        return [sentence.strip()] if again else []


def _words(text: str) -> frozenset[str]:
    """Return the words of a text by their roots, of Chinese its pairs of characters."""
    pairs = (run[at : at + 2] for run in _HAN.findall(text) for at in range(len(run) - 1))
    return frozenset([*map(root, words_of(text)), *pairs])
