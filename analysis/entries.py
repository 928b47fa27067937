"""Entries that may be keyed wrong: every analysis tells them, and takes them for what was likely meant."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, Kind, Run
from analysis.briefing.scorecard import scorecard
from analysis.entry_peers import row_looks, with_peers
from analysis.keyed import Keyed, added_up, keyed_of, largest_look
from analysis.lifespans import day_of
from analysis.outcome import Amount, Look, Name, Outcome, Read, Reading, Said, Steps, exact, relay
from analysis.own_products import product_looks, with_own
from analysis.series import data_span
from analysis.single import ends_of, single_told
from analysis.whom import members_of
from answers.naming import column_name
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import MetricQuery, Window
from query.plan.engines import is_counted
from understanding.metric.desk import MetricDesk

MOST = 3  # sums whose entries are looked at
MOST_ZEROS = 6  # that somebody keyed too many
A_PART = Decimal("0.03")  # of its month: what an entry of another time is at least, to be taken for another
LATELY, LONGEST = 91, 731  # days: of two times further apart only the later is looked at
_LEARNING: tuple[Kind, ...] = ("forecast", "target")  # learn from the days before the time they are of
_LOOK_BACK: tuple[Kind, ...] = (*_LEARNING, "briefing", "why")  # set the time beside long before it
_VERDICTS: tuple[Kind, ...] = ("target", "missed", "pace")  # an entry may decide: told as recorded, too
_ANSWERED_FIRST: tuple[Kind, ...] = (*_VERDICTS, "forecast", "briefing")
_LOOKED_AHEAD: tuple[Kind, ...] = ("briefing",)  # reads too much at first to read it twice
_BOOKED = "booked"
_Verdict = tuple[object, ...]


def apart_from_entries(run: Run) -> Run:
    """Return the steps of an analysis that take such entries for what may have been meant, and tell so.

    They are not left out: a day of a shop without its entry would be one without data, and a price of which
    one side is left out another one. They are looked for beside what the analysis reads first, which is read
    anew with what was meant where there are any.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        plain, largest = run(asked, desk), _largest(asked, desk)
        try:
            begun = [] if asked.kind in _LOOKED_AHEAD else next(plain)
        except StopIteration as end:
            declined: Outcome = end.value
            return declined
        ends = ends_of(asked, desk)
        read = yield [*begun, *largest, *([ends.look] if ends else [])]
        found = [one for one in keyed_of(read) if _matters(one, asked)]
        given = {one.name: read[one.name] for one in begun if one.name in read}
        as_recorded = relay(plain, _plainly, None if asked.kind in _LOOKED_AHEAD else given)
        if not found:
            single = (yield from single_told(ends, read, asked, desk)) if ends else []
            return _behind_first((yield from as_recorded), single)
        spans = {one.metric: span for one in found if (span := _span(one.metric, asked, desk))}
        products = product_looks(found, spans, asked.filters, desk)
        products += row_looks(found, spans, asked.filters, desk)
        booked = yield [  # ahead: the steps use the whole budget
            *_booked_looks(_listed(found, asked, desk), asked, desk), *products
        ]  # fmt: skip
        found = with_own(found, booked, desk)
        found = yield from with_peers(found, booked, spans, asked.filters, desk)
        listed = _listed(found, asked, desk)
        recorded = (yield from as_recorded) if asked.kind in _VERDICTS else None
        own = _desk_as_meant(found, desk)
        outcome = yield from relay(run(asked, own), _read_as_meant(own, desk, given))
        if outcome.declined is not None:
            return outcome
        if not listed:
            return _behind_first(outcome, (yield from single_told(ends, read, asked, own)) if ends else [])
        lead = [_told(one, asked, booked, desk) for one in listed]
        return _led(outcome, [*lead, *(_decided(recorded, outcome) if recorded else [])], asked)

    return steps


def _led(outcome: Outcome, lead: Sequence[Said], asked: AnalysisAsked) -> Outcome:
    """Return an outcome with what is told of entries first, or behind what answers the question."""
    first, *rest = outcome.statements
    if asked.kind in _ANSWERED_FIRST:
        return replace(outcome, statements=(first, *lead, *rest))
    if asked.kind == "anomaly":  # that nothing is odd is said of what is left
        first = Said("entries.besides", {"said": first})
    return replace(outcome, statements=(*lead, first, *rest))


def _behind_first(outcome: Outcome, told: Sequence[Said]) -> Outcome:
    """Return an outcome with what is told behind its first sentence."""
    if outcome.declined is not None or not told:
        return outcome
    first, *rest = outcome.statements
    return replace(outcome, statements=(first, *told, *rest))


