"""Does each row of a statement hold a sum or count of its own, so that together they are that of all?"""

from collections.abc import Iterator

from sqlglot import exp

from answers.sentences.tree import SETS, unwrapped
from database.schema import Schema

_DEEPEST = 6
_Source = exp.Select | exp.SetOperation | exp.Table


def has_own(node: exp.Expr, schema: Schema) -> bool:
    """Tell a sum or count of groups that no two rows share, also from a part that is joined to the rows.

    `SELECT d.name, g.n FROM depot d LEFT JOIN (SELECT depot_id, COUNT(*) AS n …) g` by the key of `depot`.
    """
    return _has_own(node, schema, _DEEPEST)


def stands_once(node: exp.Expr, schema: Schema) -> bool:
    """Tell a figure of each row of the first table read, none of which stands in two: a bill's amount."""
    core = unwrapped(node)
    select = core.find_ancestor(exp.Select)
    if select is None or select.args.get("group") or core.find(exp.AggFunc, exp.Window, exp.Subquery):
        return False
    sources = dict(_sources(select))
    first = next(iter(sources), "")
    own = {first, ""} if len(sources) == 1 else {first}
    named = {one.table for one in core.find_all(exp.Column)}
    is_table = isinstance(sources.get(first), exp.Table)
    return is_table and bool(named) and named <= own and _once(select, first, sources, schema)


def _has_own(node: exp.Expr, schema: Schema, depth: int) -> bool:
    core = unwrapped(node)
    select = core.find_ancestor(exp.Select)
    counted = core.this if isinstance(core, exp.Filter) else core
    if isinstance(counted, exp.Sum | exp.Count):
        return not counted.find(exp.Distinct) and bool(select is not None and _keys(select))
    if not isinstance(core, exp.Column) or select is None or select.args.get("group") or not depth:
        return False
    sources = dict(_sources(select))
    alias = core.table or (next(iter(sources)) if len(sources) == 1 else "")
    part = sources.get(alias)
    inner = _column(part, core.name) if isinstance(part, exp.Select) else None
    if inner is None or not _only_lacking(select, sources) or not _once(select, alias, sources, schema):
        return False
    return _has_own(inner, schema, depth - 1)


def _keys(select: exp.Select) -> list[exp.Expr]:
    """Return what a SELECT groups by; nothing where it has sums of its groups too."""
    group = select.args.get("group")
    keys = list(group.expressions) if group is not None else []
    more = any(value for name, value in group.args.items() if name != "expressions") if group else False
    return [] if more or any(isinstance(one, SETS) for one in keys) else keys


def _sources(select: exp.Select) -> Iterator[tuple[str, _Source]]:
    """Yield what a SELECT reads from by the name it has there, the first of FROM first."""
    parts = {one.alias: one.this for one in select.root().find_all(exp.CTE)}
    for one in (select.args.get("from_"), *(select.args.get("joins") or [])):
        source = one.this if one is not None else None
        if isinstance(source, exp.Table):
            named = parts.get(source.name, source) if not source.db else source
            yield source.alias_or_name, named
        elif isinstance(source, exp.Subquery):
            yield source.alias_or_name, source.this


def _column(select: exp.Select, name: str) -> exp.Expr | None:
    return next((one.unalias() for one in select.expressions if one.alias_or_name == name), None)


def _only_lacking(select: exp.Select, sources: dict[str, _Source]) -> bool:
    """Tell that no row is left out by a figure: by what is empty, or by what a table says, some may be."""
    where = select.args.get("where")
    tests = [one.unnest() for one in where.this.flatten()] if where else []

    def is_of_tables(test: exp.Expr) -> bool:
        named = {one.table for one in test.find_all(exp.Column)}
        return all(isinstance(sources.get(one), exp.Table) for one in named)

    def is_lack(test: exp.Expr) -> bool:
        while isinstance(test, exp.Not | exp.Paren):
            test = test.this
        if isinstance(test, exp.Or | exp.And):
            return is_lack(test.left) and is_lack(test.right)
        return isinstance(test, exp.Is)

    return all(is_lack(one) or is_of_tables(one) for one in tests)


def _once(select: exp.Select, alias: str, sources: dict[str, _Source], schema: Schema) -> bool:
    """Tell that no row of a part stands in two rows of a SELECT."""
    joins = select.args.get("joins") or []
    if len(sources) != 1 + len(joins):
        return False  # something is read that has no name of its own
    first = next(iter(sources))
    by_name = {one.this.alias_or_name: one for one in joins}
    for name, join in by_name.items():
        own, others = _equated(join, name, first)
        if not _is_unique(sources[name], own, schema):
            return False
        if name == alias and not (
            set(others) == {first} and _is_unique(sources[first], others[first], schema)
        ):
            return False
    return True


def _equated(join: exp.Join, name: str, first: str) -> tuple[set[str], dict[str, set[str]]]:
    """Return which columns a join equates: of what is joined, and of each other that it is joined to."""
    using = {one.name for one in join.args.get("using") or []}
    own, others = set(using), {first: set(using)} if using else {}
    for one, other in _pairs(join):
        if (one.table == name) != (other.table == name):
            mine, theirs = (one, other) if one.table == name else (other, one)
            own.add(mine.name)
            others.setdefault(theirs.table, set()).add(theirs.name)
    return own, others


def _pairs(join: exp.Join) -> Iterator[tuple[exp.Column, exp.Column]]:
    """Yield the columns that must be the same for two rows to be joined."""
    on = join.args.get("on")
    for test in on.flatten() if isinstance(on, exp.And) else filter(None, [on]):
        if isinstance(test, exp.EQ | exp.NullSafeEQ):
            one, other = test.this, test.expression
            if isinstance(one, exp.Column) and isinstance(other, exp.Column):
                yield one, other


def _is_unique(source: _Source, columns: set[str], schema: Schema) -> bool:
    """Tell that no two rows of a source have the same of these columns."""
    if isinstance(source, exp.Table):
        known = schema.table(".".join(filter(None, (source.db, source.name))))
        return known is not None and bool(known.primary_key) and set(known.primary_key) <= columns
    names = {one.alias_or_name for one in source.selects}
    if source.args.get("distinct"):
        return names <= columns
    if not isinstance(source, exp.Select):
        return False
    called = {_called(source, key) for key in _keys(source)}
    return _is_one_row(source) or (bool(called) and "" not in called and called <= columns)


def _is_one_row(select: exp.Select) -> bool:
    """Tell a SELECT of sums over all its rows."""
    return not select.args.get("group") and all(one.find(exp.AggFunc) for one in select.expressions)


def _called(select: exp.Select, key: exp.Expr) -> str:
    """Return what a SELECT shows a key of its groups as, or nothing."""
    shown = {str(one.alias_or_name): unwrapped(one.unalias()) for one in select.expressions}
    if isinstance(key, exp.Literal) and key.is_int:
        return [*shown, ""][min(int(key.this) - 1, len(shown))]
    found = [name for name, one in shown.items() if one == unwrapped(key)]
    return found[0] if found else str(key.name) if key.name in shown else ""
