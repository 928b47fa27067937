"""Asks back for the time of a question that a verified pair answers of some time: whose renewal rate."""

import datetime as dt

from config.wording import language_of
from knowledge.values import Allowed
from understanding.metric.asking import OTHER_PERIODS
from understanding.pairs.reuse import TemplateSet, candidates, find_reuse


def with_a_time(question: str, templates: TemplateSet, today: dt.date, allowed: Allowed) -> tuple[str, ...]:
    """Return a question that names no time with those most people mean, as far as a pair is certain of it."""
    asked = templates.understand(question, today, allowed)
    if asked.periods or not candidates(asked.key_of(1), templates):
        return ()  # no pair says the same of one time
    language, bare = language_of(question), question.strip().rstrip("?？.。")
    form = "{time}{asked}" if language == "zh" else "{asked} {time}"
    told = (form.format(time=time, asked=bare) for time in OTHER_PERIODS[language])
    return tuple(
        one for one in told if (hit := find_reuse(one, templates, today, allowed=allowed)) and not hit.assumed
    )
