"""Kinds of places that tell where things come from, and those that tell where they go."""

from typing import Literal

from knowledge.definitions.column_words import words_of
from knowledge.metrics import Dimension
from understanding.metric.vocabulary import metric_words

End = Literal["origin", "destination"]
ENDS: tuple[End, ...] = ("origin", "destination")


def end_of(dimension: Dimension) -> End | None:
    """Return whether a dimension tells where things come from or where they go, by what it is called."""
    column = dimension.column.rpartition(".")[2]
    told = {word for text in (*dimension.wordings, column) for word in words_of(text)}
    zh = "".join(one for one in dimension.wordings if not one.isascii())
    said = [
        end
        for end in ENDS
        if any(word in told if word.isascii() else word in zh for word in end_words()[end]["kinds"])
    ]
    return said[0] if len(said) == 1 else None


def end_words() -> dict[str, dict[str, list[str]]]:
    """Return what says of places that they are such an end, by end."""
    found: dict[str, dict[str, list[str]]] = metric_words()["ends"]
    return found
