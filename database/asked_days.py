"""Which days a statement asks for, column by column, read off its tree."""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.simplify import simplify

from database.dialects import Dialect
from database.schema import Schema, Table
from database.trees import copied, tree_of

_DAY = re.compile(r"(?:19|20|21)\d\d-\d\d-\d\d(?=$|[ T])")
_MONTH = re.compile(r"((?:19|20|21)\d\d)-(\d\d)%?")
_YEAR = re.compile(r"((?:19|20|21)\d\d)(?:-?%)?")
_SAME = (
    exp.Paren,
    exp.Cast,
    exp.TsOrDsToDate,
    exp.TsOrDsToTimestamp,
    exp.Date,
    exp.StrToDate,
)  # stays that day
_PLACES = (exp.Where, exp.Having, exp.Join, exp.Filter, exp.If, exp.Case, exp.Qualify)
_FLIPPED = {exp.GT: exp.LT, exp.GTE: exp.LTE, exp.LT: exp.GT, exp.LTE: exp.GTE, exp.EQ: exp.EQ}
_ONE = dt.timedelta(days=1)

Stretch = tuple[dt.date | None, dt.date | None]


@dataclass(frozen=True)
class AskedDays:
    """The days that one SELECT asks for of a column: from `start` until before `end`, None where open.

    `exact` is false where other conditions on the column may leave less of it, `chooses` is true of a
    SELECT that only says which rows another takes: the best seller of one day, whose year is summed.
    """

    column: str  # schema.table.column, small
    start: dt.date | None
    end: dt.date | None
    exact: bool = True
    chooses: bool = False


@dataclass(frozen=True)
class Timing:
    """What a statement says of days: stretches asked for, columns in any condition, the tables read.

    `leading` are those that rows are read of, `joined` those whose own SELECT is joined to them.
    `starts` and `ends` are the days between which rows must lie by conditions on whatever: what began before
    October and ended after August.
    `limiting` is for each table that is read which columns of days choose its rows, its own or another's.
    `stretches` are for each column all the days that parts of the statement are of, a CASE or FILTER too.
    """

    asked: tuple[AskedDays, ...] = ()
    conditioned: frozenset[str] = frozenset()
    tables: tuple[str, ...] = ()
    leading: frozenset[str] = frozenset()
    joined: frozenset[str] = frozenset()
    starts: frozenset[dt.date] = frozenset()
    ends: frozenset[dt.date] = frozenset()
    limiting: Mapping[str, frozenset[str]] = field(default_factory=dict)
    stretches: Mapping[str, frozenset[Stretch]] = field(default_factory=dict)


@lru_cache(maxsize=64)  # before a statement runs, and when its rows are told
def timing_of(sql: str, dialect: Dialect, schema: Schema) -> Timing:
    """Return what a statement says of days; nothing of one that cannot be read."""
    try:
        tree = tree_of(sql, dialect)
    except SqlglotError:
        return Timing()
    defined = {cte.alias for cte in tree.find_all(exp.CTE)}
    selects = [(one, _chooses(one, tree), list(_conditions(one))) for one in tree.find_all(exp.Select)]
    names = {id(one): _Names(one, schema, defined) for one, _, _ in selects}
    own = {id(one): list(_asked(conditions, names[id(one)])) for one, _, conditions in selects}
    asked = [replace(days, chooses=chooses) for one, chooses, _ in selects for days in own[id(one)]]
    tables = [table.full_name.lower() for one in names.values() for table in one.tables.values()]
    met = [[*conditions, *_conditions(one, "having")] for one, chooses, conditions in selects if not chooses]
    bounds = list(_bounds(chain.from_iterable(met)))
    leading, joined = _led_and_joined(selects, names, tree)
    return Timing(
        tuple(asked),
        frozenset(_conditioned(tree, names)),
        tuple(dict.fromkeys(tables)),
        leading,
        joined,
        frozenset(first for first, _ in bounds if first),
        frozenset(end for _, end in bounds if end),
        _limiting(own, names, tree),
        _stretches(selects, names, own),
    )


