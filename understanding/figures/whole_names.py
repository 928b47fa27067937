"""A figure whose whole name is told apart in a question: how many complaints are open, of open complaints."""

from collections.abc import Sequence
from itertools import combinations

from knowledge.metrics import Metric
from understanding.chart.spans import Span
from understanding.figures.sentence import Sentence, replaced
from understanding.figures.things import Figure
from understanding.metric.vocabulary import read_key

CALLED_WHOLE = "called_whole"
NAMED = ("figure", "thing", "rows")
KEPT = "kept"  # not left out


def called_whole(sentence: Sentence) -> Sentence:
    """Return a sentence in which a figure and a member that are together another's name are that figure.

    It goes before the code that the member is called by: somebody said what is counted under this name.
    """
    figures = sentence.of(*NAMED)
    kept = [one for one in sentence.of("keep") if one.rule == KEPT and sentence.touching(one, -1) != "of"]
    if len(figures) != 1 or not kept:
        return sentence
    place, counts = figures[0], [one for one in sentence.catalog.metrics.values() if one.is_count]
    noun = sentence.written(place)
    found = [
        (one.name, word) for word in kept for one in counts if told_apart(one, (noun, sentence.written(word)))
    ]
    if len(found) != 1 or found[0][0] == getattr(place.value, "metric", ""):
        return sentence
    name, word = found[0]
    return replaced(
        sentence, [place, word], Span(place.start, place.end, "figure", Figure(name, False), CALLED_WHOLE)
    )


def told_apart(metric: Metric, words: Sequence[str]) -> bool:
    """Tell whether two of the words of a question are together a whole name of a figure."""
    names = {read_key(one) for one in metric.wordings}
    keys = [read_key(one) for one in words]
    return any(not names.isdisjoint((one + two, two + one)) for one, two in combinations(keys, 2))
