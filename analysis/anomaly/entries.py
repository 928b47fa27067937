"""Single entries far from all of their like, and the few that were not entered: each column is checked."""

import datetime as dt
import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import zip_longest
from typing import Any

from analysis.anomaly.undefined import numbers_of
from analysis.asked import AnalysisAsked, Run
from analysis.cuts import cuts_of
from analysis.lifespans import day_of
from analysis.outcome import Look, Outcome, Read, Said, Steps, day_in, exact
from analysis.outliers.peers import ALIKE, FEWEST_PEERS, beside
from analysis.series import data_span, day_of_rows
from analysis.why.looks import stored
from answers.naming import column_name, table_name
from config.wording import say
from database.schema import Table
from knowledge.metrics import Metric
from language.calendar import whole
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST_LOOKS, MOST_CUTS, MOST_COLUMNS = 24, 5, 6
TIMES, TIMES_NEXT = 5, 3  # of the mean of its like, and of the next of them
MOST_CLOSER, MOST_SAME, MOST_TOLD = 6, 2, 5
BUDGET = MOST_LOOKS + MOST_CLOSER  # statements over those of an analysis
MOST_LACKING, LACKING, OF_ITS_LIKE = 5, 0.01, 0.1  # numbers, of all rows, of those of one kind
_PARTS = ("most", "least", "many", "mean", "square")
_ROWS = "entries_rows"


@dataclass(frozen=True)
class _Rows:
    """The rows of one table: a figure of them, which gives their days, and their columns of numbers."""

    metric: Metric
    table: Table
    columns: tuple[str, ...]
    cuts: tuple[str, ...]  # what they are of

    @property
    def names(self) -> tuple[str, ...]:
        """Return the figures that are read of each kind of its rows."""
        return (*(f"{part}_{at}" for at in range(len(self.columns)) for part in _PARTS), _ROWS)

    def look(self, cut: str, desk: MetricDesk) -> Look:
        """Return the look at the ends, the mean and the number of each column by one of its cuts."""
        made = [beside(self.metric, _ROWS, "COUNT(*)")]
        for at, name in enumerate(self.columns):
            ways = {
                "most": f"MAX({name})",
                "least": f"MIN(CASE WHEN {name} > 0 THEN {name} END)",
                "many": f"COUNT({name})",
                "mean": f"AVG({name})",
                "square": f"AVG(1.0 * {name} * {name})",
            }
            made += [beside(self.metric, f"{part}_{at}", text) for part, text in ways.items()]
        return self._look(f"entries.{self.table.full_name}.{cut}", self.names, (cut,), (), made, desk)

    def closer(self, one: "_Far", place: int, desk: MetricDesk) -> Look:
        """Return the look at one entry: its day and key, how many have it, and the next of its like."""
        name, day = self.columns[one.column], day_of_rows(self.metric, desk)
        if one.value is None:
            same, further = f"{name} IS NULL", "NULL"
        else:
            same = f"{name} = {one.value:f}"
            beyond = (
                f"MAX(CASE WHEN {name} < {one.value:f}"
                if one.high
                else f"MIN(CASE WHEN {name} > {one.value:f}"
            )
            further = f"{beyond} THEN {name} END)"
        keys = self.table.primary_key
        ways = {
            "day": f"MIN(CASE WHEN {same} THEN {day} END)",
            "number": f"COUNT(CASE WHEN {same} THEN 1 END)",
        }
        ways |= {"first": f"MIN({day})", "last": f"MAX({day})"}
        ways |= {"next": further} if one.value is not None else {}
        ways |= {"key": f"MIN(CASE WHEN {same} THEN {keys[0]} END)"} if len(keys) == 1 else {}
        made = [beside(self.metric, f"closer_{way}", text) for way, text in ways.items()]
        own = (Filter(one.cut, (stored(one.cut, one.member, desk),)),)
        return self._look(f"closer.{place}", tuple(it.name for it in made), (), own, made, desk)

    def _look(
        self, name: str, figures: tuple[str, ...], splits: tuple[str, ...], filters: tuple[Filter, ...],
        made: Sequence[Metric], desk: MetricDesk,
    ) -> Look:  # fmt: skip
        span = data_span(self.metric.name, desk)
        times = (Window(*span, "range"),) if span else ()
        query = MetricQuery(figures, splits, windows=times, filters=filters)
        label = Said(
            "entries.label_check", {"table": table_name(self.table.name, desk.catalog.schema, desk.language)}
        )
        return Look(name, query, label, catalog=desk.catalog.beside(*made), detail=True)


