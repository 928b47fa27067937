"""Takes the looks that an analyst asks for beside an analysis: SQL, metrics, or one more analysis."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlglot import exp, parse_one

from agent.context import Context
from analysis.given import analysis_given
from analysis.words import worded
from answers.scopes import Basis
from config.wording import say_error
from database.dialects import Dialect
from database.result import QueryResult
from errors import WenshuError
from query.plan.compose import compose
from reasoning.analyst import MOST_LOOKS, LookWanted
from tools.analysing import carry_out
from tools.further import read_further
from tools.look_bases import bases_of_query, bases_of_statement, runs_beside_goals
from tools.meaning import by_names
from understanding.metric.desk import MetricDesk
from understanding.metric.exchange import why_refused
from understanding.readings import MetricHit

_log = logging.getLogger(__name__)
_BROKEN = "this breaks a rule of the metrics; ask otherwise, or in SQL"
_ONE_ANALYSIS = "one analysis at a time; ask for figures"
_GROWTH_OF_RATES = (
    "growth of a rate is in percent of it; its change in points is the difference of both figures"
)
_PARTLY_READ = "not all of this analysis could be read; ask for figures"
_PURPOSE = "analysis_further"
_NO_FORM = "this is neither a METRIC line nor one SELECT"


@dataclass(frozen=True)
class Looked:
    """What one look came to: its rows, the sentences of an analysis, and every statement with its line.

    `notes` say how metrics were read, `fault` why nothing was. `constant` are the places of columns that the
    statement itself writes: they come from no row; `bases` say on which basis columns are. `runs` of figures
    of a time that is not over beside the targets of all of it.
    """

    label: str
    result: QueryResult | None = None
    statements: tuple[str, ...] = ()
    sql: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    constant: frozenset[int] = frozenset()
    by_model: bool = False
    fault: str = ""
    runs: bool = False
    bases: Mapping[int, Basis] = field(default_factory=dict)


async def take_looks(
    wanted: Sequence[LookWanted], desk: MetricDesk, context: Context, question: str, *, fresh: bool = False
) -> tuple[Looked, ...]:
    """Read each look through the one door: figures side by side, then one more analysis at most."""
    at_once = asyncio.Semaphore(context.settings.max_queries_per_user)
    taken: dict[int, Looked] = {}

    async def one(at: int, look: LookWanted) -> None:
        async with at_once:
            try:
                taken[at] = await _taken(look, desk, context, question, fresh)
            except WenshuError as error:
                taken[at] = Looked(look.label, fault=error.detail or say_error(error, "en"))
            except Exception:  # years beyond a calendar, and whatever else a model thinks of
                _log.exception("look_failed")
                taken[at] = Looked(look.label, fault=_BROKEN)

    further = [at for at, look in enumerate(wanted) if look.query.get("analysis")]
    await asyncio.gather(*(one(at, look) for at, look in enumerate(wanted) if at not in further))
    for at in further[:1]:
        await one(at, wanted[at])
    return tuple(taken.get(at) or Looked(look.label, fault=_ONE_ANALYSIS) for at, look in enumerate(wanted))


def of_rates(hit: MetricHit, desk: MetricDesk) -> tuple[str, ...]:
    """Return that a rate's growth is no change in points, where one is compared: -2.66 % was told as such."""
    rates = (desk.catalog.metrics[name].unit_zh == "%" for name in hit.query.metrics)
    return (_GROWTH_OF_RATES,) if hit.query.compared is not None and any(rates) else ()


async def _taken(look: LookWanted, desk: MetricDesk, context: Context, question: str, fresh: bool) -> Looked:
    if not (look.sql or look.query):
        return Looked(look.label, fault=_NO_FORM)
    if look.query.get("analysis"):
        return await _analysed(look, desk, context, question, fresh)
    hit = None if look.sql else await _composed(look, context)
    if not (look.sql or hit):
        why = why_refused(look.query, desk.answers.reader, desk.today, desk.allowed)
        return Looked(look.label, fault=f"{why}; ask otherwise, or in SQL" if why else _BROKEN)
    sql = _exactly(hit, desk, context) if hit else look.sql
    before = sum(one.purpose != _PURPOSE for one in context.desk.further)
    most = before + MOST_LOOKS * context.settings.analysis_rounds  # what an analysis took leaves looks theirs
    _, result = await read_further(
        sql, context, _PURPOSE, question=question, fresh=fresh, most=most, unasked=not hit
    )
    runs = await asyncio.to_thread(runs_beside_goals, sql, result, context)
    if hit:
        notes = (*hit.interpretation, *of_rates(hit, desk))
        bases = bases_of_query(hit.query, result, desk)
        return Looked(look.label, result, sql=((look.label, sql),), notes=notes, bases=bases, runs=runs)
    written = await asyncio.to_thread(_written_in, sql, context.database.dialect)
    named = await by_names(result, sql, context)
    bases = bases_of_statement(look.label, sql, result, desk.catalog, context.database.dialect)
    statement = ((look.label, sql),)
    return Looked(look.label, named, sql=statement, constant=written, by_model=True, runs=runs, bases=bases)


def _written_in(sql: str, dialect: Dialect) -> frozenset[int]:
    """Return the places of columns for which a statement has a constant, in any of its parts."""
    tree = parse_one(sql, dialect=dialect.sqlglot_name)
    return frozenset(
        at
        for part in tree.find_all(exp.Select)
        if part.parent_select is None
        for at, one in enumerate(part.selects)
        if one.find(exp.Column, exp.AggFunc, exp.Star, exp.Select) is None
    )


def _exactly(hit: MetricHit, desk: MetricDesk, context: Context) -> str:
    """Return the statement without rounding: 101.246 % rounded to 101.25 would be told as 101.3."""
    if hit.derived:
        return hit.sql  # of figures that another catalog holds
    return compose(hit.query, desk.catalog, context.database.dialect, desk.language, desk.today, exact=True)


async def _composed(look: LookWanted, context: Context) -> MetricHit | None:
    if context.figures is None:
        return None
    return await context.figures.composed(
        look.query, look.label, context.connection, context.rights, context.today, context.language
    )


async def _analysed(
    look: LookWanted, desk: MetricDesk, context: Context, question: str, fresh: bool
) -> Looked:
    """Carry one more analysis out with statements of its own; nothing is concluded from a part of it."""
    asked = analysis_given(look.query, look.label, desk)
    if asked is None:
        return Looked(look.label, fault=_BROKEN)
    done = await carry_out(asked, desk, context, question, fresh=fresh, beyond=len(context.desk.further))
    if any(not one.detail for one in done.missed):
        return Looked(look.label, fault=_PARTLY_READ)
    if done.outcome.declined is not None:
        return Looked(look.label, fault=worded(done.outcome.declined, desk.catalog, "en"))
    told = (*done.outcome.statements, *done.outcome.cautions)
    return Looked(
        look.label,
        done.outcome.result,
        tuple(worded(one, desk.catalog, context.language) for one in told),
        tuple(done.statements(desk)),
    )
