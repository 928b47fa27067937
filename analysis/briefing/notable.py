"""What a manager must know of a time: who moved as nobody else did, what makes most of it, who lacks days."""

import datetime as dt
import statistics
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from analysis.anomaly.gaps import gap_told
from analysis.anomaly.stretches import Gap, closed_weekdays, gaps_between
from analysis.asked import AnalysisAsked
from analysis.briefing.alike import Windows
from analysis.briefing.figures import Scored, change_of, exact
from analysis.briefing.scorecard import open_items
from analysis.cuts import cuts_of
from analysis.lifespans import day_of
from analysis.names import reads
from analysis.outcome import Amount, Look, Name, Read, Said, grown, says_its_unit
from analysis.series import day_of_rows
from analysis.why.looks import of_member, pairs_of, series_of, stored
from analysis.why.shape import ACTIVE, shape_of
from analysis.why.split import (
    ZERO,
    MemberSplit,
    Pair,
    Share,
    chance_of,
    of_ratio,
    of_sum,
    outstanding,
    rate_of,
    total_of,
)
from config.wording import say
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST = 3
MOST_OF_ONE = 2  # members of one figure, each of another dimension
MOST_INSIDE = 2  # dimensions that what makes most of a move is sought by
MOST_GAPS = 3  # members whose days without data are told
_OWN = "own_days"
MOST_DAILY = 4  # figures whose days are looked at
_ON_MOST = 0.6  # of the days: who has data on fewer lacks none, it seldom has any
_NEARLY_ALL = 0.7  # of the members: where fewer have data every day, days without are usual
_LEAST = Decimal("0.08")  # of itself
_LEAST_POINTS = Decimal(1)
_LEAST_MEMBER = Decimal("0.1")  # of what a member has on average: a smaller one says little
_FEW = 5  # members: of fewer there is no spread
_FEW_SPREAD = 0.05  # of itself, where there is none
_CLEAR = 3.5  # spreads that a member lies from how the others moved
_MAD = 1.4826
_LEAST_SPREAD = 0.02  # of itself: members that all but move as one are no measure
_MOSTLY = Decimal("0.5")  # of a move
_LONGEST, _SHORTEST = 92, 4  # days of a time of which one day is told as making most of it


@dataclass(frozen=True)
class Notable:
    """A member whose figure moved unlike that of the others: how many spreads from them, and both ends."""

    metric: str
    dimension: str
    member: str
    pair: Pair
    unlike: float

    def kept(self, desk: MetricDesk) -> Filter:
        """Return the filter that keeps to it."""
        return of_member(self.dimension, self.member, desk)


@dataclass(frozen=True)
class Lacking:
    """The members that had data on every day of the time before, and lack some now; and their look."""

    metric: str
    dimension: str
    members: tuple[str, ...]
    window: Window

    def look(self, asked: AnalysisAsked, desk: MetricDesk) -> Look:
        """Return the look at their days."""
        own = Filter(self.dimension, tuple(stored(self.dimension, one, desk) for one in self.members))
        query = MetricQuery(
            (self.metric,), (self.dimension,), "day", (self.window,), filters=(*asked.filters, own)
        )
        return Look("lacking", query, Said("why.label.lacking", {"member": self.members}))

    def told(self, read: Mapping[str, Read]) -> list[Said]:
        """Return on which days who has no data."""
        found = read.get("lacking")
        if found is None or found.result.truncated:
            return []
        have: dict[str, set[dt.date]] = {name: set() for name in self.members}
        for name, day, value in found.result.rows:
            if value is not None and str(name) in have:
                have[str(name)].add(dt.date.fromisoformat(str(day)[:10]))
        last = self.window.end - days(1)
        gaps = [
            gap
            for name, own in have.items()
            for gap in gaps_between(name, own, self.window.start, last, (), self.window)
        ]
        return _lacking_told([self.metric], gaps)


