"""A briefing, step by step: the scorecard, what moved most, what is open, how far the data go."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike, like_for_like
from analysis.briefing.figures import (
    Scored,
    alike_by,
    as_running,
    cautions_of,
    change_of,
    exact,
    figures_look,
    is_year,
    line_told,
    months_of,
    only_year,
    period_before,
    rounded,
    scored_of,
    year_of,
)
from analysis.briefing.members import Members, members_of_first
from analysis.briefing.others import others_told
from analysis.briefing.running import as_asked, running_of
from analysis.briefing.scorecard import Line, OpenItems, lines_of, open_items, scorecard
from analysis.briefing.verdict import verdict
from analysis.cuts import cuts_of
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps
from analysis.series import data_span
from analysis.why.looks import of_member
from analysis.why.reading import why_question
from analysis.why.shape import ACTIVE, shape_of
from analysis.why.split import ZERO, Pair, chance_of, of_ratio, of_sum, outstanding
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult, ResultColumn
from query.metric_query import Compared, Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.wording import word_figure

MOVERS = 3
SAID = 5  # figures in words; the table has them all
APART = 2  # of the other figures
SMALL = Decimal("0.02")  # of the whole: a smaller move of a member is not worth a line
SMALL_FIRST = Decimal("0.005")  # of the first figure, whose largest moves are told whatever they are
_WORTH_A_WHY = 1  # percent: a smaller change is told as none
_BASES = {1: "", 2: "_year"}  # what moves are told beside: the period before, a year before


@dataclass(frozen=True)
class Move:
    """A member's figure that moved, with its part of the whole figure before."""

    metric: str
    dimension: str
    member: str
    now: Decimal
    before: Decimal
    weight: Decimal
    days_before: int = 0  # on which it had data, where it began on one of them
    against: bool = False  # the whole figure moved the other way


def briefing_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks of the scorecard, of what moved and of what is open, and return the briefing."""
    assert asked.window is not None
    now = as_running(asked.window, desk)
    before, year = period_before(now), year_of(now, desk)
    named = lines_of(asked.metrics, desk, asked.filters)
    lines = [line for line in named or scorecard(desk, asked.filters) if _covers(line, now, desk)]
    if not lines:
        return Outcome(declined=Said("briefing.none", {"window": replace(now, text="")}))
    waiting = () if named else open_items(desk, asked.filters)
    looks = [figures_look(line.metric, (now, before, year), asked, "score", desk) for line in lines]
    if (months := months_of(now)) is not None:
        aims = [line.target for line in lines if line.target]
        looks += [figures_look(aim, (months,), asked, "target", desk) for aim in aims]
    running = running_of(now, lines, asked, desk)
    looks += running.looks if running else ()
    moved = [(line.metric, cut) for line in lines for cut in _cut(line.metric, lines, asked, desk)]
    windows = (now, before, year)
    looks += [
        _moves(metric, cut, windows, asked, desk, lead=not place) for place, (metric, cut) in enumerate(moved)
    ]
    looks += [look for one in waiting for look in _open(one, asked, desk)]
    members = members_of_first(lines[0], windows, asked, desk)
    looks += members.looks if members else ()
    alike = like_for_like(lines, windows, dict(moved), members.levels if members else (), asked, desk)
    looks += alike.looks if alike else ()
    read = yield looks
    scored = [one for line in lines if (one := scored_of(line, read, windows, desk)) is not None]
    scored = [alike.scored(one, read, desk) for one in scored] if alike else scored
    if not scored or all(one.now is None for one in scored):
        return Outcome(declined=Said("briefing.none", {"window": replace(now, text="")}))
    base = _base(windows, desk)
    apart = [move for metric, cut in moved[1:] for move in _moved(metric, cut, read, base, desk)]
    first = _first_moves(*moved[0], read, base, desk) if moved else []
    moves = [*first, *_largest(apart, {one.member for one in first if not one.before or one.days_before})]
    if alike_by(now, windows[base]) != 1:
        moves = []  # members are read as sums, and of other numbers of days they do not compare
    so_far = running.told(read, desk) if running else ()
    return _told(scored, moves, base, waiting, read, windows, asked, desk, members, alike, so_far)


def _base(windows: tuple[Window, Window, Window], desk: MetricDesk) -> int:
    """Return what moves are told beside: 1 the period before, 2 a year before where only that is alike."""
    return 2 if only_year(windows, desk) else 1


def _covers(line: Line, window: Window, desk: MetricDesk) -> bool:
    """Tell a figure that has data of a time; one of whole months has none of thirty days."""
    monthly = any(one.time_grain == "month" for one in desk.catalog.sources(line.metric))
    if monthly and months_of(window) is None:
        return False
    span = data_span(line.metric, desk)
    return span is None or (span[0] < window.end and window.start < span[1])


def _cut(metric: str, lines: Sequence[Line], asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the dimension that what moved is sought by: the one that cuts most of the scorecard."""
    catalog = desk.catalog
    found = catalog.metrics[metric]
    shape = shape_of(found.name, desk)
    if shape.kind == "whole" or (shape.catalog is not catalog and shape.kind == "ratio"):
        return []
    fixed = {kept.dimension for kept in asked.filters}
    open_to = cuts_of(metric, desk, fixed)
    return sorted(open_to, key=lambda one: -sum(catalog.cuts(line.metric, one) for line in lines))[:1]


