"""Wall 2: what this user may see of a checked query, written into it.

Each reference to a restricted table is replaced, in the text and where it stands, by a query that gives
only the rows and columns this user may see; all else stays byte for byte as the guard checked it, so
nothing depends on how a tree is printed. The result is read and checked again, and every table in it must
be either unrestricted or inside a replacement. What cannot be covered so is refused. A query that nothing
is taken from runs as written; a LIMIT of one row more than wanted is added at the end where the query has
none of its own.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlglot import exp

from database.attributes import require_own_columns
from database.coverage import unrestricted
from database.guard import CheckedQuery
from database.leaks import could_peek
from database.masks import HASH_KEY
from database.rewriting import PLACE, Rewriting
from database.rights import Rights
from database.schema import Schema, Table
from database.sources import folded
from errors import PolicyError


@dataclass(frozen=True)
class BoundQuery:
    """A query with the user's rights written in.

    `params` go to the driver by position: `sql` holds `$1`… on PostgreSQL and DuckDB (a number may occur
    twice), `?` on SQLite and `%s` on MySQL, where, only if there are params, every other `%` is doubled.
    `policies` names what was applied, for the audit.
    """

    sql: str
    params: tuple[Any, ...] = ()
    tables: tuple[str, ...] = ()
    policies: tuple[str, ...] = ()


def apply(
    checked: CheckedQuery, rights: Rights, schema: Schema, max_rows: int, *, fresh: bool = False
) -> BoundQuery:
    """Return the query this user may run, or raise PolicyError for what is forbidden or cannot be covered.

    `fresh` tells that the schema was read just now.
    """
    free = unrestricted(rights)
    work = Rewriting(checked, rights, schema, free, not free and could_peek(checked))
    work.cover()
    of = partial(_meant, checked=checked, schema=schema)
    require_own_columns(checked.nodes, checked.sql, schema, of, checked.dialect, fresh=fresh)
    if not work.edits:
        return BoundQuery(_limited(checked.sql, checked.tree, max_rows), (), tuple(work.names), ())
    sql, params = _for_driver(work)
    return BoundQuery(_limited(sql, checked.tree, max_rows), params, tuple(work.names), tuple(work.policies))


def _meant(node: exp.Table, checked: CheckedQuery, schema: Schema) -> Table | None:
    """Return the table of the schema that a name means, whoever asks."""
    path = (folded(node.args["db"], checked.dialect),) if node.args.get("db") else checked.search_path
    name = folded(node.this, checked.dialect)
    found = {table.schema: table for table in schema.namesakes(name) if table.name == name}
    return next((found[one] for one in path if one in found), next(iter(found.values()), None))


def _for_driver(work: Rewriting) -> tuple[str, tuple[Any, ...]]:
    """Return the text with the driver's placeholders, and the values in their order."""
    values: list[Any] = []
    numbers: dict[str, int] = {}
    numbered = work.dialect.name in ("postgres", "duckdb")

    def place(name: str) -> str:
        if numbered and name in numbers:
            return f"${numbers[name]}"
        values.append(_value(name, work.rights))
        numbers[name] = len(values)
        if numbered:
            return f"${len(values)}"
        return "?" if work.dialect.name == "sqlite" else "%s"

    bound = any(PLACE.search(edit.query) for edit in work.edits)
    double = bound and work.dialect.name == "mysql"
    text, _ = work.spliced(place, (lambda part: part.replace("%", "%%")) if double else str)
    return text, tuple(values)


def _value(name: str, rights: Rights) -> Any:
    if name == HASH_KEY:
        return rights.mask_key
    attribute = name.partition(".")[2]
    if attribute not in rights.attributes:
        raise PolicyError("policy_attribute_missing", attribute=attribute)
    return rights.attributes[attribute]


def _limited(text: str, tree: exp.Expr, max_rows: int) -> str:
    """Add a LIMIT of one row more than wanted, to learn of more, where the query has none.

    Two tokens at the end of a checked query change nothing but how much of it is given. A query with a
    LIMIT of its own is stopped by the runner.
    """
    if not isinstance(tree, (exp.Select, exp.SetOperation)):
        return text
    if any(tree.args.get(key) for key in ("limit", "offset", "sample", "for_", "options")):
        return text
    return f"{text}\nLIMIT {max_rows + 1}"
