"""A definition as the fields of a form, for the usual; what no field shows is kept as it was written."""

from collections.abc import Iterator, Mapping
from typing import Any

from knowledge.definitions.files import both_of

FORMS: Mapping[str, tuple[str, ...]] = {
    "metric": (
        "name", "zh", "en", "synonyms", "verbs", "table", "expression", "made", "left", "right", "time",
        "time_format", "until", "until_included", "additivity", "over_time", "default_period",
        "settles_after_days", "filters", "unit_zh", "unit_en", "decimals", "definition_zh", "definition_en",
        "owner",
    ),
    "dimension": ("name", "zh", "en", "synonyms", "verbs", "column", "column_en", "key", "values"),
    "hierarchy": ("levels",),
    "join": ("from", "to"),
    "scorecard": ("metrics",),
}  # fmt: skip
MADE = ("", "ratio", "difference", "sum")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "made": MADE,
    "additivity": ("", "semi"),
    "until_included": ("", "true"),
    "over_time": ("", "average", "sum"),
}  # "": what follows from the expression, and the last day
SECTIONS = {
    "metric": "metrics",
    "dimension": "dimensions",
    "join": "joins",
    "hierarchy": "hierarchies",
    "scorecard": "scorecard",
}
LINES = ("synonyms", "verbs", "filters", "values", "levels", "metrics")


def form_of(payload: Mapping[str, Any]) -> dict[str, str]:
    """Return a definition's fields as text; lists have one entry a line."""
    kind = str(payload.get("type") or "metric")
    shown = dict.fromkeys(FORMS[kind], "")
    for name in FORMS[kind]:
        value = payload.get(name)
        if name == "column" and isinstance(value, list | tuple):
            shown[name] = _commas(value)
        elif isinstance(value, list | tuple):
            shown[name] = "\n".join(map(str, value))
        elif name == "values" and isinstance(value, Mapping):
            shown[name] = "\n".join(f"{code}: {_commas(names)}" for code, names in value.items())
        elif value is not None:
            shown[name] = str(value)
    for field, (zh, en) in {"names": ("zh", "en"), **_pairs("unit", "definition")}.items():
        if zh in shown:
            shown[zh], shown[en] = both_of(payload.get(field))
    made = next((name for name in MADE[1:] if payload.get(name)), "")
    if made and kind == "metric":
        shown["made"] = made
        left, *others = map(str, payload[made])
        shown["left"], shown["right"] = left, ", ".join(others)  # a sum may have more than two
    return shown


def definition_from(kind: str, fields: Mapping[str, str], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return the section with the one definition that fields describe, over what they do not show."""
    told = {name: fields.get(name, "").replace("\r\n", "\n").strip() for name in FORMS[kind]}
    lists = {name: [*_lines(told[name])] for name in LINES if name in told}
    if kind == "hierarchy":
        return {SECTIONS[kind]: [lists["levels"]]}
    if kind == "scorecard":
        return {SECTIONS[kind]: lists["metrics"]}
    shown = ("type", *FORMS[kind], *MADE, *_WHOLE)
    entry = {name: value for name, value in kept.items() if name not in shown}
    shared = (*LINES, *_OF_BOTH, "made", "left", "right")
    entry |= {name: _written(name, text) for name, text in told.items() if text and name not in shared}
    entry |= _in_both(told)
    entry |= {name: lists[name] for name in ("synonyms", "verbs", "filters") if lists.get(name)}
    entry |= _of_dimension(told, lists) if kind == "dimension" else {}
    if told.get("made"):
        entry = {name: value for name, value in entry.items() if name not in _OF_ROWS}
        entry[told["made"]] = [told["left"], *(_split(told["right"]) or [""])]
    return {SECTIONS[kind]: [entry]}


def _of_dimension(told: Mapping[str, str], lists: Mapping[str, list[str]]) -> dict[str, Any]:
    """Return the columns of a dimension that lies in several tables, and the names of its codes."""
    columns, codes = _split(told["column"]), (one.partition(":") for one in lists.get("values", ()))
    values = {code.strip(): _split(names) for code, _, names in codes}
    return ({"column": columns} if len(columns) > 1 else {}) | ({"values": values} if values else {})


def _written(name: str, text: str) -> str | int:
    return int(text) if name in _NUMBERS and text.isdecimal() else text


def _lines(text: str) -> Iterator[str]:
    return filter(None, map(str.strip, text.splitlines()))


def _in_both(told: Mapping[str, str]) -> dict[str, Any]:
    """Return what is told in two languages, once where it is the same in both."""
    both = {"names": ("zh", "en"), **_pairs("unit", "definition")}
    named = {field: (told[zh], told[en]) for field, (zh, en) in both.items() if zh in told}
    return {field: {"zh": zh, "en": en} if zh != en else zh for field, (zh, en) in named.items() if zh or en}


_NUMBERS = ("decimals", "settles_after_days")  # what is none is refused by its field
_OF_ROWS = ("table", "expression", "time", "until", "until_included", "filters", "additivity", "over_time")
_WHOLE = ("names", "unit", "definition")
_OF_BOTH = ("zh", "en", "unit_zh", "unit_en", "definition_zh", "definition_en")


def _pairs(*names: str) -> dict[str, tuple[str, str]]:
    return {name: (f"{name}_zh", f"{name}_en") for name in names}


def _commas(names: Any) -> str:
    return ", ".join(map(str, names)) if isinstance(names, list | tuple) else str(names)


def _split(names: str) -> list[str]:
    return [one.strip() for one in names.replace("，", ",").split(",") if one.strip()]
