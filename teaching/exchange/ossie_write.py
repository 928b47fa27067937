"""Our definitions as Ossie (formerly Open Semantic Interchange), what it cannot say in its extensions."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from database.schema import Schema, Table
from knowledge.metrics import schema_joins
from teaching.exchange.expressions import filtered, qualified

VERSION = "0.2.0.dev0"
VENDOR = "WENSHU"
SQL = "ANSI_SQL"
TYPES = (
    (("bool",), "Boolean"),
    (("timestamp with time", "timestamptz", "datetimeoffset"), "DateTimeTz"),
    (("timestamp", "datetime"), "DateTime"),
    (("date",), "Date"),
    (("time",), "Time"),
    (("int", "serial"), "Integer"),
    (("numeric", "decimal", "money"), "Decimal"),
    (("float", "double", "real"), "Float"),
    (("char", "text", "clob", "uuid", "enum"), "String"),
)

Definitions = Mapping[str, Any]


def to_ossie(
    definitions: Definitions, name: str, schema: Schema | None = None, dialect: str = ""
) -> dict[str, Any]:
    """Return definitions of our own form as an Ossie document, with what a live schema says of the tables."""
    return {
        "version": VERSION,
        "semantic_model": [_Writer(definitions, name, schema or Schema(), dialect).model()],
    }


def beyond_ossie(definitions: Definitions) -> list[str]:
    """Return the metrics that another tool would compute otherwise: it would add up a stock over days.

    What stands until a day would be counted by the day it began.
    """
    metrics = definitions.get("metrics") or ()
    return [str(one["name"]) for one in metrics if one.get("additivity") == "semi" or one.get("until")]


def _first(dimension: Mapping[str, Any]) -> str:
    """Return the column another tool cuts by: of one that lies in several tables the first."""
    column = dimension.get("column")
    return str(column[0] if isinstance(column, list | tuple) and column else column)


def extension(data: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return our own properties as Ossie keeps them: JSON in a text, under our name."""
    return [{"vendor_name": VENDOR, "data": json.dumps(data, ensure_ascii=False)}]


