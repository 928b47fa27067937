"""What speaks for worrying about a member: behind its target, below the year before, more of what is bad."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.briefing.scorecard import scorecard
from analysis.openings import INSIDE, OPENINGS, Openings, inside_look, openings_look, openings_of, without
from analysis.outcome import Look, Name, Read, Said, exact
from analysis.target.due import aim_windows, due_of
from analysis.target.steps import Standing, known_part
from analysis.target.verdict import LEVEL
from analysis.why.shape import shape_of
from analysis.why.split import Pair
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_BEHIND = Decimal("0.5")  # points of the target less than is due, from which that matters
_FELL = Decimal("0.01")  # of the year before, from which a fall does
_MANY = Decimal(3)  # spreads by chance, from which there are more of what is bad
_MOST_COUNTS = 3
_FIGURE, _AIM, _YEAR = "concern.figure", "concern.aim", "concern.year"


@dataclass(frozen=True)
class Fact:
    """A member as it stands: beside its target, beside the year before, and what it has more of."""

    name: str
    standing: Standing | None
    pair: Pair | None  # now and a year before, of what was there both times
    worse: tuple[tuple[str, Pair], ...] = ()
    without: tuple[Openings, ...] = ()  # who came or went inside it, left out of the pair
    left: tuple[Openings, ...] = ()  # all who are left out, where it is not known of whom they are

    @property
    def is_behind(self) -> bool:
        """Tell one that has reached less of its target than is due."""
        one = self.standing
        return one is not None and one.actual < one.target and one.ahead < -LEVEL

    @property
    def lacks(self) -> Decimal:
        """Return how much it has less than was due, or than its whole target where that is over."""
        one = self.standing
        if one is None or not self.is_behind:
            return Decimal(0)
        return -one.lead if one.lead is not None else one.target - one.actual

    @property
    def fell(self) -> Decimal:
        """Return by how much it lies below the year before."""
        pair = self.pair
        return max(-pair.change, Decimal(0)) if pair is not None else Decimal(0)

    @property
    def speaks(self) -> bool:
        """Tell one that something speaks for worrying about."""
        return self.is_behind or bool(self.fell or self.worse)

    @property
    def matters(self) -> bool:
        """Tell one of which that is more than a trifle."""
        one, pair = self.standing, self.pair
        behind = self.is_behind and one is not None and one.ahead < -_BEHIND
        fell = pair is not None and bool(pair.before) and self.fell >= _FELL * abs(pair.before or Decimal(1))
        return behind or fell or bool(self.worse)

    @property
    def rank(self) -> tuple[bool, Decimal, Decimal, int]:
        """Return what most is lost of, first."""
        return (not self.matters, -self.lacks, -self.fell, -len(self.worse))


@dataclass(frozen=True)
class Scope:
    """Whose figures over which time are looked at, by which dimension, if any."""

    metrics: tuple[str, ...]
    whole: Window
    cut: str
    filters: tuple[Filter, ...]


def facts_of(
    scope: Scope, desk: MetricDesk, ahead: str = ""
) -> Generator[Sequence[Look], Mapping[str, Read], list[Fact]]:
    """Yield the figure with its target, the year before and counts of what is bad; return each member's."""
    name = scope.metrics[0]
    so_far = known_part(name, scope.whole, desk)
    if so_far is None:
        return []
    year = replace(so_far.year_before(desk.catalog.holidays), text="")
    sums = shape_of(name, desk).by_day
    edges = [openings_look((name,), scope.filters, desk), inside_look((name,), scope.filters, desk)]
    counts = counts_of(scope, desk)
    looks = [
        _look(f"{ahead}{_FIGURE}", name, (so_far,), scope),
        *(
            _look(f"{ahead}{_AIM}", one, aim_windows(name, scope.whole, so_far.end, desk), scope)
            for one in scope.metrics[1:]
        ),
        *(_look(f"{ahead}concern.{one}", one, (year, so_far), scope) for one in counts),
        *(one for one in edges if one is not None and sums),
    ]
    read = dict((yield looks))
    new = [one for which in (OPENINGS, INSIDE) if (one := _came(which, year, so_far, read, name, desk))]
    kept = tuple(it for one in new if one.level != scope.cut for it in without(one, desk))
    alike = replace(scope, filters=(*scope.filters, *kept))
    read |= yield [_look(f"{ahead}{_YEAR}", name, (year, so_far), alike)]
    return _made(scope, so_far, read, new, counts, ahead, desk)


