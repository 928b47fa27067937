"""A statement's tree, read once by whoever wants to know what it says; the guard reads its own."""

from functools import lru_cache

from sqlglot import exp, parse_one

from database.dialects import Dialect


def tree_of(sql: str, dialect: Dialect) -> exp.Expr:
    """Return the tree of a statement, or raise SqlglotError; it is shared: read it, never change it."""
    return _parsed(sql, dialect.sqlglot_name)


def unplaced(tree: exp.Expr) -> exp.Expr:
    """Return the tree without where its names stood in their text: two thirds of what a copy costs."""
    for node in tree.walk():
        node._meta = None
    return tree


@lru_cache(maxsize=64)  # what is being asked at once; a question reads its own four times
def _parsed(sql: str, dialect: str) -> exp.Expr:
    return parse_one(sql, dialect=dialect)
