"""How a masked column is shown: one SQL expression per kind and engine, computed where the row is read."""

from database.dialects import Dialect
from database.rights import MaskKind

# Where a keyed hash binds its key; policy.py turns {mask.key} into the driver's own placeholder.
HASH_KEY = "mask.key"
_KEY = "{" + HASH_KEY + "}"


def quoted(name: str, dialect: Dialect) -> str:
    """Return a name quoted for this engine."""
    mark = "`" if dialect.name == "mysql" else '"'
    return mark + name.replace(mark, mark * 2) + mark


def masked(column: str, kind: MaskKind, dialect: Dialect) -> str:
    """Return the expression shown instead of a quoted column; NULL stays NULL in every kind.

    SQLite has no digest: what should be hashed is NULL there, which shows less, never more.
    """
    if kind == "partial":
        return _partial(_text(column, dialect), dialect)
    if kind == "hash" and dialect.name != "sqlite":
        return _hash(_text(column, dialect), dialect)
    return f"CASE WHEN 1 = 0 THEN {column} END"  # NULL that keeps the column's type


def _text(column: str, dialect: Dialect) -> str:
    kind = {"mysql": "CHAR", "duckdb": "VARCHAR"}.get(dialect.name, "TEXT")
    return f"CAST({column} AS {kind})"


def _partial(text: str, dialect: Dialect) -> str:
    """Keep 3 and 4 characters of a long value (138****5678), the first of a short one."""
    long, short = (
        (f"CONCAT(LEFT({text}, 3), '****', RIGHT({text}, 4))", f"CONCAT(LEFT({text}, 1), '***')")
        if dialect.name == "mysql"
        else (
            f"substr({text}, 1, 3) || '****' || {_last_four(text, dialect)}",
            f"substr({text}, 1, 1) || '***'",
        )
    )
    size = "char_length" if dialect.name == "mysql" else "length"
    return (
        f"CASE WHEN {size}({text}) >= 8 THEN {long} WHEN {size}({text}) >= 2 THEN {short}"
        f" WHEN {text} IS NOT NULL THEN '***' END"
    )


def _last_four(text: str, dialect: Dialect) -> str:
    return f"substr({text}, -4)" if dialect.name == "sqlite" else f"right({text}, 4)"


def _hash(text: str, dialect: Dialect) -> str:
    if dialect.name == "mysql":
        return f"LEFT(SHA2(CONCAT({_KEY}, {text}), 256), 16)"
    if dialect.name == "duckdb":
        return f"left(sha256(CAST({_KEY} AS VARCHAR) || {text}), 16)"
    return f"left(encode(sha256(convert_to(CAST({_KEY} AS text) || {text}, 'UTF8')), 'hex'), 16)"
