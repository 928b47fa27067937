"""Does a repair change more than the error asked for? Two statements compared on their trees."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sqlglot import exp, parse, tokenize
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import TokenType

from database.dialects import Dialect
from reasoning.conversions import same_day, unconverted

Part = Literal["filter", "grouping", "measure", "limit"]
PARTS: tuple[Part, ...] = ("filter", "grouping", "measure", "limit")
# What an error of a class may change besides the names it names: `guards` are filters added, `wording` is how
# one part is put with no more than its own columns and values, `forms` the types that values are compared in.
_FREE: dict[str, frozenset[str]] = {
    "type": frozenset({"wording", "forms"}),
    "data": frozenset({"guards", "forms"}),
    "grouping": frozenset({"grouping", "measure"}),
}
_HIDDEN_VALUE = "…"  # what the runners put for a value an error quotes: the error is about a literal
_WORD = re.compile(r"\w+")
_CODE = 2  # letters of a code
_LOOKED_THROUGH = (exp.Paren, exp.Cast, exp.TryCast, exp.Alias)


@dataclass(frozen=True)
class Drift:
    """What a repair changed that it should have left alone."""

    part: Part
    dropped: str = ""
    added: str = ""


@dataclass(frozen=True)
class _Blame:
    """What the error is about: names that may change, and kinds of things that may."""

    names: frozenset[str] = frozenset()
    columns_of: frozenset[str] = frozenset()  # aliases of tables that may change
    free: frozenset[str] = frozenset()

    def excuses(self, node: exp.Expr) -> bool:
        """Tell whether a name, function or place left unfilled may become another."""
        if isinstance(node, exp.Placeholder | exp.Parameter):
            return True
        if isinstance(node, exp.Column):
            return node.name.lower() in self.names or (
                bool(self.columns_of) and (not node.table or node.table.lower() in self.columns_of)
            )
        if isinstance(node, exp.Anonymous | exp.Func):
            return _function(node) in self.names
        return isinstance(node, exp.Table) and node.name.lower() in self.names


@dataclass
class _Shape:
    """The parts of a statement that decide which figures it gives."""

    filter: list[exp.Expr] = field(default_factory=list)
    grouping: list[exp.Expr] = field(default_factory=list)
    measure: list[exp.Expr] = field(default_factory=list)
    limit: list[exp.Expr] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(getattr(self, part) for part in PARTS)


def drift(before: str, after: str, error_class: str, said: str, dialect: Dialect) -> Drift | None:
    """Return what a repair changes beyond the error, or None. `said` is the error in its own words.

    >>> from database.dialects import POSTGRES
    >>> drift("SELECT nam FROM t WHERE id = 4", "SELECT name FROM t", "unknown_name", '"nam"?', POSTGRES)
    Drift(part='filter', dropped='id = 4', added='')
    """
    old, new = _tree(before, dialect), _tree(after, dialect)
    if new is None:
        return None  # the walls refuse it in their own words
    if old is None:
        return _lost_texts(before, new, dialect)
    blame = _blame(old, error_class, said)
    had, has = _shape(old, blame), _shape(new, _Blame())
    if not _shape(old, _Blame()) and _is_hollow(old, blame):
        return None
    found = (_changed(part, getattr(had, part), getattr(has, part), blame, dialect) for part in PARTS)
    return next((one for one in found if one is not None), None)


def _tree(sql: str, dialect: Dialect) -> exp.Expr | None:
    try:
        trees = [tree for tree in parse(sql, dialect=dialect.sqlglot_name) if tree is not None]
    except (SqlglotError, RecursionError):
        return None
    return trees[0] if len(trees) == 1 and isinstance(trees[0], exp.Query) else None


def _lost_texts(before: str, new: exp.Expr, dialect: Dialect) -> Drift | None:
    """Compare the quoted texts alone: what could not be parsed has no tree."""
    try:
        tokens = tokenize(before, dialect=dialect.sqlglot_name)
    except SqlglotError:
        return None
    kept = {literal.this for literal in new.find_all(exp.Literal)}
    lost = [t.text for t in tokens if t.token_type == TokenType.STRING and t.text not in kept]
    return Drift("filter", dropped=f"'{lost[0]}'") if lost else None


def _blame(tree: exp.Expr, error_class: str, said: str) -> _Blame:
    words = {word.lower() for word in _WORD.findall(said)}
    tables = [table for table in tree.find_all(exp.Table) if table.name.lower() in words]
    names = {name for name in _names(tree) if set(_WORD.findall(name)) <= words}
    return _Blame(
        names=frozenset(names),
        columns_of=frozenset(table.alias_or_name.lower() for table in tables),
        free=_FREE.get(error_class, frozenset()) | ({"values"} if _HIDDEN_VALUE in said else set()),
    )


def _names(tree: exp.Expr) -> Iterator[str]:
    for node in tree.find_all(exp.Column, exp.Table, exp.Func, exp.Anonymous):
        yield _function(node) if isinstance(node, exp.Func | exp.Anonymous) else node.name.lower()


def _function(node: exp.Expr) -> str:
    return (node.name if isinstance(node, exp.Anonymous) else node.sql_name()).lower()  # type: ignore[attr-defined]


def _is_hollow(tree: exp.Expr, blame: _Blame) -> bool:
    """Tell whether all that a statement selects is what the error is about: nothing is left to keep."""
    select = tree.find(exp.Select)
    tables = list(tree.find_all(exp.Table))
    if tables and all(blame.excuses(table) for table in tables):
        return True
    return select is not None and all(_says_nothing(one, blame) for one in select.expressions)


def _says_nothing(node: exp.Expr, blame: _Blame) -> bool:
    if any(blame.excuses(part) for part in node.find_all(exp.Column, exp.Func)):
        return True
    return isinstance(node, exp.Star) or node.find(exp.Column) is None


def _shape(tree: exp.Expr, blame: _Blame) -> _Shape:
    shape = _Shape()
    for select in tree.find_all(exp.Select):
        meant = _meanings(select)
        for clause in ("where", "having"):
            if (node := select.args.get(clause)) is not None:
                shape.filter += [_bare(one, meant) for one in _conjuncts(node.this)]
        for join in select.args.get("joins") or ():
            shape.filter += [_bare(one) for one in _conjuncts(join.args.get("on"))]
        if (group := select.args.get("group")) is not None:
            shape.grouping += [_bare(one, meant) for one in group.expressions]
    shape.filter = [one for one in shape.filter if not _only_joins(one, blame)]
    shape.measure = [_bare(one) for one in tree.find_all(exp.AggFunc)]
    shape.measure += [_bare(one) for one in tree.find_all(exp.Anonymous) if blame.excuses(one)]
    for node in tree.find_all(exp.Limit, exp.Fetch):
        number = node.expression if isinstance(node, exp.Limit) else node.args.get("count")
        if number is not None:
            shape.limit.append(number.copy())
    return shape


def _meanings(select: exp.Select) -> dict[str, exp.Expr]:
    """Return what an ordinal or an alias of the select list stands for."""
    meant: dict[str, exp.Expr] = {}
    for place, one in enumerate(select.expressions, 1):
        meant[str(place)] = one.unalias()
        if isinstance(one, exp.Alias):
            meant[one.alias.lower()] = one.this
    return meant


def _bare(node: exp.Expr, meant: dict[str, exp.Expr] | None = None) -> exp.Expr:
    """Return a copy without casts, brackets and table names, with what ordinals and aliases stand for."""
    if meant and (one := meant.get(node.name.lower())) and _is_reference(node):
        node = one

    def plain(part: exp.Expr) -> exp.Expr:
        while isinstance(part, _LOOKED_THROUGH):
            part = part.this
        return part

    return node.copy().transform(plain)


def _is_reference(node: exp.Expr) -> bool:
    is_ordinal = isinstance(node, exp.Literal) and not node.is_string
    return is_ordinal or (isinstance(node, exp.Column) and not node.table)


def _conjuncts(node: exp.Expr | None) -> Iterator[exp.Expr]:
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, exp.And):
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    elif isinstance(node, exp.Between):
        yield exp.GTE(this=node.this.copy(), expression=node.args["low"].copy())
        yield exp.LTE(this=node.this.copy(), expression=node.args["high"].copy())
    elif node is not None:
        yield node


def _only_joins(node: exp.Expr, blame: _Blame) -> bool:
    """Tell whether a condition is between two columns; a value in double quotes is none."""
    return isinstance(node, exp.EQ) and all(
        isinstance(side, exp.Column) and not _is_text(side, blame) for side in (node.left, node.right)
    )


def _is_text(column: exp.Column, blame: _Blame) -> bool:
    quoted = isinstance(column.this, exp.Identifier) and column.this.quoted
    return quoted and not column.table and blame.excuses(column)


def _changed(
    part: Part, had: Sequence[exp.Expr], has: Sequence[exp.Expr], blame: _Blame, dialect: Dialect
) -> Drift | None:
    """Pair what was with what is; what is left over on either side was changed."""
    if part in blame.free:
        return None
    same: list[Callable[[exp.Expr, exp.Expr], bool]] = [
        lambda one, other: one == other,
        lambda one, other: _alike(one, other, blame),
        lambda one, other: "wording" in blame.free and _holds_no_more(one, other),
        lambda one, other: "forms" in blame.free and _alike(unconverted(one), unconverted(other), blame),
        lambda one, other: _names_values_anew(one, other, blame),
    ]
    lost, new = list(had), list(has)
    for test in same:
        for one in list(lost):
            if (match := next((other for other in new if test(one, other)), None)) is not None:
                lost.remove(one)
                new.remove(match)
    kept = [one for one in lost if not _rewritable(one, new, blame)]
    if not kept and (len(lost) > 0 or (part == "filter" and "guards" in blame.free)):
        new = []  # what took the place of something the error is about
    if not kept and not new:
        return None
    return Drift(part, _said(kept, dialect), _said(new, dialect))


def _rewritable(node: exp.Expr, new: Sequence[exp.Expr], blame: _Blame) -> bool:
    """Tell whether a part may be put another way: it calls what is refused, or its empty place was filled."""
    if node.find(exp.Placeholder, exp.Parameter) is not None:
        return any(_columns(node) <= _columns(other) for other in new)
    calls = (one for one in node.find_all(exp.Func) if not isinstance(one, exp.Connector))
    return any(blame.excuses(one) for one in calls)


def _names_values_anew(one: exp.Expr, other: exp.Expr, blame: _Blame) -> bool:
    """Tell whether a column that is none gave way to another with codes of its own: kind = 'I' to status = 2.

    The codes of one column are none of the other's: held to those it had, a repair could only find nothing.
    """
    if not (isinstance(one, exp.EQ | exp.In) and isinstance(other, exp.EQ | exp.In)):
        return False
    before, after = one.this, other.this
    if not (isinstance(before, exp.Column) and isinstance(after, exp.Column) and blame.excuses(before)):
        return False
    values = [part for node in (one, other) for part in _children(node)[1:]]
    return before.name.lower() != after.name.lower() and all(map(_is_code, values))


def _is_code(node: exp.Expr) -> bool:
    """Tell a code from a value that people name: 2, 'I', no name of a place."""
    if not isinstance(node, exp.Literal):
        return False
    return not node.is_string or (node.this.isascii() and len(node.this) <= _CODE)


def _holds_no_more(one: exp.Expr, other: exp.Expr) -> bool:
    """Tell whether the second part does the same with some of the columns and values of the first."""
    values = [{literal.this for literal in node.find_all(exp.Literal)} for node in (one, other)]
    return type(one) is type(other) and _columns(other) <= _columns(one) and values[1] <= values[0]


def _columns(node: exp.Expr) -> set[str]:
    return {column.name.lower() for column in node.find_all(exp.Column)}


def _alike(one: exp.Expr, other: exp.Expr, blame: _Blame) -> bool:
    """Compare two trees; where the first holds what the error is about, the second may hold anything."""
    if blame.excuses(one) and not isinstance(other, exp.Connector):
        return True
    if isinstance(one, exp.Column) and isinstance(other, exp.Column):
        return one.name.lower() == other.name.lower()
    if isinstance(one, exp.Literal) and isinstance(other, exp.Literal):
        if "forms" in blame.free and same_day(one, other):
            return True
        return one.this == other.this or ("values" in blame.free and one.is_string)
    if isinstance(one, exp.Table) and isinstance(other, exp.Table):
        return one.name.lower() == other.name.lower()
    if type(one) is not type(other):
        return False
    mine, theirs = _children(one), _children(other)
    if len(mine) != len(theirs):
        return False
    if all(_alike(a, b, blame) for a, b in zip(mine, theirs, strict=True)):
        return bool(mine) or one == other
    swapped = isinstance(one, exp.EQ | exp.And | exp.Or | exp.Add | exp.Mul)
    return swapped and all(_alike(a, b, blame) for a, b in zip(mine, reversed(theirs), strict=True))


def _children(node: exp.Expr) -> list[exp.Expr]:
    return list(node.iter_expressions())


def _said(nodes: Sequence[exp.Expr], dialect: Dialect) -> str:
    return ", ".join(node.sql(dialect=dialect.sqlglot_name) for node in nodes)
