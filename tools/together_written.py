"""Two sources asked together by a model: a statement for each, and one that joins their rows."""

import dataclasses
from collections.abc import Awaitable, Sequence

from agent.recovery import classify, strategy_for
from agent.state import AgentState
from analysis.outcome import Said
from analysis.together import joining
from analysis.together.findings import Answered, Part
from analysis.together.joining import Headed
from config.wording import say_error
from database.result import QueryResult
from errors import DatabaseError, WenshuError
from reasoning.joining import JoinBrief, JoinDraft, Joiner
from reasoning.prompting import fix_for
from reasoning.reasoner import Brief, SqlFault
from tools.briefing import brief_for, past_turns
from tools.sides import Source, read_part
from tools.together import join

TRIES = 2  # a statement that an engine or a wall refuses is written once more
_PURPOSES = ("together_first", "together_second")


async def written(state: AgentState, sources: tuple[Source, Source]) -> Answered | None:
    """Return what a model's statements come to; None where no model is there, or it gives none.

    Each runs behind the same walls as one written by rule. Raises what a wall or an engine says of the last
    try.
    """
    context = sources[0].context
    if not isinstance(context.reasoner, Joiner):
        return None
    brief = await _brief(state, sources)
    for tried in range(1, TRIES + 1):
        context.desk.sql_calls += 1
        draft = await context.reasoner.write_joined(brief)
        if draft is None:
            return None
        try:
            return await _carried_out(draft, sources, brief)
        except _PartError as failed:
            if tried == TRIES or not strategy_for(classify(failed.error)).fixable:
                raise failed.error from failed
            brief = dataclasses.replace(brief, faults=(_fault(failed),))
    return None


class _PartError(Exception):
    """One of the statements failed: which, and with what."""

    def __init__(self, sql: str, error: WenshuError) -> None:
        super().__init__(error.code)
        self.sql, self.error = sql, error


async def _brief(state: AgentState, sources: tuple[Source, Source]) -> JoinBrief:
    context = sources[0].context
    first, second = joining.tables([one.title for one in sources])
    return JoinBrief(
        question=state["question"],
        language=context.language,
        today=context.today.isoformat(),
        titles=(sources[0].title, sources[1].title),
        tables=(first, second),
        sources=(await _known(state, sources[0]), await _known(state, sources[1])),
        most_rows=context.settings.join_rows,
        history=past_turns(state),
    )


async def _known(state: AgentState, source: Source) -> Brief:
    """Return what is linked to the question at a source; the desk's own is of the question's connection."""
    desk = dataclasses.replace(source.context.desk, linked=None)
    return await brief_for(state, dataclasses.replace(source.context, desk=desk))


async def _carried_out(draft: JoinDraft, sources: Sequence[Source], brief: JoinBrief) -> Answered:
    results = [
        await _tried(read_part(sql, source, purpose), sql)
        for sql, source, purpose in zip(draft.parts, sources, _PURPOSES, strict=True)
    ]
    parts = tuple(
        Part(source.title, Headed(table, ()), sql, result)
        for source, table, sql, result in zip(sources, brief.tables, draft.parts, results, strict=True)
    )
    result = await _tried(join(draft.joined, parts, sources[0].context), draft.joined)
    names = {"first": parts[0].title, "other": parts[1].title}
    reading = (Said("together.read", names), Said("together.by_model", {}))
    return Answered(parts, draft.joined, result, (_told(result, names),), (), reading, (), result)


def _told(result: QueryResult, names: dict[str, str]) -> Said:
    """Return what there is to say of rows whose meaning only a model knows."""
    if result.row_count == 1 and len(result.columns) == 1:
        return Said("together.one_cell", {"column": result.columns[0].name, "value": result.rows[0][0]})
    return Said("together.rows", {"count": result.row_count, **names})


async def _tried(work: Awaitable[QueryResult], sql: str) -> QueryResult:
    try:
        return await work
    except WenshuError as error:
        raise _PartError(sql, error) from error


def _fault(failed: _PartError) -> SqlFault:
    error, error_class = failed.error, classify(failed.error)
    hint, near = (error.hint, error.near) if isinstance(error, DatabaseError) else ("", "")
    words = error.detail or say_error(error, "en")
    return SqlFault(failed.sql, error_class, words, hint, near, fix_for(strategy_for(error_class).fix))
