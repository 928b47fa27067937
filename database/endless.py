"""Refuses a recursive query that plainly never ends."""

from collections.abc import Sequence

from sqlglot import exp

from database.dialects import Dialect
from errors import UnsafeSQLError

_ENDS = ("where", "joins", "limit", "having", "qualify", "group", "laterals")


def require_end(nodes: Sequence[exp.Expr], dialect: Dialect) -> None:
    """Refuse UNION ALL with itself where nothing filters, joins or limits; the time limit stops the rest."""
    # SQLite lets a CTE recurse without the word.
    recursive = dialect.name == "sqlite"
    for node in nodes:
        recursive = recursive or (isinstance(node, exp.With) and bool(node.args.get("recursive")))
    if not recursive or any(isinstance(node, (exp.Limit, exp.Fetch)) for node in nodes):
        return
    if any(isinstance(node, exp.CTE) and _is_endless(node) for node in nodes):
        raise UnsafeSQLError("sql_endless")


def _is_endless(cte: exp.Expr) -> bool:
    union, name = cte.this, cte.alias.lower()
    if not isinstance(union, exp.Union) or union.args.get("distinct"):
        return False
    step = union.expression
    reads = step.args.get("from_") if isinstance(step, exp.Select) else None
    itself = reads is not None and isinstance(reads.this, exp.Table) and reads.this.name.lower() == name
    return itself and not any(step.args.get(key) for key in _ENDS)
