"""`metrics suggest`: a draft of metric definitions from a live schema, as YAML to review and teach."""

import re
from typing import Any

import yaml

from database.connections import Database
from database.schema import Column, Schema, Table
from knowledge.language.vocabulary import DATED, HEAD, NUMERIC
from knowledge.metrics import schema_joins
from knowledge.values import TEXT_TYPE, code_values

NAMING = ("name", "title", "label")
NOT_SUMMED = re.compile(
    r"(^|_)(id|no|code|year|month|day|lat|lng|lon|latitude|longitude|zip|phone|order|rank|number|status|type|level|state|flag|kind|grade)$"
)
AVERAGED = re.compile(
    r"(rate|ratio|price|score|rating|avg|average|percent|pct|temperature|celsius|age|level)", re.I
)
LEVEL = re.compile(r"stock|inventor|balance|headcount|outstanding|库存|余额|存量", re.I)
MOMENT = re.compile(r"(creat|updat|modif|delet|birth|open|clos|sign|hire|found|install)", re.I)


async def suggest(database: Database) -> str:
    """Return a YAML draft for a connection: measures by type and name, time columns, keys, names."""
    return draft(await database.load_schema())


def draft(schema: Schema) -> str:
    """Return the YAML draft for a schema."""
    tables = [table for table in schema.tables if not table.is_view]
    joins = _joins(schema)
    found: dict[str, Any] = {
        "metrics": [one for table in tables for one in _metrics(table, schema, joins)],
        "dimensions": [one for table in tables for one in _dimensions(table, schema, joins)],
        "joins": [{"from": start, "to": goal} for start, goal in joins],
    }
    kept = {section: entries for section, entries in found.items() if entries}
    return str(yaml.safe_dump(kept, allow_unicode=True, sort_keys=False, width=110))


def _joins(schema: Schema) -> list[tuple[str, str]]:
    """Return keys that are not declared but named like another table's primary key."""
    declared = {(join.table, join.columns) for join in schema_joins(schema)}
    owners: dict[str, list[Table]] = {}
    for table in schema.tables:
        if len(table.primary_key) == 1:
            key = table.primary_key[0].lower()
            stem = _singular(table.name.lower())
            for name in {key if key != "id" else f"{stem}_id", f"{stem}_id"}:
                owners.setdefault(name, []).append(table)
    found = []
    for table in schema.tables:
        for column in table.columns:
            targets = [one for one in owners.get(column.name.lower(), []) if one is not table]
            same_key = table.primary_key == (column.name,)
            if len(targets) == 1 and not same_key and (table.full_name, (column.name,)) not in declared:
                found.append(
                    (f"{table.name}.{column.name}", f"{targets[0].name}.{targets[0].primary_key[0]}")
                )
    return found


def _singular(name: str) -> str:
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-2] if name.endswith(("sses", "xes", "ches", "shes")) else name.removesuffix("s")


def _pointing(table: Table, joins: list[tuple[str, str]]) -> set[str]:
    """Return the columns that only point elsewhere."""
    keys = {name for key in table.foreign_keys for name in key.columns}
    return keys | {start.rpartition(".")[2] for start, _ in joins if start.rpartition(".")[0] == table.name}


def _time(table: Table, schema: Schema) -> str:
    """Return the column that says when, its own or that of the one row it belongs to."""
    own = _own_time(table)
    if own:
        return own
    joined = [
        (join, schema.table(join.to_table)) for join in schema_joins(schema) if join.table == table.full_name
    ]
    times = [
        f"{target.name}.{time}" for _, target in joined if target and (time := _own_time(target, plain=True))
    ]
    return times[0] if len(times) == 1 else ""


def _own_time(table: Table, *, plain: bool = False) -> str:
    dated = [column for column in table.columns if DATED.search(column.type)]
    in_key = [column.name for column in dated if column.name in table.primary_key]
    certain = [column.name for column in dated if not MOMENT.search(column.name)]
    others = [] if plain else [column.name for column in dated]
    return next(iter([*in_key, *certain, *others]), "")


