"""Rows that a model's LIMIT cut off though they tie with the last it kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from agent.context import Context
from agent.state import AgentState
from answers.sentences.tree import column_of, source_of, unwrapped
from database.connections import ApprovedQuery
from database.first_rows import FirstRows, first_rows
from database.result import QueryResult
from database.schema import Schema
from database.trees import tree_of
from tools.beside import in_time
from tools.further import read_further

PATIENCE_S = 5.0  # for the look; without it the rows stand as they were written
MOST_ASKED = 50  # of a longer list nobody reads who is just behind it
MOST_TIES = 20  # that are listed beside those asked for; of more it is said that they are there


@dataclass(frozen=True)
class Tied:
    """The statement that keeps the ties, with its rows; without it at least so many are left out."""

    approved: ApprovedQuery | None = None
    result: QueryResult | None = None
    left_out: int = 0


async def ties_of(
    state: AgentState, context: Context, approved: ApprovedQuery, result: QueryResult
) -> Tied | None:
    """Return what ties with the last row of a statement's first so many, or None where nothing does."""
    if state.get("sql_source") != "generated" or result.truncated:
        return None
    dialect = context.database.dialect
    first = first_rows(approved.sql, dialect)
    if first is None or first.number != result.row_count or not 0 < first.number <= MOST_ASKED:
        return None
    keys = _Keys(first, tree_of(approved.sql, dialect), context.database.schema, result).measured()
    if not keys:
        return None
    async with in_time("ties", context, PATIENCE_S):
        if dialect.name == "postgres":
            return await _with_ties(first, len(keys), context)
        return await _beyond(first, keys, result, context)
    return None


async def _with_ties(first: FirstRows, keys: int, context: Context) -> Tied | None:
    """Read with FETCH FIRST … WITH TIES, which says itself what it keeps."""
    approved, result = await read_further(
        first.with_ties(keys), context, "ties", max_rows=first.number + MOST_TIES
    )
    if result.truncated:
        return Tied(left_out=MOST_TIES + 1)
    return Tied(approved, result) if result.row_count > first.number else None


async def _beyond(
    first: FirstRows, keys: Sequence[int | None], shown: QueryResult, context: Context
) -> Tied | None:
    """Look at the rows behind the last, and keep as many as have its figures."""
    places = [at for at in keys if at is not None]
    if len(places) < len(keys):
        return None
    _, found = await read_further(first.of(first.number + MOST_TIES + 1), context, "ties")
    last = [shown.rows[-1][at] for at in places]
    behind = found.rows[first.number :]
    many = next((n for n, row in enumerate(behind) if [row[at] for at in places] != last), len(behind))
    if not many or None in last:
        return None
    if many > MOST_TIES:
        return Tied(left_out=many)
    return Tied(*await read_further(first.of(first.number + many), context, "ties"))


@dataclass(frozen=True)
class _Keys:
    """What rows are ordered by: figures, behind which names or keys only settle who stands where."""

    first: FirstRows
    tree: exp.Expr
    schema: Schema
    result: QueryResult

    def measured(self) -> list[int | None]:
        """Return the columns of the figures that come first, None for one that is not shown."""
        found: list[int | None] = []
        for part in self.first.keys:
            node = part.this if isinstance(part, exp.Ordered) else part
            at = column_of(node, [one.alias_or_name for one in self._shown], self._cores)
            at = next(self._worked_out_of(node, at), at)
            if not self._is_figure(node if at is None else self._cores[at], at):
                break
            found.append(at)
        return found

    def _worked_out_of(self, node: exp.Expr, at: int | None) -> Iterator[int]:
        """Yield the shown number of days between a day that rows are ordered by and one that is given."""
        day = node if at is None else self._cores[at]
        for place, core in enumerate(self._cores):
            taken = core.find(exp.AggFunc, exp.Window, exp.Extract, exp.Case)
            spans = isinstance(core, exp.Sub | exp.DateDiff) and isinstance(day, exp.Column) and not taken
            if spans and [one.sql() for one in core.find_all(exp.Column)] == [day.sql()]:
                yield from (place,) if self._are_numbers(place) else ()

    @property
    def _shown(self) -> list[exp.Expr]:
        return list(self.tree.expressions)

    @property
    def _cores(self) -> list[exp.Expr]:
        return [unwrapped(one.unalias()) for one in self._shown]

    def _is_figure(self, node: exp.Expr, at: int | None) -> bool:
        """Tell a figure: computed of several rows, or a number that is no key, group or part of a day."""
        core = source_of(node)
        if core.find(exp.AggFunc, exp.Window):
            return not isinstance(core, exp.Min | exp.Max) or self._are_numbers(at)
        if self.tree.args.get("group") or core.find(exp.Extract) or at is None or self._is_key(core):
            return False
        return self._are_numbers(at)

    def _are_numbers(self, at: int | None) -> bool:
        if at is None or len(self.result.columns) != len(self._shown):
            return False
        values = [row[at] for row in self.result.rows]
        return all(isinstance(one, int | float) and not isinstance(one, bool) for one in values)

    def _is_key(self, core: exp.Expr) -> bool:
        name = core.name.lower() if isinstance(core, exp.Column) else ""
        tables = [self.schema.table(one.name) for one in self.tree.find_all(exp.Table)]
        return any(name in map(str.lower, one.primary_key) for one in tables if one is not None)
