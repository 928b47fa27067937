"""One version of a connection's knowledge to read from, for a test that nobody else may notice."""

from collections.abc import Sequence

from config.settings import Settings
from knowledge.items import KnowledgeItem, Linked
from knowledge.records import Staged
from knowledge.snapshot import Snapshot
from knowledge.view import FindKeys, FindNotes, FindValues, KnowledgeView


class PinnedKnowledge(KnowledgeView):
    """Reads one version, whatever is published meanwhile; None stands for a connection taught nothing."""

    def __init__(self, settings: Settings, connection: str, snapshot: Snapshot | None) -> None:
        super().__init__(settings)
        self._connection = connection
        self._snapshot = snapshot

    def find_with(self, find_values: FindValues, find_notes: FindNotes, find_keys: FindKeys) -> None:
        """Link values, notes and inferred keys; what finds them reads this version too and comes second."""
        self._find_values, self._find_notes, self._find_keys = find_values, find_notes, find_keys

    async def snapshot(self, connection: str) -> Snapshot | None:
        """Return the version, for the connection it is of."""
        return self._snapshot if connection == self._connection else None

    def in_memory(self, connection: str) -> Snapshot | None:
        """Return the version, for the connection it is of."""
        return self._snapshot if connection == self._connection else None

    async def version(self, connection: str) -> int:
        """Return its number."""
        snapshot = await self.snapshot(connection)
        return snapshot.version if snapshot else 0

    async def stage(self, items: Sequence[KnowledgeItem], connection: str, author: str) -> Staged:
        """Teach nothing: a test that says "remember …" must leave no trace."""
        return Staged()

    def _given(self, connection: str, linked: Linked) -> None:
        """Count nothing: what a test retrieves is no use of it."""
