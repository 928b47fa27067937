"""By how much, or will we make it, behind an analysis of a target: that once more, or as it will end."""

import re
from functools import lru_cache

from analysis.asked import AnalysisAsked, Kind
from analysis.conversation.frame import Frame
from analysis.conversation.in_force import Kept
from analysis.conversation.of_its_target import whether_met
from analysis.kinds import alone
from language.calendar import days, whole
from language.period.covered import worded
from understanding.metric.vocabulary import metric_words

_OF_ONE_TARGET: tuple[Kind, ...] = ("target", "missed")
_SO = (
    "(?:[照按](?:这|此|目前|现在|当前)(?:个|样|的)*(?:速度|进度|节奏|趋势|样子)?(?:下去)?|照此|这样(?:下去)?)"
)
_WILL_IT = re.compile(
    rf"{_SO}(?:能不能|能否|能)(?:按时)?(?:完成|达成|达到|达标|实现)(?:得?了)?(?:目标)?[吗么呢]?[\s?？。]*"
    r"|(?:and |so |but )?(?:at (?:this|the current) (?:rate|pace),? )?(?:will|can) (?:we|they|it) "
    r"(?:still )?(?:make|hit|reach|meet|get)(?: (?:it|there|that|the target))?(?: at this (?:rate|pace))?"
    r"[\s?.]*",
    re.IGNORECASE,
)
_TELL_HOW_FAR: tuple[Kind, ...] = ("pace", "target", "missed", "months")


def how_far(text: str, frame: Frame) -> tuple[Kind, AnalysisAsked, Kept] | None:
    """Return the analysis of a target that the turn before was of, where only how far off is asked."""
    if not _asks_how_far().fullmatch(text.strip()):
        return None
    kind, asked = frame.heard
    if kind not in _TELL_HOW_FAR or not isinstance(asked, AnalysisAsked):
        return None
    return kind, asked, Kept(frame.question, ())


def will_it(text: str, frame: Frame) -> tuple[Kind, AnalysisAsked, Kept] | None:
    """Return whether the target that the turn before was of will be met, where no more is asked than that."""
    if not _WILL_IT.fullmatch(text.strip()):
        return None
    (kind, asked), desk = frame.heard, frame.desk
    if kind not in _OF_ONE_TARGET or not isinstance(asked, AnalysisAsked) or asked.window is None:
        return None
    if asked.dimension or asked.mark is not None:
        return None
    start, end = asked.window.start, whole("month", asked.window.end - days(1))[1]
    asks = whether_met(asked, worded(start, end, desk.language), desk)
    again, found = alone(asks, desk, hears=False)
    same = isinstance(found, AnalysisAsked) and found.metrics[:1] == asked.metrics[:1]
    return (again, found, Kept(asks, ())) if again and same and isinstance(found, AnalysisAsked) else None


@lru_cache(maxsize=1)
def _asks_how_far() -> re.Pattern[str]:
    words = sorted(map(re.escape, metric_words()["differing"]), key=len, reverse=True)
    before = "[那都又还各会要]|分别|各自|大概|大约|估计|差不多|and |about |roughly "
    return re.compile(
        rf"(?:{before})*(?:{'|'.join(words)})(?: each)?[呢啊呀的了]*[\s?？。.]*",
        re.IGNORECASE,
    )
