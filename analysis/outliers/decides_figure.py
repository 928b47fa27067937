"""One entry that decides a figure told plainly, though its like are far smaller: a slip, or a large order."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact, grown, rounded
from analysis.outliers.entry import Keyed, Peers, added_up, time_of, written_alone
from analysis.outliers.peers import beside, counted, peers_in, things
from analysis.series import data_span
from analysis.why.reading import windows_of
from analysis.why.shape import alike_by, shape_of
from database.result import QueryResult
from knowledge.metrics import Metric
from language.calendar import whole
from query.metric_query import Grain, MetricQuery, Ranking, Window
from query.plan.engines import is_counted
from understanding.metric.desk import MetricDesk

FAR = 8  # times what its like are
A_SHARE = Decimal("0.05")  # of the figure, by which an entry decides it
OF_CHANGE, OF_BOTH = Decimal("0.25"), Decimal("0.01")  # of the change told, and of the figure with it
MOST_GROUPS = 12
_ALIKE = Decimal("0.005")  # of it: what is shown is rounded
_SAME = Decimal("0.001")  # of an entry: what is read of it is rounded
_ENTRIES, _ROW, _PEERS = "deciding", "deciding_row", "deciding_peers"

Told = Generator[Sequence[Look], Mapping[str, Read], Said | None]


@dataclass(frozen=True)
class Summed:
    """A figure that is told, the sum of entries that it is or that makes it, and what that is divided by."""

    told: Metric
    entered: Metric
    inside: str
    below: Metric | None = None

    def of(self, entered: Decimal, below: Decimal | None) -> Decimal | None:
        """Return the figure of a sum, and of what divides it."""
        if self.below is None:
            return entered
        return self.told.scale * entered / below if below else None

    def less(self, below: Decimal | None) -> Decimal | None:
        """Return what divides the sum without one of its rows."""
        one = self.below is not None and self.below.table == self.entered.table
        return below - 1 if one and below is not None else below


@dataclass(frozen=True)
class _Sums:
    """What a figure is made of in one time of one group: the sum, what divides it, its largest entry."""

    entered: Decimal
    below: Decimal | None
    largest: Decimal
    many: Decimal

    @property
    def stands_out(self) -> bool:
        """Tell whether the largest entry is far above the mean of all others."""
        if self.many < 2 or self.largest <= 0:
            return False
        return self.largest >= FAR * (self.entered - self.largest) / (self.many - 1)


@dataclass(frozen=True)
class _Group:
    """One row of what is shown, by its names, and its sums in each time."""

    names: tuple[str, ...]
    sums: tuple[_Sums | None, ...]


@dataclass(frozen=True)
class _Found:
    """The entry that decides a figure, where it is, and the figure with and without it."""

    group: _Group
    at: int  # of the times
    value: Decimal
    figure: Decimal
    without: Decimal


@dataclass(frozen=True)
class Deciding:
    """Looks for the entry that decides what was asked and shown."""

    query: MetricQuery
    shown: QueryResult
    summed: Summed
    desk: MetricDesk

    def told(self) -> Told:
        """Yield one look at the largest entries, two more where one may decide, and return what is told."""
        read = yield [self._look()]
        one = self._found(read.get(_ENTRIES))
        if one is None:
            return None
        placed = (yield [self._row_look(one)]).get(_ROW)
        if placed is None or len(placed.result.rows) != 1:
            return None
        *cells, many, members = _cut(placed.result.rows[0], len(things(self.summed.entered.name, self.desk)))
        span = data_span(self.summed.entered.name, self.desk)
        if many != 1 or span is None:
            return None
        keyed = Keyed(self.summed.entered.name, span[0], one.value, one.value, one.value)
        its = list(counted(keyed, members, self.desk))
        if not its:
            return None
        over = MetricQuery(tuple(it.name for it in its), windows=(Window(*span, "range"),))
        peers = peers_in((yield [self._as_look(_PEERS, over, its)]).get(_PEERS))
        if peers is None or one.value < FAR * peers.mean:
            return None
        if not cells:
            return None
        return self._said(one, peers, time_of(cells[0], self.summed.entered), read[_ENTRIES])

    @property
    def _times(self) -> tuple[Window, ...]:
        query = self.query
        if query.compared is not None or len(query.windows) == 2:
            now, then = windows_of(query, self.desk)
            return now, then
        return tuple(one.cut(self.desk.today) for one in query.windows)

    @property
    def _ranked(self) -> Ranking | None:
        """Return the ranking by the figure itself, of which a place without the entry can be told."""
        ranking, one_time = self.query.ranking, len(self._times) < 2
        plain = ranking is not None and ranking.by == "value" and not (ranking.within or ranking.place)
        top = plain and ranking is not None and ranking.direction == "top" and ranking.number is not None
        is_it = ranking is not None and ranking.metric == self.summed.entered.name
        return ranking if top and is_it and one_time and len(self.query.splits) == 1 else None

    def _look(self) -> Look:
        entered, below = self.summed.entered, self.summed.below
        most = beside(entered, "largest_entry", f"MAX({self.summed.inside})")
        count = beside(entered, "entries", f"COUNT({self.summed.inside})")
        names = (entered.name, *([below.name] if below else []), most.name, count.name)
        ranking, ranked = None, self._ranked
        if ranked is not None and ranked.number is not None:
            ranking = replace(ranked, number=ranked.number + 1)
        elif self.query.splits and len(self._times) < 2 and not self.query.grain:
            ranking = Ranking("top", MOST_GROUPS, most.name)
        query = MetricQuery(
            names, self.query.splits, self.query.grain, self._times, filters=self.query.filters,
            ranking=ranking,
        )  # fmt: skip
        return self._as_look(_ENTRIES, query, [most, count])

    def _as_look(self, name: str, query: MetricQuery, metrics: Sequence[Metric]) -> Look:
        label = Said("briefing.label.largest", {"metric": Name(self.summed.entered.name)})
        return Look(name, query, label, catalog=self.desk.catalog.beside(*metrics), detail=True)

    def _groups(self, read: Read) -> Iterator[_Group]:
        """Yield what was read by group: of each figure one column for each time."""
        times = max(1, len(self._times))
        names = len(self.query.splits) + bool(self.query.grain)
        for row in read.result.rows:
            cells = [exact(cell) for cell in row[names:]]
            columns = [cells[at : at + times] for at in range(0, len(cells), times)]
            made = tuple(_sums_of([column[at] for column in columns]) for at in range(times))
            yield _Group(tuple(map(str, row[:names])), made)

    def _found(self, read: Read | None) -> _Found | None:
        """Return the entry that makes most of its figure, of those that decide one."""
        if read is None or read.result.truncated:
            return None
        every = [it for group in self._groups(read) for it in self._deciding(group)]
        shown = [it for it in every if self._is_shown(it)]
        return max(shown, key=lambda it: it.value, default=None)

    def _deciding(self, group: _Group) -> Iterator[_Found]:
        for at, sums in enumerate(group.sums):
            if sums is None or not sums.stands_out:
                continue
            value = sums.largest
            figure = self.summed.of(sums.entered, sums.below)
            without = self.summed.of(sums.entered - value, self.summed.less(sums.below))
            if figure is None or without is None or without <= 0:
                continue
            of_change = self._change_with(group)
            much = value >= A_SHARE * sums.entered
            if much or (of_change and value >= max(OF_CHANGE * of_change, OF_BOTH * sums.entered)):
                yield _Found(group, at, value, figure, without)

    def _change_with(self, group: _Group) -> Decimal | None:
        """Return by how much the sum of two times differs."""
        if len(group.sums) < 2:
            return None
        now, then = group.sums
        return abs(now.entered - then.entered * self._scale) if now and then else None

    @property
    def _scale(self) -> Decimal:
        """Return by what a sum of the time before is multiplied, to be of as many days."""
        adds = self.summed.below is None and shape_of(self.summed.told.name, self.desk).by_day
        return alike_by(*self._times) if adds else Decimal(1)

    def _is_shown(self, one: _Found) -> bool:
        """Tell whether the answer's rows hold this figure of this group."""
        for row in self.shown.rows:
            cells = [str(cell) for cell in row]
            if all(name in cells or any(it.startswith(name) for it in cells) for name in one.group.names):
                numbers = (
                    exact(it) for it in row if isinstance(it, int | float) and not isinstance(it, bool)
                )
                if any(it is not None and abs(it - one.figure) <= _ALIKE * one.figure for it in numbers):
                    return True
        return False

    def _row_look(self, one: _Found) -> Look:
        """Return the look at the row: its day, how many such there are, and which things it is of."""
        entered, inside = self.summed.entered, self.summed.inside
        low, high = one.value * (1 - _SAME), one.value * (1 + _SAME)
        bound = (*entered.filters, f"({inside}) BETWEEN {low:f} AND {high:f}")
        columns = [f"MAX({column})" for _, column in things(entered.name, self.desk)]
        its = [
            replace(beside(entered, f"row_{at}", expression), filters=bound)
            for at, expression in enumerate([f"COUNT({inside})", *columns])
        ]
        times = self._times[one.at : one.at + 1]
        grain: Grain = "" if not entered.time else "month" if entered.time_grain == "month" else "day"
        query = MetricQuery(tuple(it.name for it in its), (), grain, times, filters=self.query.filters)
        return self._as_look(_ROW, query, its)

    def _said(self, one: _Found, peers: Peers, day: Window, read: Read) -> Said:
        metric, entered = self.summed.told, self.summed.entered
        sums = one.group.sums[one.at]
        assert sums is not None
        names = one.group.names[: len(self.query.splits)]
        params: dict[str, Any] = {
            "time": self._time_of(one, day),
            "whose": Said("entries.decides_whose", {"names": names}) if names else "",
            "metric": Name(metric.name),
            "entered": Name(entered.name),
            "when": "" if self.query.grain == "day" else Said("entries.decides_when", {"day": day}),
            "value": written_alone(one.value, entered, self.desk),
            "share": Percent(rounded(100 * one.value / sums.entered)),
            "count": peers.many,
            "usual": written_alone(peers.mean, entered, self.desk),
            "without": Amount(one.without, metric.name),
            "change": self._changed(one),
            "place": self._placed(one, read),
        }
        exactly = peers.apart <= _SAME * peers.mean
        return Said("entries.decides" if exactly else "entries.decides_about", params)

    def _time_of(self, one: _Found, day: Window) -> Said | str:
        """Return which of several times the entry is of."""
        if len(self._times) < 2 and not self.query.grain:
            return ""
        over = replace(self._times[one.at], text="")
        if self.query.grain:
            over = Window(*whole(self.query.grain, day.start), self.query.grain)
        return Said("entries.decides_over", {"time": over})

    def _changed(self, one: _Found) -> Said | str:
        """Return the change without the entry, where two times are compared."""
        if len(self._times) < 2 or self.query.grain:
            return ""
        figures = [self.summed.of(it.entered, it.below) if it else None for it in one.group.sums]
        ends = [one.without if at == one.at else figure for at, figure in enumerate(figures)]
        now, then = ends[0], ends[1]
        if now is None or not then or then <= 0:
            return ""
        base = then * self._scale
        return Said("entries.decides_change", {"change": grown(now - base, base, self.summed.told)})

    def _placed(self, one: _Found, read: Read) -> Said | str:
        """Return the place in a ranking without the entry, and who comes in where it leaves it."""
        ranking = self._ranked
        if ranking is None or ranking.number is None:
            return ""
        others = [
            (group.names[0], sums.entered)
            for group in self._groups(read)
            if group is not one.group and group.names != one.group.names and (sums := group.sums[0])
        ]
        before = sum(value > one.without for _, value in others)
        if before < ranking.number:
            return Said("entries.decides_place", {"place": before + 1})
        comes = others[ranking.number - 1][0]
        if ranking.number == 1:
            return Said("entries.decides_first", {"name": comes})
        return Said("entries.decides_out", {"number": ranking.number, "name": comes})


