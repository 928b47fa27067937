"""What one figure came to over the time in which something odd is sought, with its rate, beside before."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import (
    Alike,
    Scored,
    change_of,
    figures_look,
    like_change_of,
    line_told,
    only_since,
    only_year,
    own_windows,
    period_before,
    scored_of,
    told_change,
)
from analysis.briefing.scorecard import Line, scorecard
from analysis.openings import Openings, without
from analysis.outcome import Look, Percent, Read, Said, figure_of
from analysis.series import adds_up, data_span
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

MUCH = 20  # percent
EFFECT = "anomaly.total_alike"  # on the whole, of who came or went
_ALIKE = "total_alike"
MOST_DAYS = 31  # of a time whose total is told though no figure was named
ALIKE = 0.1  # of a rate: what moved less goes with what it is a share of


@dataclass(frozen=True)
class Totals:
    """The looks at a figure and its rate over three times; none where no figure or time was named."""

    looks: tuple[Look, ...] = ()
    names: tuple[str, ...] = ()
    windows: tuple[Window, Window, Window] | None = None
    if_changed: bool = False  # nobody named the figure: it is told of where somebody came or went

    def has_moved(self, read: Mapping[str, Read], desk: MetricDesk) -> bool:
        """Tell whether the figure is far from the period before or the year before, as they are compared."""
        if self.windows is None or self.if_changed:
            return False
        scored = self._scored(read, desk)
        if not scored or scored[0].line.metric != self.names[0]:
            return False
        one, rate = scored[0], scored[1] if len(scored) > 1 else None
        if rate is not None and rate.now and rate.year and abs(rate.now / rate.year - 1) < ALIKE:
            return False  # what it is a share of moved alike
        sides = [1] if only_year(self.windows, desk) else [0, 1]
        changes = [change_of(one, at, desk) for at in sides]
        return any(isinstance(it, Percent) and abs(it.value) >= MUCH for it in changes)

    def _scored(self, read: Mapping[str, Read], desk: MetricDesk) -> list[Scored]:
        """Return what was read, beside no time that begins before the data do: two months are no year."""
        assert self.windows is not None
        span = data_span(self.names[0], desk)
        found = (scored_of(Line(name), read, self.windows, desk) for name in self.names)
        scored = [one for one in found if one is not None and one.now is not None]
        return only_since(span[0] if span else None, scored, self.windows)

    def told(
        self,
        read: Mapping[str, Read],
        wrong: tuple[float, float],
        desk: MetricDesk,
        openings: Openings | None = None,
    ) -> tuple[Said, ...]:
        """Return what they came to, also without what was keyed in wrongly and with what was not recorded.

        Who opened or closed since the year before is named beside the change on it.
        """
        if self.windows is None:
            return ()
        now = self.windows[0]
        scored = self._scored(read, desk)
        new = openings.within(self.windows[2], now) if openings else None
        if not scored or (self.if_changed and not new):
            return ()
        by_year = only_year(self.windows, desk) and scored[0].year is not None
        lines = tuple(line_told(one, self.windows, desk, by_year=by_year) for one in scored)
        said = [Said("anomaly.total", {"window": replace(now, text=""), "lines": lines})]
        keyed, lost = wrong
        if scored[0].now is not None and (keyed or lost):
            right = replace(scored[0], now=scored[0].now - figure_of(keyed) + figure_of(lost))
            line = line_told(right, self.windows, desk, by_year=by_year)
            said.append(Said(f"anomaly.total_{'keyed' if keyed else 'lost'}", {"line": line}))
        if scored[0].year is not None and new:
            said.append(self._alike_told(scored[0], new, read, desk))
        return tuple(said)

    def _alike_told(self, one: Scored, new: Openings, read: Mapping[str, Read], desk: MetricDesk) -> Said:
        """Return who came or went since the year before, and how the figure moved without them."""
        found, names = read.get(_ALIKE), new.told(desk.language)
        own = None
        if found and self.windows:
            own = scored_of(one.line, {f"score.{one.line.metric}": found}, self.windows, desk)
        if own is None or own.now is None or own.year is None:
            return Said("anomaly.total_new", {"names": names})
        change = like_change_of(replace(one, alike=(None, Alike(own.now, own.year))), 1, desk)
        if change is None:
            return Said("anomaly.total_new", {"names": names})
        return Said(EFFECT, {"names": names, "change": told_change(change)})

    def alike_looks(
        self, openings: Openings | None, asked: AnalysisAsked, desk: MetricDesk
    ) -> tuple[Look, ...]:
        """Return the look at the figure without who came or went since the year before, if any did."""
        if self.windows is None or openings is None:
            return ()
        new = openings.within(self.windows[2], self.windows[0])
        if not new or not desk.catalog.cuts(self.names[0], new.level):
            return ()
        kept = replace(asked, filters=(*asked.filters, *without(new, desk)))
        return (replace(figures_look(self.names[0], self.windows, kept, "score", desk), name=_ALIKE),)


def totals_of(asked: AnalysisAsked, desk: MetricDesk) -> Totals:
    """Return the looks at the one figure asked about, and at the percentage that is made of it.

    Where a short time of one place is asked about without a figure it is that by which the place is led: no
    day need lie far off in a week that brought a fifth less than the one before.
    """
    if asked.window is None:
        return Totals()
    now = asked.window.cut(desk.today)
    named = bool(asked.metrics)
    if not named and asked.filters:
        asked = replace(asked, metrics=tuple(one.metric for one in scorecard(desk, asked.filters)[:1]))
    if len(asked.metrics) != 1:
        return Totals()
    year = replace(now.year_before(desk.catalog.holidays), text="")
    windows = (now, period_before(now), year)
    windows = own_windows(asked.metrics[0], windows, desk) or windows
    fixed = [kept.dimension for kept in asked.filters]
    rates = [
        one.name
        for one in desk.catalog.metrics.values()
        if one.kind == "ratio" and one.unit("en") == "%" and one.parts[0] == asked.metrics[0]
        if adds_up(one, desk)
        and desk.opens(one.name)
        and all(desk.catalog.cuts(one.name, cut) for cut in fixed)
    ]
    names = (*asked.metrics, *rates[:1])
    looks = tuple(figures_look(name, windows, asked, "score", desk) for name in names)
    return Totals(looks, names, windows, if_changed=not named and now.days > MOST_DAYS)