def own_data(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return our own properties of an entry, empty where it has none or they cannot be read."""
    for one in entry.get("custom_extensions") or ():
        if isinstance(one, Mapping) and one.get("vendor_name") == VENDOR:
            try:
                found = json.loads(str(one.get("data")))
            except ValueError:
                return {}
            return found if isinstance(found, dict) else {}
    return {}


def core_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry without extensions: what any tool may have changed."""
    return {key: value for key, value in entry.items() if key != "custom_extensions"}


def said_of(names: Any, synonyms: Any, definition: Any) -> dict[str, Any]:
    """Return description and synonyms: the English words first, Chinese among the synonyms."""
    told = definition.get("en") or definition.get("zh") if isinstance(definition, Mapping) else definition
    words = [*names.values()] if isinstance(names, Mapping) else [names]
    listed = synonyms if isinstance(synonyms, list | tuple) else [synonyms]
    kept = list(dict.fromkeys(str(one) for one in (*words, *listed) if one))
    found: dict[str, Any] = {"description": str(told)} if told else {}
    return found | ({"ai_context": {"synonyms": kept}} if kept else {})


def sql_of(text: str) -> dict[str, Any]:
    """Return an expression in standard SQL."""
    return {"dialects": [{"dialect": SQL, "expression": text}]}


class _Writer:
    def __init__(self, definitions: Definitions, name: str, schema: Schema, dialect: str) -> None:
        self._said, self._name, self._schema, self._dialect = definitions, name, schema, dialect
        self._metrics = {str(one.get("name")): one for one in definitions.get("metrics") or ()}
        self._tables: dict[str, str] = {}  # as our definitions write them → dataset

    def model(self) -> dict[str, Any]:
        """Return the whole model; the order of our sections stands in its extension."""
        dimensions = list(self._said.get("dimensions") or ())
        metrics = [self._metric(one) for one in self._metrics.values()]
        relationships = list(self._relationships())
        for one in dimensions:
            self._dataset(_table_of(_first(one)))
        rest = {key: self._said[key] for key in ("hierarchies", "scorecard") if self._said.get(key)}
        order = {"dimensions": [str(one.get("name")) for one in dimensions]}
        found = {
            "name": self._name,
            "datasets": [self._described(table, name) for table, name in self._tables.items()],
            "relationships": relationships,
            "metrics": metrics,
            "custom_extensions": extension({**rest, "order": order}),
        }
        return {key: value for key, value in found.items() if value}

    def _dataset(self, table: str) -> str:
        """Return the dataset of a table: its bare name, with its schema where two are called so."""
        if table not in self._tables:
            bare = table.rpartition(".")[2]
            taken = bare in self._tables.values()
            self._tables[table] = table.replace(".", "_") if taken else bare
        return self._tables[table]

    def _live(self, table: str) -> Table | None:
        return self._schema.table(table)

    def _described(self, table: str, name: str) -> dict[str, Any]:
        live = self._live(table)
        found: dict[str, Any] = {"name": name, "source": live.full_name if live else table}
        if live and live.primary_key:
            found["primary_key"] = list(live.primary_key)
        if live and live.comment:
            found["description"] = live.comment
        fields = [self._dimension(one, live) for one in self._own_dimensions(table)]
        taken = {one["name"] for one in fields}
        fields += [self._time(column, live) for column in self._times(table) if column not in taken]
        if fields:
            found["fields"] = fields
        return found | {"custom_extensions": extension({"table": table})}

    def _own_dimensions(self, table: str) -> Iterator[Mapping[str, Any]]:
        for one in self._said.get("dimensions") or ():
            if _table_of(_first(one)) == table:
                yield one

    def _dimension(self, entry: Mapping[str, Any], live: Table | None) -> dict[str, Any]:
        column = _first(entry).rpartition(".")[2]
        found: dict[str, Any] = {
            "name": str(entry["name"]),
            "expression": sql_of(column),
            "dimension": {"is_time": False},
        }
        found |= _typed(live, column)
        found |= said_of(entry.get("names"), entry.get("synonyms"), entry.get("definition"))
        return found | {"custom_extensions": extension(entry)}

    def _times(self, table: str) -> Iterator[str]:
        seen: set[str] = set()
        for one in self._metrics.values():
            owner, _, column = str(one.get("time") or "").rpartition(".")
            if column and (owner or str(one.get("table"))) == table and column not in seen:
                seen.add(column)
                yield column

    def _time(self, column: str, live: Table | None) -> dict[str, Any]:
        return {"name": column, "expression": sql_of(column), "dimension": {"is_time": True}} | _typed(
            live, column
        )

    def _metric(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        found = {"name": str(entry["name"]), "expression": sql_of(self._computed(entry, 0))}
        found |= said_of(entry.get("names"), entry.get("synonyms"), entry.get("definition"))
        return found | {"custom_extensions": extension(entry)}

    def _computed(self, entry: Mapping[str, Any], depth: int) -> str:
        """Return a metric's expression over the datasets, its parts written out."""
        if parts := entry.get("sum"):
            return " + ".join(f"({self._part(str(part), depth)})" for part in parts)
        for key, sign in (("ratio", "/"), ("difference", "-")):
            if parts := entry.get(key):
                left, right = (self._part(str(part), depth) for part in parts)
                divided = f"NULLIF({right}, 0)" if key == "ratio" else f"({right})"
                scale = _scale_of(entry) if key == "ratio" else 1
                return f"{f'{scale}.0 * ' if scale != 1 else ''}({left}) {sign} {divided}"
        table = str(entry["table"])
        dataset = self._dataset(table)
        time = str(entry.get("time") or "").rpartition(".")[0]
        if time:
            self._dataset(time)
        conditions = [qualified(str(one), dataset, self._dialect) for one in _texts(entry.get("filters"))]
        text = qualified(str(entry["expression"]), dataset, self._dialect)
        return filtered(text, conditions) or text

    def _part(self, name: str, depth: int) -> str:
        part = self._metrics.get(name)
        return self._computed(part, depth + 1) if part is not None and depth < 4 else name

    def _relationships(self) -> Iterator[dict[str, Any]]:
        for one in self._said.get("joins") or ():
            table, _, column = str(one["from"]).rpartition(".")
            to_table, _, to_column = str(one["to"]).rpartition(".")
            yield self._relationship(table, (column,), to_table, (to_column,), dict(one))
        used = {_bare(table) for table in self._said_tables()}
        for join in schema_joins(self._schema):
            if _bare(join.table) in used and _bare(join.to_table) in used:
                told = {"declared": True}
                yield self._relationship(
                    self._as_said(join.table),
                    join.columns,
                    self._as_said(join.to_table),
                    join.to_columns,
                    told,
                )

    def _relationship(
        self,
        table: str,
        columns: tuple[str, ...],
        to_table: str,
        to_columns: tuple[str, ...],
        data: dict[str, Any],
    ) -> dict[str, Any]:
        start, end = self._dataset(table), self._dataset(to_table)
        return {
            "name": f"{start}_{'_'.join(columns)}_to_{end}",
            "from": start,
            "to": end,
            "from_columns": list(columns),
            "to_columns": list(to_columns),
            "custom_extensions": extension(data),
        }

    def _said_tables(self) -> Iterator[str]:
        for one in self._metrics.values():
            yield str(one.get("table") or "")
        for one in self._said.get("dimensions") or ():
            yield _table_of(_first(one))

    def _as_said(self, full: str) -> str:
        """Return a table's name as our definitions write it."""
        return next((one for one in self._said_tables() if _bare(one) == _bare(full) and one), _bare(full))


def _table_of(column: str) -> str:
    return column.rpartition(".")[0]


def _bare(table: str) -> str:
    return table.rpartition(".")[2]


def _scale_of(entry: Mapping[str, Any]) -> int:
    unit = entry.get("unit")
    percent = "%" in (unit.values() if isinstance(unit, Mapping) else [unit])
    return int(entry.get("scale") or (100 if percent else 1))


def _texts(value: Any) -> list[str]:
    return [] if value is None else [str(value)] if isinstance(value, str) else [str(one) for one in value]


def _typed(live: Table | None, column: str) -> dict[str, str]:
    found = live.column(column) if live else None
    lowered = found.type.lower() if found else ""
    kind = next((kind for words, kind in TYPES if any(word in lowered for word in words)), "")
    return {"datatype": kind} if kind else {}
