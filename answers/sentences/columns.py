"""What each column of a result is to its sentence: a figure with its unit, a name, or a time."""

import calendar
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from answers.calendar import unit_of
from answers.figures import number
from answers.profile import ColumnProfile, columns_of, profile
from answers.sentences.asked import Measure, Thing, TimeAxis
from answers.sentences.row_kinds import RowKinds
from answers.sentences.scales import Heading, heading, is_money, scaled, unscaled
from answers.sentences.tree import Shape, asked_columns, is_count, source_of, unwrapped
from answers.sentences.tree import unscaled as computed
from config.wording import Language, language_of, say
from database.result import QueryResult
from database.schema import Schema, Table
from knowledge.definitions.inflecting import plural_name
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.vocabulary import lexicon
from language.roots import root, words_of
from query.metric_query import MetricQuery
from understanding.metric.vocabulary import goal_of

_BRACKETS = re.compile(r"\s*[(（]([^()（）]*)[)）]\s*$")
_SEVERAL = 2  # words that a name has at least, where its last one is its unit: energy kwh
_UNITS = {  # the ends of column names that are units by themselves
    "km": "km", "kwh": "kWh", "kw": "kW", "mm": "mm", "m2": "m²", "sqm": "m²", "kg": "kg", "hours": "hours",
    "minutes": "minutes", "seconds": "seconds", "days": "days", "pct": "%", "percent": "%", "%": "%",
    "usd": "USD", "cny": "CNY", "rmb": "CNY", "eur": "EUR", "gbp": "GBP",
}  # fmt: skip
_UNITS_ZH = {
    "km": "公里", "hours": "小时", "minutes": "分钟", "seconds": "秒", "days": "天", "mm": "毫米",
    "m²": "平方米", "kg": "公斤", "kWh": "千瓦时", "kW": "千瓦",
    "CNY": "元", "USD": "美元", "EUR": "欧元", "GBP": "英镑",
}  # fmt: skip
_POINTS = {"百分点", "个百分点", "percentage points", "pp"}
_ALL_UNITS = {*_UNITS.values(), *_UNITS_ZH.values(), *_UNITS_ZH}
_BEHIND_HAN = re.compile(
    rf"(?<=[\u4e00-\u9fff])(?:{'|'.join(sorted(_UNITS, key=len, reverse=True))})$", re.IGNORECASE
)
_PROPER = {*calendar.month_name, *calendar.month_abbr, *calendar.day_name}
_EACH_OF = re.compile(r"\s*\bper\s+(?=\d)|每\s*(?=\d)")  # behind it stands what a figure is by
_SHORT = 2  # characters of a unit: 元, 分, 件
_ROOT, _HAN_ROOT = 5, 2  # letters and characters that a heading shares with what it counts
_DIVISORS = (1e3, 1e4, 1e6, 1e8, 1e9)
_WHOLE = 1.5  # a part of one may be a little more than it: 1.02 of a target
# Return rate (%) 2026-10, Revenue 2026-10-01 – 2026-10-07: one of two times side by side
_OF_A_TIME = re.compile(
    r"(?<=[)）])\s+\S.*$|(?:\s+(?:in|of|for|on|during))?\s+\d{4}(?:-\d\d){0,2}(?: – \d{4}-\d\d-\d\d)?$"
)
_SHARE_DECIMALS = 2
_LOOKED_AT = 100  # rows, by which it is told to how many decimals a column goes
_TIMES = ("小时", "分钟", "秒", "天", "hours", "minutes", "seconds", "days")

_KEEPING_UNITS = (exp.Sum, exp.Avg, exp.Max, exp.Min)


@dataclass(frozen=True)
class Columns:
    """A result's columns by what they are; figures in the order of the columns."""

    measures: tuple[Measure, ...] = ()
    things: tuple[Thing, ...] = ()
    times: tuple[TimeAxis, ...] = ()
    totals: tuple[Measure, ...] = ()  # that stand in each row and are of all of them


