"""dbt's semantic models and metrics (MetricFlow YAML) as our definitions; the rest is refused."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

MODEL = re.compile(r"ref\(\s*['\"](?P<name>[^'\"]+)['\"]\s*\)")
FIELD = re.compile(
    r"\{\{\s*(?:Dimension|TimeDimension|Entity)\(\s*['\"](?:\w+__)?(?P<name>\w+)['\"][^}]*\}\}"
)
DIFFERENCE = re.compile(r"^\s*(?P<left>\w+)\s*-\s*(?P<right>\w+)\s*$")
QUOTIENT = re.compile(r"^\s*(?P<left>\w+)\s*(?:\*\s*1\.0\s*)?/\s*(?P<right>\w+)\s*$")
AGGREGATES = {
    "sum": "SUM({})",
    "average": "AVG({})",
    "min": "MIN({})",
    "max": "MAX({})",
    "count": "COUNT({})",
    "count_distinct": "COUNT(DISTINCT {})",
    "sum_boolean": "SUM(CASE WHEN {} THEN 1 ELSE 0 END)",
}

Found = tuple[str, dict[str, Any] | None, str, str]  # section, definition, its name, what is wrong


def definitions(data: Mapping[str, Any]) -> Iterator[Found]:
    """Yield each definition in our own form, or None with what cannot be taken over."""
    models = [model for model in data.get("semantic_models") or () if isinstance(model, dict)]
    measures = {m["name"]: (model, m) for model in models for m in model.get("measures") or ()}
    yield from _joins(models)
    for model in models:
        for dimension in model.get("dimensions") or ():
            if dimension.get("type") != "time":
                yield "dimensions", _dimension(model, dimension), str(dimension["name"]), ""
    made: set[str] = set()
    for metric in data.get("metrics") or ():
        name = str(metric.get("name"))
        definition, problem = _metric(metric, measures)
        made.add(name)
        yield "metrics", definition, name, problem
    for name, (model, measure) in measures.items():
        if measure.get("create_metric") and name not in made:
            definition, problem = _measured(name, measure, model, measure, ())
            yield "metrics", definition, name, problem


def _table(model: Mapping[str, Any]) -> str:
    found = MODEL.search(str(model.get("model") or ""))
    return found["name"] if found else str(model["name"])


def _entities(model: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for entity in model.get("entities") or ():
        yield str(entity["name"]), str(entity.get("type")), str(entity.get("expr") or entity["name"])


def _joins(models: list[dict[str, Any]]) -> Iterator[Found]:
    primary = {
        name: f"{_table(model)}.{column}"
        for model in models
        for name, kind, column in _entities(model)
        if kind in ("primary", "unique")
    }
    for model in models:
        for name, kind, column in _entities(model):
            if kind == "foreign" and name in primary:
                start = f"{_table(model)}.{column}"
                yield "joins", {"from": start, "to": primary[name]}, start, ""


def _names(data: Mapping[str, Any]) -> dict[str, Any]:
    label = str(data.get("label") or str(data["name"]).replace("_", " "))
    named = {"name": data["name"], "names": {"zh": label, "en": label}}
    return named | ({"definition": data["description"]} if data.get("description") else {})


def _dimension(model: Mapping[str, Any], dimension: Mapping[str, Any]) -> dict[str, Any]:
    column = str(dimension.get("expr") or dimension["name"])
    return _names(dimension) | {"column": f"{_table(model)}.{column}"}


def _metric(
    metric: Mapping[str, Any], measures: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]]
) -> tuple[dict[str, Any] | None, str]:
    kind, params = str(metric.get("type") or "simple"), dict(metric.get("type_params") or {})
    if kind == "simple":
        measure = _name_of(params.get("measure"))
        if measure not in measures:
            return None, "type_params.measure"
        model, found = measures[measure]
        return _measured(str(metric["name"]), metric, model, found, _filters(metric, model))
    if kind == "ratio":
        parts = [_name_of(params.get("numerator")), _name_of(params.get("denominator"))]
        return (_names(metric) | {"ratio": parts}, "") if all(parts) else (None, "type_params")
    if kind == "derived":
        for key, shape in (("difference", DIFFERENCE), ("ratio", QUOTIENT)):
            if match := shape.match(str(params.get("expr") or "")):
                return _names(metric) | {key: [match["left"], match["right"]]}, ""
    return None, f"type: {kind}"


def _name_of(value: Any) -> str:
    return str(value.get("name") or "") if isinstance(value, Mapping) else str(value or "")


def _filters(metric: Mapping[str, Any], model: Mapping[str, Any]) -> tuple[str, ...]:
    columns = {str(d["name"]): str(d.get("expr") or d["name"]) for d in model.get("dimensions") or ()}
    given = metric.get("filter") or ()
    texts = [given] if isinstance(given, str) else given
    return tuple(FIELD.sub(lambda m: columns.get(m["name"], m["name"]), str(text)).strip() for text in texts)


def _measured(
    name: str,
    said: Mapping[str, Any],
    model: Mapping[str, Any],
    measure: Mapping[str, Any],
    filters: tuple[str, ...],
) -> tuple[dict[str, Any] | None, str]:
    aggregate = AGGREGATES.get(str(measure.get("agg") or "").lower())
    if aggregate is None:
        return None, f"agg: {measure.get('agg')}"
    time = measure.get("agg_time_dimension") or dict(model.get("defaults") or {}).get("agg_time_dimension")
    columns = {str(d["name"]): d for d in model.get("dimensions") or ()}
    when = columns.get(str(time), {})
    found = _names({**said, "name": name}) | {
        "table": _table(model),
        "expression": aggregate.format(measure.get("expr") or measure["name"]),
        "time": str(when.get("expr") or time or ""),
        "filters": list(filters),
    }
    if measure.get("non_additive_dimension"):
        found["additivity"] = "semi"
    return found, ""
