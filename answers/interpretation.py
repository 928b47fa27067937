"""How an answer was computed, read off the tree of the SQL that ran."""

import re
from collections.abc import Sequence
from functools import lru_cache

from sqlglot import exp, parse_one

from config.wording import Language, say
from database.dialects import Dialect
from database.schema import Schema

UNITS = ("day", "week", "month", "quarter", "year")


def interpretation(sql: str, dialect: Dialect, schema: Schema, language: Language) -> list[str]:
    """Say in a few lines which tables, filters, groups, order and limit an SQL statement uses."""
    tree = _tree(sql, dialect.sqlglot_name)
    outer = tree.find(exp.Select)
    words = Words(dialect, schema, language)
    group, order = (outer.args.get("group"), outer.args.get("order")) if outer else (None, None)
    limit = tree.args.get("limit")
    parts = {
        "tables": words.tables(tree),
        "filter": words.conditions(tree),
        "group": words.listed(_named(group, outer)),
        "order": words.listed(_named(order, outer)),
        "limit": words.of(limit.expression or limit) if limit else "",
    }
    return [say(f"interpretation.{part}", language, text=text) for part, text in parts.items() if text]


def _named(clause: exp.Expr | None, select: exp.Select | None) -> list[exp.Expr]:
    """Return what a clause lists, with the column in the place of its number: GROUP BY 1, ORDER BY 2."""
    if clause is None or select is None:
        return []
    shown = [part.unalias() if part.find(exp.Column) else part for part in select.expressions]
    found: list[exp.Expr] = []
    for part in clause.expressions:
        bare = part.this if isinstance(part, exp.Ordered) else part
        place = int(bare.name) if isinstance(bare, exp.Literal) and bare.is_int else 0
        if not 1 <= place <= len(shown):
            found.append(part)
        elif isinstance(part, exp.Ordered):
            found.append(exp.Ordered(this=shown[place - 1].copy(), desc=part.args.get("desc")))
        else:
            found.append(shown[place - 1])
    return found


def limits_of_rights(policies: Sequence[str], schema: Schema, language: Language) -> list[str]:
    """Say which tables and columns were read through a policy, given as `rows:table` and `mask:column`."""
    rows = [name for kind, _, name in (one.partition(":") for one in policies) if kind == "rows"]
    masked = [name for kind, _, name in (one.partition(":") for one in policies) if kind != "rows"]
    comma = say("interpretation.comma", language)
    columns = [_column_name(*name.rpartition(".")[::2], schema) for name in masked]
    parts = (
        ("own_rows", [_table_name(name, schema) for name in rows]),
        ("masked", columns),
    )
    return [
        say(f"interpretation.{part}", language, text=comma.join(dict.fromkeys(names)))
        for part, names in parts
        if names
    ]


def restriction(policies: Sequence[str], language: Language) -> str:
    """Return what must be said with figures that leave out rows the user may not see."""
    return say("summary.restricted", language) if any(one.startswith("rows:") for one in policies) else ""


def is_whole(sql: str, dialect: Dialect) -> bool:
    """Tell whether the rows add up to everything asked about: a sum or count, nothing cut off."""
    tree = _tree(sql, dialect.sqlglot_name)
    outer = tree.find(exp.Select)
    if outer is None or tree.find(exp.Limit, exp.Having) or not outer.args.get("group"):
        return False
    groups = len(outer.args["group"].expressions)
    measures = [part.unalias() for part in outer.expressions if part.find(exp.AggFunc)]
    return groups == 1 and len(measures) == 1 and isinstance(_core(measures[0]), exp.Sum | exp.Count)


@lru_cache(maxsize=64)
def _tree(sql: str, dialect: str) -> exp.Expr:
    """Read a statement once for all that is told of it; the tree is shared: read it, never change it."""
    return parse_one(sql, dialect=dialect)


def _core(node: exp.Expr) -> exp.Expr:
    """Look through rounding, casts and defaults to what is computed."""
    while isinstance(node, exp.Round | exp.Cast | exp.Coalesce | exp.Paren):
        node = node.this
    return node


class Words:
    """Says parts of a statement in a reader's words: comments for columns, no casts, no aliases."""

    def __init__(self, dialect: Dialect, schema: Schema, language: Language) -> None:
        self._dialect, self._schema, self._language = dialect, schema, language
        self._comma = say("interpretation.comma", language)

    def tables(self, tree: exp.Expr) -> str:
        """Return the tables read."""
        ctes = {cte.alias for cte in tree.find_all(exp.CTE)}
        names = dict.fromkeys(table.name for table in tree.find_all(exp.Table) if table.name not in ctes)
        return self._comma.join(_table_name(name, self._schema) for name in names)

    def conditions(self, tree: exp.Expr) -> str:
        """Return every condition on rows and groups, once."""
        found: dict[str, None] = {}
        for where in tree.find_all(exp.Where, exp.Having):
            for condition in where.this.flatten() if isinstance(where.this, exp.And) else [where.this]:
                found[self.of(condition.unnest())] = None
        return self._comma.join(found)

    def listed(self, parts: Sequence[exp.Expr]) -> str:
        """Return parts one after the other."""
        return self._comma.join(self.of(part) for part in parts)

    def of(self, node: exp.Expr) -> str:
        """Return one part in words."""
        if isinstance(node, exp.Ordered):
            direction = "descending" if node.args.get("desc") else "ascending"
            return say(f"interpretation.{direction}", self._language, text=self.of(node.this))
        return node.transform(self._plain).sql(dialect=self._dialect.sqlglot_name)

    def _plain(self, node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Cast):
            return self._plain(node.this)
        if isinstance(node, exp.TimestampTrunc | exp.DateTrunc) and node.text("unit").lower() in UNITS:
            text = self.of(node.this)
            return _verbatim(say(f"interpretation.by_{node.text('unit').lower()}", self._language, text=text))
        if isinstance(node, exp.Column):
            tables = self._schema.tables_with(node.name)
            named = {_column_name(table.full_name, node.name, self._schema) for table in tables}
            return _verbatim(named.pop() if len(named) == 1 else node.name)
        return node


def _verbatim(text: str) -> exp.Expr:
    return exp.Var(this=text)


def _table_name(name: str, schema: Schema) -> str:
    table = schema.table(name)
    comment = _head(table.comment) if table else ""
    short = table.name if table else name
    return f"{short}（{comment}）" if comment else short


def _column_name(table: str, column: str, schema: Schema) -> str:
    known = schema.table(table)
    found = known.column(column) if known else None
    return (_head(found.comment) if found else "") or column


def _head(comment: str) -> str:
    """Return a comment's name of the thing, without what it explains."""
    return re.split(r"[：:，,。;；（(]", comment, maxsplit=1)[0].strip()
