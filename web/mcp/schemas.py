"""What each tool takes and gives, as JSON Schema."""

from typing import Any

MOST_ROWS = 1000
ROWS = 50

_TEXT = {"type": "string"}
_MAYBE = {"type": ["string", "null"]}
_NAMES = {"type": "array", "items": _TEXT}
_NUMBER = {"type": ["number", "string"]}
_DAY = {"type": "string", "format": "date", "description": "YYYY-MM-DD"}
_MEMBERS = {
    "type": "object",
    "additionalProperties": _NAMES,
    "description": "dimension → its members, by name or code",
}

CONNECTION = {
    "type": "string",
    "description": "Name of the database; default: the first this person may ask.",
}
LANGUAGE = {
    "type": "string",
    "enum": ["zh", "en"],
    "description": "Language of the words in the result; default: that of the question, or the server's.",
}
MOST = {
    "type": "integer",
    "minimum": 1,
    "maximum": MOST_ROWS,
    "default": ROWS,
    "description": "How many rows to return; row_count tells how many there are.",
}


def takes(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    """Return the schema of a call's arguments: no others are allowed."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def gives(*required: str, **properties: Any) -> dict[str, Any]:
    """Return the schema of a result's data."""
    return {"type": "object", "properties": properties, "required": list(required)}


ROWS_GIVEN: dict[str, Any] = {
    "columns": {"type": "array", "items": gives("name", "type", name=_TEXT, type=_TEXT)},
    "rows": {"type": "array", "items": {"type": "array"}},
    "row_count": {"type": "integer", "description": "How many rows there are."},
    "truncated": {"type": "boolean", "description": "There are more rows than these."},
}
PROVENANCE = gives(
    "source",
    "said",
    source={
        **_MAYBE,
        "description": "verified, similar, metric, derived, rows, generated, cached, general, sql, or null",
    },
    said={**_TEXT, "description": "The same in words."},
    how={**_NAMES, "description": "How it was computed, line by line."},
    sql={**_MAYBE, "description": "The SQL that ran, where this person may see it."},
    as_of={**_TEXT, "description": "When the rows were read."},
    remembered={"type": "boolean", "description": "They were read for an earlier answer."},
)
ANSWER = gives(
    "kind",
    "answer",
    "provenance",
    kind={**_TEXT, "description": "data, schema, general, chat, clarify, teach; clarify asks back."},
    answer={**_TEXT, "description": "The answer in words, the figure first."},
    question=_TEXT,
    understood={**_TEXT, "description": "The question as it stands alone, where a message said less."},
    **ROWS_GIVEN,
    provenance=PROVENANCE,
    suggestions={**_NAMES, "description": "Questions to ask next; with kind clarify, the readings."},
    query={"type": ["object", "null"], "description": "What was asked of the metrics."},
    failure={"type": ["object", "null"]},
    thread={**_TEXT, "description": "Pass it on to follow up, or to answer a question back."},
    id=_TEXT,
)
NAMED: dict[str, Any] = {"name": _TEXT, "zh": _TEXT, "en": _TEXT}
METRICS = gives(
    "connection",
    "today",
    "metrics",
    "dimensions",
    connection=_TEXT,
    today={**_DAY, "description": "The day that times are read against."},
    metrics={
        "type": "array",
        "items": gives(
            "name",
            **NAMED,
            synonyms=_NAMES,
            verbs={**_NAMES, "description": "What is done, of which it is how much."},
            unit=_TEXT,
            definition=_TEXT,
            finest_grain=_TEXT,
            dimensions={**_NAMES, "description": "What it can be split by and filtered on."},
        ),
    },
    dimensions={
        "type": "array",
        "items": gives("name", **NAMED, synonyms=_NAMES, verbs=_NAMES, values={"type": "object"}),
    },
)
TABLES = gives(
    "connection",
    "tables",
    connection=_TEXT,
    tables={
        "type": "array",
        "items": gives(
            "name",
            name=_TEXT,
            comment=_TEXT,
            columns={"type": "array", "items": {"type": "object"}},
            primary_key=_NAMES,
            foreign_keys={"type": "array", "items": {"type": "object"}},
        ),
    },
)
QUERY: dict[str, Any] = {
    "type": "object",
    "description": "A query over the defined metrics. Names are those of list_metrics.",
    "required": ["metrics"],
    "properties": {
        "metrics": {**_NAMES, "minItems": 1},
        "split_by": {**_NAMES, "description": "dimensions"},
        "grain": {
            "enum": ["", "day", "week", "month", "quarter", "year"],
            "description": "split by time too",
        },
        "from": _DAY,
        "until": {**_DAY, "description": "the first day after the period"},
        "windows": {"type": "array", "items": takes(("from", "until"), **{"from": _DAY, "until": _DAY})},
        "compare": {
            "enum": ["last_year", "previous"],
            "description": "with the same time a year before, or the period before",
        },
        "only": _MEMBERS,
        "without": _MEMBERS,
        "over": {**_NUMBER, "description": "only groups whose first metric is above"},
        "under": {**_NUMBER, "description": "only groups whose first metric is below"},
        "top": {"type": "integer", "minimum": 1},
        "bottom": {"type": "integer", "minimum": 1},
        "share": {"type": "boolean", "description": "each group's share of the whole"},
        "filled": {"type": "boolean", "description": "days, weeks or months without data have a row too"},
    },
}
