"""What a manager must know of a time: who moved as nobody else did, what makes most of it, who lacks days."""

import datetime as dt
import statistics
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from analysis.anomaly.gaps import gap_told
from analysis.anomaly.stretches import Gap, gaps_between
from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Scored, Windows, change_of
from analysis.briefing.scorecard import open_items
from analysis.cuts import cuts_of
from analysis.lifespans import day_of
from analysis.names import reads
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, day_in, exact, grown, says_its_unit
from analysis.series import day_of_rows
from analysis.why.ended import MOST as MOST_ENDED
from analysis.why.ended import ended_look, ended_within
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
from knowledge.metrics import Catalog, Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from query.plan.engines import summed
from understanding.metric.desk import MetricDesk

MOST = 3
MOST_OF_ONE = 2  # members of one figure, each of another dimension
MOST_INSIDE = 2  # dimensions that what makes most of a move is sought by
MOST_GAPS = 3  # members whose days without data are told
MOST_DAILY = 4  # figures whose days are looked at
LEAST_GAP, FORTNIGHT = 2, 14  # days without data that are told of a longer time
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
FEW_COUNTED = 20  # of which a change is told in their number
_MUCH = Decimal("0.25")  # of the change of all
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
        return Look(f"lacking.{self.metric}", query, Said("why.label.lacking", {"member": self.members}))

    def gaps(self, read: Mapping[str, Read]) -> list[Gap]:
        """Return on which days who has no data."""
        found = read.get(f"lacking.{self.metric}")
        if found is None or found.result.truncated:
            return []
        have: dict[str, set[dt.date]] = {name: set() for name in self.members}
        for name, day, value in found.result.rows:
            if value and str(name) in have:
                have[str(name)].add(day_in(day))
        last = self.window.end - days(1)
        return [
            gap
            for name, own in have.items()
            for gap in gaps_between(name, own, self.window.start, last, (), self.window)
        ]


def days_looks(
    moved: Sequence[tuple[str, str]], windows: tuple[Window, ...], asked: AnalysisAsked, desk: MetricDesk
) -> list[Look]:
    """Return the looks at how many days each member has data on, of the figures that come every day."""
    daily = [
        it for it in moved if shape_of(it[0], desk).by_day and not desk.catalog.metrics[it[0]].counts_rows
    ]
    looks = []
    for metric, cut in {metric: (metric, cut) for metric, cut in reversed(daily)}.values():
        if (catalog := days_held(metric, desk)) is not None:
            query = MetricQuery((ACTIVE,), (cut,), windows=windows, filters=asked.filters)
            label = Said("gaps.label", {"metric": Name(metric), "window": windows[0]})
            looks.append(Look(f"active.{metric}.{cut}", query, label, catalog=catalog))
    return looks[::-1][:MOST_DAILY]


def days_held(metric: str, desk: MetricDesk) -> Catalog | None:
    """Return the catalog with the count of the days that have any of a figure; None of one without days."""
    known = desk.catalog.metrics[metric]
    if not shape_of(metric, desk).by_day or known.kind != "simple" or "." in known.time:
        return None
    held = f"COUNT(DISTINCT {day_held(known, desk)})"
    counted = replace(known, name=ACTIVE, expression=held, additivity="distinct", decimals=0, show=())
    return replace(desk.catalog, metrics={**desk.catalog.metrics, ACTIVE: counted})


def day_held(known: Metric, desk: MetricDesk) -> str:
    """Return the day of a row that has any of a figure; of a sum a row of 0 has none."""
    day, inside = day_of_rows(known, desk), summed(known.expression, desk.answers.dialect)
    return f"CASE WHEN {inside} <> 0 THEN {day} END" if inside else day


def lacking_of(read: Mapping[str, Read], base: int) -> list[Lacking]:
    """Return who lacks days of which figure, where nearly all have data on each.

    They had data on every day of the time before: who is new, or closed on Sundays, lacks none.
    """
    found = []
    for look, one in read.items():
        if not look.startswith("active.") or one.result.truncated:
            continue
        _, metric, cut = look.split(".", 2)
        now, then = one.look.query.windows[0], one.look.query.windows[base]
        have = {str(row[0]): [exact(cell) or ZERO for cell in row[1:]] for row in one.result.rows if row[0]}
        short = [name for name, held in have.items() if 0 < held[0] < now.days and held[base] == then.days]
        short = [
            name for name in short if now.days - have[name][0] >= (LEAST_GAP if now.days > FORTNIGHT else 1)
        ]
        full = sum(held[0] == now.days for held in have.values())
        if short and full >= _NEARLY_ALL * len(have):
            found.append(Lacking(metric, cut, tuple(short[:MOST_GAPS]), now))
    return found