def _metrics(table: Table, schema: Schema, joins: list[tuple[str, str]]) -> list[dict[str, Any]]:
    pointing, time = _pointing(table, joins), "" if _is_named(table) else _time(table, schema)
    timed = {"time": time} if time else {}
    found = []
    if len(table.primary_key) == 1 and table.primary_key[0] not in pointing:
        found.append(_count(table, timed))
    if not (time or pointing):
        return found
    coded = {one.column for one in code_values(schema)}
    for column in table.columns:
        if column.name in pointing or column.name in table.primary_key or not NUMERIC.search(column.type):
            continue
        if NOT_SUMMED.search(column.name) or f"{table.full_name}.{column.name}" in coded:
            continue
        function = "AVG" if AVERAGED.search(column.name) else "SUM"
        whole = bool(re.search(r"int", column.type, re.IGNORECASE)) and function == "SUM"
        found.append(
            {"name": f"{_singular(table.name)}_{column.name}", "names": _named(column), "table": table.name,
             "expression": f"{function}({column.name})", **timed, "decimals": 0 if whole else 2,
             **({"additivity": "semi"} if _is_level(table, column, time) and function == "SUM" else {})}
        )  # fmt: skip
    return found


def _is_level(table: Table, column: Column, time: str) -> bool:
    """Tell what stands at a moment, stock or a balance, from what adds up over days."""
    return time in table.primary_key and bool(LEVEL.search(f"{table.name} {column.name} {column.comment}"))


def _is_named(table: Table) -> bool:
    """Tell a table of things that have names from one of what happened to them."""
    return any(table.column(name) for name in NAMING) and len(table.primary_key) == 1


def _count(table: Table, timed: dict[str, str]) -> dict[str, Any]:
    head, words = _head(table.comment), _words(table.name)
    thing = _singular(table.name)
    counted = {"table": table.name, "expression": f"COUNT({table.primary_key[0]})", **timed, "decimals": 0}
    if _is_named(table):
        names = {
            "zh": f"{head}数" if head else f"Number of {words.lower()}",
            "en": f"Number of {words.lower()}",
        }
        return {"name": f"{thing}_count", "names": names, **counted, "counts": thing}
    return {"name": f"{thing}_count", "names": {"zh": head or words, "en": words}, **counted}


def _dimensions(table: Table, schema: Schema, joins: list[tuple[str, str]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    codes = {one.column: one for one in code_values(schema)}
    pointing = _pointing(table, joins)
    for column in table.columns:
        full = f"{table.full_name}.{column.name}"
        if full in codes:
            values = {value: list(names) for value, names in codes[full].values}
            entry = {"name": f"{_singular(table.name)}_{column.name}", "names": _named(column)}
            found.append(entry | {"column": f"{table.name}.{column.name}", "values": values})
        elif TEXT_TYPE.search(column.type) and column.name in NAMING and len(table.primary_key) == 1:
            name = _head(table.comment) or _words(_singular(table.name))
            entry = {
                "name": _singular(table.name),
                "names": {"zh": name, "en": _words(_singular(table.name))},
            }
            entry |= {"column": f"{table.name}.{column.name}", "key": f"{table.name}.{table.primary_key[0]}"}
            english = f"{column.name}_en"
            found.append(entry | ({"column_en": f"{table.name}.{english}"} if table.column(english) else {}))
        elif TEXT_TYPE.search(column.type) and column.name not in pointing and _may_cut(column):
            entry = {"name": f"{_singular(table.name)}_{column.name}", "names": _named(column)}
            found.append(entry | {"column": f"{table.name}.{column.name}"})
    return found


def _may_cut(column: Column) -> bool:
    """Leave out what is of one person or one row only."""
    own = re.compile(
        r"name|phone|mail|address|content|note|remark|comment|description|url|code|no$|_en$", re.I
    )
    return not own.search(column.name)


def _named(column: Column) -> dict[str, str]:
    head, words = _head(column.comment), _words(column.name)
    return {"zh": head or words, "en": words}


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _head(comment: str) -> str:
    match = HEAD.match(comment.strip())
    return match.group().strip() if match else ""
