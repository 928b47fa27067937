"""What more than show it a statement does with a masked column: a figure of it is one of masks."""

from collections.abc import Collection, Iterable, Iterator

from sqlglot import exp

from database.schema import Schema

_SHOWN = (exp.Alias, exp.Paren)


def computed_with(tree: exp.Expr, masked: Collection[str], schema: Schema) -> str:
    """Return a masked column, schema.table.column, that a statement computes with; nothing where it has none.

    A column that an inner query only gives on is followed by its name there. In doubt it counts as the masked
    one: what is declined too much is asked otherwise.
    """
    if not masked:
        return ""
    given = {column.rpartition(".")[2].lower(): column for column in masked}
    known = 0
    while known != len(given):  # until no inner query gives one on under another name
        known = len(given)
        for node in tree.find_all(exp.Column):
            if (column := _masked(node, given, masked, schema)) and _is_given_on(node):
                given.setdefault(_top(node).alias_or_name.lower(), column)
    for node in tree.find_all(exp.Column):
        column = _masked(node, given, masked, schema)
        if column and (not _is_shown(node) or _is_distinct(node)):
            return column
    return next((given[name] for name in _joined_by(tree) if name in given), "")


def _masked(node: exp.Column, given: dict[str, str], masked: Collection[str], schema: Schema) -> str:
    """Return which masked column a name stands for: of its own table, or of an inner query that gives it."""
    column = given.get(node.name.lower(), "")
    if not column:
        return ""
    tables = list(_sources(node))
    if node.table:
        tables = [one for one in tables if one.alias_or_name.lower() == node.table.lower()] or tables
    for one in tables:
        table = (
            schema.table(".".join(part.name for part in one.parts)) if isinstance(one, exp.Table) else None
        )
        if table is None:
            return column
        if f"{table.full_name}.{node.name}".lower() in masked:
            return column
    return ""


def _sources(node: exp.Expr) -> Iterator[exp.Expr]:
    """Yield what the queries around a name read, from the nearest on: an inner one may mean an outer's."""
    at: exp.Expr | None = node
    while (at := at.find_ancestor(exp.Select) if at else None) is not None:
        begins = at.args.get("from_") or at.args.get("from")
        yield from (one.this for one in (begins, *(at.args.get("joins") or ())) if one is not None)


def _top(node: exp.Expr) -> exp.Expr:
    while isinstance(node.parent, _SHOWN):
        node = node.parent
    return node


def _is_shown(node: exp.Column) -> bool:
    top = _top(node)
    return isinstance(top.parent, exp.Select) and top.arg_key == "expressions"


def _is_distinct(node: exp.Column) -> bool:
    select = _top(node).parent
    return isinstance(select, exp.Select) and select.args.get("distinct") is not None


def _is_given_on(node: exp.Column) -> bool:
    select = _top(node).parent
    return _is_shown(node) and isinstance(select, exp.Select) and select.parent is not None


def _joined_by(tree: exp.Expr) -> Iterable[str]:
    return (one.name.lower() for join in tree.find_all(exp.Join) for one in join.args.get("using") or ())
