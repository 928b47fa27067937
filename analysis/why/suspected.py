"""What a question suspects beside what it asks: fewer cars? It is answered yes or no by that figure."""

import re
from collections.abc import Sequence

from analysis.asked import Direction
from analysis.why.findings import Beside
from understanding.metric.desk import MetricDesk

_ZH = re.compile(
    r"(?:是不是|是因为|因为|是)(?P<what>[\u4e00-\u9fff]{1,8}?)(?:变|减|下|增|上)?(?P<way>少|降|低|跌|差|多|升|高|涨)[了]?[吗么嘛]?[？?]?$"
)
_EN = re.compile(
    r"\b(?:is it|was it|because of|due to|are there|were there|with|did we get|have we got)\b.*?"
    r"\b(?P<way>fewer|less|lower|more|higher)\s+(?P<what>[a-z]+)",
    re.IGNORECASE,
)
_DOWN = "少降低跌差"


def suspicion(text: str) -> tuple[str, Direction] | None:
    """Return the thing that a question suspects to have become more or less.

    >>> suspicion("充电收入怎么比4月少了那么多，是车少了吗"), suspicion("why did sales fall?")
    (('车', 'down'), None)
    """
    if (found := _ZH.search(re.split(r"[，,。；;]", text.strip())[-1])) is not None:
        return found["what"], "down" if found["way"] in _DOWN else "up"
    if (english := _EN.search(text)) is not None:
        down = english["way"].lower() in ("fewer", "less", "lower")
        return english["what"].lower(), "down" if down else "up"
    return None


def suspected(text: str, beside: Sequence[Beside], desk: MetricDesk) -> tuple[Beside, Direction] | None:
    """Return the figure beside that a question suspects, and which way; None where it suspects none."""
    found = suspicion(text)
    if found is None:
        return None
    thing, way = found
    stem = thing.removesuffix("s") if thing.isascii() else thing
    for one in beside:
        metric = desk.catalog.metrics[one.metric]
        names = (metric.zh, metric.en, *metric.synonyms, metric.unit("zh"), metric.unit("en"))
        if one.pair.before and one.pair.now and any(stem in name.lower() for name in names):
            return one, way
    return None
