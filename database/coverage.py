"""What one user's rights mean for one table: which columns, how shown, which rows."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import lru_cache

from sqlglot import exp

from database.dialects import Dialect
from database.guard import CheckedQuery, check
from database.kinds import Nodes
from database.masks import masked, quoted
from database.rights import MaskKind, Rights
from database.schema import Schema, Table
from errors import PolicyError, UnsafeSQLError

_MOST_RULES = 4096  # of one schema, over the rights of all who ask
ATTRIBUTE = re.compile(r"\{user\.(\w+)\}")


@dataclass(frozen=True)
class TableRule:
    """How a table is shown: `hidden` columns are absent, `masks` alter others, `predicate` picks rows.

    A view may be shown `through` its tables' rules; `source` is then what it selects under them.
    """

    table: Table
    hidden: frozenset[str] = frozenset()
    masks: tuple[tuple[str, MaskKind], ...] = ()
    predicate: str = ""
    through: bool = False
    source: str = ""
    _selects: dict[tuple[str, bool], str] = field(init=False, repr=False, compare=False, default_factory=dict)

    @property
    def restricts(self) -> bool:
        """Tell whether anything is taken away."""
        return bool(self.hidden or self.masks or self.predicate or self.through)

    def policies(self) -> tuple[str, ...]:
        """Name what is applied, for the audit."""
        name = self.table.full_name.lower()
        rows = (f"rows:{name}",) if self.predicate else ()
        shown = tuple(f"{kind}:{name}.{column}" for column, kind in self.masks)
        return rows + shown + tuple(f"hide:{name}.{column}" for column in sorted(self.hidden))

    def select(self, dialect: Dialect, fence: bool, only: str = "", sample: str = "") -> str:
        """Return the query that stands where the table stood, attributes still as `{user.name}`.

        `only` and `sample` are what was written around its name and holds for the table itself.
        """
        if only or sample:
            return self._select(dialect, fence, only, sample)
        key = dialect.name, fence
        if key not in self._selects:
            self._selects[key] = self._select(dialect, fence)
        return self._selects[key]

    def _select(self, dialect: Dialect, fence: bool, only: str = "", sample: str = "") -> str:
        masks = dict(self.masks)
        columns = []
        for column in self.table.columns:
            if column.name.lower() not in self.hidden:
                name = quoted(column.name, dialect)
                kind = masks.get(column.name.lower())
                columns.append(f"{masked(name, kind, dialect)} AS {name}" if kind else name)
        if not columns:
            raise PolicyError("table_forbidden", table=self.table.full_name)
        parts = (self.table.schema, self.table.name)
        source = self.source or ".".join(quoted(part, dialect) for part in parts if part)
        rows = f" WHERE ({self.predicate})" if self.predicate else ""
        rows += _FENCES[dialect.name] if fence else ""
        return f"SELECT {', '.join(columns)} FROM {only}{source}{sample}{rows}"


# What keeps the planner from trying the user's own conditions on rows the policy will drop: an error such
# as a division by zero would tell about them. Native row security has the same rule ("leakproof").
_FENCES = {
    "postgres": " OFFSET 0",
    "mysql": " LIMIT 18446744073709551615",
    "sqlite": " LIMIT -1 OFFSET 0",
    "duckdb": " LIMIT 9223372036854775807",
}


def unrestricted(rights: Rights) -> bool:
    """Tell whether these rights take nothing away."""
    everything = "*" in rights.tables or "*.*" in rights.tables
    taken = rights.denied_tables or rights.denied_columns or rights.row_policies or rights.masks
    return everything and not taken


def rule_for(table: Table, rights: Rights, schema: Schema, dialect: Dialect) -> TableRule:
    """Return how this user sees the table, or raise PolicyError when not at all."""
    key, known = (table, rights, dialect.name), schema.kept
    if (rule := known.get(key)) is None:
        if len(known) >= _MOST_RULES:
            known.clear()
        rule = known[key] = _rule_for(table, rights, schema, dialect)
    return rule


def _rule_for(table: Table, rights: Rights, schema: Schema, dialect: Dialect) -> TableRule:
    name = table.full_name.lower()
    if not may_see(name, rights):
        raise PolicyError("table_forbidden", table=table.full_name)
    hidden, masks = set[str](), []
    if rights.denied_columns:
        names = (column.name.lower() for column in table.columns)
        hidden = {column for column in names if _denied(name, column, rights)}
    for column in table.columns if rights.masks else ():
        kind = _mask(f"{name}.{column.name.lower()}", rights)
        if kind == "hide":
            hidden.add(column.name.lower())
        elif kind and column.name.lower() not in hidden:
            masks.append((column.name.lower(), kind))
    predicate = _predicate(name, rights)
    if predicate:
        predicate = _anchored(predicate, table, schema, dialect)
    rule = TableRule(table, frozenset(hidden), tuple(masks), predicate)
    through = table.is_view and _is_read_through(rule, rights, schema, dialect)
    return replace(rule, through=through)


def may_see(name: str, rights: Rights) -> bool:
    """Tell whether a `schema.table` is open to these rights."""
    return _matches(name, rights.tables) and not is_denied(name, rights)


def is_denied(name: str, rights: Rights) -> bool:
    """Tell whether these rights take a `schema.name` away, whatever else they open."""
    return _matches(name, rights.denied_tables)


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(pattern == "*" or fnmatchcase(name, pattern) for pattern in patterns)


def _denied(table: str, column: str, rights: Rights) -> bool:
    return any(fnmatchcase(f"{table}.{column}", pattern) for pattern in rights.denied_columns)


def _mask(column: str, rights: Rights) -> MaskKind | None:
    """Return the mask of a column; where several patterns fit, the one that shows least."""
    kinds = {kind for pattern, kind in rights.masks.items() if fnmatchcase(column, pattern)}
    strictest: tuple[MaskKind, ...] = ("hide", "null", "hash", "partial")
    return next((kind for kind in strictest if kind in kinds), None)


def _predicate(table: str, rights: Rights) -> str:
    """Return the rows' condition; several that fit must all hold."""
    found = [text for pattern, text in rights.row_policies.items() if fnmatchcase(table, pattern)]
    return found[0] if len(found) == 1 else " AND ".join(f"({text})" for text in found)


