"""Whether a question is still read as it was when it was scheduled, and whether its answer holds anything."""

from collections.abc import Mapping
from typing import Any

from agent.events import Answer

_TIME = ("from", "until", "windows", "version", "period_assumed", "text")


def same_reading(kept: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> bool:
    """Tell whether two readings ask the same of the metrics, whenever they were read.

    Last week is another week each time it is asked. Where nothing was kept there is nothing to hold to.
    """
    return kept is None or (now is not None and _timeless(kept) == _timeless(now))


def _timeless(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _timeless(part) for name, part in value.items() if name not in _TIME}
    return [_timeless(part) for part in value] if isinstance(value, list) else value


def holds_data(answer: Answer) -> bool:
    """Tell an answer with anything in its rows from one of no row, or of a sum over none."""
    return any(cell is not None for row in answer.rows for cell in row)
