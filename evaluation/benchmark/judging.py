"""Does a result hold what a gold statement returns, where more columns than asked for are no mistake?"""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from evaluation.accuracy import Rows, only, same_in_place

# So many ways of telling equal columns apart are tried: two or three such columns are common, more are not.
MOST_WAYS = 720
MOST_CHOSEN = 6  # columns of one {a, b}; every subset of them is a gold statement
_BRACES = re.compile(r"\{([^{}]+)\}")
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)[T ]00:00:00(?:\.0+)?(?:Z|[+-]\d\d:?\d\d)?")


def acceptable(sql: str) -> tuple[str, ...]:
    """Return every statement that a gold text means.

    Statements are parted by semicolons; `{a, b}` stands for any of the columns alone or together, and a later
    `{}` for the same ones.
    """
    return tuple(
        variant for part in sql.split(";") if (statement := part.strip()) for variant in _variants(statement)
    )


def _variants(statement: str) -> Iterator[str]:
    match = _BRACES.search(statement)
    if match is None:
        yield statement
        return
    columns = [column.strip() for column in match.group(1).split(",")][:MOST_CHOSEN]
    head, rest = statement[: match.start()], statement[match.end() :]
    for size in range(1, len(columns) + 1):
        for chosen in itertools.combinations(columns, size):
            text = ", ".join(chosen)
            yield head + text + rest.replace("{}", text)


def holds(gold: Rows, got: Rows, keys: Sequence[int] | None = None) -> bool:
    """Tell whether the gold's columns stand among those of a result, row by row.

    A result of the gold's columns alone may repeat a row or not; one of more columns has as many rows as the
    gold. With `keys`, places of the gold's columns, these come in the gold's order, rows that tie in them in
    any.
    """
    gold, got = _comparable(gold), _comparable(got)
    if not gold or not got:
        return not gold and not got
    if len(gold[0]) == len(got[0]):
        gold, got = _once(gold), _once(got)
    return any(_same(gold, only(got, chosen), keys) for chosen in _ways(gold, got))


def _same(gold: Rows, got: Rows, keys: Sequence[int] | None) -> bool:
    if not same_in_place(gold, got, ordered=False):
        return False
    return keys is None or same_in_place(only(gold, keys), only(got, keys), ordered=True)


def _ways(gold: Rows, got: Rows) -> Iterator[tuple[int, ...]]:
    """Yield choices of the result's columns that each hold the values of the gold's."""
    fitting = [
        [
            place
            for place in range(len(got[0]))
            if same_in_place(only(gold, [wanted]), only(got, [place]), ordered=False)
        ]
        for wanted in range(len(gold[0]))
    ]
    ways = (chosen for chosen in itertools.product(*fitting) if len(set(chosen)) == len(chosen))
    return itertools.islice(ways, MOST_WAYS)


def _once(rows: Rows) -> Rows:
    return [list(row) for row in dict.fromkeys(tuple(row) for row in rows)]


def _comparable(rows: Rows) -> Rows:
    """Return rows whose cells can be compared: midnight is its day, as DATE_TRUNC and a cast give it."""
    return [[_cell(cell) for cell in row] for row in rows]


def _cell(cell: Any) -> Any:
    if isinstance(cell, list | dict):
        return json.dumps(cell, ensure_ascii=False, sort_keys=True)
    match = _MIDNIGHT.fullmatch(cell) if isinstance(cell, str) else None
    return match.group(1) if match else cell


def order_keys(sql: str, dialect: str, columns: Sequence[str]) -> tuple[int, ...] | None:
    """Return at which places of the result a gold statement's outermost order is seen; None without order."""
    try:
        tree = parse_one(sql, dialect=dialect).unnest()
    except SqlglotError:
        return None
    if not isinstance(tree, exp.Query) or tree.args.get("order") is None:
        return None
    names = [name.lower() for name in columns]
    found = []
    for ordered in tree.args["order"].expressions:
        place = _place(ordered.this, tree, names, dialect)
        if place is None:
            break  # what comes after it orders only the ties of something unseen
        found.append(place)
    return tuple(found)


def _place(key: exp.Expr, tree: exp.Query, names: Sequence[str], dialect: str) -> int | None:
    if isinstance(key, exp.Literal) and key.is_int:
        return int(key.name) - 1 if 0 < int(key.name) <= len(names) else None
    if isinstance(key, exp.Column) and key.name.lower() in names:
        return names.index(key.name.lower())
    for place, shown in enumerate(tree.selects[: len(names)]):
        if shown.unalias().sql(dialect) == key.sql(dialect):
            return place
    return None
