"""Verdicts on answers: each goes to the review queue, a corrected SQL after its checks."""

from collections.abc import Sequence
from typing import Any

from appdb.turns import Turn
from appdb.users import User
from chat.cards import words
from config.wording import Language, say, say_error
from errors import AccessError, InputError, NotFoundError, WenshuError
from services import services
from teaching.upkeep.pair_checks import try_pair
from teaching.upkeep.review import REASONS, Submission

LONGEST_SQL = 20_000
GOOD, BAD = 1, 0


def dialog(person: User, language: Language) -> dict[str, Any]:
    """Return what the dialog under a thumb asks."""
    return {
        "reasons": [{"name": name, "label": say(f"chat.verdict.{name}", language)} for name in REASONS],
        "words": words("verdict", language),
        "correct": "train" in services().access.features(person),
    }


async def turn_of(ident: str | None, person: User) -> Turn | None:
    """Return a person's own turn, or None where it is gone or another's."""
    try:
        turn = await services().turns.get(ident) if ident else None
    except NotFoundError:
        return None
    return turn if turn and turn.owner == person.name else None


async def require_good(sql: str, turn: Turn | None, person: User, language: Language) -> None:
    """Refuse a corrected SQL that this person may not give, or that guard, policy or EXPLAIN refuse."""
    access = services().access
    if "train" not in access.features(person):
        raise AccessError("correction_denied")
    if turn is None or not access.may_use(person, turn.connection):
        raise NotFoundError("answer_gone")
    try:
        if len(sql) > LONGEST_SQL:
            raise InputError("pair_too_long")
        database = services().databases.get(turn.connection)
        await try_pair(turn.question, sql, database, access.rights(person, turn.connection))
    except WenshuError as error:
        reason = error.detail or say_error(error, language)
        raise InputError("correction_refused", reason=reason[:300]) from error


async def submit(
    step: str, turn: Turn, person: User, value: int, comment: str, reasons: Sequence[str], sql: str
) -> None:
    """Put a verdict into the queue: a good one where there is a pair to gain, a bad one always."""
    answer = turn.answer or {}
    if services().databases.owner(turn.connection):
        return  # nobody else sees what somebody asks of their own file
    if value == GOOD and (answer.get("source") == "verified" or not answer.get("sql")):
        await withdraw(step, person)
        return
    await services().reviews.submit(
        Submission(
            kind="up" if value == GOOD else "down",
            subject=_subject(step),
            connection=turn.connection,
            author=person.name,
            question=str(answer.get("question") or turn.question),
            sql=str(answer.get("sql") or ""),
            answer=str(answer.get("answer") or ""),
            reasons=[reason for reason in REASONS if reason in reasons] if value == BAD else (),
            comment=comment,
            correction=sql,
            asked_at=turn.started_at,
        )
    )


async def withdraw(step: str, person: User) -> None:
    """Take a verdict out of the queue, where nobody has decided on it."""
    await services().reviews.withdraw(_subject(step), person.name)


def _subject(step: str) -> str:
    return f"answer {step}"
