"""A MetricQuery composed into SQL: tables are joined from many to one only, so that no row counts twice."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as SqlglotDialect

from config.wording import Language, say
from database.dialects import Dialect
from knowledge.language.calendar import MONTHS, Holidays, add_months, days, whole
from knowledge.metric.apart import apart_from_tables
from knowledge.metric.blocks import Block, BlockMaker, named, null_safe
from knowledge.metric.days import STEPS, calendar, date_literal
from knowledge.metrics import Catalog, Metric
from knowledge.question import Compared, MetricQuery, Window

__all__ = ["compose", "earlier_window"]

COMPARERS = {"gt": exp.GT, "ge": exp.GTE, "lt": exp.LT, "le": exp.LTE}
DEFAULT_DECIMALS = 2
BARE_DECIMALS = 4  # of a ratio without a unit: 0.0345 would come to 0.03
MET = "metric_met"
CALENDAR, GROUPS, FIGURES, PLACES, GROUPED = (
    "metric_calendar",
    "metric_groups",
    "metric_figures",
    "metric_places",
    "metric_first",
)  # no table is called so


def compose(
    query: MetricQuery,
    catalog: Catalog,
    dialect: Dialect,
    language: Language,
    today: dt.date,
    *,
    exact: bool = False,
) -> str:
    """Return the SELECT that answers a query, in the engine's own words.

    With `exact` rates and averages come unrounded, to be computed with: rain of 3.35 read as 3.4 grew by
    24.0 % where it had grown by 23.1 %.
    """
    tree = _Composer(*apart_from_tables(query, catalog), dialect, language, today, exact=exact).tree()
    own = SqlglotDialect.get_or_raise(dialect.sqlglot_name)
    for division in tree.find_all(exp.Div):  # the factor before it keeps whole numbers from being cut
        division.set("typed", own.TYPED_DIVISION)
        division.set("safe", own.SAFE_DIVISION)
    return tree.sql(dialect=dialect.sqlglot_name, pretty=True)


def earlier_window(
    compared: Compared, window: Window, grain: str, holidays: Holidays | None = None
) -> Window:
    """Return the stretch a window is compared with; with a grain, each unit with its own."""
    if compared.kind == "named" and compared.window is not None:
        return compared.window
    if compared.kind == "last_year":
        return window.year_before(holidays)
    if not grain:
        return window.before()
    if grain in MONTHS:
        back = -MONTHS[grain]
        end = add_months(window.end - days(1), back) + days(1)
        if window.end == whole(grain, window.end)[0]:
            end = add_months(window.end, back)
        return replace(window, start=add_months(window.start, back), end=end)
    step = days(7 if grain == "week" else 1)
    return replace(window, start=window.start - step, end=window.end - step)


@dataclass(frozen=True)
class _Role:
    """One of the stretches of time that figures are taken for."""

    suffix: str
    windows: tuple[Window, ...]
    shift: tuple[int, str] | None = None


class _Composer:
    def __init__(
        self,
        query: MetricQuery,
        catalog: Catalog,
        dialect: Dialect,
        language: Language,
        today: dt.date,
        *,
        exact: bool,
    ) -> None:
        self.query, self.catalog, self.dialect, self.language = query, catalog, dialect, language
        self.exact = exact
        self.today = today
        self.roles = self._roles()
        self.wanted = self._wanted()
        self.maker = BlockMaker(query, catalog, dialect, language, today)

    def tree(self) -> exp.Select:
        """Return the whole statement."""
        blocks = self._blocks()
        spine = self.maker.spine()
        alone = len(blocks) == 1 and spine is None and not self._stands_on_figures()
        if alone and not self._must_name_groups(blocks[0]):
            statement = self._direct(blocks[0])
        else:
            statement = self._on_figures(blocks, spine)
        return self._count(statement) if self.query.counted else statement

    def _count(self, groups: exp.Select) -> exp.Select:
        """Return how many groups there are, those without a name left out."""
        (name,) = self.maker.members
        groups.set("order", None)
        heading = say("metrics.column.counted", self.language, name=self._heading(name))
        count = named(exp.Count(this=exp.Star()), heading)
        statement = exp.select(count).from_(groups.subquery(MET))
        has_name = None if self.query.grain else self.maker.has_name(name)
        if has_name is None:
            return statement
        shown = exp.column(exp.to_identifier(self._heading(name), quoted=True))
        none = exp.Literal.string(say("metrics.column.none", self.language))
        coded = bool(self.catalog.dimensions[name].values)
        if isinstance(has_name, exp.Not) and not coded:  # a number has no word for none
            return statement.where(shown.is_(exp.null()).not_())
        return statement.where(exp.NEQ(this=shown, expression=none))

    # What is needed

    def _roles(self) -> list[_Role]:
        query = self.query
        if query.compared and query.window:
            now = query.window.cut(self.today)
            before = earlier_window(query.compared, now, query.grain, self.catalog.holidays)
            return [_Role("", (now,)), _Role("_before", (before,), self._shift(query.compared))]
        if len(query.windows) > 1 and not query.grain:
            return [_Role(f"_{number}", (one,)) for number, one in enumerate(query.windows, 1)]
        windows = tuple(one.cut(self.today) for one in query.windows) if query.filled else query.windows
        return [_Role("", windows)]

    def _shift(self, compared: Compared) -> tuple[int, str] | None:
        grain = self.query.grain
        if not grain:
            return None
        if compared.kind == "last_year":
            return (364, "DAY") if grain == "week" else (1, "YEAR")
        return STEPS[grain]

    def _wanted(self) -> list[str]:
        query = self.query
        names = [*query.metrics]
        names += [condition.metric for condition in query.conditions]
        names += [query.ranking.metric] if query.ranking else []
        shown = [other for name in names for other in self.catalog.metrics[name].show]
        return list(dict.fromkeys([*names, *shown]))

    def _stands_on_figures(self) -> bool:
        query = self.query
        return bool(
            (query.ranking and (query.ranking.number is not None or query.ranking.place))
            or query.running
            or query.filled
            or self._shares_early()
            or len(self.roles) > 1
        )

    def _must_name_groups(self, block: Block) -> bool:
        """MySQL knows no group again inside another expression: computed ones need a name of their own."""
        computed = [one for one in block.shown.values() if not isinstance(one, exp.Column)]
        return self.dialect.name == "mysql" and bool(computed)

    def _share_members(self) -> tuple[str, ...]:
        """Return the dimensions of which only some members are shown, each with its share of all."""
        return tuple(f.dimension for f in self.query.shared)

    def _shares_early(self) -> bool:
        """Tell whether shares are of more than what is shown in the end."""
        ranking = self.query.ranking
        ranked = ranking is not None and ranking.number is not None
        return self.query.share and (ranked or bool(self._share_members()))

    # Blocks: one for each table and stretch of time

    def _blocks(self) -> list[Block]:
        sources: list[Metric] = []
        for name in self.wanted:
            sources += [one for one in self.catalog.sources(name) if one not in sources]
        groups: dict[tuple[object, ...], list[Metric]] = {}
        for source in sources:
            last = source.additivity == "semi"
            groups.setdefault((source.table, source.time, source.filters, last), []).append(source)
        blocks: list[Block] = []
        for role in self.roles:
            for group in groups.values():
                timed = bool(group[0].time) and bool(role.windows)
                if not timed and role is not self.roles[0]:
                    continue
                stem = group[0].name if len(groups) > 1 else "metric"
                name = f"{stem}{role.suffix or '_now'}_part"
                blocks.append(self.maker.block(name, group, role.suffix, role.windows, role.shift))
        return blocks

    # One SELECT, where one table and one stretch are enough

    def _direct(self, block: Block) -> exp.Select:
        query = self.query
        select = block.source.copy()
        columns = [named(self._member(name, expr), self._heading(name)) for name, expr in block.shown.items()]
        values = {name: self._value(name, block.atoms, "") for name in self.wanted}
        for name in self._metrics_shown():
            columns.append(named(self._rounded(name, values[name]), self._metric_heading(name)))
        if query.share:
            within = [e for n, e in (block.shown | block.keys).items() if n in self._share_groups(block.keys)]
            whole_of = _whole(values[query.metrics[0]], within)
            columns.append(self._share_column(values[query.metrics[0]], whole_of))
        select = select.select(*columns)
        groups = [*block.shown.values(), *block.keys.values()]
        if groups:
            select = select.group_by(*(one.copy() for one in groups))
        for condition in query.conditions:
            select = select.having(
                self._holds(condition.comparer, values[condition.metric], condition.number)
            )
        if query.conditions and (named_only := self._named_only()) is not None:
            select = select.having(named_only.transform(lambda node: _shown(node, block)))
        return (
            select.order_by(*self._order({n: e.copy() for n, e in block.shown.items()}, values))
            if groups
            else select
        )

    # Figures first, then shares, places and growth over them

    def _on_figures(self, blocks: list[Block], spine: Block | None) -> exp.Select:
        query = self.query
        figures = self._figures(blocks, spine)
        statement = exp.Select()
        if query.filled:
            statement = statement.with_(CALENDAR, as_=self._calendar())
        for block in blocks if len(blocks) > 1 or spine is not None or query.filled else []:
            statement = statement.with_(block.name, as_=block.select())
        if spine is not None:
            statement = statement.with_(spine.name, as_=spine.select())
        if self._needs_keys(blocks, spine):
            statement = statement.with_(GROUPS, as_=self._keys(blocks))
        statement = statement.with_(FIGURES, as_=figures)
        source = FIGURES
        if self._calculated():
            statement = statement.with_(PLACES, as_=self._placed())
            source = PLACES
        if query.others:
            return self._with_others(statement)
        statement = statement.select(*self._final_columns()).from_(source)
        for name in self._share_members():
            own = self.maker.own_column(name)
            statement = statement.where(self.maker.only(exp.column(own), self._filter(name)))
        ranking = query.ranking
        if ranking and ranking.number is not None:
            compare = exp.EQ if ranking.place else exp.LTE
            statement = statement.where(
                compare(this=exp.column("metric_place"), expression=exp.Literal.number(ranking.number))
            )
        if source == FIGURES:
            for condition in query.conditions:
                statement = statement.where(
                    self._holds(condition.comparer, exp.column(condition.metric), condition.number)
                )
            if query.conditions and (named_only := self._named_only()) is not None:
                statement = statement.where(named_only)
        if query.filled:
            statement.args["with_"].set("recursive", True)
        members: dict[str, exp.Expr] = {name: exp.column(name) for name in self.maker.members}
        if not members:
            return statement
        return statement.order_by(*self._order(members, self._figure_columns()))

    def _with_others(self, statement: exp.Select) -> exp.Select:
        """Return the first so many and one row for all that is left, last."""
        query, (split,) = self.query, self.query.splits
        assert query.ranking is not None and query.ranking.number is not None
        first = exp.LTE(this=exp.column("metric_place"), expression=exp.Literal.number(query.ranking.number))
        rest = exp.Literal.string(say("metrics.column.others", self.language))
        shown = exp.Case().when(first.copy(), self._member(split, exp.column(split))).else_(rest)
        key = exp.column(f"{split}_key") if self._has_key(split) else exp.column(split)
        marked = exp.select("*", named(shown, "metric_shown", quoted=False)).from_(PLACES)
        marked = marked.select(
            named(exp.Case().when(first.copy(), key).else_(exp.null()), "metric_own", quoted=False)
        )
        late = exp.Case().when(first, exp.Literal.number(0)).else_(exp.Literal.number(1))
        marked = marked.select(named(late, "metric_late", quoted=False))
        statement = statement.with_(GROUPED, as_=marked).from_(GROUPED)
        columns = [named(exp.column("metric_shown"), self._heading(split))]
        sums = {name: exp.Sum(this=exp.column(name)) for name in self._metrics_shown()}
        columns += [
            named(self._rounded(name, value), self._metric_heading(name)) for name, value in sums.items()
        ]
        if query.share:
            whole_of = exp.Max(this=exp.column("metric_whole"))
            columns.append(self._share_column(sums[query.metrics[0]], whole_of))
        statement = statement.select(*columns).group_by("metric_shown", "metric_own", "metric_late")
        descending = query.ranking.direction == "top"
        return statement.order_by(
            exp.column("metric_late"),
            _ordered(sums[query.ranking.metric], descending),
            exp.column("metric_shown"),
        )

    def _filter(self, name: str) -> tuple[tuple[str, ...], bool]:
        found = next(f for f in self.query.shared if f.dimension == name)
        return found.values, found.negated

    def _calculated(self) -> bool:
        ranking = self.query.ranking
        return bool((ranking and ranking.number is not None) or self._shares_early())

    def _placed(self) -> exp.Select:
        """Return the figures with places and shares, which later conditions choose by."""
        query, select = self.query, exp.select("*").from_(FIGURES)
        if self._shares_early():
            value = self._figure_columns()[query.metrics[0]]
            groups = self._share_groups([f"{name}_key" for name in query.splits if self._has_key(name)])
            whole_of = _whole(value, [exp.column(name) for name in groups])
            select = select.select(named(whole_of, "metric_whole", quoted=False))
        ranking = query.ranking
        if ranking is None or ranking.number is None:
            return select
        value = self._ranked_value()
        select = select.where(value.copy().is_(exp.null()).not_())
        for condition in query.conditions:
            select = select.where(
                self._holds(condition.comparer, exp.column(condition.metric), condition.number)
            )
        within: list[exp.Expr] = [exp.column(name) for name in ranking.within]
        named_only = self._named_only()
        keeps_all = query.share or query.others  # what has no name belongs to the whole, but has no place
        if named_only is not None and keeps_all:
            within.append(named_only.copy())
        elif named_only is not None:
            select = select.where(named_only)
        place: exp.Expr = exp.Window(
            this=exp.Anonymous(this="DENSE_RANK" if ranking.place else "RANK"),
            partition_by=within or None,
            order=exp.Order(expressions=[exp.Ordered(this=value.copy(), desc=ranking.direction == "top")]),
        )
        if named_only is not None and keeps_all:
            place = exp.Case().when(named_only.copy(), place)
        return select.select(named(place, "metric_place", quoted=False))

    def _named_only(self) -> exp.Expr | None:
        """Return that what is ranked or chosen by a condition has a name: only members are."""
        tests = [test for test in map(self.maker.has_name, self.query.chosen) if test is not None]
        if not tests:
            return None
        holds = exp.and_(*tests)
        return exp.paren(holds) if len(tests) > 1 else holds

    def _share_groups(self, keys: Iterable[str]) -> list[str]:
        """Return the columns of the groups that shares are taken within."""
        within = self.query.share_within
        return [*within, *(f"{name}_key" for name in within if f"{name}_key" in keys)]

    def _has_key(self, name: str) -> bool:
        return bool(self.catalog.dimensions[name].key)

    def _ranked_value(self) -> exp.Expr:
        ranking = self.query.ranking
        assert ranking is not None
        if ranking.by == "growth":
            return _growth(exp.column(ranking.metric), exp.column(f"{ranking.metric}_before"))
        return self._figure_columns()[ranking.metric]

    def _figure_columns(self) -> dict[str, exp.Expr]:
        suffix = self.roles[0].suffix
        return {name: exp.column(f"{name}{suffix}") for name in self.wanted}

    def _calendar(self) -> exp.Query:
        """Return every day, week or month of the period."""
        grain, windows = self.query.grain, self.roles[0].windows
        first = whole(grain, min(one.start for one in windows))[0]
        last = whole(grain, max(one.end for one in windows) - days(1))[0]
        return calendar(CALENDAR, f"{grain}_start", first, last, grain, self.dialect)

    def _of_the_period(self) -> list[exp.Expr]:
        """Return what leaves out days and months between two periods, and other days of the week."""
        grain, windows = self.query.grain, self.roles[0].windows
        at = exp.column(f"{grain}_start", table=CALENDAR)
        found = [test] if (test := self.maker.days_kept(at)) is not None else []
        if len(windows) == 1:
            return found
        within = [
            exp.and_(
                exp.GTE(this=at.copy(), expression=date_literal(whole(grain, one.start)[0], self.dialect)),
                exp.LT(this=at.copy(), expression=date_literal(one.end, self.dialect)),
            )
            for one in windows
        ]
        return [*found, exp.or_(*within)]

    def _needs_keys(self, blocks: list[Block], spine: Block | None) -> bool:
        if self.query.filled:
            return bool(self.query.splits)
        return bool(self.maker.members) and spine is None and len(blocks) > 1

    def _full(self, blocks: list[Block]) -> list[Block]:
        """Return the blocks that have every group column."""
        return [block for block in blocks if set(block.shown) == set(self.maker.members)]

    def _keys(self, blocks: list[Block]) -> exp.Expr:
        """Return every group that any block knows; a group missing in one is not lost."""
        full = self._full(blocks)
        names = [*full[0].shown, *full[0].keys]
        if self.query.filled:
            names.remove(f"{self.query.grain}_start")
        selects = [exp.select(*names).from_(block.name) for block in full]
        united: exp.Expr = selects[0] if len(selects) > 1 else selects[0].distinct()
        for select in selects[1:]:
            united = exp.union(united, select, distinct=True)
        return united

    def _figures(self, blocks: list[Block], spine: Block | None) -> exp.Select:
        if len(blocks) == 1 and spine is None and not self.query.filled:
            block = blocks[0]
            columns = [
                named(expr.copy(), name, quoted=False) for name, expr in (block.shown | block.keys).items()
            ]
            columns += [named(self._value(name, block.atoms, ""), name, quoted=False) for name in self.wanted]
            select = block.source.copy().select(*columns)
            groups = [*block.shown.values(), *block.keys.values()]
            return select.group_by(*(one.copy() for one in groups)) if groups else select
        return self._joined(blocks, spine)

    def _joined(self, blocks: list[Block], spine: Block | None) -> exp.Select:
        homes = self._homes(blocks, spine)
        first, *more = dict.fromkeys(homes.values() or [blocks[0].name])
        select = exp.Select().from_(first)
        for table in more:
            select = select.join(table, join_type="CROSS")
        select = select.select(*(exp.column(name, table=table) for name, table in homes.items()))
        atoms: dict[str, exp.Expr] = {}
        for block in blocks:
            if block.name != first:
                shared = [name for name in (*block.shown, *block.keys) if name in homes]
                on = [null_safe(name, homes[name], block.name, self.maker.is_plain(name)) for name in shared]
                select = (
                    select.join(block.name, on=exp.and_(*on), join_type="LEFT")
                    if on
                    else select.join(block.name, join_type="CROSS")
                )
            for name in block.atoms:
                column: exp.Expr = exp.column(name, table=block.name)
                if spine is not None or name in block.noughts:
                    column = exp.Coalesce(this=column, expressions=[exp.Literal.number(0)])
                atoms[name] = column
        for role in self.roles:
            for name in self.wanted:
                value = self._value(name, atoms, role.suffix)
                select = select.select(named(value, f"{name}{role.suffix}", quoted=False))
        return select.where(*self._of_the_period()) if self.query.filled else select

    def _homes(self, blocks: list[Block], spine: Block | None) -> dict[str, str]:
        """Return where each group column is read from: the table that has all of its members."""
        keys = self._needs_keys(blocks, spine)
        owner = spine or (self._full(blocks) if keys or self.query.filled else blocks)[0]
        table = GROUPS if keys else owner.name
        homes = dict.fromkeys((*owner.shown, *owner.keys), table)
        if self.query.filled:
            homes[f"{self.query.grain}_start"] = CALENDAR
        return homes

    # Figures

    def _value(self, name: str, atoms: dict[str, exp.Expr], suffix: str) -> exp.Expr:
        metric = self.catalog.metrics[name]
        if metric.kind == "simple":
            own = atoms.get(f"{name}{suffix}") if f"{name}{suffix}" in atoms else atoms[name]
            assert own is not None
            if self.query.average and name in self.query.metrics:
                return _divided(own.copy(), atoms[f"metric_units{suffix}"].copy(), 1)
            return own.copy()
        left, right = (self._value(part, atoms, suffix) for part in metric.parts)
        none_left, none_right = (
            self._means_none(part, value) for part, value in zip(metric.parts, (left, right), strict=True)
        )
        if metric.kind == "difference":
            whole = exp.Sub(this=exp.paren(left), expression=exp.paren(right))
            alone = [left.copy()] if none_right else []
            alone += [exp.Neg(this=right.copy())] if none_left else []
            return exp.Coalesce(this=whole, expressions=alone) if alone else whole
        if none_left:
            left = exp.Coalesce(this=left, expressions=[exp.Literal.number(0)])
        return _divided(left, right, metric.scale)

    def _means_none(self, name: str, value: exp.Expr) -> bool:
        """Tell a sum of events joined from elsewhere: where it has no row, there were none."""
        metric = self.catalog.metrics[name]
        joined = isinstance(value, exp.Column) and bool(value.table)
        return joined and metric.additivity == "sum" and not self.catalog.is_dense(metric)

    def _rounded(self, name: str, value: exp.Expr) -> exp.Expr:
        if self.exact:
            return value
        metric = self.catalog.metrics[name]
        divided = self._is_divided(metric)
        if self.query.average and name in self.query.metrics:
            return self._round(value, max(metric.decimals or 0, DEFAULT_DECIMALS))
        if divided or (self.dialect.name == "sqlite" and metric.decimals):  # its sums are floats
            bare = metric.kind != "simple" and not metric.unit("zh")
            usual = BARE_DECIMALS if bare else DEFAULT_DECIMALS
            return self._round(value, usual if metric.decimals is None else metric.decimals)
        return value

    def _is_divided(self, metric: Metric) -> bool:
        parts = [self.catalog.metrics[part] for part in metric.parts]
        return metric.kind == "ratio" or metric.additivity == "average" or any(map(self._is_divided, parts))

    def _round(self, value: exp.Expr, decimals: int) -> exp.Expr:
        if self.dialect.name == "postgres":
            value = exp.cast(value, "numeric")  # it rounds to places only those
        return exp.Round(this=value, decimals=exp.Literal.number(decimals))

    def _share_column(self, value: exp.Expr, whole_of: exp.Expr) -> exp.Expr:
        share = self._round(_divided(value.copy(), whole_of, 100), 2)
        return named(share, say("metrics.column.share", self.language))

    def _holds(self, comparer: str, value: exp.Expr, number: object) -> exp.Expr:
        return COMPARERS[comparer](this=value.copy(), expression=exp.Literal.number(str(number)))

    # What is shown

    def _metrics_shown(self) -> list[str]:
        query = self.query
        shown = [other for name in query.metrics for other in self.catalog.metrics[name].show]
        names = [*query.metrics, *shown, *(c.metric for c in query.conditions)]
        names += [query.ranking.metric] if query.ranking else []
        return list(dict.fromkeys(names))

    def _final_columns(self) -> list[exp.Expr]:
        query = self.query
        columns = [
            named(self._member(name, exp.column(name)), self._heading(name)) for name in self.maker.members
        ]
        for name in self._metrics_shown():
            columns += self._metric_columns(name)
        if query.share:
            value = self._figure_columns()[query.metrics[0]]
            over: exp.Expr = _whole(value, [exp.column(name) for name in self._share_groups(())])
            columns.append(
                self._share_column(value, exp.column("metric_whole") if self._shares_early() else over)
            )
        if query.running:
            columns.append(self._running(query.metrics[0]))
        return columns

    def _metric_columns(self, name: str) -> list[exp.Expr]:
        heading, compared = self._metric_heading(name), self.query.compared
        columns = []
        for role in self.roles:
            title = heading
            if compared and compared.kind == "named":
                title = f"{heading} {_period_name(role.windows[0])}"
            elif role.suffix == "_before" and compared:
                title = say(f"metrics.column.before_{compared.kind}", self.language, metric=heading)
            elif len(self.roles) > 1 and role.suffix:
                title = f"{heading} {_period_name(role.windows[0])}"
            column = exp.column(f"{name}{role.suffix}")
            columns.append(named(self._rounded(name, column), title))
        if self.query.compared:
            growth = _growth(exp.column(name), exp.column(f"{name}_before"))
            title = say(f"metrics.column.growth_{self.query.compared.kind}", self.language)
            if len(self._metrics_shown()) > 1:
                title = f"{self.catalog.metrics[name].label(self.language)} {title}"
            columns.append(named(self._round(growth, 2), title))
        return columns

    def _running(self, name: str) -> exp.Expr:
        grain = f"{self.query.grain}_start"
        total = exp.Window(
            this=exp.Sum(this=exp.column(name)),
            partition_by=[exp.column(split) for split in self.query.splits] or None,
            order=exp.Order(expressions=[exp.Ordered(this=exp.column(grain))]),
        )
        heading = self._metric_heading(name)
        return named(total, say("metrics.column.running", self.language, metric=heading))

    def _member(self, name: str, value: exp.Expr) -> exp.Expr:
        """Return what stands for a group's member: its name, what its code means, or the code itself."""
        if name not in self.catalog.dimensions:
            return value.copy()
        dimension = self.catalog.dimensions[name]
        if not dimension.values:
            return value.copy()
        case = exp.Case()
        for code in dimension.values:
            shown = exp.Literal.string(dimension.value_label(code, self.language))
            case = case.when(exp.EQ(this=value.copy(), expression=self.maker.literal(dimension, code)), shown)
        stored = exp.cast(value.copy(), "text")  # a code that nobody named is shown as it is
        none = exp.Literal.string(say("metrics.column.none", self.language))
        return case.else_(exp.Coalesce(this=stored, expressions=[none]))

    def _heading(self, name: str) -> str:
        if name in self.catalog.dimensions:
            return self.catalog.dimensions[name].label(self.language)
        return say(f"metrics.grain.{name.removesuffix('_start')}", self.language)

    def _metric_heading(self, name: str) -> str:
        heading = self.catalog.metrics[name].heading(self.language)
        average = self.query.average
        if not average or name not in self.query.metrics:
            return heading
        if average in self.catalog.dimensions:
            each = self.catalog.dimensions[average].label(self.language)
        else:
            each = say(f"metrics.each.{average}", self.language)
        return say("metrics.column.average", self.language, metric=heading, each=each)

    # Order

    def _ordered_by(self, values: dict[str, exp.Expr]) -> exp.Expr:
        first = self.query.metrics[0]
        if self.query.compared and len(self.roles) > 1:
            return _growth(exp.column(first), exp.column(f"{first}_before"))
        return values[first]

    def _falls_short(self) -> bool:
        """Tell whether groups below a number are asked for: then the lowest are the news."""
        first = self.query.metrics[0]
        return any(one.metric == first and one.comparer in ("lt", "le") for one in self.query.conditions)

    def _order(self, members: dict[str, exp.Expr], values: dict[str, exp.Expr]) -> list[exp.Expr]:
        query, order = self.query, []
        ranking = query.ranking
        grain = [
            members[name].copy()
            for name in members
            if name.endswith("_start") and name not in self.catalog.dimensions
        ]
        calendar = [
            members[n].copy()
            for n in members
            if n in self.catalog.dimensions and self.catalog.dimensions[n].days
        ]
        if ranking:
            if ranking.number != 1:  # the first of each stands by its figure
                order += [members[name].copy() for name in ranking.within]
            value = self._ranked_value() if ranking.by == "growth" else values[ranking.metric]
            order.append(_ordered(value, ranking.direction == "top"))
        else:
            order += [*grain, *calendar] if not query.ascending else []
            if set(members) - set(query.splits) != set(members) and not (calendar and len(members) == 1):
                order.append(_ordered(self._ordered_by(values), not (query.ascending or self._falls_short())))
        done = {one.sql() for one in order}
        return order + [one.copy() for one in members.values() if one.sql() not in done]


