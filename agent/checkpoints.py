"""The graph's memory in the app's database, written to under the turn's lease alone.

A process that was held up finds its turn answered by another. What it would still write would be the newest
checkpoint of its conversation, and the next question would go on from it.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol

from appdb.lease import is_first_turn, lease_token
from appdb.pool import AppDatabase
from errors import WenshuError

# Nobody can take the lease over until what is written with it has been committed.
_HELD = "SELECT 1 AS one FROM leases WHERE token = %s FOR SHARE"


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
        """Write a checkpoint, or raise WenshuError `turn_elsewhere`."""
        async with self._fenced() as saver:
            return await saver.aput(config, checkpoint, metadata, new_versions)

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
