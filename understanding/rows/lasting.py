"""Rows that last from one of their days to another: in force now, and those that may be meant alone."""

from dataclasses import replace

from knowledge.definitions.column_words import words_of
from understanding.chart.cover import Covering
from understanding.rows.frame import Condition, Read
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


def of_those_running(found: Read, covering: Covering, view: View) -> list[Read]:
    """Return rows of which it is asked when they run out as those that have not, and as all there were."""
    events = (one.value.name for one in covering.of("event") if covering.of("when"))
    running, told = running_of(view), {one.column for one in found.query.conditions}
    ends = [one for one in events if running and one == running.until and is_to_come(view.names.col(one))]
    if running is None or not ends or told & {running.column, running.until} or covering.of("period"):
        return [found]
    return [Read(found.query.also(running), sure=False), replace(found, sure=False)]
