"""Figures in stages: blocks, every group's figures, shares and places over them, then what is shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlglot import exp

from config.wording import say
from database.trees import copied
from language.calendar import days, whole
from query.plan.blocks import Block, days_kept
from query.plan.engines import date_literal, rounded
from query.plan.figures import DEFAULT_DECIMALS, share, shown_value, value_of
from query.plan.headings import (
    growth_heading,
    member_heading,
    metric_heading,
    running_heading,
    share_heading,
    stretch_heading,
    whole_heading,
)
from query.plan.members import all_named, label_of, own_column
from query.plan.nodes import Aggregate, Calendar, Filter, Join, Node, Output, Project, Ref, Union, With
from query.plan.order import order_of
from query.plan.task import Task
from query.plan.values import divided, growth, growth_by_day, holds, ordered, whole_of

CALENDAR, GROUPS, FIGURES, SHARES, PLACES, GROUPED = (
    "metric_calendar",
    "metric_groups",
    "metric_figures",
    "metric_shares",
    "metric_places",
    "metric_first",
)  # no table is called so
Planned = tuple[Node, tuple[exp.Expr, ...]]


@dataclass(frozen=True)
class Staged:
    """One query's stages; each is a relation that the next one reads by its name."""

    task: Task
    blocks: tuple[Block, ...]
    spine: Block | None
    loose: frozenset[str]

    def plan(self) -> Planned:
        """Return the groups that are shown, and their order."""
        body, order = self._with_others() if self.task.query.others else self._shown()
        return With(tuple(self._stages()), body), order

    def _stages(self) -> Sequence[tuple[str, Node]]:
        query, (first, *more) = self.task.query, self.blocks
        stages: list[tuple[str, Node]] = [(CALENDAR, self._calendar())] if query.by_calendar else []
        if more or self.spine is not None or query.by_calendar:
            stages += [(one.name, one.relation()) for one in (first, *more)]
        if self.spine is not None:
            stages.append((self.spine.name, self.spine.relation()))
        if self._needs_keys:
            stages.append((GROUPS, self._keys()))
        stages.append((FIGURES, self._figures()))
        if self.task.ranks_shares:
            stages += [(SHARES, Project(Ref(FIGURES), tuple(self._wholes()), every=True))]
            stages += [(PLACES, self._places_of_shares())]
        elif self._is_placed:
            stages.append((PLACES, self._places()))
        if query.others:
            stages.append((GROUPED, self._first_and_rest()))
        return stages

    # Groups

    @cached_property
    def _needs_keys(self) -> bool:
        if self.task.query.by_calendar:
            return bool(self.task.query.splits)
        measured = [one for one in self.blocks if not one.divides]
        return bool(self.task.members) and self.spine is None and len(measured) > 1

    @cached_property
    def _full(self) -> list[Block]:
        """Return the blocks that have every group column."""
        members = set(self.task.members)
        return [one for one in self.blocks if set(one.shown) == members and not one.divides]

    def _keys(self) -> Node:
        """Return every group that any block knows; a group missing in one is not lost."""
        names = list(self._full[0].groups)
        if self.task.query.by_calendar:
            names.remove(f"{self.task.query.grain}_start")
        outputs = tuple(Output(exp.column(name)) for name in names)
        return Union(tuple(Project(Ref(one.name), outputs) for one in self._full))

    @cached_property
    def _homes(self) -> dict[str, str]:
        """Return where each group column is read from: the table that has all of its members."""
        filled = self.task.query.by_calendar
        owner = self.spine or (self._full if self._needs_keys or filled else self.blocks)[0]
        homes = dict.fromkeys(owner.groups, GROUPS if self._needs_keys else owner.name)
        return homes | ({f"{self.task.query.grain}_start": CALENDAR} if filled else {})

    def _calendar(self) -> Node:
        """Return every day, week or month of the period."""
        grain, windows = self.task.query.grain, self.task.stretches[0].windows
        first = whole(grain, min(one.start for one in windows))[0]
        last = whole(grain, max(one.end for one in windows) - days(1))[0]
        return Calendar(CALENDAR, f"{grain}_start", first, last, grain)

    def _of_the_period(self) -> tuple[exp.Expr, ...]:
        """Return what leaves out days and months between two periods, and other days of the week."""
        grain, windows = self.task.query.grain, self.task.stretches[0].windows
        at = exp.column(f"{grain}_start", table=CALENDAR)
        kept = days_kept(at, self.task)
        tests = () if kept is None else (kept,)
        if len(windows) == 1:
            return tests
        dialect = self.task.dialect
        within = [
            exp.and_(
                exp.GTE(this=copied(at), expression=date_literal(whole(grain, one.start)[0], dialect)),
                exp.LT(this=copied(at), expression=date_literal(one.end, dialect)),
            )
            for one in windows
        ]
        return (*tests, exp.or_(*within))

    # Figures

    def _figures(self) -> Node:
        """Return every group with every figure."""
        if len(self.blocks) > 1 or self.spine is not None or self.task.query.by_calendar:
            return self._joined()
        (block,) = self.blocks
        outputs = [Output(value, name) for name, value in block.groups.items()]
        outputs += [Output(value_of(name, block.atoms, "", self.task), name) for name in self.task.wanted]
        return Aggregate(block.source, tuple(outputs), tuple(block.groups.values()))

    def _joined(self) -> Node:
        homes = self._homes
        first, *more = dict.fromkeys(homes.values() or [self.blocks[0].name])
        rows: Node = Ref(first)
        for name in more:
            rows = Join(rows, Ref(name), kind="CROSS")
        for block in self.blocks:
            if block.name != first:
                on = tuple(self._matches(name, block) for name in block.groups if name in homes)
                rows = Join(rows, Ref(block.name), on, "LEFT" if on else "CROSS")
        atoms = {name: self._atom(name, block) for block in self.blocks for name in block.atoms}
        outputs = [Output(exp.column(name, table=table)) for name, table in homes.items()]
        outputs += [
            Output(value_of(name, atoms, stretch.suffix, self.task), f"{name}{stretch.suffix}")
            for stretch in self.task.stretches
            for name in self.task.wanted
        ]
        tests = self._of_the_period() if self.task.query.by_calendar else ()
        return Project(Filter(rows, tests) if tests else rows, tuple(outputs))

    def _matches(self, name: str, block: Block) -> exp.Expr:
        """Return that a group column is equal in a block and at home, also where it is NULL in both."""
        compare = exp.NullSafeEQ if name in self.loose else exp.EQ
        return compare(
            this=exp.column(name, table=self._homes[name]), expression=exp.column(name, table=block.name)
        )

    def _atom(self, name: str, block: Block) -> exp.Expr:
        column = exp.column(name, table=block.name)
        if self.spine is None and name not in block.noughts:
            return column
        return exp.Coalesce(this=column, expressions=[exp.Literal.number(0)])

    def _figure(self, name: str) -> exp.Expr:
        return exp.column(f"{name}{self.task.stretches[0].suffix}")

    # Shares and places

    @cached_property
    def _is_placed(self) -> bool:
        return self.task.is_ranked() or self.task.shares_early()

    @cached_property
    def _is_one_of_all(self) -> bool:
        """Tell the share of some that were named, beside which all is told: 63,837 of 328,267."""
        query = self.task.query
        return bool(query.shared) and not (query.ranking or query.share_within or query.conditions)

    @cached_property
    def _named(self) -> exp.Expr | None:
        return all_named(self.loose, self.task)

    def _tests(self) -> list[exp.Expr]:
        """Return what the groups that are shown or ranked must meet."""
        return [holds(one, exp.column(one.metric)) for one in self.task.query.conditions]

    def _share_groups(self, *, keyed: bool) -> list[exp.Expr]:
        """Return the columns of the groups that shares are taken within."""
        within = self.task.query.share_within
        keys = [f"{name}_key" for name in within if self._has_key(name)] if keyed else []
        return [exp.column(name) for name in (*within, *keys)]

    def _has_key(self, name: str) -> bool:
        return name in self.task.query.splits and bool(self.task.dimension(name).key)

    def _places(self) -> Node:
        """Return the figures with places and shares, which later conditions choose by."""
        query, ranking = self.task.query, self.task.query.ranking
        outputs, tests = self._wholes(), []
        if ranking is not None and ranking.number is not None:
            keeps_all = query.share or query.others  # what has no name is in the whole, but has no place
            tests = [self._ranked().is_(exp.null()).not_(), *self._tests()]
            tests += [self._named] if self._named is not None and not keeps_all else []
            outputs.append(Output(self._place(keeps_all=keeps_all), "metric_place"))
        rows: Node = Filter(Ref(FIGURES), tuple(tests)) if tests else Ref(FIGURES)
        return Project(rows, tuple(outputs), every=True)

    def _wholes(self) -> list[Output]:
        """Return what shares are of, where they are of more than what is shown in the end."""
        query, outputs = self.task.query, []
        for stretch in self.task.stretches if self.task.shares_early() else ():
            value = exp.column(f"{query.metrics[0]}{stretch.suffix}")
            whole = whole_of(value, self._share_groups(keyed=True))
            outputs.append(Output(whole, f"metric_whole{stretch.suffix}"))
            if not query.compared:
                break
        return outputs

    def _places_of_shares(self) -> Node:
        """Return the one member within each group, with the place of its share among the groups."""
        tests = [self._only(one.dimension, one.values, negated=False) for one in self.task.query.shared]
        tests.append(self._ranked().is_(exp.null()).not_())
        place = Output(self._place(keeps_all=False), "metric_place")
        return Project(Filter(Ref(SHARES), tuple(tests)), (place,), every=True)

    def _ranked(self) -> exp.Expr:
        ranking = self.task.query.ranking
        assert ranking is not None
        if ranking.by == "share":
            return divided(self._figure(ranking.metric), exp.column("metric_whole"), 1)
        return growth(ranking.metric) if ranking.by == "growth" else self._figure(ranking.metric)

    def _place(self, *, keeps_all: bool) -> exp.Expr:
        ranking, named = self.task.query.ranking, self._named if keeps_all else None
        assert ranking is not None
        within: list[exp.Expr] = [exp.column(name) for name in ranking.within]
        within += [] if named is None else [copied(named)]
        order = exp.Order(expressions=[exp.Ordered(this=self._ranked(), desc=ranking.direction == "top")])
        rank = exp.Anonymous(this="DENSE_RANK" if ranking.place else "RANK")
        place = exp.Window(this=rank, partition_by=within or None, order=order)
        return place if named is None else exp.Case().when(copied(named), place)

    # What is shown

    def _shown(self) -> Planned:
        task, ranking = self.task, self.task.query.ranking
        tests = [self._only(one.dimension, one.values, negated=one.negated) for one in task.query.shared]
        if ranking and ranking.number is not None:
            compare = exp.EQ if ranking.place else exp.LTE
            number = exp.Literal.number(ranking.number)
            tests.append(compare(this=exp.column("metric_place"), expression=number))
        if not self._is_placed and task.query.conditions:
            tests += [*self._tests(), *([self._named] if self._named is not None else [])]
        source: Node = Ref(PLACES if self._is_placed else FIGURES)
        rows = Project(Filter(source, tuple(tests)) if tests else source, tuple(self._columns()))
        members: dict[str, exp.Expr] = {name: exp.column(name) for name in task.members}
        figures = {name: self._figure(name) for name in task.wanted}
        return rows, order_of(members, figures, task) if members else ()

    def _only(self, name: str, values: tuple[str, ...], *, negated: bool) -> exp.Expr:
        """Return that a shown member is one of some."""
        column = exp.column(own_column(name, self.task))
        test: exp.Expr = column.isin(*(exp.Literal.string(one) for one in values))
        return test.not_() if negated else test

    def _columns(self) -> list[Output]:
        task, query = self.task, self.task.query
        columns = [
            Output(label_of(name, exp.column(name), task), member_heading(name, task), quoted=True)
            for name in task.members
        ]
        if query.share and query.compared:
            return [*columns, *self._compared_shares()]
        columns += [column for name in task.shown for column in self._metric_columns(name)]
        if query.share:
            value = self._figure(query.metrics[0])
            whole = whole_of(value, self._share_groups(keyed=False))
            whole = exp.column("metric_whole") if task.shares_early() else whole
            columns.append(Output(share(value, whole, task), share_heading(task), quoted=True))
            if self._is_one_of_all:
                columns.append(Output(exp.column("metric_whole"), whole_heading(task), quoted=True))
        if query.running:
            name = query.metrics[0]
            columns.append(Output(self._running(name), running_heading(name, task), quoted=True))
        return columns

    def _compared_shares(self) -> list[Output]:
        """Return each share beside the earlier one, and by how many points they differ."""
        task, (name, *_) = self.task, self.task.query.metrics
        parts: list[exp.Expr] = []
        for stretch in task.stretches:
            value = exp.column(f"{name}{stretch.suffix}")
            whole: exp.Expr = exp.column(f"metric_whole{stretch.suffix}")
            parts.append(divided(value, whole if task.shares_early() else whole_of(value, ()), 100))
        columns = [
            Output(rounded(part, DEFAULT_DECIMALS, task.dialect), share_heading(task, stretch), quoted=True)
            for part, stretch in zip(parts, task.stretches, strict=True)
        ]
        apart = rounded(
            exp.Sub(this=copied(parts[0]), expression=copied(parts[1])), DEFAULT_DECIMALS, task.dialect
        )
        return [*columns, Output(apart, say("metrics.column.share_change", task.language), quoted=True)]

    def _metric_columns(self, name: str) -> list[Output]:
        task = self.task
        columns = [
            Output(
                shown_value(name, exp.column(f"{name}{stretch.suffix}"), task),
                stretch_heading(name, stretch, task),
                quoted=True,
            )
            for stretch in task.stretches
        ]
        if task.query.compared:
            unlike = task.unlike_days(name)
            change = growth_by_day(name, *unlike) if unlike else growth(name)
            change = rounded(change, DEFAULT_DECIMALS, task.dialect)
            columns.append(Output(change, growth_heading(name, task), quoted=True))
        return columns

    def _running(self, name: str) -> exp.Expr:
        return exp.Window(
            this=exp.Sum(this=exp.column(name)),
            partition_by=[exp.column(split) for split in self.task.query.splits] or None,
            order=exp.Order(expressions=[exp.Ordered(this=exp.column(f"{self.task.query.grain}_start"))]),
        )

    # The first so many and the rest

    def _is_first(self) -> exp.Expr:
        ranking = self.task.query.ranking
        assert ranking is not None and ranking.number is not None
        return exp.LTE(this=exp.column("metric_place"), expression=exp.Literal.number(ranking.number))

    def _first_and_rest(self) -> Node:
        """Return each group with what it is shown as: itself, or one of the rest."""
        (split,) = self.task.query.splits
        rest = exp.Literal.string(say("metrics.column.others", self.task.language))
        member = label_of(split, exp.column(split), self.task)
        key = exp.column(f"{split}_key" if self._has_key(split) else split)
        nought, one = exp.Literal.number(0), exp.Literal.number(1)
        outputs = (
            Output(exp.Case().when(self._is_first(), member).else_(rest), "metric_shown"),
            Output(exp.Case().when(self._is_first(), key).else_(exp.null()), "metric_own"),
            Output(exp.Case().when(self._is_first(), nought).else_(one), "metric_late"),
        )
        return Project(Ref(PLACES), outputs, every=True)

    def _with_others(self) -> Planned:
        """Return the first so many and one row for all that is left, last."""
        task, query, (split,) = self.task, self.task.query, self.task.query.splits
        assert query.ranking is not None
        sums = {name: exp.Sum(this=exp.column(name)) for name in task.shown}
        outputs = [Output(exp.column("metric_shown"), member_heading(split, task), quoted=True)]
        outputs += [
            Output(shown_value(name, value, task), metric_heading(name, task), quoted=True)
            for name, value in sums.items()
        ]
        if query.share:
            whole = exp.Max(this=exp.column("metric_whole"))
            outputs.append(
                Output(share(sums[query.metrics[0]], whole, task), share_heading(task), quoted=True)
            )
        shown, own, late = (exp.column(name) for name in ("metric_shown", "metric_own", "metric_late"))
        by_figure = ordered(sums[query.ranking.metric], descending=query.ranking.direction == "top")
        return Aggregate(Ref(GROUPED), tuple(outputs), (shown, own, late)), (late, by_figure, shown)
