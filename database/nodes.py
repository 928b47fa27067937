"""Which parts a query tree may be made of."""

import inspect
from collections.abc import Iterable, Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token

from database.dialects import Dialect
from database.words import topics
from errors import UnsafeSQLError

_ROOTS = (exp.Select, exp.SetOperation, exp.Values, exp.Subquery, exp.Pivot)

_NODES = topics("nodes")
_STATEMENTS = topics("statements")


def _classes(topic: str) -> set[type]:
    return {found for name in _NODES[topic] if (found := getattr(exp, name, None)) is not None}


def _functions() -> set[type]:
    # Typed functions are let in as a class because calls.py holds every name that is called against its
    # list; the barred few do more than compute.
    every = {item for item in vars(exp).values() if inspect.isclass(item) and issubclass(item, exp.Func)}
    return every - _classes("barred_functions")


_ALLOWED = _classes("known") | _functions()
_WRITE_NODES, _SESSION_NODES, _LOCK_NODES = _classes("writes"), _classes("session"), _classes("locks")
_VARIABLES = _classes("variables")
# Text search configurations are written as casts; other reg* types look names up in the catalogs.
_OPEN_TYPES = {"OID", "REGCONFIG", "REGDICTIONARY"}


def require_query_word(tokens: Sequence[Token], dialect: Dialect) -> None:
    """Refuse by its first word a statement that no query begins with, so that the reason is a plain one."""
    word = str(tokens[0].text).lower().split()[0] if tokens and str(tokens[0].text).strip() else ";"
    if word in _STATEMENTS["queries"] or word in _STATEMENTS.get(f"queries_{dialect.name}", ()):
        return
    if word in _STATEMENTS["writes"]:
        raise UnsafeSQLError("sql_writes", word=word.upper())
    raise UnsafeSQLError("sql_session" if word in _STATEMENTS["session"] else "sql_not_query")


def require_query_root(tree: exp.Expr) -> None:
    """Refuse a statement that is not a query, telling writes from the rest."""
    if isinstance(tree, _ROOTS):
        return
    kind = type(tree)
    if kind in _WRITE_NODES:
        raise UnsafeSQLError("sql_writes", word=kind.__name__.upper())
    if kind in _SESSION_NODES:
        raise UnsafeSQLError("sql_session")
    raise UnsafeSQLError("sql_not_query")


def require_known_nodes(nodes: Iterable[exp.Expr], dialect: Dialect, *, slots: bool) -> None:
    """Refuse a tree that holds any node not known to be harmless."""
    for node in nodes:
        kind = type(node)
        if kind not in _ALLOWED:
            _refuse(node, kind, slots)
        elif kind in _LOOK_CLOSER:
            _LOOK_CLOSER[kind](node, dialect)


def _refuse(node: exp.Expr, kind: type, slots: bool) -> None:
    if kind in _WRITE_NODES:
        raise UnsafeSQLError("sql_writes", word=kind.__name__.upper())
    if kind in _LOCK_NODES:
        raise UnsafeSQLError("sql_locks")
    if kind in _SESSION_NODES:
        raise UnsafeSQLError("sql_session")
    if kind in _VARIABLES:
        raise UnsafeSQLError("sql_variable")
    if kind is exp.Placeholder:
        if slots and node.args.get("this") and not node.args.get("jdbc"):
            return
        if isinstance(node.parent, (exp.Bracket, exp.Slice)):  # numbers[:most]
            return
        raise UnsafeSQLError("sql_placeholder")
    if kind is exp.ObjectIdentifier and str(node.this).upper() in _OPEN_TYPES:
        return
    raise UnsafeSQLError("sql_node_unknown", node=kind.__name__)


def _look_at_select(node: exp.Expr, dialect: Dialect) -> None:
    if node.args.get("into") is not None:
        raise UnsafeSQLError("sql_writes", word="INTO")
    if node.args.get("locks"):
        raise UnsafeSQLError("sql_locks")


def _look_at_operator(node: exp.Expr, dialect: Dialect) -> None:
    schema, dot, _ = str(node.args.get("operator", "")).rpartition(".")
    if dot and schema.strip().strip('"') != "pg_catalog":
        raise UnsafeSQLError("sql_function_unknown", name="OPERATOR")


def _look_at_in(node: exp.Expr, dialect: Dialect) -> None:
    # SQLite reads `x IN orders` as the table orders: a table that no Table node shows.
    if dialect.name == "sqlite" and node.args.get("field") is not None:
        raise UnsafeSQLError("sql_in_table")


def _look_at_type(node: exp.Expr, dialect: Dialect) -> None:
    # `x::pg_catalog.regclass` and `x::"regclass"` are types of their own to sqlglot.
    name = str(node.args.get("kind") or "").rpartition(".")[2].strip('"').upper()
    if name.startswith("REG") and name not in _OPEN_TYPES:
        raise UnsafeSQLError("sql_node_unknown", node=name[:40])


_LOOK_CLOSER = {
    exp.DataType: _look_at_type,
    exp.Select: _look_at_select,
    exp.Operator: _look_at_operator,
    exp.In: _look_at_in,
}
