"""Which rows a covering keeps: its conditions together, or none where a word has nothing to stand for."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from knowledge.definitions.lifespan import begins_of
from understanding.chart.cover import Covering
from understanding.rows.frame import OF_OTHERS, Condition
from understanding.rows.measuring import is_figure
from understanding.rows.rules.times import edge_of
from understanding.rows.view import View

OF_A_DAY = ("within", "lt", "ge")


def conditions_of(covering: Covering, view: View) -> tuple[Condition, ...] | None:
    """Return the conditions; None where a word such as when and now stands for nothing, or two gainsay."""
    told = [
        *(one.value for one in covering.of("condition")),
        *(one.value[0] for one in covering.of("waited")),
    ]
    found = [_by_its_day(not_done(one, view), view) for one in told if isinstance(one, Condition)]
    if any(one.op == "ago" for one in found):
        return None
    named = any(map(view.is_name, found))
    if covering.of("when") and named:  # when did X close: shown also where it has not
        found = [one for one in found if one.op != "not_null" or not view.is_time(one.column)]
    if _stands_for_nothing(covering, found, named):
        return None
    if covering.of("now") and not _are_now(found, view):
        still = _still(found, view)
        return _together([*found, still]) if still else None
    if covering.of("now") and any(one.op in OF_OTHERS for one in found):
        return None  # that a charger had a fault once does not say that it has one now
    return _together(found)


def _by_its_day(one: Condition, view: View) -> Condition:
    """Return how long ago something was as before which day: hired more than 3 years ago."""
    begins = begins_of(view.names.table(view.table))
    if one.op != "ago" or ("lasted" in one.values and one.column != f"{view.table}.{begins}"):
        return one  # delivered over 3 days: it took so long, or was so long ago
    op, day = edge_of(one.values, view.today)
    return replace(one, op=op, values=(day,))


def not_done(one: Condition, view: View) -> Condition:
    """Return a condition that denies a state as what is called not to be so: not finished is open."""
    catalog = view.names.catalog
    if one.op != "is_not":
        return one
    dimensions = [it for it in catalog.dimensions.values() if it.column]
    own = (it for it in dimensions if catalog.full_column(it.column) == one.column)
    undone = next((codes for it in own if (codes := catalog.undone(it, [*map(str, one.values)]))), ())
    return replace(one, op="is", values=tuple(sorted(undone))) if undone else one


def _stands_for_nothing(covering: Covering, found: Sequence[Condition], named: bool) -> bool:
    """Tell whether what happened, a name or an amount is spoken of, and nothing is told by it."""
    happened = covering.of("event") and not covering.of("when")
    ties = covering.of("ties") and not covering.of("split") and not any(one.op == "is" for one in found)
    amount = covering.of("how_much") and not named and not is_figure(covering)
    return bool(happened or ties or amount)


def _still(found: Iterable[Condition], view: View) -> Condition | None:
    """Return that things still are: 目前的司机; None where nothing says when they end, or a day is told."""
    end = view.names.ends(view.table)
    timed = any(view.owns(one.column) and one.op in OF_A_DAY and view.is_time(one.column) for one in found)
    return Condition(end, "null") if end and view.allowed(end) and not timed else None


def _are_now(found: Iterable[Condition], view: View) -> bool:
    """Tell whether now changes nothing: it is said of today by itself, or the rows are as they are."""
    if any(one.op in ("null", "ongoing", "overdue") for one in found) or _tells_state(found, view):
        return True
    days = [one for one in view.names.columns_in(view.table) if view.is_time(one)]
    may_end = any(view.names.of(one).nullable or view.names.absent(one) for one in days)
    return not (may_end or any(one.time for one in view.names.metrics(view.table)))


def _tells_state(found: Iterable[Condition], view: View) -> bool:
    """Tell whether the things' own end or state is named: those closed now are not those that are open."""
    told = {view.names.ends(view.table), *view.names.doubtful(view.table)} - {""}
    return any(one.column in told and one.op not in OF_A_DAY for one in found)


def _together(found: Iterable[Condition]) -> tuple[Condition, ...] | None:
    """Return conditions with the values of one column together; one that is asked for twice is no reading."""
    kept: dict[tuple[str, str], Condition] = {}
    for one in found:
        key = (one.column, one.op)
        if key in kept and one.op == "is" and not isinstance(one.values[0], bool):
            values = sorted({*map(str, kept[key].values), *map(str, one.values)})
            kept[key] = replace(one, values=tuple(values))
        elif kept.setdefault(key, one) != one:
            return None
    # That it was within a time says already that it was.
    timed = {one.column for one in kept.values() if one.op in OF_A_DAY}
    left = [one for one in kept.values() if one.op != "not_null" or one.column not in timed]
    return tuple(sorted(left, key=repr))
