"""Refuses a recursive query that plainly never ends."""

from sqlglot import exp

from database.dialects import Dialect
from database.kinds import Nodes
from errors import UnsafeSQLError

_ENDS = ("where", "joins", "limit", "having", "qualify", "group", "laterals")


def require_end(nodes: Nodes, dialect: Dialect) -> None:
    """Refuse UNION ALL with itself where nothing filters, joins or limits; the time limit stops the rest."""
    # SQLite lets a CTE recurse without the word.
    recursive = dialect.name == "sqlite" or any(node.args.get("recursive") for node in nodes.of(exp.With))
    if recursive and not nodes.of(exp.Limit, exp.Fetch) and any(map(_is_endless, nodes.of(exp.CTE))):
        raise UnsafeSQLError("sql_endless")


def _is_endless(cte: exp.Expr) -> bool:
    union, name = cte.this, cte.alias.lower()
    if not isinstance(union, exp.Union) or union.args.get("distinct"):
        return False
    step = union.expression
    reads = step.args.get("from_") if isinstance(step, exp.Select) else None
    itself = reads is not None and isinstance(reads.this, exp.Table) and reads.this.name.lower() == name
    return itself and not any(step.args.get(key) for key in _ENDS)
