"""Places that all processes share: so many of a kind for each name, each taken for a while at most.

A place is free again when its time is over, whatever became of who took it; so a killed process holds none.
"""

from appdb.lease import UNAWAITED
from appdb.pool import AppDatabase
from appdb.storable import text


class Places:
    """The places of every kind and name."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def take(self, kind: str, who: str, most: int, seconds: float) -> int | None:
        """Take one of `most` places for so many seconds; return what frees it, or None where none is free."""
        while True:
            row = await self._database.row(_TAKE, kind, text(who), most, seconds)
            assert row is not None
            token: int | None = row["token"]
            if token is not None or not row["was_free"]:
                return token

    async def free(self, token: int) -> None:
        """Give a place back before its time is over."""
        await self._database.run(f"DELETE FROM places WHERE token = %s RETURNING {UNAWAITED}", token)

    async def sweep(self) -> None:
        """Remove the places whose time is over."""
        await self._database.run("DELETE FROM places WHERE taken_until <= clock_timestamp()")


# Of two who see the same place free at once the second waits for the first, changes nothing and looks again.
_TAKE = f"""
WITH given AS (
    SELECT %s::text AS kind, %s::text AS who, %s::int AS most, make_interval(secs => %s) AS time
), free AS (
    SELECT kind, who, numbers.number, time FROM given, generate_series(1, most) AS numbers(number)
    WHERE NOT EXISTS (
        SELECT 1 FROM places
        WHERE places.kind = given.kind AND places.who = given.who AND places.number = numbers.number
          AND taken_until > clock_timestamp())
    ORDER BY random() LIMIT 1
), taken AS (
    INSERT INTO places (kind, who, number, taken_until)
    SELECT kind, who, number, clock_timestamp() + time FROM free
    ON CONFLICT (kind, who, number) DO UPDATE
    SET token = excluded.token, taken_until = excluded.taken_until
    WHERE places.taken_until <= clock_timestamp()
    RETURNING token, {UNAWAITED}
)
SELECT (SELECT token FROM taken) AS token, EXISTS (SELECT 1 FROM free) AS was_free
"""
