"""One year before in all that is told of an analysis: what is looked at beside it takes the days it took."""

from collections.abc import Mapping
from typing import Any

from analysis.outcome import Read

_TIMES = 3  # now, the period before, the year before


def beside_its_year(query: Mapping[str, Any], read: Mapping[str, Read]) -> dict[str, Any]:
    """Return a look as it was asked for, the last year of an analysis's own time by the days it has there.

    A briefing of thirty days stands beside the same weekdays, 364 days before; a look beside last year stood
    beside the same dates, and one text had both.
    """
    if query.get("compare") != "last_year":
        return dict(query)
    asked = (str(query.get("from")), str(query.get("until")))
    for one in read.values():
        windows = one.look.query.windows
        if len(windows) == _TIMES and (windows[0].start.isoformat(), windows[0].end.isoformat()) == asked:
            year = min(windows, key=lambda one: one.start)  # some briefings read it before the period before
            return {**query, "compare": {"from": year.start.isoformat(), "until": year.end.isoformat()}}
    return dict(query)
