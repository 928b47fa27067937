"""Parts of a statement in a reader's words: columns by what they are called, conditions as clauses."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from sqlglot import exp

from config.wording import Language, language_of, say
from database.dialects import Dialect
from database.schema import Schema, Table
from knowledge.metrics import Catalog
from knowledge.values import code_values

UNITS = ("day", "week", "month", "quarter", "year")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
_COMPARERS = {exp.EQ: "is", exp.NEQ: "is_not", exp.GT: "gt", exp.GTE: "ge", exp.LT: "lt", exp.LTE: "le"}
_OF_DAYS = {exp.GT: "after_day", exp.GTE: "from_day", exp.LT: "before_day", exp.LTE: "to_day"}
_FLIPPED = {exp.GT: exp.LT, exp.GTE: exp.LTE, exp.LT: exp.GT, exp.LTE: exp.GTE}


class Words:
    """Says parts of a statement: comments and definitions for columns, no casts, no aliases."""

    def __init__(
        self, dialect: Dialect, schema: Schema, language: Language, catalog: Catalog | None = None
    ) -> None:
        self._dialect, self._schema, self._language = dialect, schema, language
        self._catalog = catalog or Catalog({}, {})
        self._comma = say("interpretation.comma", language)
        self._names: dict[tuple[str, str], str] = {}

    def tables(self, tree: exp.Expr) -> str:
        """Return the tables read."""
        ctes = {cte.alias for cte in tree.find_all(exp.CTE)}
        names = dict.fromkeys(table.name for table in tree.find_all(exp.Table) if table.name not in ctes)
        return self._comma.join(table_name(name, self._schema, self._language) for name in names)

    def main_table(self, tree: exp.Expr) -> str:
        """Return what the rows of the first table are, as its comment or its name says."""
        first = tree.find(exp.From)
        table = self._schema.table(first.this.name) if first and isinstance(first.this, exp.Table) else None
        if table is None:
            return ""
        comment = head(table.comment)
        if comment and language_of(comment) == self._language:
            return comment
        return _spaced(table.name, self._language) if self._language == "en" else ""

    def conditions(self, tree: exp.Expr) -> str:
        """Return every condition on rows and groups, once."""
        found: dict[str, None] = {}
        for where in tree.find_all(exp.Where, exp.Having):
            parts = list(where.this.flatten()) if isinstance(where.this, exp.And) else [where.this]
            for told in self._all([part.unnest() for part in parts]):
                found[told] = None
        return self._comma.join(found)

    def listed(self, parts: Sequence[exp.Expr]) -> str:
        """Return parts one after the other; conditions as conditions."""
        return self._comma.join(self._all(parts))

    def _all(self, parts: Sequence[exp.Expr]) -> Iterator[str]:
        """Yield conditions in words, from and until a day as one."""
        left = list(parts)
        while left:
            first = left.pop(0)
            other = next((one for one in left if period_of((first, one), self._language)), None)
            if other is not None and _same_column(first, other):
                left.remove(other)
                column = next(first.find_all(exp.Column))
                told = period_of((first, other), self._language)
                yield say("condition.is", self._language, name=self.column(column), value=told)
            elif not _is_join(first):
                yield self.condition(first) or self.of(first)

    def condition(self, node: exp.Expr) -> str:
        """Return one condition in words, or nothing of a kind that has none."""
        node = node.unnest()
        if isinstance(node, exp.Or):
            told = [self.condition(one) for one in node.flatten()]
            return say("condition.or", self._language).join(told) if all(told) else ""
        if isinstance(node, exp.Not):
            return self._negated(node.this.unnest())
        if isinstance(node, exp.In) and isinstance(_bare(node.this), exp.Column):
            return self._in(node, "is")
        if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
            return self._compared("none", node.this, None)
        if isinstance(node, exp.Between):
            low, high = (self._value(node.this, node.args[end]) for end in ("low", "high"))
            return self._compared("between", node.this, None, low=low, high=high) if low and high else ""
        if isinstance(node, exp.Like | exp.ILike) and isinstance(node.expression, exp.Literal):
            return self._compared("has", node.this, node.expression.this.strip("%"))
        if type(node) in _COMPARERS and isinstance(node, exp.Binary):
            left, right, kind = node.this, node.expression, type(node)
            if isinstance(_bare(left), exp.Literal):
                left, right, kind = right, left, _FLIPPED.get(type(node), type(node))
            value = self._value(left, right)
            word = _OF_DAYS.get(kind, _COMPARERS[kind]) if DAY.match(value) else _COMPARERS[kind]
            return self._compared(word, left, value) if value else ""
        return ""

    def _negated(self, node: exp.Expr) -> str:
        if isinstance(node, exp.In) and isinstance(_bare(node.this), exp.Column):
            return self._in(node, "is_not")
        if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
            return self._compared("some", node.this, None)
        if isinstance(node, exp.Like | exp.ILike) and isinstance(node.expression, exp.Literal):
            return self._compared("has_not", node.this, node.expression.this.strip("%"))
        return ""

    def _in(self, node: exp.In, kind: str) -> str:
        values = [self._value(node.this, one) for one in node.expressions]
        if not values or not all(values):
            return ""
        return self._compared(kind, node.this, say("condition.any", self._language).join(values))

    def _compared(self, kind: str, side: exp.Expr, value: str | None, **params: str) -> str:
        return say(f"condition.{kind}", self._language, name=self.of(side), value=value or "", **params)

    def _value(self, column: exp.Expr, value: exp.Expr) -> str:
        """Return a literal as a reader knows it: what its code means, a day without its type."""
        value, column = _bare(value), _bare(column)
        if isinstance(value, exp.Boolean):
            return say(f"condition.{'yes' if value.this else 'no'}", self._language)
        if not isinstance(value, exp.Literal):
            return ""
        if isinstance(column, exp.Column) and (meant := self.meaning(column, value.this)):
            return meant
        return (
            f"{float(value.this):,g}" if not value.is_string and _is_number(value.this) else str(value.this)
        )

    def meaning(self, column: exp.Column, code: str) -> str:
        """Return what a code of a column means: by its dimension, or by the column's comment."""
        tables = {table.full_name for table in self._tables(column)}
        for one in self._catalog.dimensions.values():
            table, _, name = one.column.rpartition(".")
            if name == column.name and self._catalog.full(table) in tables and code in one.values:
                return one.value_label(code, self._language)
        for known in code_values(Schema(tuple(self._tables(column)))):
            names = dict(known.values).get(code) if known.column.rpartition(".")[2] == column.name else None
            if names:
                fits = [name for name in names if language_of(name) == self._language]
                return (fits or list(names))[0]
        return ""

    def members(self, tree: exp.Expr) -> tuple[str, ...]:
        """Return the values that conditions on names and codes ask for, as a reader knows them."""
        found: dict[str, None] = {}
        for where in tree.find_all(exp.Where):
            for part in where.this.flatten() if isinstance(where.this, exp.And) else [where.this]:
                node = part.unnest()
                if isinstance(node, exp.EQ | exp.In) and isinstance(_bare(node.this), exp.Column):
                    values = node.expressions if isinstance(node, exp.In) else [node.expression]
                    for one in map(_bare, values):
                        if isinstance(one, exp.Literal) and not DAY.match(one.this):
                            column = next(node.find_all(exp.Column))
                            told = self.meaning(column, one.this) or (one.this if one.is_string else "")
                            found |= {told: None} if told else {}
        return tuple(found)

    def of(self, node: exp.Expr) -> str:
        """Return one part in words."""
        if isinstance(node, exp.Ordered):
            direction = "descending" if node.args.get("desc") else "ascending"
            return say(f"interpretation.{direction}", self._language, text=self.of(node.this))
        return node.transform(self._plain).sql(dialect=self._dialect.sqlglot_name, copy=False)

    def column(self, column: exp.Column) -> str:
        """Return what a column is called: its comment, its dimension's name, its own name with spaces."""
        named = {self._called(table, column.name) for table in self._tables(column)}
        return named.pop() if len(named) == 1 else _spaced(column.name, self._language)

    def _tables(self, column: exp.Column) -> list[Table]:
        """Return the tables a column may be of, by what its qualifier stands for."""
        holding = self._schema.tables_with(column.name)
        if not column.table:
            return holding
        root = column.root()
        names = {t.name for t in root.find_all(exp.Table) if t.alias_or_name == column.table}
        return [table for table in holding if table.name in names] or holding

    def _called(self, table: Table, column: str) -> str:
        key = (table.full_name, column)
        if key not in self._names:
            self._names[key] = self._name(table, column)
        return self._names[key]

    def _name(self, table: Table, column: str) -> str:
        if dimension := self._catalog.dimension_of(table.full_name, column):
            return dimension.label(self._language)
        return column_name(table.full_name, column, self._schema, self._language)

    def _plain(self, node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Cast):
            return self._plain(node.this)
        if isinstance(node, exp.TimestampTrunc | exp.DateTrunc) and node.text("unit").lower() in UNITS:
            text = self.of(node.this)
            return exp.Var(
                this=say(f"interpretation.by_{node.text('unit').lower()}", self._language, text=text)
            )
        return exp.Var(this=self.column(node)) if isinstance(node, exp.Column) else node


