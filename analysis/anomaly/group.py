"""A group of figures named by what they begin with: 充电 is the charging income, energy and sessions."""

import re

from analysis.series import adds_up
from knowledge.metrics import Metric
from understanding.metric.desk import MetricDesk

_SHORTEST_ZH, _SHORTEST_EN = 2, 4
MOST = 8


def group_of(text: str, desk: MetricDesk) -> tuple[tuple[str, ...], str]:
    """Return the figures whose names begin with a word of a text, two or more, and the text without it.

    Where a figure is named whole, or no word begins several, there are none.
    """
    word, names = group_word(text, desk)
    if not names:
        return (), text
    rest = re.sub(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word), " ", text, flags=re.I)
    return names, " ".join(rest.split())


def group_word(text: str, desk: MetricDesk) -> tuple[str, tuple[str, ...]]:
    """Return the word that begins the names of several figures, and these; nothing beside a whole name."""
    if desk.answers.reader.parts(text, desk.today, desk.allowed).of("metric"):
        return "", ()
    usable = [one for one in desk.catalog.metrics.values() if desk.opens(one.name) and adds_up(one, desk)]
    for word in _words(text):
        names = tuple(one.name for one in usable if _begins(one, word))
        if len(names) > 1:
            return word, names[:MOST]
    return "", ()


def _words(text: str) -> list[str]:
    """Return the runs of a text that may begin a name, the longest first."""
    found = [one for one in re.findall(r"[A-Za-z]+", text) if len(one) >= _SHORTEST_EN]
    for run in re.findall(r"[\u4e00-\u9fff]+", text):
        pieces = {
            run[first:last]
            for first in range(len(run))
            for last in range(first + _SHORTEST_ZH, min(len(run), first + 6) + 1)
        }
        found += sorted(pieces)
    return sorted(found, key=len, reverse=True)


def _begins(metric: Metric, word: str) -> bool:
    """Tell whether a figure's name begins with a word, and is more than it."""
    if word.isascii():
        return re.match(rf"{re.escape(word)}\b.", metric.en, re.IGNORECASE) is not None
    return metric.zh.startswith(word) and metric.zh != word
