"""One figure of two times that stand side by side: 中秋和端午哪个假期营业额高."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answers.sentences.asked import Asked, Measure, Statement, statement
from answers.sentences.phrases import ahead_by, bare, figure, joined, scoped
from config.wording import Language, say

_DAYS = re.compile(r"\s*[（(].*$")  # behind what a time is called


def of_two_times(asked: Asked, row: Sequence[Any]) -> tuple[Statement, ...]:
    """Say the figure of each, and by how much one is ahead; of unlike lengths what a day comes to in each.

    What does not add up by the day has no such mean, and of unlike lengths no difference either.
    """
    known = sorted((one for one in asked.measures if one.span), key=lambda one: one.index)
    alike = len({(one.label, one.role) for one in asked.measures}) == 1
    if not (alike and len(known) == len(asked.measures) == len(asked.lengths) == 2):
        return ()
    if known[0].role != "figure" or any(row[one.index] is None for one in known):
        return ()
    language, values = asked.language, [row[one.index] for one in known]
    each = [_entry(bare(one.span, language), row[one.index], one, language) for one in known]
    lead = statement("each", subject=scoped(asked, asked.lead.label, ""), names=joined(each, language))
    names = [_DAYS.sub("", bare(one.span, language)) for one in known]
    if asked.lead.is_rate or len({*asked.lengths}) == 1:
        return (lead, *_apart(names, values, asked))
    return (lead, *(_by_day(names, values, asked) if asked.adds_by_day else ()))


def _by_day(names: Sequence[str], values: Sequence[float], asked: Asked) -> tuple[Statement, ...]:
    language, lead = asked.language, asked.lead
    mean = replace(lead, decimals=max(lead.decimals or 0, 1), is_rate=False)
    told = zip(names, values, asked.lengths, strict=True)
    each = [_entry(name, value / days, mean, language) for name, value, days in told]
    return (statement("a_day_each", names=joined(each, language)),)


def _apart(names: Sequence[str], values: Sequence[float], asked: Asked) -> tuple[Statement, ...]:
    if values[0] == values[1]:
        return ()
    ahead, behind = names if values[0] > values[1] else names[::-1]
    apart = " " if asked.language == "zh" and behind[:1].isdigit() else ""
    difference = ahead_by(max(values), min(values), asked.lead, asked.language)
    return (statement("ahead", first=ahead, second=f"{apart}{behind}", difference=difference),)


def _entry(name: str, value: float, measure: Measure, language: Language) -> str:
    told = say("sentence.entry_plain", language, name=name, value=figure(value, measure, language))
    return told.replace("） ", "）", 1) if language == "zh" else told
