"""Entries that may be keyed wrong: every analysis tells them, and takes them for what was likely meant."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, Kind, Run
from analysis.lifespans import day_of
from analysis.outcome import Look, Name, Outcome, Read, Reading, Said, Steps, exact, relay
from analysis.outliers.decides_change import ends_of, single_told, told_by
from analysis.outliers.entry import Keyed, added_up
from analysis.outliers.found import TIMES_NEXT, keyed_of
from analysis.outliers.meant import desk_as_meant, read_as_meant
from analysis.outliers.own_row import product_looks, with_own
from analysis.outliers.peers import beside, row_looks, with_peers
from analysis.outliers.telling import booked_looks, decided, is_in_what_is_told, told
from analysis.outliers.wanted import largest_entries, listed_of, matters, span_of, sums_of
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

# An entry may decide these: they are told as recorded, too.
_VERDICTS: tuple[Kind, ...] = ("target", "missed", "months", "pace")
_ANSWERED_FIRST: tuple[Kind, ...] = (*_VERDICTS, "forecast", "briefing")
_LOOKED_AHEAD: tuple[Kind, ...] = ("briefing",)  # reads too much at first to read it twice
_OTHERS, _WHOSE = "entry_others", "entry_whose"


def apart_from_entries(run: Run) -> Run:
    """Return the steps of an analysis that take such entries for what may have been meant, and tell so.

    They are not left out: a day of a shop without its entry would be one without data, and a price of which
    one side is left out another one. They are looked for beside what the analysis reads first, which is read
    anew with what was meant where there are any.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        plain, largest = run(asked, desk), largest_entries(asked, desk)
        try:
            begun = [] if asked.kind in _LOOKED_AHEAD else next(plain)
        except StopIteration as end:
            declined: Outcome = end.value
            return declined
        ends = ends_of(asked, desk)
        read = yield [*begun, *largest, *([ends.look] if ends else [])]
        found = [one for one in keyed_of(read) if matters(one, asked)]
        given = {one.name: read[one.name] for one in begun if one.name in read}
        as_recorded = relay(plain, _plainly, None if asked.kind in _LOOKED_AHEAD else given)
        if not found:
            single = (yield from single_told(ends, read, asked, desk)) if ends else []
            return _behind_first((yield from as_recorded), single)
        spans = {one.metric: span for one in found if (span := span_of(one.metric, asked, desk))}
        sums = sums_of(asked, desk)
        rows = yield their_row_looks(found, sums, spans, asked, desk)
        found = with_their_row(found, sums, rows, desk)
        products = product_looks(found, spans, asked.filters, desk)
        products += row_looks(found, spans, asked.filters, desk)
        booked = yield [  # ahead: the steps use the whole budget
            *booked_looks(listed_of(found, asked, desk), asked, desk), *products
        ]  # fmt: skip
        found = with_own(found, booked, desk)
        found = yield from with_peers(found, booked, spans, asked.filters, desk)
        recorded = (yield from as_recorded) if asked.kind in _VERDICTS else None
        own = desk_as_meant(found, desk)
        outcome = yield from relay(run(asked, own), read_as_meant(own, desk, given))
        if outcome.declined is not None:
            return outcome
        lead = _told_of(found, booked, outcome, asked, desk)
        if not lead:
            return _behind_first(outcome, (yield from single_told(ends, read, asked, own)) if ends else [])
        return _led(outcome, [*lead, *(decided(recorded, outcome) if recorded else [])], asked)

    return steps


