"""Who grew most and least of the first figure, and who missed its target: branches, else what there is."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike
from analysis.briefing.figures import Scored, is_year, months_of, share_told
from analysis.briefing.scorecard import Line
from analysis.cuts import cuts_of, size_within
from analysis.home import unlike
from analysis.lifespans import day_of
from analysis.openings import INSIDE, Openings, inside_look, openings_of
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, cells_by_name, exact, rounded
from analysis.series import accrues
from analysis.target.due import Due, aim_windows, due_of
from analysis.target.verdict import LEVEL
from analysis.why.ended import ended_look, ended_within
from analysis.why.looks import stored
from analysis.why.shape import ACTIVE, alike_by, shape_of
from analysis.why.split import ZERO
from answers.sentences.columns import in_sentence, plural_of
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

FEWEST, MOST = 3, 12  # members of a level at which best and worst are told
_ENDED, _BY_INSIDE = "members_ended", "members_inside"
INSIDE_LOOKS = (
    2  # what opened or closed inside these, and the oldest thing that is open, over those of a briefing
)
_MOST_INSIDE = 8  # of what opened or closed inside two members
_APART = Decimal("0.005")  # from which growth without these is another growth
_LEAST = Decimal("0.1")  # of what a member has on average: a smaller one says little
_LEAST_COUNTED = 10  # of what is counted: fewer double by chance
_MOST_MISSED, _MOST_BEST = 4, 2
_MOST_LEFT_OUT = 3
_MOST_AIMED = 6
_MOST_DAYS = Decimal("0.8")  # of the days that others have data on


@dataclass(frozen=True)
class Members:
    """The first figure by one level, or by the next where there are too few of it."""

    line: Line
    levels: tuple[str, ...]
    windows: tuple[Window, Window, Window]
    looks: tuple[Look, ...]

    def told(
        self, scored: Scored, read: Mapping[str, Read], alike: LikeForLike | None, desk: MetricDesk
    ) -> list[Said]:
        """Return who grew most and who least, beside a year ago where there are data of it; who missed."""
        if scored.year is None and scored.before is None:
            return []
        at = 1 if scored.year else 0
        for level in self.levels:
            found = self._grown(level, at, read, alike, desk)
            if len(found) >= FEWEST:
                more = {
                    "missed": self._missed(level, read, desk),
                    "left": self._left_out(level, found, at, read, alike, desk),
                    "lately": self._lately(level, at, read, alike, desk),
                }
                ends = self._ends(level, found, at, read, desk)
                return [replace(ends, params={**ends.params, **more})]
        return []

    def _grown(
        self, level: str, at: int, read: Mapping[str, Read], alike: LikeForLike | None, desk: MetricDesk
    ) -> "list[_Grown]":
        """Return the members that were there all of both periods and are not small, by how much they grew.

        What is new within a member is left out of its growth: a branch with a new area.
        """
        windows, base = self.windows, at + 1
        rows = self._rows(level, read)
        counted = any(len(cells) > len(windows) for cells in rows.values())
        least = self._least(rows, base, desk)
        new = alike.new(at, read) if alike else None
        own = alike.by_member(self.line.metric, read) if alike and new else {}
        found = []
        for name, cells in rows.items():
            then, begun = cells[base], new.of(level, name) if new is not None else None
            if counted and self._is_partly(cells, base):
                continue
            if not then or cells[0] is None or (begun and level == begun.level):
                continue
            less = [_of_new(begun, own, place) for place in (0, base)]
            if then > less[1] and abs(then) >= least:
                before = (then - less[1]) * alike_by(windows[0], windows[base])
                found.append(_Grown(name, cells[0], cells[0] - less[0], before, begun or None))
        return sorted(found, key=lambda it: it.rate, reverse=True)

    def _least(self, rows: "Mapping[str, Sequence[Decimal | None]]", base: int, desk: MetricDesk) -> Decimal:
        """Return what a member must have had to be told: a share of the mean, of things some of them."""
        least = _LEAST * sum((cells[base] or ZERO for cells in rows.values()), ZERO) / max(1, len(rows))
        is_count = desk.catalog.metrics[self.line.metric].is_count
        return max(least, Decimal(_LEAST_COUNTED)) if is_count else least

    def _is_partly(self, cells: "Sequence[Decimal | None]", base: int) -> bool:
        """Tell a member that was not there on all days of both times."""
        return cells[3] != self.windows[0].days or cells[3 + base] != self.windows[base].days

    def _rows(self, level: str, read: Mapping[str, Read]) -> "dict[str, list[Decimal | None]]":
        one = read.get(f"members.{level}") or read.get(f"moves.{self.line.metric}.{level}")
        if one is None or one.result.truncated:
            return {}
        return {str(row[0]): [exact(cell) for cell in row[1:]] for row in one.result.rows if row[0]}

    def _inside(self, level: str, at: int, read: Mapping[str, Read]) -> Openings | None:
        """Return what opened or closed inside members since the time compared: an area's shops."""
        found = openings_of(read, INSIDE)
        if found is None or not any(level in one.parents for one in found.every):
            return None
        return found.within(self.windows[at + 1], self.windows[0])

    def inside_looks(
        self,
        scored: Scored,
        read: Mapping[str, Read],
        alike: LikeForLike | None,
        asked: AnalysisAsked,
        desk: MetricDesk,
    ) -> list[Look]:
        """Return the look at what opened or closed inside who grew most and least, where these are few."""
        at = 1 if scored.year else 0
        told = (
            (it, found)
            for it in self.levels
            if len(found := self._grown(it, at, read, alike, desk)) >= FEWEST
        )
        level, found = next(told, ("", []))
        inside = self._inside(level, at, read) if level else None
        if inside is None or not desk.catalog.cuts(self.line.metric, inside.level):
            return []
        names = sorted({name for one in (found[0], found[-1]) for name in inside.of(level, one.name).names})
        if not 0 < len(names) <= _MOST_INSIDE:
            return []
        kept = Filter(inside.level, tuple(stored(inside.level, name, desk) for name in names))
        times = (self.windows[0], self.windows[at + 1])
        query = MetricQuery(
            (self.line.metric,), (inside.level,), windows=times, filters=(*asked.filters, kept)
        )
        by = {"metric": Name(self.line.metric), "by": Name(inside.level, dimension=True)}
        return [Look(_BY_INSIDE, query, Said("briefing.label.moves", by), detail=True)]

    def _ends(
        self, level: str, found: "Sequence[_Grown]", at: int, read: Mapping[str, Read], desk: MetricDesk
    ) -> Said:
        inside, own = self._inside(level, at, read), cells_by_name(read.get(_BY_INSIDE))
        side = "year" if at or is_year(self.windows) else "before"
        changed = _all_of(found)
        alike = Said("briefing.without_new", {"but": changed.left_out}) if changed else ""
        params = {"dimension": Name(level, dimension=True, many=True), "count": len(found), "alike": alike}
        ends = {
            end: self._one(one, inside.of(level, one.name) if inside else None, own, at, desk)
            for end, one in (("best", found[0]), ("worst", found[-1]))
        }
        all_up, all_down = all(it.rate > 0 for it in found), all(it.rate < 0 for it in found)
        way = "up" if all_up else "down" if all_down else "mixed"
        return Said(f"briefing.members_{way}_{side}", params | ends)

    def _one(
        self,
        one: "_Grown",
        inside: Openings | None,
        own: "Mapping[str, Sequence[Decimal | None]]",
        at: int,
        desk: MetricDesk,
    ) -> Said:
        closed = replace(inside, every=()) if inside else None
        gone = Said("briefing.gone_inside", {"who": closed.told(desk.language)}) if closed else ""
        changed = inside.among(own) if inside else None
        less = (
            [sum((own[name][place] or ZERO for name in changed.names), ZERO) for place in (0, 1)]
            if changed
            else []
        )
        if changed and one.then > less[1] * (scale := alike_by(self.windows[0], self.windows[at + 1])):
            rate = (one.now - less[0]) / (one.then - less[1] * scale) - 1
            if abs(rate - one.rate) >= _APART:
                told = {"who": changed.told(desk.language), "rate": _signed(rate)}
                gone = Said("briefing.like_inside", told)
        now = Amount(one.whole, self.line.metric)
        params = {"name": one.name, "now": now, "rate": _signed(one.rate), "gone": gone}
        if one.begun is None:
            return Said("briefing.member", params)
        return Said("briefing.member_like", {**params, "new": one.begun.named()})

    def _left_out(
        self,
        level: str,
        found: "Sequence[_Grown]",
        at: int,
        read: Mapping[str, Read],
        alike: LikeForLike | None,
        desk: MetricDesk,
    ) -> Said | str:
        """Return who is not compared: the new and the closed, with their days; the small; who lacks days."""
        ended = self._closed(level, at, read, desk)
        rows, new = self._rows(level, read), alike.new(at, read) if alike else None
        begun = {one.name: one.day for one in new.every} if new is not None and new.level == level else {}
        kept = {one.name for one in found}
        left = [name for name, cells in rows.items() if name not in kept and (cells[0] or name in ended)]
        if not left:
            return ""
        if len(left) > _MOST_LEFT_OUT:
            return Said("briefing.not_compared_many", {"count": len(left)})
        listed = [
            self._closed_one(name, rows[name], ended[name], at)
            if name in ended
            else self._apart(name, rows[name], begun.get(name), at)
            for name in left
        ]
        return Said("briefing.not_compared", {"list": tuple(listed)})

    def _closed(self, level: str, at: int, read: Mapping[str, Read], desk: MetricDesk) -> dict[str, dt.date]:
        """Return the members of a level that closed since the time compared began, with their last day."""
        start, end = self.windows[at + 1].start, self.windows[0].end - days(1)
        found = ended_within(read.get(_ENDED), self.line.metric, start, end, desk)
        return dict(found.members) if found is not None and found.dimension == level else {}

    def _closed_one(self, name: str, cells: "Sequence[Decimal | None]", day: dt.date, at: int) -> Said:
        """Return a member that closed, with what it brought in the time compared."""
        then = Amount(cells[at + 1] or ZERO, self.line.metric)
        side = "year" if at or is_year(self.windows) else "before"
        return Said(f"briefing.closed_one_{side}", {"name": name, "day": day_of(day), "then": then})

    def _apart(self, name: str, cells: "Sequence[Decimal | None]", begun: dt.date | None, at: int) -> Said:
        """Return a member that is not compared, with why."""
        if begun is not None:
            now = Amount(cells[0] or ZERO, self.line.metric)
            return Said("briefing.new_one", {"name": name, "day": day_of(begun), "now": now})
        if not cells[at + 1]:
            now = Amount(cells[0] or ZERO, self.line.metric)
            return Said("briefing.none_then_one", {"name": name, "now": now})
        held = [self.windows[place].days for place in (0, at + 1)]
        partly = len(cells) > len(self.windows) and [cells[3], cells[4 + at]] != held
        return Said(f"briefing.{'partly_one' if partly else 'small_one'}", {"name": name})

    def _lately(
        self, level: str, at: int, read: Mapping[str, Read], alike: LikeForLike | None, desk: MetricDesk
    ) -> Said | str:
        """Return who moved most beside the period before, where that is a like one and a year ago is told."""
        now, before = self.windows[:2]
        days_alike = now.days > 1 or now.start.weekday() == before.start.weekday()
        if not at or is_year(self.windows) or unlike(now, before, desk.catalog) or not days_alike:
            return ""
        found = self._grown(level, 0, read, alike, desk)
        if len(found) < FEWEST:
            return ""
        ends = [
            Said("briefing.lately_one", {"name": one.name, "rate": _signed(one.rate)})
            for one in (found[0], found[-1])
        ]
        return Said("briefing.lately", {"best": ends[0], "worst": ends[1]})

    def missed(self, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
        """Return who did not reach the target, or is behind in a time that runs, by the first level."""
        return next((said for level in self.levels if (said := self._missed(level, read, desk))), "")

    def _missed(self, level: str, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
        """Return who did not reach the target, or is behind the days of a time that runs.

        Of costs nothing is said; who was there for a part of the time is left out, with its part of a target.
        """
        reached = self._reached(level, read, desk)
        if len(reached) < FEWEST:
            return ""
        runs = reached[0].due.runs
        label = desk.catalog.dimensions[level].label(desk.language)
        near = LEVEL if runs else ZERO  # as wherever else who is behind is counted
        short = [one for one in reached if one.share < one.due.share - near]
        short = sorted(short, key=lambda one: one.lead) if runs else short
        told = short[:_MOST_MISSED] if len(short) == len(reached) else short  # nobody who missed did best
        best = [one for one in reached[: -_MOST_BEST - 1 : -1] if one not in told]
        params: dict[str, Any] = {
            "count": len(short),
            "every": len(reached),
            "dimension": plural_of(in_sentence(label, desk.language), desk.language),
            "list": _listed(short[:_MOST_MISSED], reached, self.line.metric if runs else ""),
            "month": replace(reached[0].due.whole, text=""),
            "best": Said("briefing.best_reached", {"list": _listed(best, reached)}) if best else "",
        }
        code = "none_missed" if not short else "missed_more" if len(short) > _MOST_MISSED else "missed"
        code = "all_missed" if len(short) == len(reached) else code
        return Said(f"briefing.{code}{'_running' if runs else ''}", params)

    def aimed(self, read: Mapping[str, Read], desk: MetricDesk) -> list[Said]:
        """Return how much of its target each of a few has reached: told where too few grew to compare."""
        for level in self.levels:
            reached = self._reached(level, read, desk)
            if not 1 < len(reached) <= _MOST_AIMED:
                continue
            due = reached[0].due
            params = {"dimension": Name(level, dimension=True), "list": _listed(reached[::-1], reached)}
            about = {"metric": Name(self.line.metric), "over": due.gone()}
            way = "" if not due.runs else "_due" if _apart_due(reached) else "_running"
            return [Said(f"briefing.aimed{way}", {**params, **about})]
        return []

    def _reached(self, level: str, read: Mapping[str, Read], desk: MetricDesk) -> "list[_Reached]":
        """Return each member beside its target, the farthest behind first; of costs and rates none."""
        aims, now = read.get(f"members_target.{level}"), self._rows(level, read)
        low = is_better_low(desk.catalog.metrics[self.line.metric])
        if low or not accrues(self.line.metric, desk) or aims is None or not now or aims.result.truncated:
            return []
        partly, windows = self._partly(now), aims.look.query.windows
        found = []
        for name, *cells in aims.result.rows:
            wanted = [exact(cell) for cell in cells]
            due = due_of(self.line.metric, self.windows[0].end, windows, wanted, desk)
            if name and due is not None and str(name) not in partly:
                own = (now.get(str(name)) or [ZERO])[0] or ZERO
                found.append(_Reached(str(name), own, due))
        return sorted(found, key=lambda one: (one.share - one.due.share, one.name))

    def _partly(self, rows: "Mapping[str, Sequence[Decimal | None]]") -> set[str]:
        """Return who has data on clearly fewer days than others: it closed within the time, or opened."""
        at = len(self.windows)
        held = {name: cells[at] or ZERO for name, cells in rows.items() if len(cells) > at}
        most = max(held.values(), default=ZERO)
        return {name for name, count in held.items() if count < _MOST_DAYS * most}


@dataclass(frozen=True)
class _Reached:
    """What a member came to, and what of its target was due."""

    name: str
    actual: Decimal
    due: Due

    @property
    def share(self) -> Decimal:
        """Return how much of its target it reached, in percent."""
        return 100 * self.actual / self.due.target

    @property
    def lead(self) -> Decimal:
        """Return how much more it has than was due."""
        return self.actual - self.due.due

    def told(self, *, apart: bool, behind: str = "") -> Said:
        """Return it with its share, with what was due of it, and with how much of a figure it is behind."""
        lag = Said("pace.due_less", {"gap": Amount(self.lead, behind, "size")}) if behind else ""
        params = {"name": self.name, "share": share_told(self.share), "lag": lag}
        due = {"due": Percent(rounded(self.due.share))} if apart else {}
        return Said(f"briefing.reached{'_due' if apart else ''}", params | due)


def _listed(some: Sequence[_Reached], every: Sequence[_Reached], behind: str = "") -> tuple[Said, ...]:
    apart = _apart_due(every)
    return tuple(one.told(apart=apart, behind=behind) for one in some)


def _apart_due(every: Sequence[_Reached]) -> bool:
    """Tell whether of some of them another share was due by now: their months' targets differ."""
    return len({rounded(one.due.share) for one in every}) > 1


@dataclass(frozen=True)
class _Grown:
    """A member's figure now, and then for as many days."""

    name: str
    whole: Decimal  # now, with what is new in it
    now: Decimal
    then: Decimal
    begun: Openings | None = None  # what is new in it, and left out of the two

    @property
    def rate(self) -> Decimal:
        return self.now / self.then - 1


def _all_of(found: Sequence[_Grown]) -> Openings:
    """Return all that came or went within some members."""
    begun = [one.begun for one in found if one.begun]
    new, closed = (
        tuple(it for some in both for it in some)
        for both in ([one.every for one in begun], [one.closed for one in begun])
    )
    return Openings("", new, closed)


def _of_new(begun: Openings | None, own: Mapping[str, Sequence[Decimal | None]], place: int) -> Decimal:
    """Return what those within one that came or went brought in one of the times."""
    names = [name for name in begun.names if name in own] if begun else []
    return sum((own[name][place] or ZERO for name in names), ZERO)


def _signed(rate: Decimal) -> Percent:
    return Percent(rounded(100 * rate), signed=True)


def members_of_first(
    lines: Sequence[Line],
    windows: tuple[Window, Window, Window],
    read_by: Mapping[str, str],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Members | None:
    """Return the first figure by the level of which there are few enough to compare; None without one.

    `read_by` is what each figure is read by anyhow.
    """
    line = lines[0]
    shape, levels = shape_of(line.metric, desk), _levels(lines, asked, desk)
    if not levels or shape.kind != "sum":
        return None
    counted, month = (ACTIVE,) if shape.active else (), months_of(windows[0])
    looks = []
    for level in levels:
        query = MetricQuery((line.metric, *counted), (level,), windows=windows, filters=asked.filters)
        told = {"metric": Name(line.metric), "by": Name(level, dimension=True)}
        label = Said("briefing.label.moves", told)
        if read_by.get(line.metric) != level:
            looks.append(Look(f"members.{level}", query, label, catalog=shape.catalog))
        if line.target and month is not None and desk.catalog.cuts(line.target, level):
            window = replace(month, text="")
            times = aim_windows(line.metric, window, windows[0].end, desk)
            aims = MetricQuery((line.target,), (level,), windows=times, filters=asked.filters)
            named = Said("briefing.label.target", {"metric": Name(line.target)})
            looks.append(Look(f"members_target.{level}", aims, named))
    ended = ended_look(_ENDED, line.metric, asked.filters, desk)
    inside = inside_look([line.metric], asked.filters, desk)
    return Members(line, levels, windows, (*looks, *(one for one in (ended, inside) if one)))


def _levels(lines: Sequence[Line], asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return the coarsest level of which there are some and not many, and the finest.

    They are of what targets are set by, where they are, else of what cuts most of the scorecard.
    """
    line, cuts = lines[0], desk.catalog.cuts
    fixed = {kept.dimension for kept in asked.filters}
    open_to = cuts_of(line.metric, desk, fixed)
    if not open_to:
        return ()

    placed = {name for levels in desk.catalog.hierarchies for name in levels}

    def standing(one: str) -> tuple[bool, bool, int]:
        aimed = bool(line.target) and cuts(line.target, one)
        return not aimed, one not in placed, -sum(cuts(it.metric, one) for it in lines)

    finest = min(open_to, key=standing)
    levels = next((one for one in desk.catalog.hierarchies if finest in one), (finest,))
    few = [one for one in levels if one in open_to and FEWEST <= size_within(one, fixed, desk) <= MOST]
    return tuple(dict.fromkeys((*few[:1], finest)))
