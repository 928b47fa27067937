"""A statement's tree, read once by whoever wants to know what it says; the guard reads its own."""

from functools import lru_cache
from typing import TypeVar

from sqlglot import exp, parse
from sqlglot.errors import ParseError

from database.dialects import Dialect

E = TypeVar("E", bound=exp.Expr)


def trees_of(sql: str, dialect: Dialect) -> tuple[exp.Expr | None, ...]:
    """Return the trees of statements, or raise SqlglotError; they are shared: read, never change them.

    They do not know where their names stood in the text.
    """
    return _parsed(sql, dialect.sqlglot_name)


def tree_of(sql: str, dialect: Dialect) -> exp.Expr:
    """Return the tree of a statement, or raise SqlglotError; it is shared like any other."""
    found = [one for one in trees_of(sql, dialect) if one is not None and not isinstance(one, exp.Semicolon)]
    if len(found) != 1:
        raise ParseError(f"{len(found)} statements")
    return found[0]


def copied(tree: E) -> E:
    """Return a tree's copy as its own `copy` does, but for `copy.deepcopy`: 17 calls of Python around one."""
    return tree.__deepcopy__({})  # type: ignore[return-value]


def unplaced(tree: exp.Expr) -> exp.Expr:
    """Return the tree without where its names stood in their text: two thirds of what a copy costs."""
    for node in tree.walk():
        node._meta = None
    return tree


@lru_cache(maxsize=64)  # what is being asked at once; a question reads its own five times
def _parsed(sql: str, dialect: str) -> tuple[exp.Expr | None, ...]:
    return tuple(tree if tree is None else unplaced(tree) for tree in parse(sql, dialect=dialect))
