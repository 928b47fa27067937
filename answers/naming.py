"""What the parts of a statement are called: by heading, definition or comment, in the reader's language."""

import re

from sqlglot import exp

from answers.sentences.tree import PLACES, is_same, source_of, unscaled, unwrapped
from config.wording import Language, language_of, say
from database.schema import Schema, Table
from knowledge.codes import lists_codes
from knowledge.metrics import Catalog
from knowledge.vocabulary import OF_EMPTY

_IDENTIFIER = re.compile(r"[a-z0-9]+")  # one small word is a name for machines
UNITS = ("day", "week", "month", "quarter", "year")
_PARTS_OF_DAYS = {
    "isodow": "weekday", "dow": "weekday", "month": "month", "year": "year", "hour": "hour", "day": "day",
    "quarter": "quarter", "week": "week",
}  # fmt: skip
_AGGREGATES: dict[type[exp.Expr], str] = {
    exp.Sum: "sum", exp.Avg: "mean", exp.Count: "count", exp.Max: "highest", exp.Min: "lowest",
}  # fmt: skip


class Names:
    """Names columns and what is computed from them; the tables of a column are told by its statement."""

    def __init__(self, schema: Schema, language: Language, catalog: Catalog) -> None:
        self._schema, self._language, self._catalog = schema, language, catalog
        self._names: dict[tuple[str, str], str] = {}

    def of(self, node: exp.Expr, *, places: bool = True) -> str:
        """Return what one part is called, or nothing of what only SQL can say; `places` by what."""
        core = unwrapped(node)
        if (
            not places
            and isinstance(source := source_of(core), exp.Window)
            and isinstance(source.this, PLACES)
        ):
            return self.heading(node) or self._say("place")
        return self.heading(node) or self._defined(core) or self._term(core)

    def heading(self, node: exp.Expr) -> str:
        """Return what heads the column that shows a part, where that is written for the reader."""
        select = node.find_ancestor(exp.Select)
        for shown in select.expressions if select else ():
            if isinstance(shown, exp.Alias) and is_same(shown.this, node):
                alias = shown.alias
                written = language_of(alias) == self._language and not _IDENTIFIER.fullmatch(alias)
                return spaced(alias, self._language) if written else ""
        return ""

    def _defined(self, core: exp.Expr) -> str:
        """Return the metric that is computed so."""
        inner = core.this if isinstance(core, exp.Sum | exp.Avg) else None
        if not isinstance(inner, exp.Column):
            return ""
        said = f"{core.key}({inner.name})".lower()
        tables = {table.full_name for table in self.tables_of(inner)}
        found = [
            one.label(self._language)
            for one in self._catalog.metrics.values()
            if one.expression.lower() == said and not one.filters and self._catalog.full(one.table) in tables
        ]
        return found[0] if len(found) == 1 else ""

    def _term(self, core: exp.Expr) -> str:
        """Return a column's name, one of a computation in words, or a place in an order."""
        if isinstance(core, exp.Column):
            source = self._shown_as(core) or source_of(core)
            return self.column(core) if source is core else self.of(source)
        if isinstance(core, exp.Nullif):
            return self.of(core.this)
        if isinstance(core, exp.Window) and isinstance(core.this, PLACES):
            return self._place(core)
        if isinstance(core, exp.Div):
            return self._say("ratio", above=self.of(core.this), below=self.of(core.expression))
        if isinstance(core, exp.Mul):
            return self.of(unscaled(core)) if unscaled(core) is not core else ""
        if isinstance(core, exp.TimestampTrunc | exp.DateTrunc) and core.text("unit").lower() in UNITS:
            return self._say(f"by_{core.text('unit').lower()}", text=self.of(core.this))
        if isinstance(core, exp.Extract) and (part := _PARTS_OF_DAYS.get(core.name.lower())):
            return self._say(f"part_{part}", text=self.of(core.expression))
        if isinstance(core, exp.Sub):
            return self._say("minus", above=self.of(core.this), below=self.of(core.expression))
        if isinstance(core, exp.Subquery) and len(core.selects) == 1:
            return self.of(core.selects[0])
        return self._aggregate(core)

    def _place(self, core: exp.Window) -> str:
        """Return a place with what it is by, and within what it is counted."""
        order = core.args.get("order")
        by = [self._ordered(one) for one in (order.expressions if order is not None else ())]
        within = [self.of(one) for one in core.args.get("partition_by") or ()]
        comma = say("interpretation.comma", self._language)
        if not by or not all((*by, *within)):
            return self._say("place")
        told = self._say("place_by", text=comma.join(by))
        return self._say("place_within", place=told, text=comma.join(within)) if within else told

    def _ordered(self, part: exp.Expr) -> str:
        return self._say("descending" if part.args.get("desc") else "ascending", text=self.of(part.this))

    def _aggregate(self, core: exp.Expr) -> str:
        """Return a sum, mean, number or end of one column."""
        key = _AGGREGATES.get(type(core), "")
        if not key:
            return ""
        inner = unwrapped(core.this)
        if isinstance(core, exp.Count) and not core.find(exp.Column):
            return self._say("rows")
        if isinstance(inner, exp.Distinct) and len(inner.expressions) == 1:
            key, inner = "distinct", unwrapped(inner.expressions[0])
        return self._say(key, text=self.column(inner)) if isinstance(inner, exp.Column) else ""

    def _shown_as(self, column: exp.Column) -> exp.Expr | None:
        """Return what a name that stands for a shown column is computed from."""
        select = column.find_ancestor(exp.Select)
        if column.table or select is None or self.tables_of(column):
            return None
        shown = [one for one in select.expressions if isinstance(one, exp.Alias) and one.alias == column.name]
        own: exp.Expr | None = shown[0].this if len(shown) == 1 else None
        return own if own and column.name not in {one.name for one in own.find_all(exp.Column)} else None

    def _say(self, key: str, **parts: str) -> str:
        return say(f"interpretation.{key}", self._language, **parts) if all(parts.values()) else ""

    def column(self, column: exp.Column) -> str:
        """Return what a column is called: its comment, its dimension's name, its own name with spaces."""
        named = {self._called(table, column.name) for table in self.tables_of(column)}
        return named.pop() if len(named) == 1 else spaced(column.name, self._language)

    def tables_of(self, column: exp.Column) -> list[Table]:
        """Return the tables a column may be of: by its qualifier, else among those it is read from."""
        holding = self._schema.tables_with(column.name)
        around = column.root() if column.table else column.find_ancestor(exp.Select) or column.root()
        tables = around.find_all(exp.Table)
        names = {one.name for one in tables if not column.table or one.alias_or_name == column.table}
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


def table_name(name: str, schema: Schema, language: Language) -> str:
    """Return a table's name with its comment where that is in the reader's language."""
    table = schema.table(name)
    comment = head(table.comment) if table else ""
    short = table.name if table else name
    if not comment or language_of(comment) != language:
        return short if language == "zh" else spaced(short, language)
    return f"{short}（{comment}）" if language == "zh" else f"{short} ({comment})"


def column_name(table: str, column: str, schema: Schema, language: Language) -> str:
    """Return a column's comment where it is in the reader's language, else its name."""
    known = schema.table(table)
    found = known.column(column) if known else None
    comment = head(found.comment) if found else ""
    return comment if comment and language_of(comment) == language else spaced(column, language)


def head(comment: str) -> str:
    """Return a comment's name of the thing, without what it explains; none where it only explains."""
    if OF_EMPTY.match(comment) or lists_codes(comment):
        return ""
    return re.split(r"[：:，,。;；（(]", comment, maxsplit=1)[0].strip()


def spaced(name: str, language: Language) -> str:
    """Return a name of the database as English has it; a Chinese sentence shows it as it is."""
    return name.replace("_", " ") if language == "en" else name
