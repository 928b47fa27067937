"""How things stand beside what they should be: targets missed, what lies undone, what is overdue."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.anomaly.finding import Finding, Scale, beside_usual
from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import Line, is_money, lines_of, scorecard
from analysis.briefing.unfinished import OpenItems, open_items
from analysis.briefing.waiting import open_looks
from analysis.cuts import cuts_of, level_below
from analysis.lifespans import day_of
from analysis.not_due import not_due_look, sums_of
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, day_in, exact
from analysis.series import accrues, data_span
from analysis.target.due import aim_windows, due_of
from analysis.target.steps import Standing, known_part
from analysis.target.verdict import LEVEL
from analysis.whom import members_of, whom
from answers.sentences.columns import in_sentence, plural_of
from language.calendar import add_months, days, whole
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_YEAR = 12  # months
STANDS_LOOKS = 14  # statements these and who closed take, over those of what is odd
_MOST_AIMS, _MOST_OWED, _MOST_NAMED = 2, 2, 3
_LATELY = 7  # days since the time asked about: how things stand now is of it
_FEWEST_DAYS = 7  # of a month that runs: of fewer the last one is told
_BEHIND = Decimal("0.5")  # points of a target less than is due, from which it is told
_OLD, _FEWEST = Decimal("0.1"), 5  # of what is open, from before three months: fewer are no backlog
_FAR = Decimal("1.5")  # of the mean, from which it is told who has much of it
_GREW, _BEYOND = Decimal("0.1"), 2  # of a level a month ago, and spreads by chance


@dataclass(frozen=True)
class Aims:
    """A figure beside its target over some times, by member where it has a cut; of a rate all apart."""

    metric: str
    target: str
    cut: str
    times: tuple[tuple[Window, Window], ...]  # each whole, and as far as it has come
    filters: tuple[Filter, ...]

    def looks(self, desk: MetricDesk) -> list[Look]:
        """Return the looks at the figure, and at its target with what of it is due."""
        cuts = dict.fromkeys((self.cut, *(() if accrues(self.metric, desk) else ("",))))
        label = Said("target.label", {"metric": Name(self.metric)})
        aimed = tuple(one for every in self._aims(desk) for one in every)
        windows = {self.metric: tuple(so_far for _, so_far in self.times), self.target: aimed}
        return [
            Look(f"stands.{name}.{cut}", self._query(name, cut, times), label)
            for cut in cuts
            for name, times in windows.items()
        ]

    def _query(self, name: str, cut: str, windows: tuple[Window, ...]) -> MetricQuery:
        return MetricQuery((name,), (cut,) if cut else (), windows=windows, filters=self.filters)

    def _aims(self, desk: MetricDesk) -> list[tuple[Window, ...]]:
        return [aim_windows(self.metric, whole, so_far.end, desk) for whole, so_far in self.times]

    def members(self, at: int, read: Mapping[str, Read], desk: MetricDesk) -> dict[str, Standing]:
        """Return how each member stands in one of the times."""
        return self._standings(at, self._rows(self.cut, read), desk) if self.cut else {}

    def whole(self, at: int, read: Mapping[str, Read], desk: MetricDesk) -> Standing | None:
        """Return how all together stand in one of the times."""
        if self.cut and accrues(self.metric, desk):
            rows = tuple(
                {"": [sum(it, Decimal(0)) for it in zip(*one.values(), strict=True)]} if one else {}
                for one in self._rows(self.cut, read)
            )  # what was not read in time has no member at all
        else:
            rows = self._rows("", read)
        return self._standings(at, rows, desk).get("")

    def _rows(self, cut: str, read: Mapping[str, Read]) -> tuple[dict[str, list[Decimal]], ...]:
        """Return the cells of the figure and of its target by member."""
        found = []
        for name in (self.metric, self.target):
            one = read.get(f"stands.{name}.{cut}")
            rows = [] if one is None or one.result.truncated else one.result.rows
            named = ((str(row[0]), row[1:]) if cut else ("", row) for row in rows)
            found.append({name: [exact(cell) or Decimal(0) for cell in cells] for name, cells in named})
        return tuple(found)

    def _standings(
        self, at: int, rows: Sequence[Mapping[str, list[Decimal]]], desk: MetricDesk
    ) -> dict[str, Standing]:
        figures, aims = rows
        windows, (whole, so_far) = self._aims(desk), self.times[at]
        first = sum(map(len, windows[:at]))
        at_most, found = is_better_low(desk.catalog.metrics[self.metric]), dict[str, Standing]()
        for member, cells in figures.items():
            wanted = aims.get(member, [])[first : first + len(windows[at])]
            if wanted and wanted[0]:
                due = due_of(self.metric, so_far.end, windows[at], wanted, desk)
                found[member] = Standing(self.metric, whole, so_far, cells[at], wanted[0], at_most, due)
        return found


@dataclass(frozen=True)
class Stands:
    """What is read of how things stand, and what of it is told."""

    aims: tuple[Aims, ...] = ()
    waiting: tuple[OpenItems, ...] = ()
    owed: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()

    def findings(
        self, read: Mapping[str, Read], scale: Scale, asked: AnalysisAsked, desk: MetricDesk
    ) -> Iterator[Finding]:
        """Yield what is off: a target, a backlog, what is overdue."""
        for aims in self.aims:
            yield from _aimed(aims, read, scale, asked, desk)
        for one in self.waiting:
            yield from _undone(one, read, scale, desk)
        for name in self.owed:
            yield from _overdue(name, read, scale, desk)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the figures whose targets were looked at."""
        return tuple(one.metric for one in self.aims)


