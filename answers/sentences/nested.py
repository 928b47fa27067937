"""Rows of two kinds where one figure is of the first: each place with its complaints, and those by kind."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from answers.sentences.asked import Asked, Measure, Statement, statement
from answers.sentences.phrases import figure, name_of, subject
from config.wording import say

Row = Sequence[Any]
MOST = 12  # of the first kind, and within each


def nested(asked: Asked, rows: Sequence[Row]) -> tuple[Statement, ...]:
    """Say the figure of each of the first kind once, and what stands within it; nothing of other rows."""
    groups = _groups(asked, rows)
    figures = [one for one in asked.measures if one.role == "figure"]
    of_first = [one for one in figures if all(len({row[one.index] for row in own}) == 1 for own in groups)]
    of_both = [one for one in figures if one not in of_first]
    if not groups or len(of_first) != 1 or len(of_both) != 1:
        return ()
    whole, part = of_first[0], of_both[0]
    if whole.unit != part.unit or not all(_holds(own, whole, part) for own in groups):
        return ()  # figures that happen to be alike within each group are no figure of it
    first, within = asked.things[0], replace(asked, things=asked.things[1:2])
    told = [_group(within, own, own[0][first.index], whole, part) for own in groups]
    between = say("sentence.between_groups", asked.language)
    return (statement("nested", subject=subject(asked, whole), names=between.join(told)),)


def _groups(asked: Asked, rows: Sequence[Row]) -> list[list[Row]]:
    """Return rows by what they are of the first kind, each once, where they are few and some have several."""
    if len(asked.things) < 2 or asked.time is not None:
        return []
    at = asked.things[0].index
    groups = [list(own) for _, own in groupby(rows, key=lambda row: row[at])]
    apart = len({own[0][at] for own in groups}) == len(groups) < len(rows)
    few = len(groups) <= MOST and all(len(own) <= MOST for own in groups)
    return groups if apart and few else []


def _holds(own: Sequence[Row], whole: Measure, part: Measure) -> bool:
    """Tell a figure of the first kind from one alike by chance: what stands within it is part of it."""
    parts = [row[part.index] or 0 for row in own]
    return bool(own[0][whole.index]) and min(parts) >= 0 and sum(parts) <= own[0][whole.index]


def _group(asked: Asked, own: Sequence[Row], name: str, whole: Measure, part: Measure) -> str:
    language = asked.language
    parts = [
        say(
            "sentence.entry_plain",
            language,
            name=name_of(row, asked.things, language),
            value=figure(row[part.index], part, language),
        )
        for row in own
        if row[part.index] is not None
    ]
    return say(
        "sentence.nested_group",
        language,
        name=name or say("sentence.unnamed", language),
        value=figure(own[0][whole.index], whole, language),
        parts=say("sentence.comma", language).join(parts),
    )
