"""Planned words become words of one language: amounts in their units, periods, lists."""

import re
from collections.abc import Iterator
from typing import Any

from analysis.outcome import Amount, Name, Percent, Said
from answers.sentences.amounts import ROUND_FROM, WAN, amount, change, fixed, size
from answers.sentences.asked import dates_apart
from answers.sentences.times import period
from config.wording import Language, say
from knowledge.metrics import Catalog
from understanding.question import Window

_SMALL_RATE = 10
_LEAST_POINT = 0.005
_BETWEEN_HAN = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")  # 106.5 万元 的 74 %
_LEAST_WAN = 1000


def worded(said: Said, catalog: Catalog, language: Language) -> str:
    """Return planned words in a language, the first letter of a sentence large."""
    large = frozenset(_large(said)) if language == "zh" else frozenset()
    filled = {name: _param(value, catalog, language, large) for name, value in said.params.items()}
    text = say(f"analysis.{said.code}", language, **filled)
    if language == "zh":
        return dates_apart(_BETWEEN_HAN.sub("", text))
    return text[:1].upper() + text[1:]


def _large(value: Any) -> Iterator[str]:
    """Yield the metrics of which a sentence has a figure in 万: its others are then told in 万 too."""
    match value:
        case Said():
            for one in value.params.values():
                yield from _large(one)
        case tuple():
            for one in value:
                yield from _large(one)
        case Amount() if abs(value.value) >= ROUND_FROM:
            yield value.metric


def _param(value: Any, catalog: Catalog, language: Language, large: frozenset[str] = frozenset()) -> Any:
    match value:
        case Said():
            filled = {name: _param(one, catalog, language, large) for name, one in value.params.items()}
            return say(f"analysis.{value.code}", language, **filled)
        case tuple():
            comma = "analysis.semicolon" if any(isinstance(one, Said) for one in value) else "analysis.and"
            return say(comma, language).join(str(_param(one, catalog, language, large)) for one in value)
        case Amount():
            return _amount(value, catalog, language, value.metric in large)
        case Percent():
            return (change if value.signed else amount)(float(value.value), "%", language)
        case Name():
            known = catalog.dimensions if value.dimension else catalog.metrics
            label = known[value.name].label(language)
            return label if language == "zh" else _small(label)
        case Window():
            return period(value, language)
        case _:
            return value


def _amount(figure: Amount, catalog: Catalog, language: Language, in_wan: bool = False) -> str:
    metric = catalog.metrics[figure.metric]
    unit, value = metric.unit(language), float(figure.value)
    if unit == "%" and figure.kind in ("change", "size"):
        unit = say("analysis.points", language)  # a rate changes by points: in percent it could mean either
        sign = "+" if figure.kind == "change" and value > 0 else ""
        return sign + _in_points(value if figure.kind == "change" else abs(value), unit, language)
    if unit == "%" and abs(value) < _SMALL_RATE:
        return f"{fixed(value, 2)} %"  # of a rate of half a percent one decimal is a fifth of it
    if in_wan and _LEAST_WAN <= abs(value) < ROUND_FROM and unit != "%":
        sign = "+" if figure.kind == "change" and value > 0 else ""
        shown = abs(value) if figure.kind == "size" else value
        return f"{sign}{fixed(shown / WAN, 1)} 万{unit and (' ' if unit[0].isascii() else '')}{unit}"
    if figure.kind == "bare" and language == "en":
        unit = ""
    write = {"change": change, "size": size}.get(figure.kind, amount)
    decimals = max(metric.decimals or 0, 1) if figure.kind == "mean" else metric.decimals
    return write(value, unit, language, decimals)


def _in_points(value: float, unit: str, language: Language) -> str:
    """Write a change of a rate, or its size, to a hundredth of a point; a smaller one as fine as it is."""
    if abs(value) < _LEAST_POINT or abs(value) >= _SMALL_RATE:
        return amount(value, unit, language, 2)
    return f"{fixed(value, 2)} {unit}"


def _small(label: str) -> str:
    """Return a name as it stands within a sentence: Revenue, but not AOV."""
    return label[:1].lower() + label[1:] if not label[1:2].isupper() else label
