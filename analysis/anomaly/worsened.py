"""Figures nobody named that got much worse over a whole time, though no day or part of it is odd."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.anomaly.finding import MONTH, Finding, Scale, beside_usual
from analysis.anomaly.telling import TRIFLE
from analysis.anomaly.totals import MUCH
from analysis.asked import AnalysisAsked
from analysis.briefing.figures import (
    Alike,
    Scored,
    Windows,
    change_of,
    figures_look,
    like_told_of,
    period_before,
    reads_of,
    scored_of,
)
from analysis.briefing.others import got_worse
from analysis.briefing.scorecard import Line
from analysis.home import unlike
from analysis.openings import Openings, without
from analysis.outcome import Look, Name, Read, Said
from analysis.series import data_span
from language.calendar import whole
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

FEWEST_DAYS, MOST_DAYS = 7, 92  # of such a time: a shorter one tells weekdays, a longer one is a report's
_WHOLE, _ALIKE = "worsened", "worsened_alike"


@dataclass(frozen=True)
class Worsened:
    """The looks at figures over the time asked, and the same a year before."""

    looks: tuple[Look, ...] = ()
    windows: Windows | None = None

    def alike_looks(
        self, read: Mapping[str, Read], openings: Openings | None, asked: AnalysisAsked, desk: MetricDesk
    ) -> tuple[Look, ...]:
        """Return the looks at those that got much worse, without who came or went since the year before."""
        if self.windows is None or openings is None:
            return ()
        new = openings.within(self.windows[2], self.windows[0])
        names = [one.line.metric for one in self._found(read, desk)] if new else []
        kept = replace(asked, filters=(*asked.filters, *without(new, desk)))
        cut = [one for one in names if desk.catalog.cuts(one, new.level)]
        looks = (_look(one, _ALIKE, self.windows, kept, desk) for one in cut)
        return tuple(replace(one, detail=True) for one in looks)  # the figures themselves are read

    def findings(self, read: Mapping[str, Read], scale: Scale, desk: MetricDesk) -> Iterator[Finding]:
        """Yield those that got worse by a fifth or more, also without who came or went, beyond chance."""
        for one in self._found(read, desk) if self.windows else ():
            assert self.windows is not None
            now, name, year = self.windows[0], one.line.metric, one.year or Decimal(1)
            said = Said("anomaly.total", {"window": replace(now, text=""), "lines": (_line(one, desk),)})
            odd = beside_usual(name, now, float(one.now or 0), float(year))
            weight = abs(odd.look.change) * now.days / MONTH * scale.worth(name, desk)
            yield Finding(said, odd, weight, is_drawn=False, base="year")

    def _found(self, read: Mapping[str, Read], desk: MetricDesk) -> Sequence[Scored]:
        """Return those that got much worse on the year, as far as that is known so far."""
        whole, alike = (self._scored(reads_of(f"{one}.", read), desk) for one in (_WHOLE, _ALIKE))
        own = {name: Alike(one.now, one.year) for name, one in alike.items() if one.now and one.year}
        known = [replace(one, alike=(None, own.get(name))) for name, one in whole.items() if one.year]
        worst = got_worse(known, 1, desk, Decimal(MUCH) / 100)
        return [one for one in worst if not _is_trifle(one, desk)]

    def _scored(self, found: Mapping[str, Read], desk: MetricDesk) -> dict[str, Scored]:
        if self.windows is None:
            return {}
        read = {f"score.{name}": one for name, one in found.items()}
        scored = {name: scored_of(Line(name), read, self.windows, desk) for name in found}
        return {name: one for name, one in scored.items() if one is not None}


def _line(one: Scored, desk: MetricDesk) -> Said:
    """Return a figure with its change on the year, also without who came or went where that is another."""
    change = change_of(one, 1, desk)
    told: dict[str, Any] = {"metric": Name(one.line.metric), "now": one.now_told(desk)}
    told |= dict.fromkeys(("until", "before", "target"), "")
    mean = "" if one.scales[1] == 1 else "_mean"
    told["change"] = Said(f"briefing.beside.year{mean}", {"change": change})
    told["like"] = like_told_of(one, 1, desk)
    return Said("briefing.other", told)


def _is_trifle(one: Scored, desk: MetricDesk) -> bool:
    """Tell a percentage that moved by less than a point."""
    is_rate = desk.catalog.metrics[one.line.metric].unit("en") == "%"
    return is_rate and abs((one.now or Decimal(0)) - (one.year or Decimal(0))) < Decimal(TRIFLE)


def worsened_of(
    names: Sequence[str], told: Sequence[str], asked: AnalysisAsked, desk: MetricDesk
) -> Worsened:
    """Return the looks at figures nobody named, but for those that are `told` all the same.

    Without a time it is the month that runs. None of a time with other holidays than a year before, nor of
    figures whose data do not hold both times.
    """
    if asked.metrics or asked.about or not names:
        return Worsened()
    now = asked.window.cut(desk.today) if asked.window else _lately(names[0], desk)
    year = replace(now.year_before(desk.catalog.holidays), text="")
    if not FEWEST_DAYS <= now.days <= MOST_DAYS or unlike(now, year, desk.catalog):
        return Worsened()
    windows = (now, period_before(now), year)
    spans = {name: data_span(name, desk) for name in names if name not in told}
    there = [name for name, span in spans.items() if span and span[0] <= year.start and now.end <= span[1]]
    daily = [name for name in there if now.in_whole_months or not desk.catalog.is_monthly(name)]
    return Worsened(tuple(_look(name, _WHOLE, windows, asked, desk) for name in daily), windows)


def _lately(name: str, desk: MetricDesk) -> Window:
    """Return the month that runs, as far as a figure has data of it, once enough days of it are over."""
    span = data_span(name, desk)
    end = min(desk.today, span[1]) if span else desk.today
    running = Window(whole("month", end)[0], end, "range")
    return running if running.days >= FEWEST_DAYS else Window(*whole("month", end, -1), "month")


def _look(name: str, ahead: str, windows: Windows, asked: AnalysisAsked, desk: MetricDesk) -> Look:
    return replace(figures_look(name, windows, asked, "score", desk), name=f"{ahead}.{name}")
