"""The channel of one key of the state: what was written last."""

from collections.abc import Sequence
from typing import Any, Self

from langgraph.channels import LastValue


class Latest(LastValue[Any]):
    """Keeps what was written last, also when two tools write the same key at once.

    LangGraph copies every channel for every edge it asks, 500 times a question; a channel with a reducer
    works out its type and an empty value each time, a twelfth of a question's time.
    """

    __slots__ = ()

    def copy(self) -> Self:
        """Return a channel that keeps the same value."""
        other = object.__new__(type(self))
        other.typ, other.key, other.value = self.typ, self.key, self.value
        return other

    def update(self, values: Sequence[Any]) -> bool:
        """Keep the last of what was written; say whether anything was."""
        if not values:
            return False
        self.value = values[-1]
        return True