def _matters(one: Keyed, asked: AnalysisAsked) -> bool:
    """Tell an entry of the times asked about, or of the days that they are set beside."""
    within = asked.window is None or _time_of(one, asked) is not None
    return within or asked.kind in _LEARNING or (asked.kind in _LOOK_BACK and one.part >= A_PART)


def _time_of(one: Keyed, asked: AnalysisAsked) -> Window | None:
    """Return which of the times asked about an entry is in."""
    times = (asked.window, asked.against)
    return next((it for it in times if it is not None and it.start <= one.day < it.end), None)


def _listed(found: Sequence[Keyed], asked: AnalysisAsked, desk: MetricDesk) -> list[Keyed]:
    """Return the entries that are told: of one row it is told once, of what was asked about first.

    Of a *why* one of neither time is not: it is taken for what was meant in what a season is learned from.
    """
    if asked.kind == "why" and asked.window is not None:
        found = [one for one in found if _time_of(one, asked) is not None]
    own = _asked_of(asked, desk)
    told = {one.day for one in found if one.metric in own}
    return [one for one in found if one.metric in own or one.day not in told]


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
    return list(dict.fromkeys(one for name in own for one in (name, *_partners(name, desk))))


def _partners(name: str, desk: MetricDesk) -> Iterator[str]:
    """Yield what a sum is divided by, or divides, out of the same rows: who keys one wrong may both.

    Rows that are counted have no column to key wrong: neither has what is made of them alone.
    """
    known = desk.catalog.metrics
    if not _is_entered(known[name], desk):
        return
    for ratio in known.values():
        if name in ratio.parts:
            yield from (one for one in ratio.parts if known[one].table == known[name].table)


def _is_entered(metric: Metric, desk: MetricDesk) -> bool:
    """Tell the sum of a column, of which entries were keyed, from a count of rows."""
    inside = added_up(metric, desk)
    return inside is not None and metric.additivity == "sum" and not is_counted(inside, desk.answers.dialect)


