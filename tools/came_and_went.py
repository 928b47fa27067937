"""Who opened or closed: of late, also inside the place an analysis is of, or as a question names it."""

import asyncio
import datetime as dt
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.context import Context
from analysis.asked import says
from analysis.openings import Openings, lately, openings_look, openings_of
from analysis.outcome import Read
from errors import WenshuError
from knowledge.items import LinkedValue
from language.calendar import add_months, days
from query.metric_query import Filter
from tools.looking import read_looks
from understanding.metric.desk import MetricDesk

_log = logging.getLogger(__name__)
_MOST_NEW = 12  # of a chain whose shops come and go nothing is named
_PATIENCE_S = 2.0
_A_YEAR = 12  # months


async def came_and_went(
    read: Mapping[str, Read], desk: MetricDesk, context: Context, question: str
) -> tuple[str, ...]:
    """Return who is new or closed: a growth that holds one of them is not growth of the others.

    Of one place that is what opened or closed inside it, before all others of its kind.
    """
    metrics = [
        one for look in read.values() for one in look.look.query.metrics if one in desk.catalog.metrics
    ]
    if not metrics:
        return ()
    if (known := openings_of(read)) is not None:
        return _lines(known, metrics[:1], desk)
    lines: tuple[str, ...] = ()
    for filters in dict.fromkeys((_place_of(read, metrics[0]), ())):
        found = await _openings(metrics[:1], filters, desk, context, question)
        lines += _lines(found, metrics[:1], desk) if found else ()
    return tuple(dict.fromkeys(lines))


async def opened_as_named(question: str, values: Sequence[LinkedValue], context: Context) -> tuple[str, ...]:
    """Return since when those are there, or no longer, whose opening or closing a question names, in days.

    There are none where it names no opening or nobody by name, where theirs lies before the data, or where
    these cannot be read in time.
    """
    opens, closes = (says("opening", part, question) for part in ("opens", "closes"))
    if context.figures is None or not values or not (opens or closes):
        return ()
    try:
        async with asyncio.timeout(_PATIENCE_S):
            desk = await context.figures.desk(
                context.connection, context.rights, context.today, context.language
            )
            lead = list(desk.catalog.scorecard or desk.catalog.metrics)[:1] if desk else []
            found = await _openings(lead, (), desk, context, question) if desk and lead else None
    except (WenshuError, TimeoutError) as error:
        _log.info("openings_not_read", extra={"cause": repr(error)})
        return ()
    if not found or desk is None:
        return ()
    named = lately(found, lead, desk).among({one.value for one in values})
    told = [(f"since {one.name} opened", one.day) for one in named.every if opens]
    told += [
        (f"since {one.name} closed", one.ended + days(1)) for one in named.closed if closes and one.ended
    ]
    return tuple(_since(what, day) for what, day in told)


def _since(what: str, day: dt.date) -> str:
    return f"{what}: >= '{day}'; the year before from '{add_months(day, -_A_YEAR)}' on"


def _place_of(read: Mapping[str, Read], metric: str) -> tuple[Filter, ...]:
    """Return to whom the looks at a figure are kept."""
    kept = (one.look.query.filters for one in read.values() if metric in one.look.query.metrics)
    return tuple(one for one in next(kept, ()) if not one.negated)


async def _openings(
    metrics: Sequence[str], filters: tuple[Filter, ...], desk: MetricDesk, context: Context, question: str
) -> Openings | None:
    look = openings_look(metrics, filters, desk)
    if look is None or (filters and not look.query.filters):
        return None
    wanted, beyond = [replace(look, needed=False)], len(context.desk.further)
    return openings_of(await read_looks(wanted, desk, context, question, beyond=beyond))


def _lines(found: Openings, metrics: Sequence[str], desk: MetricDesk) -> tuple[str, ...]:
    lines = lately(found, metrics, desk).listed()
    return lines if len(lines) <= _MOST_NEW else ()