def _told_of(
    found: Sequence[Keyed],
    booked: Mapping[str, Read],
    outcome: Outcome,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> list[Said]:
    """Return what is told of the entries that a figure of an answer holds."""
    held = [one for one in listed_of(found, asked, desk) if is_in_what_is_told(one, asked, outcome)]
    listed = {(one.day, one.value, one.whose): one for one in reversed(held)}  # of two figures one row is one
    return [said for one in reversed(listed.values()) for said in told(one, asked, booked, desk)]


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


def _plainly(wanted: Sequence[Look]) -> Reading:
    return (yield wanted)


def their_row_looks(
    found: Sequence[Keyed],
    sums: Sequence[str],
    spans: Mapping[str, Window],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> list[Look]:
    """Return the looks at what other sums have of each entry's row beside their mean, and at whose it is."""
    looks = []
    for place, one in enumerate(found):
        metric = desk.catalog.metrics[one.metric]
        its = [
            beside(metric, f"{way}_{other}", expression)
            for other in _others(one, found, sums, desk)
            for way, expression in _ways(one, other, desk)
        ]
        label = Said("entries.label", {"metric": Name(one.metric)})
        if its and one.metric in spans:
            query = MetricQuery(
                tuple(it.name for it in its), windows=(spans[one.metric],), filters=asked.filters
            )
            looks.append(
                Look(f"{_OTHERS}.{place}", query, label, catalog=desk.catalog.beside(*its), detail=True)
            )
        if cuts := told_by(one.metric, asked, desk):
            inside = added_up(metric, desk)
            own = beside(metric, "entry", f"MAX({inside})")
            own = replace(own, filters=(*metric.filters, f"({inside}) = {one.value:f}"))
            query = MetricQuery((own.name,), cuts, windows=(day_of(one.day),), filters=asked.filters)
            looks.append(
                Look(f"{_WHOSE}.{place}", query, label, catalog=desk.catalog.beside(own), detail=True)
            )
    return looks


def with_their_row(
    found: Sequence[Keyed], sums: Sequence[str], read: Mapping[str, Read], desk: MetricDesk
) -> list[Keyed]:
    """Return entries with whose they are, and behind them the other sums that their rows stand far above too.

    A profit of 8,000 of a sale of 9,000, where others sell for 900, is taken out of both: of the profit alone
    it would leave a margin of which one side is as meant.
    """
    own, more = [], []
    for place, one in enumerate(found):
        names, look = _named(read.get(f"{_WHOSE}.{place}")), read.get(f"{_OTHERS}.{place}")
        own.append(replace(one, whose=names))
        cells = [exact(cell) for cell in look.result.rows[0]] if look and look.result.rows else []
        for other, value, mean in zip(_others(one, found, sums, desk), cells[::2], cells[1::2], strict=False):
            if value and mean and mean > 0 and value >= TIMES_NEXT * mean:
                more.append(Keyed(other, one.day, value, mean, mean, part=one.part, whose=names, of_row=True))
    return [*own, *more]


def _named(read: Read | None) -> tuple[str, ...]:
    """Return the names of the one row that was read."""
    rows = read.result.rows if read is not None else ()
    return tuple(str(cell) for cell in rows[0][:-1] if cell) if len(rows) == 1 else ()


def _others(one: Keyed, found: Sequence[Keyed], sums: Sequence[str], desk: MetricDesk) -> list[str]:
    """Return the other sums of an entry's table that were not found on its day themselves."""
    known = desk.catalog.metrics
    told = {it.metric for it in found if it.day == one.day}
    own = [name for name in sums if name not in told and known[name].table == known[one.metric].table]
    return [name for name in own if _inside(name, desk) and known[name].additivity == "sum"]


def _inside(name: str, desk: MetricDesk) -> str | None:
    return None if desk.catalog.metrics[name].counts_rows else added_up(desk.catalog.metrics[name], desk)


def _ways(one: Keyed, other: str, desk: MetricDesk) -> list[tuple[str, str]]:
    """Return how what a sum has of the entry's row, and of any row, is read."""
    own, inside = _inside(one.metric, desk), _inside(other, desk)
    return [("of", f"MAX(CASE WHEN {own} = {one.value:f} THEN {inside} END)"), ("mean", f"AVG({inside})")]
