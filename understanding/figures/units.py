"""What units measure."""

from functools import lru_cache

from knowledge.metrics import Metric
from language.numerals import HAN_GROUPS
from language.units import key_of
from understanding.metric.vocabulary import metric_words


def ones_of(metric: Metric) -> int:
    """Return how many of its plain unit one of a figure's unit is: 10,000 of 万元."""
    unit = metric.unit_zh
    groups = {**HAN_GROUPS, "千": 1_000, "百万": 1_000_000, "千万": 10_000_000}
    plain = {key_of(str(one)) for one in metric_words()["money"]}
    return next(
        (
            ones
            for sign, ones in groups.items()
            if unit.startswith(sign) and key_of(unit.removeprefix(sign)) in plain
        ),
        1,
    )


def unit_group(text: str) -> str:
    """Return what a unit measures, or nothing where a word is none: money, minute."""
    return _unit_groups().get(key_of(text), "")


@lru_cache(maxsize=1)
def _unit_groups() -> dict[tuple[str, ...], str]:
    words = metric_words()
    groups = {"money": words["money"], "percent": words["percent"], **words["measured_in"]}
    return {key_of(str(one)): group for group, wordings in groups.items() for one in wordings}
