"""Names that several things share, each known only within what it is part of: the screens of ten cinemas."""

import datetime as dt
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

from sqlglot.errors import SqlglotError

from database.dialects import Dialect
from errors import WenshuError
from knowledge.metrics import Catalog, Dimension, Metric, Namesakes
from query.metric_query import Condition, Filter, MetricQuery
from query.plan.compose import compose
from query.plan.members import is_text
from understanding.metric.ranges import Run

_log = logging.getLogger(__name__)
_THINGS, _NAMES, _KEY = "things", "names", "thing"
_TOLD = 50  # names that a statement lists, where only those that are shared are told with what they are of


async def read_namesakes(
    catalog: Catalog, run: Run, dialect: Dialect, today: dt.date
) -> tuple[dict[str, Namesakes], tuple[str, ...]]:
    """Return the dimensions whose names are fewer than their things, with what tells these apart.

    Behind them are those of which it could not be read: two clinics of one name would be told as one.
    """
    reading, found = _Reading(catalog, run, dialect, today), dict[str, Namesakes]()
    for name, one in catalog.dimensions.items():
        named = one.column and not (one.also or one.values or one.by or one.on_time)
        if named and catalog.names_rows(name) and is_text(one, catalog):
            shared = await reading.namesakes(one)
            found |= {name: shared} if shared is not None else {}
    return found, tuple(reading.unread)


def with_namesakes(catalog: Catalog, found: Mapping[str, Namesakes]) -> Catalog:
    """Return definitions that know which names are shared, of the roles that these things play as well."""
    told = {
        name: replace(one, namesakes=found[one.role_of if one.role_of in found else name])
        for name, one in catalog.dimensions.items()
        if name in found or one.role_of in found
    }
    return replace(catalog, dimensions={**catalog.dimensions, **told}) if told else catalog


def of_each(query: MetricQuery, catalog: Catalog) -> tuple[MetricQuery, dict[str, int]]:
    """Return a figure of what is called so with one row for each, and how many share each name it keeps to.

    Nothing where what they are part of is named as well, or they are told apart already; what is chosen or
    compared among others stays a figure of all of them.
    """
    shared: dict[str, int] = {}
    plain = replace(query, windows=(), filters=(), grain="", compared=None, period_assumed=False)
    for kept in query.filters:
        found = catalog.dimensions[kept.dimension].namesakes
        if found is None or kept.negated or {kept.dimension, found.within} & {*query.splits}:
            continue
        if any(one.dimension == found.within and len(one.values) == 1 for one in query.filters):
            continue
        names = {name: found.names[name] for name in kept.values if name in found.names}
        if names and plain == MetricQuery(query.metrics):
            above = _leads_up(query, kept.dimension, found.within, catalog)
            query = replace(query, splits=(found.within if above else kept.dimension,))
        shared |= names
    return query, shared


def _leads_up(query: MetricQuery, name: str, within: str, catalog: Catalog) -> bool:
    """Tell whether rows lead to what things are part of through these alone, as a hierarchy has it."""
    if not any((within, name) in pairwise(line) for line in catalog.hierarchies):
        return False
    own, above = (catalog.full(catalog.dimensions[one].table) for one in (name, within))
    tables = [catalog.full(it.table) for one in query.figures for it in catalog.sources(one)]
    ways = [catalog.path(one, above) or () for one in tables]
    return all(own in (one, *(step.to_table for step in way)) for one, way in zip(tables, ways, strict=True))


class _Reading:
    """Reads how many things of one kind are called alike."""

    def __init__(self, catalog: Catalog, run: Run, dialect: Dialect, today: dt.date) -> None:
        self.catalog, self.run, self.dialect, self.today = catalog, run, dialect, today
        self.unread: list[str] = []

    async def namesakes(self, one: Dimension) -> Namesakes | None:
        """Return the names that several share; by the first level that tells all apart, else by the key."""
        counted = await self._rows(one, ())  # one row, but where it could not be read
        things, names = (int(cell or 0) for cell in counted[0][-2:]) if counted else (0, 0)
        rows = await self._rows(one, (_plain(one),)) if things > names else ()
        shared = {str(row[0]): int(row[1]) for row in rows if row[0] is not None}
        if not shared:
            self.unread += [one.name] if things > names or not counted else []
            return None
        above = [it for it in self._above(one) if not await self._rows(one, (_plain(it), _plain(one)))]
        every, told = 2 * sum(shared.values()) >= things or len(shared) > _TOLD, dict[str, list[str]]()
        if len(shared) <= _TOLD:
            beside = _plain(above[0]) if above else replace(_plain(one), name=_KEY, column=one.key)
            for told_by, name, _ in await self._rows(one, (beside, _plain(one)), tuple(shared)):
                told.setdefault(str(name), []).append(str(told_by))
        by_name = {name: tuple(every_) for name, every_ in told.items()}
        return Namesakes(shared, things, above[0].name if above else "", every, by_name)

    def _above(self, one: Dimension) -> Iterator[Dimension]:
        """Yield what these are part of: by the hierarchies, then by a key of their own rows."""
        every, levels = self.catalog.dimensions, self.catalog.hierarchies
        over = [line[line.index(one.name) - 1] for line in levels if one.name in line[1:]]
        keyed = [name for name in every if self.catalog.names_rows(name) and name != one.name]
        for name in dict.fromkeys((*over, *keyed)):
            it = every[name]
            way = self.catalog.path(one.table, it.table) if it.column and not (it.by or it.also) else None
            if way is not None and len(way) <= 1 and it.table != one.table and is_text(it, self.catalog):
                yield it

    async def _rows(
        self, one: Dimension, cut: Sequence[Dimension], names: tuple[str, ...] = ()
    ) -> Sequence[Sequence[Any]]:
        """Return how many things there are and names; the groups with several, or those of some names."""
        name = one.column.rpartition(".")[2]
        told = ((_THINGS, f"COUNT({name})"), (_NAMES, f"COUNT(DISTINCT {name})"))
        counts = {it: Metric(it, it, it, table=one.table, expression=sql) for it, sql in told}
        plain = {it.name: it for it in cut}
        catalog = replace(self.catalog, metrics=counts, dimensions=plain, hierarchies=())
        several = (Condition(_THINGS, "gt", Decimal(1)),) if cut and not names else ()
        kept = (Filter(one.name, names),) if names else ()
        wanted = (_THINGS,) if cut else tuple(counts)
        query = MetricQuery(wanted, tuple(plain), filters=kept, conditions=several)
        try:
            return await self.run(compose(query, catalog, self.dialect, "en", self.today, exact=True))
        except (WenshuError, SqlglotError, KeyError, ValueError, AssertionError) as error:
            _log.info("no_namesakes_read", extra={"dimension": one.name, "cause": repr(error)})
            return ()


def _plain(one: Dimension) -> Dimension:
    """Return a dimension by its names alone, whatever else tells its members apart."""
    return Dimension(one.name, one.zh, one.en, column=one.column)