def stretch_of(condition: exp.Expr) -> Stretch | None:
    """Return the days that a condition of one column leaves, or None where it is not all of days."""
    found = [_stretch(one) for one in _parted(condition)]
    if not all(found) or len({column.name for column in condition.find_all(exp.Column)}) != 1:
        return None
    starts = [one[0] for one in found if one and one[0]]
    ends = [one[1] for one in found if one and one[1]]
    return max(starts, default=None), min(ends, default=None)


def _conditioned(tree: exp.Expr, names: Mapping[int, "_Names"]) -> Iterator[str]:
    """Yield the columns in any condition; of one that a SELECT of the statement gives, all it may be."""
    every = [table for one in names.values() for table in one.tables.values()]
    for column in tree.find_all(exp.Column):
        select = column.find_ancestor(exp.Select)
        if select is None or not column.find_ancestor(*_PLACES):
            continue
        if name := names[id(select)].of(column):
            yield name
        elif column.table not in names[id(select)].tables:
            yield from (f"{one.full_name}.{column.name}".lower() for one in every if one.column(column.name))


class _Names:
    """The tables of the database that one SELECT reads, and which column is whose."""

    def __init__(self, select: exp.Select, schema: Schema, defined: Collection[str]) -> None:
        sources = [select.args.get("from_"), *(select.args.get("joins") or ())]
        tables = [one.this for one in sources if one is not None and isinstance(one.this, exp.Table)]
        known = {one.alias_or_name: schema.table(f"{one.db}.{one.name}".lstrip(".")) for one in tables}
        bare = {one.alias_or_name for one in tables if not one.db and one.name in defined}
        self.tables: dict[str, Table] = {n: t for n, t in known.items() if t is not None and n not in bare}

        first = select.args.get("from_")
        table = known.get(first.this.alias_or_name) if first is not None else None
        self.leading = table.full_name.lower() if table is not None else ""

    def of(self, column: exp.Column) -> str:
        """Return schema.table.column, or nothing of a column of something else."""
        named = self.tables.get(column.table) if column.table else None
        holding = [one for one in self.tables.values() if one.column(column.name)]
        table = named or (holding[0] if len(holding) == 1 and not column.table else None)
        return f"{table.full_name}.{column.name}".lower() if table else ""


def _chooses(select: exp.Select, tree: exp.Expr) -> bool:
    """Tell whether a SELECT stands in a condition of another, itself or by its name alone."""
    if select.find_ancestor(exp.Where, exp.Having) is not None:
        return True
    named = select.find_ancestor(exp.CTE)
    if named is None:
        return False
    uses = [one for one in tree.find_all(exp.Table) if one.name == named.alias and not one.db]
    return bool(uses) and all(one.find_ancestor(exp.Where, exp.Having) is not None for one in uses)


