"""A briefing, step by step: the scorecard, what moved most, what is open, how far the data go."""

import datetime as dt
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike, like_for_like
from analysis.briefing.course import course_of
from analysis.briefing.figures import (
    Scored,
    alike_by,
    as_running,
    cautions_of,
    change_of,
    figures_look,
    is_year,
    line_told,
    months_of,
    only_since,
    only_year,
    period_before,
    rounded,
    scored_of,
    whole_months_of,
    year_of,
)
from analysis.briefing.keyed import (
    Keyed,
    entries_of,
    entry_looks,
    keyed_of,
    keyed_told,
    largest_looks,
    part_looks,
    told_without,
    without_entries,
)
from analysis.briefing.members import Members, members_of_first
from analysis.briefing.months import by_month_of
from analysis.briefing.notable import (
    Notable,
    days_looks,
    inside_looks,
    is_of,
    lacking_of,
    lacking_told,
    notable_of,
    notable_told,
)
from analysis.briefing.others import others_told
from analysis.briefing.reading import OPENED
from analysis.briefing.running import as_asked, running_of
from analysis.briefing.scorecard import Line, OpenItems, lines_of, open_items, scorecard
from analysis.briefing.since import closed_on, is_known, peers_look, peers_told, since_known, since_opening
from analysis.briefing.trading import gap_looks, held_looks, held_of, trading_of
from analysis.briefing.verdict import since_told, verdict
from analysis.briefing.young import opened_within, own_opening, young_looks, young_told
from analysis.cuts import cuts_of
from analysis.merging import read_together
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps, exact
from analysis.series import data_span
from analysis.why.looks import of_member
from analysis.why.reading import why_question
from analysis.why.shape import ACTIVE, shape_of, whole_months
from analysis.why.split import ZERO
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult, ResultColumn
from query.metric_query import Compared, Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.wording import word_figure

MOVERS = 3
SAID = 5  # figures in words; the table has them all
SMALL_FIRST = Decimal("0.005")  # of the first figure, whose largest moves are told whatever they are
_CUTS_OF_FIRST = 2  # dimensions that the first figure is looked at by
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


@dataclass(frozen=True)
class _Moved:
    """What moved beside a time before: of the first figure, what stands out of all, and how that is told."""

    base: int  # the period before (1), or a year before (2)
    moves: Sequence[Move] = ()
    notable: Sequence[Notable] = ()
    said: Sequence[Said] = ()


