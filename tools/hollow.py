"""Rows in which nothing was found of what a statement computes: every row is empty in most of its columns."""

from agent.state import AgentState
from database.result import QueryResult
from errors import InputError

FEW = 2  # columns: one alone may well be empty


def refuse_hollow(state: AgentState, result: QueryResult) -> None:
    """Raise InputError once where a model's statement found nothing for most of what it computes.

    A condition that met no row (an event called otherwise, a date that is none) leaves such rows beside names
    that are there; told as they are they say that there are no data. Written once more, they stand.
    """
    written = state.get("sql_source") == "generated"
    if not written or any(one["code"] == "rows_hollow" for one in state.get("faults", [])):
        return
    empty = hollow(result)
    if empty:
        raise InputError("rows_hollow", columns=", ".join(empty))


def hollow(result: QueryResult) -> list[str]:
    """Return the columns behind the first that are empty in every row, where these are most of them."""
    names = [column.name for column in result.columns]
    found = [
        names[at]
        for at in range(1, len(names))
        if result.rows and not result.truncated and all(row[at] is None for row in result.rows)
    ]
    return found if len(found) >= FEW and 2 * len(found) >= len(names) - 1 else []
