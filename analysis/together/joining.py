"""The statement that joins the parts, each of which stands there as a table called by its source's name."""

from collections.abc import Sequence
from dataclasses import dataclass

from database.files.names import identifier, unique


@dataclass(frozen=True)
class Headed:
    """A part as the joining statement sees it: its table, its key columns and its figures."""

    table: str
    keys: tuple[str, ...]
    figures: tuple[str, ...] = ()
    nameless: str = ""  # what stands there where a row has no name: it is nobody else's name


@dataclass(frozen=True)
class Heads:
    """What the columns of the joined result are called beside the parts' own."""

    difference: str
    ratio: str
    known: str


def tables(titles: Sequence[str]) -> list[str]:
    """Return a name for each part, made of what its source is called."""
    return unique(identifier(title.rsplit(".", 1)[0], f"part_{at}") for at, title in enumerate(titles, 1))


def beside(
    first: Headed, other: Headed, heads: Heads, *, compares: bool, whole: bool, over_time: bool = False
) -> str:
    """Return the figures of both by their names or over time; `whole` keeps names that only the other has."""
    left, right = quoted(first.table), quoted(other.table)
    keys = [
        f"coalesce({left}.{quoted(a)}, {right}.{quoted(b)}) AS {quoted(a)}"
        if whole
        else f"{left}.{quoted(a)}"
        for a, b in zip(first.keys, other.keys, strict=True)
    ]
    taken = unique([*first.keys, *first.figures, *other.figures])
    others = [
        f"{right}.{quoted(name)}" + (f" AS {quoted(own)}" if own != name else "")
        for name, own in zip(other.figures, taken[-len(other.figures) :], strict=True)
    ]
    shown = [*keys, *(f"{left}.{quoted(name)}" for name in first.figures), *others]
    order = [f"{place}" for place in range(1, len(keys) + 1)]
    if not over_time:  # who has both figures first, the largest first
        a, b = f"{left}.{quoted(first.figures[0])}", f"{right}.{quoted(other.figures[0])}"
        order = [f"{a} IS NULL OR {b} IS NULL", f"{a} DESC NULLS LAST", *order]
    if compares:
        a, b = f"{left}.{quoted(first.figures[0])}", f"{right}.{quoted(other.figures[0])}"
        shown.append(f"round({a} - {b}, 2) AS {quoted(heads.difference)}")
        shown.append(f"round(100.0 * {a} / nullif({b}, 0), 1) AS {quoted(heads.ratio)}")
    how = "FULL JOIN" if whole else "LEFT JOIN"
    return (
        f"SELECT {', '.join(shown)}\nFROM {left} {how} {right} ON {_same(first, other)}"
        f"\nORDER BY {', '.join(order)}"
    )


def without(first: Headed, other: Headed, members: Headed | None, heads: Heads) -> str:
    """Return the other's names that have none of the figures, and whether the first source knows them."""
    left, right = quoted(first.table), quoted(other.table)
    shown, more = f"{right}.{quoted(other.keys[0])}", ""
    if members:
        known = quoted(members.table)
        shown += f", {known}.{quoted(members.keys[0])} IS NOT NULL AS {quoted(heads.known)}"
        more = f" LEFT JOIN {known} ON {_same(members, other)}"
    return (
        f"SELECT {shown}\nFROM {right} LEFT JOIN {left} ON {_same(first, other)}{more}"
        f"\nWHERE coalesce({left}.{quoted(first.figures[0])}, 0) = 0\nORDER BY 1"
    )


def with_some(first: Headed, other: Headed) -> str:
    """Return the other's names that have some of the figures, the largest first."""
    left, right = quoted(first.table), quoted(other.table)
    figure = f"{left}.{quoted(first.figures[0])}"
    return (
        f"SELECT {right}.{quoted(other.keys[0])}, {figure}\nFROM {right} JOIN {left} ON {_same(first, other)}"
        f"\nWHERE {figure} <> 0\nORDER BY 2 DESC, 1"
    )


def _same(first: Headed, other: Headed) -> str:
    """Return the condition that names are the same: as matching.plain compares them."""
    pairs = (
        (f"{quoted(first.table)}.{quoted(a)}", f"{quoted(other.table)}.{quoted(b)}")
        for a, b in zip(first.keys, other.keys, strict=True)
    )
    same = [f"{_plain(a)} = {_plain(b)}" for a, b in pairs]
    if first.nameless:
        same.append(
            f"{_plain(f'{quoted(first.table)}.{quoted(first.keys[0])}')} <> {_text(first.nameless.lower())}"
        )
    return " AND ".join(same)


def _plain(column: str) -> str:
    return f"lower(trim(CAST({column} AS VARCHAR)))"


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def quoted(name: str) -> str:
    """Return a name as DuckDB reads it, whatever stands in it."""
    return '"' + name.replace('"', '""') + '"'
