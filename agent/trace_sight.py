"""What of a trace its reader may see; an admin sees all of it."""

from collections.abc import Mapping
from typing import Any

_SQL_KEYS = frozenset({"sql", "faults", "needs", "refusal"})
_SQL_PARTS = frozenset({"sql", "messages", "output", "error"})
_BARE = ("kind", "name", "at_ms", "ms", "ok")


def seen_by_owner(trace: Mapping[str, Any], *, same_rights: bool, sees_sql: bool) -> dict[str, Any]:
    """Return what the asker may see: never the policies in the SQL, and no data of rights they had before."""
    steps = [_seen(step, same_rights, sees_sql) for step in trace["steps"]]
    return {**trace, "steps": steps}


def _seen(step: Mapping[str, Any], same_rights: bool, sees_sql: bool) -> dict[str, Any]:
    if not same_rights:
        return {part: step[part] for part in _BARE if part in step}
    shown = {part: value for part, value in step.items() if part != "final_sql"}
    if sees_sql:
        return shown
    shown = {part: value for part, value in shown.items() if part not in _SQL_PARTS}
    if "wrote" in shown:
        shown["wrote"] = [change for change in shown["wrote"] if change["key"] not in _SQL_KEYS]
    return shown
