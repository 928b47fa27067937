"""What is odd, step by step: each main figure by day and member, looked at together, the clearest told."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from analysis.anomaly.extent import AROUND, extent
from analysis.anomaly.gaps import gaps_steps
from analysis.anomaly.looks import (
    BACK_DAYS,
    FEWEST_COUNTED,
    MOST,
    NEAR,
    WEEKS,
    Group,
    Odd,
    Span,
    farthest,
    is_seasonal,
    look,
    odd,
    spans_in,
)
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.parts import Part, is_new, narrowed, near_look, part_look, part_of
from analysis.anomaly.records import MOST as MOST_RECORDS
from analysis.anomaly.records import Record, candidates, record_looks, record_of
from analysis.anomaly.runs import as_run
from analysis.anomaly.totals import totals_of
from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import scorecard
from analysis.cuts import cuts_of
from analysis.daily import SpecialDays, special_days
from analysis.drawing import Line, Panel, panels
from analysis.forecast.models import YEAR
from analysis.home import keeps_chinas_days
from analysis.like import day_of, level_of_openings, openings_look, openings_of
from analysis.names import reads
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps
from analysis.series import Wanted, adds_up, data_span, looks_of, series_of, statements_of
from analysis.why.looks import stored
from analysis.why.reading import why_question
from analysis.why.saying import members_of
from analysis.words import small
from config.wording import say
from database.result import QueryResult, ResultColumn
from language.calendar import days, whole
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

STATEMENTS = 29  # of the budget of 40; what follows takes eleven
MOST_METRICS = 8
BY_DAY = (
    92  # days of a stretch that are looked at one by one; of a longer one only weeks, but for named figures
)
TRIFLE = 1.0  # points of a percentage: less never leads
FARTHEST_WEEKS, FARTHEST_DAYS = 2, 1  # named where nothing is odd
MOST_PARTS, MOST_NARROWED = 3, 2  # findings looked into, and by day
CLEARLY = 0.05  # from which it is said how the others moved
_CODES = {True: "day", False: "week"}


@dataclass(frozen=True)
class _Plan:
    """One metric by one dimension, and the looks that read it."""

    wanted: Wanted
    looks: tuple[Look, ...]


def anomaly_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at all series, and return what is odd in them, or that nothing is."""
    if asked.about == "gaps":
        return (yield from gaps_steps(asked, desk))
    names = [
        name
        for name in asked.metrics or _main(desk, asked.filters)
        if adds_up(desk.catalog.metrics[name], desk)
    ]
    kinds = special_days(desk.catalog.holidays, chinas=keeps_chinas_days(desk.catalog))
    planned = list(_plans(names, asked, desk))
    if not planned:
        metric = desk.catalog.metrics[asked.metrics[0]].label(desk.language) if asked.metrics else ""
        return Outcome(
            declined=Said("anomaly.not_summed" if metric else "anomaly.nothing", {"metric": metric})
        )
    totals = totals_of(asked, desk)
    planned_looks = {look.name: look for plan in planned for look in plan.looks}
    read = yield [*planned_looks.values(), *totals.looks]
    whole_time = totals.told(read, desk)
    read_all = (_group(plan, read, desk) for plan in planned)
    # Of one place the city is one, and would only repeat the whole.
    groups = [one for one in read_all if one is not None and (not one.dimension or len(one.members) > 1)]
    groups = [one for one in groups if reads(one.members, desk)] or groups
    if not groups:
        return Outcome(declined=Said("anomaly.nothing", {"metric": ""}))
    looks: list[Looked] = []
    first_cuts = dict(reversed([(one.metric, one.dimension) for one in groups if one.dimension]))
    for group in groups:
        spans = _spans(asked, _end(group), kinds)
        plain = group.metric == groups[0].metric and group.dimension in ("", first_cuts.get(group.metric))
        if _is_long(asked) and not plain:
            spans = [
                one for one in spans if not one.is_day
            ]  # the first figure by its first cut: all days of months of each take long
        if not group.counts and not _is_daily(group.metric, desk):
            spans = [one for one in spans if not one.is_day]  # amounts of single events: a day is one of them
        looks += look(group, spans, kinds)
    if not looks:
        return Outcome(declined=_too_few(groups))
    found = tuple(as_run(one, kinds, adds_up=_adds(one.look, desk)) for one in odd(looks))
    far = candidates(looks, found, desk)[: max(0, MOST - len(found))]
    record_plans = [record_looks(one, place, asked.filters, desk) for place, one in enumerate(far)]
    plans = [_near_plan(one, place, asked, desk) for place, one in enumerate(found)]
    further = [look for plan in plans if plan is not None for look in plan.looks]
    read = yield [*further, *(look for plan in record_plans if plan is not None for look in plan[2])]
    seen = [_seen(plan, one, read, kinds, desk) for plan, one in zip(plans, found, strict=True)]
    records = tuple(
        record
        for one, plan in zip(far, record_plans, strict=True)
        if plan is not None and (record := record_of(one, *plan, read, kinds, desk)) is not None
    )
    seen.sort(key=lambda one: is_trifle(one.odd.look, desk))
    looked_into = _part_looks(seen, asked, desk)
    if looked_into:
        deeper = yield looked_into
        openings = openings_of(deeper)
        seen = [
            replace(one, part=part_of(one.odd.look, deeper.get(f"part.{place}"), openings))
            for place, one in enumerate(seen)
        ]
        nears = [
            None
            if one.part is None or place >= MOST_NARROWED
            else near_look(one.part, one.odd.look, place, asked.filters, desk)
            for place, one in enumerate(seen)
        ]
        read = yield [look for near in nears if near is not None for look in near[1]]
        seen = [
            one
            if one.part is None
            else replace(one, part=narrowed(one.part, one.odd.look, near, read, kinds, desk))
            for one, near in zip(seen, nears, strict=True)
        ]
    seen = _each_once(seen)
    new = tuple(one for one in seen if is_new(one.part, one.odd.look))
    kept = tuple(one for one in seen if one not in new)[:MOST]
    told = _told(_Found(kept, new, records[:MOST_RECORDS]), looks, groups, asked, desk, kinds)
    return replace(told, statements=(*told.statements[:1], *whole_time, *told.statements[1:]))


