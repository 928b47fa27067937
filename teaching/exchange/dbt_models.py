"""dbt's semantic models, in whichever form a file holds them, as one: YAML old and new, and manifests."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

REF = re.compile(r"(?:ref|source)\(.*?['\"](?P<name>[^'\"]+)['\"]\s*\)\s*$")
COLUMN = re.compile(r"\w+")
ALONE = ("primary", "unique")

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Entity:
    """A key of a model; a primary or unique one identifies its rows."""

    name: str
    kind: str
    column: str


@dataclass(frozen=True)
class Model:
    """One semantic model over one table, or a plain model that only describes it."""

    name: str
    table: str
    schema: str = ""
    description: str = ""
    entities: tuple[Entity, ...] = ()
    dimensions: tuple[Data, ...] = ()
    measures: tuple[Data, ...] = ()
    time: str = ""  # the time dimension of its measures, where none is said
    columns: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # column → its values
    related: tuple[tuple[str, str, str], ...] = ()  # column, the other table, its column
    primary_entity: str = ""

    def key_of(self, entity: str) -> str:
        """Return the column of an entity that identifies this model's rows, or nothing."""
        found = (one.column for one in self.entities if one.name == entity and one.kind in ALONE)
        return next(found, "")

    def dimension(self, name: str) -> Data | None:
        """Return a dimension by its name."""
        return next((one for one in self.dimensions if str(one.get("name")) == name), None)

    def is_own(self, entity: str) -> bool:
        """Tell whether an entity stands for this model's own rows."""
        return entity == self.primary_entity or bool(self.key_of(entity))


def listed(value: Any) -> list[Data]:
    """Return the mappings of a list, or of a mapping's values, as manifests have them."""
    values = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [one for one in values if isinstance(one, Mapping)]


def mapping(value: Any) -> Data:
    """Return a mapping, empty where there is none."""
    return value if isinstance(value, Mapping) else {}


def models_of(data: Data) -> list[Model]:
    """Return the models of a file that was read from YAML or JSON."""
    found = [_of_semantic_model(one) for one in listed(data.get("semantic_models"))]
    found += [_of_model(one) for one in listed(data.get("models"))]
    return found + list(_of_nodes(data))


def metrics_of(data: Data) -> list[Data]:
    """Return the metrics of a file, those of its models first, all in the flat form."""
    return [*_of_models(data), *(flat(one) for one in listed(data.get("metrics")))]


def flat(metric: Data) -> Data:
    """Return a metric with what older files put under `type_params` beside its name."""
    params = mapping(metric.get("type_params"))
    aggregated = mapping(params.get("metric_aggregation_params"))
    return {**metric, **params, **{key: value for key, value in aggregated.items() if value is not None}}


def is_column(expression: str) -> bool:
    """Tell a bare column from an expression over columns."""
    return COLUMN.fullmatch(expression) is not None


def _of_models(data: Data) -> Iterator[Data]:
    for model in listed(data.get("models")):
        for metric in listed(model.get("metrics")):
            yield {**flat(metric), "semantic_model": str(model["name"])}


def _of_semantic_model(one: Data) -> Model:
    relation, ref = mapping(one.get("node_relation")), REF.search(str(one.get("model") or ""))
    return Model(
        name=str(one["name"]),
        table=str(relation.get("alias") or (ref["name"] if ref else one["name"])),
        schema=str(relation.get("schema_name") or ""),
        description=str(one.get("description") or ""),
        entities=tuple(
            Entity(str(e["name"]), str(e.get("type") or ""), str(e.get("expr") or e["name"]))
            for e in listed(one.get("entities"))
        ),
        dimensions=tuple(listed(one.get("dimensions"))),
        measures=tuple(listed(one.get("measures"))),
        time=str(mapping(one.get("defaults")).get("agg_time_dimension") or ""),
        primary_entity=str(one.get("primary_entity") or ""),
    )