def stands_of(asked: AnalysisAsked, desk: MetricDesk) -> Stands:
    """Return what is read: of a time that has come to now how things stand, of whole months their targets."""
    if asked.about:
        return Stands()
    lines = lines_of(asked.metrics, desk, asked.filters) if asked.metrics else scorecard(desk, asked.filters)
    wholes = _wholes(asked, desk)
    found = (_aims(one, wholes, asked, desk) for one in lines if one.target)
    aims = tuple(one for one in found if one is not None)[:_MOST_AIMS]
    looks = [look for one in aims for look in one.looks(desk)]
    if not _is_now(asked, desk):
        return Stands(aims, looks=tuple(looks))
    plain, own = replace(asked, window=None), _tables(asked, desk)
    waiting = [one for one in open_items(desk, asked.filters) if _is_of(one.metric, own, desk)]
    owed = dict(_owed(asked, own, desk))
    looks += [look for one in waiting for look in _open_looks(one, plain, desk)]
    looks += owed.values()
    detail = tuple(replace(one, detail=True) for one in looks)
    return Stands(aims, tuple(waiting), tuple(owed), detail)


def _is_now(asked: AnalysisAsked, desk: MetricDesk) -> bool:
    """Tell a question that is of now: it names no time, or one that ended some days ago at most."""
    return asked.window is None or asked.window.end >= desk.today - days(_LATELY)


def _wholes(asked: AnalysisAsked, desk: MetricDesk) -> list[Window]:
    """Return the times whose targets are looked at: those asked about, else the month and year that run."""
    window = asked.window
    if window is not None and window.unit in ("month", "quarter", "year") and window.count == 1:
        return [Window(*whole(window.unit, window.start), window.unit)]
    if window is not None and window.in_whole_months:
        return [replace(window, text="")]
    if not _is_now(asked, desk):
        return []
    last = (desk.today - whole("month", desk.today)[0]).days < _FEWEST_DAYS
    return [
        Window(*whole("month", desk.today, -1 if last else 0), "month"),
        Window(*whole("year", desk.today), "year"),
    ]


def _aims(line: Line, wholes: Sequence[Window], asked: AnalysisAsked, desk: MetricDesk) -> Aims | None:
    """Return a figure beside its target over each time that it has data of."""
    pair = (line.metric, line.target)
    cut = level_below(pair, asked.filters, desk) or _cut(pair, asked, desk)
    if asked.dimension and all(desk.catalog.cuts(one, asked.dimension) for one in pair):
        cut = asked.dimension
    times = [(one, so_far) for one in wholes if (so_far := known_part(line.metric, one, desk))]
    return Aims(*pair, cut, tuple(times), asked.filters) if times else None