def _is_read_through(rule: TableRule, rights: Rights, schema: Schema, dialect: Dialect) -> bool:
    """Tell whether a view must be read through its tables' rules, or raise where its query is not known.

    It need not where the rights speak of the view itself, nor where nothing is taken from what it reads.
    """
    name = rule.table.full_name.lower()
    if rule.predicate or name in rights.tables or unrestricted(rights):
        return False
    if rule.table.reads is not None and all(
        _is_whole(base, rights, schema, dialect) for base in rule.table.reads
    ):
        return False
    if rule.table.definition:
        return True
    raise PolicyError("policy_unproven", why=f"view {rule.table.full_name}")


def _is_whole(name: str, rights: Rights, schema: Schema, dialect: Dialect) -> bool:
    table = schema.table(name)
    if table is None or not may_see(name.lower(), rights):
        return False
    return not rule_for(table, rights, schema, dialect).restricts


@lru_cache(maxsize=512)
def _parsed(predicate: str, source: str, dialect: Dialect) -> tuple[str, CheckedQuery]:
    """Return the head that makes a policy a query, and the tree of both, with positions as in their text."""
    head = f"SELECT 1 FROM {source} WHERE ("
    text = ATTRIBUTE.sub(lambda found: f":{found.group(1)}".ljust(len(found.group())), predicate)
    try:
        return head, check(f"{head}{text})", dialect, slots=True)
    except UnsafeSQLError as exc:
        raise PolicyError("policy_unproven", why=f"policy of {source}", detail=exc.code) from exc


def _anchored(predicate: str, table: Table, schema: Schema, dialect: Dialect) -> str:
    """Return a policy whose tables and columns can mean nothing but the database's own.

    A bare table name in it would be caught by a CTE of that name in the query around it, a column its
    tables lack by a column there.
    """
    source = ".".join(quoted(part, dialect) for part in (table.schema, table.name) if part)
    head, checked = _parsed(predicate, source, dialect)
    nodes = checked.sources
    tables = [_listed(node, schema, table) for node in nodes]
    _require_known_columns(checked.nodes, tables, table)
    for node, listed in sorted(zip(nodes, tables, strict=True), key=lambda pair: -pair[0].this.meta["start"]):
        start, end = node.this.meta["start"] - len(head), node.this.meta["end"] + 1 - len(head)
        if start >= 0 and node.args.get("db") is None:
            name = ".".join(quoted(part, dialect) for part in (listed.schema, listed.name) if part)
            predicate = predicate[:start] + name + predicate[end:]
    return predicate


def _require_known_columns(nodes: Nodes, tables: list[Table], of: Table) -> None:
    columns = {column.name.lower() for table in tables for column in table.columns}
    names = {table.name.lower() for table in tables} | {
        alias.name.lower() for alias in nodes.of(exp.TableAlias) if alias.this is not None
    }
    for column in nodes.of(exp.Column):
        known = column.name.lower() in columns and (not column.table or column.table.lower() in names)
        if not known and not isinstance(column.this, exp.Star):
            raise PolicyError("policy_unproven", why=f"policy of {of.full_name}: {column.name}")


def _listed(node: exp.Table, schema: Schema, default: Table) -> Table:
    names = [f"{node.db}.{node.name}"] if node.db else [f"{default.schema}.{node.name}", node.name]
    for name in names:
        if (table := schema.table(name)) is not None:
            return table
    raise PolicyError("policy_unproven", why=f"policy of {default.full_name}: {node.name}")
