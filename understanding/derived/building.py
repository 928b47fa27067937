"""The second catalog of a connection: built when a question is first declined, and held with the first."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from database.schema import Schema
from errors import WenshuError
from knowledge.definitions.columns import glimpse
from knowledge.definitions.files import catalog_from
from knowledge.items import KnowledgeItem
from knowledge.profiles import TableProfile
from knowledge.values import Run, ValueIndex
from understanding.derived.definitions import derive
from understanding.derived.reading import DerivedAnswers
from understanding.metric.answers import MetricAnswers
from understanding.metric.ranges import read_spans, time_column

log = logging.getLogger(__name__)

WAIT_S = 5.0  # of the question that is declined first; building took 0.5 to 3 s for ten tables
KEPT = 32
Group = tuple[str, str]


async def build(
    taught: MetricAnswers,
    items: Sequence[KnowledgeItem],
    schema: Schema,
    run: Run,
    profiles: Mapping[str, TableProfile],
) -> DerivedAnswers:
    """Return the taught definitions with those of the schema; `run` reads first rows and days of data."""
    known, dialect = taught.reader.known, taught.dialect
    seen = await glimpse(schema, run, dialect)
    derived = await asyncio.to_thread(derive, items, schema, dialect, seen, profiles)
    catalog = catalog_from(derived.items, schema)
    new = {
        name: one for name, one in catalog.metrics.items() if time_column(catalog, name) not in known.spans
    }
    spans = await read_spans(replace(catalog, metrics=new), run, dialect)
    answers = await asyncio.to_thread(
        MetricAnswers.build,
        [*items, *derived.items],
        schema,
        known.values or ValueIndex(),
        dialect,
        known.fiscal_start,
        known.holidays,
        {**known.spans, **spans},
        known.tallies,
    )
    return DerivedAnswers(answers, taught, derived)


@dataclass(frozen=True)
class _Held:
    """What is built or being built beside one state of what is taught, and what served before it."""

    taught: MetricAnswers
    task: "asyncio.Task[DerivedAnswers]"
    before: DerivedAnswers | None


class SecondCatalogs:
    """Holds one for each group of people who see the same."""

    def __init__(self, wait_s: float = WAIT_S) -> None:
        self._wait_s = wait_s
        self._held: OrderedDict[Group, _Held] = OrderedDict()

    async def of(
        self, group: Group, taught: MetricAnswers, make: Callable[[], Awaitable[DerivedAnswers]]
    ) -> DerivedAnswers | None:
        """Return what stands beside what is taught; None where it cannot be built or not in time."""
        held = self._held.get(group)
        if held is None or held.taught is not taught:
            task = asyncio.create_task(_logged(make))
            held = self._held[group] = _Held(taught, task, _still_good(held, taught))
            while len(self._held) > KEPT:
                self._held.popitem(last=False)
        self._held.move_to_end(group)
        if held.before is not None and not held.task.done():
            return held.before  # only values have aged
        try:
            return await asyncio.wait_for(asyncio.shield(held.task), self._wait_s)
        except (TimeoutError, WenshuError):
            return None

    async def close(self) -> None:
        """Stop what is being built."""
        for held in self._held.values():
            held.task.cancel()
        await asyncio.gather(*(one.task for one in self._held.values()), return_exceptions=True)


def _still_good(held: _Held | None, taught: MetricAnswers) -> DerivedAnswers | None:
    """Return what was built over the same definitions and tables."""
    if held is None or held.taught.catalog != taught.catalog:
        return None
    done = held.task.done() and not held.task.cancelled() and held.task.exception() is None
    return held.task.result() if done else held.before


async def _logged(make: Callable[[], Awaitable[DerivedAnswers]]) -> DerivedAnswers:
    try:
        return await make()
    except WenshuError as error:
        log.warning("nothing derived from the schema", extra={"code": error.code, "cause": str(error)})
        raise