def briefing_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks of the scorecard, of what moved and of what is open, and return the briefing."""
    named = lines_of(asked.metrics, desk, asked.filters)
    listed = named or scorecard(desk, asked.filters)
    opened, ended = None, list[Said]()
    if asked.about == OPENED and listed:
        asked, opened, ended = yield from since_opening(asked, listed[0], desk)
    assert asked.window is not None
    now = _as_far(as_running(asked.window, desk), listed, desk)
    before, year = period_before(now), year_of(now, desk)
    lines = [line for line in listed if _covers(line, now, desk)]
    if not lines:
        return Outcome(declined=Said("briefing.none", {"window": replace(now, text="")}))
    waiting = () if named else open_items(desk, asked.filters)
    windows = (now, before, year)
    own = {line.metric: whole_months_of(line.metric, windows, desk) for line in lines}
    looks = [figures_look(line.metric, own[line.metric] or windows, asked, "score", desk) for line in lines]
    if (months := months_of(now)) is not None:
        aims = [line.target for line in lines if line.target]
        looks += [figures_look(aim, (months,), asked, "target", desk) for aim in aims]
    by_month = by_month_of(now, lines, asked)
    course = None if by_month or asked.about == OPENED else course_of(now, lines[0], asked, desk)
    looks += course.looks if course else ()
    looks += young_looks(asked, lines[0], desk) if asked.about != OPENED else ()
    running = running_of(now, lines, asked, desk) if asked.about != OPENED else None
    looks += running.looks if running else ()
    looks += by_month.looks if by_month else ()
    looks += largest_looks(lines, now, asked, desk)
    looks += peers_look(asked, lines[0], desk) if asked.about == OPENED else []
    moved = [
        (line.metric, cut)
        for place, line in enumerate(lines)
        if own[line.metric] is None
        for cut in _cuts(line.metric, lines, asked, desk)[: _CUTS_OF_FIRST if not place else 1]
    ]
    looks += [
        _moves(metric, cut, windows, asked, desk, lead=not place) for place, (metric, cut) in enumerate(moved)
    ]
    looks += days_looks(moved, windows, asked, desk)
    looks += held_looks([line.metric for line in lines], windows, asked, desk)
    looks += [look for one in waiting for look in _open(one, asked, desk)]
    read_by = dict(reversed(moved))  # the first cut of each
    members = members_of_first(lines, windows, read_by, asked, desk)
    looks += members.looks if members else ()
    alike = like_for_like(lines, windows, read_by, members.levels if members else (), asked, desk)
    looks += alike.looks if alike else ()
    read = yield from read_together(looks, desk)
    scored = [one for line in lines if (one := scored_of(line, read, windows, desk)) is not None]
    began = opened_within(read, lines[0], windows, desk) if course else None
    young = list[Said]()
    if began and course:
        known = is_known(read)
        young = yield from young_told(began, course.end, asked, lines[0], desk, known=known)
    scored = only_since(began, scored, windows)
    scored = [alike.scored(one, read, desk) if alike and not one.until else one for one in scored]
    if not any(one.now for one in scored):
        return Outcome(declined=Said("briefing.none", {"window": replace(now, text="")}))
    held = held_of(read)
    since = own_opening(read, lines[0], desk) if began or is_known(read) else None
    trading = trading_of(held, (yield gap_looks(held, windows, asked)) if held else {}, windows, since)
    scored = [trading.scored(one) for one in scored]
    if asked.about == OPENED:  # nothing was before it
        scored, moved = [replace(one, before=None, year=None) for one in scored], []
    keyed = list(keyed_of(read))
    by_level = [(lines[0].metric, level) for level in (members.levels if members else ())]
    scored = [
        replace(one, entry=sum((it.value for it in keyed if it.metric == one.line.metric), ZERO))
        for one in scored
    ]
    parts = (yield _keyed_looks(keyed, scored, [*moved, *by_level], asked, desk)) if keyed else {}
    whose = entries_of(keyed, parts)
    read = without_entries(read, keyed, whose)
    moved_most = yield from _moved(moved, scored, read, windows, asked, alike, whose, began, desk)
    so_far = running.told(read, began, desk) if running else ()
    by = [*(by_month.told(read, desk) if by_month else ()), *peers_told(asked, lines[0], read, desk)]
    there = (own_opening(read, lines[0], desk), closed_on(read))
    by += course.told(read, keyed, there, desk) if course else ()
    by = [
        *young,
        *since_known(opened, now),
        *ended,
        *trading.told(),
        *keyed_told(keyed, scored, parts, desk),
        *by,
    ]
    left = told_without(keyed, scored, desk)
    return _told(
        scored, moved_most, waiting, read, windows, asked, desk, members, alike, so_far, by, opened, left
    )


def _keyed_looks(
    keyed: Sequence[Keyed],
    scored: Sequence[Scored],
    moved: Sequence[tuple[str, str]],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> list[Look]:
    return [*part_looks(keyed, scored, asked.filters, desk), *entry_looks(keyed, moved, asked.filters, desk)]


def _moved(
    moved: Sequence[tuple[str, str]],
    scored: Sequence[Scored],
    read: Mapping[str, Read],
    windows: tuple[Window, Window, Window],
    asked: AnalysisAsked,
    alike: LikeForLike | None,
    keyed: Collection[tuple[str, str, str]],
    began: dt.date | None,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], _Moved]:
    """Yield the looks at what makes the moves that stand out, and return these with who lacks days."""
    base = _base(windows, desk) if began is None else 1
    lacks = began is not None and began > windows[base].start
    if not moved or lacks or alike_by(windows[0], windows[base]) != 1:
        return _Moved(base)  # members are read as sums, and of other numbers of days they do not compare
    moves, lacking = _first_moves(*moved[0], read, base, desk), lacking_of(read, base)
    left = {one.member for one in moves if not one.before or one.days_before}
    left |= alike.new(base - 1, read).names if alike else set()
    left |= {name for one in lacking for name in one.members}
    notable = notable_of(moved, read, base, left, keyed, desk)
    further = [one.look(asked, desk) for one in lacking]
    within = inside_looks(notable, windows[0], windows[base], asked, desk)
    inside = yield from read_together([*further, *within], desk)
    said = notable_told(notable, inside, scored, windows, base, desk)
    return _Moved(base, moves, notable, [*lacking_told(lacking, inside), *said])


def _base(windows: tuple[Window, Window, Window], desk: MetricDesk) -> int:
    """Return what moves are told beside: 1 the period before, 2 a year before where only that is alike."""
    return 2 if only_year(windows, desk) else 1


def _covers(line: Line, window: Window, desk: MetricDesk) -> bool:
    """Tell a figure that has data of a time; one of whole months has none of thirty days."""
    span = data_span(line.metric, desk)
    if desk.catalog.is_monthly(line.metric) and months_of(window) is None and not whole_months(window):
        return False
    return span is None or (span[0] < window.end and window.start < span[1])


def _as_far(now: Window, lines: Sequence[Line], desk: MetricDesk) -> Window:
    """Return a time of several months as far as a first figure goes that is known by whole months alone."""
    span = data_span(lines[0].metric, desk) if lines and desk.catalog.is_monthly(lines[0].metric) else None
    cut = span is not None and now.start < span[1] < now.end and now.start.day == 1
    return replace(now, end=span[1]) if span is not None and cut else now


def _cuts(metric: str, lines: Sequence[Line], asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return what a figure is looked at by: what cuts most of the scorecard first, one of each hierarchy."""
    catalog = desk.catalog
    shape = shape_of(metric, desk)
    if shape.kind == "whole" or (shape.catalog is not catalog and shape.kind == "ratio"):
        return []
    open_to = cuts_of(metric, desk, {kept.dimension for kept in asked.filters})
    placed = {name for levels in catalog.hierarchies for name in levels}
    ranked = sorted(
        open_to, key=lambda one: (-sum(catalog.cuts(line.metric, one) for line in lines), one not in placed)
    )
    first = ranked[:1]
    return [*first, *(one for one in open_to if one not in first and not is_of(one, first, metric, desk))]


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
    """Return the members that moved most of the first figure, where it is a sum.

    One that began within the period before is told with its days: beside all of them it only seems to grow.
    """
    shape, found = shape_of(metric, desk), read.get(f"moves.{metric}.{cut}")
    if shape.kind != "sum" or found is None or found.result.truncated:
        return []
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


