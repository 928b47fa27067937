"""Cuts that stand in several tables with the same codes: one cut, each figure by its own column."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from understanding.drafting.names import Entry

LEAST = 3  # values that must be shared: two are yes and no, of whatever


@dataclass(frozen=True)
class Standing:
    """A drafted cut: its column's plain name, what its table holds there, and whether it may be shared."""

    entry: Entry
    column: str
    called: Mapping[str, str]
    values: frozenset[str]
    may_share: bool


def together(cuts: Sequence[Standing]) -> list[Entry]:
    """Return the cuts, those of one column name with the same codes as one."""
    alike: dict[str, list[Standing]] = defaultdict(list)
    for one in cuts:
        if one.may_share:
            alike[one.column].append(one)
    groups = [found for ones in alike.values() if len(found := _same(ones)) > 1]
    names = {str(one.entry["name"]) for one in cuts}
    gone = {id(one.entry): group for group in groups if group[0].column not in names for one in group}
    kept: list[Entry] = []
    for one in cuts:
        group = gone.get(id(one.entry))
        if group is None:
            kept.append(one.entry)
        elif group[0] is one:
            kept.append(_one_of(group))
    return kept


def _same(ones: Sequence[Standing]) -> list[Standing]:
    """Return those whose values are among those of the one with most, called alike where both explain."""
    most = max(ones, key=lambda one: len(one.values))
    named = [one for one in ones if one.entry.get("values")]
    if any(one.entry["values"] != named[0].entry["values"] for one in named):
        return []
    return [one for one in ones if len(one.values & most.values) >= LEAST and one.values <= most.values]


def _one_of(group: Sequence[Standing]) -> Entry:
    explained = next((one for one in group if one.entry.get("values")), None)
    first = explained or group[0]
    columns = [str(one.entry["column"]) for one in group]
    values = {"values": first.entry["values"]} if explained else {}
    return {"name": first.column, "names": dict(first.called), "column": columns, **values}
