"""dbt's metrics, dimensions, keys, values and descriptions as ours; a figure that would differ is left."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from teaching.exchange.carried import Carried, DescribedTable, named
from teaching.exchange.dbt_models import Data, Model, is_column, listed, mapping, metrics_of, models_of

SECTIONS = ("semantic_models", "models", "nodes")
FIELD = re.compile(
    r"\{\{\s*(?P<kind>Dimension|TimeDimension|Entity)\(\s*['\"](?P<path>\w+)['\"]\s*"
    r"(?:,\s*['\"](?P<grain>\w+)['\"]\s*)?\)\s*\}\}"
)
TERM = re.compile(r"^\s*(?P<left>\w+)\s*(?:\*\s*1\.0\s*)?(?P<sign>[-/])\s*(?P<right>\w+)\s*$")
SUMMED = re.compile(r"\s*\w+(?:\s*\+\s*\w+)+\s*")
DIVIDED = re.compile(r"(?i)nullif\(\s*(\w+)\s*,\s*0(?:\.0)?\s*\)")
AGGREGATES = {
    "sum": "SUM({})",
    "average": "AVG({})",
    "avg": "AVG({})",
    "min": "MIN({})",
    "max": "MAX({})",
    "count": "COUNT({})",
    "count_distinct": "COUNT(DISTINCT {})",
    "sum_boolean": "SUM(CASE WHEN {} THEN 1 ELSE 0 END)",
}
WHOLE_GRAINS = ("month", "quarter", "year")
EMPTY_GROUPS = ("fill_nulls_with", "join_to_timespine")  # say only what stands where there are no rows


def is_dbt(data: Data) -> bool:
    """Tell whether a file read from YAML or JSON is dbt's: semantic models, properties or a manifest."""
    return any(isinstance(data.get(section), list | dict) and data[section] for section in SECTIONS)


def from_dbt(data: Data) -> Carried:
    """Return what a file of dbt's says in our own form; raises KeyError or TypeError where it is broken."""
    return _Reader(models_of(data), metrics_of(data)).read()


class _Unlike(Exception):
    """Carried, it would be another figure; the message says what stands against it."""


