"""What a model is told of its words that nothing bears out, so that it writes them again."""

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.messages import section


@dataclass(frozen=True)
class Faulted:
    """A sentence of a model that is not borne out, why, and the places of the tables it was held against."""

    sentence: str
    why: str
    tables: tuple[int, ...] = ()


def written_before(words: str, faults: Sequence[Faulted], labels: Sequence[str] = ()) -> list[str]:
    """Return what a model wrote with its faulted sentences marked, and what is wrong with each.

    `labels` are what the tables are called.
    """
    if not faults:
        return []
    told = list[str]()
    for at, one in enumerate(faults, 1):
        words = words.replace(one.sentence, f"[{at}: {one.sentence}]", 1)
        against = "; ".join(labels[place] for place in one.tables)
        told.append(f"- {at}: {one.why}" + (f" (held against: {against})" if against else ""))
    return [
        f"Your words, with each sentence that is not borne out in [number: …]:\n\n{words}",
        section(
            "What is wrong with these: figures that stand nowhere or at another name, or what tables deny. "
            "Write the words again: all that is not marked word by word, each marked sentence as its table "
            "has it, or without what is wrong",
            told,
        ),
    ]