def _moves(
    metric: str, cut: str, windows: tuple[Window, ...], asked: AnalysisAsked, desk: MetricDesk, *, lead: bool
) -> Look:
    shape = shape_of(metric, desk)
    counted = (ACTIVE,) if lead and shape.active else ()
    query = MetricQuery((*shape.atoms, *counted), (cut,), windows=windows, filters=asked.filters)
    label = Said("briefing.label.moves", {"metric": Name(metric), "by": Name(cut, dimension=True)})
    return Look(f"moves.{metric}.{cut}", query, label, catalog=shape.catalog)


def _open(one: OpenItems, asked: AnalysisAsked, desk: MetricDesk) -> Iterator[Look]:
    """Yield the looks at what is not done yet: all of it, and what of it is of the time asked about."""
    filters = (*asked.filters, Filter(one.dimension, one.values))
    label = Said("briefing.label.open", {"metric": Name(one.metric)})
    yield Look(f"open.{one.dimension}", MetricQuery((one.metric,), filters=filters), label)
    if desk.catalog.metrics[one.metric].time and asked.window is not None:
        within = MetricQuery((one.metric,), windows=(asked.window,), filters=filters)
        yield Look(f"open_within.{one.dimension}", within, label)


def _first_moves(metric: str, cut: str, read: Mapping[str, Read], base: int, desk: MetricDesk) -> list[Move]:
    """Return the members that moved most of the first figure; of a ratio those that stand out.

    One that began within the period before is told with its days: beside all of them it only seems to grow.
    """
    shape, found = shape_of(metric, desk), read.get(f"moves.{metric}.{cut}")
    if shape.kind != "sum" or found is None or found.result.truncated:
        return _moved(metric, cut, read, base, desk)[:MOVERS]
    windows, at = found.look.query.windows, len(found.look.query.windows)
    now, then = windows[0], windows[base]
    moves = []
    for row in found.result.rows:
        cells = [exact(cell) or ZERO for cell in row[1:]]
        days_now, days_then = (cells[at], cells[at + base]) if shape.active else (ZERO, ZERO)
        began = days_now == now.days and 0 < days_then < then.days
        weight = cells[0] - cells[base]
        moves.append(
            Move(
                metric, cut, str(row[0] or ""), cells[0], cells[base], weight, int(days_then) if began else 0
            )
        )
    least = SMALL_FIRST * abs(sum((one.before for one in moves), ZERO))
    large = [one for one in moves if one.member and abs(one.weight) >= least and one.weight]
    return sorted(large, key=lambda one: -abs(one.weight))[:MOVERS] if len(moves) > 1 else []


def _moved(metric: str, cut: str, read: Mapping[str, Read], base: int, desk: MetricDesk) -> list[Move]:
    """Return the members that make most of what a figure moved, where they stand out, beside `base`."""
    found = read.get(f"moves.{metric}.{cut}")
    if found is None or found.result.truncated:
        return []
    shape = shape_of(metric, desk)
    at = len(found.look.query.windows)
    tops, bottoms = ({}, {})
    for row in found.result.rows:
        cells = [exact(cell) for cell in row[1:]]
        name = "" if row[0] is None else str(row[0])
        tops[name] = Pair(cells[base], cells[0])
        if shape.kind == "ratio":
            bottoms[name] = Pair(cells[at + base], cells[at])
    whole = _sum_of([*tops.values()])
    if shape.kind == "ratio":
        under = _sum_of([*bottoms.values()])
        ends = [
            n * shape.scale / d if n is not None and d else None
            for n, d in ((whole.before, under.before), (whole.now, under.now))
        ]
        whole = Pair(*ends)
    if not whole.before or whole.now is None or len(tops) < 2:
        return []
    split = (
        of_ratio(cut, tops, bottoms, whole, shape.scale)
        if shape.kind == "ratio"
        else of_sum(cut, tops, whole, {})
    )
    counted = desk.catalog.metrics[metric].is_count and shape.kind == "sum"
    events = not all(map(desk.catalog.is_dense, desk.catalog.sources(metric)))
    return [
        Move(
            metric,
            cut,
            one.name,
            one.pair.now or ZERO,
            one.pair.before or ZERO,
            one.part / whole.before,
            against=one.pair.change * whole.change < 0,
        )
        for one in outstanding([split], whole, events=events)[0].lines
        if abs(one.part) >= SMALL * abs(whole.before)
        and not (counted and abs(one.pair.change) <= chance_of(one.pair))
        and one.name
        and one.pair.now is not None
    ]