class ColumnReader:
    """Reads columns by their headings, by what computes them, and by what was defined and commented."""

    def __init__(
        self,
        result: QueryResult,
        shape: Shape | None,
        schema: Schema,
        catalog: Catalog | None,
        language: Language,
        *,
        compared: bool = False,
        composed: bool = False,
    ) -> None:
        self._compared, self._composed = compared, composed
        self._result, self._language = result, language
        self.schema = self._schema = schema
        self.catalog = self._catalog = catalog or Catalog({}, {})
        fits = shape is not None and len(shape.expressions) == len(result.columns)
        self._shape = shape if fits else None

    def read(self) -> Columns:
        """Return what each column is."""
        found = [self._as_computed(one) for one in profile(self._result)]
        measures = [self._measure(one) for one in columns_of(found, "measure")]
        named = [one for one in found if one.role in ("category", "identifier")]
        if any(one.role == "category" for one in named):
            named = self._without_words([one for one in named if one.role == "category"])
        things = [self._thing(one) for one in named]
        times = [self._time(one) for one in columns_of(found, "time")]
        if not things and not times and (key := self._key(measures)):
            things = [Thing(key.index, key.label, is_number=True)]
            measures.remove(key)
        kept = tuple(self._related(measures))
        totals = tuple(self._of_all(one, kept) for one in measures if self._is_total(one.index))
        return Columns(kept, tuple(things), tuple(times), totals)

    def _without_words(self, named: list[ColumnProfile]) -> list[ColumnProfile]:
        """Leave out words that a statement chose for a row, yes or highest, where a name tells rows apart."""
        if self._shape is None:
            return named
        shown, rows = self._shape.expressions, self._result.rows
        words = [one for one in named if _chooses_words(source_of(shown[one.index]))]
        left = [one for one in named if one not in words]
        apart = any(len({row[one.index] for row in rows}) == len(rows) for one in left)
        return left if words and apart else named

    def _as_computed(self, column: ColumnProfile) -> ColumnProfile:
        """Return what is counted as a figure, also where it is called like a time: 26 days; keys as such."""
        if self._shape is None:
            return column
        source = source_of(self._shape.expressions[column.index])
        if column.role == "measure" and isinstance(source, exp.Column) and self._is_key(source.name):
            return replace(column, role="identifier")
        counted = isinstance(source, exp.Count)
        return replace(column, role="measure") if counted and column.role == "time" else column

    def _is_key(self, name: str) -> bool:
        """Tell a column that is the whole key of each table that has it, or leads to one: no figure."""
        tables = self._schema.tables_with(name)
        return bool(tables) and all(
            one.primary_key == (name,) or any(key.columns == (name,) for key in one.foreign_keys)
            for one in tables
        )

    def _key(self, measures: Sequence[Measure]) -> Measure | None:
        """Return the only number that tells groups apart and so is a name: an hour, a level."""
        if self._shape is None or self._shape.grouped != 1 or len(measures) < 2:
            return None
        computed = exp.AggFunc, exp.Window, exp.Subquery
        keys = [one for one in measures if not self._shape.expressions[one.index].find(*computed)]
        return keys[0] if len(keys) == 1 else None

    # Figures

    def _measure(self, column: ColumnProfile) -> Measure:
        name = _without_time(column.name)
        named = self._metric_within(_split(name)[0])
        head = heading(name, named.unit("en") if named else "")
        metric = self._computed_so(self.metric_called(column.name) or self.metric_called(head.name), column)
        whole = metric or self._counted_within(column, head.name)
        unit = self._unit_told(column, head, whole)
        counts = bool(whole and whole.is_count) or self._counts(column)
        label = self._label(head.name, metric, of_unit=not counts or unit in _TIMES)
        return Measure(
            column.index,
            label,
            unit,
            self._decimals(column, unit, whole, exact=metric is not None),
            adds=whole is not None and whole.additivity == "sum" and whole.kind != "ratio" and bool(metric),
            is_count=counts,
            is_rate=unit == "%" or bool(whole and (whole.kind == "ratio" or whole.additivity == "average")),
            counts=self._things_counted(column, metric, head.name),
            is_long=unit in _TIMES and not counts,
        )

    def _computed_so(self, metric: Metric | None, column: ColumnProfile) -> Metric | None:
        """Return the metric that a heading names, unless the statement does not choose its rows as that does.

        员工人数 of a COUNT of all staff is not 在职员工数, though that is called so too.
        """
        if metric is None or self._shape is None or self._composed or metric.kind != "simple":
            return metric
        wanted = {one.name.lower() for text in metric.filters for one in parsed(text).find_all(exp.Column)}
        wanted |= {metric.until.rpartition(".")[2].lower()} - {""}
        asked = asked_columns(self._shape.expressions[column.index]) if wanted else None
        if asked is None:  # those employed, of whom nobody can tell whether they are, are called as they were
            own = {metric.label(self._language).lower(), metric.heading(self._language).lower()}
            return None if metric.until and column.name.lower() not in own else metric
        return metric if wanted <= asked else None

    def is_plain(self, measure: Measure, names: Collection[str]) -> bool:
        """Tell a figure called by no more than a definition, or what its tables and columns are called.

        `names` are theirs; words that say nothing, or only that it is a number or a mean, add nothing.
        """
        heading = _split(_without_time(self._result.columns[measure.index].name))[0].replace("_", " ")
        metric = self._catalog.metrics.get(self.metric_at(measure.index))
        known = [one.lower() for one in (*names, *(metric.wordings if metric else ())) if one]
        left = heading.lower()
        for several in (known, _saying_little()):
            for one in sorted(several, key=len, reverse=True):
                left = left.replace(one, " ") if language_of(one) == "zh" else left
        roots = {root(word) for one in (*known, *_saying_little()) for word in words_of(one)}
        return language_of(left) != "zh" and {*map(root, words_of(left))} <= roots

    def _decimals(
        self, column: ColumnProfile, unit: str, metric: Metric | None, *, exact: bool
    ) -> int | None:
        """Return how many decimals a figure has as its metric says; what is a mean of it has one at least."""
        if metric is None or metric.decimals is None or unscaled(unit)[1] != 1:
            return None
        if exact or self._shape is None:
            return metric.decimals
        core = source_of(self._shape.expressions[column.index])
        least = 1 if isinstance(core, exp.Avg | exp.Div) else self._broken_to(column)
        return max(metric.decimals, least)

    def _broken_to(self, column: ColumnProfile) -> int:
        """Return to how many decimals, of two at most, the values of a column are told: complaints by 100."""
        values = (number(row[column.index]) for row in self._result.rows[:_LOOKED_AT])
        told = (f"{value:.2f}".rstrip("0").rpartition(".")[2] for value in values if value is not None)
        return max(map(len, told), default=0)

    def _unit_told(self, column: ColumnProfile, head: Heading, metric: Metric | None) -> str:
        """Return a column's unit: what its own heading says first, then the metric's, then its comment's."""
        if head.unit in ("%", "％"):
            return "%"
        if head.unit in _POINTS:  # by how far it is from what it is called by: 收缴率与目标差(百分点)
            return say("analysis.points", self._language)
        known = metric.unit(self._language) if metric else ""
        if head.scale != 1:
            own = head.unit if _reads(head.unit, self._language) or not known else unscaled(known)[0]
            return scaled(own, head.scale, self._language)
        if metric is None:
            return head.unit or self._unit(column)
        if head.unit in _ALL_UNITS and _reads(head.unit, self._language):
            return head.unit
        return scaled(known, self._divided(column, metric), self._language)

    def _divided(self, column: ColumnProfile, metric: Metric) -> float:
        """Return how many of its metric's unit a figure counts where it is divided: SUM(amount) / 1e4."""
        if self._shape is None or self._composed or metric.kind != "simple":
            return 1
        return self._divisor(source_of(self._shape.expressions[column.index]), metric)

    def is_divided(self, measure: Measure) -> bool:
        """Tell a figure that its statement divides, or takes the mean of: it adds up to nothing."""
        if self._shape is None or self._composed:
            return False
        core = source_of(self._shape.expressions[measure.index])
        if not isinstance(core, exp.Div):
            return isinstance(core, exp.Avg)
        below = unwrapped(core.expression)
        return not (isinstance(below, exp.Literal) and float(below.this) in _DIVISORS)

    @staticmethod
    def _divisor(core: exp.Expr, metric: Metric) -> float:
        below = unwrapped(core.expression) if isinstance(core, exp.Div) else None
        if not isinstance(below, exp.Literal) or below.is_string:
            return 1
        number = float(below.this)
        return number if number in _DIVISORS and below.this not in metric.expression else 1

    def metric_at(self, index: int) -> str:
        """Return the name of the metric that a column shows, or nothing."""
        name = self._result.columns[index].name
        bare = heading(name, "CNY").name
        found = self.metric_called(name) or self.metric_called(bare) or self._metric_within(bare)
        return found.name if found else ""

    def metric_called(self, name: str) -> Metric | None:
        """Return the one metric of this name."""
        return self._catalog.metric_called(name, self._language)

    def _counted_within(self, column: ColumnProfile, name: str) -> Metric | None:
        """Return the metric within a heading; of a count no amount: days with revenue are no money."""
        found = self._metric_within(name)
        return None if found and self._counts(column) and not found.is_count else found

    def _metric_within(self, name: str) -> Metric | None:
        """Return the metric that a heading ends or begins with: 去年同期营业额, Revenue a year earlier.

        None that it is divided by: units per 100 admissions are no people.
        """
        lowered = _EACH_OF.split(name.lower())[0]
        every = self._catalog.once(_named)
        near = [one for one in every if lowered.endswith(one[1]) or lowered.startswith(one[1])]
        longest = max((len(word) for _, names in near for word in names if word in lowered), default=0)
        found = [
            one for one, names in near if any(len(word) == longest and word in lowered for word in names)
        ]
        return found[0] if len(found) == 1 else None

    def _label(self, heading: str, metric: Metric | None, *, of_unit: bool = True) -> str:
        """Return what a figure is called; the unit its heading ends in is left out where told."""
        if metric is not None:
            return in_sentence(metric.label(self._language), self._language)
        words = heading.replace("_", " ").strip()
        return in_sentence(_without_unit(words) if of_unit else words, self._language)

    def _unit(self, column: ColumnProfile) -> str:
        """Return a column's unit by the comment of what it is computed from, or by its name; else none."""
        if self._shape is None:
            return self._by_name(column.name)
        core = source_of(self._shape.expressions[column.index])
        return self._money_each(core) or self._unit_of(core, column.name)

    def _money_each(self, core: exp.Expr) -> str:
        """Return the currency of money by each of something, of which its heading says what: rent per m²."""
        if not isinstance(core, exp.Div):
            return ""
        above, below = source_of(core.this), source_of(core.expression)
        below = source_of(below.this) if isinstance(below, exp.Nullif) else below
        unit, each = self._unit_of(above, ""), self._unit_of(below, "")
        other = is_count(below) or (bool(each) and not is_money(each))
        return unit if is_money(unit) and other else ""

    def _unit_of(self, core: exp.Expr, name: str) -> str:
        """Return the unit of what an expression computes under this heading, where that says one."""
        core = core.this if isinstance(core, exp.Filter) else core  # of some rows only, in the same unit
        inner = _of_some(core.this) if isinstance(core, _KEEPING_UNITS) else core
        if inner is not core and isinstance(
            deeper := source_of(inner), _KEEPING_UNITS
        ):  # a mean of daily sums
            core, inner = deeper, deeper.this
        if metric := self._metric_computed(core):
            return metric.unit(self._language)
        if counted := self._rows_counted(core, name):
            return counted.unit(self._language)
        if not isinstance(inner, exp.Column):
            return "" if is_count(core) else self._by_name(name)
        tables = self._tables_of(inner)
        comments = {
            (unit, table.full_name)
            for table in tables
            if (found := table.column(inner.name)) and (unit := _split(found.comment)[1])
        }
        units = {unit for unit, _ in comments}
        if len(units) == 1 and len(comments) == len(tables):
            unit = units.pop()
            read = language_of(unit) == self._language or unit.isascii()
            return unit if read else unit_in(unit, self._language)
        return self._by_name(inner.name) or self._by_name(name)

    def _metric_computed(self, core: exp.Expr) -> Metric | None:
        """Return the metric that sums or averages the same column, where no other table has one so called."""
        inner = _of_some(core.this) if isinstance(core, exp.Sum | exp.Avg) else None
        if not isinstance(inner, exp.Column) or len(self._tables_of(inner)) != 1:
            return None
        said = f"{core.key}({inner.name})".lower()
        table, full = self._tables_of(inner)[0].full_name, self._catalog.full
        every = self._catalog.metrics.values()
        found = [one for one in every if one.expression.lower() == said and full(one.table) == table]
        return found[0] if len(found) == 1 else None

    def _tables_of(self, column: exp.Column) -> list[Table]:
        """Return the tables a column may be of: of those that its part of the statement reads."""
        holding = self._schema.tables_with(column.name)
        select = column.find_ancestor(exp.Select)
        tables = select.find_all(exp.Table) if select is not None else ()
        read = {one.name for one in tables if not column.table or one.alias_or_name == column.table}
        return [one for one in holding if one.name in read] or list(holding)

    def _rows_counted(self, core: exp.Expr, name: str) -> Metric | None:
        """Return the one metric that counts the rows of the same table, if the heading speaks of them."""
        count = core.this if isinstance(core, exp.Filter) else core
        select = count.find_ancestor(exp.Select)
        first = select.args.get("from_") if select else None
        if not isinstance(count, exp.Count) or count.find(exp.Distinct) or first is None:
            return None
        found = [
            one
            for one in self._catalog.metrics.values()
            if one.counts_rows
            and "distinct" not in one.expression.lower()
            and isinstance(first.this, exp.Table)
            if one.table.rpartition(".")[2].lower() == first.this.name.lower()
            if any(word[:_ROOT].lower() in name.lower() for word in (one.zh[:_HAN_ROOT], one.en) if word)
        ]
        return found[0] if len(found) == 1 else None

    def _by_name(self, name: str) -> str:
        *before, last = name.lower().replace("_", " ").split() or [""]
        unit = _UNITS.get(last, "") if len(before) + 1 >= _SEVERAL else ""
        return _UNITS_ZH.get(unit, unit) if self._language == "zh" else unit

    def _counts(self, column: ColumnProfile) -> bool:
        if self._shape is None:
            return False
        return is_count(source_of(self._shape.expressions[column.index]))

    def _things_counted(self, column: ColumnProfile, metric: Metric | None, name: str) -> str:
        """Return the thing that a count is of, as its metric or its heading says and its statement counts."""
        every = self._catalog.dimensions
        found = every.get(metric.counts) if metric else None
        if found is None and self._language == "en":  # Chinese has no plural
            found = self._catalog.once(_several).get(name.lower())
        if found is None or not self._is_counted(column, found):
            return ""
        return in_sentence(found.label(self._language), self._language)

    def _is_counted(self, column: ColumnProfile, dimension: Dimension) -> bool:
        """Tell whether a written count is of members of a dimension: a heading may call contracts so."""
        if self._shape is None or self._composed:
            return True
        kinds = RowKinds(self._shape.expressions, self._schema)
        return kinds.counts_of(column.index, (*dimension.columns, dimension.key), dimension.stored)

    def _related(self, measures: Sequence[Measure]) -> list[Measure]:
        """Tell which figure each growth, share and earlier figure belongs to."""
        if self._shape is None:
            return list(measures)
        found = {one.index: one for one in measures}
        for at, (now, before) in self._shape.growth.items():
            if at not in found or now not in found or before not in found or not self._earlier(before, now):
                continue
            main = self._main(found[now])
            found[now] = main
            found[at] = replace(found[at], role="growth", unit="%", of=now, is_rate=True, label=main.label)
            found[before] = replace(found[before], role="before", of=now, unit=main.unit)
        for at, of in self._shape.shares.items():
            if at in found and found[at].role == "figure":
                label = found[of].label if of in found else ""
                label = say("sentence.share_of", self._language, name=label) if label else found[at].label
                found[at] = replace(
                    found[at], role="share", unit="%", of=of if of in found else None, label=label
                )
        found |= self._shares_compared(found)
        kept = [one for one in found.values() if not self._is_total(one.index)]
        goals = self._goals(kept)
        return [
            replace(
                one,
                fraction=self._is_fraction(one),
                unit=self._unit_beside(one, kept),
                goal_of=goals.get(one.index),
            )
            for one in kept
        ]

    def _goals(self, measures: Sequence[Measure]) -> dict[int, int]:
        """Return of the columns of goals the one figure each is the goal of: the target beside revenue."""
        figures = [one.index for one in measures if one.role == "figure"]
        if len(figures) < 2:
            return {}
        shown = {self.metric_at(index): index for index in figures}
        found: dict[int, list[int]] = {}
        for one in self._catalog.metrics.values():
            stands = one.name not in shown and len(one.parts) == 2 and {*one.parts} <= shown.keys()
            if stands and goal_of(one, self._catalog) is not None:
                found.setdefault(shown[one.parts[1]], []).append(shown[one.parts[0]])
        return {goal: of[0] for goal, of in found.items() if len(of) == 1}

    def _shares_compared(self, found: Mapping[int, Measure]) -> dict[int, Measure]:
        """Return a share beside the earlier one and their difference in points."""
        shares = [at for at in (self._shape.shares if self._shape else ()) if at in found]
        if self._shape is None or not self._compared or sorted(found) != sorted(shares) or len(shares) != 3:
            return {}
        now, before, apart = sorted(shares)
        if not isinstance(unwrapped(self._shape.expressions[apart]), exp.Sub):
            return {}
        points = say("analysis.points", self._language)
        main = replace(
            found[now], role="figure", unit="%", of=None, decimals=_SHARE_DECIMALS, is_rate=True, adds=False
        )
        return {
            now: main,
            before: replace(main, index=before, role="before", of=now),
            apart: replace(main, index=apart, role="growth", of=now, unit=points),
        }

    def _unit_beside(self, measure: Measure, others: Sequence[Measure]) -> str:
        """Return a difference's unit: that of the figures beside it which it is of; days apart have none."""
        if measure.unit or self._shape is None:
            return measure.unit
        core = source_of(self._shape.expressions[measure.index])
        if not isinstance(core, exp.Sub):
            return ""
        sides = [computed(source_of(one)) for one in (core.this, core.expression)]
        made = {one.index: computed(source_of(self._shape.expressions[one.index])) for one in others}
        units = {one.unit for one in others if one.unit and one.unit != "%" and made[one.index] in sides}
        return units.pop() if len(units) == 1 else ""

    def _is_fraction(self, measure: Measure) -> bool:
        """Tell a percent that the statement gives as a part of one: no hundred stands anywhere in it."""
        if self._shape is None or self._composed or measure.unit != "%":
            return False
        if (
            "%" in self._result.columns[measure.index].name
            or "％" in self._result.columns[measure.index].name
        ):
            return False
        core = self._shape.expressions[measure.index]
        numbers = {float(one.this) for one in core.root().find_all(exp.Literal) if not one.is_string}
        cells = [row[measure.index] for row in self._result.rows]
        small = all(abs(cell) <= _WHOLE for cell in cells if isinstance(cell, int | float))
        return source_of(core).find(exp.Div) is not None and 100 not in numbers and small

    def _earlier(self, before: int, now: int) -> bool:
        """Tell that a figure is of an earlier time; a target divides like one."""
        if self._compared or self._shape is None:
            return self._compared
        spans = self._shape.spans
        return before in spans and now in spans and spans[before][0] < spans[now][0]

    def _main(self, measure: Measure) -> Measure:
        """Return a figure beside an earlier one by its own name: 营业额 of 本期营业额; a mean by all."""
        if self._shape is None or measure.index not in self._shape.spans:
            return measure
        column = self._result.columns[measure.index]
        metric = self._metric_within(_split(column.name)[0])
        core = source_of(self._shape.expressions[measure.index])
        is_mean = isinstance(core, exp.Avg) or (
            isinstance(core, exp.Div) and metric is not None and self._divisor(core, metric) == 1
        )
        own = metric is not None and metric.additivity == "average"  # as it was defined: no mean of it
        if is_mean and metric is not None and metric.kind == "simple" and not own:
            return measure
        return replace(measure, label=self._label("", metric)) if metric else measure

    def _is_total(self, index: int) -> bool:
        """Tell a column that says the same total in each row."""
        if self._shape is None:
            return False
        core = source_of(self._shape.expressions[index])
        apart = core.args.get("order") or core.args.get("partition_by")
        return isinstance(core, exp.Window) and isinstance(core.this, exp.Sum) and not apart

    def _of_all(self, total: Measure, others: Sequence[Measure]) -> Measure:
        """Return a total in the unit of the figure that it sums."""
        if total.unit or self._shape is None:
            return total
        summed = source_of(source_of(self._shape.expressions[total.index]).this.this)
        units = {one.unit for one in others if source_of(self._shape.expressions[one.index]) == summed}
        return replace(total, unit=units.pop()) if len(units) == 1 else total

    # Names and times

    def _thing(self, column: ColumnProfile) -> Thing:
        dimension = self._catalog.dimension_called(column.name) or self._dimension_of(column)
        if dimension is None:
            label = in_sentence(column.name.replace("_", " "), self._language)
            return Thing(column.index, label, plural_of(label, self._language))
        return self._of_dimension(column.index, dimension)

    def _of_dimension(self, index: int, dimension: Dimension) -> Thing:
        label = in_sentence(dimension.label(self._language), self._language)
        each = next(
            (one.unit("zh") for one in self._catalog.metrics.values() if one.counts == dimension.name), ""
        )
        return Thing(index, label, plural_of(label, self._language), each, known=True)

    def counted(self, query: MetricQuery) -> tuple[Thing, ...]:
        """Return what is counted, where only how many there are is shown: members, or days and months."""
        known = [self.catalog.dimensions[name] for name in query.splits if name in self.catalog.dimensions]
        if known:
            return (self._of_dimension(-1, known[-1]),)
        zh = self._language == "zh"
        label = say(f"metrics.{'grain' if zh else 'ask.units'}.{query.grain or 'day'}", self._language)
        each = say("sentence.each_day", self._language) if (query.grain or "day") == "day" else ""
        return (Thing(-1, label, plural_of(label, self._language), each),)

    def _dimension_of(self, column: ColumnProfile) -> Dimension | None:
        if self._shape is None:
            return None
        core = source_of(self._shape.expressions[column.index])
        if not isinstance(core, exp.Column):
            return None
        tables = {table.full_name for table in self._schema.tables_with(core.name)}
        found = {
            one.name: one
            for one in self._catalog.dimensions.values()
            for full in (*one.columns, one.column_en)
            if full
            and full.rpartition(".")[2] == core.name
            and self._catalog.full(full.rpartition(".")[0]) in tables
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def _time(self, column: ColumnProfile) -> TimeAxis:
        labels = sorted(
            {str(row[column.index]) for row in self._result.rows if row[column.index] is not None}
        )
        label = in_sentence(column.name.replace("_", " "), self._language)
        return TimeAxis(column.index, unit_of(labels, column.name), label)


@lru_cache(maxsize=1)
def _saying_little() -> tuple[str, ...]:
    """Return the words that say nothing of a figure, or only that it is a number or a mean."""
    empty = (word for line in lexicon()["function"] for word in str(line).lower().split())
    marks = (str(word).lower() for mark in ("count", "avg") for word in lexicon()["marks"][mark])
    counters = (f"{one}{behind}" for one in lexicon()["counters"] for behind in ("数", "量"))
    return (*(one.replace("-", " ") for one in empty), *marks, *counters, "数", "量")


def _of_some(node: exp.Expr) -> exp.Expr:
    """Return what is summed of some rows only: amount of CASE WHEN … THEN amount END."""
    case = unwrapped(node)
    if isinstance(case, exp.Case) and len(case.args["ifs"]) == 1:
        return unwrapped(case.args["ifs"][0].args["true"])
    return node


def _chooses_words(node: exp.Expr) -> bool:
    """Tell a choice between words by a figure of several rows: first or not, highest or lowest."""
    if not isinstance(node, exp.Case):
        return False
    results = [one.args["true"] for one in node.args["ifs"]] + [node.args.get("default")]
    worded = all(one is None or (isinstance(one, exp.Literal) and one.is_string) for one in results)
    tests = [one.this for one in node.args["ifs"]]
    columns = [column for test in tests for column in (test, *test.find_all(exp.Column))]
    return worded and any(source_of(one).find(exp.Window, exp.AggFunc) is not None for one in columns)


def unit_in(told: str, language: Language) -> str:
    """Return a unit that a comment or a name gives, as a reader of the language has it; else nothing.

    >>> unit_in("元", "en"), unit_in("m2", "zh"), unit_in("万元", "en"), unit_in("rent", "en")
    ('CNY', '平方米', 'CNY wan', '')
    """
    base, many = unscaled(told)
    english = {zh: en for en, zh in _UNITS_ZH.items()}
    known = _UNITS.get(base.lower()) or english.get(base) or (base if base in _ALL_UNITS else "")
    if known:
        own = _UNITS_ZH.get(known, known) if language == "zh" else known
        return scaled(own, many, language)
    return told if language == language_of(told) == "zh" and len(base) <= _SHORT else ""


@lru_cache(maxsize=512)
def parsed(condition: str) -> exp.Expr:
    """Return a definition's condition as a tree; one that cannot be read asks for nothing."""
    try:
        return parse_one(condition)
    except SqlglotError:
        return exp.true()


def _several(catalog: Catalog) -> dict[str, Dimension]:
    """Return each dimension by what several of its things are called: service areas."""
    found: dict[str, Dimension] = {}
    for one in catalog.dimensions.values():
        label = in_sentence(one.label("en"), "en")
        if (several := plural_of(label, "en")) != label:
            found.setdefault(several, one)
    return found


def plural_of(label: str, language: Language) -> str:
    """Return several of a thing: service areas; Chinese has no plural."""
    return label if language == "zh" or not label else plural_name(label)


def _without_time(heading: str) -> str:
    """Return a heading without the time behind it; the year of a day belongs to that: on 28 Nov 2026."""
    bare = _OF_A_TIME.sub("", heading)
    return heading if bare.rpartition(" ")[2] in _PROPER else bare


def in_sentence(label: str, language: Language) -> str:
    """Return a name as it stands within a sentence: small, but for what is written in capitals."""
    if language == "zh":
        return label
    return " ".join(
        word if word[1:] != word[1:].lower() or word in _PROPER else word.lower() for word in label.split()
    )


def _reads(unit: str, language: Language) -> bool:
    """Tell a unit that a reader of the language reads."""
    return bool(unit) and (unit.isascii() or language_of(unit) == language)


def _named(catalog: Catalog) -> list[tuple[Metric, tuple[str, ...]]]:
    """Return each metric with its names in both languages, in small letters."""
    return [
        (one, tuple(word.lower() for word in (one.zh, one.en) if word)) for one in catalog.metrics.values()
    ]


def _without_unit(name: str) -> str:
    """Return a column's name without the unit that it ends in, where enough is left to call it by.

    >>> _without_unit("avg age days"), _without_unit("median hours"), _without_unit("占比%")
    ('avg age', 'median hours', '占比')
    """
    *before, last = name.split()
    percent = _UNITS.get(last.lower()) == "%"
    if before and last.lower() in _UNITS and (len(before) >= _SEVERAL or percent):
        return " ".join(before)
    return _BEHIND_HAN.sub("", name)


def _split(name: str) -> tuple[str, str]:
    """Return a heading and the unit it has in brackets: 充电量(千瓦时)."""
    found = _BRACKETS.search(name)
    return (name[: found.start()], found[1].strip()) if found else (name, "")
