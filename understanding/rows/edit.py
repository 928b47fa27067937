"""A change of the list before: other conditions, another order, further columns."""

from dataclasses import replace

from understanding.rows.frame import RowsQuery


def edited(before: RowsQuery, change: RowsQuery) -> RowsQuery:
    """Return the list before with a change put in: what it says anew of a column or the order goes first."""
    spoken = {one.column for one in change.conditions}
    kept = [one for one in before.conditions if one.column not in spoken]
    conditions = tuple(sorted((*kept, *change.conditions), key=repr))
    order, first = (change.order, change.first) if change.order else (before.order, before.first)
    if change.figure is not None:
        # By city cuts the figure before, whichever it was.
        plain = change.figure.kind == "count" and bool(change.columns) and before.figure is not None
        figure = before.figure if plain else change.figure
        return replace(
            before, columns=change.columns, conditions=conditions, order=(), first=None, figure=figure
        )
    return replace(
        before,
        columns=tuple(dict.fromkeys((*before.columns, *change.columns))),
        conditions=conditions,
        order=order,
        first=first,
    )
