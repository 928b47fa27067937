"""Whose figure it is, as words within a sentence."""

from collections.abc import Sequence
from typing import Any

from analysis.outcome import Said
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk


def names_of(filters: Sequence[Filter], desk: MetricDesk, *, negated: bool = False) -> tuple[str, ...]:
    """Return the plain names of the members that filters keep, or leave out."""
    name = desk.answers.reader.known.member_name
    return tuple(
        name(one.dimension, value, desk.language)
        for one in filters
        for value in one.values
        if one.negated is negated
    )


def members_of(filters: Sequence[Filter], desk: MetricDesk) -> Any:
    """Return whose figure it is as words within a sentence, or nothing."""
    if not filters:
        return ""
    kept, left = names_of(filters, desk), names_of(filters, desk, negated=True)
    code = "only_without" if kept and left else "only" if kept else "without"
    return Said(f"why.{code}", {"values": kept or left, "left": left})
