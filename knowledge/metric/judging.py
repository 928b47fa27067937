"""Which way a figure is good: best and worst, fastest and slowest."""

from collections.abc import Iterable

from knowledge.language.units import key_of
from knowledge.metric.vocabulary import metric_words
from knowledge.metrics import Metric

TURNED = {"top": "bottom", "bottom": "top", "rank": "rank_up", "rank_up": "rank"}


def is_better_low(metric: Metric) -> bool:
    """Tell whether less of a figure is better: what its definition says, else what its name speaks of."""
    if metric.good:
        return metric.good == "low"
    words = metric_words()["better_low"]
    return _speaks_of(metric, words["of"]) and not _speaks_of(metric, words["but"])


def is_time_taken(metric: Metric) -> bool:
    """Tell whether a figure is how long something takes, so that the fastest has least of it."""
    words = metric_words()["time_taken"]
    units = {metric.unit_zh.lower(), metric.unit_en.lower()}
    if units & set(map(str, words["units"])):
        return True
    return _speaks_of(metric, words["named"]) and not _speaks_of(metric, words["but"])


def turned(text: str, token: str, metric: Metric) -> tuple[str, str]:
    """Return the order that a word asks for, and which way is good where it judges: worst first."""
    words, text = metric_words()["judging"], text.lower()
    for kind, low in (("quality", is_better_low), ("speed", is_time_taken)):
        if text in words[kind]:
            return (TURNED[token], "low") if low(metric) else (token, "high")
    return token, ""


def is_speed(text: str) -> bool:
    """Tell whether a word speaks of how fast: which only times and growths have."""
    return text.lower() in metric_words()["judging"]["speed"]


def is_extent(text: str) -> bool:
    """Tell whether a word speaks of how long: which only times and lengths have."""
    return text.lower() in metric_words()["judging"]["extent"]


def has_extent(metric: Metric) -> bool:
    """Tell whether a figure is a time or a length: the longest visits are not the most."""
    return is_time_taken(metric) or _speaks_of(metric, metric_words()["lengths"])


def _speaks_of(metric: Metric, words: Iterable[str]) -> bool:
    names = [key_of(name) for name in (metric.zh, metric.en) if name]
    told = [key_of(str(word)) for word in words]
    return any(
        name[at : at + len(key)] == key for name in names for key in told for at in range(len(name)) if key
    )
