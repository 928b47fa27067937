"""Values as browsers and programs can take them: plain JSON, every sign visible, no more than is of use."""

import json
import math
from collections.abc import Sequence
from typing import Any

from answers.visible import visible

MOST_BYTES = 400_000  # a card is stored with its conversation and sent again on each reload
SAFE_INTEGER = 2**53
_SIGNLESS = frozenset({int, float, bool, type(None)})
_json = json.JSONEncoder(ensure_ascii=False).encode  # dumps would make one for each row


def shown_rows(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return the first rows, as many as one card may hold, as the page shows them."""
    held: list[list[Any]] = []
    size = 0
    for row in rows:
        values = [
            visible(one) if type(one) is str else plain(one if type(one) in _SIGNLESS else visible(one))
            for one in row
        ]
        size += len(_json(values))
        if held and size > MOST_BYTES:
            break
        held.append(values)
    return held


def plain(value: Any) -> Any:
    """Return a value that survives JSON and a browser: NaN loses the whole card, 2**53 loses digits."""
    if type(value) is str:
        return value
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > SAFE_INTEGER:
        return str(value)
    return value
