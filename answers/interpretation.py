"""How an answer was computed, read off the tree of the SQL that ran."""

import datetime as dt
from collections.abc import Sequence

from sqlglot import exp

from answers.conditions import Words
from answers.naming import column_name, table_name
from config.wording import Language, say
from database.dialects import Dialect
from database.first_rows import number_of
from database.schema import Schema
from database.trees import tree_of
from knowledge.metrics import Catalog


def interpretation(
    sql: str,
    dialect: Dialect,
    schema: Schema,
    language: Language,
    catalog: Catalog | None = None,
    until: dt.date | None = None,
) -> list[str]:
    """Say in a few lines which tables, filters, groups, order and limit an SQL statement uses.

    `until` is the day after the last with data: a period that still runs is told as far as there are any.
    """
    tree = tree_of(sql, dialect)
    outer = tree.find(exp.Select)
    words = Words(schema, language, catalog, until)
    group, order = (outer.args.get("group"), tree.args.get("order")) if outer else (None, None)
    limit = tree.args.get("limit")
    number = number_of(limit)
    parts = {
        "tables": words.tables(tree),
        "filter": words.conditions(tree),
        "first_of_each": words.first_of_each(tree),
        "group": words.listed([part for part, _ in _named(group, outer)]),
        "order": words.ordered(_named(order, outer)),
        "limit_ties" if isinstance(limit, exp.Fetch) else "limit": (
            number.name if isinstance(number, exp.Literal) else ""
        ),
    }
    return [say(f"interpretation.{part}", language, text=text) for part, text in parts.items() if text]


def _named(clause: exp.Expr | None, select: exp.Select | None) -> list[tuple[exp.Expr, bool]]:
    """Return what a clause lists, the column in the place of its number, and whether the highest is first."""
    if clause is None or select is None:
        return []
    shown = [part.unalias() for part in select.expressions]
    found: list[tuple[exp.Expr, bool]] = []
    for part in clause.expressions:
        bare = part.this if isinstance(part, exp.Ordered) else part
        place = int(bare.name) if isinstance(bare, exp.Literal) and bare.is_int else 0
        named = shown[place - 1] if 1 <= place <= len(shown) else bare
        found.append((named, bool(part.args.get("desc"))))
    return found


def limits_of_rights(policies: Sequence[str], schema: Schema, language: Language) -> list[str]:
    """Say which tables and columns were read through a policy, given as `rows:table` and `mask:column`."""
    rows = [name for kind, _, name in (one.partition(":") for one in policies) if kind == "rows"]
    masked = [name for kind, _, name in (one.partition(":") for one in policies) if kind != "rows"]
    comma = say("interpretation.comma", language)
    columns = [column_name(*name.rpartition(".")[::2], schema, language) for name in masked]
    parts = (("own_rows", [table_name(name, schema, language) for name in rows]), ("masked", columns))
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
    tree = tree_of(sql, dialect)
    outer = tree.find(exp.Select)
    if outer is None or tree.find(exp.Limit, exp.Fetch, exp.Having) or not outer.args.get("group"):
        return False
    groups = len(outer.args["group"].expressions)
    measures = [part.unalias() for part in outer.expressions if part.find(exp.AggFunc)]
    return groups == 1 and len(measures) == 1 and isinstance(_core(measures[0]), exp.Sum | exp.Count)


def _core(node: exp.Expr) -> exp.Expr:
    """Look through rounding, casts and defaults to what is computed."""
    while isinstance(node, exp.Round | exp.Cast | exp.Coalesce | exp.Paren):
        node = node.this
    return node
