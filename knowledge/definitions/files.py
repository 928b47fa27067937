"""Definitions as people write them: YAML of metrics, dimensions, hierarchies and joins."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from database.schema import Schema
from knowledge.definitions.lifespan import lifespans_of
from knowledge.definitions.written_days import FORMATS
from knowledge.items import KnowledgeItem
from knowledge.metrics import SIGNS, Catalog, Dimension, Join, Metric
from language.periods import find_periods
from language.units import key_of

AGGREGATES = {
    "count(distinct": "distinct",
    "count(": "sum",
    "avg(": "average",
    "max(": "average",
    "min(": "average",
}

ALONE = ("key", "column_en", "by", "on_time", "along")  # what only a dimension of one table has

MOST = 366  # days until a day is complete

STATES = {"over": "gt", "at_least": "ge", "under": "lt", "at_most": "le"}


def _texts(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str | int | float):
        return (str(value),)
    return tuple(str(one) for one in value)


def both_of(value: Any) -> tuple[str, str]:
    """Return zh and en of a text given for both, or of one given alone."""
    if isinstance(value, Mapping):
        return str(value.get("zh") or ""), str(value.get("en") or "")
    text = "" if value is None else str(value)
    return text, text


def metric_from(data: Mapping[str, Any]) -> Metric:
    """Read one metric; raises KeyError or ValueError where a field is missing or wrong."""
    zh, en = both_of(data.get("names") or data.get("label") or data["name"])
    unit_zh, unit_en = both_of(data.get("unit"))
    definition_zh, definition_en = both_of(data.get("definition"))
    kind, parts = _made_of(data)
    expression = str(data.get("expression") or "")
    if kind == "simple" and not (expression and data.get("table")):
        raise ValueError("table, expression")
    unit_percent = "%" in (unit_zh, unit_en)
    written, until = _time_format(data.get("time_format")), _until(data, kind)
    return Metric(
        name=str(data["name"]),
        zh=zh,
        en=en,
        synonyms=_texts(data.get("synonyms")),
        verbs=_verbs(data.get("verbs")),
        table=str(data.get("table") or ""),
        expression=expression,
        time=str(data.get("time") or ""),
        until=until,
        until_included=_is_included(data),
        time_grain=str(data.get("time_grain") or FORMATS.get(written, "day")),
        time_format=written,
        filters=_texts(data.get("filters")),
        kind=kind,
        parts=parts,
        scale=int(data.get("scale") or (100 if unit_percent and kind == "ratio" else 1)),
        unit_zh=unit_zh,
        unit_en=unit_en,
        decimals=_number(data, "decimals"),
        additivity=_adding(data, kind, expression),
        over_time=_over_time(data, kind, expression),
        default_period=_period(data.get("default_period")),
        settles_after_days=_number(data, "settles_after_days"),
        show=_texts(data.get("show")),
        states={_state(one): _texts(one["names"]) for one in _listed(data, "states")},
        counts=str(data.get("counts") or ""),
        not_by=_texts(data.get("not_by")),
        good=_good(data.get("good")),
        definition_zh=definition_zh,
        definition_en=definition_en,
        owner=str(data.get("owner") or ""),
        verified_by=str(data.get("verified_by") or ""),
    )


def _verbs(value: Any) -> tuple[str, ...]:
    """Return the words of what is done, one or a list of them; anything but words is wrong."""
    listed = [value] if isinstance(value, str) else value or []
    if not isinstance(listed, list | tuple) or not all(
        isinstance(one, str) and key_of(one) for one in listed
    ):
        raise ValueError("verbs")
    return tuple(one.strip() for one in listed)


def _period(value: Any) -> str:
    """Return the period taken where a question names none; one that nobody can read is wrong."""
    text = str(value or "").strip()
    if text and len(find_periods(text, dt.date(2026, 1, 15))) != 1:
        raise ValueError("default_period")
    return text


def _time_format(value: Any) -> str:
    """Return how a time column writes its days; anything but a format there is raises ValueError."""
    written = str(value or "").strip().upper()
    if written and written not in FORMATS:
        raise ValueError("time_format")
    return written


def _number(data: Mapping[str, Any], field: str) -> int | None:
    """Return a field's number, None where none is told; anything but a whole one up to a year's is wrong."""
    value = data.get(field)
    if value in (None, ""):
        return None
    text = str(value).strip()
    if isinstance(value, bool) or not text.isdecimal() or int(text) > MOST:
        raise ValueError(field)
    return int(text)


def _good(value: Any) -> Any:
    """Return which way a figure is better, `good: low`; anything but high, low or nothing is wrong."""
    if value in (None, "", "high", "low"):
        return value or ""
    raise ValueError("good")


def _over_time(data: Mapping[str, Any], kind: str, expression: str) -> Any:
    """Return how a level is taken over several days; wrong of what is none, or does not add up by day."""
    value = data.get("over_time") or "last"
    level = (data.get("additivity") == "semi" or data.get("until")) and kind == "simple" and data.get("time")
    adds = _additivity(kind, expression) == "sum"
    known = ("last", "average", "sum") if data.get("until") else ("last", "average")
    if value not in known or (data.get("over_time") and not (level and adds)):
        raise ValueError("over_time")
    return value


def _until(data: Mapping[str, Any], kind: str) -> str:
    """Return the column that ends a row, of the table's own; wrong of what has no day that begins it.

    Days that are written as text, and months, say of no day whether a row stood on it.
    """
    owner, _, name = str(data.get("until") or "").rpartition(".")
    included = _is_included(data)
    if included and not name:
        raise ValueError("until_included")
    begun = data.get("time") and data.get("time_grain", "day") == "day" and not data.get("time_format")
    if name and not (kind == "simple" and begun and owner in ("", str(data.get("table")))):
        raise ValueError("until")
    if name and data.get("additivity") not in (None, "", "semi"):
        raise ValueError("additivity")
    return name


def _is_included(data: Mapping[str, Any]) -> bool:
    """Tell whether the day that ends a row still counts; anything but yes or no is wrong."""
    said = str(data.get("until_included") or "false").lower()
    if said not in ("true", "false"):
        raise ValueError("until_included")
    return said == "true"


def _adding(data: Mapping[str, Any], kind: str, expression: str) -> Any:
    """Return whether a figure adds up: what stands on a day does not, days that it stood do."""
    if data.get("until"):
        return "sum" if data.get("over_time") == "sum" else "semi"
    return data.get("additivity") or _additivity(kind, expression)


def _listed(data: Mapping[str, Any], field: str) -> Sequence[Mapping[str, Any]]:
    """Return the entries of a field that lists them; one alone needs no list, anything else is wrong."""
    value = data.get(field) or []
    entries = [value] if isinstance(value, Mapping) else value
    if not isinstance(entries, list) or not all(
        isinstance(one, Mapping) and one.get("names") for one in entries
    ):
        raise ValueError(field)
    return entries


def _state(data: Mapping[str, Any]) -> str:
    """Return a named condition, `at_least: 100`, as ge:100."""
    comparer = next((word for word in STATES if data.get(word) is not None), "")
    if not comparer:
        raise ValueError("states")
    return f"{STATES[comparer]}:{data[comparer]}"


def _made_of(data: Mapping[str, Any]) -> tuple[Any, tuple[str, ...]]:
    for kind in SIGNS:
        if data.get(kind):
            parts = _texts(data[kind])
            if len(parts) < 2 or (len(parts) > 2 and kind != "sum"):
                raise ValueError(kind)
            return kind, parts
    return "simple", ()


def _additivity(kind: str, expression: str) -> Any:
    if kind == "ratio":
        return "ratio"
    lowered = expression.lower().replace(" ", "")
    return next((found for word, found in AGGREGATES.items() if word.replace(" ", "") in lowered), "sum")


def dimension_from(data: Mapping[str, Any]) -> Dimension:
    """Read one dimension; raises KeyError or ValueError where a field is missing or wrong."""
    zh, en = both_of(data.get("names") or data.get("label") or data["name"])
    column, *also = _columns(data)
    return Dimension(
        name=str(data["name"]),
        zh=zh,
        en=en,
        synonyms=_texts(data.get("synonyms")),
        verbs=_verbs(data.get("verbs")),
        column=column,
        also=tuple(also),
        column_en=str(data.get("column_en") or ""),
        by=str(data.get("by") or "").rpartition(".")[2],
        key=str(data.get("key") or ""),
        measured_by=str(data.get("measured_by") or ""),
        values={str(code): _texts(names) for code, names in dict(data.get("values") or {}).items()},
        groups={"|".join(_texts(one["values"])): _texts(one["names"]) for one in _listed(data, "groups")},
        on_time=bool(data.get("on_time")),
        along={str(key): str(column) for key, column in dict(data.get("along") or {}).items()},
    )


def _columns(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the columns of a dimension, each `table.column`; several are of tables of their own.

    What has members with keys, English names, roles or days lies in one table.
    """
    columns = tuple(dict.fromkeys(_texts(data["column"])))
    tables = {one.rpartition(".")[0] for one in columns}
    if not columns or not all(tables) or len(tables) < len(columns):
        raise ValueError("column")
    alone = next((one for one in ALONE if data.get(one)), "") if len(columns) > 1 else ""
    if alone:
        raise ValueError(f"column, {alone}")
    return columns


