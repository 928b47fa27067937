"""An answer's SQL edited in its card: run under one's own rights, compared, offered as verified."""

from typing import Any

from answers.cells import plain, shown_rows
from answers.difference import Difference, difference
from appdb.turns import Turn
from appdb.users import User
from chat.composed import answer_of, rows_of
from config.wording import Language, say
from errors import AccessError, InputError, NotFoundError
from knowledge.items import KnowledgeItem
from services import services
from teaching.upkeep.pair_checks import try_pair

LONGEST_SQL = 20_000
ROWS_SHOWN = 200


async def run(turn: Turn | None, sql: str, yes: bool, person: User, language: Language) -> dict[str, Any]:
    """Run an edited statement through all walls and return its rows with what is other than the answer's.

    Raises the wall's error; one that asks first comes back as `confirm` with its sentence.
    """
    asked = _require(turn, sql, person)
    try:
        result = await services().sql.run(sql, person, asked.connection, confirmed=yes)
    except InputError as error:
        if error.code != "confirm_needed":
            raise
        return {"confirm": say("chat.edited.confirm", language, **error.params)}
    first = rows_of(asked, answer_of(asked))
    if first is None:
        raise NotFoundError("answer_gone")
    told = difference(
        [column["name"] for column in first.columns],
        [[plain(value) for value in row] for row in first.rows],
        [column.name for column in result.columns],
        [[plain(value) for value in row] for row in result.rows],
    )
    whole = len(first.rows) == first.row_count and not (result.truncated or first.truncated)
    return {
        "columns": [{"name": column.name, "type": column.type} for column in result.columns],
        "rows": shown_rows(result.rows[:ROWS_SHOWN]),
        "row_count": result.row_count,
        "truncated": result.truncated or result.row_count > ROWS_SHOWN,
        "difference": _told(told, language) if whole else say("chat.edited.not_compared", language),
        "new_rows": [place for place in told.new_rows if place < ROWS_SHOWN] if whole else [],
    }


async def offer(turn: Turn | None, sql: str, person: User, language: Language) -> dict[str, Any]:
    """Stage the question with an edited statement as a pair; who publishes decides."""
    asked = _require(turn, sql, person)
    if "train" not in services().access.features(person):
        raise AccessError("correction_denied")
    question = str((asked.answer or {}).get("question") or asked.question)
    rights = services().access.rights(person, asked.connection)
    await try_pair(question, sql, services().databases.get(asked.connection), rights)
    item = KnowledgeItem(
        id="",
        connection=asked.connection,
        kind="pair",
        title=question,
        content=sql.strip(),
        author=person.name,
        source="card",
    )
    staged = await services().knowledge.stage([item], asked.connection, person.name)
    return {"said": say(f"chat.edited.{'offered' if staged.added else 'offered_before'}", language)}


def _require(turn: Turn | None, sql: str, person: User) -> Turn:
    """Refuse who may not edit SQL, or has no such answer."""
    access = services().access
    if "edit_sql" not in access.features(person):
        raise AccessError("edit_sql_denied")
    if turn is None or not access.may_use(person, turn.connection):
        raise NotFoundError("answer_gone")
    if not sql.strip() or len(sql) > LONGEST_SQL:
        raise InputError("pair_too_long")
    return turn


def _told(found: Difference, language: Language) -> str:
    """Say in a sentence how the edited statement's rows differ from the answer's."""
    if found.is_none:
        return say("chat.edited.same", language, count=found.same)
    lines = [say("chat.edited.rows", language, same=found.same, gone=found.only_first, new=found.only_second)]
    comma = "、" if language == "zh" else ", "
    for key, names in (("columns_gone", found.columns_gone), ("columns_new", found.columns_new)):
        if names:
            lines.append(say(f"chat.edited.{key}", language, names=comma.join(names)))
    return ("" if language == "zh" else " ").join(lines)
