"""Refuses a recursive query that plainly never ends."""

from sqlglot import exp

from database.dialects import Dialect
from errors import UnsafeSQLError

_ENDS = ("where", "joins", "limit", "having", "qualify", "group", "laterals")


def require_end(tree: exp.Expr, dialect: Dialect) -> None:
    """Refuse UNION ALL with itself where nothing filters, joins or limits; the time limit stops the rest."""
    for with_ in tree.find_all(exp.With):
        # SQLite lets a CTE recurse without the word.
        if with_.args.get("recursive") or dialect.name == "sqlite":
            for cte in with_.expressions:
                if _is_endless(cte) and tree.find(exp.Limit, exp.Fetch) is None:
                    raise UnsafeSQLError("sql_endless")


def _is_endless(cte: exp.Expr) -> bool:
    union, name = cte.this, cte.alias.lower()
    if not isinstance(union, exp.Union) or union.args.get("distinct"):
        return False
    step = union.expression
    reads = step.args.get("from_") if isinstance(step, exp.Select) else None
    itself = reads is not None and isinstance(reads.this, exp.Table) and reads.this.name.lower() == name
    return itself and not any(step.args.get(key) for key in _ENDS)