def _cut(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return what figures without levels are told by: a place, or a thing with a key."""
    found = cuts_of(names[0], desk, {one.dimension for one in asked.filters})
    return next((one for one in found if all(desk.catalog.cuts(name, one) for name in names)), "")


def _is_off(one: Standing, least: Decimal = _BEHIND) -> bool:
    """Tell what has missed its target, or is behind what is due of it by more than a trifle."""
    if one.at_most:
        return not one.met
    return one.actual < one.target and one.ahead < -least


def _gap(one: Standing) -> Decimal:
    """Return how much is lacking to what was due, or to a whole target; of costs what is over it."""
    if one.at_most:
        return one.actual - one.target
    return -one.lead if one.lead is not None else one.target - one.actual


def _aimed(
    aims: Aims, read: Mapping[str, Read], scale: Scale, asked: AnalysisAsked, desk: MetricDesk
) -> Iterator[Finding]:
    """Yield one finding of a figure's target: all together over each time that is off, and who is behind."""
    places = sorted(range(len(aims.times)), key=lambda at: aims.times[at][0].start)
    alone = [one for at in places if (one := aims.whole(at, read, desk)) is not None]
    off = [one for one in alone if _is_off(one)]
    clauses, weights = (
        [_clause(one, bool(at), asked, desk) for at, one in enumerate(off)],
        [_weight(one) for one in off],
    )
    every = aims.members(0, read, desk)
    behind = (item for item in every.items() if _is_off(item[1], LEVEL))  # all, as wherever it is counted
    bad = sorted(behind, key=lambda item: -_gap(item[1]))
    if len(every) > 1 and any(_is_off(one) for _, one in bad):
        clauses.append(_members(bad, every, aims.cut, None if off else aims.whole(0, read, desk), desk))
        weights.append(sum(_weight(one) * float(one.target) for _, one in bad) / _sum(every.values()))
    if not clauses:
        return
    shown, cut, member = (off[0], "", "") if off else (bad[0][1], aims.cut, bad[0][0])
    due = shown.due.due if shown.due and shown.running and not shown.at_most else shown.target
    odd = beside_usual(shown.name, shown.so_far, float(shown.actual), float(due), cut, member)
    more = [Said("anomaly.aim_more", {"clause": one}) for one in clauses[1:]]
    second, third = (*more, "", "")[:2]
    said = Said("anomaly.stands_aim", {"first": clauses[0], "second": second, "third": third})
    yield Finding(said, odd, max(weights) * scale.worth(shown.name, desk), is_drawn=False, base="due")


def _sum(every: Iterable[Standing]) -> float:
    return float(sum((one.target for one in every), Decimal(0)))


def _months(window: Window) -> Decimal:
    return Decimal(max(1, window.units("month")))


def _weight(one: Standing) -> float:
    """Return what is lacking as a share of a month's target; of a rate of its target."""
    return float(_gap(one) / one.target * (_months(one.whole) if one.due else 1)) if one.target else 0.0


def _clause(one: Standing, again: bool, asked: AnalysisAsked, desk: MetricDesk) -> Said:
    accrued = one.due is not None
    kind = "most" if one.at_most else "rate" if not accrued else "so_far" if one.running else "over"
    return Said(
        f"anomaly.aim_{kind}{'_too' if again and accrued else ''}",
        {
            "metric": Name(one.name), "only": members_of(asked.filters, desk),
            "whole": replace(one.whole, text=""), "so_far": replace(one.so_far, text=""),
            "actual": Amount(one.actual, one.name), "target": Amount(one.target, one.name),
            "share": Percent(one.share), "over": one.due.gone() if one.due else "",
            "gap": Amount(_gap(one), one.name, "size"),
        },
    )  # fmt: skip


def _members(
    bad: Sequence[tuple[str, Standing]],
    every: Mapping[str, Standing],
    cut: str,
    whole: Standing | None,
    desk: MetricDesk,
) -> Said:
    """Return who is behind its target, who lacks most first; what all reached where that is not told yet."""
    first, label = bad[0][1], desk.catalog.dimensions[cut].label(desk.language)
    listed = [
        Said(
            f"anomaly.aim_member{'' if one.due else '_rate'}",
            {
                "name": name, "share": Percent(one.share), "gap": Amount(_gap(one), one.name, "size"),
                "actual": Amount(one.actual, one.name), "target": Amount(one.target, one.name),
            },
        )
        for name, one in bad[:_MOST_NAMED]
    ]  # fmt: skip
    running = first.running and first.due is not None
    # Of a year each has its own months, and no part of it is due of all alike.
    aside = [first.due.gone()] if first.due and first.due.by_days and running else []
    aside += [Said("anomaly.aim_all", {"share": Percent(whole.share)})] if whole and first.due else []
    params: dict[str, Any] = {
        "metric": Name(first.name), "whole": replace(first.whole, text=""), "every": len(every),
        "dimension": plural_of(in_sentence(label, desk.language), desk.language), "count": len(bad),
        "list": tuple(listed),
        "aside": Said("anomaly.aim_aside", {"list": tuple(aside)}) if aside else "",
        "most": Said("anomaly.aim_most_of_all") if len(bad) > len(listed) else "",
    }  # fmt: skip
    kind = "most" if first.at_most else "running" if running else "missed"
    return Said(f"anomaly.aim_members_{kind}", params)


def _tables(asked: AnalysisAsked, desk: MetricDesk) -> set[str]:
    """Return the tables of the figures that are named."""
    return {desk.catalog.full(it.table) for name in asked.metrics for it in desk.catalog.sources(name)}


def _is_of(metric: str, tables: set[str], desk: MetricDesk) -> bool:
    return not tables or any(desk.catalog.full(it.table) in tables for it in desk.catalog.sources(metric))


def _open_looks(one: OpenItems, asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at what is open: all of it and where, what is old, and what a year brings in all."""
    cut = level_below((one.metric,), asked.filters, desk) or whom(one.metric, asked.filters, desk)
    kept = [Filter(one.dimension, one.values)] if one.values else []
    label = Said("briefing.label.open", {"metric": Name(one.metric)})
    query = MetricQuery((one.metric,), (cut,) if cut else (), filters=(*asked.filters, *kept))
    further = [
        it for it in open_looks(one, asked, desk) if it.name.startswith(("open_then.", "open_oldest."))
    ]
    first = whole("month", desk.today)[0]
    year = Window(add_months(first, -_YEAR), first, "range")
    known = data_span(one.metric, desk)
    if one.values and known and known[0] <= year.start:
        of_all = MetricQuery((one.metric,), windows=(year,), filters=asked.filters)
        further.append(Look(f"open_year.{one.dimension}", of_all, label))
    return [Look(f"open_by.{one.dimension}", query, label), *further]


def _undone(one: OpenItems, read: Mapping[str, Read], scale: Scale, desk: MetricDesk) -> Iterator[Finding]:
    """Yield a backlog: much that is a season old, or a level that grew beyond chance in a month."""
    held, then = _held(one, read), _cell(read.get(f"open_then.{one.dimension}"))
    count = sum(held.values(), Decimal(0))
    if not count or then is None:
        return
    metric, when = desk.catalog.metrics[one.metric], read[f"open_then.{one.dimension}"].look.query.windows[0]
    size: Decimal = count - then if metric.until else then
    least = max(_GREW * then, _BEYOND * (count + then).sqrt()) if metric.until else _OLD * count
    if size < max(least, Decimal(_FEWEST)):
        return
    year = _cell(read.get(f"open_year.{one.dimension}"))
    a_month = year / _YEAR if year else None
    now = Window(desk.today - days(1), desk.today, "day")
    odd = beside_usual(one.metric, now, float(count), float(then) if metric.until else 0.0)
    weight = float(size / (a_month or count)) * scale.worth(one.metric, desk)
    known = {"metric": Name(one.metric), "state": one.called}
    usual = Said("anomaly.open_usual", {"usual": _bare(round(a_month), one)}) if a_month else ""
    params = {
        **known,
        "what": Said(f"anomaly.open_{'state' if one.values else 'defined'}", known),
        "count": _bare(count, one),
        "then": _bare(then, one),
        "change": Amount(count - then, one.metric, "change"),
        "day": day_of(when.start if metric.until else when.end),
        "oldest": _oldest(one, read),
        "usual": usual,
        "where": _where(held, one),
    }
    said = Said(f"anomaly.stands_{'grown' if metric.until else 'undone'}", params)
    yield Finding(said, odd, weight, is_drawn=False, base="grown" if metric.until else "open")


def _bare(value: Decimal | int, one: OpenItems) -> Amount:
    return Amount(Decimal(value), one.metric, "bare")


def _held(one: OpenItems, read: Mapping[str, Read]) -> dict[str, Decimal]:
    """Return how much of what is open each member holds; what is nobody's under no name."""
    found = read.get(f"open_by.{one.dimension}")
    rows = [] if found is None or found.result.truncated else found.result.rows
    return {str(row[0] or "") if len(row) > 1 else "": exact(row[-1]) or Decimal(0) for row in rows}


def _oldest(one: OpenItems, read: Mapping[str, Read]) -> Said | str:
    """Return since when the oldest of what is open has been so."""
    found = read.get(f"open_oldest.{one.dimension}")
    cell = found.result.rows[0][-1] if found and found.result.rows else None
    return Said("briefing.open_oldest", {"day": day_of(day_in(cell))}) if cell else ""


def _cell(found: Read | None) -> Decimal | None:
    return exact(found.result.rows[0][-1]) if found and found.result.rows else None


def _where(held: Mapping[str, Decimal], one: OpenItems) -> Said | str:
    """Return who has much more of what is open than others."""
    least = _FAR * sum(held.values(), Decimal(0)) / max(1, len(held))
    far = sorted(((name, own) for name, own in held.items() if name and own >= least), key=lambda it: -it[1])
    if len(held) <= _MOST_NAMED or not far:
        return ""
    each = (
        Said("anomaly.open_at", {"name": name, "count": _bare(own, one)}) for name, own in far[:_MOST_NAMED]
    )
    return Said("anomaly.open_where", {"list": tuple(each)})


def _owed(asked: AnalysisAsked, own: set[str], desk: MetricDesk) -> Iterator[tuple[str, Look]]:
    """Yield the figures of what is owed, each with the look at what of it is overdue."""
    found = 0
    for metric in desk.catalog.metrics.values():
        cuts = all(desk.catalog.cuts(metric.name, kept.dimension) for kept in asked.filters)
        if found == _MOST_OWED or not (cuts and desk.opens(metric.name) and _is_of(metric.name, own, desk)):
            continue
        query = MetricQuery((metric.name,), filters=asked.filters)
        if (look := not_due_look(query, desk, f"stands_due.{metric.name}")) is not None:
            found += 1
            yield metric.name, look


def _overdue(name: str, read: Mapping[str, Read], scale: Scale, desk: MetricDesk) -> Iterator[Finding]:
    """Yield what of what is owed is overdue."""
    found = read.get(f"stands_due.{name}")
    late, ahead = sums_of(found) if found and found.result.rows else (Decimal(0), Decimal(0))
    if late <= 0 or ahead < 0:
        return
    first = next((one.metric for one in scorecard(desk)), name)
    money = all(is_money(desk.catalog.metrics[one]) for one in (name, first))
    a_month = scale.months.get(first, 0.0) if money else 0.0
    weight = float(late) / a_month if a_month > 0 else float(late / (late + ahead)) * scale.worth(name, desk)
    params = {"metric": Name(name), "late": Amount(late, name), "ahead": Amount(ahead, name)}
    said = Said(f"anomaly.stands_overdue{'' if ahead else '_all'}", params)
    day: dt.date = desk.today - days(1)
    odd = beside_usual(name, Window(day, desk.today, "day"), float(late), 0.0)
    yield Finding(said, odd, weight, is_drawn=False, base="overdue")
