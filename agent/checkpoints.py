"""The graph's memory in the app's database, written to under the turn's lease alone.

A process that was held up finds its turn answered by another. What it would still write would be the newest
checkpoint of its conversation, and the next question would go on from it.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_serializable_checkpoint_metadata,
)
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol

from appdb.lease import UNAWAITED, is_first_turn, lease_token
from appdb.pool import AppDatabase
from appdb.storable import jsonb
from errors import WenshuError

# Nobody can take the lease over until what is written with it has been committed.
_HELD = "SELECT 1 AS one FROM leases WHERE token = %s FOR SHARE"
# What the saver writes in six statements and a thread's hop, as one: a twentieth of a question's time.
_PUT = f"""
WITH held AS ({_HELD}), given AS (
    SELECT %s::text AS thread_id, %s::text AS checkpoint_ns, %s::text AS checkpoint_id,
        %s::text AS parent_checkpoint_id, %s::jsonb AS checkpoint, %s::jsonb AS metadata FROM held
), blobs AS (
    INSERT INTO checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
    SELECT thread_id, checkpoint_ns, told.* FROM given,
        unnest(%s::text[], %s::text[], %s::text[], %s::bytea[]) AS told (channel, version, type, blob)
    ON CONFLICT (thread_id, checkpoint_ns, channel, version) DO NOTHING
)
INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
SELECT * FROM given ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id)
DO UPDATE SET checkpoint = excluded.checkpoint, metadata = excluded.metadata
RETURNING checkpoint_id, {UNAWAITED}
"""


class FencedSaver(AsyncPostgresSaver):
    """Checkpoints that a process writes only while it holds the conversation's lease."""

    def __init__(self, database: AppDatabase, serde: SerializerProtocol | None = None) -> None:
        super().__init__(database.pool, serde=serde)
        self._database = database

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the newest checkpoint; where a conversation begins nobody has to look for one."""
        return None if is_first_turn.get() else await super().aget_tuple(config)

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint, or raise WenshuError `turn_elsewhere`; plain values stand in its own row."""
        token, place = lease_token.get(), config["configurable"]
        if token is None:
            return await super().aput(config, checkpoint, metadata, new_versions)
        thread, space, kept = place["thread_id"], place["checkpoint_ns"], checkpoint["id"]
        plain = {name: one for name, one in checkpoint["channel_values"].items() if _is_plain(one)}
        others = {n: one for n, one in checkpoint["channel_values"].items() if n not in plain}
        versions = {name: version for name, version in new_versions.items() if name in others}
        blobs = self._dump_blobs(thread, space, others, versions)
        row = await self._database.row(
            _PUT,
            *(token, thread, space, kept, place.get("checkpoint_id")),
            jsonb({**checkpoint, "channel_values": plain}),
            jsonb(get_serializable_checkpoint_metadata(config, metadata)),
            *([blob[at] for blob in blobs] for at in range(2, 6)),
        )
        if row is None:
            raise WenshuError("turn_elsewhere", phase="remember")
        return {"configurable": {"thread_id": thread, "checkpoint_ns": space, "checkpoint_id": kept}}

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what a task gave before its checkpoint, or raise WenshuError `turn_elsewhere`."""
        async with self._fenced() as saver:
            await saver.aput_writes(config, writes, task_id, task_path)

    @asynccontextmanager
    async def _fenced(self) -> AsyncIterator[AsyncPostgresSaver]:
        """Return who writes in one transaction with the look at the lease, in one trip and its end."""
        token = lease_token.get()
        async with (
            self._database.pool.connection() as connection,
            connection.pipeline(),
            connection.transaction(),
        ):
            if token is not None:
                looked = await connection.execute(_HELD, [token])
            yield AsyncPostgresSaver(connection, serde=self.serde)
            if token is not None and await looked.fetchone() is None:
                raise WenshuError("turn_elsewhere", phase="remember")


def _is_plain(value: object) -> bool:
    """Tell what JSON gives back as it was; eleven of a question's 17 rows of blobs were empty lists."""
    return value is None or isinstance(value, str | int | float | bool) or (value == [] or value == {})
