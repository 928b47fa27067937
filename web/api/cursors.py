"""Where a page of a list ended, as a word that only we read."""

import base64
import binascii
import datetime as dt
import json
from typing import Annotated, Any

from fastapi import Query

from errors import InputError

LONGEST = 400
Limit = Annotated[int, Query(ge=1, le=200, description="Entries on a page.")]
Cursor = Annotated[
    str, Query(max_length=LONGEST, description="`next` of the page before; empty for the first.")
]


def cursor_of(*values: str | int) -> str:
    """Return the cursor that says these values."""
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


def number_in(cursor: str) -> int:
    """Return the place a cursor names, 0 for none; raise InputError where it is none of ours."""
    if not cursor:
        return 0
    values = _values(cursor, 1)
    if not isinstance(values[0], int) or not 0 <= values[0] < 2**53:
        raise InputError("cursor_invalid")
    return values[0]


def moment_in(cursor: str) -> tuple[dt.datetime, str] | None:
    """Return the time and the id a cursor names, None for none; raise InputError where it is none of ours."""
    if not cursor:
        return None
    at, ident = _values(cursor, 2)
    try:
        moment = dt.datetime.fromisoformat(at)
    except (TypeError, ValueError) as error:
        raise InputError("cursor_invalid") from error
    if moment.tzinfo is None or not isinstance(ident, str):
        raise InputError("cursor_invalid")
    return moment, ident


def _values(cursor: str, count: int) -> list[Any]:
    try:
        found = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError, RecursionError) as error:
        raise InputError("cursor_invalid") from error
    if not isinstance(found, list) or len(found) != count:
        raise InputError("cursor_invalid")
    return found
