"""A group of figures named by what they begin with: 充电 is the charging income, energy and sessions.

Or by the signs in which names that are else alike differ: 水电气 is 用水量, 用电量, 用气量 and the like.
"""

import re

from analysis.series import adds_up
from knowledge.metrics import Metric
from understanding.metric.desk import MetricDesk
from understanding.metric.known import plain_units

_SHORTEST_ZH, _SHORTEST_EN = 2, 4
MOST = 8
_HAN = re.compile("[\u4e00-\u9fff]")


def group_of(text: str, desk: MetricDesk) -> tuple[tuple[str, ...], str]:
    """Return the figures whose names begin with a word of a text, two or more, and the text without it.

    Where a figure is named whole, or no word begins several, there are none.
    """
    word, names = together_word(text, desk)
    if not names:
        word, names = group_word(text, desk)
    if not names:
        return (), text
    rest = re.sub(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word), " ", text, flags=re.I)
    return names, " ".join(rest.split())


def recorded_of(name: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return the figures over time of the things that a standing count counts: the faults of chargers.

    Such figures are called by the thing, 充电桩故障次数: what people wrote down is not of the people. None
    of a count that has a time itself.
    """
    counted, catalog = desk.catalog.metrics[name], desk.catalog
    if counted.time or not counted.counts_rows or counted.kind != "simple":
        return ()
    things = [plain_units(one) for one in counted.wordings]
    return tuple(
        one.name
        for one in catalog.metrics.values()
        if one.kind == "simple" and one.time and desk.opens(one.name) and adds_up(one, desk)
        if one.rows != counted.rows and catalog.path(one.table, counted.table)
        if any(told[: len(thing)] == thing for told in map(plain_units, one.wordings) for thing in things)
    )[:MOST]


def group_word(text: str, desk: MetricDesk) -> tuple[str, tuple[str, ...]]:
    """Return the word that begins the names of several figures, and these; nothing beside a whole name."""
    if desk.answers.reader.parts(text, desk.today, desk.allowed).of("metric"):
        return "", ()
    usable = [one for one in desk.catalog.metrics.values() if desk.opens(one.name) and adds_up(one, desk)]
    for word in _words(text):
        names = tuple(one.name for one in usable if _begins(one, word))
        if len(names) > 1:
            return word, names[:MOST]
    return "", ()


def together_word(text: str, desk: MetricDesk) -> tuple[str, tuple[str, ...]]:
    """Return the run of signs in which several figures' names differ, and these."""
    families: dict[tuple[str, str], dict[str, str]] = {}
    for one in desk.catalog.metrics.values():
        if desk.opens(one.name) and adds_up(one, desk):
            for at, sign in enumerate(one.zh):
                families.setdefault((one.zh[:at], one.zh[at + 1 :]), {}).setdefault(sign, one.name)
    alike = [own for (before, after), own in families.items() if len(own) > 1 and before + after]
    signs = "".join(sorted({sign for own in alike for sign in own if _HAN.match(sign)}))
    for found in re.finditer(f"[{signs}]{{2,}}", text) if signs else ():
        run = found.group()
        names = [own[sign] for own in alike if {*run} <= {*own} for sign in run]
        if names and len({*run}) == len(run):
            return run, tuple(dict.fromkeys(names))[:MOST]
    return "", ()


def _words(text: str) -> list[str]:
    """Return the runs of a text that may begin a name, the longest first."""
    found = [one for one in re.findall(r"[A-Za-z]+", text) if len(one) >= _SHORTEST_EN]
    for run in re.findall(r"[\u4e00-\u9fff]+", text):
        pieces = {
            run[first:last]
            for first in range(len(run))
            for last in range(first + _SHORTEST_ZH, min(len(run), first + 6) + 1)
        }
        found += sorted(pieces)
    return sorted(found, key=len, reverse=True)


def _begins(metric: Metric, word: str) -> bool:
    """Tell whether a figure's name begins with a word, and is more than it."""
    if word.isascii():
        return re.match(rf"{re.escape(word)}\b.", metric.en, re.IGNORECASE) is not None
    return metric.zh.startswith(word) and metric.zh != word
