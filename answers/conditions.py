"""Parts of a statement in a reader's words: columns by what they are called, conditions as clauses."""

import datetime as dt
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from sqlglot import exp, parse_one

from answers.naming import Names, head, spaced, table_name
from answers.sentences.columns import in_sentence, parsed, plural_of
from answers.sentences.phrases import joined
from answers.sentences.times import dates
from answers.sentences.tree import SETS, is_same, source_of, unwrapped
from config.wording import Language, language_of, say
from database.dialects import Dialect
from database.schema import Schema
from knowledge.codes import label_in
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.values import codes_of
from language.roots import root, words_of
from understanding.metric.lines import Called

_DEEPEST = 8  # parts of a statement within each other
DAY = re.compile(r"\d{4}-\d\d-\d\d")
_BEFORE_HAN = re.compile(
    r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])"
)  # a name is not set apart as a number is
_COMPARERS = {exp.EQ: "is", exp.NEQ: "is_not", exp.GT: "gt", exp.GTE: "ge", exp.LT: "lt", exp.LTE: "le"}
_OF_DAYS = {exp.GT: "after_day", exp.GTE: "from_day", exp.LT: "before_day", exp.LTE: "to_day"}
_FLIPPED = {exp.GT: exp.LT, exp.GTE: exp.LTE, exp.LT: exp.GT, exp.LTE: exp.GTE}