def own_days_looks(metrics: Sequence[str], now: Window, asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at the days of the one member a briefing is of: it may have been closed on some.

    Several figures are looked at, for fees are taken of a closed studio too; events come when they come.
    """
    one = [kept for kept in asked.filters if not kept.negated and len(kept.values) == 1]
    if len(one) != 1 or not _SHORTEST <= now.days <= _LONGEST:
        return []
    daily = [
        name for name in metrics if shape_of(name, desk).by_day and not desk.catalog.metrics[name].counts_rows
    ]
    label = Said("why.label.lacking", {"member": one[0].values})
    return [
        Look(
            f"{_OWN}.{name}", MetricQuery((name,), grain="day", windows=(now,), filters=asked.filters), label
        )
        for name in daily[:MOST_DAILY]
    ]


def own_days_told(now: Window, read: Mapping[str, Read]) -> list[Said]:
    """Return on which days that member has no data, where it has on most, and of which figures."""
    told: dict[tuple[Gap, ...], list[str]] = {}
    for name, found in read.items():
        if not name.startswith(f"{_OWN}.") or found.result.truncated:
            continue
        have = {dt.date.fromisoformat(str(row[0])[:10]) for row in found.result.rows if row[-1] is not None}
        if len(have) < _ON_MOST * now.days:
            continue
        last = now.end - days(1)
        gaps = gaps_between("", have, now.start, last, closed_weekdays(have, now.start, last), now)
        told.setdefault(tuple(gaps), []).append(name.partition(".")[2])
    return [said for gaps, names in told.items() for said in _lacking_told(names, gaps)]


def _lacking_told(metrics: Sequence[str], gaps: Sequence[Gap]) -> list[Said]:
    longest = sorted(gaps, key=lambda one: (-one.missing, one.start))[:MOST_GAPS]
    listed = tuple(map(gap_told, longest))
    names = tuple(map(Name, metrics))
    return [Said("briefing.lacking", {"metric": names, "list": listed})] if listed else []


def days_look(
    metric: str, cut: str, windows: tuple[Window, ...], asked: AnalysisAsked, desk: MetricDesk
) -> list[Look]:
    """Return the look at how many days each member has data on, where that at its moves does not count."""
    shape, known = shape_of(metric, desk), desk.catalog.metrics[metric]
    if shape.active or not shape.by_day or known.kind != "simple" or "." in known.time:
        return []
    days_held = f"COUNT(DISTINCT {day_of_rows(known, desk)})"
    counted = replace(known, name=ACTIVE, expression=days_held, additivity="distinct", decimals=0, show=())
    catalog = replace(desk.catalog, metrics={**desk.catalog.metrics, ACTIVE: counted})
    query = MetricQuery((ACTIVE,), (cut,), windows=windows, filters=asked.filters)
    window = {"metric": Name(metric), "window": windows[0]}
    return [Look("active", query, Said("gaps.label", window), catalog=catalog)]


def lacking_of(
    metric: str, cut: str, read: Mapping[str, Read], base: int, desk: MetricDesk
) -> Lacking | None:
    """Return who lacks days of the first figure, where nearly all have data on each; None where nobody does.

    They had data on every day of the time before: who is new, or closed on Sundays, lacks none.
    """
    counted = read.get("active")
    found = counted or read.get(f"moves.{metric}.{cut}")
    if found is None or found.result.truncated or not (counted or shape_of(metric, desk).active):
        return None
    windows = found.look.query.windows
    at, now, then = 1 if counted else 1 + len(windows), windows[0], windows[base]
    have = {str(row[0]): [exact(cell) or ZERO for cell in row[at:]] for row in found.result.rows if row[0]}
    short = [name for name, days in have.items() if 0 < days[0] < now.days and days[base] == then.days]
    full = sum(days[0] == now.days for days in have.values())
    if not short or full < _NEARLY_ALL * len(have):
        return None
    return Lacking(metric, cut, tuple(short[:MOST_GAPS]), now)


def notable_of(
    moved: Sequence[tuple[str, str]],
    read: Mapping[str, Read],
    base: int,
    without: Collection[str],
    desk: MetricDesk,
) -> list[Notable]:
    """Return whose figures moved most unlike those of the others, beside `base`; a figure's own two at most.

    What one moved by is told of it once: sales and units of a product are one story.
    """
    every = [
        one
        for metric, cut in moved
        if not _repeats_first(metric, moved[0][0], desk)
        for one in _standing_out(metric, cut, read, base, desk)
        if one.member not in without and reads([one.member], desk)
    ]
    every.sort(key=lambda one: -one.unlike)
    kept: list[Notable] = []
    for one in every:
        own = [it for it in kept if it.metric == one.metric]
        alike = any(it.dimension == one.dimension for it in own)
        again = any(it.member == one.member and _moves_with(it.metric, one.metric, desk) for it in kept)
        if len(own) < MOST_OF_ONE and not alike and not again and len(kept) < MOST:
            kept.append(one)
    return kept


def _repeats_first(metric: str, first: str, desk: MetricDesk) -> bool:
    """Tell units beside the sales that lead."""
    tables = [{it.table for it in desk.catalog.sources(name)} for name in (metric, first)]
    return metric != first and tables[0] == tables[1] and _is_volume(metric, desk)


def _moves_with(one: str, other: str, desk: MetricDesk) -> bool:
    """Tell figures that move together: of one table, or how much there is of two: sales, stops."""
    tables = [{it.table for it in desk.catalog.sources(name)} for name in (one, other)]
    return bool(tables[0] & tables[1]) or all(_is_volume(name, desk) for name in (one, other))


def _is_volume(metric: str, desk: MetricDesk) -> bool:
    """Tell how much there is of something from a share of it, and from what is counted one by one."""
    return shape_of(metric, desk).kind == "sum" and not desk.catalog.metrics[metric].counts_rows


def _standing_out(
    metric: str, cut: str, read: Mapping[str, Read], base: int, desk: MetricDesk
) -> Iterator[Notable]:
    """Yield the members of a figure that moved unlike the others, with how far they lie from them."""
    found = read.get(f"moves.{metric}.{cut}")
    if found is None or found.result.truncated:
        return
    known = desk.catalog.metrics[metric]
    split, whole = _split(metric, cut, found, base, desk)
    if split is None:
        return
    counted = known.is_count and shape_of(metric, desk).kind == "sum"
    events = not all(map(desk.catalog.is_dense, desk.catalog.sources(metric)))
    (out,) = outstanding([split], whole, events=events, counted=counted)
    if not out.stands_out:
        return
    large = [one for one in split.every if one.name and _is_large(one, split)]
    for one in out.lines:
        unlike = _unlike(one, large, counted=counted)
        if one in large and unlike >= _CLEAR and _is_much(one, known.unit("en") == "%"):
            yield Notable(metric, cut, one.name, one.pair, unlike)


def _split(
    metric: str, cut: str, found: Read, base: int, desk: MetricDesk
) -> tuple[MemberSplit | None, Pair]:
    """Return a figure's change by member, beside `base`; None where there is nothing to compare."""
    shape, at = shape_of(metric, desk), len(found.look.query.windows)
    tops, bottoms = dict[str, Pair](), dict[str, Pair]()
    for row in found.result.rows:
        cells = [exact(cell) for cell in row[1:]]
        name = "" if row[0] is None else str(row[0])
        tops[name] = Pair(cells[base], cells[0])
        if shape.kind == "ratio":
            bottoms[name] = Pair(cells[at + base], cells[at])
    return _split_of(cut, tops, bottoms, shape.scale, is_ratio=shape.kind == "ratio")


def _split_of(
    cut: str, tops: Mapping[str, Pair], bottoms: Mapping[str, Pair], scale: int, *, is_ratio: bool
) -> tuple[MemberSplit | None, Pair]:
    whole = total_of([*tops.values()])
    if is_ratio:
        under = total_of([*bottoms.values()])
        whole = Pair(rate_of(whole.before, under.before, scale), rate_of(whole.now, under.now, scale))
    if not whole.before or whole.now is None or len(tops) < 2:
        return None, whole
    split = of_ratio(cut, tops, bottoms, whole, scale) if is_ratio else of_sum(cut, tops, whole, {})
    return split, whole


def _is_large(one: Share, split: MemberSplit) -> bool:
    """Tell a member with a figure on both sides that is no small one of its kind."""
    if one.pair.before is None or one.pair.now is None or not one.pair.before:
        return False
    sizes = [it.weights or it.pair for it in split.every]
    own = one.weights or one.pair
    return _size(own) >= _LEAST_MEMBER * sum(map(_size, sizes), ZERO) / max(1, len(sizes))


def _size(pair: Pair) -> Decimal:
    return max(abs(pair.before or ZERO), abs(pair.now or ZERO))


def _unlike(one: Share, every: Sequence[Share], *, counted: bool) -> float:
    """Return how many spreads a move lies from those of the others; of a count, those of chance too."""
    moves = {it.name: float((it.pair.now or ZERO) / (it.pair.before or 1)) - 1 for it in every}
    if one.name not in moves:
        return 0.0
    middle = statistics.median(moves.values())
    spread = _MAD * statistics.median(abs(it - middle) for it in moves.values())
    spread = max(spread, _LEAST_SPREAD) if len(moves) >= _FEW else _FEW_SPREAD
    unlike = abs(moves[one.name] - middle) / spread
    if counted and (chance := chance_of(one.pair)):
        rest = total_of([it.pair for it in every if it is not one])
        usual = (one.pair.before or ZERO) * ((rest.now or ZERO) / rest.before if rest.before else 1)
        return min(unlike, 3 * float(abs((one.pair.now or ZERO) - usual) / chance))
    return unlike


def _is_much(one: Share, percent: bool) -> bool:
    change = abs(one.pair.change)
    return change >= _LEAST_POINTS if percent else change >= _LEAST * abs(one.pair.before or ZERO)


def inside_looks(
    found: Sequence[Notable], now: Window, base: Window, asked: AnalysisAsked, desk: MetricDesk
) -> list[Look]:
    """Return the looks at what makes a member's move: by what else it is split, and day by day."""
    looks = []
    states = {it.dimension for it in open_items(desk, ())}  # how far things are done tells no kind of them
    for place, one in enumerate(found):
        shape, filters = shape_of(one.metric, desk), (*asked.filters, one.kept(desk))
        told = {"metric": Name(one.metric)}
        for cut in _inner_cuts(one, states, asked, desk):
            query = MetricQuery(shape.atoms, (cut,), windows=(base, now), filters=filters)
            label = Said("briefing.label.moves", told | {"by": Name(cut, dimension=True)})
            looks.append(Look(f"inside.{place}.{cut}", query, label, catalog=shape.catalog))
        if shape.by_day and _SHORTEST <= now.days <= _LONGEST:
            query = MetricQuery((one.metric,), (), "day", (now,), filters=filters)
            looks.append(Look(f"inside_days.{place}", query, Said("why.label.days", {"window": now})))
    return looks


def is_of(cut: str, others: Collection[str], metric: str, desk: MetricDesk) -> bool:
    """Tell what follows from one of some dimensions, or the other way: a city, a grade or a side of a place.

    A kind of the figure's own rows follows from none.
    """
    catalog = desk.catalog
    own = {catalog.full(one.table) for one in catalog.sources(metric)}
    table = catalog.full(catalog.dimensions[cut].table)
    beside = [catalog.full(catalog.dimensions[one].table) for one in others]
    return table not in own and any(
        catalog.path(*each) is not None
        for one in beside
        if one not in own
        for each in ((table, one), (one, table))
    )


def _inner_cuts(one: Notable, states: Collection[str], asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return what a member is split by: a kind of its rows first, then things with a key; one a hierarchy."""
    fixed = {one.dimension, *(kept.dimension for kept in asked.filters)}
    kept, shape = list[str](), shape_of(one.metric, desk)
    if shape.kind == "whole":
        return []
    for cut in cuts_of(one.metric, desk, {*fixed, *states}):
        cuts = all(shape.catalog.cuts(it, cut) for it in shape.atoms)
        if cuts and not is_of(cut, {*kept, *fixed}, one.metric, desk):
            kept.append(cut)
    plain = [it for it in kept if not desk.catalog.dimensions[it].key][:1]
    return [*plain, *(it for it in kept if it not in plain)][:MOST_INSIDE]


def notable_told(
    found: Sequence[Notable],
    read: Mapping[str, Read],
    scored: Sequence[Scored],
    windows: Windows,
    base: int,
    desk: MetricDesk,
) -> list[Said]:
    """Return in one sentence what stands out, each with what makes most of it."""
    parts = [_part(place, one, read, desk) for place, one in enumerate(found)]
    listed = tuple(
        _told(place, one, parts[place], read, scored, base, desk)
        for place, one in enumerate(found)
        if not any(_is_told(one, parts[place], it, parts[at]) for at, it in enumerate(found[:place]))
    )
    params = {"base": replace(windows[base], text=""), "list": listed}
    return [Said("briefing.notable", params)] if listed else []


def _is_told(one: Notable, part: Said | str, other: Notable, its_part: Said | str) -> bool:
    """Tell a move found twice: of a product, mostly at one place, and of that place, mostly its own."""
    names = [it.params["name"] if isinstance(it, Said) else "" for it in (part, its_part)]
    return one.metric == other.metric and names == [other.member, one.member]


def _told(
    place: int,
    one: Notable,
    part: Said | str,
    read: Mapping[str, Read],
    scored: Sequence[Scored],
    base: int,
    desk: MetricDesk,
) -> Said:
    metric = desk.catalog.metrics[one.metric]
    return Said(
        "briefing.notable_one",
        {
            **_ends(one.metric, one.pair, desk),
            "metric": Name(one.metric),
            "member": one.member,
            "change": grown(one.pair.change, one.pair.before or ZERO, metric),
            "part": part,
            "whole": _whole(one.metric, scored, base, desk),
            "day": _single_day(place, one, read),
        },
    )


def _whole(metric: str, scored: Sequence[Scored], base: int, desk: MetricDesk) -> Said | str:
    """Return what a count other than the first figure came to in all: a member's jump is told with it."""
    own = next((one for one in scored[1:] if one.line.metric == metric), None)
    if own is None or own.now is None or not desk.catalog.metrics[metric].counts_rows:
        return ""
    change = change_of(own, base - 1, desk)
    return (
        ""
        if change is None
        else Said("briefing.notable_whole", {"now": own.now_told(desk), "change": change})
    )


def _ends(metric: str, pair: Pair, desk: MetricDesk) -> dict[str, Amount]:
    kind: Literal["bare", "value"] = "bare" if says_its_unit(desk.catalog.metrics[metric]) else "value"
    ends = {"before": pair.before, "now": pair.now}
    return {name: Amount(value or ZERO, metric, kind) for name, value in ends.items()}


def _part(place: int, one: Notable, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
    """Return the kind or thing that makes most of a member's move; nothing where none does."""
    best: tuple[Decimal, Share] | None = None
    for name, found in read.items():
        if not name.startswith(f"inside.{place}.") or found.result.truncated:
            continue
        cut = name.removeprefix(f"inside.{place}.")
        split, whole = _inner(one.metric, cut, found, desk)
        if split is None or not whole.change:
            continue
        for line in split.every:
            share = line.part / whole.change
            named = line.name not in ("", say("metrics.column.none", desk.language))
            if named and share >= _MOSTLY and (best is None or share > best[0]):
                best = share, line
    if best is None or not reads([best[1].name], desk):
        return ""
    pair = best[1].pair
    code = "notable_part" if pair.before is not None and pair.now is not None else "notable_part_name"
    return Said(f"briefing.{code}", {"name": best[1].name, **_ends(one.metric, pair, desk)})


def _inner(metric: str, cut: str, found: Read, desk: MetricDesk) -> tuple[MemberSplit | None, Pair]:
    shape = shape_of(metric, desk)
    is_ratio = shape.kind == "ratio"
    bottoms = pairs_of(found, 1) if is_ratio else {}
    return _split_of(cut, pairs_of(found), bottoms, shape.scale, is_ratio=is_ratio)


def _single_day(place: int, one: Notable, read: Mapping[str, Read]) -> Said | str:
    """Return the one day that makes most of a member's move, beside its other days."""
    found = read.get(f"inside_days.{place}")
    by_day = series_of(found) if found else {}
    if len(by_day) < _SHORTEST:
        return ""
    usual = statistics.median(by_day.values())
    day, value = max(by_day.items(), key=lambda it: abs(it[1] - usual))
    if (value - usual) * one.pair.change <= 0 or abs(value - usual) < _MOSTLY * abs(one.pair.change):
        return ""
    amounts = {"value": Amount(value, one.metric), "usual": Amount(usual, one.metric)}
    return Said("briefing.notable_day", {"day": day_of(day), **amounts})