@dataclass
class _Reader:
    models: Sequence[Model]
    metrics: Sequence[Data]
    found: Carried = field(default_factory=Carried)

    def read(self) -> Carried:
        """Read keys, dimensions and metrics, then what is said of tables."""
        for model in self.models:
            self._joins(model)
        for model in self.models:
            self._dimensions(model)
        measures = {str(m["name"]): (model, m) for model in self.models for m in model.measures}
        for metric in self.metrics:
            self._put_metric(str(metric.get("name")), metric, measures)
        known = {str(metric.get("name")) for metric in self.metrics}
        for name, (_, measure) in measures.items():
            if measure.get("create_metric") and name not in known:
                told = {**measure, "type": "simple", "measure": name, "agg": None, "filter": None}
                self._put_metric(name, told, measures)
        self.found.tables = self._described()
        return self.found

    def _joins(self, model: Model) -> None:
        for entity in model.entities:
            if entity.kind != "foreign":
                continue
            others = [one for one in self.models if one.key_of(entity.name)]
            if len(others) == 1 and is_column(entity.column):
                to = f"{others[0].table}.{others[0].key_of(entity.name)}"
                self.found.put("joins", {"from": f"{model.table}.{entity.column}", "to": to})
            else:
                self.found.leave(f"{model.name}.{entity.name}", f"entity: foreign, expr: {entity.column}")
        for column, table, to_column in model.related:
            if table and to_column:
                to = next((one.table for one in self.models if one.name == table), table)
                self.found.put("joins", {"from": f"{model.table}.{column}", "to": f"{to}.{to_column}"})

    def _dimensions(self, model: Model) -> None:
        taken = {str(one["name"]) for one in self.found.definitions.get("dimensions", ())}
        for dimension in model.dimensions:
            name, column = str(dimension["name"]), str(dimension.get("expr") or dimension["name"])
            if dimension.get("type") == "time":
                continue
            if not is_column(column):
                self.found.leave(f"{model.name}.{name}", f"expr: {column}")
                continue
            own = name if name not in taken else f"{model.name}_{name}"
            label, said = str(dimension.get("label") or own), str(dimension.get("description") or "")
            entry = named(own, label, said) | {"column": f"{model.table}.{column}"}
            values = self._accepted(model.table, column)
            self.found.put("dimensions", entry | ({"values": values} if values else {}))

    def _accepted(self, table: str, column: str) -> dict[str, list[str]]:
        told = next(
            (m.accepted[column] for m in self.models if m.table == table and column in m.accepted), ()
        )
        return {value: [value.replace("_", " ")] for value in told}

    def _put_metric(self, name: str, metric: Data, measures: Mapping[str, tuple[Model, Data]]) -> None:
        try:
            self.found.put("metrics", self._metric(metric, measures))
        except _Unlike as unlike:
            self.found.leave(name, str(unlike))

    def _metric(self, metric: Data, measures: Mapping[str, tuple[Model, Data]]) -> dict[str, Any]:
        kind = str(metric.get("type") or "simple").lower()
        names = named(
            str(metric["name"]), str(metric.get("label") or ""), str(metric.get("description") or "")
        )
        if kind == "simple":
            return names | self._simple(metric, measures)
        if kind not in ("ratio", "derived"):
            raise _Unlike(f"type: {kind}")
        if _filters_in(metric.get("filter")):
            raise _Unlike(f"filter: {_filters_in(metric['filter'])[0]}")
        if kind == "ratio":
            return names | {"ratio": [_part(metric.get("numerator")), _part(metric.get("denominator"))]}
        inputs = [_input(one) for one in metric.get("input_metrics") or metric.get("metrics") or ()]
        aliases = {alias: name for name, alias in inputs}
        expression = str(metric.get("expr") or "")
        if SUMMED.fullmatch(expression):
            return names | {"sum": [aliases.get(one, one) for one in re.findall(r"\w+", expression)]}
        if not (term := TERM.match(DIVIDED.sub(r"\1", expression))):
            raise _Unlike(f"expr: {expression}")
        parts = [aliases.get(term[side], term[side]) for side in ("left", "right")]
        return names | {"difference" if term["sign"] == "-" else "ratio": parts}

    def _simple(self, metric: Data, measures: Mapping[str, tuple[Model, Data]]) -> dict[str, Any]:
        filters = _filters_in(metric.get("filter"))
        if metric.get("agg"):
            wanted = str(metric.get("semantic_model") or "")
            model = next((one for one in self.models if one.name == wanted), None)
            if model is None:
                raise _Unlike(f"semantic_model: {wanted}")
            measure: Data = metric
        else:
            said = metric.get("measure")
            name = str(mapping(said).get("name") or "") if isinstance(said, Mapping) else str(said or "")
            if name not in measures:
                raise _Unlike(f"measure: {name}")
            (model, measure), told = measures[name], mapping(said)
            filters += _filters_in(told.get("filter"))
            metric = {**metric, **{key: told[key] for key in EMPTY_GROUPS if _is_said(told.get(key))}}
        for key in EMPTY_GROUPS:
            if _is_said(metric.get(key)):
                self.found.leave(str(metric["name"]), f"{key}: {metric[key]}", taken=True)
        return self._measured(
            str(metric["name"]), model, measure, [self._filter(one, model) for one in filters]
        )

    def _measured(self, name: str, model: Model, measure: Data, filters: list[str]) -> dict[str, Any]:
        agg = str(measure.get("agg") or "").lower()
        if agg not in AGGREGATES:
            raise _Unlike(f"agg: {agg}")
        expression = str(measure.get("expr") or measure["name"])
        if "{{" in expression:
            raise _Unlike(f"expr: {expression}")
        found: dict[str, Any] = {"table": model.table, "expression": AGGREGATES[agg].format(expression)}
        time = str(measure.get("agg_time_dimension") or model.time)
        found |= self._time(name, model, time)
        if filters:
            found["filters"] = filters
        if non_additive := mapping(measure.get("non_additive_dimension")):
            window = str(non_additive.get("window_choice") or non_additive.get("window_agg") or "min").lower()
            groups = non_additive.get("window_groupings") or non_additive.get("group_by")
            if agg != "sum" or window != "max" or groups or str(non_additive.get("name")) != time:
                raise _Unlike(f"non_additive_dimension: {dict(non_additive)}")
            found["additivity"] = "semi"
        return found

    def _time(self, name: str, model: Model, time: str) -> dict[str, str]:
        """Return the column that says when; where it is none, the figure stands without, and that is told."""
        dimension = model.dimension(time)
        column = str((dimension or {}).get("expr") or time)
        if not time or not is_column(column):
            if time:
                self.found.leave(name, f"agg_time_dimension: {column}", taken=True)
            return {}
        params = mapping((dimension or {}).get("type_params"))
        grain = str((dimension or {}).get("granularity") or params.get("time_granularity") or "")
        return {"time": column} | ({"time_grain": grain} if grain in WHOLE_GRAINS else {})

    def _filter(self, text: str, model: Model) -> str:
        """Return a filter over columns; what names another row, grain or metric is none of ours."""

        def column(match: re.Match[str]) -> str:
            found = self._column(match, model)
            if not found:
                raise _Unlike(f"filter: {text}")
            return found

        told = FIELD.sub(column, text).strip()
        if "{{" in told or "{%" in told:
            raise _Unlike(f"filter: {text}")
        return told

    def _column(self, match: re.Match[str], model: Model) -> str:
        *path, name = match["path"].split("__")
        name = model.time if name == "metric_time" and not path else name
        if len(path) > 1:
            return ""
        owners = (
            [model] if not path or model.is_own(path[0]) else [m for m in self.models if m.key_of(path[0])]
        )
        if len(owners) != 1:
            return ""
        owner = owners[0]
        column, grain = (_of_entity if match["kind"] == "Entity" else _of_dimension)(owner, name)
        if not is_column(column) or (match["grain"] and match["grain"].lower() != grain):
            return ""
        return column if owner is model else f"{owner.table}.{column}"

    def _described(self) -> list[DescribedTable]:
        found: dict[str, DescribedTable] = {}
        for model in self.models:
            keys = tuple(
                one.column for one in model.entities if one.kind == "primary" and is_column(one.column)
            )
            told = {
                str(one.get("expr") or one["name"]): str(one.get("description") or "")
                for one in model.dimensions
            }
            columns = {
                column: said for column, said in (told | dict(model.columns)).items() if is_column(column)
            }
            before = found.get(model.table, DescribedTable("", model.table))
            found[model.table] = DescribedTable(
                model.schema or before.schema,
                model.table,
                model.description or before.description,
                {**before.columns, **{column: said for column, said in columns.items() if said}},
                keys[:1] if len(keys) == 1 else before.primary_key,
            )
        return [one for one in found.values() if one.says_something]