@dataclass(frozen=True)
class _Far:
    """An entry far from its like, or some that were not entered (no value), of one member of a cut."""

    rows: _Rows
    column: int
    cut: str
    member: str
    value: Decimal | None
    high: bool = True
    many: int = 0
    mean: Decimal = Decimal(0)
    spread: float = 0.0  # of the others, in their mean

    @property
    def times(self) -> float:
        """Return how far it lies off, as a logarithm; what is not there is told last."""
        return abs(math.log(self.value / self.mean)) if self.value is not None else 0.0


@dataclass(frozen=True)
class Checked:
    """What a check of the entries came to: what is told, and of how many columns of how many tables."""

    told: tuple[Said, ...]
    columns: int
    tables: int

    def before(self, outcome: Outcome) -> Outcome:
        """Return what is odd lately with what was found in the entries before it."""
        size = {"tables": self.tables, "columns": self.columns}
        first = self.told or (Said("entries.check_none", size),)
        rest = outcome.statements if outcome.declined is None else ()
        lately = (Said("entries.lately", {"said": rest[0]}), *rest[1:]) if rest else ()
        how = Said("entries.check_how", size | {"times": TIMES, "next": TIMES_NEXT})
        return replace(outcome, statements=(*first, *lately), reading=(how, *outcome.reading), declined=None)


def after_the_entries(run: Run) -> Run:
    """Return the steps of what is odd that check the entries first where the data are asked about."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if asked.about != "data":
            return (yield from run(asked, desk))
        checked = yield from _checked(desk)
        return checked.before((yield from run(replace(asked, about=""), desk)))

    return steps


def _checked(desk: MetricDesk) -> Generator[Sequence[Look], Mapping[str, Read], Checked]:
    """Yield the looks at every column of numbers by what its rows are of, then at what lies far off."""
    tables = list(_tables(desk))
    by_turn = [
        one for turn in zip_longest(*([(it, cut) for cut in it.cuts] for it in tables)) for one in turn if one
    ]
    looks = {it.look(cut, desk).name: (it, cut) for it, cut in by_turn[:MOST_LOOKS]}
    read = yield [it.look(cut, desk) for it, cut in looks.values()]
    found, seen, empty = list[_Far](), list[_Rows](), say("metrics.column.none", desk.language)
    for name, (it, cut) in looks.items():
        if name in read and not read[name].result.truncated:
            seen.append(it)
            found += _far(it, cut, [row for row in read[name].result.rows if row[0] not in (None, empty)])
    nearest = sorted(found, key=lambda one: one.spread)
    once = {(one.rows.metric.table, one.column, one.value): one for one in reversed(nearest)}
    closer = sorted(once.values(), key=lambda one: -one.times)[:MOST_CLOSER]
    rows = yield [one.rows.closer(one, place, desk) for place, one in enumerate(closer)]
    told = (_told(one, rows.get(f"closer.{place}"), desk) for place, one in enumerate(closer))
    checked = {it.table.full_name: len(it.columns) for it in seen}
    return Checked(tuple(one for one in told if one)[:MOST_TOLD], sum(checked.values()), len(checked))


def _tables(desk: MetricDesk) -> Iterator[_Rows]:
    """Yield the tables whose rows have a day, with their columns of numbers and what their rows are of."""
    catalog, seen = desk.catalog, set[str]()
    for metric in catalog.metrics.values():
        table = catalog.schema.table(catalog.full(metric.table)) if metric.table else None
        plain = metric.kind == "simple" and metric.time and not metric.until and desk.opens(metric.name)
        if table is None or not plain or table.full_name in seen:
            continue
        columns = tuple(one.name for one in numbers_of(table, desk))[:MOST_COLUMNS]
        direct = [one for one in cuts_of(metric.name, desk) if _is_of(one, metric, desk)]
        if columns and direct:
            seen.add(table.full_name)
            yield _Rows(replace(metric, filters=()), table, columns, tuple(direct)[:MOST_CUTS])


def _is_of(cut: str, metric: Metric, desk: MetricDesk) -> bool:
    """Tell a kind that is a column of a figure's own rows, or the thing that these rows point at."""
    dimension = desk.catalog.dimensions[cut]
    way = desk.catalog.way(metric.table, dimension)
    return way is not None and len(way) <= (1 if dimension.key else 0)


