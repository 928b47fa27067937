"""Answers whose link was given away, each with the mark of the rights it was computed under."""

from dataclasses import dataclass

from appdb.pool import AppDatabase
from appdb.storable import text


@dataclass(frozen=True)
class Shared:
    """A shared answer."""

    turn: str
    owner: str
    rights: str


class SharedAnswers:
    """All shared answers; one goes with its conversation."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def share(self, shared: Shared) -> None:
        """Share an answer, or share it anew."""
        await self._database.run(
            "INSERT INTO shared_answers (turn, owner, rights) VALUES (%s, %s, %s)"
            " ON CONFLICT (turn) DO UPDATE SET rights = excluded.rights, shared_at = now()",
            shared.turn,
            text(shared.owner),
            shared.rights,
        )

    async def find(self, turn: str) -> Shared | None:
        """Return a shared answer, or None where it was not shared."""
        row = await self._database.row(
            "SELECT turn, owner, rights FROM shared_answers WHERE turn = %s", text(turn)
        )
        return Shared(**row) if row else None
