"""What figures are told in: numbers of things or of people, or units."""

from functools import lru_cache

from knowledge.metrics import Dimension, Metric
from language.units import key_of
from language.words import has_run
from understanding.figures.units import unit_group
from understanding.metric.vocabulary import metric_words, read_key
from understanding.words.closed import count_things


def is_numbered(metric: Metric) -> bool:
    """Tell whether a metric is how many there were, not how much money, time or energy."""
    return metric.counts_rows or (metric.is_count and not told_in(metric))


def told_in(metric: Metric) -> set[str]:
    """Return what a figure is told in: money, minutes."""
    return {unit_group(unit) for unit in (metric.unit_zh, metric.unit_en) if unit} - {""}


def is_money(metric: Metric) -> bool:
    """Tell whether a figure may be an amount of money: its unit is, or nothing says that it is none."""
    if not (metric.unit_zh or metric.unit_en):
        return not metric.is_count
    return "money" in told_in(metric)


@lru_cache(maxsize=4096)
def counts_people(metric: Metric) -> bool:
    """Tell whether a count is of people, by its unit or its name; told in 起 or 次, 困人次数 is none."""
    words = metric_words()
    if count_things([metric.unit_zh]):
        return False
    said = [metric.unit_zh, *(one.replace(words["heads_counted"][0], "") for one in metric.wordings)]
    return metric.is_count and any(str(word) in one for one in said for word in words["people"])


def is_expense(metric: Metric) -> bool:
    """Tell whether a figure is what is spent, by what one of its names ends in."""
    names = tuple(map(str, metric_words()["spending"]["names"]))
    return any(one.lower().endswith(names) for one in metric.wordings)


def selling_words() -> tuple[str, ...]:
    """Return the verbs of selling."""
    return tuple(map(str, metric_words()["selling"]))


@lru_cache(maxsize=4096)
def is_sold(metric: Metric) -> bool:
    """Tell whether a sum is of what is sold, by one of its names: cups sold."""
    said = any(word in name.lower() for name in metric.wordings for word in selling_words())
    return metric.kind == "simple" and metric.additivity == "sum" and said


def tells_people(dimension: Dimension) -> bool:
    """Tell whether a dimension is of people, by its table or its name."""
    return _names_people(dimension.table.rpartition(".")[2].replace("_", " "), *dimension.wordings)


@lru_cache(maxsize=4096)
def _names_people(*names: str) -> bool:
    return any(has_run(own, key) for own in map(key_of, names) for key in _people())


def is_people(text: str) -> bool:
    """Tell a word that people are called by in general: customers, 客人."""
    return key_of(text.removeprefix("的")) in _people()


@lru_cache(maxsize=1)
def _people() -> frozenset[tuple[str, ...]]:
    return frozenset(read_key(str(word).removeprefix("的")) for word in metric_words()["persons"])
