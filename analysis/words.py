"""Planned words become words of one language: amounts in their units, periods, lists."""

from typing import Any

from analysis.outcome import Amount, Percent, Said
from config.wording import Language, say
from knowledge.language.calendar import days
from knowledge.metrics import Catalog
from knowledge.question import Window


def worded(said: Said, catalog: Catalog, language: Language) -> str:
    """Return planned words in a language."""
    filled = {name: _param(value, catalog, language) for name, value in said.params.items()}
    return say(f"analysis.{said.code}", language, **filled)


def _param(value: Any, catalog: Catalog, language: Language) -> Any:
    if isinstance(value, Said):
        return worded(value, catalog, language)
    if isinstance(value, tuple):
        return say("analysis.and", language).join(str(_param(one, catalog, language)) for one in value)
    if isinstance(value, Amount):
        return amount(value, catalog, language)
    if isinstance(value, Percent):
        return f"{value.value:{'+' if value.signed else ''}.1f}%".replace("-", "−")
    if isinstance(value, Window):
        return time(value, language)
    return value


def amount(figure: Amount, catalog: Catalog, language: Language) -> str:
    """Return a figure as people say it, with its unit."""
    metric = catalog.metrics[figure.metric]
    value, unit = figure.value, metric.unit(language)
    sign = ("+" if value > 0 else "") if figure.signed else ""
    size, scale = abs(value), ""
    if language == "zh" and size >= 10**8:
        value, scale = value / 10**8, "亿"
    elif language == "zh" and size >= 10**4:
        value, scale = value / 10**4, "万"
    elif language == "en" and size >= 10**6:
        value, scale = value / 10**6, " M"
    decimals = (
        (2 if scale == "亿" else 1)
        if scale
        else min(metric.decimals if metric.decimals is not None else 2, 2)
    )
    number = f"{value:,.{decimals}f}".replace("-", "−")
    if unit == "%":
        return (
            f"{sign}{number} {'个百分点' if language == 'zh' else 'points'}"
            if figure.signed
            else f"{number}%"
        )
    if language == "zh":
        return f"{sign}{number} {scale}{unit}".rstrip()
    return f"{unit} {sign}{number}{scale}" if unit == "CNY" else f"{sign}{number}{scale} {unit}".rstrip()


def time(window: Window, language: Language) -> str:
    """Return a period's first and last day, or its one day."""
    last = window.end - days(1)
    if last == window.start:
        return window.start.isoformat()
    if window.start.year == last.year:
        to = say("analysis.to", language)
        return f"{window.start.isoformat()}{to}{last:%m-%d}"
    return f"{window.start.isoformat()}{say('analysis.to', language)}{last.isoformat()}"
