"""Which tables a gold statement reads, and which of these a prompt did not hold."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError


def gold_tables(sql: str, dialect: str) -> frozenset[str]:
    """Return the bare names of the tables a statement reads, in lower case; none where it cannot be read."""
    try:
        tree = sqlglot.parse_one(sql, dialect=dialect)
    except (SqlglotError, RecursionError):
        return frozenset()
    own = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    return frozenset(table.name.lower() for table in tree.find_all(exp.Table)) - own


def missing_tables(golds: Sequence[str], dialect: str, shown: Iterable[str]) -> tuple[str, ...]:
    """Return what the prompt lacked of the gold statement that it came nearest to holding whole."""
    known = {name.rpartition(".")[2].lower() for name in shown}
    lacking = [tuple(sorted(gold_tables(sql, dialect) - known)) for sql in golds]
    return min(lacking, key=len, default=())


def shown_tables(trace: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the tables that a question's first prompt showed in full, None where nothing was linked."""
    for step in trace["steps"]:
        if step["kind"] == "retrieval":
            tables = step.get("found", {}).get("tables", ())
            return tuple(table["name"] for table in tables if table.get("level", "full") == "full")
    return None