def _led_and_joined(
    selects: Iterable[tuple[exp.Select, bool, list[exp.Expr]]], names: Mapping[int, "_Names"], tree: exp.Expr
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the tables that SELECTs begin with: those that rows are read of, and those joined to them."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for select, chooses, _ in selects:
        if not chooses and (table := names[id(select)].leading):
            found[_leads(select, tree)].add(table)
    return frozenset(found[True]), frozenset(found[False])


def _leads(select: exp.Select, tree: exp.Expr) -> bool:
    """Tell a SELECT that another reads its rows from, itself or by its name, or that none reads from."""
    around = select.find_ancestor(exp.From, exp.Join, exp.CTE, exp.Select)
    if isinstance(around, exp.CTE):
        uses = (one for one in tree.find_all(exp.Table) if one.name == around.alias and not one.db)
        return any(isinstance(one.parent, exp.From) for one in uses)
    return around is None or isinstance(around, exp.From)


def _limiting(
    own: Mapping[int, Collection[AskedDays]], names: Mapping[int, "_Names"], tree: exp.Expr
) -> dict[str, frozenset[str]]:
    """Return the columns of days that choose the rows of each table, in its SELECT or one that this reads."""
    found: dict[str, set[str]] = {}
    for select in tree.find_all(exp.Select):
        columns = {days.column for part in _parts(select, tree) for days in own[id(part)]}
        for table in names[id(select)].tables.values():
            found.setdefault(table.full_name.lower(), set()).update(columns)
    return {table: frozenset(columns) for table, columns in found.items()}


def _stretches(
    selects: Iterable[tuple[exp.Select, bool, list[exp.Expr]]],
    names: Mapping[int, "_Names"],
    asked: Mapping[int, Sequence[AskedDays]],
) -> dict[str, frozenset[Stretch]]:
    """Return the days that figures are of by column: of each SELECT, way of an OR, CASE and FILTER."""
    found: dict[str, set[Stretch]] = {}
    for select, chooses, conditions in selects:
        whose = names[id(select)]
        own = [
            node for node in select.find_all(exp.Filter, exp.If) if node.find_ancestor(exp.Select) is select
        ]
        tests = [node.expression.this if isinstance(node, exp.Filter) else node.this for node in own]
        ways = [[*conditions, *_parted(test)] for test in tests]
        ways += [
            _parted(way)
            for one in conditions
            if isinstance(one.unnest(), exp.Or)
            for way in one.unnest().flatten()
        ]
        every = chain(asked[id(select)], *(_asked(way, whose) for way in ways))
        for days in () if chooses else every:
            if days.exact and (days.start or days.end):
                found.setdefault(days.column, set()).add((days.start, days.end))
    return {column: frozenset(several) for column, several in found.items()}


def _parts(select: exp.Select, tree: exp.Expr) -> list[exp.Select]:
    """Return a SELECT and those its rows depend on: in FROM, joins and WHERE, by name or in place."""
    named = {cte.alias: cte.this for cte in tree.find_all(exp.CTE)}
    found, left = [select], [select]
    while left:
        one = left.pop()
        places = [one.args.get(name) for name in ("from_", "where")] + list(one.args.get("joins") or ())
        for place in filter(None, places):
            inner = list(place.find_all(exp.Select))
            inner += [
                part
                for table in place.find_all(exp.Table)
                if table.name in named and not table.db
                for part in named[table.name].find_all(exp.Select)
            ]
            fresh = [part for part in inner if not any(part is known for known in found)]
            found += fresh
            left += fresh
    return found


def _asked(conditions: Iterable[exp.Expr], names: _Names) -> Iterator[AskedDays]:
    starts: dict[str, list[dt.date]] = {}
    ends: dict[str, list[dt.date]] = {}
    more: set[str] = set()
    for condition in conditions:
        columns = {names.of(one) for one in condition.find_all(exp.Column)} - {""}
        found = _stretch(condition) if len(columns) == 1 else None
        if found is None:
            more |= columns
            continue
        (column,) = columns
        starts.setdefault(column, []).extend(filter(None, found[:1]))
        ends.setdefault(column, []).extend(filter(None, found[1:]))
    for column in starts:
        first, end = max(starts[column], default=None), min(ends[column], default=None)
        yield AskedDays(column, first, end, column not in more)


def _bounds(conditions: Iterable[exp.Expr]) -> Iterator[Stretch]:
    """Yield what each comparison with a day leaves that all rows must meet, or all groups."""
    for condition in conditions:
        node = condition.unnest()
        if isinstance(node, exp.Or):  # ended after, or not ended at all
            parts = [one.unnest() for one in node.flatten() if not isinstance(one.unnest(), exp.Is)]
            node = parts[0] if len(parts) == 1 else node
        if isinstance(node, exp.Between):
            low, high = _day(node.args["low"]), _day(node.args["high"])
            yield low, high + _ONE if high else None
        elif type(node) in _FLIPPED and isinstance(node, exp.Binary) and node.find(exp.Column):
            if (day := _day(node.expression)) is not None:
                yield _left_by(type(node), day)
            elif (day := _day(node.this)) is not None:
                yield _left_by(_FLIPPED[type(node)], day)


def _conditions(select: exp.Select, clause: str = "where") -> Iterator[exp.Expr]:
    """Yield the conditions that all rows must meet, dates computed."""
    places = [select.args[clause].this] if select.args.get(clause) else []
    places += [one.args["on"] for one in select.args.get("joins") or () if one.args.get("on")]
    for place in places:
        yield from _parted(place)


def _parted(condition: exp.Expr) -> list[exp.Expr]:
    """Return what must all hold, dates computed."""
    plain = simplify(copied(condition)).unnest()
    return list(plain.flatten()) if isinstance(plain, exp.And) else [plain]


def _stretch(node: exp.Expr) -> Stretch | None:
    """Return the days that one condition on one column leaves, or None where it is none on days."""
    node = node.unnest()
    if isinstance(node, exp.Between):
        low, high = _day(node.args["low"]), _day(node.args["high"])
        return (low, high + _ONE) if low and high and _is_day(node.this) else None
    if (
        isinstance(node, exp.Like)
        and not node.args.get("negate")
        and isinstance(node.expression, exp.Literal)
    ):
        return _unit(node.expression) if _is_day(node.this) else None
    if isinstance(node, exp.In):
        return _joined(_compared(exp.EQ, node.this, one) for one in node.expressions)
    if type(node) not in _FLIPPED or not isinstance(node, exp.Binary):
        return None
    left, right = node.this, node.expression
    if not left.find(exp.Column):
        return _compared(_FLIPPED[type(node)], right, left)
    return _compared(type(node), left, right)


def _compared(kind: type[exp.Expr], side: exp.Expr, value: exp.Expr) -> Stretch | None:
    """Return what a comparison leaves: with a day, or of a year or month that a function makes of it."""
    day = _day(value)
    if day is None:
        return _unit(value) if kind is exp.EQ and _makes_unit(side) else None
    if isinstance(side, exp.TimestampTrunc | exp.DateTrunc):
        return None  # what compares simply with a day was computed before
    return _left_by(kind, day) if _is_day(side) else None


def _left_by(kind: type[exp.Expr], day: dt.date) -> Stretch:
    """Return the days that a comparison with one of them leaves."""
    bounds: dict[type[exp.Expr], Stretch] = {
        exp.GTE: (day, None),
        exp.GT: (day, None),
        exp.LT: (None, day),
        exp.LTE: (None, day + _ONE),
        exp.EQ: (day, day + _ONE),
    }
    return bounds[kind]


def _joined(parts: Iterable[Stretch | None]) -> Stretch | None:
    """Return the stretch from the first to the last of several."""
    found = list(parts)
    starts = [one[0] for one in found if one and one[0]]
    ends = [one[1] for one in found if one and one[1]]
    return (min(starts), max(ends)) if found and len(starts) == len(ends) == len(found) else None


def _is_day(node: exp.Expr) -> bool:
    """Tell a column alone, or as the day it holds."""
    while isinstance(node, _SAME):
        node = node.this
    return isinstance(node, exp.Column)


def _makes_unit(node: exp.Expr) -> bool:
    """Tell the year or month of a column, as text or number, from the column."""
    if isinstance(node, exp.Extract):
        return str(node.this).upper() == "YEAR"
    core = node.this if isinstance(node, exp.Cast | exp.Paren) else node
    if isinstance(core, exp.Substring):
        return str(core.args.get("start") or "1") == "1"
    return isinstance(core, exp.Year | exp.TimeToStr | exp.Left)


def _day(node: exp.Expr) -> dt.date | None:
    while isinstance(node, _SAME):
        node = node.this
    if not isinstance(node, exp.Literal) or not _DAY.match(node.this):
        return None
    try:
        return dt.date.fromisoformat(node.this[:10])
    except ValueError:
        return None


def _unit(node: exp.Expr) -> Stretch | None:
    """Return the days of a month or year as text or number: 2023-05, 2023."""
    text = node.this if isinstance(node, exp.Literal) else ""
    if (month := _MONTH.fullmatch(text)) and 1 <= int(month[2]) <= 12:
        year, number = int(month[1]), int(month[2])
        return dt.date(year, number, 1), dt.date(year + number // 12, number % 12 + 1, 1)
    if year_only := _YEAR.fullmatch(text):
        return dt.date(int(year_only[1]), 1, 1), dt.date(int(year_only[1]) + 1, 1, 1)
    return None