class Words:
    """Says parts of a statement: comments and definitions for columns, no casts, no aliases."""

    def __init__(
        self,
        schema: Schema,
        language: Language,
        catalog: Catalog | None = None,
        until: dt.date | None = None,
        called: Called | None = None,
    ) -> None:
        """Take the tables and definitions, the day that data run to, and what members are called.

        What was taught of the tables stands with the definitions, and says more than the database does.
        """
        self._called = called
        schema = catalog.schema if catalog is not None and catalog.schema.tables else schema
        self._schema, self._language, self._until = schema, language, until
        self._catalog = catalog or Catalog({}, {})
        self._comma = say("interpretation.comma", language)
        self._named = Names(schema, language, self._catalog)

    def tables(self, tree: exp.Expr) -> str:
        """Return the tables read."""
        ctes = {cte.alias for cte in tree.find_all(exp.CTE)}
        read = (table.name for table in tree.find_all(exp.Table) if table.name not in ctes)
        names = dict.fromkeys(filter(None, read))  # days that a function gives have no table
        return self._comma.join(table_name(name, self._schema, self._language) for name in names)

    def main_table(self, tree: exp.Expr) -> str:
        """Return what the rows of the first table are: by its comment, a figure that counts them, its name.

        A name in letters that no English name taught here has a word of is nobody's: 9 quehuo rows.
        """
        first = tree.find(exp.From)
        table = self._schema.table(first.this.name) if first and isinstance(first.this, exp.Table) else None
        if table is None:
            return ""
        comment = head(table.comment)
        if comment and language_of(comment) == self._language:
            return comment
        if self._language == "zh":
            return ""
        if counted := self._counted(table.full_name, tree):
            return counted
        name, taught = spaced(table.name, "en"), self._taught
        return name if not (comment and taught) or taught & set(map(root, words_of(name))) else ""

    @cached_property
    def _taught(self) -> set[str]:
        """Return the roots of the words of what figures and what cuts them are called in English."""
        figures = [one.wordings for one in self._catalog.metrics.values()]
        cuts = [one.wordings for one in self._catalog.dimensions.values()]
        return {root(word) for texts in (*figures, *cuts) for text in texts for word in words_of(text)}

    def _counted(self, table: str, tree: exp.Expr) -> str:
        """Return what a figure calls the rows that it counts, where the statement keeps to the same ones."""
        where = tree.args.get("where")
        held = set(map(_unowned, conjuncts(where.this))) if isinstance(where, exp.Where) else set()
        for one in self._catalog.metrics.values():
            whole = "".join(one.expression.lower().split()) == "count(*)" and one.kind == "simple"
            if not whole or self._catalog.full(one.table) != table:
                continue
            label = in_sentence(one.en, "en")
            if label == plural_of(label, "en") and {_unowned(parsed(text)) for text in one.filters} <= held:
                return label
        return ""

    def conditions(self, tree: exp.Expr) -> str:
        """Return every condition on rows and groups, once; that of one figure alone with which it is of."""
        found: dict[str, None] = {}
        of_some: dict[str, dict[str, None]] = {}
        for asked, figure in _asked_of_rows(tree):
            for told in self._all(asked):
                if figure is not None:
                    of_some.setdefault(told, {})[self._shown_in(figure)] = None
                else:
                    found[told] = None
        alone = [self._only_for(told, [*names]) for told, names in of_some.items() if told not in found]
        return self._comma.join([*found, *alone])

    def _shown_in(self, node: exp.Expr) -> str:
        """Return the heading of the column that a part is computed for, where it is written for readers."""
        column = node.find_ancestor(exp.Alias)
        return self._named.heading(column.this) if column is not None else ""

    def _only_for(self, told: str, names: Sequence[str]) -> str:
        """Say that a condition is only of some figures, by their names where all have one."""
        if not all(names):
            return say("condition.only_for_some", self._language, told=told)
        return say("condition.only_for", self._language, told=told, names=joined(names, self._language))

    def first_of_each(self, tree: exp.Expr) -> str:
        """Return of what only the first row is kept, and by which order (DISTINCT ON)."""
        distinct = (tree.find(exp.Select) or exp.Select()).args.get("distinct")
        on = distinct.args.get("on") if distinct is not None else None
        if on is None:
            return ""
        each, order = list(on.expressions), tree.args.get("order")
        by = [(one.this, bool(one.args.get("desc"))) for one in (order.expressions if order else ())]
        later = self.ordered([one for one in by if not any(is_same(one[0], other) for other in each)])
        names = self._comma.join(filter(None, map(self._named.of, each)))
        return (
            say("condition.first_of_each", self._language, each=names, order=later) if names and later else ""
        )

    def having(self, tree: exp.Expr) -> str:
        """Return what groups must meet, or nothing where not all of it has words."""
        having = (tree.find(exp.Select) or exp.Select()).args.get("having")
        if having is None:
            return ""
        return self._together(conjuncts(having.this))

    def limits(self, tree: exp.Expr, limits: Sequence[exp.Expr]) -> str:
        """Return some conditions of the outer SELECT in words, or nothing where not all of them have any."""
        wheres = [one for name in ("where", "having") if (one := tree.args.get(name)) is not None]
        return self._together([one for where in wheres for one in conjuncts(where.this) if one in limits])

    def _together(self, parts: Sequence[exp.Expr]) -> str:
        """Return conditions that must all hold, or nothing where not all of them have words."""
        told = [in_sentence(self.condition(one), self._language) for one in parts]
        return say("sentence.condition.and", self._language).join(told) if all(told) else ""

    def listed(self, parts: Sequence[exp.Expr]) -> str:
        """Return parts one after the other; conditions as conditions, and whether totals are added."""
        sets = [one for one in parts if isinstance(one, SETS)]
        plain = [inner for one in parts for inner in (one.expressions if one in sets else [one])]
        totals = [say("condition.with_totals", self._language)] if sets else []
        return self._comma.join(dict.fromkeys([*self._all(plain), *totals]))

    def ordered(self, parts: Sequence[tuple[exp.Expr, bool]]) -> str:
        """Return what rows are ordered by; each with whether the highest is first."""
        told = [
            say(f"interpretation.{'descending' if down else 'ascending'}", self._language, text=text)
            for part, down in parts
            if (text := self._named.of(part, places=False))
        ]
        return self._comma.join(told)

    def _all(self, parts: Sequence[exp.Expr]) -> Iterator[str]:
        """Yield conditions in words, from and until a day as one."""
        left = list(parts)
        while left:
            first = left.pop(0)
            other = next((one for one in left if period_of((first, one), self._language)), None)
            if other is not None and first.this == other.this:
                left.remove(other)
                column = next(first.find_all(exp.Column))
                told = period_of((first, other), self._language, self._until)
                yield say("condition.during", self._language, name=self._named.column(column), value=told)
            elif not _is_join(first):
                yield (
                    self.condition(first)
                    or self._named.of(first)
                    or say("interpretation.in_sql", self._language)
                )

    def condition(self, node: exp.Expr) -> str:
        """Return one condition in words, or nothing of a kind that has none."""
        node = node.unnest()
        if isinstance(node, exp.Or):
            told = [self._either(one) for one in node.flatten()]
            return say("condition.or", self._language).join(told) if all(told) else ""
        if isinstance(node, exp.Not):
            return self._yes_or_no(node.this.unnest(), yes=False)
        if isinstance(node, exp.Exists):
            return self._related(node.this, "with_rows")
        if node.args.get("negate"):  # how PostgreSQL's IS NOT and NOT LIKE are read
            return self._yes_or_no(node, yes=False)
        if isinstance(node, exp.Between):
            low, high = (self._value(node.this, node.args[end]) for end in ("low", "high"))
            return self._compared("between", node.this, None, low=low, high=high) if low and high else ""
        if type(node) in _COMPARERS and isinstance(node, exp.Binary):
            return self._comparison(node)
        return self._yes_or_no(node, yes=True)

    def _comparison(self, node: exp.Binary) -> str:
        """Return how two sides compare, the value behind what it is a value of."""
        left, right, kind = node.this, node.expression, type(node)
        if isinstance(_bare(left), exp.Literal):
            left, right, kind = right, left, _FLIPPED.get(type(node), type(node))
        value = self._value(left, right)
        word = _OF_DAYS.get(kind, _COMPARERS[kind]) if DAY.match(value) else _COMPARERS[kind]
        return self._compared(word, left, value) if value else ""

    def _yes_or_no(self, node: exp.Expr, *, yes: bool) -> str:
        """Return what is one of some values, has none or has a word in it, or is and has not."""
        if isinstance(node, exp.Exists):
            return self._related(node.this, "with_rows" if yes else "without_rows")
        if isinstance(node, exp.In) and node.args.get("query") is not None:
            return self._related(node.args["query"].this, "among" if yes else "not_among", node.this)
        if isinstance(node, exp.In):
            return self._in(node, "is" if yes else "is_not")
        if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
            if yes and (joined_to := _left_joined(node.this)) is not None:
                return self._related(joined_to.this, "without_rows", on=joined_to.args.get("on"))
            return self._compared("none" if yes else "some", node.this, None)
        if isinstance(_bare(node), exp.Column) and not yes:
            return self._compared("is", node, say("condition.no", self._language))
        if isinstance(node, exp.Like | exp.ILike) and isinstance(node.expression, exp.Literal):
            return self._compared("has" if yes else "has_not", node.this, node.expression.this.strip("%"))
        return ""

    def _either(self, node: exp.Expr) -> str:
        """Return one of several conditions of which any may hold; each may be several together."""
        told = list(self._all(conjuncts(node)))
        if say("interpretation.in_sql", self._language) in told:
            return ""
        return say("sentence.condition.and", self._language).join(told)

    def _related(
        self, rows: exp.Expr, kind: str, side: exp.Expr | None = None, on: exp.Expr | None = None
    ) -> str:
        """Return rows of another table that there must be, or must not be, with what is asked of these."""
        first = rows.args.get("from_") if isinstance(rows, exp.Select) else None
        table = rows if isinstance(rows, exp.Table) else first.this if first is not None else None
        if not isinstance(table, exp.Table):
            return ""
        known = self._schema.table(table.name)
        comment = head(known.comment) if known else ""
        own = comment if comment and language_of(comment) == self._language else ""
        told, where = own or spaced(table.name, self._language), rows.args.get("where")
        limits = on if on is not None else where.this if where is not None else None
        asked = list(self._all(conjuncts(limits))) if limits is not None else []
        if asked:
            told = say("condition.of_which", self._language, rows=told, told=self._comma.join(asked))
        name = self._named.of(side) if side is not None else ""
        return say(f"condition.{kind}", self._language, rows=told, name=name)

    def _in(self, node: exp.In, kind: str) -> str:
        values = [self._value(node.this, one) for one in node.expressions]
        if not values or not all(values):
            return ""
        return self._compared(kind, node.this, say("condition.any", self._language).join(values))

    def _compared(self, kind: str, side: exp.Expr, value: str | None, **params: str) -> str:
        name = self._named.of(side) or self._of_some(side)
        if not name:
            return ""
        told = say(f"condition.{kind}", self._language, name=name, value=value or "", **params)
        return _BEFORE_HAN.sub("", told) if self._language == "zh" else told

    def _of_some(self, node: exp.Expr) -> str:
        """Return a figure of some rows only, with which: number of rows of those whose result is failed."""
        core = unwrapped(node)
        asked = _of_this_alone(core)
        if not asked:
            return ""
        figure = core.this if isinstance(core, exp.Filter) else exp.Count(this=exp.Star())
        name, told = self._named.of(figure), list(self._all(asked))
        return (
            say("condition.of_which", self._language, rows=name, told=self._comma.join(told)) if name else ""
        )

    def _value(self, column: exp.Expr, value: exp.Expr) -> str:
        """Return a literal as a reader knows it: what its code means, a day without its type."""
        value, column = _bare(value), _bare(column)
        if isinstance(value, exp.Boolean):
            return say(f"condition.{'yes' if value.this else 'no'}", self._language)
        if isinstance(value, exp.Neg) and isinstance(value.this, exp.Literal) and _is_number(value.this.this):
            return f"-{_plain(value.this.this)}"
        if isinstance(value, exp.Mul) and isinstance(value.this, exp.Literal):
            name = self._named.of(value.expression)
            return say("condition.times", self._language, number=value.this.this, name=name) if name else ""
        if not isinstance(value, exp.Literal):
            return self._named.of(value)
        if isinstance(column, exp.Column) and (meant := self.meaning(column, value.this)):
            return meant
        plain = not value.is_string and _is_number(value.this) and not _is_year(column)
        return _plain(value.this) if plain else str(value.this)

    def meaning(self, column: exp.Column, code: str) -> str:
        """Return what a code of a column means: by its dimension, or by the column's comment."""
        return self._meanings(column).get(code, "")

    def _meanings(self, column: exp.Column) -> dict[str, str]:
        found: dict[str, str] = {}
        for one in self._dimensions_of(column):
            for code in one.values:
                found.setdefault(code, one.value_label(code, self._language))
        own = (one for table in self._named.tables_of(column) for one in table.columns)
        told = [codes_of(one) for one in own if one.name == column.name]
        for code, names in (pair for codes in told if len(codes) > 1 for pair in codes):
            if names:
                found.setdefault(code, label_in(names, self._language))
        return found

    def known_as(self, column: exp.Column, values: Collection[str]) -> dict[str, str]:
        """Return values as their reader knows them; as stored where more tables than one may hold the column.

        What the column is gets looked up once: value by value, 500 names held the event loop for 50 ms.
        """
        if len(self._named.tables_of(column)) != 1:
            return {one: one for one in values}
        meanings, known = self._meanings(column), self._dimensions_of(column)
        return {one: meanings.get(one) or self._member(known, one) for one in values}

    def members(self, tree: exp.Expr) -> tuple[str, ...]:
        """Return the values that every row is asked to have, as a reader knows them: names, what codes mean.

        What only one figure of several is of (FILTER, CASE, a branch of a UNION, one of two parts joined) is
        not told of all, and what stands within another condition is asked of other rows.
        """
        return tuple(told for told, _ in self._held(tree, _DEEPEST))

    def kinds(self, tree: exp.Expr) -> tuple[tuple[str, str], ...]:
        """Return those of the members that are what a code means, each with the table it is of."""
        found = self._held(tree, _DEEPEST)
        return tuple((told, table) for told, table in found if table)

    def by_definition(self, tree: exp.Expr, names: Collection[str], dialect: Dialect) -> frozenset[str]:
        """Return what the figures of these names ask of rows by their definitions, or all of a table read.

        Issued invoices are all that anybody there calls an invoice: it need not be said of each of them.
        """
        metrics = [one for one in self._catalog.metrics.values() if one.kind == "simple"]
        shown = [one for name in {*names} - {""} for one in self._catalog.sources(name)]
        found = [self._filtered(one, dialect) for one in shown]
        for table in tree.find_all(exp.Table):
            own = [one for one in metrics if self._catalog.full(one.table).rpartition(".")[2] == table.name]
            if len(own) > 1:
                found.append(frozenset.intersection(*(self._filtered(one, dialect) for one in own)))
        return frozenset().union(*found)

    def called(self, tree: exp.Expr) -> Iterator[str]:
        """Yield what the tables of a statement and the columns that it computes figures of are called."""
        for name in {one.name for one in tree.find_all(exp.Table)}:
            if (table := self._schema.table(name)) is not None:
                yield from (head(table.comment), spaced(table.name, "en"))
        for one in tree.find_all(exp.AggFunc):
            yield from (self._named.column(column) for column in one.find_all(exp.Column))

    def _filtered(self, metric: Metric, dialect: Dialect) -> frozenset[str]:
        """Return the values that a figure's rows must have."""
        parsed = (parse_one(one, dialect=dialect.sqlglot_name) for one in metric.filters)
        return frozenset(told for one in parsed for part in conjuncts(one) for told, _ in self._asked(part))

    def either(self, tree: exp.Expr) -> tuple[tuple[str, ...], ...]:
        """Return what codes mean of which one condition asks for any: sunny or rain."""
        found = (tuple(told for told, table in self._asked(one) if table) for one in tree.find_all(exp.In))
        return tuple(one for one in found if len(one) > 1)

    def _held(self, node: exp.Expr, deepest: int) -> dict[tuple[str, str], None]:
        """Return what all rows of a statement must be, through the parts it reads from."""
        node = node.this if isinstance(node, exp.Subquery) else node
        if deepest <= 0:  # a recursive part reads from itself
            return {}
        if isinstance(node, exp.SetOperation):
            return _in_all([self._held(one, deepest - 1) for one in (node.left, node.right)])
        if not isinstance(node, exp.Select):
            return {}
        inner = _in_all([self._held(one, deepest - 1) for one in _read_from(node)])
        where = node.args.get("where")
        return (
            inner | {pair: None for part in conjuncts(where.this) for pair in self._asked(part)}
            if where
            else inner
        )

    def _asked(self, node: exp.Expr) -> Iterator[tuple[str, str]]:
        """Yield the values that one condition asks for."""
        column = _bare(node.this) if isinstance(node, exp.EQ | exp.In) else None
        if not isinstance(node, exp.EQ | exp.In) or not isinstance(column, exp.Column):
            return
        for one in map(_bare, node.expressions if isinstance(node, exp.In) else [node.expression]):
            if isinstance(one, exp.Literal) and not DAY.match(one.this):
                if meant := self.meaning(column, one.this):
                    yield meant, self._kind_of(column)
                elif one.is_string:
                    yield self._in_its_language(column, one.this), ""

    def _in_its_language(self, column: exp.Column, value: str) -> str:
        """Return what a member is called where its names are known in both languages."""
        return self._member(self._dimensions_of(column), value)

    def _member(self, known: Sequence[Dimension], value: str) -> str:
        return self._called(known[0].name, value, self._language) if self._called and known else value

    def _dimensions_of(self, column: exp.Column) -> list[Dimension]:
        """Return the dimensions whose column it is."""
        tables = {table.full_name for table in self._named.tables_of(column)}
        named = self._catalog.by_column.get(column.name, ())
        return [one for one, of in named if not tables.isdisjoint(of)]

    def _kind_of(self, column: exp.Column) -> str:
        """Return the table of which a code tells the kind of rows; nothing of a thing, which has a key."""
        if any(one.key for one in self._dimensions_of(column)):
            return ""
        tables = self._named.tables_of(column)
        return tables[0].name if len(tables) == 1 else "?"


