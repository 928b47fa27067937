"""The metric query as a strict tool: what providers that hold a model to a schema are offered."""

from collections.abc import Mapping
from typing import Any

NAME = "ask_metrics"


def _nullable(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": [kind, "null"], **more}


def _list(of: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": ["array", "null"], "items": dict(of)}


def _object(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return a strict object: every property is required, what is not asked is null."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_TEXT = {"type": "string"}
_MEMBERS = _object(dimension=_TEXT, values={"type": "array", "items": _TEXT})
_COMPARER: dict[str, Any] = {"type": "string", "enum": ["gt", "ge", "lt", "le"]}
_CONDITION = _object(**{"metric": _TEXT, "is": _COMPARER, "number": {"type": "number"}})
_WINDOW = _object(**{"from": _TEXT, "until": _TEXT})
ANALYSES = ("why", "briefing", "odd", "forecast", "target", "missed", "effect")
SCHEMA: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": NAME,
        "description": "Ask the defined metrics, where they answer the question exactly; else write SQL.",
        "strict": True,
        "parameters": _object(
            metrics={"type": "array", "items": _TEXT},
            split_by=_list(_TEXT),
            grain={"type": ["string", "null"], "enum": ["day", "week", "month", "quarter", "year", None]},
            **{"from": _nullable("string"), "until": _nullable("string")},
            compare={
                "anyOf": [{"type": ["string", "null"], "enum": ["last_year", "previous", None]}, _WINDOW]
            },
            only=_list(_MEMBERS),
            without=_list(_MEMBERS),
            having=_list(_CONDITION),
            top=_nullable("integer"),
            bottom=_nullable("integer"),
            share=_nullable("boolean"),
            average=_nullable("string"),
            running=_nullable("boolean"),
            filled=_nullable("boolean"),
            analysis={"type": ["string", "null"], "enum": [*ANALYSES, None]},
            question=_nullable("string", description="the question as it stands alone"),
        ),
    },
}


def query_of(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return a tool call's arguments in the JSON form of a MetricQuery.

    >>> query_of({"metrics": ["a"], "top": None, "only": [{"dimension": "d", "values": ["x"]}]})
    {'metrics': ['a'], 'only': {'d': ['x']}}
    """
    said = {name: value for name, value in arguments.items() if value is not None and name != "question"}
    for name in ("only", "without"):
        if isinstance(said.get(name), list):
            said[name] = {one["dimension"]: one["values"] for one in said[name]}
    return said