def _far(it: _Rows, cut: str, rows: Sequence[Sequence[Any]]) -> Iterator[_Far]:
    """Yield the ends of each kind that lie far from its others, where these are alike; and what lacks."""
    size = len(_PARTS)
    for at in range(len(it.columns)):
        lacking = list[_Far]()
        for member, *cells in rows:
            most, least, many, mean, square = (exact(cell) for cell in cells[at * size : (at + 1) * size])
            entered, every = int(many or 0), int(cells[-1])
            if not entered:
                continue
            if every > entered:
                lacking.append(
                    _Far(
                        it, at, cut, str(member), None, many=every - entered, spread=(every - entered) / every
                    )
                )
            for end, high in ((most, True), (least, False)):
                if end and mean and square and entered > FEWEST_PEERS:
                    one = _beside_the_others(_Far(it, at, cut, str(member), end, high), entered, mean, square)
                    yield from [one] if one else []
        number, every = sum(one.many for one in lacking), sum(int(row[-1]) for row in rows)
        if number <= min(MOST_LACKING, LACKING * every) and all(one.spread <= OF_ITS_LIKE for one in lacking):
            yield from lacking


def _beside_the_others(one: _Far, many: int, mean: Decimal, square: Decimal) -> _Far | None:
    """Return an end with the mean of its kind's others, where it lies far from these and they are alike."""
    assert one.value is not None
    others = (many * mean - one.value) / (many - 1)
    squares = (many * square - one.value * one.value) / (many - 1)
    apart = max(squares - others * others, Decimal(0)).sqrt()
    if others <= 0 or apart > ALIKE * others:
        return None
    far = one.value >= TIMES * others if one.high else one.value * TIMES <= others
    return replace(one, many=many - 1, mean=others, spread=float(apart / others)) if far else None


def _told(one: _Far, read: Read | None, desk: MetricDesk) -> Said | None:
    """Return an entry as it is told, where the next of its like lies far from it as well.

    The first month of what opened at its end is low, and so is one that runs.
    """
    if read is None or not read.result.rows:
        return None
    names = [name.removeprefix("closer_") for name in read.look.query.metrics]
    cells = dict(zip(names, read.result.rows[0], strict=True))
    near, number = exact(cells.get("next")), int(cells["number"] or 0)
    if one.value is not None:
        off = (one.value / near if one.high else near / one.value) if near and near > 0 else Decimal(0)
        edge = not one.high and cells["day"] in (cells["first"], cells["last"])
        if off < TIMES_NEXT or number > MOST_SAME or edge:
            return None
    table, schema = one.rows.table, desk.catalog.schema
    keyed = bool(cells.get("key"))
    key = f"{table.primary_key[0]} {cells['key']}" if keyed else ""
    params = {
        "table": table_name(table.name, schema, desk.language),
        "column": column_name(table.name, one.rows.columns[one.column], schema, desk.language),
        "member": one.member,
        "when": _when(cells.get("day"), one.rows.metric),
        "row": Said("entries.check_row", {"row": key}) if keyed else "",
        "count": f"{one.many:,}" if one.value is not None else one.many,
        "value": _plain(one.value),
        "mean": _plain(one.mean),
        "next": _plain(near),
    }
    code = "lacks" if one.value is None else "high" if one.high else "low"
    return Said(f"entries.check_{code}", params)


def _when(cell: Any, metric: Metric) -> Window | str:
    if cell is None:
        return ""
    day: dt.date = day_in(cell)
    return Window(*whole("month", day), "month") if metric.time_grain == "month" else day_of(day)


def _plain(value: Decimal | None) -> str:
    """Return a number of a column, whose unit nobody has said."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value == value.to_integral() else f"{value:,.2f}"
