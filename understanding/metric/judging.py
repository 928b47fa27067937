"""Which way a figure is good: best and worst, fastest and slowest."""

from knowledge.metrics import Metric
from knowledge.vocabulary import lexicon
from understanding.metric.vocabulary import metric_words
from understanding.words.judging import (
    TURNED,
    is_quality,
    is_speed,
    speaks_of,
    speaks_of_low,
    speaks_of_time_taken,
)


def is_better_low(metric: Metric) -> bool:
    """Tell whether less of a figure is better: what its definition says, else what its name speaks of."""
    return metric.good == "low" if metric.good else speaks_of_low((metric.zh, metric.en))


def is_time_taken(metric: Metric) -> bool:
    """Tell whether a figure is how long something takes, so that the fastest has least of it."""
    units = {metric.unit_zh.lower(), metric.unit_en.lower()}
    return bool(units & set(map(str, lexicon()["time_taken"]["units"]))) or speaks_of_time_taken(
        (metric.zh, metric.en)
    )


def turned(text: str, token: str, metric: Metric) -> tuple[str, str]:
    """Return the order that a word asks for, and which way is good where it judges: worst first."""
    for judges, low in ((is_quality, is_better_low), (is_speed, is_time_taken)):
        if judges(text):
            return (TURNED[token], "low") if low(metric) else (token, "high")
    return token, ""


def is_extent(text: str) -> bool:
    """Tell whether a word speaks of how long: which only times and lengths have."""
    return text.lower() in metric_words()["extent"]


def has_extent(metric: Metric) -> bool:
    """Tell whether a figure is a time or a length: the longest visits are not the most."""
    return is_time_taken(metric) or speaks_of((metric.zh, metric.en), metric_words()["lengths"])