def with_english_names(dimensions: Mapping[str, Dimension]) -> dict[str, Dimension]:
    """Return dimensions with the column of their English names, where another one has it for the same key.

    Customer is its short name, customer's English name another: an English answer calls customers by that.
    """

    def completed(one: Dimension) -> Dimension:
        if not one.key or one.column_en or one.values or one.by or _is_english(one.column):
            return one
        alike = (it for it in dimensions.values() if (it.key, it.stored, it.by) == (one.key, one.stored, ""))
        columns = {it.column for it in alike if _is_english(it.column)}
        return replace(one, column_en=columns.pop()) if len(columns) == 1 else one

    return {name: completed(one) for name, one in dimensions.items()}


def _is_english(column: str) -> bool:
    return column.lower().endswith(("_en", "_english"))


def join_from(data: Mapping[str, Any]) -> Join:
    """Read one declared join, `from: orders.customer_id`, `to: customers.id`."""
    table, _, column = str(data["from"]).rpartition(".")
    to_table, _, to_column = str(data["to"]).rpartition(".")
    if not table or not to_table:
        raise ValueError("from, to")
    return Join(table, (column,), to_table, (to_column,), bool(data.get("optional", True)))


def definition_items(data: Mapping[str, Any], source: str) -> Iterator[tuple[KnowledgeItem | None, str, str]]:
    """Yield one knowledge item for each definition of a file, or None with its name and what is wrong."""
    readers = (("metrics", metric_from), ("dimensions", dimension_from), ("joins", join_from))
    for section, read in readers:
        for entry in _entries(data.get(section)):
            name = (
                str(entry.get("name") or entry.get("from") or section)
                if isinstance(entry, Mapping)
                else section
            )
            try:
                found: Any = read(entry)
            except (KeyError, ValueError, TypeError, AttributeError) as error:
                yield None, name, str(error).strip("'\"")
                continue
            yield _item(section.removesuffix("s"), entry, found, source), name, ""
    for levels in _entries(data.get("hierarchies")):
        names = list(_texts(levels))
        title = "hierarchy " + " > ".join(names)
        payload = {"type": "hierarchy", "levels": names}
        yield KnowledgeItem("", "", "metric", title, " → ".join(names), payload, source=source), title, ""
    if listed := list(_texts(data.get("scorecard"))):
        yield scorecard_item(listed, source), "scorecard", ""


