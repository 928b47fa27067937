"""Planned words become words of one language: amounts in their units, periods, lists."""

from typing import Any

from analysis.outcome import Amount, Name, Percent, Said
from answers.sentences.amounts import amount, change, size
from answers.sentences.times import period
from config.wording import Language, say
from knowledge.metrics import Catalog
from knowledge.question import Window

_SMALL_RATE = 10


def worded(said: Said, catalog: Catalog, language: Language) -> str:
    """Return planned words in a language, the first letter of a sentence large."""
    filled = {name: _param(value, catalog, language) for name, value in said.params.items()}
    text = say(f"analysis.{said.code}", language, **filled)
    return text[:1].upper() + text[1:]


def _param(value: Any, catalog: Catalog, language: Language) -> Any:
    match value:
        case Said():
            filled = {name: _param(one, catalog, language) for name, one in value.params.items()}
            return say(f"analysis.{value.code}", language, **filled)
        case tuple():
            comma = "analysis.semicolon" if any(isinstance(one, Said) for one in value) else "analysis.and"
            return say(comma, language).join(str(_param(one, catalog, language)) for one in value)
        case Amount():
            return _amount(value, catalog, language)
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


def _amount(figure: Amount, catalog: Catalog, language: Language) -> str:
    metric = catalog.metrics[figure.metric]
    unit, value = metric.unit(language), float(figure.value)
    if unit == "%" and figure.kind != "value":
        unit = say("analysis.points", language)  # a rate changes by points: in percent it could mean either
        return (change if figure.kind == "change" else size)(value, unit, language, 2)
    if unit == "%" and abs(value) < _SMALL_RATE:
        return f"{value:.2f} %"  # of a rate of half a percent one decimal is a fifth of it
    write = {"value": amount, "change": change, "size": size}[figure.kind]
    return write(value, unit, language, metric.decimals)


def _small(label: str) -> str:
    """Return a name as it stands within a sentence: Revenue, but not AOV."""
    return label[:1].lower() + label[1:] if not label[1:2].isupper() else label