def _each_once(seen: "Sequence[_Seen]") -> "list[_Seen]":
    """Leave out what is mostly another finding's: the town of a place that stood still."""

    def is_within(one: _Seen, other: _Seen) -> bool:
        shown, own = other.odd.look, one.odd.look
        overlap = shown.span.start < own.span.end and own.span.start < shown.span.end
        if one is other or not overlap:
            return False
        before = seen.index(other) < seen.index(one)
        if (own.metric, own.dimension, own.member) == (shown.metric, shown.dimension, shown.member):
            return before  # two weeks of it, over the same days
        if one.part is None:
            return False
        again = other.part is not None and other.part.names == one.part.names and before
        return again or (shown.dimension, shown.member) in zip(
            one.part.dimensions, one.part.names, strict=True
        )

    return [one for one in seen if not any(is_within(one, other) for other in seen)]


def _part_looks(seen: "Sequence[_Seen]", asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at the parts of the first findings, and at who is new."""
    found = [
        look
        for place, one in enumerate(seen[:MOST_PARTS])
        if (look := part_look(one.odd.look, place, asked.filters, desk)) is not None
    ]
    fixed = {kept.dimension for kept in asked.filters}
    level = level_of_openings([seen[0].odd.look.metric], fixed, desk) if found else None
    openings = openings_look(level, (), asked.filters, desk) if level else None
    return [*found, openings] if openings else found


def _too_few(groups: Sequence[Group]) -> Said:
    """Return why nothing could be looked at: too few weeks of data, or too few things a week."""
    longest = max(len(series.values) for group in groups for series in group.members.values())
    if longest < 7 * (WEEKS + 1):
        return Said("anomaly.short", {"weeks": WEEKS})
    names = tuple(Name(name) for name in dict.fromkeys(group.metric for group in groups))
    return Said("anomaly.few", {"metrics": names, "count": int(FEWEST_COUNTED)})


@dataclass(frozen=True)
class _Seen:
    """A finding over its days, the same a year before where that is known, and what makes most of it."""

    odd: Odd
    year: Looked | None = None
    part: Part | None = None

    @property
    def comes_again(self) -> bool:
        """Tell whether it was so a year before as well."""
        return self.year is not None and is_seasonal(self.odd.look, self.year)


@dataclass(frozen=True)
class _Found:
    """What is odd, what only seems so since somebody began, and days that are no alarm but a record."""

    odd: tuple[_Seen, ...]
    new: tuple[_Seen, ...] = ()
    records: tuple[Record, ...] = ()

    @property
    def unknown(self) -> int:
        """Return of how many no year before is known."""
        return sum(one.year is None for one in self.odd)


def is_trifle(one: Looked, desk: MetricDesk) -> bool:
    """Tell a percentage that moved by less than a point: beside amounts nobody wants to read it first."""
    return desk.catalog.metrics[one.metric].unit("en") == "%" and abs(one.value - one.usual) < TRIFLE


def _adds(one: Looked, desk: MetricDesk) -> bool:
    return desk.catalog.metrics[one.metric].kind != "ratio"


def _near_plan(one: Odd, place: int, asked: AnalysisAsked, desk: MetricDesk) -> _Plan | None:
    """Return the look at a finding's series from a year and the usual weeks before to shortly after it."""
    shown, span = one.look, data_span(one.look.metric, desk)
    if span is None:
        return None
    start = max(shown.span.start - days(YEAR + BACK_DAYS + AROUND), span[0])
    end = min(shown.span.end + days(AROUND), span[1])
    filters = asked.filters
    if shown.dimension:
        filters = (*filters, Filter(shown.dimension, (stored(shown.dimension, shown.member, desk),)))
    wanted = Wanted(shown.metric, start, end, filters)
    return _Plan(wanted, tuple(looks_of(wanted, desk, f"near.{place}")))


def _seen(
    plan: _Plan | None, one: Odd, read: Mapping[str, Read], kinds: SpecialDays, desk: MetricDesk
) -> _Seen:
    """Return a finding over the days that hold it, beside the same days a year before."""
    group = _group(plan, read, desk) if plan is not None else None
    if group is None:
        return _Seen(one)
    series = next(iter(group.members.values()))
    if _adds(one.look, desk):
        counted = desk.catalog.metrics[one.look.metric].is_count
        one = replace(one, look=extent(one.look, series, kinds, counted=counted))
    span = Span(one.look.span.start - days(YEAR), one.look.span.end - days(YEAR))
    found = look(replace(group, counts=False, events=False), [span], kinds)
    return _Seen(one, found[0] if found else None)


def _is_daily(metric: str, desk: MetricDesk) -> bool:
    """Tell a figure of which every day has rows."""
    return all(map(desk.catalog.is_dense, desk.catalog.sources(metric)))


def _main(desk: MetricDesk, filters: Sequence[Filter]) -> list[str]:
    """Return the figures of the scorecard that days add up for."""
    found = (desk.catalog.metrics[line.metric] for line in scorecard(desk, filters))
    return [one.name for one in found if adds_up(one, desk)][:MOST_METRICS]


def _plans(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> Iterator[_Plan]:
    """Yield each metric all together and by its first dimensions, while statements are left.

    What they cost is counted for the longest time that is looked at day by day: two questions about one week
    look at the same series. Figures of the same rows are read together.
    """
    fixed = {kept.dimension for kept in asked.filters}
    by = [asked.dimension] if asked.dimension else []
    cuts = {name: ["", *dict.fromkeys([*by, *cuts_of(name, desk, fixed)])] for name in names}
    spent = 0
    for place in range(max((len(found) for found in cuts.values()), default=0)):
        together: dict[tuple[Any, ...], list[Wanted]] = {}
        for name in names:
            wanted = _wanted(name, cuts[name][place], asked, desk) if place < len(cuts[name]) else None
            if wanted is not None:
                rows = frozenset((one.table, one.time) for one in desk.catalog.sources(name))
                key = (wanted.dimension, wanted.start, wanted.end, rows)
                together.setdefault(key, []).append(wanted)
        for some in together.values():
            first = some[0]
            length = max((first.end - first.start).days, BY_DAY + BACK_DAYS)
            cost = statements_of(first.dimension, length, desk)
            if spent + cost > STATEMENTS:
                continue
            spent += cost
            label = f"{first.metric}.{first.dimension or 'all'}"
            looks = tuple(looks_of(first, desk, label, others=[one.metric for one in some]))
            yield from (_Plan(one, looks) for one in some)


def _wanted(name: str, dimension: str, asked: AnalysisAsked, desk: MetricDesk) -> Wanted | None:
    """Return the days to read of a figure, or None where there are too few."""
    span = data_span(name, desk)
    if span is None:
        return None
    first, end = _reach(asked.window, span[1])
    if end - first < days(7 * (WEEKS + 1)) or end > span[1] + days(1):
        return None
    return Wanted(name, max(first, span[0]), min(end, span[1]), asked.filters, dimension)


def _reach(window: Window | None, last: dt.date) -> tuple[dt.date, dt.date]:
    """Return from when to when days are read for what is looked at."""
    if window is None:
        week = whole("week", last)[0] if last.weekday() else last
        return week - days(7 + BACK_DAYS), last
    return window.start - days(BACK_DAYS), min(window.end, last)


def _spans(asked: AnalysisAsked, end: dt.date, kinds: SpecialDays) -> list[Span]:
    """Return the days and weeks looked at: those asked about, else the last whole day and week with data."""
    window = asked.window
    if window is not None:
        found = spans_in(window.start, min(window.end, end), kinds)
        return [one for one in found if not one.is_day] if _by_week(asked) else found
    last = end - days(1)
    monday = whole("week", end)[0]
    spans = [Span(monday - days(7), monday)]
    return [Span(last, end), *spans] if last not in kinds.named else spans


def _by_week(asked: AnalysisAsked) -> bool:
    """Tell whether a time is so long that only its weeks are looked at, as no figure was named."""
    return _is_long(asked) and not asked.metrics


def _is_long(asked: AnalysisAsked) -> bool:
    return asked.window is not None and asked.window.days > BY_DAY


def _group(plan: _Plan, read: Mapping[str, Read], desk: MetricDesk) -> Group | None:
    found = series_of(plan.wanted, desk, plan.looks, read)
    if found is None or not found[0]:
        return None
    metric = desk.catalog.metrics[plan.wanted.metric]
    members, under = found
    if under is not None:
        under = {name: under[name] for name in members}
    return Group(
        metric.name,
        plan.wanted.dimension,
        members,
        under,
        float(metric.scale),
        metric.is_count and under is None,
        under is not None and desk.catalog.metrics[metric.parts[1]].is_count,
        not _is_daily(metric.name, desk)
        and not all(one.counts_rows for one in desk.catalog.sources(metric.name)),
    )


def _end(group: Group) -> dt.date:
    return next(iter(group.members.values())).end


def _told(
    parted: _Found,
    looks: Sequence[Looked],
    groups: Sequence[Group],
    asked: AnalysisAsked,
    desk: MetricDesk,
    kinds: SpecialDays,
) -> Outcome:
    found = parted.odd
    series = len({(one.metric, one.dimension, one.member) for one in looks})
    spans = sorted({(one.span.start, one.span.end) for one in looks})
    first, end = min(one[0] for one in spans), max(one[1] for one in spans)
    about = {"series": series, "window": Window(first, end, "range"), **_looked_at(looks)}
    about["only"] = members_of(asked.filters, desk)
    reading = (
        Said("anomaly.looked", {"looks": len(looks), **about}),
        Said("anomaly.how", {"weeks": WEEKS}),
    )
    cautions = []
    if asked.window is not None:
        whole_time = asked.window.cut(desk.today)
        before, after = ((whole_time.start, first), (end, whole_time.end))
        if any((one[1] - one[0]).days >= 7 + len(kinds.off(*one)) for one in (before, after)):  # a week
            cautions.append(Said("anomaly.only", {"window": about["window"]}))
        first, end = whole_time.start, whole_time.end
        if not cautions:
            about["window"] = Window(first, end, "range")  # only days off are left out of it
        if _by_week(asked):
            cautions.append(Said("anomaly.weeks_only"))
    if off := kinds.off(first, end):
        cautions.append(Said("anomaly.days_off", {"count": len(off)}))
    cautions += [_new_told(one, desk) for one in parted.new]
    if parted.unknown:
        cautions.append(Said("anomaly.no_year", {"count": parted.unknown}))
    if not found:
        plain = [one for one in looks if not is_trifle(one, desk)]
        most = _farthest([one for one in plain if not any(_is_near(one, it.odd.look) for it in parted.new)])
        own = [Odd(one.look) for one in parted.records]
        far = _records_told(parted.records, desk) if own else _farthest_told(most, desk)
        code = "none_records" if own else "none_one" if len(about["metrics"]) == 1 else "none"
        none = (Said(f"anomaly.{code}", about), *far)
        leads = _questions(own or most[:FARTHEST_WEEKS], asked, desk)
        return Outcome(none, cautions=tuple(cautions), reading=reading, questions=leads)
    statements = [Said("anomaly.some", {"count": len(found), **about})]
    statements += [_finding(one, number, desk) for number, one in enumerate(found, 1)]
    statements += _records_told(parted.records, desk)
    events = [one.odd for one in found]
    return Outcome(
        tuple(statements),
        _table(events, desk),
        _chart(events, groups, desk),
        tuple(cautions),
        reading,
        _questions(events, asked, desk),
    )


def _is_near(one: Looked, other: Looked) -> bool:
    """Tell looks of one figure at about the same time: who is new shows in several."""
    near = days(NEAR)
    overlap = one.span.start < other.span.end + near and other.span.start < one.span.end + near
    return one.metric == other.metric and overlap


def _farthest(looks: Sequence[Looked]) -> list[Odd]:
    """Return which weeks and which day lie farthest from usual where nothing is odd: it is no all-clear.

    They are of all together and of the first dimension each figure is cut by, for the others repeat it.
    """
    cuts = [(one.metric, one.dimension) for one in looks if one.dimension]
    first = dict(reversed(cuts))
    plain = [one for one in looks if one.dimension in ("", first.get(one.metric))]
    weeks, single = ([one for one in plain if one.span.is_day is day] for day in (False, True))
    return [*farthest(weeks, FARTHEST_WEEKS), *farthest(single, FARTHEST_DAYS)]


def _new_told(one: _Seen, desk: MetricDesk) -> Said:
    """Say what only seems to be odd, since one of its members began."""
    assert one.part is not None and one.part.opened is not None
    opened = {"name": one.part.told(), "day": day_of(one.part.opened)}
    return Said("anomaly.new", {**_params(one.odd, desk), **opened})


def _farthest_told(found: Sequence[Odd], desk: MetricDesk) -> tuple[Said, ...]:
    listed = tuple(Said(f"anomaly.far_{_CODES[one.look.span.is_day]}", _params(one, desk)) for one in found)
    return (Said("anomaly.farthest", {"list": listed}),) if listed else ()


def _records_told(found: Sequence[Record], desk: MetricDesk) -> tuple[Said, ...]:
    """Return the days that are the highest or lowest of their kind for long."""
    listed = []
    for one in found:
        way = "high" if one.look.change > 0 else "low"
        money = {
            "metric": Name(one.money),
            "now": Amount(_exact(one.money_now), one.money),
            "usual": Amount(_exact(one.money_usual), one.money),
        }
        more = {
            "since": one.since.isoformat(),
            "money": Said("anomaly.record_money", money) if one.money else "",
        }
        told = _params(Odd(one.look), desk)
        listed.append(Said(f"anomaly.record_{way}{'_ever' if one.ever else ''}", told | more))
    return (Said("anomaly.records", {"list": tuple(listed)}),) if listed else ()


def _looked_at(looks: Sequence[Looked]) -> dict[str, Any]:
    """Return which figures were looked at, and by what they were cut."""
    metrics = tuple(Name(name) for name in dict.fromkeys(one.metric for one in looks))
    cuts = dict.fromkeys(one.dimension for one in looks if one.dimension)
    dimensions = tuple(Name(name, dimension=True) for name in cuts)
    return {"metrics": metrics, "by": Said("anomaly.by", {"dimensions": dimensions}) if cuts else ""}


def _finding(one: _Seen, number: int, desk: MetricDesk) -> Said:
    shown, params = one.odd.look, {"number": number, **_params(one.odd, desk)}
    tail = "_others" if shown.dimension and abs(shown.others - 1) >= CLEARLY else ""
    kind = _kind(shown.span)
    if kind == "run":
        tail = "_none" if not shown.value else ""
    elif not shown.value:
        tail = "_none"
    said = Said(f"anomaly.found_{kind}{tail}", params)
    more = {"part": _part(one, desk), "year": _again(one), "also": ""}
    if params["same"]:
        more["also"] = Said("anomaly.with_same", params)
    return Said("anomaly.told", {"finding": said, **more}) if any(more.values()) else said


def _part(one: _Seen, desk: MetricDesk) -> Said | str:
    """Say which part makes most of a finding."""
    if one.part is None:
        return ""
    metric = one.odd.look.metric
    figures = {"value": one.part.value, "usual": one.part.usual, "then": one.part.year}
    amounts = {name: Amount(_exact(round(value, 1)), metric) for name, value in figures.items()}
    span, when = (
        one.part.span,
        Said("anomaly.at_time", {"when": Window(one.part.span.start, one.part.span.end, "range")}),
    )
    again = "_again" if one.part.comes_again else ""
    told = {"name": one.part.told(), "when": "" if span == one.odd.look.span else when}
    return Said(f"anomaly.part{again}", {**told, **amounts})


def _again(one: _Seen) -> Said | str:
    """Say that it was so a year before as well."""
    if one.year is None or not one.comes_again or (one.part is not None and one.part.comes_again):
        return ""
    metric, span = one.year.metric, one.year.span
    ends = {"value": one.year.value, "usual": one.year.usual}
    figures = {name: Amount(_exact(value), metric) for name, value in ends.items()}
    return Said("anomaly.again", {"when": Window(span.start, span.end, "range"), **figures})


def _kind(span: Span) -> str:
    """Return what a span is called: a day, a whole week, or some days in a row."""
    if span.is_day:
        return "day"
    return "week" if span.start.weekday() == 0 and (span.end - span.start).days == 7 else "run"


def _params(one: Odd, desk: MetricDesk) -> dict[str, Any]:
    shown, is_rate = one.look, desk.catalog.metrics[one.look.metric].kind == "ratio"
    return {
        "what": what_it_is(shown, desk),
        "when": Window(shown.span.start, shown.span.end, "range"),
        "days": (shown.span.end - shown.span.start).days,
        "value": Amount(_exact(shown.value), shown.metric),
        "usual": Amount(_exact(shown.usual), shown.metric),
        "change": Percent(_exact(round(100 * shown.change, 1)), signed=True),
        "a_week": "" if is_rate else say("analysis.anomaly.a_week", desk.language),
        "weekday": say("analysis.weekdays", desk.language).split("|")[shown.span.start.weekday()],
        "by": desk.catalog.dimensions[shown.dimension].label(desk.language) if shown.dimension else "",
        "others": Percent(_exact(round(100 * (shown.others - 1), 1)), signed=True),
        "same": _also(one, desk),
    }


def _also(one: Odd, desk: MetricDesk) -> tuple[str, ...]:
    """Return the other series that show the same event."""
    own = what_it_is(one.look, desk)
    named = [two for two in one.same if what_it_is(two, desk) != own]
    plain = [two for two in named if not two.dimension or not desk.catalog.dimensions[two.dimension].values]
    return tuple(dict.fromkeys(what_it_is(two, desk) for two in plain or named))[:3]


def _exact(value: float) -> Decimal:
    return Decimal(str(round(value, 6)))


def what_it_is(one: Looked, desk: MetricDesk) -> str:
    """Return what a series is called: of the rows with no member, what they lack."""
    label = desk.catalog.metrics[one.metric].label(desk.language)
    if not one.dimension:
        return label
    if one.member == say("metrics.column.none", desk.language):
        lacking = small(desk.catalog.dimensions[one.dimension].label(desk.language))
        return say("analysis.anomaly.of_no_member", desk.language, dimension=lacking, metric=label)
    dimension = desk.catalog.dimensions[one.dimension]
    if dimension.values:  # a code's name alone says nothing of what it is: Standard
        kind = small(dimension.label(desk.language))
        return say("analysis.anomaly.of_kind", desk.language, member=one.member, dimension=kind, metric=label)
    return say("analysis.anomaly.of_member", desk.language, member=one.member, metric=label)


def _table(found: Sequence[Odd], desk: MetricDesk) -> QueryResult:
    heads = ("what", "when", "value", "usual", "change")
    columns = tuple(
        ResultColumn(say(f"analysis.anomaly.column.{head}", desk.language), "number" if place > 1 else "text")
        for place, head in enumerate(heads)
    )
    rows = []
    for one in found:
        shown, last = one.look, one.look.span.end - days(1)
        first = shown.span.start.isoformat()
        when = first if shown.span.is_day else f"{first} – {last.isoformat()}"
        rows.append(
            (
                what_it_is(shown, desk),
                when,
                round(shown.value, 4),
                round(shown.usual, 4),
                round(100 * shown.change, 1),
            )
        )
    return QueryResult(columns, tuple(rows), False, 0.0)


def _chart(found: Sequence[Odd], groups: Sequence[Group], desk: MetricDesk) -> dict[str, Any]:
    """Draw each finding's days over nine weeks, the odd ones marked."""
    drawn = []
    for one in found:
        group = next(
            group
            for group in groups
            if (group.metric, group.dimension) == (one.look.metric, one.look.dimension)
        )
        drawn.append(_panel(one.look, group, desk))
    return panels(drawn, desk.language)


def _panel(one: Looked, group: Group, desk: MetricDesk) -> Panel:
    series = group.members[one.member]
    values = series.values
    if group.under:
        with np.errstate(divide="ignore", invalid="ignore"):
            values = group.scale * values / group.under[one.member].values
    first = max(series.start, one.span.end - days(7 * (WEEKS + 1)))
    place, stop = (first - series.start).days, (one.span.end - series.start).days
    xs = [(first + days(number)).isoformat() for number in range(stop - place)]
    ys = [None if not np.isfinite(value) else round(float(value), 2) for value in values[place:stop]]
    size = (one.span.end - one.span.start).days
    language = desk.language
    lines = [
        Line(say("analysis.anomaly.line.days", language), xs, ys),
        Line(say("analysis.anomaly.line.odd", language), xs[-size:], ys[-size:], "points"),
    ]
    return Panel(what_it_is(one, desk), lines, desk.catalog.metrics[one.metric].unit(language))


def _questions(found: Sequence[Odd], about: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return questions why the first findings moved: usual or not, the week before may have been either."""
    asked = []
    for one in found:
        shown = one.look
        filters = about.filters
        if shown.dimension:
            filters = (*filters, Filter(shown.dimension, (stored(shown.dimension, shown.member, desk),)))
        unit: Any = {"run": "range"}.get(_kind(shown.span), _kind(shown.span))
        window = Window(shown.span.start, shown.span.end, unit)
        query = MetricQuery((shown.metric,), windows=(window,), filters=filters)
        asked.append(why_question(query, "", desk))
    return tuple(dict.fromkeys(one for one in asked if one))[:3]
