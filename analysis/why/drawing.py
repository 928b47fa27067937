"""The waterfall of the way of splitting that tells most: members, else calendar, else factors."""

from decimal import Decimal
from typing import Any

from analysis.outcome import Amount, Said
from analysis.why.calendar import each_day, stretches
from analysis.why.findings import Findings
from analysis.why.split import ZERO, MemberSplit, widened
from analysis.words import worded
from answers.chart_drawing import axis_title
from answers.sentences.times import dates
from answers.waterfall import Waterfall, figure
from config.wording import say
from understanding.metric.desk import MetricDesk

MOST_DRAWN = 7  # members, and the rest as one
_CALENDAR_LEADS = Decimal("0.5")  # of the change


def drawn(found: Findings, desk: MetricDesk) -> dict[str, Any] | None:
    """Return the waterfall's figure, or None where the change was not split."""
    language, whole = desk.language, found.whole.change
    parts = _parts(found, desk)
    if len(parts) < 2:
        return None
    name, catalog = found.change.metric.name, found.change.shape.catalog
    sizes = [*(value for _, value in parts), whole]
    texts = [
        worded(Said("why.chart.text", {"part": Amount(one, name, "change")}), catalog, language)
        for one in sizes
    ]
    metric = catalog.metrics[name]
    unit = metric.unit(language)
    title = say("analysis.why.chart.title", language, metric=metric.label(language))
    return figure(
        Waterfall(
            [(label, float(value)) for label, value in parts],
            say("analysis.why.chart.whole", language),
            axis_title(title, unit, language),
            texts,
        ),
        language,
    )


def _parts(found: Findings, desk: MetricDesk) -> list[tuple[str, Decimal]]:
    def told(key: str, **params: Any) -> str:
        return say(f"analysis.why.table.{key}", desk.language, **params)

    calendar, whole = found.calendar, found.whole.change
    if calendar and abs(calendar.part) >= _CALENDAR_LEADS * abs(whole):
        rest = whole - calendar.part - calendar.missing_part
        missing = [(told("missing"), calendar.missing_part)] if calendar.missing_part else []
        return [(told("days"), calendar.part), *missing, (told("beyond"), rest)]
    if found.leader is not None or found.cuts or found.rates is not None:
        return _members(found.further[0], found, desk)
    if found.outstanding or (found.shown and not found.factors):
        return _members(found.shown[0], found, desk)
    if (few := found.days) is not None:
        held = [(dates(one.start, one.end, desk.language), one) for one in stretches(few.parts)]
        parts = [(name, sum((few.parts[day] for day in each_day(one)), ZERO)) for name, one in held]
        return [*parts, (told("other_days"), few.rest)]
    catalog = found.change.shape.catalog
    return [(catalog.metrics[one.metric].label(desk.language), one.part) for one in found.factors]


def _members(split: MemberSplit, found: Findings, desk: MetricDesk) -> list[tuple[str, Decimal]]:
    wide = widened(split, found.whole, MOST_DRAWN)
    parts = [(one.name, one.part) for one in wide.lines]
    if wide.rest_count:
        label = say("analysis.why.table.rest", desk.language, count=wide.rest_count)
        parts.append((label, wide.rest))
    return parts
