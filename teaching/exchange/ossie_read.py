"""Ossie (formerly Open Semantic Interchange) read into our own form; what is said in two ways is left."""

from collections.abc import Iterable, Mapping
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from database.schema import Table
from teaching.exchange.carried import Carried, DescribedTable, named
from teaching.exchange.dbt_models import Data, is_column, listed, mapping
from teaching.exchange.expressions import Aggregate, Pair, taken_apart
from teaching.exchange.ossie_dataset import DAYS, Dataset
from teaching.exchange.ossie_write import VENDOR, core_of, own_data, to_ossie

STANDARD = ("ANSI_SQL", "OSSIE_SQL_2026")
LONGEST_SYNONYM = 40


def is_ossie(data: Data) -> bool:
    """Tell whether a file read from YAML or JSON is an Ossie document."""
    return any("datasets" in model for model in listed(data.get("semantic_model")))


def from_ossie(data: Data, known: Iterable[Table] = ()) -> Carried:
    """Return what an Ossie document says in our own form; `known` are tables whose names it may mean."""
    found, tables = Carried(), list(known)
    for model in listed(data.get("semantic_model")):
        _Model(model, tables, found).read()
    return found


class _Model:
    def __init__(self, said: Data, known: list[Table], found: Carried) -> None:
        self._said, self._found, self._known = said, found, known
        self._datasets = {
            str(one["name"]): dataset
            for one in listed(said.get("datasets"))
            if (dataset := self._dataset(one))
        }
        self._own = self._trusted()

    def read(self) -> None:
        """Read keys, dimensions, metrics, what only we can say, and what is said of tables."""
        for one in listed(self._said.get("relationships")):
            self._join(one)
        for dataset in self._datasets.values():
            self._dimensions(dataset)
        metrics = listed(self._said.get("metrics"))
        for one in metrics:
            self._metric(one, of_two=False)
        for one in metrics:  # a ratio of figures that the file has is one of these
            self._metric(one, of_two=True)
        self._order("metrics", [str(one.get("name")) for one in metrics])
        self._rest()
        for dataset in self._datasets.values():
            self._describe(dataset)
        for one in (self._said, *listed(self._said.get("datasets")), *metrics):
            for vendor in {str(e.get("vendor_name")) for e in listed(one.get("custom_extensions"))} - {
                VENDOR
            }:
                self._found.leave(str(one.get("name")), f"custom_extensions: {vendor}", taken=True)

    def _dataset(self, said: Data) -> Dataset | None:
        source = str(said.get("source") or "").strip()
        parts = [part.strip('"`[]') for part in source.split(".")]
        if not source or any(not is_column(part) for part in parts):
            self._found.leave(str(said.get("name")), f"source: {source}")
            return None
        table, schema = parts[-1], parts[-2] if len(parts) > 1 else ""
        named_so = [one.schema for one in self._known if one.name.lower() == table.lower()]
        own = str(own_data(said).get("table") or "")
        if own.rpartition(".")[2] == table:
            table_said = own
        else:
            table_said = f"{schema}.{table}" if schema and len(named_so) > 1 else table
        found = Dataset(str(said["name"]), table_said, schema, said)
        for one in listed(said.get("fields")):
            if expression := self._standard(str(one.get("name")), one):
                found.fields[str(one["name"])] = expression
        return found

    def _standard(self, name: str, said: Data) -> str:
        """Return the expression in standard SQL, or nothing where there is none."""
        dialects = listed(mapping(said.get("expression")).get("dialects"))
        for one in dialects:
            if one.get("dialect") in STANDARD:
                return str(one.get("expression") or "").strip()
        told = f"dialect: {', '.join(str(one.get('dialect')) for one in dialects)}"
        if (name, told) not in {(one.name, one.what) for one in self._found.left}:
            self._found.leave(name, told)
        return ""

    def _trusted(self) -> Mapping[tuple[str, str], Data]:
        """Return the entries of ours whose core is still what we would write for them."""
        fields = [one for d in listed(self._said.get("datasets")) for one in listed(d.get("fields"))]
        metrics = listed(self._said.get("metrics"))
        told = {
            "dimensions": [own for one in fields if (own := own_data(one))],
            "metrics": [own for one in metrics if (own := own_data(one))],
            "joins": [
                own for one in listed(self._said.get("relationships")) if (own := own_data(one)).get("from")
            ],
        }
        if not any(told.values()):
            return {}
        try:
            again = to_ossie(told, str(self._said.get("name")))["semantic_model"][0]
        except (KeyError, TypeError, ValueError, AttributeError):
            return {}
        written = {
            ("dimensions", one["name"]): one for d in again.get("datasets", ()) for one in d.get("fields", ())
        } | {("metrics", one["name"]): one for one in again.get("metrics", ())}
        same: dict[tuple[str, str], Data] = {}
        for section, entries in (("dimensions", fields), ("metrics", metrics)):
            for one in entries:
                name, own = str(one.get("name")), own_data(one)
                if own and _core(one) == _core(written.get((section, name), {})):
                    same[section, name] = own
                elif own:
                    self._found.leave(name, f"custom_extensions: {VENDOR}", taken=True)
        return same

    def _join(self, said: Data) -> None:
        own = own_data(said)
        if own.get("declared"):
            return  # the database says so itself
        start, end = (self._datasets.get(str(said.get(side))) for side in ("from", "to"))
        columns, to_columns = list(said.get("from_columns") or ()), list(said.get("to_columns") or ())
        if start is None or end is None or len(columns) != 1 or len(to_columns) != 1:
            self._found.leave(str(said.get("name")), f"from_columns: {columns}")
            return
        entry = {"from": f"{start.table}.{columns[0]}", "to": f"{end.table}.{to_columns[0]}"}
        self._found.put("joins", own if entry.items() <= own.items() else entry)

    def _dimensions(self, dataset: Dataset) -> None:
        taken = {str(one["name"]) for one in self._found.definitions.get("dimensions", ())}
        for one in listed(dataset.said.get("fields")):
            name, column = str(one.get("name")), dataset.fields.get(str(one.get("name")), "")
            if own := self._own.get(("dimensions", name)):
                self._found.put("dimensions", dict(own))
            elif not self._cuts(one, dataset, column):
                continue
            elif not is_column(column):
                self._found.leave(f"{dataset.name}.{name}", f"expression: {column}")
            else:
                entry = self._named(one, name if name not in taken else f"{dataset.name}_{name}")
                self._found.put("dimensions", entry | {"column": f"{dataset.table}.{column}"})

    def _cuts(self, said: Data, dataset: Dataset, column: str) -> bool:
        """Tell whether a field is there to cut by: it is called a dimension, and is neither time nor key."""
        dimension = said.get("dimension")
        if not isinstance(dimension, Mapping) or not column:
            return False
        is_time = dimension.get("is_time")
        if is_time or (is_time is None and said.get("datatype") in DAYS):
            return False
        keys = {str(one) for one in dataset.said.get("primary_key") or ()}
        for one in listed(self._said.get("relationships")):
            for side, columns in (("from", "from_columns"), ("to", "to_columns")):
                if one.get(side) == dataset.name:
                    keys |= {str(key) for key in one.get(columns) or ()}
        return column not in keys

    def _named(self, said: Data, name: str) -> dict[str, Any]:
        told, description = said.get("ai_context"), str(said.get("description") or "")
        synonyms: list[str] = []
        if isinstance(told, str):
            parts = [part.strip() for part in told.split(",") if part.strip()]
            if all(len(part) <= LONGEST_SYNONYM for part in parts):
                synonyms = parts
            else:
                description = f"{description} {told}"
        elif isinstance(told, Mapping):
            synonyms = [str(one) for one in told.get("synonyms") or ()]
            description = f"{description} {told.get('instructions') or ''}"
            if told.get("examples"):
                self._found.leave(name, "ai_context: examples", taken=True)
        return named(name, "", description) | ({"synonyms": synonyms} if synonyms else {})

    def _metric(self, said: Data, *, of_two: bool) -> None:
        """Read a metric where it is one aggregate, or else where it is not."""
        name = str(said.get("name"))
        if own := self._own.get(("metrics", name)):
            self._found.put("metrics", dict(own))
            return
        text = self._standard(name, said)
        computed = taken_apart(self._over_columns(text), self._owner) if text else None
        if not text or isinstance(computed, Aggregate) is of_two:
            return
        if computed is None or (
            isinstance(computed, Pair) and computed.parts[0].table != computed.parts[1].table
        ):
            self._found.leave(name, f"expression: {text}")  # of two tables it does not say which rows count
            return
        entry = self._named(said, name)
        if isinstance(computed, Aggregate):
            self._found.put("metrics", entry | self._simple(name, computed))
            return
        parts = [
            self._part(name, word, one) for word, one in zip(("left", "right"), computed.parts, strict=True)
        ]
        scaled = {"scale": computed.scale} if computed.scale != 1 else {}
        self._found.put("metrics", entry | {computed.kind: parts} | scaled)

    def _part(self, name: str, word: str, aggregate: Aggregate) -> str:
        """Return the metric that is one side of another: one of the file's, else one made for it."""
        told = self._simple(name, aggregate, quietly=True)
        for one in self._found.definitions.get("metrics", ()):
            if told.items() <= one.items() and not {"filters", "additivity"} & one.keys():
                return str(one["name"])
        made = f"{name}_{word}"
        self._found.put("metrics", named(made) | told)
        return made

    def _simple(self, name: str, aggregate: Aggregate, *, quietly: bool = False) -> dict[str, Any]:
        dataset = self._datasets[aggregate.table]
        found = {"table": dataset.table, "expression": self._over_tables(aggregate.expression)}
        times = dataset.times()
        if not times:
            near = [self._datasets[one] for one in self._next_to(dataset.name)]
            times = [f"{one.table}.{column}" for one in near for column in one.times()]
        if len(times) != 1 and not quietly:
            self._found.leave(name, f"time: {', '.join(times) or '-'}", taken=True)
        return found | ({"time": times[0]} if len(times) == 1 else {})

    def _next_to(self, name: str) -> list[str]:
        """Return the datasets of which a row has one each, a dataset that two keys lead to left out."""
        to = [
            str(one.get("to")) for one in listed(self._said.get("relationships")) if one.get("from") == name
        ]
        return [one for one in dict.fromkeys(to) if to.count(one) == 1 and one in self._datasets]

    def _owner(self, names: frozenset[str]) -> str:
        """Return the dataset whose rows an aggregate counts: from it all others are one row each."""
        if not names:
            return next(iter(self._datasets)) if len(self._datasets) == 1 else ""
        found = [name for name in names if name in self._datasets and names <= self._reached(name)]
        return found[0] if len(found) == 1 else ""

    def _reached(self, name: str) -> set[str]:
        reached, edge = {name}, [name]
        while edge:
            edge = [one for start in edge for one in self._next_to(start) if one not in reached]
            reached |= set(edge)
        return reached

    def _over_columns(self, text: str) -> str:
        """Return an expression whose fields are the columns they stand for."""
        try:
            tree = sqlglot.parse_one(text)
        except (SqlglotError, RecursionError):
            return text
        for column in list(tree.find_all(exp.Column)):
            dataset = self._datasets.get(column.table)
            told = dataset.fields.get(column.name, column.name) if dataset else column.name
            if is_column(told):
                column.set("this", exp.to_identifier(told))
                continue
            inner = sqlglot.parse_one(told)
            for one in list(inner.find_all(exp.Column)):
                one.set("table", exp.to_identifier(column.table))
            column.replace(exp.paren(inner))
        return str(tree.sql())

    def _over_tables(self, text: str) -> str:
        """Return an expression whose datasets are the tables they stand for."""
        tree = sqlglot.parse_one(text)
        for column in list(tree.find_all(exp.Column)):
            if dataset := self._datasets.get(column.table):
                schema, _, table = dataset.table.rpartition(".")
                column.set("table", exp.to_identifier(table))
                column.set("db", exp.to_identifier(schema) if schema else None)
        return str(tree.sql())

    def _rest(self) -> None:
        own = own_data(self._said)
        for levels in own.get("hierarchies") or ():
            self._found.put("hierarchies", levels)
        if own.get("scorecard"):
            self._found.definitions["scorecard"] = list(own["scorecard"])
        self._order("dimensions", list(mapping(own.get("order")).get("dimensions") or ()))

    def _order(self, section: str, names: list[str]) -> None:
        place = {name: number for number, name in enumerate(names)}
        if entries := self._found.definitions.get(section):
            entries.sort(key=lambda one: place.get(str(one["name"]), len(place)))

    def _describe(self, dataset: Dataset) -> None:
        said = dataset.said
        columns = {
            dataset.fields[str(one["name"])]: str(one["description"])
            for one in listed(said.get("fields"))
            if one.get("description")
            and is_column(dataset.fields.get(str(one["name"]), ""))
            and not own_data(one)
        }
        told = self._named(said, dataset.name)
        words = "; ".join(told.get("synonyms", ()))
        description = " ".join(filter(None, [told.get("definition", ""), f"({words})" if words else ""]))
        key = tuple(str(one) for one in said.get("primary_key") or ())
        schema, _, table = dataset.table.rpartition(".")
        found = DescribedTable(schema or dataset.schema, table, description, columns, key)
        if found.says_something and not own_data(said):
            self._found.tables.append(found)


def _core(entry: Data) -> dict[str, Any]:
    """Return what any tool may have changed of an entry, without what a live database says of it."""
    return {key: value for key, value in core_of(entry).items() if key != "datatype"}
