"""Whose public holidays a business keeps, as far as its definitions tell; which times are alike by them."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from analysis.daily import SpecialDays, special_days
from analysis.outcome import Said
from answers.sentences.times import weekday_name
from knowledge.metrics import Catalog
from language.calendar import YEAR_OF_WEEKS, Range
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

_FEWEST_DAYS = 7  # ordinary ones of each: of fewer a day alone moves the mean
_UNLIKE_DAYS = 2  # days off more or less from which times are not alike
_UNLIKE_SHARE = Decimal("0.05")  # of the days: two holidays more in two months move little

# 美元, 港元 … are other money; a Chinese name is none of the signs, for it is a translation as often.
_RENMINBI = re.compile(r"(?<![美欧日港澳加新韩])元|人民币|\b(?:CNY|RMB)\b", re.IGNORECASE)


def keeps_chinas_days(catalog: Catalog) -> bool:
    """Tell whether a business keeps China's days off: its money is the renminbi.

    A British chain was told of seven days off in October because its figures had Chinese names too.
    """
    units = (f"{metric.unit_zh} {metric.unit_en}" for metric in catalog.metrics.values())
    return any(_RENMINBI.search(unit) for unit in units)


def days_kept(catalog: Catalog) -> SpecialDays:
    """Return the days off that a business keeps, and the weekend days worked for them."""
    own = tuple((name, tuple(ranges)) for name, ranges in (catalog.holidays or {}).items())
    return _days_kept(own, chinas=keeps_chinas_days(catalog))


@lru_cache(maxsize=8)
def _days_kept(own: tuple[tuple[str, tuple[Range, ...]], ...], *, chinas: bool) -> SpecialDays:
    return special_days(dict(own), chinas=chinas)


def days_off(windows: Sequence[Window], catalog: Catalog) -> list[int]:
    """Return how many public holidays each of some times has."""
    kinds = days_kept(catalog)
    return [len(kinds.off(one.start, one.end)) for one in windows]


def unlike(now: Window, then: Window, catalog: Catalog) -> bool:
    """Tell two times of which one has so many more holidays that a change is the calendar's."""
    off, off_then = days_off((now, then), catalog)
    apart = abs(off - off_then)
    return apart >= _UNLIKE_DAYS and apart > _UNLIKE_SHARE * min(now.days, then.days)


def ordinary_change(
    series: Iterable[tuple[dt.date, Decimal | None]], now: Window, then: Window, catalog: Catalog
) -> Decimal | None:
    """Return by how many percent a figure's ordinary days lie above those before, each beside its weekday.

    A time with a week of holidays is no measure for one without; its other days are.
    """
    kinds, held = days_kept(catalog), [(day, value) for day, value in series if value is not None]
    means = list[dict[int, Decimal]]()
    for one in (now, then):
        by_weekday = dict[int, list[Decimal]]()
        for day, value in held:
            if one.start <= day < one.end and day not in kinds.named:
                by_weekday.setdefault(day.weekday(), []).append(value)
        if sum(map(len, by_weekday.values())) < _FEWEST_DAYS:
            return None
        means.append({day: sum(some, Decimal(0)) / len(some) for day, some in by_weekday.items()})
    before = sum((means[1].get(day, Decimal(0)) for day in means[0]), Decimal(0))
    if before <= 0 or not means[0].keys() <= means[1].keys():
        return None
    return 100 * (sum(means[0].values(), Decimal(0)) / before - 1)


def told_beside(now: Window, then: Window, desk: MetricDesk) -> Window | Said:
    """Return a time as it is told beside a later one: of one day a year before, its same weekday."""
    then = replace(then, text="")
    if (now.days, then.days, (now.start - then.start).days) != (1, 1, YEAR_OF_WEEKS):
        return then
    return Said(
        "why.same_weekday", {"day": then, "weekday": weekday_name(now.start.weekday(), desk.language)}
    )
