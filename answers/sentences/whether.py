"""Which of two members or times a question asks, or takes for granted, to have more than the other."""

import re

from answers.sentences.asked import Statement, Whether, statement
from answers.sentences.background import Background
from config.wording import Language
from language.periods import find_periods
from query.metric_query import MetricQuery

PAIR = 2
_WAYS = {
    "zh": "(?:(?P<more>[高多大]|(?<!增)长|(?P<better>好))|(?P<less>[低少小短]))",
    "en": r"\b(?:(?P<more>more|higher|larger|bigger|longer)|(?P<less>less|lower|fewer|smaller|shorter))\b",
}
# Whose figure is asked about is named first, before 比 and before than.
ASKED = {
    "zh": re.compile(
        r"^(?!.*[跟和与同].*比[，,])(?=.*(?:是不是|是否|[吗么嘛])).*(?P<than>比)(?![，,较起])"
        rf"[^，,]*?{_WAYS['zh']}[了些点一]*(?:[吗么嘛]|[\s?？。]*$)"
    ),
    "en": re.compile(
        rf"^(?:did|does|do|is|was|were|are|has|have)\b[^,]*?{_WAYS['en']}[^,]*\b(?P<than>than)\b"
    ),
}
SUPPOSED = {
    "zh": re.compile(rf"(?P<than>比)(?![，,较起])[^，,]*?{_WAYS['zh']}[^，,的]{{0,3}}?(?:多少|百分之|几)"),
    "en": re.compile(rf"^(?:by|how|what per)[^,]*?{_WAYS['en']}[^,]*?\b(?P<than>than)\b"),
}


def whether_of(text: str, query: MetricQuery | None, known: Background, language: Language) -> Whether | None:
    """Return which of two has more: did Nancheng sell more than Houjie, by what percent was October lower."""
    text = text.strip().lower()
    asked, supposed = (forms[language].search(text) for forms in (ASKED, SUPPOSED))
    found = asked or supposed
    if found is None or query is None or query.conditions or len(query.windows) > 1:
        return None
    more = found["more"] is not None
    if found.groupdict().get("better") and known.catalog.metrics[query.metrics[0]].good == "low":
        more = False  # fewer complaints are better
    if query.compared:
        if query.splits or query.grain or not query.windows:
            return None
        earlier = _of_the_earlier(text, found, query, known)
        return None if earlier is None else Whether("", more, asked=asked is not None, earlier=earlier)
    named = _first_of_two(text[: found.start("than")], query, known)
    return Whether(known.called(*named, language), more, asked=asked is not None) if named else None


def _first_of_two(ahead: str, query: MetricQuery, known: Background) -> tuple[str, str] | None:
    """Return the dimension and the value of two that is named first: weekends, of kinds of day."""
    own = [one for one in query.filters if one.dimension in query.splits and not one.negated]
    if own or len(query.splits) != 1:
        pair = len(own) == 1 and len(own[0].values) == PAIR
        return (own[0].dimension, own[0].values[0]) if pair else None
    values = known.catalog.dimensions[query.splits[0]].values
    told = [code for code, words in values.items() if any(word.lower() in ahead for word in words)]
    return (query.splits[0], told[0]) if len(told) == 1 and len(values) == PAIR else None


def _of_the_earlier(text: str, found: re.Match[str], query: MetricQuery, known: Background) -> bool | None:
    """Tell whether it is the earlier time that is said to have more; None where that is not said.

    The week before, behind last week, is the one before that: by itself it is read as last week.
    """
    sides = (text[: found.start("than")], text[found.end("than") :])
    ahead, behind = ([one.start for one in find_periods(side, known.today)] for side in sides)
    now = query.windows[0].start
    if behind[:1] != [now] or now in ahead:
        return False
    return True if ahead or behind[1:] else None


def borne_out(whether: Whether, own: float, other: float) -> tuple[Statement, ...]:
    """Say yes or no where it was asked, and that it is not so where it was taken for granted."""
    holds = own > other if whether.more else own < other
    if whether.asked:
        return (statement("yes" if holds else "no"),)
    return () if holds else (statement("not_more" if whether.more else "not_less"),)
