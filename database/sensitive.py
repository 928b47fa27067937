"""Whether a statement reads what the operator tagged sensitive."""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from sqlglot import exp

from database.schema import Schema


def touches(tree: exp.Expression, tables: Iterable[str], schema: Schema, tagged: Iterable[str]) -> bool:
    """Tell whether a statement reads a tagged table, or names or stars over a tagged column of one."""
    patterns = [pattern.lower() for pattern in tagged]
    if not patterns:
        return False
    named = {column.name.lower() for column in tree.find_all(exp.Column)}
    # `a JOIN b USING (phone) AS j`: j is a row of the columns joined on.
    named |= {name.name.lower() for join in tree.find_all(exp.Join) for name in join.args.get("using") or ()}
    # A whole-row reference reads every column and parses as a column named like the table or its alias.
    everything = has_star(tree) or bool(named & _row_names(tree))
    for name in tables:
        full = name.lower()
        if any(fnmatchcase(full, pattern) for pattern in patterns):
            return True
        table = schema.table(name)
        for column in table.columns if table else ():
            read = everything or column.name.lower() in named
            if read and any(fnmatchcase(f"{full}.{column.name.lower()}", pattern) for pattern in patterns):
                return True
    return False


def has_star(tree: exp.Expr) -> bool:
    """Tell whether any `*` stands for columns; that of count(*) reads none."""
    return any(not isinstance(star.parent, exp.Count) for star in tree.find_all(exp.Star))


def _row_names(tree: exp.Expression) -> set[str]:
    return {table.alias_or_name.lower() for table in tree.find_all(exp.Table)}