def _asked_of_rows(tree: exp.Expr) -> Iterator[tuple[list[exp.Expr], exp.Expr | None]]:
    """Yield what is asked of rows and groups together, with the figure that it is asked for alone.

    What is asked of rows of another table, that there must be some or none, is told with that.
    """
    for where in tree.find_all(exp.Where, exp.Having, exp.Qualify):
        if where.find_ancestor(exp.Exists, exp.In) is None:
            figure = where.parent if isinstance(where.parent, exp.Filter) else None
            if figure is None or figure.find_ancestor(exp.Where, exp.Having) is None:
                yield conjuncts(where.this), figure
    for join in tree.find_all(exp.Join):
        on = join.args.get("on")
        asked = [one for one in conjuncts(on) if not _is_join(one)] if on is not None else []
        if asked and not _is_missing(join):
            yield asked, None
    for case in tree.find_all(exp.Case):
        summed = case.find_ancestor(exp.AggFunc)
        if summed is None or summed.find_ancestor(exp.Having) is not None:
            continue
        if asked := _of_this_alone(summed):
            yield asked, summed


def _of_this_alone(figure: exp.Expr) -> list[exp.Expr]:
    """Return what is asked of rows for one figure: by FILTER, or by a CASE that leaves all others out."""
    if isinstance(figure, exp.Filter):
        return conjuncts(figure.expression.this)
    case = unwrapped(figure.this) if isinstance(figure, exp.AggFunc) else None
    if not isinstance(case, exp.Case) or case.this is not None or len(case.args["ifs"]) != 1:
        return []
    rest = case.args.get("default")
    left_out = (
        rest is None or isinstance(rest, exp.Null) or (isinstance(rest, exp.Literal) and rest.this == "0")
    )
    return conjuncts(case.args["ifs"][0].this) if left_out else []


