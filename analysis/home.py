"""Whose public holidays a business keeps, as far as its definitions tell; which times are alike by them."""

import re
from collections.abc import Sequence
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


def told_beside(now: Window, then: Window, desk: MetricDesk) -> Window | Said:
    """Return a time as it is told beside a later one: of one day a year before, its same weekday."""
    then = replace(then, text="")
    if (now.days, then.days, (now.start - then.start).days) != (1, 1, YEAR_OF_WEEKS):
        return then
    return Said(
        "why.same_weekday", {"day": then, "weekday": weekday_name(now.start.weekday(), desk.language)}
    )
