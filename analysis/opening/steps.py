"""An opening or closing beside what others did before and after it: never because of it."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from statistics import NormalDist

from analysis.asked import AnalysisAsked
from analysis.lifespans import day_of, edge_look
from analysis.opening.beside import LEAST_POINTS, Beside, Four, set_beside
from analysis.opening.counting import counted_in
from analysis.opening.reading import CLOSED
from analysis.openings import openings_look, openings_of
from analysis.outcome import (
    Amount,
    Look,
    Name,
    Outcome,
    Percent,
    Read,
    Said,
    Steps,
    cells_by_name,
    day_in,
    rounded,
)
from analysis.series import data_span
from analysis.tables import table
from analysis.why.shape import shape_of
from config.wording import say
from database.result import QueryResult
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

LEAST, LONGEST = 28, 364  # days on either side
YEAR, HALF = 364, 182  # days: the same weekdays
_MOST_NAMED = 3
CHANCE = 0.05  # that any of all others is named though nothing moved it
_EDGE, _LEVEL, _OF = "edge", "level", "of"


@dataclass(frozen=True)
class _Times:
    """Since the day, before it, and both a year earlier."""

    after: Window
    before: Window

    yearly: bool = True  # there are data of a year earlier, too

    @property
    def all(self) -> tuple[Window, ...]:
        """Return the times in the order of `Four`, or the two alone."""
        if not self.yearly:
            return self.after, self.before
        return self.after, _year(self.after), self.before, _year(self.before)


def _year(one: Window) -> Window:
    return Window(one.start - days(YEAR), one.end - days(YEAR), "range")


def opening_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the day, then the figures of all by member, and return who went another way since than others."""
    assert asked.query is not None
    (metric,), (kept,) = asked.metrics, asked.query.filters
    name = desk.answers.reader.known.member_name(kept.dimension, kept.values[0], desk.language)
    day = yield from _day(asked, kept, desk)
    span, shape = data_span(metric, desk), shape_of(metric, desk)
    if day is None or span is None or not shape.by_day:
        code = "not_summed" if day else "no_day"
        return Outcome(declined=Said(f"opening.{code}", {"name": name, "metric": Name(metric)}))
    times = times_of(day, span)
    if times is None:
        told = {"name": name, "day": day_of(day), "least": LEAST}
        return Outcome(declined=Said(f"opening.short{_way(asked)}", told))
    read = yield _looks(metric, times, asked, desk)
    found = _found(name, asked, read, times, desk)
    return _told(name, day, times, found, asked, desk)


def _way(asked: AnalysisAsked) -> str:
    return "_closed" if asked.about == CLOSED else ""


def _day(
    asked: AnalysisAsked, kept: Filter, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], dt.date | None]:
    """Yield the look at the day, and return the first day on which it was there, or was no more."""
    dimension = desk.catalog.dimensions[kept.dimension]
    label = Said("like.label", {"dimension": Name(dimension.name, dimension=True)})
    edge = "last" if asked.about == CLOSED else "first"
    look = edge_look(edge, _EDGE, (dimension.name,), dimension, (kept,), label, desk)  # type: ignore[arg-type]
    read = (yield [look]) if look else {}
    rows = read[_EDGE].result.rows if _EDGE in read else ()
    day = day_in(rows[0][-1]) if rows and rows[0][-1] is not None else None
    return day + days(1) if day and asked.about == CLOSED else day


def times_of(day: dt.date, span: tuple[dt.date, dt.date]) -> _Times | None:
    """Return a year at most on either side as far as there are data, a year earlier too; None of too few.

    Without data of a year earlier they are equally long, half a year at most: the others tell the season.

    >>> times_of(dt.date(2026, 6, 30), (dt.date(2024, 11, 1), dt.date(2026, 11, 29))).before.start
    datetime.date(2025, 10, 31)
    """
    since, before = min((span[1] - day).days, LONGEST), min((day - span[0]).days - YEAR, LONGEST)
    yearly = before >= LEAST
    if not yearly:
        since = before = min(since, (day - span[0]).days, HALF)
    if since < LEAST or before < LEAST:
        return None
    after = Window(day, day + days(since), "range")
    return _Times(after, Window(day - days(before), day, "range"), yearly)


