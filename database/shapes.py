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
