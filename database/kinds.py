"""A tree's nodes, told by kind without a look at each of them: every wall asks for a few of hundreds."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TypeVar, cast

from sqlglot import exp

Kind = TypeVar("Kind", bound=exp.Expr)


class Nodes(tuple[exp.Expr, ...]):
    """All nodes of a tree, in the order they were walked."""

    @cached_property
    def by_kind(self) -> dict[type, list[exp.Expr]]:
        """Return the nodes of each class that occurs."""
        found: dict[type, list[exp.Expr]] = {kind: [] for kind in map(type, self)}
        for node in self:
            found[type(node)] += (node,)
        return found

    def of(self, *wanted: type[Kind]) -> Sequence[Kind]:
        """Return the nodes of these classes and of those below them, in their order."""
        kinds = [kind for kind in self.by_kind if _is_below(kind, wanted)]
        if len(kinds) == 1:
            return cast(Sequence[Kind], self.by_kind[kinds[0]])
        return [cast(Kind, node) for node in self if type(node) in kinds] if kinds else ()


@lru_cache(maxsize=4096)
def _is_below(kind: type, wanted: tuple[type, ...]) -> bool:
    return issubclass(kind, wanted)