def lacking_told(found: Sequence[Lacking], read: Mapping[str, Read]) -> list[Said]:
    """Return on which days who has no data, of which figures; those with the same days together."""
    told: dict[tuple[Gap, ...], list[str]] = {}
    for one in found:
        gaps = sorted(one.gaps(read), key=lambda gap: (-gap.missing, gap.start))[:MOST_GAPS]
        told.setdefault(tuple(gaps), []).append(one.metric)
    return [
        Said("briefing.lacking", {"metric": tuple(map(Name, names)), "list": tuple(map(gap_told, gaps))})
        for gaps, names in told.items()
        if gaps
    ]


def notable_of(
    moved: Sequence[tuple[str, str]],
    read: Mapping[str, Read],
    base: int,
    without: Collection[str],
    keyed: Collection[tuple[str, str, str]],
    desk: MetricDesk,
) -> list[Notable]:
    """Return whose figures moved most unlike those of the others, beside `base`; a figure's own two at most.

    What one moved by is told of it once: sales and units of a product are one story. Nobody stands out by an
    entry that may be `keyed` wrong: a figure, a dimension and its member.
    """
    every = [
        one
        for metric, cut in moved
        if not _repeats_first(metric, moved[0][0], desk)
        for one in _standing_out(metric, cut, read, base, desk)
        if one.member not in without and reads([one.member], desk) and not _is_keyed(one, keyed, desk)
    ]
    every = [_as_leading(one, moved[0][0], every, desk) for one in every]
    every.sort(key=lambda one: (-one.unlike, one.metric != moved[0][0]))
    kept: list[Notable] = []
    for one in every:
        own = [it for it in kept if it.metric == one.metric]
        alike = any(it.dimension == one.dimension for it in own)
        again = any(it.member == one.member and _moves_with(it.metric, one.metric, desk) for it in kept)
        if len(own) < MOST_OF_ONE and not alike and not again and len(kept) < MOST:
            kept.append(one)
    return kept


def _as_leading(one: Notable, first: str, every: Sequence[Notable], desk: MetricDesk) -> Notable:
    """Return a member's move of the first figure as the clearest of its moves: it stands for the others."""
    if one.metric != first:
        return one
    own = [it.unlike for it in every if it.member == one.member and _moves_with(it.metric, first, desk)]
    return replace(one, unlike=max(own, default=one.unlike))


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
    none = ("", say("metrics.column.none", desk.language))
    large = [one for one in split.every if one.name not in none and _is_large(one, split)]
    lines = out.lines if out.stands_out else ()
    if counted and not lines:  # one that leaps lifts what all are measured by: beside the rest alone it shows
        lines = tuple(one for one in large if _makes_much(one, whole) and _beside_rest(one, large) > 1)
    for one in lines:
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
    return min(unlike, 3 * _beside_rest(one, every)) if counted and chance_of(one.pair) else unlike


def _makes_much(one: Share, whole: Pair) -> bool:
    """Tell a member that makes a good part of a change."""
    return abs(one.part) >= _MUCH * abs(whole.change)


def _beside_rest(one: Share, every: Sequence[Share]) -> float:
    """Return how far a count lies from where the growth of all others puts it, in what chance may do."""
    rest = total_of([it.pair for it in every if it is not one])
    usual = (one.pair.before or ZERO) * ((rest.now or ZERO) / rest.before if rest.before else 1)
    return float(abs((one.pair.now or ZERO) - usual) / (chance_of(one.pair) or 1))


def _is_much(one: Share, percent: bool) -> bool:
    change = abs(one.pair.change)
    return change >= _LEAST_POINTS if percent else change >= _LEAST * abs(one.pair.before or ZERO)


