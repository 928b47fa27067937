"""How a sentence may name the rows of a result: whole, without their unit, or without the end they share."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

SHORTEST_LABEL = 2
UNIT_OF_A_ROW = re.compile(r"\s*[(（][^()（）]*[)）]$")  # 营业额(元), Revenue (CNY)
_GAP = re.compile(r"(?<=[\u4e00-\u9fff]) (?=\d)|(?<=\d) (?=[\u4e00-\u9fff])")
_BRACKETS = re.compile(r"[()（）]")
_BEGINS = re.compile(r"^(?:[\u4e00-\u9fff]{2}|[A-Za-z]{4,}(?= ))")  # 大连 of 大连多语中心


class RowNames:
    """Finds the labels that a text names; a name inside a longer one is not that name."""

    def __init__(self, columns: Sequence[Sequence[Any]]) -> None:
        """Take the cells of each column of names."""
        self._names = _names(columns)

    def within(self, text: str) -> frozenset[str]:
        """Return the labels that a text names."""
        left, found = close(text), set()
        for name, label in self._names:  # the longest first
            if name in left:
                found.add(label)
                left = left.replace(name, "\0")
        return frozenset(found)


def _names(columns: Sequence[Sequence[Any]]) -> list[tuple[str, str]]:
    """Return how each label may be written, longest first: whole, without its unit or the shared end, or by
    what one with that end begins with.
    """
    names: dict[str, str | None] = {}  # none of a name that two share
    for column in columns:
        labels = {value for value in column if isinstance(value, str) and len(value) >= SHORTEST_LABEL}
        shared = _shared_end(labels)
        for label in labels:
            bare = label.removesuffix(shared)
            written = {label, bare}
            if ")" in label or "）" in label:
                written |= {UNIT_OF_A_ROW.sub("", label), _BRACKETS.sub("", label)}
            if bare != label:
                written |= {*_BEGINS.findall(bare)} - labels
            for one in written:
                small = one.strip().lower()  # as `close` does, of which a result asks for each of its names
                name = _GAP.sub("", small) if " " in small else small
                names[name] = label if names.get(name, label) == label else None
    ordered = sorted(sorted(names), key=len, reverse=True)
    owned = [(name, names[name]) for name in ordered if name[SHORTEST_LABEL - 1 :]]
    return [(name, owner) for name, owner in owned if owner is not None]


def close(text: str) -> str:
    """Return a text in small letters, without what stands between a sign of Chinese and a number: 9 月."""
    near = text.strip().lower()
    return _GAP.sub("", near) if " " in near else near


def _shared_end(labels: set[str]) -> str:
    """Return the longest end that as many labels as can be share, and most of them, as 服务区.

    Nancheng, Wayaogang and Beijiang Service Area share a longer one, which Baiyun Service Area lacks.
    """
    ends = Counter([label[-length:] for label in labels for length in range(2, len(label))])
    shared = [(count, len(end), end) for end, count in ends.items() if count * 2 > len(labels) > 1]
    return max(shared, default=(0, 0, ""))[2]