def _told(
    scored: Sequence[Scored],
    moved: _Moved,
    waiting: Sequence[OpenItems],
    read: Mapping[str, Read],
    windows: tuple[Window, Window, Window],
    asked: AnalysisAsked,
    desk: MetricDesk,
    members: Members | None,
    alike: LikeForLike | None,
    so_far: Sequence[Said],
    by_month: Sequence[Said],
    opened: dt.date | None,
    left: Collection[str],
) -> Outcome:
    """Return a line each: how it goes, by month, who did best and worst, what else moved, what is open."""
    lead = scored[0]
    by_year = only_year(windows, desk) and lead.year is not None
    opening = {
        "who": _who(asked, desk),
        "window": windows[0],
        **verdict(
            lead, windows, alike.new(1 if lead.year else 0, read) if alike else None, desk, by_year=by_year
        ),
    }
    if asked.about == OPENED:
        by_day, known = shape_of(lead.line.metric, desk).by_day, not since_known(opened, windows[0])
        opening |= since_told(lead, windows[0], by_day=by_day, known=known)
    apart = list(_moves_told(moved.moves, windows[moved.base], _BASES[moved.base]))
    who = members.told(lead, read, alike, desk) if members else []
    statements = [
        Said("briefing.verdict.told", opening),
        *by_month,
        *(who or apart),
        *moved.said,
        *others_told(scored, windows, desk, left),
        *so_far,
        *_open_told(waiting, read, desk),
    ]
    rest = {"before": windows[1], "year": windows[2]}
    lines = tuple(line_told(one, windows, desk, by_year=by_year) for one in scored[:SAID])
    code = "briefing.figures_year" if by_year or is_year(windows) else "briefing.figures"
    how = Said("briefing.how", {"metrics": tuple(Name(one.line.metric) for one in scored)})
    return Outcome(
        tuple(statements),
        _table(scored, windows, desk),
        None,
        tuple(cautions_of(scored, windows, desk, by_year=by_year)) if asked.about != OPENED else (),
        (
            how,
            *([] if asked.about == OPENED else [Said(code, {**rest, "lines": lines})]),
            *(apart if who else ()),
        ),
        _questions(scored, moved, asked, desk),
    )


