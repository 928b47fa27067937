"""By how much, behind an analysis whose answer tells it: that analysis once more."""

import re
from functools import lru_cache

from analysis.asked import AnalysisAsked, Kind
from analysis.conversation.frame import Frame
from analysis.conversation.in_force import Kept
from understanding.metric.vocabulary import metric_words

_TELL_HOW_FAR: tuple[Kind, ...] = ("pace", "target", "missed", "months")


def how_far(text: str, frame: Frame) -> tuple[Kind, AnalysisAsked, Kept] | None:
    """Return the analysis of a target that the turn before was of, where no more is asked than how far off."""
    if not _asks_how_far().fullmatch(text.strip()):
        return None
    kind, asked = frame.heard
    if kind not in _TELL_HOW_FAR or not isinstance(asked, AnalysisAsked):
        return None
    return kind, asked, Kept(frame.question, ())


@lru_cache(maxsize=1)
def _asks_how_far() -> re.Pattern[str]:
    words = sorted(map(re.escape, metric_words()["differing"]), key=len, reverse=True)
    return re.compile(
        rf"(?:[那都又还各]|分别|各自|and )*(?:{'|'.join(words)})(?: each)?[呢啊呀的了]*[\s?？。.]*", re.IGNORECASE
    )
