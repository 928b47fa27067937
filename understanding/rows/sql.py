"""From a plan to the SQL of a connection's engine."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from sqlglot import exp, parse_one

from config.wording import Language
from database.dialects import Dialect
from knowledge.metrics import Join, Metric
from knowledge.values import Allowed
from query.plan.engines import days_between
from understanding.rows.frame import OF_OTHERS, Condition, Figure, Kind, RowsQuery, Scalar
from understanding.rows.names import Names, filter_tables
from understanding.rows.plan import Plan
from understanding.rows.saying import figure_label, others_label

PLACE = "rows_place"
OTHERS = "others"
KIND = "kind"
PLACES = 2  # decimals of a mean
COMPARES = {"gt": exp.GT, "ge": exp.GTE, "lt": exp.LT, "le": exp.LTE}


def write(plan: Plan, names: Names, dialect: Dialect, language: Language, allowed: Allowed) -> str:
    """Return the statement of a plan, its columns called as people call them."""
    whole = _Writer(plan, names, language, dialect, allowed).whole()
    return whole.sql(dialect=dialect.sqlglot_name, copy=False)


class _Writer:
    """Writes one plan."""

    def __init__(
        self, plan: Plan, names: Names, language: Language, dialect: Dialect, allowed: Allowed
    ) -> None:
        self.plan, self.names, self.language = plan, names, language
        self.dialect, self.allowed = dialect, allowed
        self.aliases = {table: f"t{place}" for place, table in enumerate(plan.tables)}
        told = (*plan.columns, *(one.column for one in plan.conditions if one.named))
        keys = {one: key for one in told if (key := names.key(one)) and self._is_open(key)}
        self.keys = {one: (f"k{place}", key) for place, (one, key) in enumerate(keys.items())}

    def whole(self) -> exp.Select:
        """Return the statement: the first of an order with their ties, else all in order."""
        if self.plan.figure is not None:
            return self._figure(self.plan.figure)
        rows = self._rows()
        if self.plan.first is None or not self.plan.order:
            by = self._order() or [exp.Ordered(this=one, desc=True) for one in self._numbers()]
            return rows.order_by(*by) if by else rows
        order = exp.Order(expressions=self._order())
        place = exp.Window(this=exp.Anonymous(this="RANK"), order=order)
        inner = rows.select(exp.alias_(place, PLACE))
        within = exp.LTE(this=exp.column(PLACE, "ranked"), expression=exp.Literal.number(self.plan.first))
        shown = [exp.column(one.alias, "ranked", quoted=True) for one in rows.expressions]
        return (
            exp.select(*shown)
            .from_(inner.subquery("ranked"))
            .where(within)
            .order_by(exp.column(PLACE, "ranked"), *[one.copy() for one in shown[:1]])
        )

    def _figure(self, figure: Figure) -> exp.Select:
        """Return what is computed of the rows, for each of what it is told apart by, the largest first."""
        groups = self._columns()
        kinds: list[Kind] = ["count", "sum"] if figure.kind == "both" else [figure.kind]
        parts = [replace(figure, kind=kind) for kind in kinds]
        computed = [exp.alias_(self._computed(one), self._headed(one), quoted=True) for one in parts]
        found = self._from([*groups, *computed])
        if not groups:
            return found
        keys = [self._column(one) for name in self.plan.columns for one in self.names.keys_of_named(name)]
        keys += [self._column(one) for one in self.plan.columns if one in self.keys]
        largest = exp.Ordered(this=self._computed(parts[0]), desc=True, nulls_first=False)
        return found.group_by(*(one.unalias().copy() for one in groups), *keys).order_by(largest)

    def _headed(self, figure: Figure) -> str:
        query = RowsQuery(self.plan.table, (), defined=self.plan.defined)
        return figure_label(query, figure, self.names, self.language)

    def _computed(self, figure: Figure) -> exp.Expr:
        if figure.kind == "count":
            return exp.Count(this=exp.Star())
        column: exp.Expr = self._column(figure.column)
        if figure.since:
            column = days_between(self._column(figure.since), column, self.dialect)
        if figure.kind == "sum":
            return exp.Sum(this=column)
        return exp.Round(this=exp.Avg(this=column), decimals=exp.Literal.number(PLACES))

    def _rows(self) -> exp.Select:
        counted = (one for one in self.plan.conditions if one.times)
        labels = (others_label(one, self.names, self.language) for one in counted)
        numbers = zip(self._numbers(), labels, strict=True)
        return self._from(
            [*self._columns(), *(exp.alias_(one, label, quoted=True) for one, label in numbers)]
        )

    def _numbers(self) -> list[exp.Expr]:
        """Return how many of theirs rows have, where they are told by it."""
        return [self._others(one).subquery() for one in self.plan.conditions if one.times]

    def _columns(self) -> list[exp.Expr]:
        labels = self._labels()
        return [exp.alias_(self._shown(one), labels[one], quoted=True) for one in self.plan.columns]

    def _from(self, shown: list[exp.Expr]) -> exp.Select:
        found = exp.select(*shown).from_(self._table(self.plan.table))
        for join in self.plan.joins:
            found = found.join(self._table(join.to_table), on=self._on(join, self.aliases), join_type="left")
        for alias, key in self.keys.values():
            found = found.join(
                self._table(key.to_table, alias),
                on=self._on(key, self.aliases, {key.to_table: alias}),
                join_type="left",
            )
        conditions = [
            *(self._condition(one) for one in self.plan.conditions),
            *self._filters(self.plan.filters, self.aliases, self.plan.table),
            *self._ranked(),
        ]
        return found.where(*conditions) if conditions else found

    def _table(self, table: str, alias: str = "") -> exp.Table:
        found = self.names.table(table)
        alias = alias or self.aliases[table]
        return exp.table_(found.name, db=found.schema or None, alias=alias, quoted=True)

    def _is_open(self, key: Join) -> bool:
        """Tell whether what those are called that a key points at may be seen."""
        return self.allowed(f"{key.to_table}.*") and self.allowed(self.names.naming(key.to_table))

    def _on(
        self, join: Join, aliases: Mapping[str, str], to_aliases: Mapping[str, str] | None = None
    ) -> exp.Condition:
        to_alias = (to_aliases or aliases)[join.to_table]
        pairs = zip(join.columns, join.to_columns, strict=True)
        return exp.and_(
            *(
                exp.EQ(
                    this=exp.column(own, aliases[join.table], quoted=True),
                    expression=exp.column(to, to_alias, quoted=True),
                )
                for own, to in pairs
            )
        )

    def _column(self, column: str) -> exp.Column:
        table, _, name = column.rpartition(".")
        return exp.column(name, self.aliases[table], quoted=True)

    def _shown(self, column: str) -> exp.Expr:
        """Return a column as it is shown: in the reader's language, its codes by their meanings."""
        codes = self.names.codes.get(column)
        if codes:
            return self._meaning(column, codes)
        if column in self.keys:
            alias, key = self.keys[column]
            named = self._told(self.names.naming(key.to_table))
            return exp.column(named.rpartition(".")[2], alias, quoted=True)
        return self._column(self._told(column))

    def _told(self, column: str) -> str:
        """Return a column in the reader's language, where that may be seen."""
        told = self.names.told_in(column, self.language)
        return told if self.allowed(told) else column

    def _meaning(self, column: str, codes: Iterable[str]) -> exp.Expr:
        stored = self._column(column)
        case = exp.Case()
        for code in codes:
            label = self.names.code_label(column, code, self.language)
            told = exp.EQ(this=stored.copy(), expression=self._value(column, code))
            case = case.when(told, exp.Literal.string(label))
        return case.else_(exp.cast(stored, "text"))

    def _labels(self) -> dict[str, str]:
        """Return what each column is headed; two of one name have their table's before it."""
        plain = {one: self.names.label(one, self.language) for one in self.plan.columns}
        space = "" if self.language == "zh" else " "
        labels: dict[str, str] = {}
        for column, label in plain.items():
            whose = self.names.thing(column.rpartition(".")[0], self.language)
            several = list(plain.values()).count(label) > 1
            labels[column] = f"{whose}{space}{label}" if several and whose else label
        return labels

    def _of_others(self, one: Condition) -> exp.Expr:
        """Return that any, none or so many of the rows that belong to these are there."""
        if one.times is None:
            found = exp.Exists(this=self._others(one))
            return exp.Not(this=found) if one.op == "none_of" else found
        how, number = one.times
        return COMPARES[how](this=self._others(one).subquery(), expression=exp.Literal.number(int(number)))

    def _others(self, one: Condition) -> exp.Select:
        """Return the rows that belong to these, in time and as they count, or how many there are."""
        child = one.column.rpartition(".")[0]
        *steps, last = self.names.catalog.path(child, self.plan.table) or ()
        aliases = {child: OTHERS, **{step.to_table: f"{OTHERS}_{at}" for at, step in enumerate(steps, 1)}}
        own = {**aliases, self.plan.table: self.aliases[self.plan.table]}
        held: list[exp.Expr] = [self._on(last, own)]
        kind, _, called = one.named.rpartition(".")
        if one.named:
            steps = [*(self.names.catalog.path(child, kind) or ()), *steps]
            aliases[kind] = KIND
            held.append(
                exp.EQ(
                    this=exp.column(called, KIND, quoted=True),
                    expression=self._value(one.named, one.values[0]),
                )
            )
        elif one.values:
            table, _, name = one.until.rpartition(".")
            start, end = (self._value(one.until, value) for value in one.values)
            day = exp.column(name, aliases[table], quoted=True)
            held += [exp.GTE(this=day, expression=start), exp.LT(this=day.copy(), expression=end)]
        for full, code in one.codes:
            of_them = exp.column(full.rpartition(".")[2], aliases[child], quoted=True)
            held.append(exp.EQ(this=of_them, expression=self._value(full, code)))
        if one.defined:
            counted = self.names.catalog.metrics[one.defined]
            for step in self._to_filters(counted):
                if step.to_table not in {*aliases, *own}:
                    aliases[step.to_table] = f"{OTHERS}_of_{len(aliases)}"
                    steps.append(step)
            held += self._filters(counted.filters, {**own, **aliases}, child)
        shown = exp.Count(this=exp.Star()) if one.times else exp.Literal.number(1)
        others = exp.select(shown).from_(self._table(child, OTHERS))
        for step in steps:
            others = others.join(
                self._table(step.to_table, aliases[step.to_table]), on=self._on(step, aliases)
            )
        return others.where(*held)

    def _to_filters(self, metric: Metric) -> Iterator[Join]:
        """Yield the steps from a metric's rows to the other tables that its filters are of."""
        for table in filter_tables(metric, self.names.catalog):
            yield from self.names.catalog.path(metric.table, table) or ()

    def _condition(self, one: Condition) -> exp.Expr:
        if one.op in OF_OTHERS:
            return self._of_others(one)
        column = self._column(one.column)
        if one.named:
            column = exp.column(one.named.rpartition(".")[2], self.keys[one.column][0], quoted=True)
        values = [self._value(one.named or one.column, value) for value in one.values]
        if one.op in COMPARES:
            return COMPARES[one.op](this=column, expression=values[0])
        if one.op == "null":
            return column.is_(exp.null())
        if one.op == "not_null":
            return column.is_(exp.null()).not_()
        if one.op == "between":
            return exp.Between(this=column, low=values[0], high=values[1])
        if one.op == "within":
            return exp.and_(
                exp.GTE(this=column, expression=values[0]), exp.LT(this=column.copy(), expression=values[1])
            )
        if one.op == "late":
            until = self._column(one.until)
            by_day = (exp.cast(column, "date"), exp.cast(until, "date"))
            return exp.GT(this=by_day[0], expression=by_day[1])
        if one.op == "overdue":
            return exp.and_(
                exp.LT(this=column, expression=values[0]), self._column(one.until).is_(exp.null())
            )
        if one.op in ("ongoing", "stood"):
            until = self._column(one.until)
            still = exp.GTE if one.op == "ongoing" else exp.GT
            open_end = exp.or_(still(this=until, expression=values[0].copy()), until.copy().is_(exp.null()))
            return exp.and_(exp.LTE(this=column, expression=values[0]), exp.paren(open_end))
        held = exp.EQ(this=column, expression=values[0]) if len(values) == 1 else column.isin(*values)
        if one.op == "is":
            return held
        other = exp.NEQ(this=column, expression=values[0]) if len(values) == 1 else held.not_()
        return exp.paren(exp.or_(other, column.copy().is_(exp.null())))

    def _value(self, column: str, value: Scalar) -> exp.Expr:
        if isinstance(value, bool):
            return exp.true() if value else exp.false()
        if isinstance(value, dt.date):
            return exp.cast(exp.Literal.string(value.isoformat()), "date")
        if isinstance(value, Decimal):
            return exp.Literal.number(format(value.normalize(), "f"))
        return exp.Literal.number(value) if self.names.kind(column) == "number" else exp.Literal.string(value)

    def _filters(self, filters: Iterable[str], aliases: Mapping[str, str], table: str) -> list[exp.Expr]:
        """Return a metric's own filters with whose each column is; a bare one is of `table`."""
        found: list[exp.Expr] = []
        for written in filters:
            tree = parse_one(written, dialect=self.dialect.sqlglot_name)
            for column in tree.find_all(exp.Column):
                if not column.table:
                    column.set("table", exp.to_identifier(aliases[table]))
                else:
                    full = self.names.catalog.full(".".join(part.name for part in column.parts[:-1]))
                    column.set("table", exp.to_identifier(aliases.get(full, column.table)))
                    column.set("db", None)
            found.append(exp.paren(tree))
        return found

    def _ranked(self) -> list[exp.Expr]:
        """Leave out rows that an order has no place for."""
        if self.plan.first is None:
            return []
        return [self._column(one.column).is_(exp.null()).not_() for one in self.plan.order]

    def _order(self) -> list[exp.Ordered]:
        return [
            exp.Ordered(this=self._column(one.column), desc=one.descending, nulls_first=False)
            for one in self.plan.order
        ]
