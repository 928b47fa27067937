"""Targets still set for things that had ended: left out of every figure of an answer, once, and said."""

import datetime as dt
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked, Run
from analysis.briefing.months import by_member_and_start
from analysis.lifespans import ends_at, last_days_look, last_days_of
from analysis.outcome import Amount, Look, Name, Outcome, Read, Reading, Said, Steps, exact, relay
from analysis.target.aims import target_of
from analysis.why.ended import Ended
from analysis.why.looks import stored
from knowledge.metrics import Catalog, Dimension, Metric
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk


@dataclass(frozen=True)
class _Left:
    """What of a target is set for things of months after they had ended."""

    of: Ended
    amounts: Mapping[tuple[str, dt.date], Decimal]

    def within(self, window: Window) -> Mapping[str, Decimal]:
        """Return what is theirs of a time, by thing."""
        found: dict[str, Decimal] = {}
        for (name, month), value in self.amounts.items():
            if window.start <= month < window.end:
                found[name] = found.get(name, Decimal(0)) + value
        return found


@dataclass
class _Targets:
    """The targets that the looks of one analysis are of, and what is left out of them."""

    asked: AnalysisAsked
    desk: MetricDesk
    left: dict[str, _Left | None] = field(default_factory=dict)
    told: "dict[str, _Told]" = field(default_factory=dict)
    beside: "dict[str, _Told]" = field(default_factory=dict)

    def through(self, looks: Sequence[Look]) -> Reading:
        """Yield the looks with their targets kept to what was open, after those at what had ended."""
        for aim, name in _aims(looks, self.desk).items():
            if aim not in self.left:
                self.left[aim] = yield from self._left_of(aim, name)
        found = yield [self._kept(look) for look in looks]
        for one in found.values():
            self._note(one)
        return found

    def _left_of(self, aim: str, name: str) -> Generator[Sequence[Look], Mapping[str, Read], _Left | None]:
        """Yield the looks at the last days of a target's things, and at what each had and has set after it.

        Where one goes on after its last day, all targets stay as they are.
        """
        thing, desk = _ending(aim, self.desk), self.desk
        column = ends_at(thing, desk) if thing and _cut_alike(aim, name, thing, desk) else None
        if thing is None or column is None:
            return None
        called, rows = f"ended_targets.{aim}", Metric("", "", "", table=thing.table)
        of = [
            one
            for one in self.asked.filters
            if desk.catalog.reaches(rows, desk.catalog.dimensions[one.dimension])
        ]
        last = last_days_look(thing.name, tuple(of), desk, called)
        read = (yield [last]) if last else {}
        gone = {one: day for one, day in last_days_of(read.get(called)).items() if day}
        if not gone:
            return None
        kept = Filter(thing.name, tuple(stored(thing.name, one, desk) for one in gone))
        looks = [_by_month(one, thing.name, kept, called) for one in (aim, name)]
        read = yield looks
        had, went_on = (_after(look, read, gone) for look in looks)
        if not had or went_on is None or any(value > 0 for value in went_on.values()):
            return None
        return _Left(Ended(thing.name, column, gone), had)

    def _kept(self, look: Look) -> Look:
        """Return a look whose targets are of what was open in each month."""
        catalog = look.catalog or self.desk.catalog
        here = [aim for aim in _sources(look, catalog) if self.left.get(aim)]
        if not here:
            return look
        open_only = [
            replace(catalog.metrics[aim], while_open=f"{thing.table}.{left.of.column.name}")
            for aim in here
            if (left := self.left[aim]) and (thing := catalog.dimensions[left.of.dimension])
        ]
        return replace(look, catalog=catalog.beside(*open_only))

    def _note(self, read: Read) -> None:
        """Keep what was left out of a target where a look is the first that has something of it: of one
        figure for all, or else at all."""
        query = read.look.query
        for aim in query.metrics:
            if not (left := self.left.get(aim)) or aim in self.told:
                continue
            for at, window in enumerate(query.windows):
                if theirs := left.within(window):
                    place = query.metrics.index(aim) * len(query.windows) + at
                    total = exact(read.result.rows[0][place]) if _is_total(read) else None
                    kept = self.told if _is_total(read) else self.beside
                    kept.setdefault(aim, _Told(aim, window, theirs, total, left.of))
                    break

    def said(self) -> Said | None:
        """Return what was left out of each target, or nothing."""
        told = list({**self.beside, **self.told}.values())
        members = {name: day for one in told for name, day in one.of.members.items() if name in one.theirs}
        if not members:
            return None
        listed = replace(told[0].of, members=members).listed(self.desk.language)
        return Said("target.of_ended", {"list": listed, "left": tuple(one.said() for one in told)})


