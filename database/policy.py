"""Wall 2: what this user may see of a checked query, written into it.

Each reference to a restricted table is replaced, in the text and where it stands, by a query that gives
only the rows and columns this user may see; all else stays byte for byte as the guard checked it, so
nothing depends on how a tree is printed. The result is read and checked again, and every table in it must
be either unrestricted or inside a replacement. What cannot be covered so is refused. A query that nothing
is taken from runs as written; a LIMIT of one row more than wanted is added at the end where the query has
none of its own.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlglot import exp

from database.coverage import TableRule, rule_for, unrestricted
from database.dialects import Dialect
from database.guard import CheckedQuery, check
from database.hidden import require_no_hidden
from database.leaks import could_peek
from database.masks import HASH_KEY
from database.rights import Rights
from database.schema import Schema, Table
from database.shape import shape_query
from database.shapes import require_same_meaning
from database.sources import folded
from errors import PolicyError, UnsafeSQLError

_PLACE = re.compile(r"\{(user\.\w+|mask\.key)\}")
_TABLE_WORD = re.compile(r"\btable\s*$", re.I)
# What may stand around a table's name and would not stand around a subquery.
_TABLE_ONLY = (
    "only",
    "partition",
    "hints",
    "indexed",
    "system_time",
    "version",
    "when",
    "changes",
    "rows_from",
)


_Place = Callable[[str], str]
_Plain = Callable[[str], str]


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


@dataclass(frozen=True)
class _Edit:
    """What replaces a stretch of the text: `query` may name places for values, `tail` is taken as it is."""

    start: int
    end: int
    query: str = ""
    tail: str = ""


@dataclass
class _Rewriting:
    """One query on its way through its user's rights."""

    checked: CheckedQuery
    rights: Rights
    schema: Schema
    free: bool
    rules: dict[int, TableRule] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    edits: list[_Edit] = field(default_factory=list)

    by_table: dict[str, TableRule] = field(default_factory=dict)

    @property
    def dialect(self) -> Dialect:
        return self.checked.dialect

    def rule(self, table: Table) -> TableRule:
        """Return what the rights mean for a table, worked out once a query."""
        if table.full_name not in self.by_table:
            self.by_table[table.full_name] = rule_for(table, self.rights, self.schema, self.dialect)
        return self.by_table[table.full_name]


def apply(checked: CheckedQuery, rights: Rights, schema: Schema, max_rows: int) -> BoundQuery:
    """Return the query this user may run, or raise PolicyError for what is forbidden or cannot be covered."""
    work = _Rewriting(checked, rights, schema, unrestricted(rights))
    fence = not work.free and could_peek(checked)
    for node in checked.sources:
        _cover(node, work, fence)
    require_no_hidden(checked.nodes, work.rules)
    require_same_meaning(checked.nodes, work.rules, checked.dialect)
    if not work.edits:
        return BoundQuery(_limited(checked.sql, checked.tree, max_rows), (), tuple(work.names), ())
    _drop_schemas_of_columns(work)
    _require_covered(work)
    sql, params = _for_driver(work)
    policies = dict.fromkeys(name for rule in work.rules.values() for name in rule.policies())
    return BoundQuery(_limited(sql, checked.tree, max_rows), params, tuple(work.names), tuple(policies))


def _cover(node: exp.Table, work: _Rewriting, fence: bool) -> None:
    """Note the table, and the edit that restricts it where the rights do."""
    if str(node.db).lower() == "information_schema":
        work.names[f"information_schema.{node.name.lower()}"] = None
        if not work.free:
            _replace(node, shape_query(node.name.lower(), work.rights, work.schema, work.dialect), work)
        return
    table, clear = _resolve(node, work)
    if table is None:
        work.names[_written(node, work.dialect)] = None
        return
    work.names[table.full_name.lower()] = None
    rule = work.rule(table)
    work.rules[id(node)] = rule
    if rule.restricts or not clear:
        _replace(node, rule.select(work.dialect, fence and bool(rule.predicate)), work)


def _resolve(node: exp.Table, work: _Rewriting) -> tuple[Table | None, bool]:
    """Return the table a name means and whether the engine could only mean that one."""
    if work.free:
        return None, True
    if node.args.get("catalog") is not None:
        raise PolicyError("policy_unproven", why=f"{node.catalog}.{node.db}.{node.name}")
    wanted = [folded(part, work.dialect) for part in (node.args.get("db"), node.this) if part is not None]
    found = [table for table in work.schema.namesakes(wanted[-1]) if _is_named(table, wanted, work.dialect)]
    if not found:
        raise PolicyError("table_unlisted", table=_written(node, work.dialect))
    order = {name: at for at, name in enumerate(work.checked.search_path)}
    found.sort(key=lambda table: order.get(table.schema.lower(), len(order)))
    return found[0], len(found) == 1