def _shown(node: exp.Expr, block: Block) -> exp.Expr:
    """Return what a group's column stands for in its block."""
    bare = isinstance(node, exp.Column) and not node.table
    return block.shown[node.name].copy() if bare and node.name in block.shown else node


def _ordered(value: exp.Expr, descending: bool) -> exp.Expr:
    return exp.Ordered(this=value.copy(), desc=descending, nulls_first=False)


def _whole(value: exp.Expr, within: list[exp.Expr]) -> exp.Expr:
    """Return the sum over all groups, or over those of the same larger group."""
    partition = [one.copy() for one in within] or None
    return exp.Window(this=exp.Sum(this=value.copy()), partition_by=partition)


def _divided(left: exp.Expr, right: exp.Expr, scale: int) -> exp.Expr:
    """Return scale * left / right; nothing where there is nothing to divide by, never whole numbers."""
    factor = exp.Literal.number(f"{scale}.0")
    product = exp.Mul(this=factor, expression=exp.paren(left) if isinstance(left, exp.Binary) else left)
    below = exp.func("NULLIF", right, exp.Literal.number(0))
    return exp.Div(this=product, expression=below)


def _growth(now: exp.Expr, before: exp.Expr) -> exp.Expr:
    change = exp.Sub(this=now.copy(), expression=before.copy())
    return _divided(change, before.copy(), 100)


def _period_name(window: Window) -> str:
    if window.unit == "month" and window.count == 1:
        return f"{window.start:%Y-%m}"
    if window.unit == "year" and window.count == 1:
        return f"{window.start:%Y}"
    last = window.end - days(1)
    return window.start.isoformat() if last == window.start else f"{window.start} – {last}"