def table_name(name: str, schema: Schema, language: Language) -> str:
    """Return a table's name with its comment where that is in the reader's language."""
    table = schema.table(name)
    comment = head(table.comment) if table else ""
    short = table.name if table else name
    if not comment or language_of(comment) != language:
        return short if language == "zh" else _spaced(short, language)
    return f"{short}（{comment}）" if language == "zh" else f"{short} ({comment})"


def column_name(table: str, column: str, schema: Schema, language: Language) -> str:
    """Return a column's comment where it is in the reader's language, else its name."""
    known = schema.table(table)
    found = known.column(column) if known else None
    comment = head(found.comment) if found else ""
    return comment if comment and language_of(comment) == language else _spaced(column, language)


def head(comment: str) -> str:
    """Return a comment's name of the thing, without what it explains."""
    return re.split(r"[：:，,。;；（(]", comment, maxsplit=1)[0].strip()


def period_of(conditions: Sequence[exp.Expr], language: Language) -> str:
    """Say conditions from a day until before another as a period of whole days; nothing of any others."""
    bounds: dict[type[exp.Expr], dt.date] = {}
    for part in conditions:
        if not isinstance(part, exp.GTE | exp.LT) or not isinstance(part.this, exp.Column):
            return ""
        value = part.expression.this if isinstance(part.expression, exp.Cast) else part.expression
        if not isinstance(value, exp.Literal) or not DAY.fullmatch(value.this) or type(part) in bounds:
            return ""
        try:
            bounds[type(part)] = dt.date.fromisoformat(value.this)
        except ValueError:
            return ""
    if set(bounds) != {exp.GTE, exp.LT}:
        return ""
    last = bounds[exp.LT] - dt.timedelta(days=1)
    return say("summary.period", language, first=bounds[exp.GTE], last=last)


def _same_column(first: exp.Expr, other: exp.Expr) -> bool:
    return bool(first.this == other.this)


def _is_join(node: exp.Expr) -> bool:
    return isinstance(node, exp.EQ) and all(
        isinstance(_bare(one), exp.Column) for one in (node.this, node.expression)
    )


def _bare(node: exp.Expr) -> exp.Expr:
    while isinstance(node, exp.Cast | exp.Paren):
        node = node.this
    return node


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _spaced(name: str, language: Language) -> str:
    return name.replace("_", " ") if language == "en" else name
