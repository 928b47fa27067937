"""A briefing: the scorecard of a period against the one before, a year ago and its target."""

import datetime as dt
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.driver import driver_told
from analysis.briefing.figures import (
    Alike,
    Scored,
    cautions_of,
    is_year,
    like_change_of,
    line_told,
    months_of,
    only_since,
    only_year,
    scored_of,
    within_data,
)
from analysis.briefing.leading_on import next_questions
from analysis.briefing.left_out import left_out_told
from analysis.briefing.moves import Moved, moves_told, what_moved
from analysis.briefing.others import others_told
from analysis.briefing.planned import Planned, planned
from analysis.briefing.reading import OPENED
from analysis.briefing.scorecard import lines_of, scorecard
from analysis.briefing.sheets import card_of, sheets_of
from analysis.briefing.since import asked_since, closed_on, is_known, peers_told, since_known, since_opening
from analysis.briefing.trading import gap_looks, held_of, trading_of
from analysis.briefing.verdict import like_told, since_told, verdict, who_told
from analysis.briefing.waiting import open_told, standing_told
from analysis.briefing.young import last_month_of, opened_within, own_opening, young_told
from analysis.lifespans import day_of
from analysis.merging import read_together
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps
from analysis.taken import Taken, taken_look, taken_of
from analysis.target.aims import means_told
from analysis.why.gone import never_or_no_more
from analysis.why.shape import shape_of
from analysis.why.split import ZERO
from language.calendar import days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

SAID = 5  # figures in words; the table has them all
_NOT_TAKEN = "briefing.unlike_before"  # the time before, beside which nothing is set: told with the method
_BASES = {1: "", 2: "_year"}  # what moves are told beside: the period before, a year before


@dataclass(frozen=True)
class _OfNow:
    """How the month that runs goes, how the year does where no time was named, and that it is far behind."""

    month: Sequence[Said]
    year: Sequence[Said]
    lagging: Said | str


@dataclass(frozen=True)
class _Found:
    """What a briefing came to: the figures, what moved, and the sentences of its course and of now."""

    read: Mapping[str, Read]
    scored: Sequence[Scored]
    moved: Moved
    course: Sequence[Said]
    of_now: _OfNow
    opened: dt.date | None
    began: dt.date | None  # when its member opened, within the year
    like: Said | str  # how the first figure moved without who is new
    partly: bool  # its member was there for a part of what runs, of which no target tells what was due