def _sums_of(cells: Sequence[Decimal | None]) -> _Sums | None:
    """Return what was read of one time: the sum, what divides it, its largest entry and their number."""
    entered, *below, largest, many = cells
    if entered is None or largest is None or many is None:
        return None
    return _Sums(entered, below[0] if below else None, largest, many)


def _cut(row: Sequence[Any], many: int) -> list[Any]:
    """Return the cells before what a row is of, and what it is of as one."""
    return [*row[: len(row) - many], list(row[len(row) - many :])]


def deciding(query: MetricQuery, shown: QueryResult, desk: MetricDesk) -> Deciding | None:
    """Return what looks for such an entry in a figure shown, where it is a sum of entries or made of one."""
    other = query.average or query.running or query.counted or query.others or query.closing
    if other or len(query.windows) > 2 or not shown.rows:
        return None
    if query.grain and (query.compared is not None or len(query.windows) > 1):
        return None
    summed = next((it for name in query.metrics if (it := _summed(name, desk)) is not None), None)
    return Deciding(query, shown, summed, desk) if summed else None


def _summed(name: str, desk: MetricDesk) -> Summed | None:
    """Return a figure that sums what was entered, or such a sum divided by its rows or by another table's."""
    known = desk.catalog.metrics
    if name not in known:
        return None
    told = known[name]
    if told.kind == "simple":
        return _entered(told, None, told, desk)
    parts = [known[one] for one in told.parts]
    if told.kind != "ratio" or len(parts) != 2 or any(one.kind != "simple" for one in parts):
        return None
    entered, below = parts
    if below.table == entered.table and not below.counts_rows:
        return None
    return _entered(entered, below, told, desk)


def _entered(entered: Metric, below: Metric | None, told: Metric, desk: MetricDesk) -> Summed | None:
    inside = added_up(entered, desk)
    if inside is None or entered.additivity != "sum" or entered.counts_rows or entered.until:
        return None
    return None if is_counted(inside, desk.answers.dialect) else Summed(told, entered, inside, below)
