"""What the page showed of a turn beside its answer: steps, more rows than it keeps, words cut short."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from agent.events import (
    Answer,
    ChartReady,
    Event,
    RowsReady,
    SqlReady,
    StepFinished,
    Token,
    WordsReady,
    values_of,
)

SHOWN_BYTES = 400_000  # of rows: they are kept with their conversation and sent again on each reload
STORED_ROWS = 100  # with the answer; the whole result stays under its id for a while


def stored(answer: Answer) -> dict[str, Any]:
    """Return the answer as it is kept."""
    return values_of(replace(answer, rows=answer.rows[:STORED_ROWS]))


def shown(events: Iterable[Event], answer: Answer | None) -> dict[str, Any]:
    """Return what must be kept beside the answer, for the page to show all of it again."""
    kept: dict[str, Any] = {"steps": []}
    words: list[str] = []
    computed = ""
    has_all = answer is not None and bool(answer.rows) and answer.row_count <= STORED_ROWS  # of the rows
    for event in events:
        match event:
            case StepFinished():
                kept["steps"].append(values_of(event))
            case RowsReady() if not event.columns:
                kept.pop("rows", None)
            case RowsReady() if not has_all:
                kept["rows"] = {**values_of(event), "rows": fitting(event.rows)}
            case SqlReady():
                kept |= values_of(event)
            case ChartReady():
                kept["chart"] = event.figure
            case WordsReady():
                computed = event.text
            case Token():
                words.append(event.text)
    if answer is None:
        return {**kept, "text": "".join(words) or computed}
    kept.pop("chart", None)
    return kept


def fitting(rows: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """Return the first rows, as many as may be kept."""
    held: list[Sequence[Any]] = []
    size = 0
    for row in rows:
        size += len(json.dumps(row, ensure_ascii=False, default=str))
        if held and size > SHOWN_BYTES:
            break
        held.append(row)
    return held
