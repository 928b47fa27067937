"""Whose a figure is in words: members by name, kinds by their codes, days, and the conditions of groups."""

import calendar
import re
from collections.abc import Iterable, Sequence

from answers.sentences.amounts import amount
from answers.sentences.background import Background
from answers.sentences.columns import in_sentence, plural_of
from answers.sentences.phrases import together
from config.wording import Language, say
from knowledge.definitions.inflecting import singular
from knowledge.metrics import Metric
from query.metric_query import Condition, Filter, MetricQuery


def names_of(kept: Sequence[Filter], known: Background, language: Language) -> str:
    """Return the members a figure is of that have names of their own."""
    named = [one for one in kept if not _is_kind(one, known)]
    told = [_members(one.dimension, one.values, known, language) for one in named]
    return together(*told) if language == "zh" else ", ".join(told)


def kinds_of(kept: Sequence[Filter], known: Background, language: Language) -> str:
    """Return of which kind a figure is, by codes that mean something: open, by WeChat."""
    coded = [one for one in kept if _is_kind(one, known)]
    told = [_members(one.dimension, one.values, known, language) for one in coded]
    return say("sentence.both_kinds", language).join(told)


def days_of(kept: Sequence[Filter], known: Background, language: Language) -> str:
    """Return on what days a figure is, which Chinese says as a kind: on Saturdays."""
    told = [_on_day(one, value, known) for one in kept for value in one.values]
    return say("sentence.on_days", language, names=_joined(told, language)) if told else ""


def _on_day(one: Filter, value: str, known: Background) -> str:
    """Return days in English by what they are: Saturdays, weekends, holidays, days of heavy rain."""
    name = known.called(one.dimension, value, "en")
    name = name if name in calendar.day_name else name.lower()
    if known.catalog.dimensions[one.dimension].days is not None:
        return plural_of(name, "en")
    return name if name.endswith("s") else f"days of {name}"


def excluded(left: Sequence[Filter], known: Background, language: Language) -> str:
    """Return the members that are left out."""
    names = _joined([_members(o.dimension, o.values, known, language) for o in left], language)
    return say("sentence.excluding", language, names=names) if left else ""


def _is_kind(one: Filter, known: Background) -> bool:
    dimension = known.catalog.dimensions.get(one.dimension)
    return dimension is not None and bool(dimension.values)


def is_day(one: Filter, query: MetricQuery, known: Background, language: Language) -> bool:
    """Tell days that English says a figure is on; days that are counted themselves are of their kind."""
    dimension = known.catalog.dimensions.get(one.dimension)
    if language != "en" or dimension is None or not (dimension.days is not None or dimension.on_time):
        return False
    metrics = [known.catalog.metrics[name] for name in query.metrics if name in known.catalog.metrics]
    own = {known.catalog.full(metric.table) for metric in metrics if metric.table}
    return dimension.days is not None or own != {known.catalog.full(dimension.table)}


def _members(dimension: str, values: Iterable[str], known: Background, language: Language) -> str:
    return _joined([known.called(dimension, value, language) for value in values], language)


def _joined(names: Sequence[str], language: Language, between: str = "") -> str:
    if between:  # of several dimensions: Coffee, South are not two of one kind
        return (between if language == "zh" else ", ").join(names)
    if language == "zh":
        return say("sentence.comma", language).join(names)
    return (
        say("sentence.and", language).join(names)
        if len(names) < 3
        else f"{', '.join(names[:-1])} and {names[-1]}"
    )


def of_rows(kept: Sequence[Filter], query: MetricQuery, known: Background) -> list[Filter]:
    """Return the kinds of what a figure counts, not of whom it is told: failed inspections of areas."""
    sources = [known.catalog.full(one.table) for one in known.sources(query)]
    kinds = [one for one in kept if _is_kind(one, known)]
    return [one for one in kinds if known.catalog.is_own(known.catalog.dimensions[one.dimension], sources)]


def condition(
    one: Condition, known: Background, language: Language, kind: str = "", average: str = ""
) -> str:
    """Return what groups must meet: sales over 300, growth of 5 %, failed inspections over 2.

    Of an `average` it is met by a day, a week or a month.
    """
    metric = known.catalog.metrics[one.metric]
    label = metric.label(language)
    if one.of_growth:
        way = "fell" if one.comparer in ("lt", "le") else "rose"
        limit = "_at_least" if one.comparer in ("le", "ge") else "_over"
        return say(
            f"sentence.condition.{way}{limit if one.number else ''}",
            language,
            name=label if language == "zh" else label.lower(),
            number=exactly(abs(float(one.number)), "%", language),
        )
    if language == "zh":
        number = exactly(float(one.number), metric.unit("zh"), "zh")
        each = say(f"metrics.each.{average}", "zh") if average else ""
        label = say("metrics.column.average", "zh", metric=label, each=each) if average else label
        return say(f"sentence.condition.{one.comparer}", "zh", name=label, number=number)
    each = say("sentence.a_time", "en", unit=say(f"metrics.each.{average}", "en")) if average else ""
    return f"{_condition_en(one, metric, kind)}{each}"


def _condition_en(condition: Condition, metric: Metric, kind: str) -> str:
    """Return a condition as an object of had: more than 300 parking spaces, a refund rate over 0.6 %."""
    label = in_sentence(f"{kind} {metric.label('en')}", "en")
    if metric.counts_rows or (metric.is_count and metric.unit("en").lower() in label.split()):
        number = exactly(float(condition.number), "", "en")
        way = say(f"sentence.than.{condition.comparer}", "en", number=number)
        return f"{way} {singular(label) if number == '1' else label}"
    number = exactly(float(condition.number), metric.unit("en"), "en")
    rate = metric.kind == "ratio" or metric.additivity == "average"
    article = ("an " if label[:1] in "aeiou" else "a ") if rate else ""
    return say(f"sentence.condition.{condition.comparer}", "en", name=f"{article}{label}", number=number)


def exactly(number: float, unit: str, language: Language) -> str:
    """Write a limit somebody gave: never rounded, no noughts behind the point."""
    written = amount(number, unit, language, 6)
    short = re.sub(r"(\.\d*?)0+(?=\D|$)", r"\1", written, count=1)
    return re.sub(r"\.(?=\D|$)", "", short, count=1)