def _is_named(table: Table, wanted: list[str], dialect: Dialect) -> bool:
    names = [table.schema, table.name][-len(wanted) :]
    if dialect.name == "postgres":
        return names == wanted
    return [name.lower() for name in names] == [name.lower() for name in wanted]


def _written(node: exp.Table, dialect: Dialect) -> str:
    schema = node.db or dialect.default_schema
    return f"{schema}.{node.name}".lstrip(".").lower()


def _replace(node: exp.Table, query: str, work: _Rewriting) -> None:
    """Put a query where a table's name stands, under the name the rest of the text knows it by."""
    unusual = next((key for key in _TABLE_ONLY if node.args.get(key)), None)
    if unusual or (node.args.get("sample") and work.dialect.name != "duckdb"):
        raise PolicyError("policy_unproven", why=f"{(unusual or 'TABLESAMPLE').upper()} {node.name}")
    start, end = _span(node)
    text = work.checked.sql
    name = "" if node.args.get("alias") is not None else f" AS {text[node.this.meta['start'] : end]}"
    word = _TABLE_WORD.search(text, 0, start)
    if word and node.args.get("alias") is None:  # TABLE orders
        work.edits.append(_Edit(word.start(), end, f"SELECT * FROM ({query})", name))
    else:
        work.edits.append(_Edit(start, end, f"({query})", name))


def _span(node: exp.Table) -> tuple[int, int]:
    parts = [part for part in (node.args.get("db"), node.this) if part is not None]
    if any("start" not in part.meta for part in parts):
        raise PolicyError("policy_unproven", why=str(node.name))
    return parts[0].meta["start"], parts[-1].meta["end"] + 1


def _drop_schemas_of_columns(work: _Rewriting) -> None:
    """Turn `public.orders.id` into `orders.id`: a subquery has no schema."""
    covered = {edit.start for edit in work.edits}
    bare = {
        str(node.name).lower()
        for node in work.checked.sources
        if _span(node)[0] in covered and node.args.get("alias") is None
    }
    for column in work.checked.nodes:
        if not isinstance(column, exp.Column):
            continue
        schema, table = column.args.get("db"), column.args.get("table")
        if schema is not None and table is not None and table.name.lower() in bare:
            if (
                column.args.get("catalog") is not None
                or "start" not in schema.meta
                or "start" not in table.meta
            ):
                raise PolicyError("policy_unproven", why=str(table.name))
            work.edits.append(_Edit(schema.meta["start"], table.meta["start"]))


def _spliced(work: _Rewriting, place: _Place, plain: _Plain) -> tuple[str, list[tuple[int, int]]]:
    """Return the text with the edits made, and where the inserted queries now stand."""
    source, parts, spans, at, length = work.checked.sql, list[str](), list[tuple[int, int]](), 0, 0
    for edit in sorted(work.edits, key=lambda edit: edit.start):
        if edit.start < at:
            raise PolicyError("policy_unproven", why=source[edit.start : edit.end][:40])
        kept = plain(source[at : edit.start])
        words = _PLACE.split(edit.query)  # text, place, text, place, … text
        query = "".join(place(word) if odd % 2 else plain(word) for odd, word in enumerate(words))
        inserted = query + plain(edit.tail)
        parts += [kept, inserted]
        spans.append((length + len(kept), length + len(kept) + len(query)))
        length += len(kept) + len(inserted)
        at = edit.end
    parts.append(plain(source[at:]))
    return "".join(parts), spans


def _require_covered(work: _Rewriting) -> None:
    """Read the new text again: it passes the guard, and restricted tables stand in inserted queries only."""
    text, spans = _spliced(work, lambda name: ":" + name.replace(".", "_"), str)
    try:
        again = check(text, work.dialect, slots=True)
    except UnsafeSQLError as exc:
        raise PolicyError("policy_unproven", why=exc.code, detail=exc.detail) from exc
    for node in again.sources:
        start, _ = _span(node)
        if not any(first <= start < last for first, last in spans):
            _require_free(node, work)


def _require_free(node: exp.Table, work: _Rewriting) -> None:
    if work.free:
        return
    table, clear = _resolve(node, work)
    if table is None or not clear or work.rule(table).restricts:
        raise PolicyError("policy_unproven", why=str(node.name))


def _for_driver(work: _Rewriting) -> tuple[str, tuple[Any, ...]]:
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

    bound = any(_PLACE.search(edit.query) for edit in work.edits)
    double = bound and work.dialect.name == "mysql"
    text, _ = _spliced(work, place, (lambda part: part.replace("%", "%%")) if double else str)
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
