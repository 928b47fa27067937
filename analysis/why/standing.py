"""What a figure is set beside where it did not move as was said: the same days a year ago, its target."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, exact, grown
from analysis.target.aims import target_of
from analysis.why.base import other_day_told
from analysis.why.looks import Change, whole_of
from analysis.why.premise import other_holidays
from analysis.why.saying import no_such_change
from analysis.why.split import Pair
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

YEAR, TARGET = "a_year_ago", "target"
CLEAR = Decimal("0.03")  # of the year before: less is no move that somebody asks the reason of


def standing_looks(change: Change, desk: MetricDesk) -> list[Look]:
    """Return the looks at the same days a year ago and at the target of whole months."""
    return [*_year_look(change, desk), *_target_look(change, desk)]


def denied(change: Change, whole: Pair, read: Mapping[str, Read], desk: MetricDesk) -> Outcome:
    """Say that the figure did not move so, and what else it stands beside: the time before may be unlike."""
    found, holidays = no_such_change(change, whole, desk), other_holidays(change, desk)
    first = () if holidays is None else (holidays,)
    return replace(found, statements=(*found.statements, *first, *standing(change, whole, read, desk)))


def standing(change: Change, whole: Pair, read: Mapping[str, Read], desk: MetricDesk) -> tuple[Said, ...]:
    """Return how the figure stands beside another day, the same days a year ago, and beside its target."""
    told = (_year(change, whole, read), _target(whole, read))
    return (*other_day_told(change, read, desk), *(one for one in told if one is not None))


def moved_on_the_year(change: Change, whole: Pair, read: Mapping[str, Read]) -> Window | None:
    """Return the same time a year ago, beside which a figure moved as was said, if nothing was named."""
    asked = change.asked
    if YEAR not in read or not asked.direction or asked.query is None or asked.query.compared is not None:
        return None
    then = whole_of(read[YEAR], change.shape).before
    if not then or whole.now is None or len(asked.query.windows) != 1:
        return None
    moved = whole.now - then
    clear = abs(moved) >= CLEAR * abs(then) and (moved > 0) == (asked.direction == "up")
    return replace(read[YEAR].look.query.windows[0], text="") if clear else None


def _year_look(change: Change, desk: MetricDesk) -> list[Look]:
    """Return the look at the same days a year ago, where they are not what is compared anyway."""
    query = change.asked.query
    then = change.now.year_before(desk.catalog.holidays)
    known = desk.answers.reader.known.range_of((change.metric.name,))
    same = query is not None and query.compared is not None and query.compared.kind == "last_year"
    same = same or (then.start, then.end) == (change.before.start, change.before.end)
    if same or then.days != change.now.days or known is None or then.start < known[0]:
        return []
    atoms = tuple(dict.fromkeys((change.metric.name, *change.shape.atoms)))
    asked = MetricQuery(atoms, windows=(then, change.now), filters=change.asked.filters)
    return [Look(YEAR, asked, Said("why.label.year"), catalog=change.shape.catalog)]


def _target_look(change: Change, desk: MetricDesk) -> list[Look]:
    aim = target_of(change.metric, desk) if change.now.in_whole_months else ""
    if not aim or not all(desk.catalog.cuts(aim, one.dimension) for one in change.asked.filters):
        return []
    asked = MetricQuery((aim,), windows=(change.now,), filters=change.asked.filters)
    return [Look(TARGET, asked, Said("why.label.beside", {"metric": Name(aim)}))]


def _year(change: Change, whole: Pair, read: Mapping[str, Read]) -> Said | None:
    then = whole_of(read[YEAR], change.shape).before if YEAR in read else None
    if not then or whole.now is None:
        return None
    window, value = read[YEAR].look.query.windows[0], Amount(then, change.metric.name)
    rate = grown(whole.now - then, then, change.metric)
    return Said("why.beside_year", {"year": replace(window, text=""), "then": value, "rate": rate})


def _target(whole: Pair, read: Mapping[str, Read]) -> Said | None:
    rows = read[TARGET].result.rows if TARGET in read else ()
    aim = exact(rows[0][-1]) if rows else None
    if not aim or whole.now is None:
        return None
    target = Amount(aim, read[TARGET].look.query.metrics[0])
    return Said("why.beside_target", {"target": target, "share": Percent(100 * whole.now / aim)})
