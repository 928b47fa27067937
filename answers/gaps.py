"""What words leave open of a question: told as not known where one more query answers it."""

import re
from collections.abc import Iterable

from answers.cautions_told import words_in
from answers.figures import figures_but_days

_CANNOT = (
    r"\b(?:cannot|can ?not|can['’]t|could(?: not|n['’]t)|un(?:able|known)|impossible)\b[^.;]{0,40}\b"
    r"(?:t(?:ell|old)|sa(?:y|id)|judged?|determined?|know|seen?|derived?|worked out|answered?|compared?"
    r"|shown?)\b|\b(?:whether|how|why|which|what)\b[^.;]*\b(?:is|are|remains?) "
    r"(?:left open|open|unknown|unclear)\b"
    r"|[看说判分算比答]不出来?|[无没]法(?:得知|判断|确定|比较|计算|回答|看出|说明|知道|评估)"
    r"|不能(?:判断|确定|说明|回答|比较|得出)|不得而知"
)
_LACKS = (
    r"\b(?:rows?|results?|tables?|figures|query|numbers)\b[^.;,]{0,25}"
    r"\b(?:(?:do(?:es)? not|do(?:es)?n['’]t)\b|(?:say|tell|hold|have|has|show)s? (?:nothing|no\b))"
    r"|(?:这里|结果|返回|这些行|查询)[里中]?[^，。；,;]{0,4}(?:没有|不含|不包[含括]|未包[含括]|没给出|没列出|未给出)"
)
_OPEN = re.compile(f"{_CANNOT}|{_LACKS}", re.IGNORECASE)
_SHOWN = re.compile(  # the rows that a prompt holds, of which there may be more
    r"\b(?:rows?|months|weeks|days|figures|data) (?:that are )?(?:shown|listed|given|seen|provided)\b"
    r"|\b\d+ of \d+ (?:rows|months|weeks|days)\b"
    r"|(?:这里|上面|给出|所示|列出|显示)[^，。；]{0,6}(?:行|个月|月份|各月|几周|数据)",
    re.IGNORECASE,
)
_TOO_FEW = re.compile(r"\bthey (?:do not|don['’]t) (?:tell|say|show)\b|\bends? before\b", re.IGNORECASE)
_NO_DATA = re.compile(r"没有数据|\bno data\b|数据只有|\bdata (?:run|are there|cover) ", re.IGNORECASE)


class GapCheck:
    """Knows a sentence that blames the rows for what nobody looked for yet; what it says is looked for.

    Where a computed sentence says that there are no data, it is the data's own end.
    """

    def __init__(self, statements: Iterable[str]) -> None:
        """Take the computed sentences."""
        self._is_end = any(_NO_DATA.search(one) for one in statements)
        self.found: list[str] = []

    def unfounded(self, sentence: str) -> list[str]:
        """Return a sentence that says of something that it is not known, and no figure.

        One that blames the rows it was shown is wrong with figures too: the answer's table goes on.
        """
        shown = _SHOWN.search(sentence) is not None
        blames = _OPEN.search(sentence) or (shown and _TOO_FEW.search(sentence))
        if self._is_end or not blames or (figures_but_days(sentence) and not shown):
            return []
        self.found.append(sentence.strip())
        return self.found[-1:]


def part_meant(gap: str, clauses: Iterable[str]) -> str:
    """Return the clause of a question that a sentence says most words of again, or nothing.

    >>> part_meant("How much of all that is cannot be told", ("top 5 areas", "how much of all is it"))
    'how much of all is it'
    """
    told = words_in(gap)
    shared = {one: len(told & words_in(one)) for one in clauses}
    return max(shared, key=lambda one: shared[one]) if any(shared.values()) else ""