def _is_missing(join: exp.Join) -> bool:
    """Tell a join of which only the rows are kept that it finds nothing for."""
    select = join.find_ancestor(exp.Select)
    where = select.args.get("where") if select is not None else None
    nulls = [one for one in conjuncts(where.this) if isinstance(one, exp.Is)] if where is not None else []
    return any(_left_joined(one.this) is join for one in nulls if not one.args.get("negate"))


def _left_joined(column: exp.Expr) -> exp.Join | None:
    """Return the join of a column that may have no row: LEFT JOIN … WHERE its key IS NULL."""
    column = _bare(column)
    select = column.find_ancestor(exp.Select)
    if not isinstance(column, exp.Column) or select is None:
        return None
    joins = [one for one in select.args.get("joins") or [] if one.side.upper() == "LEFT"]
    found = (one for one in joins if isinstance(one.this, exp.Table))
    return next((one for one in found if one.this.alias_or_name == column.table), None)


def _read_from(select: exp.Select) -> list[exp.Expr]:
    """Return the parts of a statement that a SELECT takes all its rows from, written before it or within."""
    joins = [
        one for one in select.args.get("joins") or [] if one.side.upper() not in ("LEFT", "FULL", "RIGHT")
    ]
    tables = [one.this for one in (select.args.get("from_"), *joins) if one is not None]
    named = {one.alias: one.this for one in select.root().find_all(exp.CTE)}
    found = [one for one in tables if isinstance(one, exp.Subquery)]
    return found + [named[one.name] for one in tables if isinstance(one, exp.Table) and one.name in named]


