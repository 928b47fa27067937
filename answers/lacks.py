"""Who lacks data at a time, as a report tells it: by its own past that is rare, or nothing to tell."""

import re
from collections.abc import Iterable, Sequence

from answers.parting import parts
from database.result import QueryResult

_LACKS = re.compile(
    r"(?:没有|缺少?|缺失|无)[^，。；、,;]{0,12}(?:数据|记录)"
    r"|\b(?:no|lack\w*|missing|without)\b[^,.;]{0,30}\b(?:data|records?|rows)\b",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d{4}(?:-\d\d){1,2}")
_BY_CHANCE = 0.01  # stretches so long without data, by how often it lacks them elsewhere


def unfounded_lacks(sentence: str, statements: Iterable[str], tables: Sequence[QueryResult]) -> list[str]:
    """Return the parts of a sentence that say who lacks data at a time as if that were unusual of it.

    Cash that is paid on few days has weeks without a row. What was computed of the same one may be said.
    """
    found = []
    for part in filter(_LACKS.search, parts(sentence)):
        lacking = [
            name for table in tables for name, usual in _lacking(table) if usual and name in part.lower()
        ]
        computed = [one.lower() for one in statements if _LACKS.search(one)]
        if any(not any(name in one for one in computed) for name in lacking):
            found.append(part.strip())
    return found


def _lacking(table: QueryResult) -> list[tuple[str, bool]]:
    """Return who has no row at some times of a table that others have, and whether chance does that.

    Who has one time alone, as the day of opening, has no past.
    """
    have: dict[str, set[str]] = {}
    for row in table.rows:
        when = [text for cell in row if _TIME.fullmatch(text := str(cell)[:10])][:1]
        for name in (one.lower() for one in row if isinstance(one, str) and not _TIME.match(one)):
            have.setdefault(name, set()).update(when)
    times = sorted(set[str]().union(*have.values()))
    short = {name: own for name, own in have.items() if 1 < len(own) < len(times) and len(name) > 1}
    return [(name, _is_chance([one in own for one in times])) for name, own in short.items()]


def _is_chance(there: Sequence[bool]) -> bool:
    """Tell whether the longest stretch of nothing is what a member that lacks so many elsewhere has.

    >>> [_is_chance([True] * had + [False] * lacks) for had, lacks in ((5, 1), (106, 1), (24, 7))]
    [True, False, False]
    """
    longest = max(map(len, "".join("1" if one else "0" for one in there).split("1")))
    elsewhere = (there.count(False) - longest + 1) / (len(there) - longest + 2)  # Laplace's rule
    return bool(elsewhere**longest > _BY_CHANCE)