def _open_told(waiting: Sequence[OpenItems], read: Mapping[str, Read], desk: MetricDesk) -> Iterator[Said]:
    """Yield how many things are not done yet."""
    for one in waiting:
        found = read.get(f"open.{one.dimension}")
        if found and found.result.rows and (count := exact(found.result.rows[0][-1])) is not None:
            amount = Amount(count, one.metric, "bare")
            told = {"metric": Name(one.metric), "state": one.called, "count": amount}
            yield Said("briefing.open", {**told, "within": _within(one, count, read, desk)})


def _within(one: OpenItems, count: Decimal, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
    """Return how many of the things not done yet are of the time asked about."""
    found = read.get(f"open_within.{one.dimension}")
    if not count or found is None or not found.result.rows:
        return ""
    own = exact(found.result.rows[0][-1]) or ZERO
    if not own:
        over = found.look.query.windows[0].end < desk.today  # then some may be of later
        return Said(f"briefing.open_{'none' if over else 'older'}")
    return Said("briefing.open_within", {"count": Amount(own, one.metric, "bare")}) if own < count else ""


def _moves_told(moves: Sequence[Move], base: Window, suffix: str) -> Iterator[Said]:
    """Yield which members of the first figure moved most."""
    if moves:
        by = Name(moves[0].dimension, dimension=True)
        told = tuple(_first_move(one) for one in moves)
        params = {"metric": Name(moves[0].metric), "dimension": by, "moves": told, "base": base}
        yield Said(f"briefing.moves{suffix}", params)


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
    left_out |= {place for place in range(3, len(heads)) if all(row[place] is None for row in rows)}
    kept = [place for place in range(len(heads)) if place not in left_out]
    columns = tuple(ResultColumn(heads[place], "number" if place > 1 else "text") for place in kept)
    return QueryResult(columns, tuple(tuple(row[place] for place in kept) for row in rows), False, 0.0)


def _cell(value: Decimal, decimals: int) -> float | int:
    return float(round(value, decimals)) if decimals else round(value)


def _dates(window: Window, desk: MetricDesk) -> str:
    return period(replace(window, text=""), desk.language)


def _questions(
    scored: Sequence[Scored], moved: _Moved, asked: AnalysisAsked, desk: MetricDesk
) -> tuple[str, ...]:
    """Return why the first figure moved, and who stands out or moved most; and where else to look."""
    assert asked.window is not None
    found, window = list[str | None](), as_asked(asked.window, desk)
    compared = Compared("last_year") if moved.base == 2 else None
    began = [one for one in moved.moves if not one.before or one.days_before]
    leading = [(one.metric, one.kept(desk), one.pair.change) for one in moved.notable]
    leading += [
        (one.metric, of_member(one.dimension, one.member, desk), one.now - one.before)
        for one in moved.moves
        if one not in began
    ]
    for metric, kept, change in leading[:2]:
        query = MetricQuery((metric,), windows=(window,), filters=(*asked.filters, kept), compared=compared)
        found.append(why_question(query, "up" if change > 0 else "down", desk))
    lead = scored[0]
    own = change_of(lead, moved.base - 1, desk)
    if own is not None and abs(own.value) >= _WORTH_A_WHY:
        query = MetricQuery((lead.line.metric,), windows=(window,), filters=asked.filters, compared=compared)
        found.insert(0, why_question(query, "up" if own.value > 0 else "down", desk))
    what = word_figure(
        MetricQuery((lead.line.metric,), filters=asked.filters),
        desk.catalog,
        desk.language,
        desk.answers.reader.known.member_name,
    )
    asked_next = say("analysis.ask.anomaly", desk.language, what=what)
    found.append(asked_next[:1].upper() + asked_next[1:])
    return tuple(dict.fromkeys(one for one in found if one))[:MOVERS]