def _sum_of(pairs: Sequence[Pair]) -> Pair:
    return Pair(
        sum((one.before or ZERO for one in pairs), ZERO), sum((one.now or ZERO for one in pairs), ZERO)
    )


def _largest(moves: Sequence[Move], new: set[str]) -> list[Move]:
    """Return the largest moves of the other figures, one of each; of who is new all figures are."""
    first: dict[str, Move] = {}
    for one in sorted(moves, key=lambda one: -abs(one.weight)):
        if one.before and one.member not in new:
            first.setdefault(one.metric, one)
    return sorted(first.values(), key=lambda one: -abs(one.weight))[:APART]


def _told(
    scored: Sequence[Scored],
    moves: Sequence[Move],
    base: int,
    waiting: Sequence[OpenItems],
    read: Mapping[str, Read],
    windows: tuple[Window, Window, Window],
    asked: AnalysisAsked,
    desk: MetricDesk,
    members: Members | None,
    alike: LikeForLike | None,
    so_far: Sequence[Said],
) -> Outcome:
    """Return a line each: how it goes, who did best and worst, what else moved, the month, what is open."""
    lead = scored[0]
    by_year = only_year(windows, desk) and lead.year is not None
    opening = {
        "who": _who(asked, desk),
        "window": windows[0],
        **verdict(
            lead, windows, alike.new(1 if lead.year else 0, read) if alike else None, desk, by_year=by_year
        ),
    }
    apart = list(_moves_told(moves, lead.line.metric, windows[base], _BASES[base], desk))
    who = members.told(lead, read, alike, desk) if members else []
    statements = [
        Said("briefing.verdict.told", opening),
        *(who or apart[:1]),
        *others_told(scored, windows, desk),
        *so_far,
        *_open_told(waiting, read),
    ]
    rest = {"before": windows[1], "year": windows[2]}
    lines = tuple(line_told(one, windows, desk, by_year=by_year) for one in scored[:SAID])
    code = "briefing.figures_year" if by_year or is_year(windows) else "briefing.figures"
    how = Said("briefing.how", {"metrics": tuple(Name(one.line.metric) for one in scored)})
    return Outcome(
        tuple(statements),
        _table(scored, windows, desk),
        None,
        tuple(cautions_of(scored, windows, desk, by_year=by_year)),
        (how, Said(code, {**rest, "lines": lines}), *apart),
        _questions(scored, moves, base, asked, desk),
    )


def _open_told(waiting: Sequence[OpenItems], read: Mapping[str, Read]) -> Iterator[Said]:
    """Yield how many things are not done yet."""
    for one in waiting:
        found = read.get(f"open.{one.dimension}")
        if found and found.result.rows and (count := exact(found.result.rows[0][-1])) is not None:
            amount = Amount(count, one.metric, "bare")
            told = {"metric": Name(one.metric), "state": one.called, "count": amount}
            yield Said("briefing.open", {**told, "within": _within(one, count, read)})


def _within(one: OpenItems, count: Decimal, read: Mapping[str, Read]) -> Said | str:
    """Return how many of the things not done yet are of the time asked about."""
    found = read.get(f"open_within.{one.dimension}")
    if not count or found is None or not found.result.rows:
        return ""
    own = exact(found.result.rows[0][-1]) or ZERO
    if not own:
        return Said("briefing.open_older")
    return Said("briefing.open_within", {"count": Amount(own, one.metric, "bare")}) if own < count else ""


def _moves_told(
    moves: Sequence[Move], lead: str, base: Window, suffix: str, desk: MetricDesk
) -> Iterator[Said]:
    """Yield which members of the first figure moved most, and of the others what stands out."""
    first = [one for one in moves if one.metric == lead]
    apart = [one for one in moves if one.metric != lead]
    begun = tuple(one.member for one in first if not one.before or one.days_before)
    left = Said("briefing.left_out", {"list": begun}) if begun else ""
    if first:
        by = Name(first[0].dimension, dimension=True)
        told = tuple(_first_move(one) for one in first)
        yield Said(
            f"briefing.moves{suffix}", {"metric": Name(lead), "dimension": by, "moves": told, "base": base}
        )
    for code, some in (("apart", True), ("striking", False)):
        if told_apart := tuple(_move(one, desk) for one in apart if one.against is some):
            yield Said(f"briefing.{code}{suffix}", {"moves": told_apart, "base": base, "left": left})


