"""Rows that last from one of their days to another: in force now, and those that may be meant alone."""

from dataclasses import replace

from knowledge.definitions.column_words import words_of
from understanding.chart.cover import Covering
from understanding.rows.frame import Condition, Order, Read
from understanding.rows.ordering import Ordering
from understanding.rows.rules.times import is_to_come
from understanding.rows.view import View
from understanding.rows.words import rows_words


def running_of(view: View) -> Condition | None:
    """Return what rows have that have begun by today and not ended, where one column each says so."""
    timed = [one for one in view.names.columns_in(view.table) if view.is_time(one)]
    begins, ends = (
        [one for one in timed if set(words_of(view.names.of(one).name)) & set(rows_words()[which])]
        for which in ("begins", "ends")
    )
    if len(begins) != 1 or len(ends) != 1 or not all(map(view.allowed, (*begins, *ends))):
        return None
    return Condition(begins[0], "ongoing", (view.today,), ends[0])


def first_to_come(covering: Covering, view: View) -> tuple[Condition, Ordering] | None:
    """Return which of the rows are still to begin, and their order, where the next of them is asked for."""
    begins = set(rows_words()["begins"])
    said = [one.value.name for one in covering.of("event")]
    own = view.names.columns_in(view.table)
    named = (one for one in own if set(words_of(view.names.of(one).name)) & begins)
    days = {one for one in said or named if view.is_time(one) and view.allowed(one)}
    if len(days) != 1 or covering.of("first", "sorted"):
        return None
    (day,) = days
    return Condition(day, "ge", (view.today,)), Ordering((Order(day),), 1)


def of_those_running(found: Read, covering: Covering, view: View) -> list[Read]:
    """Return rows of which it is asked when they run out as those that have not, and as all there were."""
    events = (one.value.name for one in covering.of("event") if covering.of("when"))
    running, told = running_of(view), {one.column for one in found.query.conditions}
    ends = [one for one in events if running and one == running.until and is_to_come(view.names.col(one))]
    if running is None or not ends or told & {running.column, running.until} or covering.of("period"):
        return [found]
    return [Read(found.query.also(running), sure=False), replace(found, sure=False)]
