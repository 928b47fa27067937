"""How an answer was computed, read off the tree of the SQL that ran."""

from functools import lru_cache

from sqlglot import exp, parse_one

from config.wording import Language, say
from database.dialects import Dialect
from database.schema import Schema


def interpretation(sql: str, dialect: Dialect, schema: Schema, language: Language) -> list[str]:
    """Say in a few lines which tables, filters, groups, order and limit an SQL statement uses."""
    tree = _tree(sql, dialect.sqlglot_name)
    lines = [_line("tables", language, _tables(tree, schema))]
    lines += [_line("filter", language, _conditions(tree, dialect))]
    outer = tree.find(exp.Select)
    if outer is not None:
        lines += [_line("group", language, _listed(outer.args.get("group"), dialect))]
        lines += [_line("order", language, _listed(outer.args.get("order"), dialect))]
    if limit := tree.args.get("limit"):
        lines += [_line("limit", language, _words(limit.expression or limit, dialect))]
    return [line for line in lines if line]


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


def _line(part: str, language: Language, text: str) -> str:
    return say(f"interpretation.{part}", language, text=text) if text else ""


def _tables(tree: exp.Expr, schema: Schema) -> str:
    ctes = {cte.alias for cte in tree.find_all(exp.CTE)}
    names = dict.fromkeys(table.name for table in tree.find_all(exp.Table) if table.name not in ctes)
    return "、".join(_described(name, schema) for name in names)


def _described(name: str, schema: Schema) -> str:
    table = schema.table(name)
    comment = table.comment.split("：")[0].split("。")[0] if table and table.comment else ""
    return f"{name}（{comment}）" if comment else name


def _conditions(tree: exp.Expr, dialect: Dialect) -> str:
    found: dict[str, None] = {}
    for where in tree.find_all(exp.Where, exp.Having):
        for condition in where.this.flatten() if isinstance(where.this, exp.And) else [where.this]:
            found[_words(condition.unnest(), dialect)] = None
    return "；".join(found)


def _listed(node: exp.Expr | None, dialect: Dialect) -> str:
    return "、".join(_words(part, dialect) for part in node.expressions) if node else ""


def _words(node: exp.Expr, dialect: Dialect) -> str:
    return node.sql(dialect=dialect.sqlglot_name)