def _of_model(one: Data) -> Model:
    """Read a model's properties; with `semantic_model` its columns say what is an entity or a dimension."""
    name, columns = str(one["name"]), listed(one.get("columns"))
    means = bool(one.get("semantic_model"))
    tests = [(column, test) for column in columns for test in _tests(column)]
    return Model(
        name=name,
        table=str(one.get("alias") or mapping(one.get("config")).get("alias") or name),
        description=str(one.get("description") or ""),
        entities=tuple(_entity(c) for c in columns if means and c.get("entity")),
        dimensions=tuple(_dimension(c) for c in columns if means and c.get("dimension")),
        time=str(one.get("agg_time_dimension") or ""),
        columns={str(c["name"]): str(c.get("description") or "") for c in columns},
        accepted={str(c["name"]): _values(said) for c, (kind, said) in tests if kind == "accepted_values"},
        related=tuple(_related(str(c["name"]), said) for c, (kind, said) in tests if kind == "relationships"),
        primary_entity=str(one.get("primary_entity") or ""),
    )


def _entity(column: Data) -> Entity:
    said = column["entity"]
    if isinstance(said, str):
        return Entity(str(column["name"]), said, str(column["name"]))
    return Entity(str(said.get("name") or column["name"]), str(said.get("type") or ""), str(column["name"]))


def _dimension(column: Data) -> Data:
    said = column["dimension"]
    told: Data = {"type": said} if isinstance(said, str) else said
    common = {"description": column.get("description"), "granularity": column.get("granularity")}
    return {**common, "name": column["name"], **told, "expr": column["name"]}


def _tests(column: Data) -> Iterator[tuple[str, Data]]:
    for test in (*listed(column.get("tests")), *listed(column.get("data_tests"))):
        for kind, said in test.items():
            told = mapping(said)
            yield str(kind).rpartition(".")[2], {**told, **mapping(told.get("arguments"))}


def _values(said: Data) -> tuple[str, ...]:
    return tuple(str(one) for one in said.get("values") or ())


def _related(column: str, said: Data) -> tuple[str, str, str]:
    ref = REF.search(str(said.get("to") or ""))
    return column, ref["name"] if ref else "", str(said.get("field") or "")


Test = tuple[str, str, Data]  # the column it is on, its kind, what it says


def _of_nodes(data: Data) -> Iterator[Model]:
    """Yield what a manifest says of its tables, with the tests on them."""
    nodes = {str(key): one for key, one in mapping(data.get("nodes")).items() if isinstance(one, Mapping)}
    tests = _tests_by_node(nodes.values())
    for key, one in (*nodes.items(), *mapping(data.get("sources")).items()):
        if mapping(one).get("resource_type") in ("model", "seed", "snapshot", "source"):
            yield _of_node(one, tests.get(str(key), []))


def _tests_by_node(nodes: Iterable[Data]) -> dict[str, list[Test]]:
    """Return the tests on each node of a manifest."""
    found: dict[str, list[Test]] = {}
    for one in nodes:
        if one.get("resource_type") == "test" and (told := mapping(one.get("test_metadata"))):
            said = mapping(told.get("kwargs"))
            test = (str(said.get("column_name") or ""), str(told.get("name")), said)
            found.setdefault(str(one.get("attached_node")), []).append(test)
    return found


def _of_node(one: Data, tests: Iterable[Test]) -> Model:
    own = [(column, kind, said) for column, kind, said in tests if column]
    return Model(
        name=str(one["name"]),
        table=str(one.get("alias") or one.get("identifier") or one["name"]),
        schema=str(one.get("schema") or ""),
        description=str(one.get("description") or ""),
        columns={str(c["name"]): str(c.get("description") or "") for c in listed(one.get("columns"))},
        accepted={
            column: _values({**said, **mapping(said.get("arguments"))})
            for column, kind, said in own
            if kind == "accepted_values"
        },
        related=tuple(_related(column, said) for column, kind, said in own if kind == "relationships"),
    )
