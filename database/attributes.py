"""Refuses PostgreSQL's attribute notation for calls: `row.name` is name(row) where a row has no such column.

The allow list of calls goes by the word before a parenthesis; this form has none. So a qualified name must be
a column of the source it names, by the schema and the query itself, or a call that is allowed anyway.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches

from sqlglot import exp

from database.dialects import Dialect
from database.hidden import sources
from database.kinds import Nodes
from database.schema import Table
from database.shapes import SYSTEM_COLUMNS
from database.sources import folded, names_cte
from database.words import words
from errors import DatabaseError

TableOf = Callable[[exp.Table], Table | None]
Names = frozenset[str] | None  # what a source has; None where nothing tells

# PostgreSQL's own names: what ROW(…) holds, and what functions give.
_MADE = re.compile(r"f\d+")
_OF_CALLS = frozenset({"key", "value", "ordinality"})


def require_own_columns(nodes: Nodes, table_of: TableOf, dialect: Dialect) -> None:
    """Raise DatabaseError, as the engine would, for `source.name` and `(value).name` that are no columns."""
    if dialect.name != "postgres":
        return
    reader = _Reader(table_of, dialect)
    for column in nodes.of(exp.Column):
        if column.args.get("table") is not None and isinstance(column.this, exp.Identifier):
            reader.require(column, column.args["table"], column.this)
    for dot in nodes.of(exp.Dot):
        if isinstance(dot.expression, exp.Identifier) and dot.find_ancestor(exp.DataType) is None:
            reader.require_within(dot)


class _Reader:
    """What each source of one query has."""

    def __init__(self, table_of: TableOf, dialect: Dialect) -> None:
        self.table_of, self.dialect = table_of, dialect
        self._reading: set[int] = set()
        # Looked up for each qualified name, of a few sources: 4,400 calls for 30 lines without these.
        self._sources: dict[int, list[exp.Expr]] = {}
        self._known: dict[int, tuple[exp.Expr, Names]] = {}  # with the source: ids stay its own

    def require(self, node: exp.Expr, qualifier: exp.Expr, name: exp.Expr) -> None:
        """Require a name to be a column of the nearest source that is called so."""
        called, wanted = folded(qualifier, self.dialect), folded(name, self.dialect)
        if self._is_harmless(wanted):
            return
        source = next((one for one in self._around(node) if self._called(one) == called), None)
        names = frozenset() if source is None else self._names(source)
        if names is not None and wanted not in names:
            raise _unknown(called, wanted, names)

    def require_within(self, dot: exp.Expr) -> None:
        """Require what is taken out of a value to be a column of a table it may be a row of."""
        value, wanted = dot.this.unnest(), folded(dot.expression, self.dialect)
        bare = isinstance(value, exp.Column) and value.args.get("table") is None
        if bare and any(self._called(one) == folded(value.this, self.dialect) for one in self._around(dot)):
            self.require(dot, value.this, dot.expression)
            return
        known: list[Names] = [self._names(one) for one in self._row_tables(value)]
        known += [_OF_CALLS] if isinstance(value, exp.Func) else []
        made = isinstance(value, exp.Func | exp.Tuple) and _MADE.fullmatch(wanted) is not None
        if not (made or self._is_harmless(wanted)) and not any(it is None or wanted in it for it in known):
            raise _unknown(f"({value.sql(self.dialect.sqlglot_name)[:60]})", wanted)

    def _row_tables(self, value: exp.Expr) -> Iterator[exp.Expr]:
        """Yield the tables whose row a value may be: (SELECT r FROM routes r), null::routes."""
        if isinstance(value, exp.Query):
            yield from value.find_all(exp.Table)
        elif isinstance(value, exp.Cast) and value.to.args.get("kind") is not None:
            kind = value.to.args["kind"]
            yield exp.to_table(kind if isinstance(kind, str) else kind.sql(self.dialect.sqlglot_name))

    def _is_harmless(self, name: str) -> bool:
        return name in words("postgres")

    def _called(self, source: exp.Expr) -> str:
        alias = source.args.get("alias")
        name = alias.this if alias is not None and alias.this is not None else source.this
        return folded(name, self.dialect) if isinstance(name, exp.Identifier) else ""

    def _around(self, node: exp.Expr) -> Iterator[exp.Expr]:
        select = node.find_ancestor(exp.Select)
        while select is not None:
            if id(select) not in self._sources:
                self._sources[id(select)] = list(_sources_of(select))
            yield from self._sources[id(select)]
            select = select.find_ancestor(exp.Select)

    def _names(self, source: exp.Expr) -> Names:
        """Return the columns of a source, with those its alias gives it."""
        if self._reading:  # what a CTE within itself gives is not all it gives
            return self._read_names(source)
        if id(source) not in self._known:
            self._known[id(source)] = source, self._read_names(source)
        return self._known[id(source)][1]

    def _read_names(self, source: exp.Expr) -> Names:
        alias = source.args.get("alias")
        given = frozenset(folded(_name_of(one), self.dialect) for one in (alias.columns if alias else ()))
        own = self._own_names(source)
        return None if own is None else own | given

    def _own_names(self, source: exp.Expr) -> Names:
        if isinstance(source, exp.Subquery):
            return self._outputs(source.unnest())
        if isinstance(source, exp.Values):
            return self._outputs(source)
        if isinstance(source, exp.Lateral) and isinstance(source.this, exp.Subquery):
            return self._outputs(source.this.unnest())
        if isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier):
            if source.args.get("db") is None and names_cte(source, self.dialect):
                return self._of_cte(source)
            table = self.table_of(source)
            known = frozenset(column.name for column in table.columns) if table else None
            return None if known is None else known | SYSTEM_COLUMNS["postgres"]
        told = [_name_of(one) for one in source.find_all(exp.ColumnDef, exp.JSONColumnDef)]
        told += [
            one for one in [source.args.get("offset")] if isinstance(one, exp.Identifier)
        ]  # its ordinality
        return _OF_CALLS | {self._called(source), *(folded(one, self.dialect) for one in told)}

    def _of_cte(self, source: exp.Table) -> Names:
        """Return what a CTE gives; of several of one name what all do, for one could hide another's lack."""
        name, found = folded(source.this, self.dialect), list[frozenset[str]]()
        for cte in source.root().find_all(exp.CTE):
            alias = cte.args["alias"]
            if folded(alias.this, self.dialect) != name or id(cte) in self._reading:
                continue
            self._reading.add(id(cte))
            given = self._outputs(cte.this)
            self._reading.discard(id(cte))
            if given is None:
                return None
            found.append(given | {folded(_name_of(one), self.dialect) for one in alias.columns})
        return frozenset.intersection(*found) if found else frozenset()

    def _outputs(self, query: exp.Expr) -> Names:
        """Return what a query gives; what is a call without a name is called as the call."""
        if isinstance(query, exp.SetOperation):
            return self._outputs(query.left.unnest())
        if isinstance(query, exp.Table):
            joined = (join.this for join in query.args.get("joins") or ())
            return _together(self._names(one) for one in (query, *joined))
        if isinstance(query, exp.Values):
            first = query.expressions[0]
            many = len(first.expressions) if isinstance(first, exp.Tuple) else 1
            return frozenset(f"column{at + 1}" for at in range(many))
        if not isinstance(query, exp.Select):
            return frozenset()
        return _together(self._given(item, query) for item in query.expressions)

    def _given(self, item: exp.Expr, query: exp.Select) -> Names:
        """Return what one expression of a SELECT gives: itself, or with a star all of its sources."""
        of = item.args.get("table") if isinstance(item, exp.Column) else None
        if not isinstance(item, exp.Star) and not (of is not None and isinstance(item.this, exp.Star)):
            named = item.args.get("alias") or (item.this if isinstance(item, exp.Column) else None)
            called = folded(named, self.dialect) if named is not None else item.output_name.lower()
            return frozenset({called, "case"} if isinstance(item, exp.Case) else {called})
        meant = [one for one in sources(query) if of is None or self._called(one) == folded(of, self.dialect)]
        return _together(map(self._names, meant))


def _together(every: Iterable[Names]) -> Names:
    """Return all names of several sources, None where nothing tells those of one."""
    found = frozenset[str]()
    for names in every:
        if names is None:
            return None
        found |= names
    return found


def _sources_of(select: exp.Expr) -> Iterator[exp.Expr]:
    yield from sources(select)
    joined = (one for one in select.find_all(exp.Subquery) if isinstance(one.this, exp.Table))
    yield from (one for one in joined if one.find_ancestor(exp.Select) is select)  # (a JOIN b) AS x


def _name_of(column: exp.Expr) -> exp.Expr:
    """Return the identifier of a column an alias names, with its type or without."""
    return column if isinstance(column, exp.Identifier) else column.this


def _unknown(of: str, name: str, names: Collection[str] = ()) -> DatabaseError:
    """Return the error, with the hint that the engine gives for a name that is almost there."""
    like = get_close_matches(name, names, 1)
    return DatabaseError(
        "column_unknown",
        sqlstate="42703",
        phase="validate",
        detail=f"column {of}.{name} does not exist",
        near=f"{of}.{name}",
        hint=f'Perhaps you meant to reference the column "{of}.{like[0]}".' if like else "",
    )
