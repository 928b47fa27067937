"""The channels of the state: what was written last, whole or key by key, and what was said in its order."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, Self

from langchain_core.messages import AnyMessage, RemoveMessage
from langgraph.channels import LastValue
from langgraph.graph.message import REMOVE_ALL_MESSAGES


class Latest(LastValue[Any]):
    """Keeps what was written last, also when two tools write the same key at once.

    LangGraph copies every channel for every edge it asks; a channel with a reducer works out its type and an
    empty value each time.
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


class Merged(Latest):
    """Keeps of each key what was written last."""

    __slots__ = ()

    def update(self, values: Sequence[Any]) -> bool:
        """Keep what was written beside what was there; say whether anything was."""
        before = self.value if self.is_available() else {}
        return super().update([reduce(or_, values, before)] if values else [])


def anew(*messages: AnyMessage) -> list[Any]:
    """Return these messages as what is written in place of all before."""
    return [RemoveMessage(REMOVE_ALL_MESSAGES), *messages]


def said(before: Sequence[AnyMessage], further: Sequence[AnyMessage]) -> list[AnyMessage]:
    """Return all that was said once this was written."""
    if further and isinstance(further[0], RemoveMessage):
        return list(further[1:])
    return [*before, *further]


class Said(Latest):
    """Keeps messages, each behind those before it, where LangGraph's own would look for each by a number."""

    __slots__ = ()

    def update(self, values: Sequence[Any]) -> bool:
        """Keep what was said behind what was there, or in its place; say whether anything was."""
        before = self.value if self.is_available() else []
        return super().update([reduce(said, values, before)] if values else [])
