"""How what stands out is told: both ends, what makes it, the day that holds it."""

import datetime as dt
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Scored, Windows, change_of
from analysis.briefing.notable import Notable, is_of, split_of
from analysis.briefing.unfinished import open_items
from analysis.cuts import cuts_of
from analysis.lifespans import day_of
from analysis.names import reads
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, grown, says_its_unit
from analysis.why.ended import MOST as MOST_ENDED
from analysis.why.ended import ended_look, ended_within
from analysis.why.looks import pairs_of, series_of
from analysis.why.shape import shape_of
from analysis.why.split import ZERO, MemberSplit, Pair, Share
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST_INSIDE = 2  # dimensions that what makes most of a move is sought by
_MOSTLY = Decimal("0.5")  # of a move
FEW_COUNTED = 20  # of which a change is told in their number
_LONGEST, _SHORTEST = 92, 4  # days of a time of which one day is told as making most of it


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
    best: tuple[Decimal, str, Share] | None = None
    for name, found in read.items():
        if not name.startswith(f"inside.{place}.") or found.result.truncated:
            continue
        cut = name.removeprefix(f"inside.{place}.")
        split, whole = _inner(one.metric, cut, found, desk)
        if split is None or not whole.change:
            continue
        for line in split.every:
            share = line.part / whole.change
            itself = shape_of(one.metric, desk).kind != "ratio" or moved_itself(line.pair, whole)
            if line.name and itself and share >= _MOSTLY and (best is None or share > best[0]):
                best = share, cut, line
    if best is None or not reads([best[2].name], desk, best[1]):
        return ""
    pair = best[2].pair
    code = "notable_part" if pair.before is not None and pair.now is not None else "notable_part_name"
    return Said(f"briefing.{code}", {"name": best[2].name, **_ends(one.metric, pair, desk)})


def moved_itself(own: Pair, whole: Pair) -> bool:
    """Tell a kind whose own ratio moved at least half as far as the whole's: else its weight did, and the
    ratio from where to where tells nothing of it."""
    if own.before is None or own.now is None or not whole.before or whole.now is None:
        return True
    if not own.before:
        return bool(own.now)  # of visits that were missed none is done, before and now
    return (own.now / own.before - 1) / (whole.now / whole.before - 1) >= _MOSTLY


def _inner(metric: str, cut: str, found: Read, desk: MetricDesk) -> tuple[MemberSplit | None, Pair]:
    shape = shape_of(metric, desk)
    is_ratio = shape.kind == "ratio"
    bottoms = pairs_of(found, 1) if is_ratio else {}
    return split_of(cut, pairs_of(found), bottoms, shape.scale, is_ratio=is_ratio)


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
