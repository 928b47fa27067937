"""Has a statement that reads too much written once more, where its form says what makes it dear."""

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from agent.context import Context
from agent.state import AgentState
from database.connections import ApprovedQuery
from database.dialects import Dialect
from database.trees import tree_of
from errors import CostError, WenshuError
from reasoning.prompting import fix_for
from reasoning.reasoner import SqlDraft, SqlFault
from tools.briefing import brief_for, drafted

_OFTEN = 3  # times that one table is read
_WORTH_IT = 0.8  # of the cost of the first
_log = logging.getLogger(__name__)


async def approve_cheaply(state: AgentState, context: Context) -> ApprovedQuery:
    """Return the statement as approved, or a cheaper one where the user would be asked about it or refused.

    Raises the wall's error of the first where no second takes its place.
    """
    first: ApprovedQuery | None = None
    refused: CostError | None = None
    try:
        first = await context.database.approve(
            state["sql"], context.rights, dry_run=context.settings.sql_dry_run
        )
        if first.confirm != "costly" or state.get("confirmed") == first.sql_hash:
            return first
    except CostError as error:
        refused = error
    cheaper = await _cheaper(state, context)
    worth = first is None or (cheaper is not None and _cost(cheaper) < _WORTH_IT * _cost(first))
    if cheaper is not None and (worth or not cheaper.confirm):
        return cheaper
    if first is None:
        assert refused is not None
        raise refused
    return first


async def _cheaper(state: AgentState, context: Context) -> ApprovedQuery | None:
    """Return what the writer makes of its own statement, told what is dear about it, or None."""
    generated = state.get("sql_source") == "generated" and context.care != "fast"
    hints = ", ".join(why_dear(state["sql"], context.database.dialect)) if generated else ""
    if not hints or state.get("confirmed"):
        return None
    fault = SqlFault(state["sql"], "cost", f"it would read too much: {hints}", fix=fix_for("cost"))
    try:
        brief = replace(await brief_for(state, context), faults=(fault,))
        draft = await drafted(brief, context)
        return (
            await context.database.approve(draft.sql, context.rights) if isinstance(draft, SqlDraft) else None
        )
    except WenshuError as error:
        _log.info("no_cheaper_statement", extra={"cause": repr(error)})
        return None


def _cost(approved: ApprovedQuery) -> float:
    estimate = approved.estimate
    return estimate.cost if estimate and estimate.cost is not None else float("inf")


def why_dear(sql: str, dialect: Dialect) -> Iterator[str]:
    """Yield what of a statement's form has the engine read the same rows again and again."""
    try:
        tree = tree_of(sql, dialect)
    except SqlglotError:
        return
    if any(_reaches_out(select) for select in tree.find_all(exp.Select) if _is_inner(select)):
        yield "a subquery is worked out anew for each row"
    joins = [one for one in tree.find_all(exp.Join) if isinstance(one.this, exp.Table)]
    if any(not one.args.get("using") and _is_keyless(one) for one in joins):
        yield "tables are joined without an equality"
    own = {one.alias for one in tree.find_all(exp.CTE)}
    read = Counter(one.name for one in tree.find_all(exp.Table) if one.name not in own)
    yield from (f"{name} is read {times} times" for name, times in read.items() if times >= _OFTEN)


def _is_inner(select: exp.Select) -> bool:
    """Tell a subquery among the columns or conditions of another."""
    around = select.parent
    source = isinstance(around, exp.Subquery) and isinstance(around.parent, exp.From | exp.Join)
    return select.parent_select is not None and not source and not isinstance(around, exp.CTE)


def _reaches_out(select: exp.Select) -> bool:
    """Tell one that names a column of the select around it."""
    own = {one.alias_or_name for one in select.find_all(exp.Table, exp.Subquery)}
    return any(one.table and one.table not in own for one in select.find_all(exp.Column))


def _is_keyless(join: exp.Join) -> bool:
    on = join.args.get("on")
    if on is not None:
        return on.find(exp.EQ) is None
    where = join.parent_select.args.get("where") if join.parent_select else None
    name = join.this.alias_or_name
    equal = where.find_all(exp.EQ) if where is not None else ()
    return not any(
        isinstance(one.left, exp.Column)
        and isinstance(one.right, exp.Column)
        and name in (one.left.table, one.right.table)
        for one in equal
    )
