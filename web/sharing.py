"""Links of answers: given away by their owner, opened by whoever sees the same data, else refused."""

from agent.events import Answer
from agent.turns import last_of
from appdb.shared import Shared, SharedAnswers
from appdb.turns import Turn
from appdb.users import User
from database.rights import Rights
from errors import AccessError, InputError, NotFoundError, WenshuError
from services import services


def link_of(turn: str) -> str:
    """Return the path of an answer's page."""
    return f"/answers/{turn}"


async def share(turn: Turn, owner: User) -> str:
    """Share one's own answer and return its path.

    It must have been computed under the rights its owner has now: others are held against those. Raises
    InputError where that cannot be known any more, AccessError where the database is closed to the owner.
    """
    if turn.owner != owner.name or turn.answer is None or turn.status != "done":
        raise NotFoundError("answer_gone")
    if last_of(turn).answer.beside:
        raise InputError("answer_of_two_sources")  # whoever opens it would have to have both
    mark = services().access.rights(owner, turn.connection).fingerprint()
    if not await _was_computed_under(mark, turn):
        raise InputError("answer_rights_changed")
    await SharedAnswers(services().app_database).share(Shared(turn.id, owner.name, mark))
    detail = {"turn": turn.id}
    await services().audit.write(
        who=owner.name, act="answer.share", connection=turn.connection, detail=detail
    )
    return link_of(turn.id)


async def opened(ident: str, reader: User) -> tuple[Turn, Answer]:
    """Return an answer for its owner, or for whoever may see it; raise AccessError or NotFoundError."""
    turn = await services().turns.get(ident)
    if turn.status == "running" or turn.answer is None:
        raise NotFoundError("turn_unknown")
    rights = services().access.rights(reader, turn.connection) if turn.connection else None
    if turn.owner == reader.name:
        return turn, last_of(turn).answer
    shared = await SharedAnswers(services().app_database).find(ident)
    if shared is None:
        raise AccessError("answer_not_shared", owner=turn.owner)
    if rights is None or not (rights.fingerprint() == shared.rights or sees_everything(rights)):
        raise AccessError("answer_rights", owner=turn.owner)
    detail = {"turn": turn.id, "of": turn.owner}
    await services().audit.write(
        who=reader.name, act="answer.open", connection=turn.connection, detail=detail
    )
    return turn, last_of(turn).answer


def sees_everything(rights: Rights) -> bool:
    """Tell whether nothing of a database is kept from these rights."""
    taken = (rights.denied_tables, rights.denied_columns, rights.row_policies, rights.masks)
    return rights.tables == ("*",) and not any(taken)


async def _was_computed_under(mark: str, turn: Turn) -> bool:
    """Tell whether an answer's rows, or else its trace, are known to be of these rights."""
    result = (turn.answer or {}).get("result_id")
    try:
        if result:
            await services().results.load(result, turn.owner, [mark])
            return True
        return (await services().traces.get(turn.id)).rights == mark
    except WenshuError:
        return False
