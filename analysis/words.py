"""Planned words become words of one language: amounts in their units, periods, lists."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from analysis.outcome import Amount, Name, Percent, Said
from answers.sentences.amounts import MONEY, ROUND_FROM, WAN, amount, change, fixed, size
from answers.sentences.asked import dates_apart
from answers.sentences.columns import in_sentence, plural_of
from answers.sentences.times import period
from config.wording import Language, say
from knowledge.metrics import Catalog
from query.metric_query import Window

_SMALL_RATE = 10
_USUAL = 2  # decimals
_LEAST_POINT, _NO_POINT = 0.005, 0.00005
_BETWEEN_HAN = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")  # 106.5 万元 的 74 %
_LEAST_WAN = 1000
_FIRST = re.compile(r"^(?:\d+\. )?.")  # of a sentence, behind its number
MOST_FINER = 3  # digits


def worded(said: Said, catalog: Catalog, language: Language) -> str:
    """Return planned words in a language, the first letter of a sentence large."""
    large = frozenset(_large(said)) if language == "zh" else frozenset()
    shown = _Shown(catalog, language, large, _finer(said, catalog, language))
    filled = {name: _param(value, shown) for name, value in said.params.items()}
    text = say(f"analysis.{said.code}", language, **filled)
    if language == "zh":
        return dates_apart(_BETWEEN_HAN.sub("", text))
    return _FIRST.sub(lambda one: one.group().upper(), text)


@dataclass(frozen=True)
class _Shown:
    """How the amounts of one sentence are written: of which metrics in 万, of which with more digits."""

    catalog: Catalog
    language: Language
    large: frozenset[str]
    finer: Mapping[str, int]


def _finer(said: Said, catalog: Catalog, language: Language) -> Mapping[str, int]:
    """Return how many digits more the figures of a metric need, so that two of a sentence do not look alike.

    A range up to 1.1168 B lies below a target of 1.1179 B: as 1.12 B both would say that it does not. Nor may
    two that differ by 19,417 look a hundred thousand apart.
    """
    told = tuple(_amounts(said))
    apart = {(one.metric, abs(one.value)) for one in told if one.kind in ("change", "size")}
    found: dict[str, int] = {}
    for one, other in combinations([it for it in told if it.kind in ("value", "mean")], 2):
        unit, change = catalog.metrics[one.metric].unit(language), abs(one.value - other.value)
        if one.metric != other.metric or not change or unit == "%":
            continue
        near = (one.value + other.value) / 2 if (one.metric, change) in apart else other.value
        for digits in range(found.get(one.metric, 0), MOST_FINER):
            found[one.metric] = digits
            if len({amount(float(at), unit, language, None, digits) for at in (one.value, near)}) > 1:
                break
    return found


def names_in(value: Any) -> Iterator[str]:
    """Yield the words among planned ones: members by their names, and what else is told as it stands."""
    match value:
        case Said():
            for one in value.params.values():
                yield from names_in(one)
        case tuple():
            for one in value:
                yield from names_in(one)
        case str() if value.strip() and not any(map(str.isdigit, value)):
            yield value


def _amounts(value: Any) -> Iterator[Amount]:
    match value:
        case Said():
            for one in value.params.values():
                yield from _amounts(one)
        case tuple():
            for one in value:
                yield from _amounts(one)
        case Amount():
            yield value


def _large(said: Said) -> Iterator[str]:
    """Yield the metrics of which a sentence has a figure in 万: its others are then told in 万 too."""
    for one in _amounts(said):
        if abs(one.value) >= ROUND_FROM:
            yield one.metric


def _param(value: Any, shown: _Shown) -> Any:
    catalog, language = shown.catalog, shown.language
    match value:
        case Said():
            filled = {name: _param(one, shown) for name, one in value.params.items()}
            return say(f"analysis.{value.code}", language, **filled)
        case tuple():
            comma = "analysis.semicolon" if any(isinstance(one, Said) for one in value) else "analysis.and"
            return say(comma, language).join(str(_param(one, shown)) for one in value)
        case Amount():
            return _amount(value, shown)
        case Percent():
            return (change if value.signed else amount)(float(value.value), "%", language)
        case Name():
            known = catalog.dimensions if value.dimension else catalog.metrics
            label = known[value.name].label(language)
            return in_sentence(plural_of(label, language) if value.many else label, language)
        case Window():
            return period(value, language)
        case _:
            return value


def _amount(figure: Amount, shown: _Shown) -> str:
    language, metric = shown.language, shown.catalog.metrics[figure.metric]
    unit, value = metric.unit(language), float(figure.value)
    if unit == "%" and (told := _percent(value, figure.kind, language)):
        return told
    in_wan = figure.kind != "mean" and figure.metric in shown.large and unit != "%"
    if in_wan and _LEAST_WAN <= abs(value) < ROUND_FROM:
        return _in_wan(value, figure.kind, unit)
    if figure.kind == "bare" and language == "en" and unit != "%" and not MONEY.match(unit):
        unit = ""
    decimals = max(metric.decimals or 0, 1) if figure.kind == "mean" else metric.decimals
    if figure.kind in ("change", "size"):
        return (change if figure.kind == "change" else size)(value, unit, language, decimals)
    finer, own = shown.finer.get(figure.metric, 0), metric.decimals or 0
    if abs(value) < 1 and own > _USUAL:  # from 0.41 to 0.48 is not what 0.4135 to 0.4829 is
        finer = max(finer, own - _USUAL)
    return amount(value, unit, language, decimals, finer)


def _percent(value: float, kind: str, language: Language) -> str:
    """Write a change or size of a rate, or a rate so small that it is told finer; nothing of any other."""
    if kind in ("change", "size"):
        unit = say("analysis.points", language)  # a rate changes by points: in percent it could mean either
        sign = "+" if kind == "change" and value >= _NO_POINT else ""
        return sign + _in_points(value if kind == "change" else abs(value), unit, language)
    # Of a rate of half a percent one decimal is a fifth of it.
    return f"{fixed(value, 2)} %" if abs(value) < _SMALL_RATE else ""


def _in_wan(value: float, kind: str, unit: str) -> str:
    sign = "+" if kind == "change" and value > 0 else ""
    told = abs(value) if kind == "size" else value
    return f"{sign}{fixed(told / WAN, 1)} 万{' ' if unit[:1].isascii() and unit else ''}{unit}"


def _in_points(value: float, unit: str, language: Language) -> str:
    """Write a change of a rate, or its size, to a hundredth of a point; a smaller one as fine as it is."""
    if abs(value) < _NO_POINT:
        return f"0 {unit}"
    if abs(value) < _LEAST_POINT or abs(value) >= _SMALL_RATE:
        return amount(value, unit, language, 2)
    return f"{fixed(value, 2)} {unit}"
