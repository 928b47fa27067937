"""Which of two members a question asks to have more than the other, and which way."""

import re

from answers.sentences.asked import Whether
from answers.sentences.background import Background
from config.wording import Language
from query.metric_query import MetricQuery

PAIR = 2
# Whose figure is asked about is named first, before 比 and before than.
ASKED = {
    "zh": re.compile(
        r"^(?!.*[跟和与同].*比[，,]).*比(?![，,较起])[^，,]*?(?:(?P<more>高|多|大|长)|(?P<less>低|少|小|短))[了些点一]*[吗么嘛]"
    ),
    "en": re.compile(
        r"^(?:did|does|do|is|was|were|are|has|have)\b[^,]*?\b(?:(?P<more>more|higher|larger|bigger|longer)"
        r"|(?P<less>less|lower|fewer|smaller|shorter))\b[^,]*\bthan\b"
    ),
}


def whether_of(text: str, query: MetricQuery | None, known: Background, language: Language) -> Whether | None:
    """Return what a yes or no is of: did Nancheng sell more than Houjie."""
    asked = ASKED[language].search(text.strip().lower())
    if asked is None or query is None or query.compared or query.conditions or len(query.windows) > 1:
        return None
    own = [one for one in query.filters if one.dimension in query.splits and not one.negated]
    if len(own) != 1 or len(own[0].values) != PAIR:
        return None
    return Whether(known.called(own[0].dimension, own[0].values[0], language), asked["more"] is not None)
