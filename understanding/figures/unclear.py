"""Which words of a question whose words are all known have no part in anything it may ask."""

from collections.abc import Sequence

from understanding.chart.cover import Covering
from understanding.figures.clauses import NAMED
from understanding.figures.leaves import SMALL, Question
from understanding.figures.reading import frames
from understanding.figures.sentence import NoReading, Sentence, replaced


def bare_words(question: Question, covering: Covering) -> tuple[str, ...]:
    """Return what a covering leaves uncovered as it was written, neighbours together."""
    runs: list[tuple[int, int]] = []
    for at in covering.unread:
        start = runs.pop()[0] if runs and runs[-1][1] == at else at
        runs.append((start, at + 1))
    return tuple(dict.fromkeys(question.written(*run) for run in runs))


def idle_words(sentence: Sentence, given: str) -> tuple[str, ...]:
    """Return the clause without which a sentence asks for something, or else the figures that it names."""
    clauses = [one for one in sentence.covering.spans if one.type not in SMALL]
    named = [one for one in clauses if one.type in NAMED]
    for one in clauses:
        if one not in named and _asks(replaced(sentence, (one,)), given):
            return (sentence.written(one),)
    return tuple(dict.fromkeys(sentence.written(one) for one in named))


def _asks(sentence: Sentence, given: str) -> bool:
    try:
        found: Sequence[object] = frames(sentence, given)
    except NoReading:
        return False
    return bool(found)
