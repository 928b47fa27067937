"""The first figure month by month, with its target: of a time that holds several months."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import share_told
from analysis.briefing.scorecard import Line
from analysis.names import member_in
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, day_in, exact, rounded
from analysis.series import accrues
from analysis.target.due import due_of
from answers.sentences.times import short
from language.calendar import add_months, days, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

MOST_TOLD = 9  # months; of more only the ends are told
_ACTUAL, _AIM = "by_month", "by_month_target"


@dataclass(frozen=True)
class Month:
    """One month as far as the time goes, with its whole target where there is one; None: it has no data."""

    start: dt.date
    days: int
    value: Decimal | None
    target: Decimal | None
    is_whole: bool


@dataclass(frozen=True)
class ByMonth:
    """The first figure of a briefing by month, and the looks at it and at its target."""

    line: Line
    now: Window
    looks: tuple[Look, ...]

    def told(self, read: Mapping[str, Read], desk: MetricDesk) -> list[Said]:
        """Return each month with the share of its target; of more than nine the ends, and who met it."""
        months = self._months(read)
        if len(months) < 2:
            return []
        if len(months) <= MOST_TOLD:
            listed = tuple(self._one(one, place, desk) for place, one in enumerate(months))
            params = {
                "metric": Name(self.line.metric),
                "list": listed,
                "together": self._together(months, desk),
            }
            return [Said("briefing.months.each", params)]
        return self._ends(months, desk)

    def aimed_since(self, read: Mapping[str, Read]) -> dt.date | None:
        """Return the first month that has a target."""
        return min((start for start, aim in by_start(read.get(_AIM)).items() if aim), default=None)

    def _ends(self, months: Sequence[Month], desk: MetricDesk) -> list[Said]:
        whole_ones = [one for one in months if one.is_whole and one.value is not None]
        if len(whole_ones) < 2:
            return []
        high, low = (pick(whole_ones, key=lambda one: one.value or 0) for pick in (max, min))
        ends = {"high": self._plain(high, desk), "low": self._plain(low, desk)}
        aimed = [one for one in whole_ones if one.target]
        costs = is_better_low(desk.catalog.metrics[self.line.metric])
        lacking = sum(one.value is None for one in months)
        counts = {
            "metric": Name(self.line.metric),
            "count": len(whole_ones),
            "target": _met(aimed) if aimed and not costs else "",
            "lacking": Said("briefing.months.lacking", {"count": lacking}) if lacking else "",
            "together": self._together(months, desk),
        }
        return [Said("briefing.months.ends", counts | ends)]

    def _together(self, months: Sequence[Month], desk: MetricDesk) -> Said | str:
        """Return how much of their targets the whole months reached together; of costs and rates none."""
        of = [one for one in months if one.is_whole and one.target and one.value is not None]
        low = is_better_low(desk.catalog.metrics[self.line.metric])
        if len(of) < 2 or low or not accrues(self.line.metric, desk):
            return ""
        value = sum((one.value or Decimal(0) for one in of), Decimal(0))
        share = share_told(100 * value / sum((one.target or Decimal(0) for one in of), Decimal(0)))
        return Said("briefing.months.together", {"count": len(of), "share": share})

    def _plain(self, one: Month, desk: MetricDesk) -> Said:
        return Said("briefing.months.end", self._params(one, desk))

    def _one(self, one: Month, place: int, desk: MetricDesk) -> Said:
        params = self._params(one, desk, with_year=not place or one.start.month == 1)
        if one.value is None:
            return Said("briefing.months.none", params)
        share = share_told(100 * one.value / one.target) if one.target else None
        over = add_months(one.start, 1) <= desk.today
        cut = "part" if over or one.start < self.now.start else "running"
        if one.target and not accrues(self.line.metric, desk):
            params["target"] = Said("briefing.months.aim", {"aim": Amount(one.target, self.line.metric)})
        elif share is not None:
            params["target"] = self._share_told(one, share, cut, desk)
        return Said(f"briefing.months.{'one' if one.is_whole else 'part'}", params)

    def _share_told(self, one: Month, share: Percent, cut: str, desk: MetricDesk) -> Said:
        """Return the share of a month's target that is reached, with its days where it is not whole."""
        of = Window(one.start, add_months(one.start, 1), "month")
        due = due_of(self.line.metric, one.start + days(one.days), (of,), (one.target,), desk)
        if one.is_whole or due is None:
            return Said("briefing.months.share", {"share": share})
        told = {"share": share, "over": due.gone(), "pace": Percent(rounded(due.share))}
        return Said(f"briefing.months.share_{cut}", told)

    def _params(self, one: Month, desk: MetricDesk, *, with_year: bool = True) -> dict[str, Any]:
        first = max(one.start, self.now.start)
        month = Window(one.start, add_months(one.start, 1), "month")
        part = Window(first, first + days(one.days), "range")
        name = month if with_year else short(one.start, "month", desk.language)
        amount = Amount(one.value or Decimal(0), self.line.metric)
        return {"month": name, "value": amount, "target": "", "part": part, "days": one.days}

    def _months(self, read: Mapping[str, Read]) -> list[Month]:
        actual = by_start(read.get(_ACTUAL))
        aims = by_start(read.get(_AIM))
        found, start = [], min(actual, default=self.now.end)
        while actual and start <= max(actual):
            end = add_months(start, 1)
            held = (min(end, self.now.end) - max(start, self.now.start)).days
            found.append(Month(start, held, actual.get(start), aims.get(start), held == (end - start).days))
            start = end
        return found


def _met(aimed: Sequence[Month]) -> Said:
    """Return how many months met their target, of one whether it did."""
    met = sum((one.value or 0) >= (one.target or 0) for one in aimed)
    code = ("missed_one", "met_one")[met] if len(aimed) == 1 else "met" if met else "met_none"
    return Said(f"briefing.months.{code}", {"count": met, "every": len(aimed)})


def by_month_of(now: Window, lines: Sequence[Line], asked: AnalysisAsked) -> ByMonth | None:
    """Return the first figure by month, of a time of two months or more."""
    months = Window(whole("month", now.start)[0], whole("month", now.end - days(1))[1], "range")
    if months.units("month") < 2 or now.days < 2 * 28:
        return None
    line = lines[0]
    figures = [(_ACTUAL, line.metric, now), *([(_AIM, line.target, months)] if line.target else [])]
    looks = [
        Look(
            name,
            MetricQuery((metric,), grain="month", windows=(window,), filters=asked.filters),
            Said("briefing.label.by_month", {"metric": Name(metric)}),
        )
        for name, metric, window in figures
    ]
    return ByMonth(line, now, tuple(looks))


def by_start(found: Read | None) -> dict[dt.date, Decimal]:
    """Return a figure by the first day of each month that has any."""
    if found is None or found.result.truncated:
        return {}
    cells = ((str(row[0])[:10], exact(row[-1])) for row in found.result.rows)
    return {dt.date.fromisoformat(f"{day}-01"[:10]): value for day, value in cells if value is not None}


def by_member_and_start(found: Read | None) -> dict[tuple[str, dt.date], Decimal]:
    """Return each member's figure by the first day of each month that has any; who has no name is none."""
    if found is None or found.result.truncated:
        return {}
    cells = ((member_in(row[0]), row[-2], exact(row[-1])) for row in found.result.rows)
    return {
        (member, day_in(day)): value
        for member, day, value in cells
        if member and day is not None and value is not None
    }