def _is_said(value: Any) -> bool:
    """Tell a value, 0 too, from none and from no."""
    return value is not None and value is not False


def _part(said: Any) -> str:
    """Return the metric that stands on one side of a ratio; one that is filtered there is another figure."""
    return _input(said)[0]


def _input(said: Any) -> tuple[str, str]:
    if not isinstance(said, Mapping):
        if not said:
            raise _Unlike("numerator, denominator")
        return str(said), str(said)
    for key in ("filter", "offset_window", "offset_to_grain"):
        if said.get(key):
            raise _Unlike(f"{key}: {_filters_in(said[key])[0] if key == 'filter' else said[key]}")
    name = str(said.get("name") or "")
    return name, str(said.get("alias") or name)


def _filters_in(said: Any) -> list[str]:
    """Return the conditions of a filter: one text, several, or a manifest's list of templates."""
    if not said:
        return []
    if isinstance(said, Mapping):
        return [str(one.get("where_sql_template") or "") for one in listed(said.get("where_filters"))]
    return [str(one) for one in (said if isinstance(said, list) else [said])]


def _of_entity(model: Model, name: str) -> tuple[str, str]:
    entity = next((one for one in model.entities if one.name == name), None)
    return (entity.column if entity else ""), ""


def _of_dimension(model: Model, name: str) -> tuple[str, str]:
    """Return a dimension's column and the finest unit of time it is told by."""
    dimension = model.dimension(name)
    if not dimension:
        return "", "day"
    params = mapping(dimension.get("type_params"))
    grain = str(dimension.get("granularity") or params.get("time_granularity") or "day")
    return str(dimension.get("expr") or name), grain
