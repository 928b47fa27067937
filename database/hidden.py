"""Refuses queries that name a column their user may not see.

A hidden column is simply absent where the table is read; without this check a name could then mean another
column of the query around it, and the answer would be wrong instead of refused.
"""

from collections.abc import Iterator, Mapping

from sqlglot import exp

from database.coverage import TableRule
from database.kinds import Nodes
from errors import PolicyError

Rules = Mapping[int, TableRule]  # by id() of the Table node


def require_no_hidden(nodes: Nodes, rules: Rules) -> None:
    """Raise PolicyError when any column, join or alias list touches a hidden column."""
    if not any(rule.hidden for rule in rules.values()):
        return
    for node in nodes.of(exp.Select, exp.Column):
        if isinstance(node, exp.Select):
            _require_plain_joins(node, rules)
        elif isinstance(node.this, exp.Identifier):
            _require_visible(node, rules)


def _require_plain_joins(select: exp.Expr, rules: Rules) -> None:
    hidden = {name for source in sources(select) for name in _hidden(source, rules)}
    if not hidden:
        return
    for join in _joins(select):
        if join.args.get("method") == "NATURAL":
            raise PolicyError("policy_unproven", why="NATURAL JOIN")
        for name in join.args.get("using") or ():
            if name.name.lower() in hidden:
                raise PolicyError("column_forbidden", column=name.name)
    for source in sources(select):
        alias = source.args.get("alias")
        if _hidden(source, rules) and alias is not None and alias.args.get("columns"):
            raise PolicyError("policy_unproven", why="column aliases")


def _require_visible(column: exp.Expr, rules: Rules) -> None:
    name, qualifier = column.name.lower(), column.text("table").lower()
    for select in _selects_around(column):
        seen = False
        for source in sources(select):
            if qualifier and source.alias_or_name.lower() != qualifier:
                continue
            if name in _hidden(source, rules) and not (not qualifier and _is_output(column, name, select)):
                raise PolicyError("column_forbidden", column=column.name)
            seen = seen or _provides(source, name, rules)
        if seen:
            return


def _selects_around(node: exp.Expr) -> Iterator[exp.Expr]:
    select = node.find_ancestor(exp.Select)
    while select is not None:
        yield select
        select = select.find_ancestor(exp.Select)


def sources(select: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the tables and subqueries of a FROM, also those within parenthesised joins."""
    start = [
        select.args.get("from_"),
        *(select.args.get("joins") or ()),
        *(select.args.get("laterals") or ()),
    ]
    pending = [
        part.this if isinstance(part, (exp.From, exp.Join)) else part for part in start if part is not None
    ]
    while pending:
        source = pending.pop()
        pending += [join.this for join in source.args.get("joins") or ()]
        if isinstance(source, exp.Subquery) and isinstance(source.this, (exp.Table, exp.Subquery)):
            pending.append(source.this)
        else:
            yield source


def _joins(select: exp.Expr) -> Iterator[exp.Expr]:
    yield from select.args.get("joins") or ()
    for part in [select.args.get("from_"), *(select.args.get("joins") or ())]:
        if part is not None:
            for nested in part.find_all(exp.Join):
                if nested is not part and nested.find_ancestor(exp.Select) is select:
                    yield nested


def _hidden(source: exp.Expr, rules: Rules) -> frozenset[str]:
    rule = rules.get(id(source))
    return rule.hidden if rule else frozenset()


def _provides(source: exp.Expr, name: str, rules: Rules) -> bool:
    rule = rules.get(id(source))
    if rule is not None:
        return any(column.name.lower() == name for column in rule.table.columns)
    return isinstance(source, exp.Subquery) and name in {output.lower() for output in source.named_selects}


def _is_output(column: exp.Expr, name: str, select: exp.Expr) -> bool:
    """Tell whether ORDER BY means an output of this name rather than the table's column."""
    order = column.find_ancestor(exp.Order, exp.Window, exp.Select)
    return (
        isinstance(order, exp.Order)
        and order.parent is select
        and any(isinstance(item, exp.Alias) and item.alias.lower() == name for item in select.expressions)
    )