def _looks(metric: str, times: _Times, asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at all members of the level, and at those of whoever may have been moved."""
    label = Said(
        "briefing.label.moves", {"metric": Name(metric), "by": Name(asked.dimension, dimension=True)}
    )
    query = MetricQuery((metric,), (asked.dimension,), windows=times.all)
    looks = [Look(_LEVEL, query, label, needed=True)]
    for place, kept in enumerate(asked.filters):
        if kept.dimension != asked.dimension:
            looks.append(Look(f"{_OF}{place}", replace(query, filters=(kept,)), label))
    openings = openings_look((metric,), (), desk)
    return [*looks, *([openings] if openings else [])]


@dataclass(frozen=True)
class _Moved:
    """Who may have been moved, beside the others, and what all of it came to with who opened in it."""

    name: str
    beside: Beside
    whole: Decimal | None = None  # since the day, with what opened in it
    whole_year: Decimal | None = None


@dataclass(frozen=True)
class _Found:
    """What who opened came to since, everybody asked about, and of all others who turned most."""

    own: Decimal | None
    moved: tuple[_Moved, ...]
    lacking: tuple[str, ...]
    all: tuple[tuple[str, Beside], ...]


def _found(
    name: str, asked: AnalysisAsked, read: Mapping[str, Read], times: _Times, desk: MetricDesk
) -> _Found:
    every = cells_by_name(read.get(_LEVEL))
    there = _there(name, every, read, times)
    member = desk.answers.reader.known.member_name
    moved, lacking = list[_Moved](), list[str]()
    for place, kept in enumerate(asked.filters):
        of = member(kept.dimension, kept.values[0], desk.language)
        own = (
            {of: every.get(of, [])}
            if kept.dimension == asked.dimension
            else cells_by_name(read.get(f"{_OF}{place}"))
        )
        inside = [there[one] for one in own if one in there]
        others = {one: four for one, four in there.items() if one not in own}
        beside = set_beside(inside, others)
        if beside is None:
            lacking.append(of)
            continue
        whole = _whole(own, 0) if name in own else None
        moved.append(_Moved(of, beside, whole, _whole(own, 1) if name in own else None))
    alone = [
        (one, beside)
        for one in (there if not asked.filters else ())
        if (beside := set_beside([there[one]], {it: four for it, four in there.items() if it != one}))
    ]
    return _Found((every.get(name) or [None])[0], tuple(moved), tuple(lacking), tuple(alone))


def _there(
    name: str, every: Mapping[str, Sequence[Decimal | None]], read: Mapping[str, Read], times: _Times
) -> dict[str, Four]:
    """Return who was there all the time but for who opened."""
    found = openings_of(read)
    changed = found.within(times.all[-1], times.after).names if found else frozenset[str]()
    fours = {one: Four.of(cells) for one, cells in every.items() if one != name and one not in changed}
    return {one: four for one, four in fours.items() if four is not None}


def _whole(own: Mapping[str, Sequence[Decimal | None]], at: int) -> Decimal:
    return sum((cells[at] or Decimal(0) for cells in own.values()), Decimal(0))


def _told(
    name: str, day: dt.date, times: _Times, found: _Found, asked: AnalysisAsked, desk: MetricDesk
) -> Outcome:
    metric, way = asked.metrics[0], _way(asked) if times.yearly else "_plain"
    event = Said(f"opening.event{_way(asked)}", {"name": name, "day": day_of(day)})
    about = {
        "event": event,
        "name": name, "day": day_of(day), "metric": Name(metric),
        "after": times.after, "before": times.before,
        "dimension": Name(asked.dimension, dimension=True, many=True),
    }  # fmt: skip
    if not found.moved and not found.all:
        return Outcome(declined=Said("opening.few", {**about, "names": found.lacking}))
    said = [_one_told(one, about, way) for one in found.moved] or [_all_told(found, about, way)]
    if found.own and asked.about != CLOSED:
        said.append(Said("opening.own", {**about, "now": Amount(found.own, metric)}))
    if found.lacking:
        said.append(Said("opening.lacking", {"names": found.lacking}))
    if asked.figure_assumed:
        said.append(_read_as(asked, desk))
    usual = [one.beside.usual for one in found.moved] or [one.usual for _, one in found.all]
    how = Said(f"opening.how{'' if times.yearly else '_plain'}", {**about, "usual": f"{rounded(max(usual))}"})
    return Outcome(tuple(said), _table(found, times, desk), None, (Said("opening.no_proof"),), (how,))


def _read_as(asked: AnalysisAsked, desk: MetricDesk) -> Said:
    """Say which figure was taken for what the question calls customers or traffic, or where it names none."""
    counted, metric = counted_in(asked.text, (asked.dimension,), desk), asked.metrics[0]
    if counted is None:
        return Said("why.read_as", {"metric": Name(metric)})
    code = "counted" if counted.exact else "nearest" if counted.metric == metric else "uncounted"
    return Said(f"opening.{code}", {"words": counted.words, "metric": Name(metric)})


def _one_told(one: _Moved, about: Mapping[str, object], way: str) -> Said:
    """Return whether one went another way since: its growth then and before, and that of all others."""
    own, others = one.beside.own, one.beside.others
    inside = one.whole is not None
    of = Said("opening.without", {**about, "of": one.name}) if inside else one.name
    told = {
        **about, "of": of, "count": one.beside.count, "size": Amount(own.after, _metric(about)),
        "since": _signed(own.since), "earlier": _signed(own.earlier),
        "others_since": _signed(others.since), "others_earlier": _signed(others.earlier), "whole": "",
        "usual": _usual_told(one.beside, about),
    }  # fmt: skip
    if one.whole is not None and one.whole_year and way != "_plain":
        rate = _signed(100 * (one.whole / one.whole_year - 1))
        told["whole"] = Said("opening.whole", {**about, "of": one.name, "rate": rate})
    return Said(f"opening.{one.beside.way}{way}", told)


def _usual_told(one: Beside, about: Mapping[str, object]) -> Said:
    """Return by how many points one turned otherwise than the others, beside how far one usually does."""
    small = one.way == "alike" and abs(one.apart) >= one.bound
    code = "small" if small else "within" if one.way == "alike" else "beyond"
    points = {key: f"{rounded(abs(it))}" for key, it in (("apart", one.apart), ("bound", one.bound))}
    return Said(f"opening.usual_{code}", {**about, **points, "least": f"{LEAST_POINTS}"})


def _metric(about: Mapping[str, object]) -> str:
    metric = about["metric"]
    assert isinstance(metric, Name)
    return metric.name


def _signed(value: Decimal) -> Percent:
    return Percent(rounded(value), signed=True)


def _all_told(found: _Found, about: Mapping[str, object], way: str) -> Said:
    """Return who of all others turned clearly otherwise, the farthest behind first, or that nobody did."""
    behind = sorted(
        ((name, one) for name, one in found.all if _stands_out(one, len(found.all))),
        key=lambda one: one[1].apart,
    )
    each = tuple(
        Said(
            "opening.one", {"of": name, "since": _signed(one.own.since), "earlier": _signed(one.own.earlier)}
        )
        for name, one in behind[:_MOST_NAMED]
    )
    others = found.all[0][1].others
    far, most = max(found.all, key=lambda one: abs(one[1].apart))
    told = {
        **about, "count": len(found.all), "list": each,
        "far": Said("opening.one" if way != "_plain" else "opening.one_plain", {
            "of": far, "since": _signed(most.own.since), "earlier": _signed(most.own.earlier),
        }),
        "bound": f"{rounded(max(_wide(len(found.all)) * most.usual, LEAST_POINTS))}",
        "others_since": _signed(others.since), "others_earlier": _signed(others.earlier),
    }  # fmt: skip
    return Said(f"opening.{'some' if each else 'nobody'}{way}", told)


def _stands_out(one: Beside, looks: int) -> bool:
    """Tell who lies farther off than the farthest of so many would by chance."""
    return abs(one.apart) >= max(_wide(looks) * one.usual, LEAST_POINTS)


def _wide(looks: int) -> Decimal:
    return Decimal(str(NormalDist().inv_cdf(1 - CHANCE / 2 / looks)))


def _table(found: _Found, times: _Times, desk: MetricDesk) -> QueryResult:
    """Return each member's figures and growth, with a year earlier by how many points that turned."""
    rows = [(one.name, one.beside.own) for one in found.moved] or [(name, one.own) for name, one in found.all]
    some = found.moved[0].beside if found.moved else found.all[0][1]
    rows.append((say("analysis.opening.column.others", desk.language), some.others))
    yearly = ("who", "after", "after_year", "since", "earlier", "turned")
    names = yearly if times.yearly else ("who", "after", "ahead", "moved")
    heads = [say(f"analysis.opening.column.{one}", desk.language) for one in names]
    cells = ((who, one.after, one.after_year, one.since, one.earlier, one.turned) for who, one in rows)
    return table(heads, (row[: len(names)] for row in cells))
