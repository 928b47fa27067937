"""Refuses shapes in which a subquery would not mean what the table it stands for means.

A table has system columns, a row type of its own and a schema to tell it from a namesake; a subquery has none
of these. Nor has it a primary key that other columns follow from: groups.py names these.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from sqlglot import exp

from database.coverage import TableRule
from database.dialects import Dialect
from database.hidden import Rules, sources
from database.kinds import Nodes
from database.sources import folded
from errors import PolicyError

SYSTEM_COLUMNS: Mapping[str, frozenset[str]] = {
    "postgres": frozenset({"tableoid", "ctid", "xmin", "xmax", "cmin", "cmax"}),
    "sqlite": frozenset({"rowid", "oid", "_rowid_"}),
    "duckdb": frozenset({"rowid"}),
    "mysql": frozenset({"_rowid"}),
}
# What gives the same for a row of a subquery as for a row of the table, whose type has another name.
_ROW_READERS = frozenset({"row_to_json", "to_json", "to_jsonb", "json_agg", "jsonb_agg", "count"})


def require_same_meaning(nodes: Nodes, rules: Rules, dialect: Dialect) -> None:
    """Raise PolicyError for a query that would mean something else once its tables are replaced."""
    replaced = {node: rule for node, rule in rules.items() if rule.restricts}
    if not replaced:
        return
    columns = nodes.of(exp.Column)
    _require_no_system_columns(columns, replaced, dialect)
    for select in nodes.of(exp.Select):
        own = [(source, replaced[id(source)]) for source in sources(select) if id(source) in replaced]
        if own:
            _require_distinct_names(own, dialect)
    if dialect.name == "postgres":
        tables = [node for node in nodes.of(exp.Table) if id(node) in replaced]
        _require_read_rows(columns, tables, replaced)


def _require_no_system_columns(columns: Iterable[exp.Expr], replaced: Rules, dialect: Dialect) -> None:
    declared = {column.name.lower() for rule in replaced.values() for column in rule.table.columns}
    system = SYSTEM_COLUMNS[dialect.name] - declared
    for column in columns:
        if column.name.lower() in system:
            raise PolicyError("policy_unproven", why=column.name)


def _require_distinct_names(own: list[tuple[exp.Expr, TableRule]], dialect: Dialect) -> None:
    """Refuse `public.orders, archive.orders`: without their schemas they are one name."""
    bare = [source for source, _ in own if source.args.get("alias") is None]
    names = Counter(folded(source.this, dialect) for source in bare)
    if len(names) < len(bare):
        raise PolicyError("policy_unproven", why=names.most_common(1)[0][0])


def _require_read_rows(columns: Iterable[exp.Expr], tables: Iterable[exp.Expr], replaced: Rules) -> None:
    """Refuse a whole row given out as it is: it would be a record, no longer a row of its table."""
    names = {node.alias_or_name.lower(): replaced[id(node)] for node in tables}
    for column in columns:
        rule = None if column.args.get("table") is not None else names.get(column.name.lower())
        if rule is None or rule.table.column(column.name) is not None or not _is_source(column):
            continue
        reader = column.parent
        while isinstance(reader, exp.Paren | exp.Distinct | exp.Order | exp.Ordered):
            reader = reader.parent
        if isinstance(reader, exp.Func) and not isinstance(reader, exp.Cast):
            if _function_name(reader) not in _ROW_READERS:
                raise PolicyError("policy_unproven", why=column.name)
        elif not isinstance(reader, exp.Dot | exp.Cast | exp.Is | exp.EQ | exp.NEQ):
            raise PolicyError("policy_unproven", why=column.name)


def _is_source(column: exp.Expr) -> bool:
    """Tell whether a bare name can mean a table around it, and is no output's name in ORDER BY."""
    select = column.find_ancestor(exp.Select)
    if select is None:
        return False
    outputs = {item.alias.lower() for item in select.expressions if isinstance(item, exp.Alias)}
    return column.name.lower() not in outputs


def _function_name(function: exp.Expr) -> str:
    if isinstance(function, exp.Anonymous):
        return str(function.this).lower()
    if isinstance(function, exp.JSONArrayAgg):
        return "json_agg"
    return function.sql_name().lower() if isinstance(function, exp.Func) else ""