def briefing_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks of the scorecard, of what moved and of what is open, and return the briefing."""
    named = lines_of(asked.metrics, desk, asked.filters)
    listed = named or scorecard(desk, asked.filters)
    opened, ended = None, list[Said]()
    if asked.about == OPENED and listed:
        asked, opened, ended = yield from since_opening(asked, listed[0], desk)
    plan = planned(asked, listed, desk, alone=bool(named))
    if isinstance(plan, Said):
        return Outcome(declined=plan)
    read = yield from read_together(plan.looks, desk)
    found = yield from _found(plan, read, opened, ended, desk)
    if found is None:
        now, metric = plan.windows[0], desk.catalog.metrics[plan.lines[0].metric]
        nothing = Said("briefing.none", {"window": replace(now, text="")})
        return (yield from never_or_no_more(metric, plan.asked.filters, now, nothing, desk))
    known = listed if named or desk.catalog.scorecard else ()
    left_out = left_out_told(known, found.scored, plan.windows[0], read, desk)
    outcome = _told(plan, found, desk)
    question = asked_since(plan.asked, desk) if plan.is_of_opening else outcome.question
    return replace(outcome, cautions=(*outcome.cautions, *left_out), question=question)


def _found(
    plan: Planned, read: Mapping[str, Read], opened: dt.date | None, ended: Sequence[Said], desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], _Found | None]:
    """Yield the looks that the first ones lead to, and return what all came to, or None without figures."""
    asked, lines, windows, alike = plan.asked, plan.lines, plan.windows, plan.alike
    began = None if plan.is_of_opening else opened_within(read, lines[0], windows, desk)
    young = list[Said]()
    if began:
        known, month = is_known(read), plan.course.end if plan.course else last_month_of(windows[0])
        young = yield from young_told(began, month, asked, lines[0], desk, known=known)
    scored = _scored(plan, read, began, desk)
    if not any(one.now for one in scored):
        return None
    held = held_of(read)
    since = own_opening(read, lines[0], desk) if began or is_known(read) else None
    trading = trading_of(held, (yield gap_looks(held, windows, asked)) if held else {}, windows, since)
    scored = [trading.scored(one) for one in scored]
    if plan.is_of_opening:  # nothing was before it
        scored = [replace(one, before=None, year=None) for one in scored]
    scored, like = yield from _like_for_like(plan, scored, read, desk)
    read = yield from _with_inside(plan, scored[0], read, desk)
    moved = () if plan.is_of_opening else plan.moved
    most = yield from what_moved(moved, scored, read, windows, asked, alike, began, desk)
    last = closed_on(read)
    closed = last if last and not plan.is_of_opening and last < windows[0].end - days(1) else None
    course = [
        *young,
        *([Said("briefing.shut", {"day": day_of(closed)})] if closed else []),
        *since_known(opened, windows[0]),
        *ended,
        *trading.told(),
        *_course(plan, read, desk),
    ]
    partly = _is_partly(plan, read, began, closed)
    of_now = yield from _of_now(plan, read, opened if plan.is_of_opening else began, closed, desk)
    scored = [replace(one, due=None) for one in scored] if partly else scored
    return _Found(read, scored, most, course, of_now, opened, began, like, partly)


def _with_inside(
    plan: Planned, lead: Scored, read: Mapping[str, Read], desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Mapping[str, Read]]:
    """Yield what opened or closed inside who grew most and least, and return it with what was read."""
    if plan.members is None:
        return read
    looks = plan.members.inside_looks(lead, read, plan.alike, plan.asked, desk)
    return {**read, **(yield looks)} if looks else read


def _of_now(
    plan: Planned, read: Mapping[str, Read], began: dt.date | None, closed: dt.date | None, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], _OfNow]:
    """Yield what is left of the outlook, and return how the month and the year that run go.

    Of who closed no year, and no target; of who began or closed no outlook.
    """
    month = plan.running.told(read, began, desk) if plan.running else ()
    if plan.outlook and not (began or closed):
        month = (*month, *(yield from plan.outlook.told(read, desk)))
    lagging = plan.running.lagging(read, desk) if plan.running and not (began or closed) else ""
    opened = began or own_opening(read, plan.lines[0], desk) if plan.year else None
    year = plan.year.told(read, opened, desk) if plan.year and not closed else []
    return _OfNow(month, year, lagging)


def _like_for_like(
    plan: Planned, scored: list[Scored], read: Mapping[str, Read], desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[list[Scored], Said | str]]:
    """Yield whom those who are new took over, and return the figures and how the first moved without both."""
    lines, windows, alike = plan.lines, plan.windows, plan.alike
    if alike is None:
        return scored, ""
    at = 1 if scored[0].year else 0
    new = alike.new(at, read)
    times = (windows[0], windows[at + 1])
    looks = taken_look(lines[0].metric, times, new, plan.asked.filters, desk) if new else []
    taken = taken_of((yield looks), new) if looks else None
    scored = [one if one.until else alike.scored(one, read, desk) for one in scored]
    like = like_told(scored[0], at, new, desk) if new else ""
    if taken is None:
        return scored, like
    # Without who is new the others lack whom it took over.
    like = taken.told(like, _without_both(scored[0], taken, at, desk)) if isinstance(like, Said) else ""
    return [replace(one, alike=(None, None)) for one in scored], like


def _course(plan: Planned, read: Mapping[str, Read], desk: MetricDesk) -> Iterator[Said]:
    """Yield how it went by the month, beside its peers, and over the year."""
    if plan.by_month:
        yield from plan.by_month.told(read, desk)
    yield from peers_told(plan.asked, plan.lines[0], read, desk)
    if plan.course:
        there = (own_opening(read, plan.lines[0], desk), closed_on(read))
        yield from plan.course.told(read, there, desk)


def _is_partly(
    plan: Planned, read: Mapping[str, Read], began: dt.date | None, closed: dt.date | None
) -> bool:
    """Tell a member that closed, or opened in the month that runs or later than its targets begin."""
    now, whole = plan.windows[0], months_of(plan.windows[0])
    if whole is None or whole.end == now.end:
        return False
    aimed = plan.by_month.aimed_since(read) if plan.by_month else None
    before = began is not None and aimed is not None and aimed < began.replace(day=1)
    return closed is not None or before or (began is not None and began > now.end.replace(day=1))


def _scored(plan: Planned, read: Mapping[str, Read], began: dt.date | None, desk: MetricDesk) -> list[Scored]:
    """Return the figures of the scorecard, each beside no time before it began."""
    every = (scored_of(line, read, plan.windows, desk) for line in plan.lines)
    scored = within_data([one for one in every if one is not None], plan.windows, desk)
    return only_since(began, scored, plan.windows)


def _without_both(lead: Scored, taken: Taken, at: int, desk: MetricDesk) -> Percent | Amount | None:
    """Return how the first figure moved without who is new and whom that took over."""
    rest = Alike(taken.rest.now or ZERO, taken.rest.before or ZERO)
    return like_change_of(replace(lead, alike=(rest, rest)), at, desk)


def _told(plan: Planned, found: _Found, desk: MetricDesk) -> Outcome:
    """Return a line each: how it goes, by month, who did best and worst, what else moved, what is open."""
    asked, windows, alike, members = plan.asked, plan.windows, plan.alike, plan.members
    read, scored, moved = found.read, found.scored, found.moved
    lead = scored[0]
    by_year = only_year(windows, desk) and lead.year is not None
    apart = list(moves_told(moved.moves, windows[moved.base], _BASES[moved.base]))
    who = members.told(lead, read, alike, desk) if members else []
    is_now = asked.lately or windows[0].end > desk.today.replace(day=1)  # what stands now is of that time
    stands = (*found.of_now.month, *open_told(plan.waiting, read, desk))
    first, last = (stands, ()) if is_now else ((), stands)
    statements = [
        Said("briefing.verdict.told", _opening(plan, found, desk, by_year=by_year)),
        *found.of_now.year,
        *first,
        *found.course,
        *(who or [*apart, *(members.aimed(read, desk) if members else ())]),
        *moved.said,
        *others_told(scored, windows, desk),
        *last,
        *standing_told(plan.standing, read),
    ]
    aimed = [one for one in scored if one.target is not None]
    cautions = cautions_of(scored, windows, desk, by_year=by_year) if asked.about != OPENED else []
    beside_itself = [one for one in cautions if one.code == _NOT_TAKEN]
    how = Said("briefing.how", {"metrics": tuple(Name(one.line.metric) for one in scored)})
    card = card_of(scored, windows, desk)
    return Outcome(
        tuple(statements),
        card,
        None,
        (
            *(one for one in cautions if one.code != _NOT_TAKEN),
            *means_told([(one.line.metric, one.line.target) for one in aimed], asked.filters, desk),
        ),
        (
            how,
            *(lead.due.how(lead.line.metric) if lead.due and lead.due.runs else ()),
            *([] if asked.about == OPENED else [_beside(found, windows, desk, by_year=by_year)]),
            *(apart if who else ()),
            *beside_itself,
        ),
        next_questions(scored, moved, asked, desk),
        sheets=sheets_of(card, moved, plan.waiting, read, windows, desk),
    )


def _opening(plan: Planned, found: _Found, desk: MetricDesk, *, by_year: bool) -> dict[str, Any]:
    """Return what the first sentence tells: how the first figure goes, and over which time."""
    lead, windows = found.scored[0], plan.windows
    opening = {
        "who": who_told(plan.asked.filters, desk),
        "window": windows[0],
        **verdict(lead, windows, found.like, desk, by_year=by_year, partly=found.partly),
    }
    opening |= {"lagging": found.of_now.lagging} | driver_told(found.scored, windows, desk)
    if plan.asked.about == OPENED:
        by_day, known = shape_of(lead.line.metric, desk).by_day, not since_known(found.opened, windows[0])
        opening |= since_told(lead, windows[0], by_day=by_day, known=known)
    return opening


def _beside(
    found: _Found, windows: tuple[Window, Window, Window], desk: MetricDesk, *, by_year: bool
) -> Said:
    """Return the figures beside the times that some of them have; of a time without any that it has none."""
    told, began = found.scored[:SAID], found.began
    before = not (by_year or is_year(windows)) and any(one.before is not None for one in told)
    year = any(one.year is not None for one in told)
    lines = tuple(line_told(one, windows, desk, by_year=by_year) for one in told)
    then: Said | str = ""
    if began and not year:
        code = "none_then" if began >= windows[2].end else "part_then"
        then = Said(f"briefing.{code}", {"opened": day_of(began), "year": windows[2]})
    side = "" if before and year else "_before" if before else "_year" if year else "_alone"
    return Said(
        f"briefing.figures{side}", {"before": windows[1], "year": windows[2], "lines": lines, "then": then}
    )