def _first_move(one: Move) -> Said:
    """Return a move of the first figure, which the sentence names."""
    params = {"member": one.member, "change": Amount(one.now - one.before, one.metric, "change")}
    if not one.before:
        return Said("briefing.first_new", params)
    share = Percent(rounded(100 * (one.now / one.before - 1)), signed=True)
    code = "first_part" if one.days_before else "first_move"
    return Said(f"briefing.{code}", params | {"share": share, "days": one.days_before})


def _who(asked: AnalysisAsked, desk: MetricDesk) -> str:
    name = desk.answers.reader.known.member_name
    told = [name(kept.dimension, value, desk.language) for kept in asked.filters for value in kept.values]
    joined = say("analysis.and", desk.language).join(told)
    return say("analysis.briefing.who", desk.language, who=joined) if joined else ""


def _move(one: Move, desk: MetricDesk) -> Said:
    params: dict[str, Any] = {
        "metric": Name(one.metric),
        "member": one.member,
        "change": Amount(one.now - one.before, one.metric, "change"),
    }
    if not one.before:
        return Said("briefing.move_new", params)
    if desk.catalog.metrics[one.metric].unit("en") == "%":
        ends = {"before": Amount(one.before, one.metric), "now": Amount(one.now, one.metric)}
        return Said("briefing.move_rate", params | ends)
    share = Percent(rounded(100 * (one.now / one.before - 1)), signed=True)
    return Said("briefing.move", params | {"share": share})


def _table(scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk) -> QueryResult:
    """Return the scorecard: each figure now, before, a year ago, its target, the changes."""
    language = desk.language
    head = [say(f"analysis.briefing.column.{one}", language) for one in ("metric", "unit")]
    heads = [*head, *(_dates(one, desk) for one in windows[:2])]
    heads += [say("analysis.briefing.column.change", language), _dates(windows[2], desk)]
    heads += [
        say(f"analysis.briefing.column.{one}", language) for one in ("year_change", "target", "reached")
    ]
    rows: list[tuple[Any, ...]] = []
    for one in scored:
        metric = desk.catalog.metrics[one.line.metric]
        changes = [
            change and float(round(change.value, 2) + 0)
            for change in (change_of(one, at, desk) for at in (0, 1))
        ]
        reached = float(rounded(100 * one.now / one.target)) if one.now is not None and one.target else None
        now, before, year, target = (
            None if v is None else _cell(v, 2 if metric.decimals is None else metric.decimals)
            for v in (one.now, one.before, one.year, one.target)
        )
        rows.append(
            (
                metric.label(language),
                metric.unit(language),
                now,
                before,
                changes[0],
                year,
                changes[1],
                target,
                reached,
            )
        )
    left_out = {3, 4} if is_year(windows) else set()
    left_out |= set() if any(row[7] is not None for row in rows) else {7, 8}
    kept = [place for place in range(len(heads)) if place not in left_out]
    columns = tuple(ResultColumn(heads[place], "number" if place > 1 else "text") for place in kept)
    return QueryResult(columns, tuple(tuple(row[place] for place in kept) for row in rows), False, 0.0)


def _cell(value: Decimal, decimals: int) -> float | int:
    return float(round(value, decimals)) if decimals else round(value)


def _dates(window: Window, desk: MetricDesk) -> str:
    return period(replace(window, text=""), desk.language)


def _questions(
    scored: Sequence[Scored], moves: Sequence[Move], base: int, asked: AnalysisAsked, desk: MetricDesk
) -> tuple[str, ...]:
    """Return why the first figure and moves were, beside what they are told, and where else to look."""
    assert asked.window is not None
    found, window = list[str | None](), as_asked(asked.window, desk)
    compared = Compared("last_year") if base == 2 else None
    began = [one for one in moves if not one.before or one.days_before]
    for one in [one for one in moves if one not in began][:2]:
        filters = (*asked.filters, of_member(one.dimension, one.member, desk))
        query = MetricQuery((one.metric,), windows=(window,), filters=filters, compared=compared)
        found.append(why_question(query, "up" if one.now > one.before else "down", desk))
    lead = scored[0]
    change = change_of(lead, base - 1, desk)
    if change is not None and abs(change.value) >= _WORTH_A_WHY:
        query = MetricQuery((lead.line.metric,), windows=(window,), filters=asked.filters, compared=compared)
        found.insert(0, why_question(query, "up" if change.value > 0 else "down", desk))
    what = word_figure(
        MetricQuery((lead.line.metric,), filters=asked.filters),
        desk.catalog,
        desk.language,
        desk.answers.reader.known.member_name,
    )
    asked_next = say("analysis.ask.anomaly", desk.language, what=what)
    found.append(asked_next[:1].upper() + asked_next[1:])
    return tuple(dict.fromkeys(one for one in found if one))[:MOVERS]