def inside_looks(
    found: Sequence[Notable], now: Window, base: Window, asked: AnalysisAsked, desk: MetricDesk
) -> list[Look]:
    """Return the looks at what makes a member's move: by what else it is split, and day by day.

    Who is gone and the first split come first, for the budget may end before the last.
    """
    ranked = list[tuple[int, Look]]()
    states = {it.dimension for it in open_items(desk, ())}  # how far things are done tells no kind of them
    for place, one in enumerate(found):
        shape, filters = shape_of(one.metric, desk), (*asked.filters, one.kept(desk))
        told = {"metric": Name(one.metric)}
        if shape.kind == "sum" and one.pair.change < 0:
            gone = ended_look(f"gone.{place}", one.metric, filters, desk)
            ranked += [(0, gone)] if gone else []
        for rank, cut in enumerate(_inner_cuts(one, states, asked, desk)):
            query = MetricQuery(shape.atoms, (cut,), windows=(base, now), filters=filters)
            label = Said("briefing.label.moves", told | {"by": Name(cut, dimension=True)})
            ranked.append((2 * rank, Look(f"inside.{place}.{cut}", query, label, catalog=shape.catalog)))
        if shape.by_day and _SHORTEST <= now.days <= _LONGEST:
            query = MetricQuery((one.metric,), (), "day", (now,), filters=filters)
            ranked.append((1, Look(f"inside_days.{place}", query, Said("why.label.days", {"window": now}))))
    return [replace(look, detail=True) for _, look in sorted(ranked, key=lambda it: it[0])]


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
    """Return in one sentence what stands out, each with what makes most."""
    ends = windows[base], windows[0]
    parts = [
        _gone(place, one, read, *ends, desk) or _part(place, one, read, desk)
        for place, one in enumerate(found)
    ]
    listed = tuple(
        _told(place, one, parts[place], read, scored, base, desk)
        for place, one in enumerate(found)
        if not any(_is_told(one, parts[place], it, parts[at]) for at, it in enumerate(found[:place]))
    )
    params = {"base": replace(windows[base], text=""), "list": listed}
    return [Said("briefing.notable", params)] if listed else []


def _is_keyed(one: Notable, keyed: Collection[tuple[str, str, str]], desk: MetricDesk) -> bool:
    """Tell a member that has an entry keyed wrong, in its figure or in a part of its ratio."""
    names = (one.metric, *desk.catalog.metrics[one.metric].parts)
    return any((name, one.dimension, one.member) in keyed for name in names)


def _is_told(one: Notable, part: Said | str, other: Notable, its_part: Said | str) -> bool:
    """Tell a move found twice: of a product, mostly at one place, and of that place, mostly its own."""
    names = [it.params.get("name", "") if isinstance(it, Said) else "" for it in (part, its_part)]
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
            "change": _grown(one, metric),
            "part": part,
            "whole": _whole(one.metric, scored, base, desk),
            "day": _single_day(place, one, read),
        },
    )


def _grown(one: Notable, metric: Metric) -> Percent | Amount:
    """Return a change; of a few things in their number, for 4 → 53 is no percentage."""
    before = one.pair.before or ZERO
    if metric.counts_rows and before < FEW_COUNTED:
        return Amount(one.pair.change, one.metric, "change")
    return grown(one.pair.change, before, metric)


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


def _gone(
    place: int, one: Notable, read: Mapping[str, Read], base: Window, now: Window, desk: MetricDesk
) -> Said | str:
    """Return which few things of a member ended between the times compared: the shop that closed."""
    ended = ended_within(read.get(f"gone.{place}"), one.metric, base.start, now.end - days(1), desk)
    if ended is None or len(ended.members) > MOST_ENDED:
        return ""
    return Said("briefing.notable_gone", {"list": ended.listed(desk.language)})


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
    if (found := _day_apart(place, one, read)) is None:
        return ""
    day, value, usual = found
    amounts = {"value": Amount(value, one.metric), "usual": Amount(usual, one.metric)}
    return Said("briefing.notable_day", {"day": day_of(day), **amounts})


def _day_apart(place: int, one: Notable, read: Mapping[str, Read]) -> tuple[dt.date, Decimal, Decimal] | None:
    """Return the day that makes most of a member's move, what it brought, and what days usually bring."""
    found = read.get(f"inside_days.{place}")
    by_day = series_of(found) if found else {}
    if len(by_day) < _SHORTEST:
        return None
    usual = statistics.median(by_day.values())
    day, value = max(by_day.items(), key=lambda it: abs(it[1] - usual))
    mostly = (value - usual) * one.pair.change > 0 and abs(value - usual) >= _MOSTLY * abs(one.pair.change)
    return (day, value, usual) if mostly else None