def _came(
    which: str, year: Window, now: Window, read: Mapping[str, Read], metric: str, desk: MetricDesk
) -> Openings | None:
    """Return who came or went between two times, of a level by which the figure is cut."""
    found = openings_of(read, which)
    found = found.within(year, now) if found is not None else None
    return found if found and desk.catalog.cuts(metric, found.level) else None


def _look(name: str, metric: str, windows: tuple[Window, ...], scope: Scope) -> Look:
    splits = (scope.cut,) if scope.cut else ()
    query = MetricQuery((metric,), splits, windows=windows, filters=scope.filters)
    return Look(name, query, Said("target.label", {"metric": Name(metric)}))


def counts_of(scope: Scope, desk: MetricDesk) -> list[str]:
    """Return the figures of the scorecard that count what is bad, of the same members."""
    catalog, fixed = desk.catalog, {one.dimension for one in scope.filters} | ({scope.cut} - {""})
    counted = [catalog.metrics[line.metric] for line in scorecard(desk, scope.filters)]
    return [
        one.name
        for one in counted
        if one.counts_rows and is_better_low(one) and all(catalog.cuts(one.name, cut) for cut in fixed)
    ][:_MOST_COUNTS]


def _rows(found: Read | None, *, cut: bool) -> dict[str, list[Decimal | None]]:
    """Return each member's cells; of all together under no name."""
    if found is None or found.result.truncated:
        return {}
    rows = ((row[0], row[1:]) if cut else ("", row) for row in found.result.rows)
    return {str(name): [exact(cell) for cell in cells] for name, cells in rows if name is not None}


def _made(
    scope: Scope,
    so_far: Window,
    read: Mapping[str, Read],
    new: Sequence[Openings],
    counts: Sequence[str],
    ahead: str,
    desk: MetricDesk,
) -> list[Fact]:
    cut, name = bool(scope.cut), scope.metrics[0]
    figures, aims, years = (_rows(read.get(f"{ahead}{one}"), cut=cut) for one in (_FIGURE, _AIM, _YEAR))
    bad = {one: _rows(read.get(f"{ahead}concern.{one}"), cut=cut) for one in counts}
    aim = read.get(f"{ahead}{_AIM}")
    windows = aim.look.query.windows if aim is not None else ()
    found = []
    for member, cells in figures.items():
        if cells[0] is None:
            continue
        target = aims.get(member, [None])
        standing = (
            Standing(
                name, scope.whole, so_far, cells[0], target[0],
                is_better_low(desk.catalog.metrics[name]),
                due_of(name, so_far.end, windows, target, desk),
            )
            if target[0]
            else None
        )  # fmt: skip
        own = [it for one in new if (it := one.of(scope.cut, member) if scope.cut else one)]
        is_new = any(one.level == scope.cut for one in own)
        then = years.get(member)
        pair = Pair(then[0], then[1]) if then and then[0] and then[1] is not None and not is_new else None
        worse = tuple(
            (one, Pair(*ends[:2]))
            for one, rows in bad.items()
            if (ends := rows.get(member)) is not None and not is_new and _is_more(ends)
        )
        found.append(Fact(member, standing, pair, worse, tuple(own), _not_placed(new, scope)))
    return found


def _not_placed(new: Sequence[Openings], scope: Scope) -> tuple[Openings, ...]:
    """Return who came or went of which no table says of which member they are: shops of a category."""
    return tuple(
        one
        for one in new
        if scope.cut not in ("", one.level)
        and not any(scope.cut in it.parents for it in (*one.every, *one.closed))
    )


def _is_more(ends: Sequence[Decimal | None]) -> bool:
    """Tell a count that is above the one before beyond chance."""
    before, now = (one or Decimal(0) for one in ends[:2])
    return before > 0 and now - before >= _MANY * (now + before).sqrt()
