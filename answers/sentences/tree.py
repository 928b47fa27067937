"""What the tree of a statement tells of its columns: growth, shares, order, where a column comes from."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answers.sentences.asked import Ranked
from database.asked_days import stretch_of
from database.dialects import Dialect
from database.first_rows import number_of
from database.trees import tree_of

_WRAPS = (exp.Round, exp.Cast, exp.Coalesce, exp.Paren, exp.Alias)
SETS = (exp.Rollup, exp.Cube, exp.GroupingSets)  # groups with sums of several of them
PLACES = (exp.Rank, exp.DenseRank, exp.RowNumber)
_DEEPEST = 6


@dataclass(frozen=True)
class Shape:
    """The outer SELECT: what each column is computed from, and where its figures are compared."""

    expressions: tuple[exp.Expr, ...]
    growth: dict[int, tuple[int, int]]  # column → the figure and the earlier one, -1 where not shown
    shares: dict[int, int]  # column → the figure it is a share of, -1 where not shown
    spans: dict[int, tuple[dt.date, dt.date]]  # column → the days that it alone is of
    order: tuple[tuple[int, bool], ...]  # columns the rows are ordered by, and whether descending
    limit: int | None
    grouped: int  # how many groups are made
    computes: bool  # some figure is of several rows
    having: bool  # only groups that meet a condition
    chosen: bool  # some rows or groups were left out by a figure
    loose: bool  # a row is put together from several places: a name in it is not whose its figures are


@lru_cache(maxsize=64)
def shape_of(sql: str, dialect: Dialect) -> Shape | None:
    """Read the outer SELECT of a statement, once for all; nothing of one that cannot be read."""
    try:
        tree = tree_of(sql, dialect)
    except SqlglotError:
        return None
    select = tree if isinstance(tree, exp.Select) else tree.find(exp.Select)
    if select is None:
        return None
    shown = [one.unalias() for one in select.expressions]
    cores = [unwrapped(one) for one in shown]
    group = select.args.get("group")
    number = number_of(tree.args.get("limit"))
    growth = {at: _growth(one, cores, at) for at, one in enumerate(cores)}
    shares = {at: _share(one, cores, at) for at, one in enumerate(cores)}
    placed = _placed(select, cores)
    return Shape(
        tuple(shown),
        {at: ends for at, ends in growth.items() if ends is not None},
        {at: of for at, of in shares.items() if of is not None},
        {at: days for at, one in enumerate(cores) if (days := _days_of(one)) is not None},
        (*([placed[0]] if placed else []), *_order(select, tree, shown)),
        _most(number) if number is not None else placed[1] if placed else None,
        _groups(group),
        tree.find(exp.AggFunc) is not None,
        bool(select.args.get("having")),
        bool(tree.find(exp.Having, exp.Qualify, exp.Limit, exp.Fetch)),
        not group and _is_put_together(select, cores),
    )


def _groups(group: exp.Group | None) -> int:
    """Return by how many things rows are grouped; of several sets of them, by all."""
    parts = group.expressions if group is not None else ()
    return sum(len(one.expressions) if isinstance(one, SETS) else 1 for one in parts)


def _is_put_together(select: exp.Select, cores: Sequence[exp.Expr]) -> bool:
    """Tell a row put together: of subqueries, of parts joined without a condition, of words of its own."""
    joins = select.args.get("joins") or []
    apart = any(not one.args.get("on") and not one.args.get("using") for one in joins)
    words = (isinstance(one, exp.Case | exp.If | exp.Literal) and _tells_words(one) for one in cores)
    return apart or any(isinstance(one, exp.Subquery) for one in cores) or any(words)


def _tells_words(node: exp.Expr) -> bool:
    """Tell a choice between words from one between figures."""
    return any(one.is_string for one in node.find_all(exp.Literal))


def ranked(shape: Shape, measures: Sequence[int]) -> tuple[int, Ranked] | None:
    """Return the column of figures that rows are ordered by first, and which end of it."""
    for column, descending in shape.order:
        if column in measures:
            return column, Ranked("top" if descending else "bottom", shape.limit)
    return None


def source_of(node: exp.Expr, depth: int = _DEEPEST) -> exp.Expr:
    """Follow a column through the named parts of a statement to what computes it."""
    core = unwrapped(node)
    select = core.find_ancestor(exp.Select)
    if not isinstance(core, exp.Column) or select is None or not depth:
        return core
    for source in _sources(select):
        for one in source.expressions:
            if one.alias_or_name == core.name:
                return source_of(one.unalias(), depth - 1)
    return core


def is_count(node: exp.Expr) -> bool:
    """Tell how many there are, however it is written: COUNT, of some alone, SUM(CASE … THEN 1 ELSE 0 END)."""
    node = unwrapped(node)
    if isinstance(node, exp.Filter | exp.Window):
        return is_count(node.this)
    inner = unwrapped(node.this) if isinstance(node, exp.Sum) else None
    if isinstance(inner, exp.Case):
        told = [one.args["true"] for one in inner.args["ifs"]] + [inner.args.get("default")]
        values = [unwrapped(one).name for one in told if one is not None and not isinstance(one, exp.Null)]
        return set(values) <= {"0", "1"}
    return isinstance(node, exp.Count | exp.CountIf)


def _sources(select: exp.Select) -> list[exp.Select]:
    """Return the SELECTs that a SELECT reads from by name, or as a subquery."""
    tables = [one.this for one in [select.args.get("from_"), *(select.args.get("joins") or [])] if one]
    found = [one.this for one in tables if isinstance(one, exp.Subquery)]
    names = {one.name for one in tables if isinstance(one, exp.Table)}
    root = select.root()
    found += [cte.this for cte in root.find_all(exp.CTE) if cte.alias in names]
    return [one for one in found if isinstance(one, exp.Select) and one is not select]


def asked_columns(node: exp.Expr) -> set[str] | None:
    """Return the columns by which the rows of a figure are chosen; None where that is not plain to see."""
    core = source_of(node)
    select = core.find_ancestor(exp.Select)
    if select is None or _sources(select):
        return None
    own = [*core.find_all(exp.Filter, exp.Case, exp.If)]
    parts = [*own, *(one for one in (select.args.get("where"), *(select.args.get("joins") or [])) if one)]
    return {column.name.lower() for part in parts for column in part.find_all(exp.Column)}


def unwrapped(node: exp.Expr) -> exp.Expr:
    """Look through rounding, casts and defaults to what is computed."""
    while isinstance(node, _WRAPS):
        node = node.this
    return node


def unscaled(node: exp.Expr) -> exp.Expr:
    """Return what is computed, without rounding, defaults, guards and the hundred of a percent."""
    core = _without_hundred(node)
    if isinstance(core, exp.Div):
        return exp.Div(this=unscaled(core.this).copy(), expression=unscaled(core.expression).copy())
    return core


def is_same(node: exp.Expr, other: exp.Expr) -> bool:
    """Tell whether two parts compute the same but for what `unscaled` leaves out; nothing is copied."""
    one, two = _without_hundred(node), _without_hundred(other)
    if isinstance(one, exp.Div) and isinstance(two, exp.Div):
        return is_same(one.this, two.this) and is_same(one.expression, two.expression)
    return one == two


def _without_hundred(node: exp.Expr) -> exp.Expr:
    """Return what is computed; within a division its parts may still be scaled."""
    core = unwrapped(node)
    if isinstance(core, exp.Nullif):
        return _without_hundred(core.this)
    if isinstance(core, exp.Mul):
        parts = [one for one in (core.this, core.expression) if not _is_hundred(unwrapped(one))]
        return _without_hundred(parts[0]) if len(parts) == 1 else core
    return core


def _is_hundred(node: exp.Expr) -> bool:
    """Tell whether a factor only scales a part to a percent, or makes a number of it: 100, 1.0."""
    return isinstance(node, exp.Literal) and not node.is_string and float(node.this) in (1, 100)


def _growth(node: exp.Expr, shown: Sequence[exp.Expr], at: int) -> tuple[int, int] | None:
    """Return which column grows from which, where a column is (now - before) / before or now / before - 1."""
    for division in node.find_all(exp.Div):
        above = [i for i, one in enumerate(shown) if i != at and _holds(division.this, one)]
        below = [i for i, one in enumerate(shown) if i != at and _holds(division.expression, one)]
        minus = next(division.this.find_all(exp.Sub), None)
        if len(below) != 1:
            continue
        if minus is not None and unwrapped(minus.expression) == shown[below[0]]:
            now = [i for i in above if i != below[0]]
            return (now[0], below[0]) if len(now) == 1 else None
        outer = division.find_ancestor(exp.Sub)
        one_less = outer is not None and isinstance(unwrapped(outer.expression), exp.Literal)
        if minus is None and one_less and len(above) == 1 and above != below:
            return above[0], below[0]
    return None


def _holds(node: exp.Expr, part: exp.Expr) -> bool:
    return isinstance(part, exp.AggFunc | exp.Column | exp.Filter) and any(one == part for one in node.walk())


def _days_of(node: exp.Expr) -> tuple[dt.date, dt.date] | None:
    """Return the days that only this column is of: of a filter or case in it, or of the part it is from."""
    source = source_of(node)
    places = [one.expression.this for one in source.find_all(exp.Filter) if one.expression]
    places += [one.this for one in source.find_all(exp.If)]
    inner = source.find_ancestor(exp.Select)
    if not places and inner is not None and inner is not node.find_ancestor(exp.Select):
        where = inner.args["where"].this if inner.args.get("where") else exp.true()
        parts = where.flatten() if isinstance(where, exp.And) else [where]
        timed = [one for one in parts if stretch_of(one)]
        places = [exp.and_(*timed)] if timed else []
    found = {stretch_of(one) for one in places}
    if len(found) != 1:
        return None
    start, end = found.pop() or (None, None)
    return (start, end) if start and end else None


def _share(node: exp.Expr, shown: Sequence[exp.Expr], at: int) -> int | None:
    """Return which column a share is of, where a column is divided by a sum over all rows."""
    for division in node.find_all(exp.Div):
        below = division.expression
        whole = next(below.find_all(exp.Window, exp.Subquery), None)
        named = isinstance(unwrapped(below), exp.Column) and "whole" in unwrapped(below).name
        if whole is None and not named:
            nullif = next(below.find_all(exp.Nullif), None)
            named = nullif is not None and "metric_whole" in nullif.sql()
        if whole is not None or named:
            parts = [unwrapped(one) for one in division.this.walk()]
            return next((i for i, one in enumerate(shown) if i != at and one in parts), -1)
    return None


def _most(number: exp.Expr) -> int | None:
    return int(number.this) if isinstance(number, exp.Literal) and number.is_int else None


def _placed(select: exp.Select, cores: Sequence[exp.Expr]) -> tuple[tuple[int, bool], int] | None:
    """Return the column whose first places are kept, whether from the highest, and how many.

    So is a top five written that leaves no tie out: WHERE place <= 5, the place a RANK over all rows. What is
    first in one order or in another are both ends, not the first two.
    """
    where = select.args.get("where")
    if where is not None and any(len(_places_in(one)) > 1 for one in where.find_all(exp.Or)):
        return None
    for test in where.find_all(exp.LTE, exp.LT, exp.EQ) if where else ():
        window, number = source_of(test.this), test.expression
        if not isinstance(number, exp.Literal) or not number.is_int or not isinstance(window, exp.Window):
            continue
        order = window.args.get("order")
        if not isinstance(window.this, PLACES) or window.args.get("partition_by") or not order:
            continue
        most = int(number.this) - isinstance(test, exp.LT)
        first = order.expressions[0]
        by = unwrapped(first.this)
        column = next((at for at, one in enumerate(cores) if source_of(one) == by), None)
        if column is not None and (most == 1 or not isinstance(test, exp.EQ)):
            return (column, bool(first.args.get("desc"))), most
    return None


def _places_in(node: exp.Expr) -> list[exp.Window]:
    """Return the places by which a condition chooses rows."""
    found = (source_of(one) for one in node.find_all(exp.Column))
    return [one for one in found if isinstance(one, exp.Window) and isinstance(one.this, PLACES)]


def _order(select: exp.Select, tree: exp.Expr, shown: Sequence[exp.Expr]) -> list[tuple[int, bool]]:
    """Return the columns that rows are ordered by: by number, by name, or as they are computed."""
    order = tree.args.get("order")
    names = [one.alias_or_name for one in select.expressions]
    found = []
    for part in order.expressions if order else ():
        node = part.this if isinstance(part, exp.Ordered) else part
        descending = bool(isinstance(part, exp.Ordered) and part.args.get("desc"))
        place = column_of(node, names, shown)
        found += [(place, descending)] if place is not None else []
    return found


def column_of(node: exp.Expr, names: Sequence[str], shown: Sequence[exp.Expr]) -> int | None:
    """Return the column of a SELECT that a part of its order or groups is: by number, name or formula."""
    if isinstance(node, exp.Literal) and node.is_int:
        return int(node.this) - 1
    if isinstance(node, exp.Column) and node.name in names:
        return names.index(node.name)
    return next((i for i, one in enumerate(shown) if is_same(one, node)), None)
