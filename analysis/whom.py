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


def whom(name: str, filters: Sequence[Filter], desk: MetricDesk) -> str:
    """Return the things with a key that a figure's own rows name, of which there are most: who pays."""
    fixed, known = {one.dimension for one in filters}, desk.answers.reader.known
    open_to = [
        one.name
        for one in desk.catalog.dimensions.values()
        if one.key and not (one.days or one.on_time or one.name in fixed) and desk.shows(one)
        if desk.catalog.cuts(name, one.name)
    ]  # fmt: skip
    table, dimensions = desk.catalog.sources(name)[0].table, desk.catalog.dimensions
    far = {one: len(desk.catalog.way(table, dimensions[one]) or ()) for one in open_to}
    return min(open_to, key=lambda one: (far[one], -known.size(one)), default="")
