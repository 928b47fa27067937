"""Whether a sign-in still counts: not signed out of, and not older than its person's last change."""

from dataclasses import dataclass

from appdb.pool import AppDatabase
from appdb.storable import text

LONGEST_DAYS = 31  # no session lives longer (config/settings.py), so an older mark says nothing
# Whose session it is, where it still counts: nobody is shut out, its epoch and its program's token hold.
WHOSE = (
    "FROM people WHERE name = %s AND session_epoch = %s AND NOT disabled"
    " AND NOT EXISTS (SELECT 1 FROM ended_sessions WHERE id = %s)"
    " AND (%s = '' OR EXISTS (SELECT 1 FROM tokens JOIN people AS owners ON owners.name = owner"
    " WHERE tokens.id = %s AND revoked_at IS NULL AND expires_at > now() AND NOT owners.disabled))"
)


@dataclass(frozen=True)
class Session:
    """One sign-in, as its signed token tells it; `made_with` names the token of a program that opened it."""

    name: str
    epoch: int
    id: str
    made_with: str = ""


def values_of(session: Session) -> tuple[str | int | None, ...]:
    """Return what stands in the places of `WHOSE`."""
    made_with = text(session.made_with)
    return text(session.name), session.epoch, text(session.id), made_with, made_with


class SessionStore:
    """Which sessions are over before their time."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def is_open(self, session: Session) -> bool:
        """Tell whether a session still counts."""
        return await self._database.row(f"SELECT 1 AS one {WHOSE}", *values_of(session)) is not None

    async def end(self, session: Session) -> None:
        """End one session, wherever its token was copied to; forget marks that no token outlives."""
        await self._database.run(
            "WITH old AS (DELETE FROM ended_sessions WHERE ended_at < now() - make_interval(days => %s))"
            " INSERT INTO ended_sessions (id) VALUES (%s) ON CONFLICT DO NOTHING",
            LONGEST_DAYS,
            text(session.id),
        )
