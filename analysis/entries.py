"""Entries that may be keyed wrong: told first, and taken for what may have been meant in what follows."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, Run
from analysis.briefing.keyed import LATELY, Keyed, entry_told, keyed_of, largest_look
from analysis.briefing.scorecard import scorecard
from analysis.outcome import Amount, Look, Name, Outcome, Read, Said, Steps, exact
from analysis.series import data_span
from analysis.whom import members_of
from knowledge.metrics import Catalog, Metric
from language.calendar import days
from query.metric_query import MetricQuery, Window
from query.plan.engines import summed
from understanding.metric.desk import MetricDesk

MOST = 2  # sums whose entries are looked at
LONGEST = 731  # days: of two times further apart only the later is looked at
_BOOKED = "booked"


def apart_from_entries(run: Run) -> Run:
    """Return the steps of an analysis that take such entries for what may have been meant, and tell so first.

    They are not left out: a day of a shop without its entry would be one without data. They are looked for
    beside what the analysis reads first, which is read anew with what was meant where there are any.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        plain = run(asked, desk)
        try:
            first = next(plain)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome
        largest = _largest(asked, desk)
        read = yield [*first, *largest]
        entries = {one.name: read[one.name] for one in largest if one.name in read}
        found = [one for one in keyed_of(entries) if _time_of(one, asked) is not None]
        if not found:
            own_read = {one.name: read[one.name] for one in first if one.name in read}
            return (yield from _going_on(plain, own_read))
        asked_of = _asked_of(asked, desk)
        days_told = {one.day for one in found if one.metric in asked_of}
        listed = [
            one
            for one in found
            if one.metric in asked_of or one.day not in days_told  # of one row it is told once
        ]
        booked = yield _booked_looks(listed, asked)  # ahead: the steps use the whole budget
        own = _desk_as_meant(found, desk)
        again = _not_again(read, _changed(found, desk), desk, run(asked, own))
        outcome = yield from _defined_by(own.catalog, again)
        if outcome.declined is not None:
            return outcome
        lead = [_told(one, asked, booked, desk) for one in listed]
        return replace(outcome, statements=(*lead, *_rest(outcome, asked)))

    return steps


def _changed(found: Sequence[Keyed], desk: MetricDesk) -> set[str]:
    """Return the figures that sum a column with such an entry."""
    metrics = desk.catalog.metrics
    return {name for name, one in metrics.items() if any(_is_entered(one, it, desk) for it in found)}


def _is_entered(metric: Metric, entry: Keyed, desk: MetricDesk) -> bool:
    """Tell a figure that sums the column of an entry."""
    dialect, entered = desk.answers.dialect, desk.catalog.metrics[entry.metric]
    inside = summed(metric.expression, dialect) if metric.kind == "simple" else None
    same = inside is not None and entered.table == metric.table
    return same and summed(entered.expression, dialect) == inside