def _in_all(found: Sequence[dict[tuple[str, str], None]]) -> dict[tuple[str, str], None]:
    """Return what all of some parts ask for."""
    first, *rest = found or ({},)
    return {one: None for one in first if all(one in other for other in rest)}


def conjuncts(node: exp.Expr) -> list[exp.Expr]:
    """Return what must all hold, also where some of it stands in brackets together."""
    node = node.unnest()
    return (
        [one for part in node.flatten() for one in conjuncts(part)] if isinstance(node, exp.And) else [node]
    )


def period_of(conditions: Sequence[exp.Expr], language: Language, until: dt.date | None = None) -> str:
    """Say conditions from a day until before another as a period of whole days; nothing of any others.

    A period that begins before `until` ends there at the latest.
    """
    bounds: dict[type[exp.Expr], dt.date] = {}
    for part in conditions:
        of_one = isinstance(part, exp.GTE | exp.LT) and len(list(part.this.find_all(exp.Column))) == 1
        if not of_one:  # of a column of days, or of what writes one as days: TO_DATE(ym)
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
    start, end = bounds[exp.GTE], bounds[exp.LT]
    return dates(start, min(end, until) if until and start < until else end, language)


def _is_join(node: exp.Expr) -> bool:
    return isinstance(node, exp.EQ) and all(
        isinstance(_bare(one), exp.Column) for one in (node.this, node.expression)
    )


def _bare(node: exp.Expr) -> exp.Expr:
    while isinstance(node, exp.Cast | exp.Paren):
        node = node.this
    return node


def _is_year(node: exp.Expr) -> bool:
    """Tell the year of a day, also through the named part of a statement that takes it: 2026, no 2,026."""
    core = source_of(node)
    return isinstance(core, exp.Extract) and core.name.lower() == "year"


def _plain(number: str) -> str:
    """Write a number of a statement with its thousands apart, never as 1e+06."""
    return f"{float(number):,.15g}"


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _unowned(node: exp.Expr) -> str:
    """Return a condition without the tables that its columns are of, nor brackets around it."""
    bare = unwrapped(node).copy()
    for column in bare.find_all(exp.Column):
        column.set("table", None)
        column.set("db", None)
    return bare.sql()
