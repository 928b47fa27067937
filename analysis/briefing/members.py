"""Who grew most and least of the first figure, and who missed its target: branches, else what there is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Scored, alike_by, exact, is_year, months_of, rounded
from analysis.briefing.scorecard import Line
from analysis.cuts import cuts_of, size_within
from analysis.outcome import Amount, Look, Name, Percent, Read, Said
from analysis.why.shape import ACTIVE, shape_of
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

FEWEST, MOST = 3, 12  # members of a level at which best and worst are told
_LEAST = Decimal("0.1")  # of what a member has on average: a smaller one says little
_MOST_MISSED = 4


@dataclass(frozen=True)
class Members:
    """The first figure by one level, or by the next where there are too few of it."""

    line: Line
    levels: tuple[str, ...]
    windows: tuple[Window, Window, Window]
    looks: tuple[Look, ...]

    def told(self, scored: Scored, read: Mapping[str, Read], desk: MetricDesk) -> list[Said]:
        """Return who grew most and who least, beside a year ago where there are data of it; who missed."""
        at = 1 if scored.year else 0
        for level in self.levels:
            found = self._grown(level, at + 1, read, desk)
            if sum(one.is_large for one in found) >= FEWEST:
                ends = self._ends(level, found, at)
                return [replace(ends, params={**ends.params, "missed": self._missed(level, read)})]
        return []

    def _grown(self, level: str, base: int, read: Mapping[str, Read], desk: MetricDesk) -> "list[_Grown]":
        """Return the members that were there all of both periods, by how much they grew."""
        one = read.get(f"members.{level}")
        if one is None or one.result.truncated:
            return []
        windows, counted = self.windows, len(one.look.query.metrics) > 1
        rows = [(str(row[0] or ""), [exact(cell) for cell in row[1:]]) for row in one.result.rows]
        sums = [(name, cells[0], cells[base], cells) for name, cells in rows if name and cells[base]]
        least = _LEAST * sum((then or Decimal(0) for _, _, then, _ in sums), Decimal(0)) / max(1, len(sums))
        found = []
        for name, now, then, cells in sums:
            partly = counted and (cells[3] != windows[0].days or cells[3 + base] != windows[base].days)
            if now is not None and then and not partly:
                scale = alike_by(windows[0], windows[base])
                found.append(_Grown(name, now, then * scale, abs(then) >= least))
        dense = all(map(desk.catalog.is_dense, desk.catalog.sources(self.line.metric)))
        return sorted(found, key=lambda it: it.rate if dense else it.now - it.then, reverse=True)

    def _ends(self, level: str, found: "Sequence[_Grown]", at: int) -> Said:
        side = "year" if at or is_year(self.windows) else "before"
        params = {"dimension": Name(level, dimension=True), "count": len(found)}
        ends = {"best": self._one(found[0]), "worst": self._one(found[-1])}
        all_up, all_down = all(it.rate > 0 for it in found), all(it.rate < 0 for it in found)
        return Said(
            f"briefing.members_{'up' if all_up else 'down' if all_down else 'mixed'}_{side}", params | ends
        )

    def _one(self, one: "_Grown") -> Said:
        amount = Amount(one.now, self.line.metric)
        rate = Percent(rounded(100 * one.rate), signed=True)
        return Said("briefing.member", {"name": one.name, "now": amount, "rate": rate})

    def _missed(self, level: str, read: Mapping[str, Read]) -> Said | str:
        """Return who did not reach the target of a time that is over."""
        aims, sums = read.get(f"members_target.{level}"), read.get(f"members.{level}")
        if aims is None or sums is None or aims.result.truncated or sums.result.truncated:
            return ""
        now = {str(row[0] or ""): exact(row[1]) for row in sums.result.rows}
        reached = {
            str(row[0] or ""): 100 * (now.get(str(row[0] or "")) or Decimal(0)) / aim
            for row in aims.result.rows
            if (aim := exact(row[-1]))
        }
        short = sorted((share, name) for name, share in reached.items() if share < 100 and name)
        listed = tuple(
            Said("briefing.reached", {"name": name, "share": Percent(rounded(share))})
            for share, name in short[:_MOST_MISSED]
        )
        params: dict[str, Any] = {"count": len(short), "every": len(reached), "list": listed}
        if len(reached) < FEWEST:
            return ""
        code = "none_missed" if not short else "missed_more" if len(short) > len(listed) else "missed"
        return Said(f"briefing.{code}", params)


@dataclass(frozen=True)
class _Grown:
    """A member's figure now, and then for as many days."""

    name: str
    now: Decimal
    then: Decimal
    is_large: bool

    @property
    def rate(self) -> Decimal:
        return self.now / self.then - 1


def members_of_first(
    line: Line, windows: tuple[Window, Window, Window], asked: AnalysisAsked, desk: MetricDesk
) -> Members | None:
    """Return the first figure by the level of which there are few enough to compare; None without one."""
    shape, levels = shape_of(line.metric, desk), _levels(line.metric, asked, desk)
    if not levels or shape.kind != "sum":
        return None
    counted, month = (ACTIVE,) if shape.active else (), months_of(windows[0])
    over = month is not None and month.end == windows[0].end
    looks = []
    for level in levels:
        query = MetricQuery((line.metric, *counted), (level,), windows=windows, filters=asked.filters)
        told = {"metric": Name(line.metric), "by": Name(level, dimension=True)}
        label = Said("briefing.label.moves", told)
        looks.append(Look(f"members.{level}", query, label, catalog=shape.catalog))
        if line.target and month is not None and over and desk.catalog.cuts(line.target, level):
            window = replace(month, text="")
            aims = MetricQuery((line.target,), (level,), windows=(window,), filters=asked.filters)
            named = Said("briefing.label.target", {"metric": Name(line.target)})
            looks.append(Look(f"members_target.{level}", aims, named))
    return Members(line, levels, windows, tuple(looks))


def _levels(metric: str, asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return the coarsest level of which there are some and not many, and the finest."""
    fixed = {kept.dimension for kept in asked.filters}
    open_to = cuts_of(metric, desk, fixed)
    if not open_to:
        return ()
    levels = next((one for one in desk.catalog.hierarchies if open_to[0] in one), (open_to[0],))
    few = [one for one in levels if one in open_to and FEWEST <= size_within(one, fixed, desk) <= MOST]
    return tuple(dict.fromkeys((*few[:1], open_to[0])))
