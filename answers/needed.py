"""Which tables a sentence was written from: as few as hold its figures, those with whom it names first."""

from collections.abc import Sequence

from answers.figures import Figure, figures_but_days, is_number
from answers.held import Held
from answers.named_days import stretches_in
from answers.told_rows import ToldRows

_FEWEST_DIGITS = 2
_MORE = 3  # tables beside those with its figures


def tables_needed(sentence: str, tables: Sequence[Held]) -> list[int]:
    """Return the places of the tables that hold the figures of a sentence, none where none does.

    A table that says or holds whom or which month the sentence names comes before one that does not.
    """
    open_ = [one for one in figures_but_days(sentence) if one.digits >= _FEWEST_DIGITS]
    named = [_names(sentence, one) for one in tables]
    holds = [[one for one in open_ if _stands(one, it)] for it in tables]
    found: list[int] = []
    while open_:
        at = max(
            range(len(tables)),
            key=lambda at: (sum(one in open_ for one in holds[at]), named[at], -at),
            default=None,
        )
        if at is None or not any(one in open_ for one in holds[at]):
            break
        found.append(at)
        open_ = [one for one in open_ if one not in holds[at]]
    if open_ or not found:  # what stands nowhere may be told wrongly of, or come from, who is named most
        found += sorted(
            (at for at, one in enumerate(named) if one and at not in found), key=lambda at: -named[at]
        )[: _MORE if found else 1]
    return sorted([*found, *_naming_most(named, found)])


def _naming_most(named: Sequence[int], found: Sequence[int]) -> list[int]:
    """Return the table that names most of a sentence, where no chosen one names as much.

    Small figures tell no table: 6 to 8 on each of these days.
    """
    most = max(named, default=0)
    return [named.index(most)] if most and all(named[at] < most for at in found) else []


def _stands(figure: Figure, held: Held) -> bool:
    return any(is_number(cell) and figure.is_written_of(cell) for row in held.result.rows for cell in row)


def _names(sentence: str, held: Held) -> int:
    """Return how much of what a sentence names stands in a table: its rows, and what it says of itself."""
    told, stretches = ToldRows(held.result), list(stretches_in(sentence))
    days = sum(any(first <= row.day <= last for first, last in stretches) for row in told.rows)
    return (
        days
        + len(told.named(sentence))
        + sum(one in held.about for one in map(str.lower, told.names.within(sentence)))
    )
