"""A definition as the fields of a form, for the usual; what no field shows is kept as it was written."""

from collections.abc import Mapping
from typing import Any

FORMS: Mapping[str, tuple[str, ...]] = {
    "metric": (
        "name", "zh", "en", "synonyms", "table", "expression", "made", "left", "right", "time",
        "default_period", "filters",
        "unit_zh", "unit_en", "decimals", "definition_zh", "definition_en", "owner",
    ),
    "dimension": ("name", "zh", "en", "synonyms", "column", "column_en", "key", "values"),
    "hierarchy": ("levels",),
    "join": ("from", "to"),
    "scorecard": ("metrics",),
}  # fmt: skip
MADE = ("", "ratio", "difference")
SECTIONS = {
    "metric": "metrics",
    "dimension": "dimensions",
    "join": "joins",
    "hierarchy": "hierarchies",
    "scorecard": "scorecard",
}
LINES = ("synonyms", "filters", "values", "levels", "metrics")


def form_of(payload: Mapping[str, Any]) -> dict[str, str]:
    """Return a definition's fields as text; lists have one entry a line."""
    kind = str(payload.get("type") or "metric")
    shown = dict.fromkeys(FORMS[kind], "")
    for name in FORMS[kind]:
        value = payload.get(name)
        if isinstance(value, list | tuple):
            shown[name] = "\n".join(map(str, value))
        elif name == "values" and isinstance(value, Mapping):
            shown[name] = "\n".join(f"{code}: {_commas(names)}" for code, names in value.items())
        elif value is not None:
            shown[name] = str(value)
    for field, (zh, en) in {"names": ("zh", "en"), **_pairs("unit", "definition")}.items():
        if zh in shown:
            shown[zh], shown[en] = _both(payload.get(field))
    made = next((name for name in MADE[1:] if payload.get(name)), "")
    if made and kind == "metric":
        shown["made"] = made
        shown["left"], shown["right"] = (str(one) for one in payload[made])
    return shown


def definition_from(kind: str, fields: Mapping[str, str], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return the section with the one definition that fields describe, over what they do not show."""
    told = {name: fields.get(name, "").replace("\r\n", "\n").strip() for name in FORMS[kind]}
    lists = {
        name: [one.strip() for one in told[name].splitlines() if one.strip()]
        for name in LINES
        if name in told
    }
    if kind == "hierarchy":
        return {SECTIONS[kind]: [lists["levels"]]}
    if kind == "scorecard":
        return {SECTIONS[kind]: lists["metrics"]}
    plain = {
        name: text for name, text in told.items() if name not in (*LINES, *_OF_BOTH, "made", "left", "right")
    }
    entry = {
        name: value for name, value in kept.items() if name not in ("type", *FORMS[kind], *MADE, *_WHOLE)
    }
    entry |= {name: text for name, text in plain.items() if text}
    for field, (zh, en) in {"names": ("zh", "en"), **_pairs("unit", "definition")}.items():
        if zh in told and (told[zh] or told[en]):
            entry[field] = {"zh": told[zh], "en": told[en]} if told[zh] != told[en] else told[zh]
    entry |= {name: lists[name] for name in ("synonyms", "filters") if lists.get(name)}
    if lists.get("values"):
        entry["values"] = {
            code.strip(): _split(names) for code, _, names in (v.partition(":") for v in lists["values"])
        }
    if told.get("made"):
        entry[told["made"]] = [told["left"], told["right"]]
        entry = {
            name: value
            for name, value in entry.items()
            if name not in ("table", "expression", "time", "filters")
        }
    if "decimals" in entry:
        entry["decimals"] = int(entry["decimals"])
    return {SECTIONS[kind]: [entry]}


_WHOLE = ("names", "unit", "definition")
_OF_BOTH = ("zh", "en", "unit_zh", "unit_en", "definition_zh", "definition_en")


def _pairs(*names: str) -> dict[str, tuple[str, str]]:
    return {name: (f"{name}_zh", f"{name}_en") for name in names}


def _both(value: Any) -> tuple[str, str]:
    if isinstance(value, Mapping):
        return str(value.get("zh") or ""), str(value.get("en") or "")
    return ("", "") if value is None else (str(value), str(value))


def _commas(names: Any) -> str:
    return ", ".join(map(str, names)) if isinstance(names, list | tuple) else str(names)


def _split(names: str) -> list[str]:
    return [one.strip() for one in names.replace("，", ",").split(",") if one.strip()]
