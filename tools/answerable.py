"""Which questions have an answer: their SQL is written without a model and passes the walls for this user."""

from collections.abc import AsyncIterator, Hashable, Iterable, Mapping, Sequence

from sqlglot import exp

from agent.context import Context
from answers.sentences.tree import shape_of
from database.trees import tree_of
from errors import WenshuError
from reasoning.reasoner import PastTurn
from understanding.asked import Asked
from understanding.rows.words import asks_for_things, asks_which, shows
from understanding.verdicts import NOT_MINE, Reading, of_pair


async def sql_without_model(question: str, context: Context) -> str | None:
    """Return the SQL a verified pair or the defined metrics give for a question with certainty, or None."""
    asked = context.asked(question)
    pair = of_pair(await context.reuse(asked), question)
    if pair.verdict == "certain":
        return pair.sql
    found = await or_rows(await context.metrics(asked) if context.metrics else NOT_MINE, asked, context)
    return found.sql if found.verdict == "certain" else None


async def or_rows(found: Reading, asked: Asked, context: Context) -> Reading:
    """Return a reading, or that of the rows of a table where no figure was named or none is read.

    Which things there are is rather the rows than one of several figures of them.
    """
    guessed = found.assumed in (("figure",), ("shape",)) or found.source == "derived"
    guessed = guessed or (len(found.alternatives) > 1 and asks_for_things(asked.question))
    vague = found.verdict == "candidate" and guessed
    if context.rows is None or (found.verdict != "not_mine" and not vague):
        return found
    rows = await context.rows(asked)
    passed_over = found.source == "derived" and "derived" not in found.assumed  # a word was left unread
    asks = rows.verdict == "candidate" and (not vague or passed_over)
    return rows if rows.verdict == "certain" or asks else found


async def rows_before(found: Reading, asked: Asked, context: Context) -> Reading:
    """Return the rows where a list is asked for and what was read gives their number or sum alone.

    Show me asks for a list where it is said which rows: show me complaints is rather how many there were.
    """
    if found.verdict != "certain" or found.source not in ("metric", "similar") or context.rows is None:
        return found
    which = asks_which(asked.question)
    if not (which or shows(asked.question)):
        return found
    shape = shape_of(found.sql, context.database.dialect)
    if shape is None or not shape.computes or (shape.grouped and (found.source != "similar" or shape.limit)):
        return found
    rows = await context.rows(asked)
    if rows.verdict != "certain":
        return found
    return rows if which or tree_of(rows.sql, context.database.dialect).find(exp.Where) else found


async def rows_edit(asked: Asked, previous: PastTurn | None, context: Context) -> Reading | None:
    """Return what a message makes of the list before it, where it goes on from one: sort by income."""
    if previous is None or previous.source not in ("rows", "derived") or context.rows is None:
        return None
    found = await context.rows(asked)
    edits = "edit" in found.assumed or (found.verdict == "certain" and found.asked != asked.question)
    return found if edits else None


async def is_answerable(question: str, context: Context, shape: Hashable = None) -> bool:
    """Tell whether a question's SQL is known, and guard, policy and schema let this user run it.

    Of several questions of one `shape` the first is tried: each would take a fifth of an answer's time.
    """
    key = (
        shape or question,
        context.connection,
        hash(context.database.spec),
        await context.knowledge.version(context.connection),
        context.database.schema.fingerprint(),
        context.rights.fingerprint(),
        context.today,
        context.figures is None or context.figures.reading(context.connection),
    )
    known = context.offers.get(key)
    if known is None:
        known = await _is_answerable(question, context)
        context.offers.put(key, known)
    return known


async def _is_answerable(question: str, context: Context) -> bool:
    try:
        sql = await sql_without_model(question, context)
        if sql is None:
            return False
        await context.database.approve(sql, context.rights, dry_run=False)
    except WenshuError:
        return False
    return True


async def answerable(
    questions: Iterable[str], context: Context, shapes: Mapping[str, Hashable] | None = None
) -> AsyncIterator[str]:
    """Yield those of the questions that have an answer, each once, checked only as they are wanted."""
    for question in dict.fromkeys(questions):
        if await is_answerable(question, context, (shapes or {}).get(question)):
            yield question


async def over_periods(question: str, context: Context) -> list[str]:
    """Return a question of all data over the usual periods that have an answer for this user."""
    if context.figures is None:
        return []
    who = (context.connection, context.rights, context.today, context.language)
    return [one async for one in answerable(await context.figures.over_periods(question, *who), context)]


async def over_metrics(near: str, most: int, context: Context, *, only_alike: bool = False) -> Sequence[str]:
    """Return questions over the defined metrics that have an answer for this user, or those alike alone."""
    if context.figures is None:
        return ()
    who = (context.connection, context.rights, context.today, context.language)
    return await context.figures.askable(near, most, *who, only_alike=only_alike)


async def one_meaning(readings: Sequence[str], context: Context) -> bool:
    """Tell whether all readings are known to give the same SQL: then there is nothing to ask."""
    written = [await sql_without_model(reading, context) for reading in readings]
    return None not in written and len(set(written)) == 1
