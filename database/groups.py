"""Writes into GROUP BY what follows from a primary key in it, where a subquery stands for the key's table.

PostgreSQL takes the other columns of a table for grouped where its whole key is; a subquery has no key. One
key has one of each, so naming them beside it leaves the groups what they are. What is not certain stays as it
was written, and the engine says which column is missing.
"""

from collections.abc import Iterator

from sqlglot import exp

from database.coverage import TableRule
from database.dialects import Dialect
from database.hidden import Rules, sources
from database.kinds import Nodes
from database.masks import quoted
from database.sources import folded


def following(nodes: Nodes, rules: Rules, dialect: Dialect) -> Iterator[tuple[int, str]]:
    """Yield where columns belong that follow from a key, and their names."""
    if dialect.name != "postgres":
        return
    for select in nodes.of(exp.Select):
        if select.args.get("group") is None:
            continue
        for source in sources(select):
            rule = rules.get(id(source))
            if rule is not None and rule.restricts and _is_plain(source, rule):
                yield from _Grouped(select, source, rule, rules, dialect).following()


def _is_plain(source: exp.Expr, rule: TableRule) -> bool:
    """Tell whether a table has a key that is shown as it is, under names that are its own."""
    alias, within = source.args.get("alias"), source.find_ancestor(exp.Subquery, exp.Select)
    shut = isinstance(within, exp.Subquery) and within.args.get("alias") is not None  # (a JOIN b …) AS x
    altered = rule.hidden | {name for name, _ in rule.masks}
    own = not rule.table.is_view and not altered.intersection(map(str.lower, rule.table.primary_key))
    return own and not shut and not (alias is not None and alias.columns)


class _Grouped:
    """One table of a query that groups."""

    def __init__(
        self, select: exp.Select, source: exp.Expr, rule: TableRule, rules: Rules, dialect: Dialect
    ) -> None:
        self.select, self.source, self.table, self.dialect = select, source, rule.table, dialect
        alias = source.args.get("alias")
        self.name = folded(alias.this if alias is not None else source.this, dialect)
        self.columns = {one.name for one in rule.table.columns if one.name.lower() not in rule.hidden}
        self.every = [rules.get(id(one)) for one in sources(select)]

    def following(self) -> Iterator[tuple[int, str]]:
        """Yield the place of the key in GROUP BY and the columns that follow from it, where it is whole."""
        keys: dict[str, int] = {}
        for item in self._items():
            column, start = self._meant(item), _start(item)
            if column is not None and start is not None and self._is_own(column):
                keys.setdefault(folded(column.this, self.dialect), start)
        if self.table.primary_key and set(self.table.primary_key) <= set(keys):
            names = dict.fromkeys(name for name in self._told() if name not in keys)
            called = quoted(self.name, self.dialect)
            if names:
                text = "".join(f"{called}.{quoted(name, self.dialect)}, " for name in names)
                yield min(keys[name] for name in self.table.primary_key), text

    def _items(self) -> Iterator[exp.Expr]:
        """Yield what is grouped by, also where some of it stands in parentheses."""
        for item in self.select.args["group"].expressions:
            yield from item.expressions if isinstance(item, exp.Tuple) else (item,)

    def _meant(self, item: exp.Expr) -> exp.Column | None:
        """Return the column that an item of GROUP BY is: by its name, its place or its name in the answer."""
        given = self.select.expressions
        item = item.this if isinstance(item, exp.Paren) else item  # of two, the inner would be a row
        if isinstance(item, exp.Literal) and item.is_int and 0 < int(item.this) <= len(given):
            item = given[int(item.this) - 1].unalias()
        elif isinstance(item, exp.Column) and item.args.get("table") is None:
            name = folded(item.this, self.dialect)
            if all(rule is not None and rule.table.column(name) is None for rule in self.every):
                named = (one for one in given if isinstance(one, exp.Alias))
                item = next(
                    (one.this for one in named if folded(one.args["alias"], self.dialect) == name), item
                )
        return item if isinstance(item, exp.Column) and isinstance(item.this, exp.Identifier) else None

    def _is_own(self, column: exp.Column) -> bool:
        """Tell whether a column is certainly this table's, and no other's that a join made one with it."""
        qualifier, name = column.args.get("table"), folded(column.this, self.dialect)
        if name not in self.columns:
            return False
        if qualifier is not None:
            return folded(qualifier, self.dialect) == self.name
        joins = self.select.args.get("joins") or ()
        merged = any(
            join.args.get("method") == "NATURAL"
            or name in {folded(one, self.dialect) for one in join.args.get("using") or ()}
            for join in self.select.find_all(exp.Join)
        )
        first = self.select.args["from_"].this is self.source
        return not merged or (first and all(join.side in ("", "LEFT") for join in joins))

    def _told(self) -> Iterator[str]:
        """Yield the table's columns that the query gives, sorts or keeps groups by, outside aggregates."""
        parts = ("having", "order", "distinct")
        pending = [*self.select.expressions, *(self.select.args.get("windows") or ())]
        pending += [part for key in parts if (part := self.select.args.get(key)) is not None]
        while pending:
            node = pending.pop()
            if isinstance(node, exp.Window):
                over = node.this.this if isinstance(node.this, exp.Filter) else node.this
                pending += [
                    *over.iter_expressions(),
                    *(one for one in node.iter_expressions() if one is not over),
                ]
            elif isinstance(node, exp.Column) or (isinstance(node, exp.Star) and node.parent is self.select):
                yield from self._named(node)
            elif not isinstance(node, exp.AggFunc | exp.Filter | exp.WithinGroup):
                pending += list(node.iter_expressions())

    def _named(self, node: exp.Expr) -> Iterator[str]:
        """Yield which of the table's columns a name, or a star, may be."""
        qualifier = node.args.get("table")
        if qualifier is None or folded(qualifier, self.dialect) == self.name:
            name = folded(node.this, self.dialect) if isinstance(node.this, exp.Identifier) else ""
            yield from (
                one.name for one in self.table.columns if one.name in self.columns and name in ("", one.name)
            )


def _start(item: exp.Expr) -> int | None:
    """Return where an item begins in the text."""
    known = [
        node.meta["start"] for node in item.find_all(exp.Identifier, exp.Literal) if "start" in node.meta
    ]
    return min(known, default=None)