def scorecard_item(listed: list[str], source: str) -> KnowledgeItem:
    """Return the item of the figures that a briefing shows."""
    payload = {"type": "scorecard", "metrics": listed}
    return KnowledgeItem("", "", "metric", "scorecard", ", ".join(listed), payload, source=source)


def metric_item(entry: Mapping[str, Any], source: str) -> KnowledgeItem:
    """Return the item of one metric's definition, or raise ValueError, KeyError naming what it lacks."""
    return _item("metric", entry, metric_from(entry), source)


def _entries(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def _item(kind: str, entry: Mapping[str, Any], found: Any, source: str) -> KnowledgeItem:
    if isinstance(found, Join):
        title = f"join {found.table}.{found.columns[0]}"
        content = f"{found.table}.{found.columns[0]} → {found.to_table}.{found.to_columns[0]}"
    else:
        labels = " / ".join(dict.fromkeys(one for one in (found.zh, found.en) if one))
        title = f"{labels} ({found.name})"  # the name makes it one of its own
        content = _content(found)
    payload = {"type": kind, **_with_written_keys(entry)}
    return KnowledgeItem(
        "",
        "",
        "metric",
        title,
        content,
        payload,
        source=source,
        verified_by=str(entry.get("verified_by") or ""),
    )


def _with_written_keys(value: Any) -> Any:
    """Return what was read with all its keys as text, as it is kept: codes 1 and X side by side."""
    if isinstance(value, Mapping):
        return {str(key): _with_written_keys(one) for key, one in value.items()}
    return [_with_written_keys(one) for one in value] if isinstance(value, list) else value


def _content(found: Metric | Dimension) -> str:
    if isinstance(found, Dimension):
        return f"{', '.join(found.wordings)}: {', '.join(found.columns)}"
    words = found.definition_zh or found.definition_en
    made = found.expression or f" {SIGNS.get(found.kind, '')} ".join(found.parts)
    return f"{', '.join(found.wordings)}: {words} `{made}`".replace(":  `", ": `")


def built_in_dimensions(words: Mapping[str, Any]) -> list[Dimension]:
    """Return the dimensions every metric with a day has: weekend or weekday, and the day of the week."""
    found = []
    for name, kind in (("weekend", "weekend"), ("weekday", "weekday")):
        entry = words[name]
        zh, en, *others = [str(one) for one in entry["names"]]
        values = {str(code): tuple(str(n) for n in names) for code, names in dict(entry["values"]).items()}
        found.append(Dimension(name, zh, en, tuple(others), values=values, days=kind))  # type: ignore[arg-type]
    return found


def catalog_from(
    items: Iterable[KnowledgeItem], schema: Schema, built_in: Iterable[Dimension] = ()
) -> Catalog:
    """Return the catalog of the published metric items, with the dimensions every metric has."""
    metrics: dict[str, Metric] = {}
    dimensions: dict[str, Dimension] = {}
    hierarchies: list[tuple[str, ...]] = []
    joins: list[Join] = []
    scorecard: tuple[str, ...] = ()
    for item in items:
        payload: Mapping[str, Any] = item.payload
        if item.kind != "metric":
            continue
        if payload.get("type") == "dimension":
            dimension = dimension_from(payload)
            dimensions[dimension.name] = dimension
        elif payload.get("type") == "hierarchy":
            hierarchies.append(tuple(str(one) for one in payload["levels"]))
        elif payload.get("type") == "scorecard":
            scorecard = tuple(str(one) for one in payload["metrics"])
        elif payload.get("type") == "join":
            joins.append(join_from(payload))
        else:
            metric = metric_from(payload)
            metrics[metric.name] = metric
    for dimension in built_in if metrics else ():
        dimensions.setdefault(dimension.name, dimension)
    return Catalog(
        metrics,
        with_english_names(dimensions),
        tuple(hierarchies),
        tuple(joins),
        schema,
        scorecard=scorecard,
        lifespans=lifespans_of(schema, metrics.values(), dimensions.values()),
    )
