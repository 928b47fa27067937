"""Refuses PostgreSQL's attribute notation for calls: `row.name` is name(row) where a row has no such column.

The allow list of calls goes by the word before a parenthesis; this form has none. So what the database could
call on one value (`Schema.calls`) and is not on that list may stand behind a dot only where it is certainly a
column: of everything in the statement that is called as what stands before the dot, for which of several
PostgreSQL means depends on what each place can see. Any other name behind a dot can call nothing, unless its
function is newer than the schema as last read.
"""

import re
from collections.abc import Callable, Iterator

from sqlglot import exp

from database.dialects import Dialect
from database.kinds import Nodes
from database.schema import Schema, Table
from database.sources import folded, names_cte
from database.words import words
from errors import DatabaseError, UnsafeSQLError

TableOf = Callable[[exp.Table], Table | None]

# `JOIN b USING (id) AS j`: the parser is not given the name (rare_forms.py), so any could be one.
_OF_CALLS = frozenset({"key", "value", "ordinality"})  # what functions of the engine give
_NAMED_JOIN = re.compile(r"\busing\b.*\)\s*as\b", re.I | re.S)


def require_own_columns(
    nodes: Nodes, text: str, schema: Schema, table_of: TableOf, dialect: Dialect, *, fresh: bool = False
) -> None:
    """Raise DatabaseError, as the engine would, for what stands behind a dot and could be a call.

    Where the schema was not read just now (`fresh`), so is a name that nothing has or gives: it may be new.
    """
    if dialect.name != "postgres":
        return
    behind: list[tuple[exp.Expr, object]] = [
        (one, one.this) for one in nodes.of(exp.Column) if one.args.get("table")
    ]
    behind += [(dot, dot.expression) for dot in nodes.of(exp.Dot)]
    given: frozenset[str] | None = None
    for node, name in behind:
        if not isinstance(name, exp.Identifier) or (
            (wanted := folded(name, dialect)) in words("postgres") and wanted not in schema.own
        ):
            continue
        if schema.calls is None or wanted in schema.calls:
            sources = _Sources(nodes, text, table_of, dialect)
            try:
                is_column = isinstance(node, exp.Column) and sources.all_have(
                    folded(node.args["table"], dialect), wanted
                )
            except RecursionError:  # a hundred CTEs, each with all of the one before
                raise UnsafeSQLError("sql_too_deep", limit=0) from None
            if not is_column and node.find_ancestor(exp.DataType) is None:
                raise _unknown(node, dialect)
        elif not (fresh or wanted in _OF_CALLS or schema.tables_with(wanted)):
            given = _given(nodes, dialect) if given is None else given
            if wanted not in given:
                raise _unknown(node, dialect)


def _given(nodes: Nodes, dialect: Dialect) -> frozenset[str]:
    """Return every name in a statement that does not stand behind a dot."""
    return frozenset(
        [
            folded(one, dialect)
            for one in nodes.of(exp.Identifier)
            if not isinstance(one.parent, exp.Dot)
            and (
                one.arg_key != "this"
                or not isinstance(one.parent, exp.Column)
                or not one.parent.args.get("table")
            )
        ]
    )


class _Sources:
    """What one statement reads, by name."""

    def __init__(self, nodes: Nodes, text: str, table_of: TableOf, dialect: Dialect) -> None:
        self.nodes, self.text, self.table_of, self.dialect = nodes, text, table_of, dialect
        self._known: dict[tuple[int, str], bool] = {}

    def all_have(self, called: str, wanted: str) -> bool:
        """Tell whether there is a source of this name, and each of them certainly has this column."""
        if called in words("postgres") or called in words("syntax") or _NAMED_JOIN.search(self.text):
            return False  # a function's rows go by its name where they have no other
        found = list(self._called(called))
        return bool(found) and all(self._has(one, wanted) for one in found)

    def _called(self, name: str) -> Iterator[exp.Expr]:
        aliased = (alias.parent for alias in self.nodes.of(exp.TableAlias) if alias.parent is not None)
        plain = (table for table in self.nodes.of(exp.Table) if table.args.get("alias") is None)
        yield from (one for one in (*aliased, *plain) if self._name(one) == name)

    def _name(self, source: exp.Expr) -> str:
        alias = source.args.get("alias")
        name = source.this if alias is None else alias.this
        return folded(name, self.dialect) if isinstance(name, exp.Identifier) else ""

    def _has(self, source: exp.Expr, wanted: str) -> bool:
        alias = source.args.get("alias")
        if alias is not None and alias.columns:
            return any(folded(_name_of(one), self.dialect) == wanted for one in alias.columns)
        if isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier):
            return self._table_has(source, wanted)
        if isinstance(source, exp.CTE | exp.Subquery | exp.Lateral):
            return self._gives(source.this, wanted)
        return False

    def _table_has(self, source: exp.Table, wanted: str) -> bool:
        if source.args.get("db") is None and names_cte(source, self.dialect):
            ctes = [
                one for one in self._called(folded(source.this, self.dialect)) if isinstance(one, exp.CTE)
            ]
            return bool(ctes) and all(self._has(one, wanted) for one in ctes)
        table = self.table_of(source)
        return table is not None and table.column(wanted) is not None

    def _gives(self, query: exp.Expr, wanted: str) -> bool:
        """Tell whether a query certainly gives a column of this name; read once, and not within itself."""
        place = id(query), wanted
        if place not in self._known:
            self._known[place] = False
            self._known[place] = self._outputs_hold(query, wanted)
        return self._known[place]

    def _outputs_hold(self, query: exp.Expr, wanted: str) -> bool:
        if isinstance(query, exp.SetOperation):
            return self._gives(query.this, wanted)
        if isinstance(query, exp.Table | exp.Subquery):  # TABLE a, (a JOIN b …) AS x
            joined = (join.this for join in query.args.get("joins") or ())
            return any(self._has(one, wanted) for one in (query, *joined))
        of_select = isinstance(query, exp.Select)
        return of_select and any(self._is_output(one, query, wanted) for one in query.expressions)

    def _is_output(self, item: exp.Expr, query: exp.Expr, wanted: str) -> bool:
        of = item.args.get("table") if isinstance(item, exp.Column) else None
        if isinstance(item, exp.Star) or isinstance(item.this, exp.Star):
            every = [query.args.get("from_"), *(query.args.get("joins") or ())]
            plain = [one.this for one in every if one is not None]
            meant = [one for one in plain if of is None or self._name(one) == folded(of, self.dialect)]
            return any(self._has(one, wanted) for one in meant)
        named = item.args.get("alias") if isinstance(item, exp.Alias) else None
        named = item.this if isinstance(item, exp.Column) else named
        return isinstance(named, exp.Identifier) and folded(named, self.dialect) == wanted


def _name_of(column: exp.Expr) -> exp.Expr:
    """Return the identifier of a column an alias names, with its type or without."""
    return column if isinstance(column, exp.Identifier) else column.this


def _unknown(node: exp.Expr, dialect: Dialect) -> DatabaseError:
    name = node.sql(dialect.sqlglot_name)[:80]
    return DatabaseError(
        "column_unknown",
        sqlstate="42703",
        phase="validate",
        detail=f"column {name} does not exist",
        near=name,
    )
