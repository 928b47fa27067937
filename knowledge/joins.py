"""Which tables are joined by keys, declared or inferred, and the shortest ways between them."""

from collections.abc import Callable, Sequence
from itertools import combinations

from database.schema import ForeignKey, Table

LONGEST_PATH = 4  # joins between two tables; a longer way rarely is what a question means
MOST_BETWEEN = 6  # tables that only join others: two hubs of a large schema would bring dozens

Opened = Callable[[int], bool]


class Joins:
    """The keys of one version's tables as a graph over their places, walked in both directions."""

    def __init__(self, tables: Sequence[Table]) -> None:
        places = {table.full_name.lower(): place for place, table in enumerate(tables)}
        self._beside: list[set[int]] = [set() for _ in tables]
        for place, table in enumerate(tables):
            for key in table.foreign_keys:
                other = _target(table, key, places)
                if other is not None and other != place:
                    self._beside[place].add(other)
                    self._beside[other].add(place)

    def beside(self, place: int) -> set[int]:
        """Return the tables that a key joins to this one."""
        return self._beside[place]

    def between(self, chosen: Sequence[int], opened: Opened) -> list[int]:
        """Return the tables on the shortest ways between the chosen ones, those of the strongest pairs first.

        Only tables that `opened` tells are passed.
        """
        found: dict[int, None] = {}
        for first, second in sorted(combinations(range(len(chosen)), 2), key=sum):
            found |= dict.fromkeys(self._path(chosen[first], chosen[second], opened))
        return [place for place in found if place not in chosen][:MOST_BETWEEN]

    def _path(self, start: int, end: int, opened: Opened) -> list[int]:
        """Return the places between two tables on the shortest way, none where there is no such way."""
        before = {start: start}
        level = [start]
        for _ in range(LONGEST_PATH):
            onward: list[int] = []
            for place in level:
                for other in sorted(self._beside[place]):
                    if other in before or not opened(other):
                        continue
                    before[other] = place
                    if other == end:
                        return _walked(before, start, end)
                    onward.append(other)
            level = onward
        return []


def _walked(before: dict[int, int], start: int, end: int) -> list[int]:
    path: list[int] = []
    place = before[end]
    while place != start:
        path.append(place)
        place = before[place]
    return path[::-1]


def _target(table: Table, key: ForeignKey, places: dict[str, int]) -> int | None:
    """Return the place a key points to; without a schema, one in the table's own schema or a bare name."""
    schemas = (key.to_schema,) if key.to_schema else (table.schema, "")
    names = (f"{schema}.{key.to_table}".strip(".").lower() for schema in schemas)
    return next((places[name] for name in names if name in places), None)