@dataclass(frozen=True)
class _Told:
    """What of a target over a time is not in it, and what is, where it is of all."""

    aim: str
    window: Window
    theirs: Mapping[str, Decimal]
    rest: Decimal | None
    of: Ended

    def said(self) -> Said:
        """Return words on it."""
        own = sum(self.theirs.values(), Decimal(0))
        every = Said("target.of_ended_with", {"all": Amount(self.rest + own, self.aim)}) if self.rest else ""
        params = {"metric": Name(self.aim), "whole": replace(self.window, text=""), "with": every}
        return Said("target.of_ended_one", {**params, "theirs": Amount(own, self.aim)})


def of_open_things(run: Run) -> Run:
    """Return the steps of an analysis whose targets are without what is set for things that had ended.

    A shop that closed in March keeps its targets until December; by them all would be further behind.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if not any(ends_at(one, desk) for one in desk.catalog.dimensions.values()):
            return (yield from run(asked, desk))
        targets = _Targets(asked, desk)
        found = yield from relay(run(asked, desk), targets.through)
        said = targets.said()
        if said is None or (found.declined is not None and found.declined.code != "target.none"):
            return found
        if found.declined is not None:
            return replace(found, declined=Said("why.had_ended", {"list": said.params["list"]}))
        return _beside(found, said, asked)

    return steps


def _beside(found: Outcome, said: Said, asked: AnalysisAsked) -> Outcome:
    """Return an outcome with what was left out: behind the target where that was asked, else at the end."""
    if asked.kind != "target":
        return replace(found, cautions=(said, *found.cautions))
    first, *rest = found.statements
    return replace(found, statements=(first, said, *rest))


def _aims(looks: Sequence[Look], desk: MetricDesk) -> Mapping[str, str]:
    """Return the targets that looks are of, each with the figure whose target it is."""
    catalog = desk.catalog
    named = dict.fromkeys(one for look in looks for one in _sources(look, look.catalog or catalog))
    monthly = {one for one in named if one in catalog.metrics and catalog.metrics[one].time_grain == "month"}
    if not monthly:
        return {}
    found = {target_of(one, desk): name for name, one in [*catalog.metrics.items()][::-1]}
    return {aim: found[aim] for aim in named if aim in monthly and aim in found}


def _sources(look: Look, catalog: Catalog) -> Iterator[str]:
    return (source.name for name in look.query.figures for source in catalog.sources(name))


def _ending(aim: str, desk: MetricDesk) -> Dimension | None:
    """Return the things a target is set for, the nearest to its rows whose own table has a last day."""
    catalog = desk.catalog
    open_to = [
        one for one in catalog.dimensions.values() if ends_at(one, desk) and catalog.cuts(aim, one.name)
    ]
    table = catalog.sources(aim)[0].table
    return min(open_to, key=lambda one: len(catalog.way(table, one) or ()), default=None)


def _cut_alike(aim: str, name: str, thing: Dimension, desk: MetricDesk) -> bool:
    """Tell whether a figure and its target come together of the same things."""
    catalog = desk.catalog
    sums = all(catalog.metrics[one].additivity == "sum" for one in (aim, name))
    return sums and catalog.cuts(name, thing.name)


def _by_month(name: str, thing: str, kept: Filter, called: str) -> Look:
    query = MetricQuery((name,), (thing,), grain="month", filters=(kept,))
    return Look(f"{called}.{name}", query, Said("target.label", {"metric": Name(name)}), detail=True)


def _after(
    look: Look, read: Mapping[str, Read], gone: Mapping[str, dt.date]
) -> dict[tuple[str, dt.date], Decimal] | None:
    """Return what there is of each thing by month, of the months that began after it had ended."""
    found = read.get(look.name)
    if found is None or found.result.truncated:
        return None
    rows = by_member_and_start(found).items()
    return {
        (name, month): value for (name, month), value in rows if value and name in gone and month > gone[name]
    }


def _is_total(read: Read) -> bool:
    query = read.look.query
    return not query.splits and not query.grain and bool(read.result.rows)