def _not_again(read: Mapping[str, Read], changed: Collection[str], desk: MetricDesk, steps: Steps) -> Steps:
    """Yield what steps want but for what was read before of figures without such entries."""

    def kept(look: Look) -> Read | None:
        before = read.get(look.name)
        if before is None or look.catalog is not None or before.look.query != look.query:
            return None
        of = (one.name for name in look.query.metrics for one in desk.catalog.sources(name))
        return None if {*changed} & {*of} else before

    try:
        wanted = next(steps)
        while True:
            known = {look.name: one for look in wanted if (one := kept(look)) is not None}
            found = yield [look for look in wanted if look.name not in known]
            wanted = steps.send({**found, **known})
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def _going_on(steps: Steps, read: Mapping[str, Read]) -> Steps:
    """Yield what steps want once they have what they wanted first."""
    try:
        while True:
            read = yield steps.send(read)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def _asked_of(asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the figures that those asked about, else those of the scorecard, are made of."""
    names = asked.metrics or tuple(line.metric for line in scorecard(desk, asked.filters))
    parts = (part for name in names for part in (desk.catalog.metrics[name].parts or (name,)))
    return list(dict.fromkeys(parts))


def _sums(asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the figures whose entries are looked at: those asked of, behind each what divides it.

    Only the first are looked at, and a price of which one side is as meant is nobody's.
    """
    own = _asked_of(asked, desk)
    return list(dict.fromkeys(one for name in own for one in (name, *_partners([name], desk))))


def _partners(sums: Sequence[str], desk: MetricDesk) -> Iterator[str]:
    """Yield what such sums are divided by, or divide, out of the same rows: who keys one wrong may both."""
    known = desk.catalog.metrics
    for ratio in known.values():
        if set(sums) & set(ratio.parts):
            tables = {known[name].table for name in sums if name in known}
            yield from (one for one in ratio.parts if one in known and known[one].table in tables)


def _largest(asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at the largest entry of each day of both times, and of the weeks before them."""
    found = []
    for name in _sums(asked, desk):
        span = _span(name, asked, desk)
        look = largest_look(name, span, asked.filters, desk) if span else None
        found += [replace(look, detail=True)] if look else []
    return found[:MOST]


def _span(name: str, asked: AnalysisAsked, desk: MetricDesk) -> Window | None:
    known = data_span(name, desk)
    if known is None:
        return None
    times = [one for one in (asked.window, asked.against) if one is not None]
    end = max((one.end for one in times), default=known[1])
    start = min((*(one.start for one in times), end - days(LATELY)))
    if (end - start).days > LONGEST:
        start = min(end - days(LATELY), asked.window.start if asked.window else end)
    return Window(start, end, "range") if (end - start).days <= LONGEST else None


def _time_of(one: Keyed, asked: AnalysisAsked) -> Window | None:
    """Return which of the times asked about an entry is in; where none is asked about, its day."""
    if asked.window is None:
        return Window(one.day, one.day + days(1), "day")
    times = (asked.window, asked.against)
    return next((it for it in times if it is not None and it.start <= one.day < it.end), None)


def _desk_as_meant(found: Sequence[Keyed], desk: MetricDesk) -> MetricDesk:
    """Return the desk at which sums have these entries as they were likely meant."""
    reader, old = desk.answers.reader, desk.catalog
    metrics = {name: _as_meant(one, found, desk) for name, one in old.metrics.items()}
    known = replace(reader.known, catalog=replace(old, metrics=metrics))
    return replace(desk, answers=replace(desk.answers, reader=replace(reader, known=known)))


def _as_meant(metric: Metric, found: Sequence[Keyed], desk: MetricDesk) -> Metric:
    """Return a plain sum of what was entered with each of the entries as it was likely meant."""
    inside = summed(metric.expression, desk.answers.dialect) if metric.kind == "simple" else None
    if inside is None:
        return metric
    kept = inside
    for one in found:
        if _is_entered(metric, one, desk):
            kept = f"CASE WHEN {inside} = {one.value:f} THEN {_likely(one)[0]:f} ELSE {kept} END"
    return replace(metric, expression=f"SUM({kept})")


def _likely(one: Keyed) -> tuple[Decimal, int]:
    """Return the largest tenth, hundredth, ... of an entry that is no more than usual, and which it is."""
    times = 10
    while one.value / times > one.usual:
        times *= 10
    return one.value / times, times


def _defined_by(catalog: Catalog, steps: Steps) -> Steps:
    """Yield what an analysis wants read, each look by these definitions where it has none of its own."""
    try:
        wanted = next(steps)
        while True:
            read = yield [replace(one, catalog=one.catalog or catalog) for one in wanted]
            wanted = steps.send(read)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def _booked_looks(found: Sequence[Keyed], asked: AnalysisAsked) -> list[Look]:
    """Return the looks at what the figure asked about comes to with these entries, in each time once."""
    if asked.window is None or len(asked.metrics) != 1:
        return []
    label = Said("entries.label", {"metric": Name(asked.metrics[0])})
    times = dict.fromkeys(time for one in found if (time := _time_of(one, asked)) is not None)
    return [
        Look(_booked(time), MetricQuery(asked.metrics, windows=(time,), filters=asked.filters), label)
        for time in times
    ]


def _booked(time: Window) -> str:
    return f"{_BOOKED}.{time.start}"


def _told(one: Keyed, asked: AnalysisAsked, booked: Mapping[str, Read], desk: MetricDesk) -> Said:
    """Return an entry, what it is taken for, and what the figure asked about comes to with it."""
    time = _time_of(one, asked)
    found = booked.get(_booked(time)) if time is not None else None
    value = exact(found.result.rows[0][-1]) if found is not None and found.result.rows else None
    likely, times = _likely(one)
    params: dict[str, Any] = {"with_it": "", "likely": Amount(likely, one.metric), "times": times}
    if value is not None and time is not None:
        what = {"figure": Name(asked.metrics[0]), "only": members_of(asked.filters, desk)}
        recorded = {"when": replace(time, text=""), "booked": Amount(value, asked.metrics[0])}
        params["with_it"] = Said("entries.booked", what | recorded)
    return entry_told(one, "entries.told", params)


def _rest(outcome: Outcome, asked: AnalysisAsked) -> Iterator[Said]:
    """Yield what else is said: that nothing is odd is said of what is left."""
    first, *rest = outcome.statements
    yield Said("entries.besides", {"said": first}) if asked.kind == "anomaly" else first
    yield from rest