def _largest(asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at the largest entry of each day of both times, and of the weeks before them."""
    found = list[Look]()
    for name in _sums(asked, desk):
        span = _span(name, asked, desk)
        look = largest_look(name, span, asked.filters, desk) if span else None
        found += [look] if look else []
    return found[:MOST]


def _span(name: str, asked: AnalysisAsked, desk: MetricDesk) -> Window | None:
    known = data_span(name, desk)
    if known is None:
        return None
    times = [one for one in (asked.window, asked.against) if one is not None]
    end = min([known[1], *([max(one.end for one in times)] if times else [])])
    back = LONGEST if asked.kind in _LOOK_BACK else LATELY
    start = min((*(one.start for one in times), end - days(back)))
    if (end - start).days > LONGEST:
        start = min(end - days(LATELY), asked.window.start if asked.window else end)
    return Window(start, end, "range") if (end - start).days <= LONGEST else None


def _desk_as_meant(found: Sequence[Keyed], desk: MetricDesk) -> MetricDesk:
    """Return the desk at which sums have these entries as they were likely meant."""
    reader, old = desk.answers.reader, desk.catalog
    insides = {one: added_up(old.metrics[one.metric], desk) for one in found}
    metrics = {name: _as_meant(one, insides, desk) for name, one in old.metrics.items()}
    known = replace(reader.known, catalog=replace(old, metrics=metrics))
    return replace(desk, answers=replace(desk.answers, reader=replace(reader, known=known)))


def _as_meant(metric: Metric, insides: Mapping[Keyed, str | None], desk: MetricDesk) -> Metric:
    """Return a plain sum of what was entered with each of the entries as it was likely meant."""
    inside = added_up(metric, desk)
    if inside is None:
        return metric
    kept = inside
    for one, entered in insides.items():
        if entered == inside and desk.catalog.metrics[one.metric].table == metric.table:
            kept = f"CASE WHEN {inside} = {one.value:f} THEN {_likely(one)[0]:f} ELSE {kept} END"
    return metric if kept == inside else replace(metric, expression=f"SUM({kept})")


def _likely(one: Keyed) -> tuple[Decimal, int]:
    """Return the tenth, hundredth, ... of an entry that its peers hold, and which it is.

    What its own row makes of it, quantity times price, goes before that, with 0.

    636,400 of a client's test that is 636.40 in all its other rows has three zeros more. Where no power of
    ten less is what its peers are, or none are known, what they usually are stands in its place, and 0:
    186,400 among repairs of some 6,000 was taken for 1,864, and was 18,640 in truth.
    """
    if one.own is not None:
        return one.own.value, 0
    times = (10**zeros for zeros in range(1, MOST_ZEROS + 1))
    held = [it for it in times if one.peers is not None and one.peers.hold(one.value / it)]
    return (one.value / held[0], held[0]) if len(held) == 1 else (one.typical, 0)


def _plainly(wanted: Sequence[Look]) -> Reading:
    return (yield wanted)


def _read_as_meant(
    own: MetricDesk, desk: MetricDesk, before: Mapping[str, Read]
) -> Callable[[Sequence[Look]], Reading]:
    """Return what yields looks by a desk's own definitions, but for what was read before of other figures."""
    known, meant = desk.catalog.metrics, own.catalog.metrics
    changed = {name for name in known if meant[name] is not known[name]}

    def kept(look: Look) -> Read | None:
        found = before.get(look.name)
        if found is None or look.catalog is not None or found.look.query != look.query:
            return None
        of = {one.name for name in look.query.metrics for one in desk.catalog.sources(name)}
        return None if changed & of else found

    def through(wanted: Sequence[Look]) -> Reading:
        again = {look.name: one for look in wanted if (one := kept(look)) is not None}
        left = (look for look in wanted if look.name not in again)
        read = yield [replace(look, catalog=look.catalog or own.catalog) for look in left]
        return {**read, **again}

    return through


def _figure(one: Keyed, asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return the figure asked about that an entry is part of, else its own."""
    of = (name for name in asked.metrics if one.metric in (name, *desk.catalog.metrics[name].parts))
    alone = asked.metrics[0] if len(asked.metrics) == 1 else one.metric  # a price, and what it divides
    return next(of, alone)


def _booked_looks(found: Sequence[Keyed], asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at what a figure comes to with these entries, in each time once."""
    looks = dict[str, Look]()
    for one in found:
        time, name = _time_of(one, asked), _figure(one, asked, desk)
        if time is not None:
            query = MetricQuery((name,), windows=(time,), filters=asked.filters)
            label = Said("entries.label", {"metric": Name(name)})
            looks[_booked(name, time)] = Look(_booked(name, time), query, label)
    return list(looks.values())


def _booked(name: str, time: Window) -> str:
    return f"{_BOOKED}.{name}.{time.start}"


def _told(one: Keyed, asked: AnalysisAsked, booked: Mapping[str, Read], desk: MetricDesk) -> Said:
    """Return an entry, what it is taken for, and what the figure comes to with it and without it."""
    time, name = _time_of(one, asked), _figure(one, asked, desk)
    found = booked.get(_booked(name, time)) if time is not None else None
    value = exact(found.result.rows[0][-1]) if found is not None and found.result.rows else None
    likely, times = _likely(one)
    params: dict[str, Any] = {
        "metric": Name(one.metric),
        "day": day_of(one.day),
        "value": Amount(one.value, one.metric),
        "usual": Amount(one.usual, one.metric),
        "likely": Amount(likely, one.metric),
        "times": times,
        "with_it": "",
    }
    if value is not None and time is not None:
        only, when = members_of(asked.filters, desk), replace(time.cut(desk.today), text="")
        without = {"without": Amount(value - one.value, name)}
        recorded = {"figure": Name(name), "only": only, "when": when, "booked": Amount(value, name)}
        recorded["without"] = Said("entries.without", without) if name == one.metric else ""
        params["with_it"] = Said("entries.booked", recorded)
    if one.own is not None:
        table = desk.catalog.metrics[one.metric].table
        named = (column_name(table, it, desk.catalog.schema, desk.language) for it in one.own.factors)
        return Said("entries.told_own", {**params, "product": " × ".join(named)})
    return Said("entries.told" if times else "entries.told_ordinary", params)


def _decided(recorded: Outcome, found: Outcome) -> list[Said]:
    """Return the first verdict that is another one as recorded."""
    own = set(map(_verdict, found.statements))
    other = next((one for one in recorded.statements if _verdict(one) not in own), None)
    return [Said("entries.recorded", {"said": other})] if other else []


def _verdict(said: Said) -> _Verdict:
    """Return what a statement says but for its amounts: of which figure what, and of how many."""
    params = said.params.values()
    nested = (_verdict(one) for one in params if isinstance(one, Said))
    return said.code, *(one for one in params if isinstance(one, Name | int)), *nested
